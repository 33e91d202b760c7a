"""The round's clock on the pages: the night, the player's phone, the table and the big screen."""

from __future__ import annotations

import re
import time

import pytest
from flask import Flask

from tests.web.club_pages import Person, page_text
from tests.web.event_pages import Event, value


@pytest.fixture
def event(app: Flask) -> Event:
    made = Event(app)
    made.path = made.opened(hands="3")
    made.come()
    return made


def end_of_clock(page: str) -> int | None:
    """The moment at which the clock of a page runs out, in milliseconds since 1970."""
    match = re.search(r'data-clock="(\d+)"', page)
    return int(match[1]) if match else None


def test_every_page_of_the_event_shows_the_same_clock(event: Event) -> None:
    event.draw()
    table = event.tables()[0]
    phone, scorer = event.checked_in("P01"), Person(event.app)
    game = scorer.get(f"{event.link(table)}/open").headers["Location"]
    pages = (
        (event.organizer, event.path),
        (phone, event.path),
        (scorer, game),
        (event.organizer, f"{event.path}/screen"),
    )
    assert [end_of_clock(person.get(path).text) for person, path in pages] == [None] * 4
    before = time.time()
    assert event.organizer.post(f"{event.path}/clock", minutes="20").status_code == 303
    ends = {end_of_clock(person.get(path).text) for person, path in pages}
    assert len(ends) == 1
    (end,) = ends
    assert end is not None
    assert before * 1000 + 1_199_000 <= end <= time.time() * 1000 + 1_201_000
    assert abs(int(scorer.get("/time").text) - time.time() * 1000) < 5_000
    assert event.organizer.post(f"{event.path}/clock/pause").status_code == 303
    assert [end_of_clock(person.get(path).text) for person, path in pages] == [None] * 4
    assert "paused" in scorer.text(game)
    assert event.organizer.post(f"{event.path}/clock/pause").status_code == 303
    assert event.organizer.post(f"{event.path}/clock/extend").status_code == 303
    later = end_of_clock(scorer.get(game).text)
    assert later is not None
    assert later >= end + 300_000
    # The next round is offered as many minutes.
    assert event.organizer.post(f"{event.path}/clock/stop-all").status_code == 303
    event.draw()
    assert 'value="20"' in event.organizer.get(event.path).text


def test_only_people_who_run_the_event_control_the_clock(event: Event) -> None:
    event.draw()
    member = event.people["member"]
    for path in ("/clock", "/clock/pause", "/clock/extend", "/clock/time-up", "/clock/stop-all", "/clock/play-on"):
        assert member.post(event.path + path, minutes="5").status_code == 403
        assert event.people["stranger"].post(event.path + path).status_code == 404
    assert "Start clock" not in member.text(event.path)
    answer = event.organizer.post(f"{event.path}/clock", minutes="soon")
    assert answer.status_code == 422
    assert "Enter 1 to 300 minutes." in answer.text


def test_time_is_up_by_one_touch_and_tables_see_it(event: Event) -> None:
    event.draw()
    first, second = event.tables()
    one, two = Person(event.app), Person(event.app)
    games = [
        person.get(f"{event.link(table)}/open").headers["Location"] for person, table in ((one, first), (two, second))
    ]
    event.play(games[0], one, 1)
    assert event.organizer.post(f"{event.path}/clock/time-up").status_code == 303
    assert "This game is over, and its score counts as it stands." in one.text(games[0])
    assert "Finish this hand and save it." in two.text(games[1])
    page = event.organizer.text(event.path)
    assert "Every table finishes its hand and stops. 1 of 2 tables is done. Waiting for table 2 (not started)." in page
    assert "Stop all tables now" in page
    event.play(games[1], two, 1)
    page = event.organizer.text(event.path)
    assert "All 2 tables are done." in page
    assert "Undo time is up" in page
    assert event.organizer.post(f"{event.path}/clock/play-on").status_code == 303
    assert "Waiting for all 2 tables." in event.organizer.text(event.path)
    assert "Time is up" not in one.text(games[0])
    # A hand that is finished later is the table's last.
    assert event.organizer.post(f"{event.path}/clock/time-up").status_code == 303
    event.play(games[0], one, 2)
    assert "150" in event.organizer.text(first)


def test_the_minutes_of_a_round_are_chosen_with_the_event(event: Event) -> None:
    opening = f"{event.club}/nights/new"
    form = {
        "game": "original",
        "name": "Club night",
        "date": value(event.organizer.get(opening + "?game=original").text, "date"),
    }
    for wrong in ("0", "301", "soon"):
        answer = event.organizer.post(opening, **form, minutes=wrong)
        assert answer.status_code == 422
        assert "Enter 1 to 300 minutes, or leave this empty." in page_text(answer)
    event.path = event.organizer.post(opening, **form, minutes="25").headers["Location"]
    assert value(event.organizer.get(f"{event.path}/change").text, "minutes") == "25"
    event.come()
    event.draw()
    # The clock is offered with as many.
    assert value(event.organizer.get(event.path).text, "minutes") == "25"
    # Changed on the way, and forgotten again.
    assert event.organizer.post(f"{event.path}/change", **form, minutes="").status_code == 303
    assert value(event.organizer.get(event.path).text, "minutes") == "30"
