"""Simplified Cribbage, everyone alone (source 001).

Points in play for counts of 15, 20, 25, 30 and 31 and for a go; then 2 for every combination
of the five cards that makes fifteen. 50 wins, and points in play win at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from scorekeeper.rules.cards.card import (
    ALIKE,
    EACH_FIFTEEN,
    FIFTEEN,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    fifteens,
    too_many_alike,
)
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Field, ListOf, Pair, PerSide, Whole, YesNo
from scorekeeper.rules.game import Game, Hand, Live, Moment, Outcome, Play, Setting, hand_fields
from scorekeeper.rules.shares import per_player
from scorekeeper.rules.values import BIGGEST, Fault, Faults, Line, LineKind, fill, reason

#: 001 Simplified Cribbage.
TARGET = 50
CARDS_EACH = 5
COUNT_POINTS = {15: 2, 20: 2, 25: 2, 30: 2, 31: 3}
LIMIT = 31
GO = 1
#: The play and the hands can each be entered in two ways.
WAYS = {"pegged": "Enter the play as points or card by card", "hands": "Enter the hands as cards or as points"}
#: The most that five cards can show: 5, 5, 5, 5 and 10.
MOST_SHOWN = 16
PEGGED, SHOWN = "Points made in play", "Points for the hand"
COUNTED, GO_CARD = "{count} for {points}", "Go: last card before everyone passed"
LAST_CARD = "Last card of the deal"
FIFTEENS, ONE_FIFTEEN = "{count} fifteens = {points}", "{count} fifteen = {points}"
WON_IN_PLAY = "The game was won in play, so hands don't count"


def fields(setting: Setting) -> dict[str, Field]:
    """The play, as points or card by card; the hands, as points or as cards."""
    card = Whole(label="Card", rule="cribbage.plays-limit", low=LOWEST_NUMBER, high=HIGHEST_NUMBER)
    one_play = Pair(label="Play", rule="cribbage.play", first=setting.seat("", "Player", "play"), second=card)
    cards = ListOf(label="Cards in a hand", rule="cribbage.fifteens", of=card, least=CARDS_EACH, most=CARDS_EACH)
    return hand_fields(
        setting,
        ListOf(key="plays", label="Cards played in order", rule="cribbage.play", of=one_play, needed=False),
        per_player(setting, "pegged", "Points made in play", "pegged", high=BIGGEST, needed=False, instead=True),
        PerSide(
            key="hands",
            label="Hands shown",
            rule="cribbage.fifteens",
            of=cards,
            count=setting.players,
            needed=False,
            instead=True,
        ),
        per_player(
            setting, "shown", "Points for the hands", "shown", high=MOST_SHOWN, step=2, needed=False, instead=True
        ),
    )


def score(players: int, target: int, deal: int | None, hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
    """Score the play and, unless it has won the game, the hands. `deal` is its cards, if the last one scores."""
    faults = _not_both(hand, "pegged", "plays") or _neither(hand, bad, "pegged", "plays")
    faults += [*_not_both(hand, "hands", "shown"), *_play_faults(hand)]
    faults += _alike([card for cards in hand.get("hands", []) for card in cards], "hands")
    has_play = "pegged" in hand or "plays" in hand
    if at.totals is None or not has_play or any(fault.path in ("pegged", "plays") for fault in faults):
        return tuple(faults)
    lines, winner = _pegging(hand, at.totals, target, deal)
    if winner is None:
        faults += _neither(hand, bad, "hands", "shown")
    if faults or bad:
        return tuple(faults)
    if winner is None:
        return Outcome((*lines, *_shown(hand)))
    # Nobody's hand counts any more: say so to players without a line.
    seats = {line.side for line in lines}
    silent = [seat for seat in range(players) if seat not in seats]
    unscored = [Line(seat, 0, WON_IN_PLAY, "cribbage.win-in-play", LineKind.UNSCORED) for seat in silent]
    return Outcome((*lines, *unscored), winner)


def _pegging(hand: Hand, totals: tuple[int, ...], target: int, deal: int | None) -> tuple[tuple[Line, ...], int | None]:
    """The lines of the play, and the seat that has won by them."""
    if "plays" in hand:
        count = _Count(list(totals), target, deal)
        winner = count.lay_all(hand["plays"])
        return tuple(count.lines), winner
    lines = tuple(Line(seat, points, PEGGED, "cribbage.pegged") for seat, points in enumerate(hand["pegged"]))
    reached = [total + points for total, points in zip(totals, hand["pegged"], strict=True)]
    winners = End(points=target).winners(reached, 0)
    return lines, winners[0] if winners else None


@dataclass
class _Count:
    """The running count while the cards go down."""

    totals: list[int]
    target: int
    #: How many cards the deal has, where its last one scores.
    deal: int | None = None
    played: int = 0
    count: int = 0
    last: int | None = None
    lines: list[Line] = field(default_factory=list)

    def score(self, seat: int, points: int, why: str, rule: str) -> bool:
        """Add points; True if they have won the game."""
        self.lines.append(Line(seat, points, why, rule))
        self.totals[seat] += points
        return End(points=self.target).winners(self.totals, 0) == (seat,)

    def lay(self, seat: int, card: int) -> int | None:
        """Play one card; return the seat that has won by it, if any."""
        if self.count + card > LIMIT:
            go, self.count, last = self.count != LIMIT, 0, self.last
            if go and last is not None and self.score(last, GO, GO_CARD, "cribbage.go"):
                return last
        self.count, self.last, self.played = self.count + card, seat, self.played + 1
        points = COUNT_POINTS.get(self.count)
        if points and self.score(seat, points, fill(COUNTED, count=self.count, points=points), "cribbage.count"):
            return seat
        is_last = self.played == self.deal and self.count != LIMIT
        return seat if is_last and self.score(seat, GO, LAST_CARD, "cribbage.go-last") else None

    def lay_all(self, plays: list[Any]) -> int | None:
        """Lay cards in the order played, up to the end or to a win in play; return the winner."""
        return next((winner for seat, card in plays if (winner := self.lay(seat, card)) is not None), None)


def _shown(hand: Hand) -> list[Line]:
    if "shown" in hand:
        return [Line(seat, points, SHOWN, "cribbage.shown") for seat, points in enumerate(hand["shown"])]
    return [_fifteens_line(seat, len(fifteens(cards))) for seat, cards in enumerate(hand["hands"])]


def _fifteens_line(seat: int, count: int) -> Line:
    points = EACH_FIFTEEN * count
    why = fill(ONE_FIFTEEN if count == 1 else FIFTEENS, count=count, points=points)
    return Line(seat, points, why, "cribbage.fifteens")


def _not_both(hand: Hand, first: str, second: str) -> list[Fault]:
    if first in hand and second in hand:
        return [Fault(f"{WAYS[first]}, not both.", "cribbage.record", second)]
    return []


def _neither(hand: Hand, bad: frozenset[str], first: str, second: str) -> list[Fault]:
    if {first, second}.isdisjoint((*hand, *bad)):
        return [Fault(f"{WAYS[first]}.", "cribbage.record", first)]
    return []


def _play_faults(hand: Hand) -> list[Fault]:
    """Five cards each, four of a number."""
    plays = hand.get("plays", [])
    seats, numbers = [seat for seat, _ in plays], [card for _, card in plays]
    faults = [
        Fault(
            f"Seat {seat} played {seats.count(seat)} cards, but everyone has only {CARDS_EACH}.",
            "cribbage.plays-limit",
            "plays",
        )
        for seat in sorted(set(seats))
        if seats.count(seat) > CARDS_EACH
    ]
    return faults + _alike(numbers, "plays")


def _alike(numbers: list[int], key: str) -> list[Fault]:
    number = too_many_alike(numbers)
    if number is None:
        return []
    why = f"That makes {numbers.count(number)} cards with the number {number}, but the deck has only {ALIKE}."
    return [Fault(why, "cribbage.plays-limit", key)]


def live(hand: Hand, totals: tuple[int, ...], dealer: int, target: int, deal: int | None) -> Live:
    """The count while the cards are being played; next is the left neighbor who still has cards."""
    plays, players = hand.get("plays", []), len(totals)
    count = _Count(list(totals), target, deal)
    winner = count.lay_all(plays)
    last = plays[-1][0] if plays else dealer
    seats = [seat for seat, _ in plays]
    order = [(last + step) % players for step in range(1, players + 1)]
    turn = next((seat for seat in order if seats.count(seat) < CARDS_EACH), order[0])
    return Live("plays", count.count, turn, tuple(count.lines), winner)


def complete(hand: Hand, players: int) -> Hand:
    """When everybody has played five cards, these are the hands."""
    plays = hand.get("plays", [])
    hands = [[card for seat, card in plays if seat == player] for player in range(players)]
    known = "hands" in hand or "shown" in hand or any(len(cards) != CARDS_EACH for cards in hands)
    return hand if known else {**hand, "hands": hands}


def reduce(hand: Hand, players: int) -> Hand:
    """A hand without the cards that follow from the play."""
    rest = {key: value for key, value in hand.items() if key != "hands"}
    return rest if "hands" in hand and complete(rest, players) == hand else hand


def facts(target: int, deal: int | None) -> dict[str, Any]:
    """The counts that score in play, the go, the last card, the fifteens, and when play has won the game."""
    return {
        "kind": "pegging",
        "target": target,
        "limit": LIMIT,
        "counts": reason(
            COUNTED, "cribbage.count", points={str(count): worth for count, worth in COUNT_POINTS.items()}
        ),
        "go": reason(GO_CARD, "cribbage.go", points=GO),
        **({"last": reason(LAST_CARD, "cribbage.go-last", points=GO, plays=deal)} if deal else {}),
        "pegged": reason(PEGGED, "cribbage.pegged"),
        "shown": reason(SHOWN, "cribbage.shown"),
        "sums": reason(FIFTEENS, "cribbage.fifteens", one=ONE_FIFTEEN, sum=FIFTEEN, value=EACH_FIFTEEN),
        "silent": reason(WON_IN_PLAY, "cribbage.win-in-play"),
        "ways": WAYS,
        "completes": {"way": "collect", "from": "plays", "into": "hands", "unless": "shown", "each": CARDS_EACH},
    }


def at_table(setting: Setting) -> Play:
    """The game at a table."""
    target = setting.options["target"]
    deal = setting.players * CARDS_EACH if setting.options["last_card"] else None
    return Play(
        fields(setting),
        partial(score, setting.players, target, deal),
        End(points=target),
        partial(facts, target, deal),
        live=lambda hand, totals, dealer: live(hand, totals, dealer, target, deal),
        complete=lambda hand, dealer: complete(hand, setting.players),
        reduce=lambda hand: reduce(hand, setting.players),
    )


GAME = Game(
    slug="cribbage",
    name="Simplified Cribbage",
    source="001",
    group="Booklet games",
    summary="Two to eight players. Build the count to 15, 20, 25, 30 and 31, then count the fifteens in your hand.",
    players=(2, 3, 4, 5, 6, 7, 8),
    play=at_table,
    options=(
        Whole(key="target", label="Points to win", rule="cribbage.target", low=1, default=TARGET),
        YesNo(key="last_card", label="The last card of the deal scores 1", rule="cribbage.go-last", default=False),
    ),
    asks=("fifteens",),
)
