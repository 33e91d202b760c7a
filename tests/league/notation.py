"""Results in one line: “Ann+Cal 300, Ben+Dot 205”; with “*” behind a substitute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scorekeeper.league.rating import Rating, rate_in_order
from scorekeeper.league.results import Bidding, Bye, Result, Side, Substitute, places
from scorekeeper.league.season_totals import SeasonTotals, season_totals
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.totals import meetings_of, night_totals


def game(
    text: str, key: str = "g", night: str = "1", turn: int = 1, lowest_wins: bool = False, **bids: Bidding
) -> Result:
    """A result; bids are given by player."""
    parts = [part.rsplit(" ", 1) for part in text.split(", ")]
    points = [int(figure) for _, figure in parts]
    standing = places([-figure if lowest_wins else figure for figure in points])
    sides, substitutes = [], []
    for (names, figure), place in zip(parts, standing, strict=True):
        players = tuple(name.rstrip("*") for name in names.split("+"))
        substitutes += [Substitute(name.rstrip("*")) for name in names.split("+") if name.endswith("*")]
        sides.append(Side(players, int(figure), place, bidding=tuple(bids.get(name, Bidding()) for name in players)))
    return Result(
        key, night, turn, "rook", tuple(sides), hands=8, lowest_wins=lowest_wins, substitutes=tuple(substitutes)
    )


def instead(result: Result, player: str, absent: str) -> Result:
    """The same with one player in the place of another."""
    return replace(result, substitutes=(Substitute(player, absent),))


def games(*texts: str, night: str = "1") -> list[Result]:
    """Several results of a night, in rounds one after the other."""
    return [game(text, f"{night}.{at}", night, at) for at, text in enumerate(texts, 1)]


def season(scheme: Scheme, *nights: list[Result], byes: Iterable[Bye] = ()) -> SeasonTotals:
    """The totals of a season of these nights, with their meetings; byes are of the first night."""
    totals = {str(at): night_totals(results, byes if at == 1 else ()) for at, results in enumerate(nights, 1)}
    met = meetings_of(result for results in nights for result in results)
    return replace(season_totals(scheme, totals), meetings_among=lambda group: met)


def ratings(results: Iterable[Result], before: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """Everybody's rating after these results, in order of time."""
    ordered = sorted(results, key=lambda result: result.when)
    return rate_in_order([[(side.players, side.place) for side in result.sides] for result in ordered], before or {})
