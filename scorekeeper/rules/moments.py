"""Key moments of a finished game, from its sheet: the biggest hand, comebacks, sets, changes of the lead."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from scorekeeper.rules.values import LineKind, Sheet

#: A game of fewer hands has no moments.
FEWEST_HANDS = 2
#: One missed bid is no record.
FEWEST_SETS = 2


class MomentKind(Enum):
    """What a moment is about."""

    #: The most points that a side had in one hand.
    BIGGEST_HAND = "biggest hand"
    #: The same where the lowest total wins.
    COSTLIEST_HAND = "costliest hand"
    #: How far the winners were behind.
    COMEBACK = "comeback"
    #: How often the lead went to another side.
    LEAD_CHANGES = "lead changes"
    #: The highest bid that was made.
    HIGHEST_BID = "highest bid"
    #: The most bids that one side missed.
    MOST_SETS = "most sets"
    #: Every bid was made.
    NO_SETS = "no sets"


class Lead(Enum):
    """How the winners led."""

    #: After every hand.
    ALWAYS = "always"
    #: After the last hand and no other.
    AT_THE_END = "at the end"
    SOMETIMES = "sometimes"


@dataclass(frozen=True)
class Moment:
    """A moment: its figure, whose it is, and the hands it is about, counted from 1."""

    kind: MomentKind
    figure: int
    sides: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()


def key_moments(sheet: Sheet, lowest_wins: bool = False) -> tuple[Moment, ...]:
    """The moments of a finished game, the most interesting first; none for a game of one hand."""
    if len(sheet.hands) < FEWEST_HANDS:
        return ()
    moments = (
        _biggest_hand(sheet, lowest_wins),
        _comeback(sheet, lowest_wins),
        _sets(sheet),
        _lead_changes(sheet, lowest_wins),
        _highest_bid(sheet),
    )
    return tuple(moment for moment in moments if moment is not None)


def winners_lead(sheet: Sheet, lowest_wins: bool = False) -> Lead:
    """How the only winner led; several winners never did."""
    leaders = _leaders(sheet, lowest_wins)
    if len(sheet.winners) != 1 or len(leaders) < FEWEST_HANDS:
        return Lead.SOMETIMES
    led = [leader == sheet.winners for leader in leaders]
    if all(led):
        return Lead.ALWAYS
    return Lead.AT_THE_END if led[-1] and not any(led[:-1]) else Lead.SOMETIMES


def most_points(sheet: Sheet) -> tuple[int, int, int] | None:
    """The most points in one hand, the side that had them first, and the hand, counted from 1."""
    hands = enumerate(sheet.hands, 1)
    best = max(
        ((points, -place, -side) for place, hand in hands for side, points in enumerate(hand.points)), default=(0, 0, 0)
    )
    points, place, side = best
    return (points, -side, -place) if points > 0 else None


def _biggest_hand(sheet: Sheet, lowest_wins: bool) -> Moment | None:
    """The first hand with the most points."""
    best = most_points(sheet)
    if best is None:
        return None
    points, side, place = best
    return Moment(MomentKind.COSTLIEST_HAND if lowest_wins else MomentKind.BIGGEST_HAND, points, (side,), (place,))


def _comeback(sheet: Sheet, lowest_wins: bool) -> Moment | None:
    """The largest deficit of the only winner, the first time it was so large."""
    if len(sheet.winners) != 1:
        return None
    winner = sheet.winners[0]
    before_the_end = _merits(sheet, lowest_wins)[:-1]
    deficits = [
        max(merit for side, merit in enumerate(merits) if side != winner) - merits[winner] for merits in before_the_end
    ]
    behind, place = max((deficit, -place) for place, deficit in enumerate(deficits, 1))
    return Moment(MomentKind.COMEBACK, behind, sheet.winners, (-place,)) if behind > 0 else None


def _lead_changes(sheet: Sheet, lowest_wins: bool) -> Moment | None:
    """How often another side took the lead alone; a shared lead changes nothing."""
    alone = [(place, leaders[0]) for place, leaders in enumerate(_leaders(sheet, lowest_wins), 1) if len(leaders) == 1]
    places = tuple(place for (_, before), (place, leader) in pairwise(alone) if leader != before)
    return Moment(MomentKind.LEAD_CHANGES, len(places), hands=places) if places else None


def _sets(sheet: Sheet) -> Moment | None:
    """The sides that missed most bids, or that every bid was made; None where nobody bids."""
    sets = [_missed(sheet, side) for side in range(len(sheet.sides))]
    most = max(map(len, sets))
    if most >= FEWEST_SETS:
        sides = tuple(side for side, places in enumerate(sets) if len(places) == most)
        return Moment(MomentKind.MOST_SETS, most, sides, tuple(sorted(place for side in sides for place in sets[side])))
    made = sum(len(bids) for bids in sheet.bids)
    return Moment(MomentKind.NO_SETS, made) if made and most == 0 else None


def _missed(sheet: Sheet, side: int) -> list[int]:
    """The hands in which a side missed its bid."""
    return [
        place
        for place, hand in enumerate(sheet.hands, 1)
        if any(line.side == side and line.kind is LineKind.MISSED for line in hand.lines)
    ]


def _highest_bid(sheet: Sheet) -> Moment | None:
    """The highest bid that was made, the first time."""
    made = [(bid.bid, -place, -bid.side) for place, bids in enumerate(sheet.bids, 1) for bid in bids if bid.made]
    if not made:
        return None
    bid, place, side = max(made)
    return Moment(MomentKind.HIGHEST_BID, bid, (-side,), (-place,))


def _leaders(sheet: Sheet, lowest_wins: bool) -> list[tuple[int, ...]]:
    """The sides in front after every hand."""
    return [
        tuple(side for side, merit in enumerate(merits) if merit == max(merits))
        for merits in _merits(sheet, lowest_wins)
    ]


def _merits(sheet: Sheet, lowest_wins: bool) -> list[tuple[int, ...]]:
    """The totals after every hand, turned so that more is better."""
    return [tuple(-total if lowest_wins else total for total in hand.totals) for hand in sheet.hands]
