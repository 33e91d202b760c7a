"""A club with one thing of each kind, and a phone of each role."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Any

from flask import Flask

from scorekeeper.actions import calendar, highlights
from scorekeeper.actions.account import accounts
from scorekeeper.actions.calendar import Notice
from scorekeeper.actions.club.access import ClubAccess, require_organizer
from scorekeeper.actions.event import contests, entrants, matches
from scorekeeper.actions.event.access import EventAccess, Visitor, require_event_to_change
from scorekeeper.actions.event.contests import ContestDraft
from scorekeeper.actions.keys import picture_key
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.seasons import SeasonDraft
from scorekeeper.actions.table.access import device
from scorekeeper.store import Account, Club, Event, EventTable, Game, LogEntry, Protest, db
from scorekeeper.web.session import reset_path
from tests.web.club_pages import Person
from tests.web.event_pages import Event as EventPages

KEY_LENGTH = 22
ROLES = ("stranger", "watcher", "revoked", "scorer", "member", "runner", "other", "organizer")


@dataclass
class PreparedClub:
    """The phones by role, the values of an address by the name of its part or by what stands before it."""

    people: dict[str, Person]
    values: dict[str, Any]
    keys: dict[str, str]
    bearers: dict[str, str]

    @property
    def secrets(self) -> list[str]:
        """Every key that opens something."""
        opening = [key for prefix, key in self.keys.items() if "/match/" not in prefix]
        return [key for key in (*opening, *self.bearers.values()) if len(key) >= KEY_LENGTH]


def prepare(app: Flask) -> PreparedClub:
    """A club with a season, a night of one table where hands were entered, a protest, a tournament and every link."""
    pages = EventPages(app)
    people = {role: pages.people[role] for role in ("member", "organizer")}
    people |= {"runner": pages.people["scorer"], "other": pages.people["former"]}
    # Has left this club and organizes another one.
    people["other"].create_club("The Friday Rooks")
    people["other"].get("/clubs")
    club_id = pages.club.rpartition("/")[2]
    with app.app_context():
        values = _season(_organizer(club_id)) | _announcement(_organizer(club_id))
        db.session.commit()
    _merge_names(pages)
    pages.path = pages.opened()
    pages.come()
    pages.draw()
    table = next(table for table in pages.tables() if "P01" in pages.seats(table))
    game = _phones(app, pages, table, people)
    _make_links(pages, people["organizer"])
    with app.app_context():
        values |= _contest(club_id) | {"club_id": club_id, "event_id": pages.path.rpartition("/")[2]}
        values |= {"game_id": game.rpartition("/")[2], "table_id": table.rpartition("/")[2], "number": 1, "hand": 1}
        values |= {
            "member_id": pages.number("P08"),
            "entrant": pages.number("P01"),
            **_rows(club_id, values["game_id"]),
            **PUBLIC_VALUES,
        }
        values["table_number"] = db.session.get_one(EventTable, int(values["table_id"])).number
        values["token"] = _reset_token(app, "Member")
        keys, bearers = _keys(app, values)
    return PreparedClub(people, values, keys, bearers)


#: Parts of addresses that are the same for everybody.
PUBLIC_VALUES = {
    "slug": "original",
    "question_id": "misdeal",
    "situation_id": "misdeal",
    "rule_id": "dealer",
    "release": "any",
    "filename": "js/page.js",
    "deed": "",
}


def _organizer(club_id: str) -> ClubAccess:
    account = db.session.scalars(db.select(Account).where(Account.name == "Organizer")).one()
    return require_organizer(account.id, club_id)


def _season(access: ClubAccess) -> dict[str, Any]:
    today = dt.date.today()
    draft = SeasonDraft("This season", today - dt.timedelta(days=30), today + dt.timedelta(days=30))
    season = seasons.create(access, draft)
    assert isinstance(season, seasons.Season), season
    return {"season_id": season.id}


def _announcement(access: ClubAccess) -> dict[str, Any]:
    notice = Notice("Next night", dt.date.today() + dt.timedelta(days=7), dt.time(19))
    announcement = calendar.announce(access, notice)
    assert isinstance(announcement, calendar.Announcement), announcement
    return {"announcement_id": announcement.id}


def _merge_names(pages: EventPages) -> None:
    """Something that the log can undo."""
    pages.organizer.add(pages.club, "Pauline", "Pauleen")
    path = f"{pages.club}/members/{pages.number('Pauleen')}/merge"
    assert pages.organizer.post(path, stays=str(pages.number("Pauline"))).status_code == 303


def _phones(app: Flask, pages: EventPages, table: str, people: dict[str, Person]) -> str:
    """The phones at the table: one scored before the link was reset, one scores now, one watches; the game's path."""
    people |= {role: Person(app) for role in ("stranger", "revoked", "scorer", "watcher")}
    owner, seated = Person(app), pages.checked_in("P01")
    owner.get(f"{pages.link(table)}/open")
    game = pages.scored(table, people["revoked"])
    assert seated.post(f"{table}/protest", words="It was 80.").status_code == 303
    assert owner.post(f"{game}/share", role="scorer").status_code == 303
    for role in ("scorer", "watcher"):
        people[role].get(f"{_links(owner, game)[role]}/open")
    return game


