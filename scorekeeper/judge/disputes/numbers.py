"""Disputes about melds, first plays, the discard pile, fifteens and captures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.judge.disputes.dispute import NO_EFFECT, Answers, Case, Ruling, Situation
from scorekeeper.judge.questions import HAND_CARDS, LARGEST_TABLE, Answer, capture, fifteens, meld, opening
from scorekeeper.judge.turns import MOST_VALUE, GoingOut, Taking, may_go_out, may_take_pile, may_take_top
from scorekeeper.rules.bidding.common import COLORS_1924
from scorekeeper.rules.cards.card import HIGHEST_NUMBER, LOWEST_NUMBER
from scorekeeper.rules.cards.melds import CARD, HIGHEST, OUT_POINTS, ROOKIE_NAMES, ROOKIE_POINTS, STOP_CARD, MeldField
from scorekeeper.rules.fields import Choice, Field, ListOf, SideNumber, Whole, YesNo
from scorekeeper.rules.values import BIGGEST, Faults

MELD_WORDS = {"set": "Yes, it's a set.", "run": "Yes, it's a run."}


def about(ask: str) -> Callable[[Case], bool]:
    """Whether a question of the judge is about the game of a case."""
    return lambda case: ask in case.setting.game.asks


def _meld(case: Case, key: str = "", label: str = "Meld") -> MeldField:
    return MeldField(key=key, label=label, rule=case.rule("set"), colors=COLORS_1924)


def meld_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """A set or a run, and whether the side goes out with it."""
    out = YesNo(key="going_out", label="Does this play go out?", rule=case.rule("threes"), needed=False)
    return [_meld(case, "meld", "The cards"), out]


def meld_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """What it is; a Rookie with its points."""
    answer = meld({"ask": "meld", **answers})
    if not isinstance(answer, Answer):
        return answer
    kind = answer.answer
    if kind in ROOKIE_NAMES:
        return Ruling(
            f"Yes, a {ROOKIE_NAMES[kind]}. {answer.why}", answer.rule, f"+{ROOKIE_POINTS[kind]}, plus the cards."
        )
    words = MELD_WORDS.get(kind, "No.")
    return Ruling(f"{words} {answer.why}", answer.rule)


def opening_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Whose first play (or the score of the side), and what is laid down."""
    melds = ListOf(key="melds", label="Melds played", rule=case.rule("opening"), of=_meld(case), least=1)
    return [_score(case, "Whose first play?"), melds]


def opening_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """Enough to begin, or how much is missing."""
    score = answers["score"] if "score" in answers else case.totals[answers["side"]]
    answer = opening({"ask": "opening", "score": score, "melds": answers["melds"]})
    if not isinstance(answer, Answer):
        return answer
    missing = answer.more["minimum"] - answer.more["value"]
    words = "Yes, that's enough." if answer.answer else f"No, {missing} short."
    return Ruling(f"{words} {answer.why}", answer.rule, also=(case.rule("opening-rook"), case.rule("opening-partner")))


def _numbers(case: Case, key: str, ask: str, rule: str, least: int, most: int) -> ListOf:
    of = Whole(label="Card", rule=case.rule(rule), low=LOWEST_NUMBER, high=HIGHEST_NUMBER)
    return ListOf(key=key, label=ask.rstrip("?"), ask=ask, rule=case.rule(rule), of=of, least=least, most=most)


def fifteens_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """The five cards."""
    return [_numbers(case, "cards", "The five cards", "fifteens", HAND_CARDS, HAND_CARDS)]


def fifteens_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """The points, and every combination."""
    answer = fifteens({"ask": "fifteens", **answers})
    if not isinstance(answer, Answer):
        return answer
    ways = [_way(answers["cards"], way, f"{index}.") for index, way in enumerate(answer.more["combinations"], 1)]
    verdict = f"{answer.answer} points. {answer.why}"
    return Ruling(verdict, answer.rule, f"+{answer.answer}.", picture="combinations", more={"ways": ways})


