"""The fold: hands in order, each at its moment, until somebody has won.

A sound game is remembered as far as its hands are finished: its next hand is read from there.
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass, field, replace
from operator import add
from typing import Any

from scorekeeper.rules.document import Header, read_header
from scorekeeper.rules.game import (
    ENDING_KEYS,
    OPEN_KEYS,
    UNCOUNTED_KEYS,
    Hand,
    Outcome,
    Play,
    adjustment_lines,
    forbidden_faults,
)
from scorekeeper.rules.memory import Memory
from scorekeeper.rules.values import Fault, Faults, ScoredHand, Sheet, quote

NOTHING_BAD: frozenset[str] = frozenset()
#: The version of the format in which equal values have equal bytes.
MARSHAL_VERSION = 2


def score(record: object) -> Sheet | Faults:
    """The score sheet of a record, or every fault in it."""
    if not isinstance(record, dict) or not isinstance(record.get("hands"), list):
        return score_once(record)
    hands, finished = record["hands"], _finished(record["hands"])
    key = _key(record, finished)
    fold = _remembered(record, finished, key) or _begin(record)
    if not isinstance(fold, _Fold):
        return fold
    is_new = fold.number < finished or not finished
    fold.add_all(hands, finished)
    if is_new and not fold.faults and key:
        MEMORY.put(key, fold.copy())
    fold.add_all(hands, len(hands))
    return tuple(fold.faults) or fold.sheet()


def score_once(record: object) -> Sheet | Faults:
    """The same for a record that is read once: nothing is remembered of it."""
    if not isinstance(record, dict):
        return (Fault(f"A record must be one object, not {quote(record)}.", "record.json"),)
    fold = _begin(record)
    if not isinstance(fold, _Fold):
        return fold
    fold.add_all(record["hands"], len(record["hands"]))
    return tuple(fold.faults) or fold.sheet()


def _begin(record: dict[str, Any]) -> _Fold | Faults:
    """The game before its first hand, or what is wrong if not even that can be made out."""
    header, faults = read_header(record)
    if header is None or not isinstance(record.get("hands"), list):
        return tuple(faults)
    totals = tuple([0] * len(header.sides)) if header.sound else None
    return _Fold(header, header.play, totals, header.dealer, faults)


def _remembered(record: dict[str, Any], finished: int, key: bytes | None) -> _Fold | None:
    """The game after its finished hands, or before the last of them, if one of these was read lately."""
    fold = MEMORY.get(key) if key else None
    if fold is None and finished and (earlier := _key(record, finished - 1)):
        fold = MEMORY.get(earlier)
    return fold.copy() if fold is not None else None


def _finished(hands: list[Any]) -> int:
    """How many hands there are, but for an open one at the end."""
    return len(hands) - 1 if hands and isinstance(hands[-1], dict) and "open" in hands[-1] else len(hands)


def _key(record: dict[str, Any], count: int) -> bytes | None:
    """The record with so many of its hands, to the byte; None if it holds what no document can hold."""
    try:
        return marshal.dumps(record | {"hands": record["hands"][:count]}, MARSHAL_VERSION)
    except ValueError:
        return None


@dataclass(slots=True)
class _Fold:
    """A game as far as its hands have been read."""

    header: Header
    play: Play
    #: None once a fault has made the totals unknown.
    totals: tuple[int, ...] | None
    dealer: int | None
    faults: list[Fault]
    #: How many hands were read, and how many of them count.
    number: int = 0
    counted: int = 0
    winners: tuple[int, ...] = ()
    hands: list[ScoredHand] = field(default_factory=list)
    open: dict[str, Any] | None = None

    def copy(self) -> _Fold:
        """The same, to be gone on with."""
        return replace(self, faults=[*self.faults], hands=[*self.hands])

    def add_all(self, hands: list[Any], count: int) -> None:
        """Read the hands up to so many of them, from where it stands."""
        for number in range(self.number + 1, count + 1):
            self.add(number, hands[number - 1], number == len(hands))

    def add(self, number: int, hand: object, last: bool) -> None:
        """Read one more hand."""
        self.number = number
        if self.winners:
            self.faults.append(_after_end(self.header).in_hand(number))
        if not isinstance(hand, dict):
            fault = Fault(f"A hand must be an object in braces, not {quote(hand)}.", self.header.setting.rule("record"))
            self._refuse(number, (fault,), {})
            return
        outcome = self._read(hand, last)
        if isinstance(outcome, Outcome):
            self._write(hand, outcome)
        elif outcome or "open" not in hand:
            self._refuse(number, outcome, hand)

    def _refuse(self, number: int, faults: Faults, hand: Hand) -> None:
        """Note the faults; from here on the totals are not known."""
        self.faults += [fault.in_hand(number) for fault in faults]
        self.totals = None
        self._pass_the_deal(hand)

    def _read(self, hand: dict[str, Any], last: bool) -> Outcome | Faults:
        """A hand's worth, or all that is wrong with it."""
        play, faults = self.play, []
        known = play.fields
        for key, value in hand.items():
            if key not in known:
                faults.append(self._unknown(key))
            elif wrong := known[key].check(value):
                faults += [fault.under(key) for fault in wrong]
        if not faults:
            return self._open(hand, NOTHING_BAD, last) if "open" in hand else play.score(hand, NOTHING_BAD, self)
        bad = frozenset(fault.key for fault in faults if fault.key in known)
        if "open" in bad or ("open" not in hand and self._ends_unknown(hand)):
            # Whether the play is over is not known: neither what is missing nor what is too much.
            return tuple(faults)
        sound = {key: value for key, value in hand.items() if key in known and key not in bad}
        more = self._open(sound, bad, last) if "open" in hand else play.score(sound, bad, self)
        return tuple(faults) if isinstance(more, Outcome) else (*faults, *more)

    def _ends_unknown(self, hand: dict[str, Any]) -> bool:
        """The hand was ended in a way that this table has not agreed upon."""
        return any(key in hand and key not in self.play.fields for key in ENDING_KEYS & self.play.not_here.keys())

    def _unknown(self, key: object) -> Fault:
        setting, play = self.header.setting, self.play
        why = play.not_here.get(str(key)) or f"use only {', '.join(play.fields)}."
        return Fault(f"A hand of {setting.game.name} has no {quote(key)}: {why}", setting.rule("record"), str(key))

    def _open(self, hand: Hand, bad: frozenset[str], last: bool) -> Faults:
        """A hand still in play: nothing to score, but what it says must be right."""
        rule = self.header.setting.rule("record")
        faults = forbidden_faults(hand, OPEN_KEYS, "this hand is still being played.", rule)
        if not last:
            faults.append(Fault("Only the last hand can be open. Finish this one first.", rule, "open"))
        faults += self.play.open_faults(hand, bad, self)
        if not faults and not bad:
            self.open = {"dealer": self.dealer, **{key: value for key, value in hand.items() if key != "open"}}
        return tuple(faults)

    def _write(self, hand: Hand, outcome: Outcome) -> None:
        """Write the hand down and see whether it has ended the game."""
        dealer, totals = self.dealer, self.totals
        lines, won, contract = outcome
        self._pass_the_deal(hand)
        if totals is None or dealer is None or self.winners:
            return
        if "adjust" in hand:
            lines += adjustment_lines(self.header.setting, hand)
        points = [0] * len(totals)
        for line in lines:
            points[line.side] += line.points
        self.totals = totals = tuple(map(add, totals, points))
        self.hands.append(ScoredHand(dealer, tuple(points), totals, lines))
        self.winners = self.play.end.winners(totals, self.counted, contract) if won is None else (won,)

    def _pass_the_deal(self, hand: Hand) -> None:
        """To the left, unless a misdeal keeps it; thrown-in and misdealt hands do not count."""
        if UNCOUNTED_KEYS.isdisjoint(hand):
            self.counted += 1
        setting = self.header.setting
        if self.dealer is not None and setting.game.passes_deal(hand):
            self.dealer = (self.dealer + 1) % setting.players

    def sheet(self) -> Sheet:
        """The finished sheet."""
        over = bool(self.winners)
        return Sheet(
            self.header.setting.game.slug,
            self.header.sides,
            tuple(self.hands),
            self.totals or (),
            self.winners,
            None if over else self.dealer,
            self.open,
        )


#: The games read lately, a club's busiest night and more.
MEMORY: Memory[_Fold] = Memory(500)


def _after_end(header: Header) -> Fault:
    words = header.play.end.describe()
    return Fault(
        f"The game ended before this hand ({words}). Delete the hand, or start a new game.",
        header.setting.rule("after-end"),
        after_end=True,
    )
