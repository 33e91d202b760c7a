"""Page values of the statistics: awards, records, streaks, everybody against everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.highlights import awards_of
from scorekeeper.actions.season.standings import all_meetings
from scorekeeper.league import statistics
from scorekeeper.league.highlights import BOLDEST, Candidate
from scorekeeper.league.results import Entrant
from scorekeeper.league.totals import Meeting
from scorekeeper.league.words import called, counted, listed, number, whole_percent
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.season.views import Name, names_of

#: More opponents do not fit into a grid that anybody reads.
LARGEST_GRID = 24
#: Records name so many of the games behind them.
MOST_LINKS = 3


@dataclass(frozen=True)
class AwardLine:
    """An award as pages show it: whose it is, what for, and how it is computed."""

    title: str
    names: str
    words: str
    rule: str


def award_lines(season: Any, name: Name) -> list[AwardLine]:
    """The awards of a season."""
    return [
        AwardLine(
            award.title,
            listed([called(holder.entrant, name) for holder in award.holders]),
            _award_words(award.id, award.holders[0]),
            award.rule,
        )
        for award in awards_of(season)
    ]


def _award_words(award_id: str, holder: Candidate) -> str:
    """What the holder did for it."""
    if holder.halves is not None:
        before, after = map(whole_percent, holder.halves)
        return f"from {before} to {after} of games won, {counted(holder.played, 'game', 'games')}"
    if award_id == BOLDEST:
        return f"won the bid in {whole_percent(holder.figure)} of {counted(holder.played, 'hand', 'hands')}"
    return f"won {whole_percent(holder.figure)} of {counted(holder.played, 'game', 'games')}"


def runs_of(runs: statistics.Streaks, name: Name) -> list[tuple[str, int, int]]:
    """Longest and current runs, the longest first."""
    streaks = [
        (name(player), len(run), len(runs.current[player])) for player, run in runs.longest.items() if len(run) > 1
    ]
    return sorted(streaks, key=lambda run: (-run[1], run[0].casefold()))[:10]


def grid_of(season: Any, players: Sequence[Entrant], name: Name) -> list[tuple[str, str, list[str]]]:
    """Everybody against everybody, by name and initials: games ahead of games met."""
    if not 1 < len(players) <= LARGEST_GRID:
        return []
    table = statistics.head_to_head(all_meetings(season), [player for (player,) in players])
    short = names_of(season, initials=True)
    return [(name(one), short(one), [_met(others.get(other)) for other in table]) for one, others in table.items()]


def _met(meeting: Meeting | None) -> str:
    return f"{number(meeting.ahead)}/{meeting.games}" if meeting and meeting.games else ""


def records_of(results: list[Any], name: Name) -> list[tuple[str, list[tuple[str, int, str, list[str]]]]]:
    """The records, a game at a time."""
    kinds = sorted({result.game for result in results})
    return [
        (
            BY_SLUG[kind].name,
            [
                (record.title, record.figure, called(record.holders, name), list(record.results[:MOST_LINKS]))
                for record in statistics.records([result for result in results if result.game == kind])
            ],
        )
        for kind in kinds
    ]
