"""Statistics: partners, opponents, streaks, and the club's records.

Partners and opponents come from totals and meetings, so they cost no more after a long season than after
a short one. Streaks and records go once through all results, and name the results behind them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from scorekeeper.league.results import NO_BIDDING, Bidding, Entrant, Player, Result, Side, partnership
from scorekeeper.league.standings.counting import FOR_ABSENT, FOR_NOBODY, FOR_SUBSTITUTE
from scorekeeper.league.totals import Meeting, Meetings, Totals, TotalsByEntrant


def best_partnerships(by_entrant: TotalsByEntrant, games: int = 5) -> list[tuple[Entrant, Totals]]:
    """Partnerships with at least so many games, the largest share of wins first, then the larger margin."""
    known = [
        (entrant, totals)
        for entrant, totals in by_entrant.items()
        if len(entrant) > 1 and totals.games >= max(1, games)
    ]
    return sorted(known, key=lambda item: (-item[1].wins / item[1].games, -item[1].margin(), item[0]))


def head_to_head(meetings: Meetings, players: Sequence[Player]) -> dict[Player, dict[Player, Meeting]]:
    """The meetings of all players, in the order given; players who never met have no games."""
    return {
        one: {other: meetings.get(((one,), (other,)), Meeting()) for other in players if other != one}
        for one in players
    }


#: Games won in a row: the ids of their results.
Streak = tuple[str, ...]


@dataclass(frozen=True)
class Streaks:
    """The current and the longest streak of every player."""

    current: Mapping[Player, Streak]
    longest: Mapping[Player, Streak]


def streaks(results: Iterable[Result]) -> Streaks:
    """Runs of games won, in order of time. A shared win keeps a streak; of equal ones the first stays the longest."""
    current: dict[Player, Streak] = {}
    longest: dict[Player, Streak] = {}
    for result in sorted(results, key=lambda result: result.when):
        for side in result.sides:
            for player in side.players:
                current[player] = (*current.get(player, ()), result.id) if side.won else ()
                longest[player] = max(longest.get(player, ()), current[player], key=len)
    return Streaks(current, longest)


def recent_form(results: Iterable[Result], games: int, substitutes: str = FOR_NOBODY) -> dict[Entrant, list[bool]]:
    """The last games of every player and partnership in order of time, True for a win."""
    form: dict[Entrant, list[bool]] = {}
    for result in sorted(results, key=lambda result: result.when):
        for side in result.sides:
            for entrant in entrants_of(result, side, substitutes):
                form[entrant] = [*form.get(entrant, ()), side.won][-games:]
    return form


def entrants_of(result: Result, side: Side, substitutes: str) -> list[Entrant]:
    """The entrants who get a side's game: its players and the partnership."""
    counts = substitutes == FOR_SUBSTITUTE
    players: list[Entrant] = [(player,) for player in side.players if counts or not result.stood_in(player)]
    absent: list[Entrant] = [(player,) for player in result.absent(side)] if substitutes == FOR_ABSENT else []
    return [*players, *absent, result.represented(side)] if len(side.players) > 1 else [*players, *absent]


@dataclass(frozen=True, slots=True)
class Record:
    """A club record: the figure, its holders, and the results behind it."""

    id: str
    title: str
    figure: int
    holders: tuple[Player, ...]
    results: tuple[str, ...]


#: The figure of one side of a game, or None.
Measure = Callable[[Result, Side], int | None]


def _total(result: Result, side: Side) -> int | None:
    return None if result.lowest_wins else side.points


def _lead(result: Result, side: Side) -> int | None:
    others = [other.points for other in result.sides if other is not side]
    if not others or not side.won:
        return None
    return min(others) - side.points if result.lowest_wins else side.points - max(others)


def _bid(result: Result, side: Side) -> int | None:
    return max((bidding.highest for _, bidding in result.bids_at(side)), default=0) or None


def _made(result: Result, side: Side) -> int | None:
    return sum(bidding.made for _, bidding in result.bids_at(side)) or None


#: Records that one result can set. Points differ between games, so records are computed for one game at a time.
MEASURES: tuple[tuple[str, str, Measure], ...] = (
    ("total", "Highest total in a game", _total),
    ("lead", "Biggest win", _lead),
    ("bid", "Highest bid made", _bid),
    ("bids", "Most bids made in a game", _made),
)


def records(results: Iterable[Result]) -> tuple[Record, ...]:
    """The club's records; the first to reach a figure keeps it."""
    ordered = sorted(results, key=lambda result: result.when)
    best = [_best(key, title, measure, ordered) for key, title, measure in MEASURES]
    player, run = max(streaks(ordered).longest.items(), key=lambda item: len(item[1]), default=("", ()))
    if run:
        best.append(Record("streak", "Most games won in a row", len(run), (player,), run))
    return tuple(record for record in best if record is not None)


def _best(key: str, title: str, measure: Measure, results: Sequence[Result]) -> Record | None:
    best: Record | None = None
    for result in results:
        for side in result.sides:
            figure = measure(result, side)
            if figure is not None and (best is None or figure > best.figure):
                best = Record(key, title, figure, _holders(key, result, side, figure), (result.id,))
    return best


def _holders(key: str, result: Result, side: Side, figure: int) -> tuple[Player, ...]:
    """A bid is one player's, everything else the side's."""
    if key != "bid":
        return side.players
    return tuple(player for player, bids in result.bids_at(side) if bids.highest == figure)


@dataclass(frozen=True, slots=True)
class Tally:
    """Games and bids of a player or partnership; two of them can be added. A shared win is a win."""

    games: int = 0
    wins: int = 0
    bidding: Bidding = NO_BIDDING

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.games + other.games, self.wins + other.wins, self.bidding + other.bidding)


NOTHING = Tally()


def name_keys(names: Sequence[str]) -> list[Player]:
    """Names at one table as they are compared, without capitals and extra spaces; equal ones stay two players."""
    keys: list[Player] = []
    for name in names:
        key = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
        keys.append(name if key in keys else key)
    return keys


def tally(results: Iterable[Result], handed_over: Iterable[Result] = ()) -> dict[Entrant, Tally]:
    """Every player and every partnership of these results.

    `handed_over` has the bids of hands after which somebody took over a seat: the bids count for those who
    made them, the game does not.
    """
    tallies: dict[Entrant, Tally] = {}
    for entrant, share in chain(_shares(results, games=1), _shares(handed_over, games=0)):
        tallies[entrant] = tallies.get(entrant, NOTHING) + share
    return {entrant: entry for entrant, entry in tallies.items() if entry != NOTHING}


def _shares(results: Iterable[Result], games: int) -> Iterator[tuple[Entrant, Tally]]:
    for result in results:
        for side in result.sides:
            wins = games * side.won
            for player in side.players:
                yield (player,), Tally(games, wins, side.bids_of(player))
            if len(side.players) > 1:
                yield partnership(side.players), Tally(games, wins, sum(side.bidding, NO_BIDDING))


def ranked(tallies: dict[Entrant, Tally], partners: bool) -> list[tuple[Entrant, Tally]]:
    """Players, or partnerships: the most wins first, then the fewest games (but for none), then by name."""
    rows = [(entrant, entry) for entrant, entry in tallies.items() if (len(entrant) > 1) is partners]
    return sorted(rows, key=lambda row: (-row[1].wins, not row[1].games, row[1].games, row[0]))
