"""Tuxedo, everyone alone, capturing cards by number and by sum (source 001).

5 for the most cards, 5 for each five, 1 for each sweep. 50 wins.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from scorekeeper.rules.cards.counters import PACK_CARDS
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Choice, Field, Whole
from scorekeeper.rules.game import Game, Hand, Moment, Outcome, Play, Setting, hand_fields, missing_faults
from scorekeeper.rules.shares import fill_rest, per_player
from scorekeeper.rules.values import Fault, Faults, Line, LineKind, fill, reason

#: 001 Tuxedo, Counting.
TARGET = 50
MOST_CARDS, EACH_FIVE, EACH_SWEEP = 5, 5, 1
FIVES = 4
#: A sweep takes the card played and at least one from the table.
SWEEP_CARDS = 2

MOST, TIED_EACH = "Most cards: {count}", "Tied for most cards ({count}): {value} each"
TIED_NOBODY = "Tied for most cards ({count}): no points"
#: Of more than one, and of one.
FIVES_REASON = "{count} fives = {points}", "{count} five = {points}"
SWEEPS_REASON = "{count} sweeps = {points}", "{count} sweep = {points}"


def fields(setting: Setting) -> dict[str, Field]:
    """Cards, fives and sweeps of every player."""
    return hand_fields(
        setting,
        per_player(setting, "cards", "Cards", "cards", high=PACK_CARDS, rest=True),
        per_player(setting, "fives", "Fives", "fives", high=FIVES, rest=True),
        per_player(setting, "sweeps", "Sweeps", "sweeps", high=PACK_CARDS // SWEEP_CARDS, needed=False, blank=0),
    )


def score(setting: Setting, known: dict[str, Field], hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
    """Most cards, fives, sweeps."""
    faults = missing_faults(known, ("cards", "fives"), hand, bad)
    cards, card_faults = _shares(known, hand, "cards", PACK_CARDS)
    fives, five_faults = _shares(known, hand, "fives", FIVES)
    sweeps = tuple(hand.get("sweeps", [0] * setting.players))
    faults += [*card_faults, *five_faults]
    faults += [*_too_many(cards, fives, 1, "fives"), *_too_many(cards, sweeps, SWEEP_CARDS, "sweeps")]
    if faults or bad:
        return tuple(faults)
    return Outcome(tuple(_lines(cards, fives, sweeps, setting.options["most_tie"] == "each")))


def _shares(known: dict[str, Field], hand: Hand, key: str, whole: int) -> tuple[tuple[int, ...], list[Fault]]:
    return fill_rest(known[key], hand[key], whole, key) if key in hand else ((), [])


def _too_many(cards: tuple[int, ...], things: tuple[int, ...], size: int, key: str) -> list[Fault]:
    """More fives, or more sweeps, than a player's cards allow."""
    return [
        Fault(
            f"{count} {key} take {count * size} cards, but this player has only {have}. Correct one of them.",
            f"tuxedo.{key}",
            f"{key}[{seat}]",
        )
        for seat, (have, count) in enumerate(zip(cards, things, strict=False))
        if count * size > have
    ]


def _lines(
    cards: tuple[int, ...], fives: tuple[int, ...], sweeps: tuple[int, ...], everyone_tied_scores: bool
) -> list[Line]:
    most = max(cards)
    tied = cards.count(most) > 1
    lines = []
    for seat, held in enumerate(cards):
        if held == most and not tied:
            lines.append(Line(seat, MOST_CARDS, fill(MOST, count=held), "tuxedo.most-cards", LineKind.BONUS))
        elif held == most:
            why = fill(TIED_EACH if everyone_tied_scores else TIED_NOBODY, count=held, value=MOST_CARDS)
            lines.append(
                Line(seat, MOST_CARDS if everyone_tied_scores else 0, why, "tuxedo.most-cards", LineKind.BONUS)
            )
        lines.append(_count_line(seat, fives[seat], EACH_FIVE, FIVES_REASON, "tuxedo.fives"))
        if sweeps[seat]:
            lines.append(_count_line(seat, sweeps[seat], EACH_SWEEP, SWEEPS_REASON, "tuxedo.sweeps"))
    return lines


def _count_line(seat: int, count: int, value: int, words: tuple[str, str], rule: str) -> Line:
    points = count * value
    return Line(seat, points, fill(words[count == 1], count=count, points=points), rule)


def facts(setting: Setting) -> dict[str, Any]:
    """Three lists with an entry for each player."""
    everyone_tied_scores = setting.options["most_tie"] == "each"
    most = reason(MOST, "tuxedo.most-cards", value=MOST_CARDS)
    tied = reason(
        TIED_EACH if everyone_tied_scores else TIED_NOBODY,
        "tuxedo.most-cards",
        value=MOST_CARDS if everyone_tied_scores else 0,
    )
    fives = reason(FIVES_REASON[0], "tuxedo.fives", one=FIVES_REASON[1], value=EACH_FIVE)
    sweeps = reason(SWEEPS_REASON[0], "tuxedo.sweeps", one=SWEEPS_REASON[1], value=EACH_SWEEP)
    return {
        "kind": "lists",
        "lists": [
            {"key": "cards", "total": PACK_CARDS, "most": most, "tied": tied},
            {"key": "fives", "total": FIVES, "each": fives},
            {"key": "sweeps", "total": None, "each": sweeps, "if_any": True},
        ],
    }


def at_table(setting: Setting) -> Play:
    """The game at a table."""
    known = fields(setting)
    return Play(known, partial(score, setting, known), End(points=setting.options["target"]), partial(facts, setting))


GAME = Game(
    slug="tuxedo",
    name="Tuxedo",
    source="001",
    group="Booklet games",
    summary="Two to eight players. Capture cards by number or by sum; most cards, fives and sweeps score.",
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
