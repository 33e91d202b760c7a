"""Live in a club: nights and standings follow every save at any table; who may not look hears nothing."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask

from scorekeeper.actions.club.access import command_line_access
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.seasons import SeasonDraft
from scorekeeper.store import Season
from tests.web.club_pages import Person
from tests.web.event_pages import Event
from tests.web.table.test_live import Stream, served

DAY = dt.timedelta(days=1)


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    with served(app) as port:
        yield port


@pytest.fixture
def event(app: Flask) -> Event:
    made = Event(app, names=4)
    made.come()
    made.draw()
    return made


@pytest.fixture
def standing(event: Event) -> str:
    """The path of a season to which the night belongs."""
    today = dt.date.today()
    with event.app.app_context():
        made = seasons.create(
            command_line_access(event.club.rpartition("/")[2]), SeasonDraft("Autumn", today - DAY, today + DAY)
        )
        assert isinstance(made, Season)
        return f"{event.club}/seasons/{made.id}"


def next_revision(stream: Stream) -> int:
    name, revision = stream.next()
    assert name == "revision"
    return int(revision)


def quote(person: Person, path: str) -> int:
    match = re.search(r'data-revision="(\d+)"', person.get(path).text)
    assert match
    return int(match[1])


def public(event: Event, standing: str) -> str:
    """Switch the public page on; its path."""
    assert event.organizer.post(f"{standing}/share", on="yes").status_code == 303
    match = re.search(r'value="https?://[^/]+(/s/[^"]+)"', event.organizer.get(f"{standing}/share").text)
    assert match
    return match[1]


@pytest.mark.parametrize("name", ["organizer", "member", "P01"])
def test_an_event_follows_its_tables(event: Event, port: int, name: str) -> None:
    phone = event.people[name] if name in event.people else event.checked_in(name)
    with closing(Stream(port, phone.client, event.path)) as stream:
        before = next_revision(stream)
        assert before == quote(phone, event.path)
        (table,) = event.tables()
        event.scored(table)
        # A save may count more than once.
        assert next_revision(stream) > before
        assert "75" in phone.text(f"{event.path}/screen")


def test_a_removed_member_hears_no_more_of_the_event(event: Event, port: int) -> None:
    with closing(Stream(port, event.people["member"].client, event.path)) as stream:
        next_revision(stream)
        assert event.people["member"].post(f"{event.club}/leave").status_code == 303
        assert stream.next() == ("gone", "")


def test_the_standings_update_when_a_game_ends(event: Event, port: int, standing: str) -> None:
    stranger, open_page = Person(event.app), public(event, standing)
    with (
        closing(Stream(port, event.people["member"].client, standing)) as stream,
        closing(Stream(port, stranger.client, open_page)) as seen_by_all,
    ):
        before = next_revision(stream)
        assert next_revision(seen_by_all) == before == quote(stranger, open_page)
        (table,) = event.tables()
        event.scored(table)
        assert next_revision(stream) > before
        assert next_revision(seen_by_all) > before
        assert quote(stranger, open_page) > before


def test_a_public_page_that_is_switched_off_ends_its_streams(event: Event, port: int, standing: str) -> None:
    open_page = public(event, standing)
    with closing(Stream(port, Person(event.app).client, open_page)) as stream:
        next_revision(stream)
        assert event.organizer.post(f"{standing}/share").status_code == 303
        assert stream.next() == ("gone", "")


def test_people_without_access_hear_nothing(event: Event, standing: str) -> None:
    for role in ("former", "stranger"):
        assert event.people[role].status(f"{event.path}/events") == 404
        assert event.people[role].status(f"{standing}/events") == 404
    nobody = Person(event.app)
    assert nobody.status(f"{event.path}/events") == 404
    assert nobody.status(f"{standing}/events") == 303
    assert nobody.status("/s/nothing/events") == 404
    assert len(event.app.extensions["hub"]) == 0


def test_pages_of_a_club_can_follow_and_offer_to_look_again(event: Event, standing: str) -> None:
    for base, pages in (
        (event.path, ("", "/screen", "/log", "/protests", "/codes", "/partners")),
        (standing, ("", "?of=pairs", "/ladder", "/statistics")),
    ):
        for page in pages:
            text = event.organizer.get(base + page).text
            assert f'data-events="{base}/events"' in text, page
            assert f'data-page="{base}{page}"' in text, page
            assert re.search(r"<noscript>.*Refresh", text), page


def test_a_refused_form_of_the_event_knows_where_its_page_is(event: Event) -> None:
    answer = event.organizer.post(f"{event.path}/guest", name="")
    assert answer.status_code == 422
    assert f'data-page="{event.path}"' in answer.text
