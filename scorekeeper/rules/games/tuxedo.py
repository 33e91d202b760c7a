"""Tuxedo, everyone alone, capturing cards by number and by sum (source 001).

5 for the most cards, 5 for each five, 1 for each sweep. 50 wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.cards.counters import PACK_CARDS
from scorekeeper.rules.ends import Target
from scorekeeper.rules.fields.basic import Choice, Field, Whole
from scorekeeper.rules.game import Game, Hand, Moment, Outcome, Play, Setting, hand_fields, missing_faults
from scorekeeper.rules.shares import fill_rest, per_player
from scorekeeper.rules.values import Fault, Faults, Line, LineKind, reason

#: 001 Tuxedo, Counting.
TARGET = 50
MOST_CARDS, EACH_FIVE, EACH_SWEEP = 5, 5, 1
FIVES = 4
#: A sweep takes the card played and at least one from the table.
SWEEP_CARDS = 2

MOST, TIED_EACH = "Most cards: {count}", "Tied for most cards with {count}: {value} each"
TIED_NOBODY = "Tied for most cards with {count}: nobody gets the points"
FIVE, SWEEP = "{count} × five at {value}", "{count} × sweep at {value}"


def fields(setting: Setting) -> dict[str, Field]:
    """Cards, fives and sweeps of every player."""
    return hand_fields(
        setting,
        per_player(setting, "cards", "Cards", "cards", high=PACK_CARDS, rest=True),
        per_player(setting, "fives", "Fives", "fives", high=FIVES, rest=True),
        per_player(setting, "sweeps", "Sweeps", "sweeps", high=PACK_CARDS // SWEEP_CARDS, needed=False, blank=0),
    )


@dataclass(frozen=True)
class Hands:
    """The scoring at one table."""

    setting: Setting
    known: dict[str, Field]

    def __call__(self, hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
        """Most cards, fives, sweeps."""
        faults = missing_faults(self.known, ("cards", "fives"), hand, bad)
        cards, card_faults = self._shares(hand, "cards", PACK_CARDS)
        fives, five_faults = self._shares(hand, "fives", FIVES)
        sweeps = tuple(hand.get("sweeps", [0] * self.setting.players))
        faults += [
            *card_faults,
            *five_faults,
            *_too_many(cards, fives, 1, "fives"),
            *_too_many(cards, sweeps, SWEEP_CARDS, "sweeps"),
        ]
        if faults or bad:
            return tuple(faults)
        return Outcome(tuple(_lines(cards, fives, sweeps, self.setting.options["most_tie"] == "each")))

    def _shares(self, hand: Hand, key: str, whole: int) -> tuple[tuple[int, ...], list[Fault]]:
        return fill_rest(self.known[key], hand[key], whole, key) if key in hand else ((), [])


def _too_many(cards: tuple[int, ...], things: tuple[int, ...], each: int, key: str) -> list[Fault]:
    """More fives, or more sweeps, than a player's cards allow."""
    return [
        Fault(
            f"{count} {key} take {count * each} cards, but this player has {have}: correct one of them.",
            f"tuxedo.{key}",
            f"{key}[{seat}]",
        )
        for seat, (have, count) in enumerate(zip(cards, things, strict=False))
        if count * each > have
    ]


def _lines(cards: tuple[int, ...], fives: tuple[int, ...], sweeps: tuple[int, ...], each: bool) -> list[Line]:
    most = max(cards)
    tied = cards.count(most) > 1
    lines = []
    for seat, held in enumerate(cards):
        if held == most and not tied:
            lines.append(Line(seat, MOST_CARDS, MOST.format(count=held), "tuxedo.most-cards", LineKind.BONUS))
        elif held == most:
            why = (TIED_EACH if each else TIED_NOBODY).format(count=held, value=MOST_CARDS)
            lines.append(Line(seat, MOST_CARDS if each else 0, why, "tuxedo.most-cards", LineKind.BONUS))
        lines.append(_each(seat, fives[seat], EACH_FIVE, FIVE, "tuxedo.fives"))
        if sweeps[seat]:
            lines.append(_each(seat, sweeps[seat], EACH_SWEEP, SWEEP, "tuxedo.sweeps"))
    return lines


def _each(seat: int, count: int, value: int, why: str, rule: str) -> Line:
    return Line(seat, count * value, why.format(count=count, value=value), rule)


def facts(setting: Setting) -> dict[str, Any]:
    """Three lists of everybody's: the most of one counts, and each of the others."""
    each = setting.options["most_tie"] == "each"
    most = reason(MOST, "tuxedo.most-cards", value=MOST_CARDS)
    tied = reason(TIED_EACH if each else TIED_NOBODY, "tuxedo.most-cards", value=MOST_CARDS if each else 0)
    return {
        "kind": "lists",
        "lists": [
            {"key": "cards", "total": PACK_CARDS, "most": most, "tied": tied},
            {"key": "fives", "total": FIVES, "each": reason(FIVE, "tuxedo.fives", value=EACH_FIVE)},
            {"key": "sweeps", "total": None, "each": reason(SWEEP, "tuxedo.sweeps", value=EACH_SWEEP), "if_any": True},
        ],
    }


def at_table(setting: Setting) -> Play:
    """The game for so many players."""
    known = fields(setting)
    return Play(known, Hands(setting, known), Target(setting.options["target"]), lambda: facts(setting))


GAME = Game(
    slug="tuxedo",
    name="Tuxedo",
    source="001",
    group="Booklet games",
    summary="Two to eight players; capture cards by number or by sum: most cards, fives and sweeps count.",
    players=(2, 3, 4, 5, 6, 7, 8),
    play=at_table,
    options=(
        Whole(key="target", label="Points to win", rule="tuxedo.target", low=1, default=TARGET),
        Choice(
            key="most_tie",
            label="Tied for most cards",
            rule="tuxedo.most-cards",
            choices={"nobody": "nobody gets the 5", "each": "each gets 5"},
            default="nobody",
        ),
    ),
    asks=("capture",),
)
