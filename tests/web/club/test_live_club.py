"""Live in a club: nights and standings follow every save at any table; who may not look hears nothing."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask

from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.seasons import Draft
from scorekeeper.store import Season
from tests.web.club_pages import Person
from tests.web.night_pages import Evening
from tests.web.table.test_live import Stream, served

DAY = dt.timedelta(days=1)


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    with served(app) as port:
        yield port


@pytest.fixture
def evening(app: Flask) -> Evening:
    made = Evening(app, names=4)
    made.come()
    made.draw()
    return made


@pytest.fixture
def standing(evening: Evening) -> str:
    """The path of a season to which the evening belongs."""
    today = dt.date.today()
    with evening.app.app_context():
        made = seasons.make_now(evening.club.rpartition("/")[2], Draft("Autumn", today - DAY, today + DAY))
        assert isinstance(made, Season)
        return f"{evening.club}/seasons/{made.id}"


def told(stream: Stream) -> int:
    name, revision = stream.next()
    assert name == "revision"
    return int(revision)


def shown(person: Person, path: str) -> int:
    found = re.search(r'data-revision="(\d+)"', person.get(path).text)
    assert found
    return int(found[1])


def public(evening: Evening, standing: str) -> str:
    """Switch the public page on; its path."""
    assert evening.organiser.post(f"{standing}/share", on="yes").status_code == 303
    found = re.search(r'value="https?://[^/]+(/s/[^"]+)"', evening.organiser.get(f"{standing}/share").text)
    assert found
    return found[1]


@pytest.mark.parametrize("who", ["organiser", "member", "P01"])
def test_a_night_follows_its_tables(evening: Evening, port: int, who: str) -> None:
    phone = evening.people[who] if who in evening.people else evening.checked_in(who)
    with closing(Stream(port, phone.client, evening.path)) as stream:
        before = told(stream)
        assert before == shown(phone, evening.path)
        (table,) = evening.tables()
        evening.scored(table)
        # A save may count more than once.
        assert told(stream) > before
        assert "75" in phone.text(f"{evening.path}/screen")


def test_whoever_leaves_the_list_hears_no_more_of_the_night(evening: Evening, port: int) -> None:
    with closing(Stream(port, evening.people["member"].client, evening.path)) as stream:
        told(stream)
        assert evening.people["member"].post(f"{evening.club}/leave").status_code == 303
        assert stream.next() == ("gone", "")


def test_a_standing_follows_the_end_of_a_game(evening: Evening, port: int, standing: str) -> None:
    stranger, open_page = Person(evening.app), public(evening, standing)
    with (
        closing(Stream(port, evening.people["member"].client, standing)) as stream,
        closing(Stream(port, stranger.client, open_page)) as seen_by_all,
    ):
        before = told(stream)
        assert told(seen_by_all) == before == shown(stranger, open_page)
        (table,) = evening.tables()
        evening.scored(table)
        assert told(stream) > before
        assert told(seen_by_all) > before
        assert shown(stranger, open_page) > before


def test_a_public_page_that_is_switched_off_ends_its_streams(evening: Evening, port: int, standing: str) -> None:
    open_page = public(evening, standing)
    with closing(Stream(port, Person(evening.app).client, open_page)) as stream:
        told(stream)
        assert evening.organiser.post(f"{standing}/share").status_code == 303
        assert stream.next() == ("gone", "")


def test_those_who_may_not_look_hear_nothing(evening: Evening, standing: str) -> None:
    for who in ("former", "stranger"):
        assert evening.people[who].status(f"{evening.path}/events") == 404
        assert evening.people[who].status(f"{standing}/events") == 404
    nobody = Person(evening.app)
    assert nobody.status(f"{evening.path}/events") == 404
    assert nobody.status(f"{standing}/events") == 303
    assert nobody.status("/s/nothing/events") == 404
    assert len(evening.app.extensions["hub"]) == 0


def test_pages_of_a_club_can_follow_and_offer_to_look_again(evening: Evening, standing: str) -> None:
    for base, pages in (
        (evening.path, ("", "/screen", "/log", "/protests", "/codes", "/partners")),
        (standing, ("", "?of=pairs", "/ladder", "/statistics")),
    ):
        for page in pages:
            text = evening.organiser.get(base + page).text
            assert f'data-events="{base}/events"' in text, page
            assert f'data-page="{base}{page}"' in text, page
            assert re.search(r"<noscript>.*Look again", text), page


def test_a_refused_form_of_the_night_knows_where_its_page_is(evening: Evening) -> None:
    answer = evening.organiser.post(f"{evening.path}/guest", name="")
    assert answer.status_code == 422
    assert f'data-page="{evening.path}"' in answer.text
