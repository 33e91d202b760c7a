"""Melds, first plays, fifteens and captures: questions that the cards' numbers answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.judge.disputes.dispute import Answers, Case, Ruling, Situation
from scorekeeper.judge.melds import meld, opening
from scorekeeper.judge.numbers import HAND_CARDS, LARGEST_TABLE, capture, fifteens
from scorekeeper.judge.question import Answer
from scorekeeper.rules.bidding.contract import COLORS_1924
from scorekeeper.rules.cards.fifteens import HIGHEST_NUMBER, LOWEST_NUMBER
from scorekeeper.rules.cards.melds import ROOKIE_NAMES, ROOKIE_POINTS, MeldField
from scorekeeper.rules.fields.basic import Field, SideNumber, Whole, YesNo
from scorekeeper.rules.fields.composite import ListOf
from scorekeeper.rules.values import BIGGEST, Faults

MELD_WORDS = {"set": "A set. It may lie on the table.", "run": "A run. It may lie on the table."}


def about(ask: str) -> Callable[[Case], bool]:
    """The game that a question of the judge is about."""
    return lambda case: ask in case.setting.game.asks


def _meld(case: Case, key: str = "", label: str = "Meld") -> MeldField:
    return MeldField(key=key, label=label, rule=case.rule("set"), colors=COLORS_1924)


def meld_asks(case: Case, said: Answers) -> Sequence[Field]:
    """A set or a run, and whether the side goes out with it."""
    out = YesNo(key="going_out", label="Goes the side out with this play?", rule=case.rule("threes"), needed=False)
    return [_meld(case, "meld", "The cards"), out]


def meld_ruled(case: Case, said: Answers) -> Ruling | Faults:
    """What it is; a Rookie with its points."""
    found = meld({"ask": "meld", **said})
    if not isinstance(found, Answer):
        return found
    kind = found.answer
    if kind in ROOKIE_NAMES:
        return Ruling(f"A {ROOKIE_NAMES[kind]}. {found.why}", found.rule, f"+{ROOKIE_POINTS[kind]} and the cards.")
    words = MELD_WORDS.get(kind, "Not allowed.")
    return Ruling(f"{words} {found.why}", found.rule)


def opening_asks(case: Case, said: Answers) -> Sequence[Field]:
    """Whose first play (or the score of the side), and what is laid down."""
    melds = ListOf(key="melds", label="Laid down", rule=case.rule("opening"), of=_meld(case), least=1)
    if case.at_table:
        sides = case.setting.game.sides(case.setting)
        side = SideNumber(key="side", label="Whose first play?", rule=case.rule("opening"), high=len(sides) - 1)
        return [side, melds]
    score = Whole(key="score", label="The side's score before this hand", rule=case.rule("opening"), low=-BIGGEST)
    return [score, melds]


def opening_ruled(case: Case, said: Answers) -> Ruling | Faults:
    """Enough to begin, or how much is missing."""
    score = said["score"] if "score" in said else case.totals[said["side"]]
    found = opening({"ask": "opening", "score": score, "melds": said["melds"]})
    if not isinstance(found, Answer):
        return found
    missing = found.more["minimum"] - found.more["value"]
    words = "Yes, that opens." if found.answer else f"No: {missing} short."
    return Ruling(f"{words} {found.why}", found.rule, also=(case.rule("opening-rook"), case.rule("opening-partner")))


def _numbers(case: Case, key: str, ask: str, rule: str, least: int, most: int) -> ListOf:
    of = Whole(label="Card", rule=case.rule(rule), low=LOWEST_NUMBER, high=HIGHEST_NUMBER)
    return ListOf(key=key, label=ask.rstrip("?"), ask=ask, rule=case.rule(rule), of=of, least=least, most=most)


def fifteens_asks(case: Case, said: Answers) -> Sequence[Field]:
    """The five cards."""
    return [_numbers(case, "cards", "The five cards", "fifteens", HAND_CARDS, HAND_CARDS)]


def fifteens_ruled(case: Case, said: Answers) -> Ruling | Faults:
    """The points, and every combination."""
    found = fifteens({"ask": "fifteens", **said})
    if not isinstance(found, Answer):
        return found
    ways = [_laid(said["cards"], way, f"{index}.") for index, way in enumerate(found.more["combinations"], 1)]
    verdict = f"{found.answer} points. {found.why}"
    return Ruling(verdict, found.rule, f"+{found.answer}.", picture="ways", more={"ways": ways})


def capture_asks(case: Case, said: Answers) -> Sequence[Field]:
    """The card played, and what lies on the table."""
    card = Whole(key="card", label="The card played", rule=case.rule("capture"), low=LOWEST_NUMBER, high=HIGHEST_NUMBER)
    table = _numbers(case, "table", "The cards on the table", "capture", 0, LARGEST_TABLE)
    return [card, replace(table, needed=False)]


def capture_ruled(case: Case, said: Answers) -> Ruling | Faults:
    """Every way to capture; the ones that clear the table are sweeps."""
    table = said.get("table", [])
    found = capture({"ask": "capture", "card": said["card"], "table": table})
    if not isinstance(found, Answer):
        return found
    sweeps = found.more["sweeps"]
    ways = [_laid(table, way, "a sweep: +1" if sweep else "") for way, sweep in zip(found.answer, sweeps, strict=True)]
    many = "one way" if len(ways) == 1 else f"{len(ways)} ways, of which the player takes one"
    verdict = f"{found.why} Here there {'is' if len(ways) == 1 else 'are'} {many}." if ways else found.why
    also = (case.rule("one-capture"), case.rule("sweep"))
    effect = "+1 for a sweep." if any(sweeps) else "No points by themselves: the cards count at the end."
    return Ruling(verdict, found.rule, effect, also, picture="ways", more={"ways": ways})


def _laid(cards: Sequence[int], way: Sequence[int], words: str) -> Mapping[str, Any]:
    return {"cards": [(number, index in way) for index, number in enumerate(cards)], "words": words}


MELD = Situation("meld", (("Is this meld allowed? Is it a Rookie?", {}),), about("meld"), meld_asks, meld_ruled)
OPENING = Situation("opening", (("May we open with this?", {}),), about("opening"), opening_asks, opening_ruled)
FIFTEENS = Situation(
    "fifteens", (("How many fifteens are in this hand?", {}),), about("fifteens"), fifteens_asks, fifteens_ruled
)
CAPTURE = Situation("capture", (("What can this card capture?", {}),), about("capture"), capture_asks, capture_ruled)
