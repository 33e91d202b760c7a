"""Two players: their games against each other and together, season by season."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.league.results.result import Player
from scorekeeper.league.totals.night import Meeting, Meetings, Totals, TotalsByEntrant

NEVER = Meeting()


class SeasonRivalry(NamedTuple):
    """One season of two players: the first against the second, and both as partners."""

    #: The id of the season.
    season: str
    against: Meeting = NEVER
    together: Meeting = NEVER


@dataclass(frozen=True)
class Rivalry:
    """All seasons in which two players met or played together."""

    seasons: tuple[SeasonRivalry, ...]

    @property
    def against(self) -> Meeting:
        """Games against each other, and those in which the first came out ahead."""
        return _sum(season.against for season in self.seasons)

    @property
    def together(self) -> Meeting:
        """Games as partners, and those that they won."""
        return _sum(season.together for season in self.seasons)


def rivalry(
    one: Player, other: Player, meetings: Mapping[str, Meetings], partnerships: Mapping[str, TotalsByEntrant]
) -> Rivalry:
    """What two players have in common, from the meetings and partnerships of seasons by their ids, in their order."""
    seasons = (
        SeasonRivalry(
            season,
            meetings.get(season, {}).get(((one,), (other,)), NEVER),
            _together(one, other, partnerships[season]),
        )
        for season in partnerships
    )
    return Rivalry(tuple(season for season in seasons if season.against.games or season.together.games))


def _together(one: Player, other: Player, partnerships: TotalsByEntrant) -> Meeting:
    both = (totals for entrant, totals in partnerships.items() if one in entrant and other in entrant)
    total = sum(both, Totals())
    return Meeting(total.games, total.wins)


def _sum(meetings: Iterable[Meeting]) -> Meeting:
    total = NEVER
    for meeting in meetings:
        total = total.plus(meeting)
    return total
