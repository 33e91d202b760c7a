"""Night summaries, careers and head-to-head pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField

from scorekeeper.actions import highlights
from scorekeeper.actions.club.access import require_member
from scorekeeper.actions.correction.nights import require_club_night
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.highlights import PlayedTable, Summary, public_summary, publish, summary_of
from scorekeeper.actions.night.access import require_night_row
from scorekeeper.league.highlights import Career, Rivalry, SeasonPart, SeasonRivalry
from scorekeeper.league.results import Bye
from scorekeeper.league.standings.standings import Row, Standings, biggest_climb
from scorekeeper.league.totals import Meeting
from scorekeeper.league.words import called, counted, listed, number, ordinal, whole_percent
from scorekeeper.rules import BY_SLUG
from scorekeeper.web import parse
from scorekeeper.web.addresses import qr
from scorekeeper.web.night.views import visitor
from scorekeeper.web.page_form import PageForm
from scorekeeper.web.season.standings_view import StandingView, moved_view, page_rows
from scorekeeper.web.season.views import ByeLine, Name, SideLine, bye_line, names_of, shown_figure, substitute_facts
from scorekeeper.web.session import require_account

blueprint = Blueprint("highlights", __name__)


@dataclass(frozen=True)
class TableLine:
    """A table of a round: its sides, and what is to be known of it besides."""

    number: int
    sides: tuple[SideLine, ...]
    facts: str


@dataclass(frozen=True)
class RoundView:
    """The tables of a round, and who sat out."""

    number: int
    tables: tuple[TableLine, ...]
    byes: tuple[ByeLine, ...]


@dataclass(frozen=True)
class NightRow:
    """One line of the night's own standings."""

    place: int | None
    shared: bool
    name: str
    figure: str
    facts: str
    is_me: bool


@dataclass(frozen=True)
class SummaryView:
    """The summary of a night as the page prints it."""

    winners: str
    #: What they have won by: the figure with its noun.
    winning: str
    #: "Winner" of a night that is over, "Leader" of one that is not.
    title: str
    unit: str
    rows: tuple[NightRow, ...]
    rounds: tuple[RoundView, ...]
    season: StandingView | None
    #: Who gained most places, in a sentence.
    climb: str


def summary_view(summary: Summary, name: Name, me: str = "") -> SummaryView:
    """The summary with the names that whoever looks may see."""
    standings = summary.standings
    way = standings.season.scheme.way
    best = [row for row in standings.rows if row.place == 1 and row.account.totals.games]
    title = "Winner" if summary.is_over else "Leader"
    return SummaryView(
        listed([called(row.entrant, name) for row in best]),
        way.describe(best[0].figure) if best else "",
        title if len(best) == 1 else f"{title}s",
        way.title,
        tuple(_night_row(row, standings, name, me) for row in standings.rows) if best else (),
        _rounds(summary, name),
        moved_view(summary.night.season, name, summary.season) if summary.season is not None else None,
        _climb(summary, name),
    )


def _night_row(row: Row, standings: Standings, name: Name, me: str) -> NightRow:
    totals = row.account.totals
    byes = f", {counted(totals.byes, 'bye', 'byes')}" if totals.byes else ""
    facts = f"{counted(totals.games, 'game', 'games')}, {number(totals.wins)} won{byes}"
    figure = shown_figure(standings.season.scheme.way, row.figure)
    return NightRow(row.place, row.level, called(row.entrant, name), figure, facts, row.entrant == (me,))


def _rounds(summary: Summary, name: Name) -> tuple[RoundView, ...]:
    """Every round in which a game has ended."""
    scheme, slugs = summary.standings.season.scheme, {table.result.game for table in summary.tables}
    byes: dict[int, list[Bye]] = {}
    for bye in summary.byes:
        byes.setdefault(bye.round, []).append(bye)
    return tuple(
        RoundView(
            number,
            tuple(_line(table, name, len(slugs) > 1) for table in summary.tables if table.row.round == number),
            tuple(bye_line(bye, scheme, name) for bye in byes.get(number, ())),
        )
        for number in sorted({table.row.round for table in summary.tables})
    )


def _line(table: PlayedTable, name: Name, says_game: bool) -> TableLine:
    result: Any = table.result
    sides = tuple(SideLine(called(side.players, name), number(side.points), side.won) for side in result.sides)
    facts = (
        BY_SLUG[result.game].name if says_game else "",
        *substitute_facts(result, name),
        "stopped early" if table.row.stopped else "",
        "" if table.row.counted else "does not count",
    )
    return TableLine(table.number, sides, ", ".join(filter(None, facts)))


