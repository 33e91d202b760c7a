"""Score a record: read its hands in order until somebody has won."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import add
from typing import Any

from scorekeeper.rules.document import Header, read_header
from scorekeeper.rules.game import (
    ENDING_KEYS,
    OPEN_KEYS,
    UNCOUNTED_KEYS,
    Hand,
    Moment,
    Outcome,
    Play,
    adjustment_lines,
    forbidden_faults,
)
from scorekeeper.rules.values import Fault, Faults, ScoredHand, Sheet, quote

NOTHING_BAD: frozenset[str] = frozenset()


def score(record: object) -> Sheet | Faults:
    """The score sheet of a record, or every fault in it."""
    if not isinstance(record, dict):
        return (Fault(f"A record must be one object, not {quote(record)}.", "record.json"),)
    header, faults = read_header(record)
    hands = record.get("hands")
    if header is None or not isinstance(hands, list):
        return tuple(faults)
    totals = header.opening or (0,) * len(header.sides) if header.sound else None
    fold = _Fold(header, header.play, totals, header.dealer, faults)
    for number, hand in enumerate(hands, 1):
        fold.add(number, hand, number == len(hands))
    return tuple(fold.faults) or fold.sheet()


@dataclass(slots=True)
class _Fold:
    """The state of a game while its hands are read one after the other."""

    header: Header
    play: Play
    #: None once a fault has made the totals unknown.
    totals: tuple[int, ...] | None
    dealer: int | None
    faults: list[Fault]
    #: How many of the hands count.
    counted: int = 0
    winners: tuple[int, ...] = ()
    hands: list[ScoredHand] = field(default_factory=list)
    open: dict[str, Any] | None = None

    def add(self, number: int, hand: object, last: bool) -> None:
        """Read the next hand."""
        setting = self.header.setting
        if self.winners:
            why = f"The game ended before this hand ({self.play.end.describe()}). Delete the hand, or start a new game."
            self.faults.append(Fault(why, setting.rule("after-end"), hand=number, after_end=True))
        if not isinstance(hand, dict):
            fault = Fault(f"A hand must be an object in braces, not {quote(hand)}.", setting.rule("record"))
            self._refuse(number, (fault,), {})
            return
        outcome = self._read(hand, last)
        if isinstance(outcome, Outcome):
            self._write(hand, outcome)
        elif outcome or "open" not in hand:
            self._refuse(number, outcome, hand)

    def _refuse(self, number: int, faults: Faults, hand: Hand) -> None:
        """Add the faults. The totals are unknown from here on."""
        self.faults += [fault.in_hand(number) for fault in faults]
        self.totals = None
        self._pass_the_deal(hand)

    def _read(self, hand: dict[str, Any], last: bool) -> Outcome | Faults:
        """Score a hand, or return everything that is wrong with it."""
        play, faults = self.play, []
        moment = Moment(self.counted, self.dealer, self.totals)
        known = play.fields
        for key, value in hand.items():
            if key not in known:
                faults.append(self._unknown(key))
            elif wrong := known[key].check(value):
                faults += [fault.under(key) for fault in wrong]
        if not faults:
            return (
                self._open(hand, NOTHING_BAD, moment, last) if "open" in hand else play.score(hand, NOTHING_BAD, moment)
            )
        bad = frozenset(fault.key for fault in faults if fault.key in known)
        unknown_end = any(key in hand and key not in known for key in ENDING_KEYS & play.not_here.keys())
        if "open" in bad or ("open" not in hand and unknown_end):
            # It is not known whether the play is over, so nobody can say what is missing or too much.
            return tuple(faults)
        sound = {key: value for key, value in hand.items() if key in known and key not in bad}
        more = self._open(sound, bad, moment, last) if "open" in hand else play.score(sound, bad, moment)
        return tuple(faults) if isinstance(more, Outcome) else (*faults, *more)

    def _unknown(self, key: object) -> Fault:
        setting, play = self.header.setting, self.play
        why = play.not_here.get(str(key)) or f"use only {', '.join(play.fields)}."
        return Fault(f"A hand of {setting.game.name} has no {quote(key)}: {why}", setting.rule("record"), str(key))

    def _open(self, hand: Hand, bad: frozenset[str], at: Moment, last: bool) -> Faults:
        """Check a hand that is still being played."""
        rule = self.header.setting.rule("record")
        faults = forbidden_faults(hand, OPEN_KEYS, "this hand is still being played.", rule)
        if not last:
            faults.append(Fault("Only the last hand can be open. Finish this one first.", rule, "open"))
        faults += self.play.open_faults(hand, bad, at)
        if not faults and not bad:
            self.open = {"dealer": self.dealer, **{key: value for key, value in hand.items() if key != "open"}}
        return tuple(faults)

    def _write(self, hand: Hand, outcome: Outcome) -> None:
        """Add the hand to the sheet and decide whether it ends the game."""
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
        """Count the hand unless it was thrown in or misdealt; move the deal to the left unless a misdeal keeps it."""
        if UNCOUNTED_KEYS.isdisjoint(hand):
            self.counted += 1
        setting = self.header.setting
        if self.dealer is not None and setting.game.passes_deal(hand):
            self.dealer = (self.dealer + 1) % setting.players

    def sheet(self) -> Sheet:
        """The sheet after the last hand."""
        return Sheet(
            self.header.setting.game.slug,
            self.header.sides,
            tuple(self.hands),
            self.totals or (),
            self.winners,
            None if self.winners else self.dealer,
            self.open,
            self.header.opening,
        )
