"""Page values of careers and of two members against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.league.highlights import Career, Rivalry, SeasonPart, SeasonRivalry
from scorekeeper.league.totals import Meeting
from scorekeeper.league.words import counted, listed, number, ordinal, whole_percent
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.season.views import Name


@dataclass(frozen=True)
class SeasonLine:
    """A season of a list."""

    id: str
    name: str
    #: Such as "2nd of 8".
    figure: str
    facts: str


@dataclass(frozen=True)
class CareerView:
    """A career as the page prints it: figures with their labels, the best partner, and the seasons."""

    figures: tuple[tuple[str, str], ...]
    partners: str
    #: What was won with the best partner.
    partner_facts: str
    seasons: tuple[SeasonLine, ...]
    placing: str


def career_view(career: Career, seasons: Mapping[str, Any], name: Name) -> CareerView:
    """The figures of a career; what was never done is left out."""
    lines = tuple(_season_line(part, seasons[part.season].name) for part in career.seasons)
    best = career.best_partners
    return CareerView(
        (*_game_figures(career), *_bid_figures(career)),
        listed([" & ".join(map(name, partner.players)) for partner in best]),
        f"{number(best[0].wins)} of {counted(best[0].games, 'game', 'games')} won together" if best else "",
        lines,
        _placing(career),
    )


def _game_figures(career: Career) -> list[tuple[str, str]]:
    totals = career.totals
    if career.share is None:
        return []
    averages = [
        (f"Points per game, {BY_SLUG[average.game].name}", number(round(average.points))) for average in career.averages
    ]
    won = f"{number(totals.wins)} ({whole_percent(career.share)})"
    return [("Games", number(totals.games)), ("Games won", won), *averages]


def _bid_figures(career: Career) -> list[tuple[str, str]]:
    bids = career.bidding
    if not bids.made + bids.set_back:
        return []
    return [
        ("Bids made", number(bids.made)),
        ("Bids set", number(bids.set_back)),
        ("Highest bid made", number(bids.highest) if bids.highest else "–"),
    ]


def _placing(career: Career) -> str:
    """In how many seasons somebody has a place, and the best of them."""
    places = career.places
    if not places:
        return ""
    best, times = places[0], places.count(places[0])
    often = f" ({times} times)" if times > 1 else ""
    return f"Ranked in {counted(len(places), 'season', 'seasons')}. Best place: {ordinal(best)}{often}."


def _season_line(part: SeasonPart, name: str) -> SeasonLine:
    totals = part.totals
    figure = f"{ordinal(part.place)} of {part.placed}" if part.place is not None else "not ranked"
    byes = f", {counted(totals.byes, 'bye', 'byes')}" if totals.byes else ""
    facts = f"{counted(totals.games, 'game', 'games')}, {number(totals.wins)} won{byes}"
    return SeasonLine(part.season, name, figure, facts)


@dataclass(frozen=True)
class RivalryView:
    """Two members as the page prints them."""

    #: Games in which the first, and the second, came out ahead; empty if they never met.
    ahead: tuple[str, str] | None
    games: str
    together: str
    seasons: tuple[SeasonLine, ...]


def rivalry_view(rivalry: Rivalry, seasons: Mapping[str, Any]) -> RivalryView:
    """What two members have in common."""
    against, together = rivalry.against, rivalry.together
    return RivalryView(
        _ahead(against) if against.games else None,
        counted(against.games, "game", "games"),
        _as_partners(together),
        tuple(_rivalry_line(season, seasons[season.season].name) for season in rivalry.seasons),
    )


def _ahead(meeting: Meeting) -> tuple[str, str]:
    return number(meeting.ahead), number(meeting.games - meeting.ahead)


def _rivalry_line(season: SeasonRivalry, name: str) -> SeasonLine:
    games = season.against.games
    figure = "–".join(_ahead(season.against)) if games else ""
    against = f"{counted(games, 'game', 'games')} against each other" if games else ""
    facts = ". ".join(filter(None, (against, _as_partners(season.together))))
    return SeasonLine(season.season, name, figure, facts)


def _as_partners(together: Meeting) -> str:
    games = together.games
    return f"{counted(games, 'game', 'games')} as partners, {number(together.ahead)} won" if games else ""
