"""Careers of members across the seasons of their club: only other members see them, unless the member hides theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.actions.club.access import ClubAccess, by_name
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.season.standings import current_totals, standings_of
from scorekeeper.actions.season.totals import PAIRS
from scorekeeper.league.highlights import Career, Rivalry, SeasonPart, career, rivalry
from scorekeeper.league.results import Entrant, entrant_from_key
from scorekeeper.league.standings.standings import Row
from scorekeeper.league.totals import Meeting, Meetings, TotalsByEntrant
from scorekeeper.rules import BY_SLUG
from scorekeeper.store import Member, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries import totals as totals_queries
from scorekeeper.store.tables.club import MEMBER, ORGANIZER
from scorekeeper.store.transaction import writes


@dataclass(frozen=True)
class _SeasonFacts:
    """A season as careers look at it."""

    rows: Mapping[Entrant, Row]
    placed: int
    partnerships: TotalsByEntrant


def may_see_career(access: ClubAccess, member: Member) -> bool:
    """Whether somebody of the club may see a member's career: their own, or one that is not hidden."""
    if member.retired or member.waiting_at is not None:
        return False
    return member is access.me or not member.hides_career


def members_with_career(access: ClubAccess) -> list[Member]:
    """Everybody, former members too, whose career somebody may see, by name."""
    return sorted((member for member in access.club.members if may_see_career(access, member)), key=by_name)


def career_of(access: ClubAccess, member: Member) -> tuple[Career, dict[str, Season]]:
    """The career of a member, and the seasons in it by their ids, the latest first."""
    _require_visible(access, member)
    seasons = {season.id: season for season in season_queries.seasons_of(access.club.id)}
    parts = [part for season in seasons.values() if (part := _part(season, str(member.id))) is not None]
    return career(str(member.id), parts), seasons


def _part(season: Season, player: str) -> SeasonPart | None:
    facts = _season_facts(season.id, season.revision)
    row = facts.rows.get((player,))
    if row is None:
        return None
    lowest_wins = _lowest_wins(season)
    return SeasonPart(
        season.id, row.place, facts.placed, row.account.totals, facts.partnerships, season.slug, lowest_wins
    )


def _lowest_wins(season: Season) -> bool:
    """Whether the lowest total wins the game of a season."""
    if season.slug is None:
        return False
    game = BY_SLUG[season.slug]
    _, play = game.setting(min(game.players), game.with_defaults(season.options or {}))
    return bool(getattr(play.end, "lowest", False))


@lru_cache(maxsize=100)
def _season_facts(season_id: str, revision: int) -> _SeasonFacts:
    """The rows and partnerships of a season, remembered until it changes, because every career asks for all seasons."""
    season = db.session.get_one(Season, season_id)
    rows = {row.entrant: row._replace(trail=()) for row in standings_of(season).rows}
    accounts = current_totals(season, PAIRS).accounts
    placed = sum(row.place is not None for row in rows.values())
    return _SeasonFacts(rows, placed, {entrant: account.totals for entrant, account in accounts.items()})


def rivalry_of(access: ClubAccess, one: Member, other: Member) -> tuple[Rivalry, dict[str, Season]]:
    """What two members have in common, and the seasons in it by their ids, the latest first."""
    _require_visible(access, one)
    _require_visible(access, other)
    seasons = {season.id: season for season in season_queries.seasons_of(access.club.id)}
    pairs = {season.id: _season_facts(season.id, season.revision).partnerships for season in seasons.values()}
    meetings = _meetings(seasons, str(one.id), str(other.id))
    return rivalry(str(one.id), str(other.id), meetings, pairs), seasons


def _meetings(seasons: Mapping[str, Season], one: str, other: str) -> dict[str, Meetings]:
    """How the first fared against the second, by the id of the season."""
    counts = totals_queries.meetings_of_two(list(seasons), one, other)
    pair = entrant_from_key(one), entrant_from_key(other)
    return {season_id: {pair: Meeting(games, ahead)} for season_id, (games, ahead) in counts.items()}


@writes
def hide_career(access: ClubAccess, member: Member, hides: bool) -> Refusal | None:
    """Hide a career from other members, or show it: everybody their own, an organizer for those without an account.

    An organizer may also hide the career of somebody with an account, but only the person can show it again.
    """
    is_me = member is access.me
    access.require(MEMBER if is_me else ORGANIZER)
    if member.retired or member.waiting_at is not None:
        raise NotFoundError(str(member.id))
    if not hides and not is_me and member.account_id is not None:
        return Refusal((f"Only {member.name} can show this career again.",))
    if hides != member.hides_career:
        member.hides_career = hides
        write_log(
            access, "member", "The career of ", member.id, f" was {'hidden' if hides else 'shown'}.", about=member.id
        )
        db.session.commit()
    return None


def _require_visible(access: ClubAccess, member: Member) -> None:
    access.require(MEMBER)
    if not may_see_career(access, member):
        raise NotFoundError(str(member.id))
