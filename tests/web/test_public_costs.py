"""Links that a club gives to everybody: in the largest season, night and cup, no request is expensive either."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import event

from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import contests, entrants, matches
from scorekeeper.actions.event.access import EventAccess, Visitor, require_event_to_change
from scorekeeper.actions.table.access import device
from scorekeeper.store import Account, Season, db
from tests.bench_league import fill_season
from tests.web.club_pages import Person
from tests.web.event_pages import Event
from tests.web.test_costs import cheap

PEOPLE, GAMES = 120, 540
#: Two of three people of a full night; the largest cup.
AT_EVENT, ENTRIES = 120, 64


def public_path(page: str, start: str) -> str:
    """The path of a link on a page."""
    match = re.search(rf"https?://[^/\"]+({start}[\w-]+)", page)
    assert match, start
    return match[1]


def test_public_pages_of_the_largest_season_are_cheap(app: Flask) -> None:
    organizer = Person(app, "Olga")
    with app.app_context():
        account = db.session.query(Account).one()
        season, _ = fill_season(account.id, GAMES, device(None, "A phone").id, PEOPLE)
        season_id, path = season.id, f"/clubs/{season.club_id}/seasons/{season.id}"
    organizer.post(f"{path}/share", on="yes")
    public = public_path(organizer.get(f"{path}/share").text, "/s/")
    stranger = app.test_client()
    paths = ["", "?show=all", "?of=pairs", "/table", "/table?of=pairs", "/table?of=pairs&theme=dark"]
    paths = [*(f"{public}{more}" for more in paths), public.replace("/s/", "/api/seasons/")]
    first = [cheap(stranger, path).data for path in paths]
    feed = stranger.get(paths[-1]).json
    assert (len(feed["players"]), len(feed["partnerships"])) == (PEOPLE, 1000)
    # It is computed once for every change.
    with app.app_context(), long_reads() as statements:
        assert [stranger.get(path).data for path in paths] == first
        assert statements == []
        db.session.get_one(Season, season_id).revision += 1
        db.session.commit()
        stranger.get(paths[-1])
        assert statements


@contextmanager
def long_reads() -> Iterator[list[str]]:
    """Statements that read the totals of a whole season."""
    statements: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        if "season_total" in statement:
            statements.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield statements
    event.remove(db.engine, "before_cursor_execute", note)


def test_links_of_the_largest_event_are_cheap(app: Flask) -> None:
    event = Event(app, AT_EVENT)
    numbers = re.findall(r'/members/(\d+)"><span class="grow">P\d', event.organizer.get(event.club).text)
    assert len(numbers) == AT_EVENT
    event.organizer.client.post(f"{event.path}/in", data={"member": numbers})
    event.draw()
    tables = event.tables()
    assert len(tables) == AT_EVENT // 4
    for path in ("screen-link", "checkin", "settings"):
        event.organizer.post(f"{event.path}/{path}", deed="new", public="yes")
    event.organizer.post(f"{event.club}/calendar", deed="new")
    pages = [
        public_path(event.organizer.get(path).text, start)
        for path, start in (
            (f"{event.path}/screen-link", "/screen/"),
            (f"{event.path}/checkin", "/event/in/"),
            (f"{event.path}/settings", "/e/"),
            (f"{event.club}/calendar", "/calendar/"),
        )
    ]
    screen, door, summary, feed = pages
    stranger = app.test_client()
    table = event.link(tables[0])
    for path in (screen, door, summary, f"{summary}?show=all", f"{feed}.ics", table, f"{table}/open"):
        assert cheap(stranger, path).status_code < 400, path
    cheap(stranger, door, method="POST", data={"name": "x" * 900_000})


def test_the_largest_public_cup_is_cheap(app: Flask) -> None:
    organizer = Person(app, "Olga")
    club = organizer.create_club()
    organizer.add(club, *(f"Bartholomew Christopher {number}" for number in range(2 * ENTRIES)))
    with app.app_context():
        account = db.session.query(Account).one().id
        people = require_organizer(account, club.rpartition("/")[2])
        cup = contests.create(people, contests.ContestDraft("Cup", dt.date(2026, 5, 1), "original", seeding="hand"))
        assert not isinstance(cup, Refusal)
        members, cup_id = [member.id for member in people.members], cup.id
        path, visitor = f"/event/{cup_id}", Visitor(account, device(None, "A phone").id)
        db.session.commit()

        def access() -> EventAccess:
            db.session.rollback()
            return require_event_to_change(visitor, cup_id)

        for entrant in range(ENTRIES):
            assert not isinstance(entrants.enter(access(), members[2 * entrant + 1 : 2 * entrant + 3]), Refusal)
        assert matches.start(access()) is None
        assert matches.start_matches(access()) is None
    organizer.post(f"{path}/settings", public="yes")
    public = public_path(organizer.get(f"{path}/settings").text, "/e/")
    assert cheap(app.test_client(), public).status_code == 200
