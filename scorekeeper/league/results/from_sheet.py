"""A game's record and its score sheet (`rook-score/1`), both as plain values, made into a `Result`.

No game is known here. Which bids were made or missed, and by how much, the sheet does not print; whoever
has scored the record knows it and hands it over (`bids`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.league.results.result import (
    NO_BIDDING,
    Bidding,
    HandedOver,
    Player,
    Result,
    Side,
    Substitute,
    places,
)

Plain = Mapping[str, Any]

#: A bid that was tested: its side, whether it was made, the bid, and what was earned toward it if that is known.
#: A misplay or a misdeal leaves the bid untested.
TestedBid = tuple[int, bool, int, int | None]
#: The tested bids of every hand on the sheet.
Bids = Sequence[Sequence[TestedBid]]
#: By seat, who played there and what they did as bidder, in order.
BiddingBySeat = list[dict[Player, Bidding]]


def from_sheet(
    id: str,  # noqa: A002
    night: str,
    round: int,  # noqa: A002
    players: Sequence[Player],
    record: Plain,
    sheet: Plain,
    *,
    lowest_wins: bool = False,
    date: str = "",
    substitutes: Iterable[Substitute] = (),
    bids: Bids = (),
    drawn: Sequence[Player] = (),
    players_by_hand: Sequence[Sequence[Player]] = (),
) -> Result:
    """The result of a game; one that was stopped before its end is placed by its points.

    Where others sat at the table before, `drawn` says for whom the seats were, and `players_by_hand` who played.
    """
    by_seat = _bidding(players_by_hand or [players] * len(record["hands"]), players, record, sheet, bids)
    merits = [-total if lowest_wins else total for total in sheet["totals"]]
    standing = places(merits, sheet["winners"])
    sides = tuple(
        Side(
            tuple(players[seat] for seat in side["seats"]),
            total,
            place,
            bidding=tuple(by_seat[seat].get(players[seat], NO_BIDDING) for seat in side["seats"]),
        )
        for side, total, place in zip(sheet["sides"], sheet["totals"], standing, strict=True)
    )
    when = date or str(record.get("date", ""))
    left = tuple(_handed_over(by_seat, players, drawn or players, sheet))
    hands = len(sheet["hands"])
    return Result(id, night, round, sheet["game"], sides, hands, lowest_wins, when, tuple(substitutes), left)


def _bidding(
    by_hand: Sequence[Sequence[Player]], players: Sequence[Player], record: Plain, sheet: Plain, bids: Bids
) -> BiddingBySeat:
    """What was done in each seat as bidder, over all hands; an open hand is not on the sheet and does not count."""
    totals: BiddingBySeat = [{} for _ in players]
    for hand, seated, tested in zip(record["hands"], by_hand, bids, strict=False):
        for side, made, bid, earned in tested:
            seats_of_side = sheet["sides"][side]["seats"]
            bidder = hand.get("bidder", seats_of_side[0])
            if bidder in seats_of_side:
                own, player = totals[bidder], seated[bidder]
                own[player] = own.get(player, NO_BIDDING) + _one_bid(made, bid, earned, hand.get("trump"))
    return totals


def _handed_over(
    by_seat: BiddingBySeat, players: Sequence[Player], drawn: Sequence[Player], sheet: Plain
) -> Iterator[HandedOver]:
    """The bids of those who left, seat by seat."""
    sides = {seat: number for number, side in enumerate(sheet["sides"]) for seat in side["seats"]}
    for seat, bidding in enumerate(by_seat):
        for player, own in bidding.items():
            if player != players[seat]:
                yield HandedOver(player, sides[seat], own, player != drawn[seat])


def _one_bid(made: bool, bid: int, earned: int | None, trump: str | None) -> Bidding:
    """One bid that was made or missed, and by how much where that is known."""
    colors = () if trump is None else ((trump, 1),)
    if made:
        return Bidding(made=1, highest=bid, over=0 if earned is None else earned - bid, colors=colors)
    if earned is None:
        return Bidding(set_back=1, colors=colors)
    return Bidding(set_back=1, under=bid - earned, known=1, colors=colors)