def capture_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """The card played, and what lies on the table."""
    card = Whole(key="card", label="The card played", rule=case.rule("capture"), low=LOWEST_NUMBER, high=HIGHEST_NUMBER)
    table = _numbers(case, "table", "The cards on the table", "capture", 0, LARGEST_TABLE)
    return [card, replace(table, needed=False)]


def capture_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """Every way to capture; the ones that clear the table are sweeps."""
    table = answers.get("table", [])
    answer = capture({"ask": "capture", "card": answers["card"], "table": table})
    if not isinstance(answer, Answer):
        return answer
    sweeps = answer.more["sweeps"]
    ways = [_way(table, way, "a sweep: +1" if sweep else "") for way, sweep in zip(answer.answer, sweeps, strict=True)]
    count = "is one way" if len(ways) == 1 else f"are {len(ways)} ways, and the player chooses one"
    verdict = f"{answer.why} Here there {count}." if ways else answer.why
    also = (case.rule("one-capture"), case.rule("sweep"))
    effect = "+1 for a sweep." if any(sweeps) else "No points now. The cards count at the end of the hand."
    return Ruling(verdict, answer.rule, effect, also, picture="combinations", more={"ways": ways})


def _way(cards: Sequence[int], way: Sequence[int], words: str) -> Mapping[str, Any]:
    return {"cards": [(number, index in way) for index, number in enumerate(cards)], "words": words}


MELD = Situation("meld", (("Is this meld allowed? Is it a Rookie?", {}),), about("meld"), meld_questions, meld_ruling)
OPENING = Situation(
    "opening", (("Is this enough for our first play?", {}),), about("opening"), opening_questions, opening_ruling
)
FIFTEENS = Situation(
    "fifteens", (("How many fifteens are in this hand?", {}),), about("fifteens"), fifteens_questions, fifteens_ruling
)
CAPTURE = Situation(
    "capture", (("What can this card capture?", {}),), about("capture"), capture_questions, capture_ruling
)


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
    return held if answers.get("open") is not False else [*held, _score(case, "Which side is it?"), _value(case)]


def _score(case: Case, ask: str) -> Field:
    """Whose score decides how much the first play needs."""
    rule = case.rule("opening")
    if case.at_table:
        return SideNumber(key="side", label=ask, rule=rule, high=len(case.sides) - 1)
    return Whole(key="score", label="The side's score before this hand", rule=rule, low=-BIGGEST)


def _value(case: Case) -> Field:
    label = "How much are the cards worth that the player adds from their hand?"
    hint = "Cards are worth 10 or 20 each, so enter a multiple of 10."
    return Whole(key="value", label=label, rule=case.rule("values"), high=MOST_VALUE, step=CARD, hint=hint, usual=200)


def pile_ruling(case: Case, answers: Answers) -> Ruling:
    """Yes or no, and which rule decides."""
    question = _taking(case, answers)
    answer = may_take_top(question) if answers["what"] == TOP else may_take_pile(question)
    also = {case.rule(name): None for name in ("discard-pile", "stop-cards")}
    also.pop(answer.rule, None)
    return Ruling(f"{'Yes.' if answer.answer else 'No.'} {answer.why}", answer.rule, NO_EFFECT, tuple(also))


def _taking(case: Case, answers: Answers) -> Taking:
    """The question for the judge, with defaults for what was not asked."""
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


def out_ruling(case: Case, answers: Answers) -> Ruling:
    """Yes or no, and what it is worth."""
    answer = may_go_out(GoingOut(answers["rookies"], answers["left"], draw_pile_is_used=answers.get("used", False)))
    effect = f"+{OUT_POINTS} for going out." if answer.answer else NO_EFFECT
    return Ruling(f"{'Yes.' if answer.answer else 'No.'} {answer.why}", answer.rule, effect)


TAKING = Situation(
    "pile", (("Can this player take the discard pile?", {}),), about("opening"), pile_questions, pile_ruling
)
OUT = Situation("out", (("Can this player go out?", {}),), about("opening"), out_questions, out_ruling)
