"""Melds, first plays, fifteens and captures: questions that the cards' numbers answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.judge.disputes.dispute import Answers, Case, Ruling, Situation
from scorekeeper.judge.melds import meld, opening
from scorekeeper.judge.numbers import HAND_CARDS, LARGEST_TABLE, capture, fifteens
from scorekeeper.judge.question import Answer
from scorekeeper.rules.bidding.agreements import COLORS_1924
from scorekeeper.rules.cards.fifteens import HIGHEST_NUMBER, LOWEST_NUMBER
from scorekeeper.rules.cards.melds import ROOKIE_NAMES, ROOKIE_POINTS, MeldField
from scorekeeper.rules.fields.basic import Field, SideNumber, Whole, YesNo
from scorekeeper.rules.fields.composite import ListOf
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
    if case.at_table:
        sides = case.setting.game.sides(case.setting)
        side = SideNumber(key="side", label="Whose first play?", rule=case.rule("opening"), high=len(sides) - 1)
        return [side, melds]
    score = Whole(key="score", label="The side's score before this hand", rule=case.rule("opening"), low=-BIGGEST)
    return [score, melds]


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
