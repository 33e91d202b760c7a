"""The round's clock on the pages: the night, the player's phone, the table and the big screen."""

from __future__ import annotations

import re
import time

import pytest
from flask import Flask

from tests.web.club_pages import Person, page_text
from tests.web.night_pages import Night, value


@pytest.fixture
def night(app: Flask) -> Night:
    made = Night(app)
    made.path = made.opened(hands="3")
    made.come()
    return made


def end_of_clock(page: str) -> int | None:
    """The moment at which the clock of a page runs out, in milliseconds since 1970."""
    match = re.search(r'data-clock="(\d+)"', page)
    return int(match[1]) if match else None


def test_every_page_of_the_night_shows_the_same_clock(night: Night) -> None:
    night.draw()
    table = night.tables()[0]
    phone, scorer = night.checked_in("P01"), Person(night.app)
    game = scorer.get(f"{night.link(table)}/open").headers["Location"]
    pages = (
        (night.organizer, night.path),
        (phone, night.path),
        (scorer, game),
        (night.organizer, f"{night.path}/screen"),
    )
    assert [end_of_clock(person.get(path).text) for person, path in pages] == [None] * 4
    before = time.time()
    assert night.organizer.post(f"{night.path}/clock", minutes="20").status_code == 303
    ends = {end_of_clock(person.get(path).text) for person, path in pages}
    assert len(ends) == 1
    (end,) = ends
    assert end is not None
    assert before * 1000 + 1_199_000 <= end <= time.time() * 1000 + 1_201_000
    assert abs(int(scorer.get("/time").text) - time.time() * 1000) < 5_000
    assert night.organizer.post(f"{night.path}/clock/pause").status_code == 303
    assert [end_of_clock(person.get(path).text) for person, path in pages] == [None] * 4
    assert "paused" in scorer.text(game)
    assert night.organizer.post(f"{night.path}/clock/pause").status_code == 303
    assert night.organizer.post(f"{night.path}/clock/extend").status_code == 303
    later = end_of_clock(scorer.get(game).text)
    assert later is not None
    assert later >= end + 300_000
    # The next round is offered as many minutes.
    assert night.organizer.post(f"{night.path}/clock/stop-all").status_code == 303
    night.draw()
    assert 'value="20"' in night.organizer.get(night.path).text


def test_only_people_who_run_the_night_control_the_clock(night: Night) -> None:
    night.draw()
    member = night.people["member"]
    for path in ("/clock", "/clock/pause", "/clock/extend", "/clock/time-up", "/clock/stop-all", "/clock/play-on"):
        assert member.post(night.path + path, minutes="5").status_code == 403
        assert night.people["stranger"].post(night.path + path).status_code == 404
    assert "Start clock" not in member.text(night.path)
    answer = night.organizer.post(f"{night.path}/clock", minutes="soon")
    assert answer.status_code == 422
    assert "Enter 1 to 300 minutes." in answer.text


def test_time_is_up_by_one_touch_and_tables_see_it(night: Night) -> None:
    night.draw()
    first, second = night.tables()
    one, two = Person(night.app), Person(night.app)
    games = [
        person.get(f"{night.link(table)}/open").headers["Location"] for person, table in ((one, first), (two, second))
    ]
    night.play(games[0], one, 1)
    assert night.organizer.post(f"{night.path}/clock/time-up").status_code == 303
    assert "This game is over, and its score counts as it stands." in one.text(games[0])
    assert "Finish this hand and save it." in two.text(games[1])
    page = night.organizer.text(night.path)
    assert "Every table finishes its hand and stops. 1 of 2 tables is done. Waiting for table 2 (not started)." in page
    assert "Stop all tables now" in page
    night.play(games[1], two, 1)
    page = night.organizer.text(night.path)
    assert "All 2 tables are done." in page
    assert "Undo time is up" in page
    assert night.organizer.post(f"{night.path}/clock/play-on").status_code == 303
    assert "Waiting for all 2 tables." in night.organizer.text(night.path)
    assert "Time is up" not in one.text(games[0])
    # A hand that is finished later is the table's last.
    assert night.organizer.post(f"{night.path}/clock/time-up").status_code == 303
    night.play(games[0], one, 2)
    assert "150" in night.organizer.text(first)


def test_the_minutes_of_a_round_are_chosen_with_the_night(night: Night) -> None:
    opening = f"{night.club}/nights/new"
    form = {
        "game": "original",
        "name": "Club night",
        "date": value(night.organizer.get(opening + "?game=original").text, "date"),
    }
    for wrong in ("0", "301", "soon"):
        answer = night.organizer.post(opening, **form, minutes=wrong)
        assert answer.status_code == 422
        assert "Enter 1 to 300 minutes, or leave this empty." in page_text(answer)
    night.path = night.organizer.post(opening, **form, minutes="25").headers["Location"]
    assert value(night.organizer.get(f"{night.path}/change").text, "minutes") == "25"
    night.come()
    night.draw()
    # The clock is offered with as many.
    assert value(night.organizer.get(night.path).text, "minutes") == "25"
    # Changed on the way, and forgotten again.
    assert night.organizer.post(f"{night.path}/change", **form, minutes="").status_code == 303
    assert value(night.organizer.get(night.path).text, "minutes") == "30"
