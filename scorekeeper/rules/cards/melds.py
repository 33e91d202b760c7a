"""Melds on the table (sets with wild cards, runs of a color, Rookies), and whether the packs hold their cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from scorekeeper.rules.fields import AnyWhole, Choice, Field, Group, Schema, Whole
from scorekeeper.rules.game import Hand
from scorekeeper.rules.values import BIGGEST, Fault, Faults, figure, quote

Meld = Mapping[str, Any]

#: 003 Playing to the table, Wild cards: three cards, of which two natural in a set.
LEAST_CARDS, LEAST_NATURAL = 3, 2
#: 003 Wild cards: the 1s and 2s; Stop cards: the 3s.
HIGHEST_WILD, STOP_CARD, HIGHEST = 2, 3, 14
LOWEST_RUN = 4
#: 003 Rookies: seven cards, four of them natural.
ROOKIE_CARDS, ROOKIE_NATURAL = 7, 4
#: 003 Base score.
ROOKIE_POINTS = {"sequence-rookie": 1200, "natural-rookie": 800, "regular-rookie": 400}
ROOKIE_NAMES = {
    "sequence-rookie": "Rookie Sequence",
    "natural-rookie": "Natural Rookie",
    "regular-rookie": "Regular Rookie",
}
#: 003 Going out.
OUT_POINTS, ROOKIES_NEEDED = 200, 2
#: 003 Card value.
CARD, WILD_CARD = 10, 20
#: 003 Playing to the table: what the first play must be worth, by the score before the hand.
OPENING_STEPS = ((2000, 50), (3001, 100))
HIGHEST_OPENING = 150


@dataclass(frozen=True)
class Verdict:
    """What a meld is; an illegal one says why. `rule` is the name of the rule behind it."""

    kind: str
    why: str
    rule: str

    @property
    def legal(self) -> bool:
        """It may lie on the table."""
        return self.kind != "illegal"


def classify(meld: Meld, going_out: bool) -> Verdict:
    """What a well-formed meld is."""
    return (
        _run(meld["from"], meld["to"])
        if "run" in meld
        else _set(meld["set"], meld["natural"], meld.get("wild", 0), going_out)
    )


def _run(start: int, end: int) -> Verdict:
    if start < LOWEST_RUN or end > HIGHEST:
        return Verdict("illegal", "A run uses cards from 4 to 14: the 1s and 2s are wild, and 3s never run.", "run")
    length = end - start + 1
    if length < LEAST_CARDS:
        return Verdict("illegal", "A run is three or more cards in order. Enter the lowest card first.", "run")
    if length >= ROOKIE_CARDS:
        return Verdict("sequence-rookie", f"A run of {length} cards: seven or more make a Rookie Sequence.", "rookies")
    return Verdict("run", f"A run of {length} cards.", "run")


def _set(number: int, natural: int, wild: int, going_out: bool) -> Verdict:
    if not 1 <= number <= HIGHEST:
        return Verdict("illegal", "The cards are numbered 1 to 14.", "set")
    if number <= HIGHEST_WILD:
        return Verdict("illegal", "The 1s and 2s are wild cards and never make a set.", "wild")
    if number == STOP_CARD and not going_out:
        return Verdict("illegal", "Only the side that goes out may play a set of 3s.", "threes")
    if natural < LEAST_NATURAL:
        return Verdict("illegal", "A set needs at least two natural cards besides its wild cards.", "set")
    if wild < 0:
        return Verdict("illegal", "The number of wild cards can't be negative.", "set")
    if natural + wild < LEAST_CARDS:
        return Verdict("illegal", "A set needs three or more cards.", "set")
    return _sized_set(natural, wild)


def _sized_set(natural: int, wild: int) -> Verdict:
    cards = f"{quote(natural)} natural and {quote(wild)} wild cards"
    if natural + wild < ROOKIE_CARDS:
        return Verdict("set", f"A set of {cards}.", "set")
    if not wild:
        return Verdict("natural-rookie", "Seven or more of one number without wild cards: a Natural Rookie.", "rookies")
    if natural >= ROOKIE_NATURAL:
        return Verdict(
            "regular-rookie",
            f"A set of {cards}: seven or more cards, at least four of them natural, make a Regular Rookie.",
            "rookies",
        )
    return Verdict("set", f"A set of {cards}: a Rookie needs at least four natural cards.", "rookies")


def illegal_faults(melds: list[Meld], going_out: bool, slug: str, path: str) -> list[Fault]:
    """Faults for melds that may not lie on the table, at their places in the list `path`."""
    verdicts = [classify(meld, going_out) for meld in melds]
    return [
        Fault(verdict.why, f"{slug}.{verdict.rule}", f"{path}[{index}]")
        for index, verdict in enumerate(verdicts)
        if not verdict.legal
    ]


def naturals(meld: Meld) -> int:
    """How many natural cards a meld has."""
    return int(meld["to"] - meld["from"] + 1 if "run" in meld else meld["natural"])


def wilds(meld: Meld) -> int:
    """How many wild cards a meld has."""
    return int(meld.get("wild", 0))


def value(meld: Meld) -> int:
    """What the cards of a meld are worth."""
    return naturals(meld) * CARD + wilds(meld) * WILD_CARD


def held_value(held: int | Mapping[str, int]) -> int:
    """What the cards left in a side's hands are worth."""
    return held if isinstance(held, int) else held.get("natural", 0) * CARD + held.get("wild", 0) * WILD_CARD


def opening_minimum(score: int) -> int:
    """What the first play must be worth for a side with this score."""
    return next((least for below, least in OPENING_STEPS if score < below), HIGHEST_OPENING)


