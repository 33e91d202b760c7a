"""The fold: hands in order, each at its moment, until somebody has won."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import add
from typing import Any

from scorekeeper.rules.document import Header, read_header
from scorekeeper.rules.game import AGREED, OPEN_KEYS, UNCOUNTED_KEYS, Hand, Outcome, Play, forbidden
from scorekeeper.rules.values import Fault, Faults, Line, LineKind, ScoredHand, Sheet, shown

NOTHING_BAD: frozenset[str] = frozenset()


def score(record: object) -> Sheet | Faults:
    """The score sheet of a record, or every fault in it."""
    if not isinstance(record, dict):
        return (Fault(f"A record is one object, not {shown(record)}.", "record.json"),)
    table, faults = read_header(record)
    hands = record.get("hands")
    if table is None or not isinstance(hands, list):
        return tuple(faults)
    game = _Game(table, table.play, tuple([0] * len(table.sides)) if table.sound else None, table.dealer, faults)
    for number, hand in enumerate(hands, 1):
        game.add(number, hand, number == len(hands))
    return tuple(game.faults) or game.sheet()


@dataclass(slots=True)
class _Game:
    """A game as far as it has been read."""

    table: Header
    play: Play
    #: None once a fault has made the totals unknown.
    totals: tuple[int, ...] | None
    dealer: int | None
    faults: list[Fault]
    counted: int = 0
    winners: tuple[int, ...] = ()
    hands: list[ScoredHand] = field(default_factory=list)
    open: dict[str, Any] | None = None

    def add(self, number: int, hand: object, last: bool) -> None:
        """Read one more hand."""
        if self.winners:
            self.faults.append(_after_end(self.table).in_hand(number))
        if not isinstance(hand, dict):
            fault = Fault(f"A hand is an object between braces, not {shown(hand)}.", self.table.setting.rule("record"))
            self._refuse(number, (fault,), {})
            return
        found = self._read(hand, last)
        if isinstance(found, Outcome):
            self._book(hand, found)
        elif found or "open" not in hand:
            self._refuse(number, found, hand)

    def _refuse(self, number: int, faults: Faults, hand: Hand) -> None:
        """Note the faults; from here on the totals are not known."""
        self.faults += [fault.in_hand(number) for fault in faults]
        self.totals = None
        self._pass_the_deal(hand)

    def _read(self, hand: dict[str, Any], last: bool) -> Outcome | Faults:
        """A hand's worth, or all that is wrong with it."""
        play, found = self.play, []
        known = play.fields
        for key, value in hand.items():
            if key not in known:
                found.append(self._unknown(key))
            elif wrong := known[key].check(value):
                found += [fault.under(key) for fault in wrong]
        if not found:
            return self._open(hand, NOTHING_BAD, last) if "open" in hand else play.score(hand, NOTHING_BAD, self)
        bad = frozenset(fault.key for fault in found if fault.key in known)
        if "open" in bad:
            # Whether the play is over is not known: neither what is missing nor what is too much.
            return tuple(found)
        sound = {key: value for key, value in hand.items() if key in known and key not in bad}
        more = self._open(sound, bad, last) if "open" in hand else play.score(sound, bad, self)
        return tuple(found) if isinstance(more, Outcome) else (*found, *more)

    def _unknown(self, key: object) -> Fault:
        setting, play = self.table.setting, self.play
        why = play.not_here.get(str(key)) or f"possible are {', '.join(play.fields)}."
        return Fault(f"A hand of {setting.game.name} has no {shown(key)}: {why}", setting.rule("record"), str(key))

    def _open(self, hand: Hand, bad: frozenset[str], last: bool) -> Faults:
        """A hand still in play: nothing to score, but what it says must be right."""
        rule = self.table.setting.rule("record")
        faults = forbidden(hand, OPEN_KEYS, "the play of this hand is not over.", rule)
        if not last:
            faults.append(Fault("Only the last hand can be open: finish this one first.", rule, "open"))
        faults += self.play.open_faults(hand, bad, self)
        if not faults and not bad:
            self.open = {"dealer": self.dealer, **{key: value for key, value in hand.items() if key != "open"}}
        return tuple(faults)

    def _book(self, hand: Hand, outcome: Outcome) -> None:
        """Write the hand down and look whether it has ended the game."""
        dealer, totals = self.dealer, self.totals
        lines, won = outcome
        self._pass_the_deal(hand)
        if totals is None or dealer is None or self.winners:
            return
        if "adjust" in hand:
            lines += self._adjustments(hand)
        points = [0] * len(totals)
        for line in lines:
            points[line.side] += line.points
        self.totals = totals = tuple(map(add, totals, points))
        self.hands.append(ScoredHand(dealer, tuple(points), totals, lines))
        self.winners = self.play.end.winners(totals, self.counted) if won is None else (won,)

    def _adjustments(self, hand: Hand) -> tuple[Line, ...]:
        rule = self.table.setting.rule("adjust")
        return tuple(
            Line(entry["side"], entry["points"], AGREED.format(why=entry["why"].strip()), rule, LineKind.ADJUSTMENT)
            for entry in hand["adjust"]
        )

    def _pass_the_deal(self, hand: Hand) -> None:
        """To the left, unless a misdeal keeps it; thrown-in and misdealt hands do not count."""
        if UNCOUNTED_KEYS.isdisjoint(hand):
            self.counted += 1
        elif self.table.setting.game.redeals and "misdeal" in hand:
            return
        if self.dealer is not None:
            self.dealer = (self.dealer + 1) % self.table.setting.players

    def sheet(self) -> Sheet:
        """The finished sheet."""
        over = bool(self.winners)
        return Sheet(
            self.table.setting.game.slug,
            self.table.sides,
            tuple(self.hands),
            self.totals or (),
            self.winners,
            None if over else self.dealer,
            self.open,
        )


def _after_end(table: Header) -> Fault:
    words = table.play.end.describe()
    return Fault(
        f"The game was over before this hand ({words}): delete it, or start a new game.",
        table.setting.rule("after-end"),
        after_end=True,
    )
