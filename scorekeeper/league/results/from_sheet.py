"""A game's record and its score sheet (`rook-score/1`), both as plain values, made into a `Result`.

Whether a bid was made is seen in the rules that the sheet's lines cite. No game is known here: a made
or missed bid has the same rule names in all of them. By how much it was made or missed the sheet does
not print; whoever has scored the record knows it and hands the figures over (`bids`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.league.results.result import NO_BIDDING, Bidding, Player, Result, Side, Substitute, places

Plain = Mapping[str, Any]

#: Of every hand on the sheet, the sides whose bid was tested: the bid, and what was earned towards it.
Bids = Sequence[Sequence[tuple[int, tuple[int, int]]]]

MADE = ("made",)
#: A counter left in the nest costs the bid like a bid not made. A misplay or misdeal leaves the bid untested.
MISSED = ("set-back", "failed", "short", "nest-counter")


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
) -> Result:
    """The result of a game; one that was stopped before its end is placed by its points."""
    bidding = _bidding(len(players), record, sheet, bids)
    merits = [-total if lowest_wins else total for total in sheet["totals"]]
    standing = places(merits, sheet["winners"])
    sides = tuple(
        Side(
            tuple(players[seat] for seat in side["seats"]),
            total,
            place,
            bidding=tuple(bidding[seat] for seat in side["seats"]),
        )
        for side, total, place in zip(sheet["sides"], sheet["totals"], standing, strict=True)
    )
    when = date or str(record.get("date", ""))
    return Result(id, night, round, sheet["game"], sides, len(sheet["hands"]), lowest_wins, when, tuple(substitutes))


def _bidding(seats: int, record: Plain, sheet: Plain, bids: Bids) -> list[Bidding]:
    """What each seat did as bidder, over all hands; an open hand is not on the sheet and does not count."""
    found = [NO_BIDDING] * seats
    for number, (told, scored) in enumerate(zip(record["hands"], sheet["hands"], strict=False)):
        figures = dict(bids[number]) if number < len(bids) else {}
        for seat, bid in _bids(told, scored, sheet["sides"], figures):
            found[seat] += bid
    return found


def _bids(
    told: Plain, scored: Plain, sides: Sequence[Plain], figures: Mapping[int, tuple[int, int]]
) -> Iterator[tuple[int, Bidding]]:
    """The bid of a hand with its bidder's seat; none where nobody bid."""
    for line in scored["lines"]:
        name = line["rule"].rpartition(".")[2]
        seats = sides[line["side"]]["seats"]
        bidder = told.get("bidder", seats[0])
        if name in MADE + MISSED and bidder in seats:
            yield bidder, _tested(name in MADE, told, figures.get(line["side"]))


def _tested(made: bool, told: Plain, figures: tuple[int, int] | None) -> Bidding:
    """One bid that was made or missed, and by how much where that is known."""
    colors = ((told["trump"], 1),) if "trump" in told else ()
    bid, earned = figures or (told.get("offer", told).get("bid", 0), None)
    if made:
        return Bidding(made=1, highest=bid, over=0 if earned is None else earned - bid, colors=colors)
    if earned is None:
        return Bidding(set_back=1, colors=colors)
    return Bidding(set_back=1, under=bid - earned, known=1, colors=colors)