def _links(owner: Person, game: str) -> dict[str, str]:
    """The paths of the scorer link and the watch link."""
    links = re.findall(r'value="https?://[^/]+(/t/[^"]+/join/[^"]+)"', owner.get(f"{game}/share").text)
    return dict(zip(("scorer", "watcher"), links, strict=True))


def _make_links(pages: EventPages, organizer: Person) -> None:
    """Table codes, the club's calendar and the big screen get their keys."""
    for path in (f"{pages.club}/cards", f"{pages.club}/calendar", f"{pages.path}/screen-link", f"{pages.path}/checkin"):
        assert organizer.post(path, deed="new").status_code == 303, path


def _contest(club_id: str) -> dict[str, Any]:
    """A public tournament of four pairs, whose first match is being played."""
    club = _organizer(club_id)
    contest = contests.create(club, ContestDraft("Cup", dt.date.today(), "original", seeding="hand"))
    assert isinstance(contest, Event), contest
    event_id, visitor = contest.id, Visitor(club.me.account_id or "", device(None, "A phone").id)
    db.session.commit()

    def access() -> EventAccess:
        db.session.rollback()
        return require_event_to_change(visitor, event_id)

    numbers = [member.id for member in club.members if member.name.startswith("P0")]
    for first in range(0, 8, 2):
        entrants.enter(access(), numbers[first : first + 2])
    assert matches.start(access()) is None
    assert matches.start_matches(access()) is None
    highlights.publish(_organizer(club_id), db.session.get_one(Event, event_id), True, False)
    return {"contest_id": event_id, "match_key": access().event.tables[0].match}


def _rows(club_id: str, game_id: str) -> dict[str, Any]:
    """The numbers of the rows that addresses name."""
    game = db.session.get_one(Game, game_id)
    undoable = db.select(LogEntry).where(LogEntry.club_id == club_id, LogEntry.undo.is_not(None))
    entry = db.session.scalars(undoable.order_by(LogEntry.id.desc())).first()
    protest = db.session.scalars(db.select(Protest)).one()
    assert entry is not None
    return {
        "version_id": game.versions[0].id,
        "entry_id": entry.id,
        "protest_id": protest.id,
    }


def _reset_token(app: Flask, name: str) -> str:
    account = db.session.scalars(db.select(accounts.Account).where(accounts.Account.name == name)).one()
    with app.test_request_context():
        return reset_path(account).rpartition("/")[2]


def _keys(app: Flask, values: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """The key of each kind of link, and those that programs send for the roles at the table."""
    club, event = db.session.get_one(Club, values["club_id"]), db.session.get_one(Event, values["event_id"])
    game = db.session.get_one(Game, values["game_id"])
    season = db.session.get_one(seasons.Season, values["season_id"])
    seasons.publish(seasons.SeasonAccess(_organizer(club.id), season), True, False)
    highlights.publish(_organizer(club.id), event, True, False)
    keys = {
        "/api/seasons/": season.public_key,
        "/calendar/": club.calendar_key,
        "/c/": club.table_key,
        # The table where the game is still played.
        "/c/<key>/table/": 3 - values["table_number"],
        "/clubs/<club_id>/join/": club.invite_key,
        "/clubs/<club_id>/seasons/<season_id>/who/": values["entrant"],
        "/e/": event.public_key,
        "/event/in/": event.checkin_key,
        "/s/": season.public_key,
        "/screen/": event.screen_key,
        "/t/<game_id>/join/": game.watch_key,
        "/t/<game_id>/picture/": picture_key(game.watch_key),
        "/event/<event_id>/match/": values["match_key"],
    }
    return {prefix: str(key) for prefix, key in keys.items()}, {"watcher": game.watch_key, "scorer": game.scorer_key}