def _climb(summary: Summary, name: Name) -> str:
    climb = biggest_climb(summary.season.movement) if summary.season is not None else None
    if climb is None:
        return ""
    names = listed([called(entrant, name) for entrant in climb.entrants])
    return f"Biggest climb: {names}, up {counted(climb.places, 'place', 'places')}."


#: Nobody finds the page by searching, and its address goes nowhere with a link.
PRIVATE = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}


class ShareForm(PageForm):
    """The public summary: on or off, names or initials."""

    on = BooleanField("Publish the summary")
    initials = BooleanField("Show initials instead of names")


@blueprint.get("/night/<night_id>/summary")
def page(night_id: str) -> str:
    """The summary for people of the club."""
    access = require_night_row(visitor(), night_id)
    values = _values(access.night, str(access.me.id))
    return render_template("highlights/summary.html", access=access, may_share=access.organizes, **values)


def _values(night: Any, me: str = "", initials: bool = False) -> dict[str, Any]:
    summary = summary_of(night, page_rows(request.args.get("show"), me))
    name = names_of(night, initials)
    return {"night": night, "me": me, "next_night": summary.next_night, "summary": summary_view(summary, name, me)}


@blueprint.route("/night/<night_id>/summary/share", methods=["GET", "POST"])
def share(night_id: str) -> ResponseReturnValue:
    """The public summary: on or off, names or initials."""
    access, night = require_club_night(require_account().id, night_id, "organizer", request.method == "POST")
    has_initials = night.initials or (night.public_key is None and night.season is not None and night.season.initials)
    form = ShareForm(on=night.public_key is not None, initials=has_initials)
    if form.validate_on_submit():
        publish(access, night, form.on.data, form.initials.data)
        flash("The public summary is on." if form.on.data else "The public summary is off.")
        return redirect(url_for("highlights.share", night_id=night_id), 303)
    key = night.public_key
    link = url_for("highlights.public", key=key, _external=True) if key else ""
    code = qr(link) if link else ""
    return render_template("highlights/share.html", access=access, night=night, form=form, link=link, code=code)


@blueprint.get("/n/<key>")
def public(key: str) -> tuple[str, dict[str, str]]:
    """The summary for everybody who has the link: nothing leads from here into the club."""
    night = public_summary(key)
    values = _values(night, initials=night.initials)
    return render_template("highlights/public_summary.html", **values), PRIVATE


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


#: By what a button sends, whether the career is hidden then, and the message.
DEEDS = {
    "hide": (True, "Career hidden. Other members can no longer see it."),
    "show": (False, "Career shown. Members of the club can see it."),
}


@blueprint.get("/clubs/<club_id>/members/<int:member_id>/career")
def career(club_id: str, member_id: int) -> ResponseReturnValue:
    """The career of a member, for members; whoever was merged is found under the name that stays."""
    access = require_member(require_account().id, club_id)
    member = access.member(member_id)
    if member.merged_id is not None:
        return redirect(url_for("highlights.career", club_id=club_id, member_id=member.merged_id), 303)
    played, seasons = highlights.career_of(access, member)
    names = {str(other.id): other.name for other in access.club.members}
    return render_template(
        "highlights/career.html",
        access=access,
        member=member,
        career=career_view(played, seasons, lambda player: names.get(player, "?")),
        others=[other for other in highlights.members_with_career(access) if other is not member],
    )


@blueprint.post("/clubs/<club_id>/members/<int:member_id>/career/<any(hide, show):deed>")
def change(club_id: str, member_id: int, deed: str) -> ResponseReturnValue:
    """Hide a career, or show it."""
    access = require_member(require_account().id, club_id)
    hides, message = DEEDS[deed]
    refusal = highlights.hide_career(access, access.member(member_id), hides)
    flash(refusal.messages[0] if isinstance(refusal, Refusal) else message)
    return redirect(url_for("clubs.member", club_id=club_id, member_id=member_id), 303)


@blueprint.get("/clubs/<club_id>/head-to-head")
def head_to_head(club_id: str) -> str:
    """Two members: choose them, and see their games against each other and together."""
    access = require_member(require_account().id, club_id)
    chosen = [parse.count(request.args.get(field, "")) for field in ("one", "other")]
    members = [access.member(number) for number in chosen if number is not None]
    values: dict[str, Any] = {}
    if len(members) == 2 and members[0] is not members[1]:
        rivalry, seasons = highlights.rivalry_of(access, *members)
        values = {"one": members[0], "other": members[1], "rivalry": rivalry_view(rivalry, seasons)}
    elif any(not highlights.may_see_career(access, member) for member in members):
        abort(404)
    return render_template(
        "highlights/head_to_head.html",
        access=access,
        members=highlights.members_with_career(access),
        chosen=[member.id for member in members],
        **values,
    )
