"""A turn of the game with melds: taking the discard pile and going out, asked only as far as it matters."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.judge.disputes.dispute import NO_EFFECT, Answers, Case, Ruling, Situation
from scorekeeper.judge.disputes.numbers import about
from scorekeeper.judge.question import Answer
from scorekeeper.judge.turns import MOST_VALUE, GoingOut, Taking, may_go_out, may_take_pile, may_take_top
from scorekeeper.rules.cards.melds import CARD, HIGHEST, OUT_POINTS, STOP_CARD
from scorekeeper.rules.fields.basic import Choice, Field, SideNumber, Whole, YesNo
from scorekeeper.rules.values import BIGGEST, Faults

PILE, TOP, FREE = "pile", "top", 0
WHAT = {PILE: "the whole pile", TOP: "only the top card"}
STOPS = {
    FREE: "no",
    STOP_CARD: "yes: the player before discarded a 3",
    1: "yes: a 1, and its player hasn't had another turn",
    2: "yes: a 2, and its player hasn't had another turn",
}


def pile_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """What the player wants and holds, what bars them, and before the first play what it is worth."""
    rule = case.rule("discard-pile")
    fields: list[Field] = [
        Choice(key="what", label="What does the player want to take?", rule=rule, choices=WHAT),
        Choice(key="barred", label="Is the pile blocked by a stop card?", rule=case.rule("stop-cards"), choices=STOPS),
    ]
    if answers.get("barred", FREE) != FREE:
        return fields
    if answers.get("what") == TOP:
        fits = YesNo(
            key="fits", label="Does it fit one of their side's sets or runs on the table?", rule=case.rule("top-card")
        )
        return [*fields, fits]
    first = YesNo(
        key="first", label="Is it the player's first turn of this hand?", rule=case.rule("discard-first-turn")
    )
    return [*fields, first] if answers.get("first") is not False else [*fields, first, *_holding(case, answers)]


def _holding(case: Case, answers: Answers) -> list[Field]:
    rule = case.rule("discard-pile")
    held: list[Field] = [
        Whole(key="top", label="What number is the top card?", rule=rule, low=1, high=HIGHEST),
        Whole(key="naturals", label="How many natural cards of that number does the player have?", rule=rule, high=7),
        YesNo(key="open", label="Has their side made its first play of this hand?", rule=case.rule("opening")),
    ]
    return held if answers.get("open") is not False else [*held, _score(case), _value(case)]


def _score(case: Case) -> Field:
    """Whose score decides how much the first play needs."""
    rule = case.rule("opening")
    if case.at_table:
        return SideNumber(key="side", label="Which side is it?", rule=rule, high=len(case.sides) - 1)
    return Whole(key="score", label="The side's score before this hand", rule=rule, low=-BIGGEST)


def _value(case: Case) -> Field:
    label = "How much are the cards worth that the player adds from their hand?"
    hint = "Cards are worth 10 or 20 each, so enter a multiple of 10."
    return Whole(key="value", label=label, rule=case.rule("values"), high=MOST_VALUE, step=CARD, hint=hint, usual=200)


def pile_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """Yes or no, and which rule decides."""
    question = _taking(case, answers)
    answer = may_take_top(question) if answers["what"] == TOP else may_take_pile(question)
    if not isinstance(answer, Answer):
        return answer
    also = {case.rule(name): None for name in ("discard-pile", "stop-cards")}
    also.pop(answer.rule, None)
    return Ruling(f"{'Yes.' if answer.answer else 'No.'} {answer.why}", answer.rule, NO_EFFECT, tuple(also))


def _taking(case: Case, answers: Answers) -> Taking:
    """The question for the judge; what was not asked does not matter."""
    barred = answers["barred"] or None
    return Taking(
        top=answers.get("top", STOP_CARD if barred == STOP_CARD else HIGHEST),
        naturals=answers.get("naturals", 0),
        first_turn=answers.get("first", False),
        barred=barred,
        side_is_open=answers.get("open", "fits" in answers),
        score=answers["score"] if "score" in answers else case.totals[answers["side"]] if "side" in answers else 0,
        hand_value=answers.get("value", 0),
        fits_table=answers.get("fits", False),
    )


def out_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Rookies, cards left, and whether the draw pile is used up."""
    rule = case.rule("going-out")
    return [
        Whole(
            key="rookies",
            label="How many Rookies does their side have on the table after this play?",
            rule=rule,
            high=6,
        ),
        Whole(key="left", label="How many cards does the player have left before discarding?", rule=rule, high=13),
        YesNo(key="used", label="Is the draw pile empty?", rule=case.rule("draw-pile"), needed=False),
    ]


def out_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """Yes or no, and what it is worth."""
    answer = may_go_out(GoingOut(answers["rookies"], answers["left"], draw_pile_is_used=answers.get("used", False)))
    if not isinstance(answer, Answer):
        return answer
    effect = f"+{OUT_POINTS} for going out." if answer.answer else NO_EFFECT
    return Ruling(f"{'Yes.' if answer.answer else 'No.'} {answer.why}", answer.rule, effect)


TAKING = Situation(
    "pile", (("Can this player take the discard pile?", {}),), about("opening"), pile_questions, pile_ruling
)
OUT = Situation("out", (("Can this player go out?", {}),), about("opening"), out_questions, out_ruling)