@dataclass(frozen=True, kw_only=True)
class MeldField(Field):
    """A meld. `check` looks at its form only; `classify` decides whether it is legal."""

    kind: ClassVar[str] = "meld"

    colors: Mapping[str, str]
    #: The numbers that a page offers for each part of a meld; others may be recorded too.
    offered: ClassVar[Mapping[str, range]] = {
        "set": range(STOP_CARD, HIGHEST + 1),
        "natural": range(LEAST_NATURAL, 14),
        "wild": range(12),
        "from": range(LOWEST_RUN, HIGHEST - LEAST_CARDS + 2),
        "to": range(LOWEST_RUN + LEAST_CARDS - 1, HIGHEST + 1),
    }
    #: Accept any whole numbers, so that the judge can say that they make no meld.
    boundless: bool = False

    def number(self, key: str, label: str, needed: bool = True) -> Field:
        """A whole number of a meld."""
        if self.boundless:
            return AnyWhole(key=key, label=label, rule=self.rule, needed=needed)
        return Whole(key=key, label=label, rule=self.rule, needed=needed, low=-BIGGEST)

    @cached_property
    def forms(self) -> tuple[Group, Group]:
        """A set and a run."""
        color = Choice(key="run", label="Color of the run", rule=self.rule, choices=self.colors)
        of_set = (
            self.number("set", "Number"),
            self.number("natural", "Natural cards"),
            self.number("wild", "Wild cards", False),
        )
        of_run = (color, self.number("from", "First card"), self.number("to", "Last card"))
        return Group(label="Set", rule=self.rule, fields=of_set), Group(label="Run", rule=self.rule, fields=of_run)

    @cached_property
    def known_parts(self) -> tuple[str, ...]:
        """The keys of both forms."""
        return tuple(part.key for form in self.forms for part in form.fields)

    def check(self, value: object) -> Faults:
        """The keys of a set or of a run, with whole numbers and a color."""
        of_set, of_run = self.forms
        return (of_run if isinstance(value, dict) and "run" in value else of_set).check(value)

    def describe(self, value: Any) -> str:
        """What the meld is, and a Rookie's points."""
        if self.check(value):
            return ""
        kind = classify(value, True).kind
        wild = f" + {value['wild']} wild" if value.get("wild") else ""
        cards = (
            f"{value['run']} {value['from']} to {value['to']}"
            if "run" in value
            else f"{value['natural']} × {value['set']}{wild}"
        )
        points = f": {ROOKIE_NAMES[kind]}, {figure(ROOKIE_POINTS[kind])}" if kind in ROOKIE_POINTS else ""
        return f"{cards}{points}"

    def schema(self) -> Schema:
        """Either form."""
        return self.with_title(anyOf=[form.schema() for form in self.forms])


COLORS = 4
#: Cards of a pack: 3 to 14 in four colors, the 1s and 2s, one Rook card.
NUMBERS = HIGHEST - HIGHEST_WILD
NATURAL_CARDS, WILD_CARDS = NUMBERS * COLORS, HIGHEST_WILD * COLORS
WORTH = NATURAL_CARDS * CARD + WILD_CARDS * WILD_CARD


def pack_faults(hand: Hand, packs: int, slug: str) -> list[Fault]:
    """More cards on the table and in the counted hands than the packs hold."""
    melds: list[Meld] = [meld for side in hand.get("melds", ()) for meld in side if classify(meld, True).legal]
    rule, faults = f"{slug}.pack", []
    for card, count in _cards(melds).items():
        most = packs if isinstance(card, tuple) else packs * COLORS
        if count > most:
            name = " ".join(map(str, card)) if isinstance(card, tuple) else f"number {card}"
            faults.append(Fault(f"That makes {count} × {name}, but {packs} decks have only {most}.", rule, "melds"))
    faults += _sum_faults(hand, melds, packs, rule)
    if sum(hand.get("rooks", ())) > packs:
        why = f"That makes {sum(hand['rooks'])} Rook cards, but {packs} decks have only {packs}."
        faults.append(Fault(why, rule, "rooks"))
    return faults


def _cards(melds: list[Meld]) -> Counter[Any]:
    """How often each single card (known in runs) and each number is shown."""
    counts: Counter[Any] = Counter()
    for meld in melds:
        if "run" in meld:
            numbers = range(meld["from"], meld["to"] + 1)
            counts.update((meld["run"], number) for number in numbers)
            counts.update(numbers)
        else:
            counts[meld["set"]] += meld["natural"]
    return counts


def _sum_faults(hand: Hand, melds: list[Meld], packs: int, rule: str) -> list[Fault]:
    held = hand.get("in_hand", ())
    counted = [cards for cards in held if isinstance(cards, dict)]
    faults = []
    for kind, count, in_pack in (("natural", naturals, NATURAL_CARDS), ("wild", wilds, WILD_CARDS)):
        on_table, most = sum(map(count, melds)), packs * in_pack
        total = on_table + sum(cards.get(kind, 0) for cards in counted)
        if total > most:
            why = f"That makes {total} {kind} cards, but {packs} decks have only {most}."
            faults.append(Fault(why, rule, "melds" if on_table > most else "in_hand"))
    worth = sum(map(value, melds)) + sum(map(held_value, held))
    if worth > packs * WORTH and not faults:
        why = f"Melds and hands add up to {worth}, but the cards in {packs} decks are worth only {packs * WORTH}."
        faults.append(Fault(why, rule, "in_hand"))
    return faults
