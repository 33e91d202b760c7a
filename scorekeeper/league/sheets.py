"""A game's record and its score sheet (`rook-score/1`), both as plain values, made into a `Result`.

Bids are facts of the record; whether they were made is seen in the rules that the sheet's lines cite.
No game is known here: a made or missed bid has the same rule names in all of them, and the reason of
such a line names the bid first and then what was captured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.league.results import NO_BIDDING, Bidding, Player, Result, Side, Substitute, places

Plain = Mapping[str, Any]

MADE = ("made",)
SHORT = ("set-back", "failed", "short")
#: A counter left in the nest costs the bid like a bid not made. A misplay or misdeal leaves the bid untested.
MISSED = (*SHORT, "nest-counter")
NUMBER = re.compile(r"\d+")


def from_sheet(
    id: str,  # noqa: A002
    evening: str,
    round: int,  # noqa: A002
    players: Sequence[Player],
    record: Plain,
    sheet: Plain,
    *,
    lowest_wins: bool = False,
    date: str = "",
    substitutes: Iterable[Substitute] = (),
) -> Result:
    """The result of a game; one that was stopped before its end is placed by its points."""
    bids = _bidding(len(players), record, sheet)
    merits = [-total if lowest_wins else total for total in sheet["totals"]]
    standing = places(merits, sheet["winners"])
    sides = tuple(
        Side(
            tuple(players[seat] for seat in side["seats"]),
            total,
            place,
            bidding=tuple(bids[seat] for seat in side["seats"]),
        )
        for side, total, place in zip(sheet["sides"], sheet["totals"], standing, strict=True)
    )
    when = date or str(record.get("date", ""))
    return Result(id, evening, round, sheet["game"], sides, len(sheet["hands"]), lowest_wins, when, tuple(substitutes))


def _bidding(seats: int, record: Plain, sheet: Plain) -> list[Bidding]:
    """What each seat did as bidder, over all hands; an open hand is not on the sheet and does not count."""
    found = [NO_BIDDING] * seats
    for told, scored in zip(record["hands"], sheet["hands"], strict=False):
        for seat, bid in _bids(told, scored, sheet["sides"]):
            found[seat] += bid
    return found


def _bids(told: Plain, scored: Plain, sides: Sequence[Plain]) -> Iterator[tuple[int, Bidding]]:
    """The bid of a hand with its bidder's seat; none where nobody bid."""
    for line in scored["lines"]:
        name = line["rule"].rpartition(".")[2]
        seats = sides[line["side"]]["seats"]
        bidder = told.get("bidder", seats[0])
        if name in MADE + MISSED and bidder in seats:
            yield bidder, _tested(name, line["why"], told)


def _tested(name: str, why: str, told: Plain) -> Bidding:
    """One bid that was made or missed, and by how much."""
    numbers = [int(number) for number in NUMBER.findall(why)]
    bid, got = numbers[:2] if len(numbers) > 1 else (0, 0)
    bid = told.get("bid", bid)
    colours = ((told["trump"], 1),) if "trump" in told else ()
    if name in MADE:
        return Bidding(made=1, highest=bid, over=got - bid, colours=colours)
    if name in SHORT:
        return Bidding(set_back=1, under=bid - got, known=1, colours=colours)
    return Bidding(set_back=1, colours=colours)
