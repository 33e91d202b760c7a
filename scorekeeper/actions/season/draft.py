"""What a form says about a season."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.league import codec
from scorekeeper.league.standings.counting import Scheme, scheme_faults
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.totals import Rolling
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.document import read_options
from scorekeeper.store import Club, Season
from scorekeeper.store.tables.season import BY_DATE, BY_HAND

COUNTING = (BY_DATE, BY_HAND)
#: No season is longer, nor a handicap larger.
LONGEST = dt.timedelta(days=366 * 5)
LARGEST_HANDICAP = 10_000
#: No season is earlier or later: there is nothing to count, and a copy must find its next year.
EARLIEST, LATEST = dt.date(1900, 1, 1), dt.date(2999, 12, 31)


@dataclass(frozen=True)
class SeasonDraft:
    """What a form says about a season."""

    name: str
    starts: dt.date | None
    ends: dt.date | None
    slug: str | None = None
    options: dict[str, Any] | None = None
    counting: str = BY_DATE
    scheme: Scheme = field(default_factory=Scheme)
    #: Fixed handicaps by the id of a member, or rolling ones.
    fixed: dict[str, int] = field(default_factory=dict)
    rolling: Rolling | None = None

    @property
    def handicaps(self) -> dict[str, Any]:
        """Handicaps as they are stored."""
        if self.rolling is not None:
            return {"rolling": codec.rolling(self.rolling)}
        return {"fixed": {player: points for player, points in sorted(self.fixed.items()) if points}}


def draft_faults(club: Club, draft: SeasonDraft) -> tuple[str, ...]:
    """Everything that is wrong with a draft."""
    return draft_faults_among({str(member.id) for member in club.members}, draft)


def draft_faults_among(known: Collection[str], draft: SeasonDraft) -> tuple[str, ...]:
    """The same for a season of these players."""
    name = clean_name(draft.name, LONGEST_CLUB)
    return (
        *(name.messages if isinstance(name, Refusal) else ()),
        *_date_faults(draft),
        *_game_faults(draft),
        *scheme_faults(draft.scheme, TIES),
        *(("Choose whether games count by their date or by hand.",) if draft.counting not in COUNTING else ()),
        *(("Handicaps are for members of the club only.",) if draft.fixed.keys() - {*known} else ()),
        *(
            (f"A handicap can be at most {LARGEST_HANDICAP} points, plus or minus.",)
            if any(abs(points) > LARGEST_HANDICAP for points in draft.fixed.values())
            else ()
        ),
    )


def _date_faults(draft: SeasonDraft) -> tuple[str, ...]:
    if draft.starts is None or draft.ends is None:
        return ("Enter the first and the last day.",)
    if draft.starts < EARLIEST or draft.ends > LATEST:
        return (f"Choose days between {EARLIEST.year} and {LATEST.year}.",)
    if draft.ends < draft.starts:
        return ("The last day is before the first day. Swap them.",)
    return ("A season can last at most five years.",) if draft.ends - draft.starts > LONGEST else ()


def _game_faults(draft: SeasonDraft) -> tuple[str, ...]:
    if draft.slug is None:
        return ("Choose a game before its house rules.",) if draft.options else ()
    if draft.slug not in BY_SLUG:
        return ("There is no such game.",)
    _, faults = read_options(BY_SLUG[draft.slug], draft.options or {}, None)
    return tuple(fault.message for fault in faults)


def draft_of(season: Season) -> SeasonDraft:
    """A season as a form shows it."""
    handicaps = season.handicaps
    rolling = codec.read_rolling(handicaps["rolling"]) if "rolling" in handicaps else None
    fixed = {str(player): int(points) for player, points in handicaps.get("fixed", {}).items()}
    scheme = codec.read_scheme(season.scheme)
    dates = (season.name, season.starts, season.ends)
    return SeasonDraft(*dates, season.slug, season.options, season.counting, scheme, fixed, rolling)


def describe_changes(old: SeasonDraft, new: SeasonDraft) -> str:
    """What was changed, in words for the log."""
    changes = [
        ("the name", old.name != new.name),
        ("its days", (old.starts, old.ends) != (new.starts, new.ends)),
        ("the game", (old.slug, old.options) != (new.slug, new.options)),
        ("what counts", (old.counting, replace(old.scheme, ties=())) != (new.counting, replace(new.scheme, ties=()))),
        ("the tie-breaks", old.scheme.ties != new.scheme.ties),
        ("handicaps", old.handicaps != new.handicaps),
    ]
    return ", ".join(words for words, differs in changes if differs)
