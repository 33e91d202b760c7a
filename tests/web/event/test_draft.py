"""The next round before it starts: swapped by two taps, drawn again, drawn ahead, and what it repeats."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from tests.web.club_pages import page_text
from tests.web.event_pages import Event, hidden


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app)


def seated(form: MultiDict[str, str]) -> list[str]:
    """Everybody in the order of the form."""
    return ",".join(form.getlist("table")).split(",")


def started(event: Event) -> list[str]:
    """Names at the tables of the round, side by side."""
    return [name for table in event.tables() for name in event.seats(table)]


def test_starting_a_round_swaps_two_names_that_are_still_tapped(event: Event) -> None:
    event.come()
    form = event.proposal()
    order = [event.names[int(player) - event.number("P01")] for player in seated(form)]
    one, other = seated(form)[0], seated(form)[5]
    form.setlist("swap", [one, other])
    assert event.organizer.client.post(f"{event.path}/draw/accept", data=form).status_code == 303
    assert started(event) == [order[5], *order[1:5], order[0], *order[6:]]


def test_a_round_does_not_start_with_three_names_tapped(event: Event) -> None:
    event.come()
    form = event.proposal()
    form.setlist("swap", seated(form)[:3])
    answer = event.organizer.client.post(f"{event.path}/draw/accept", data=form)
    assert answer.status_code == 422
    assert "Choose exactly two names to swap." in page_text(answer)
    # One name alone is no swap.
    form.setlist("swap", seated(form)[:1])
    assert event.organizer.client.post(f"{event.path}/draw/accept", data=form).status_code == 303


def test_a_swap_is_saved_and_the_round_starts_with_it(event: Event) -> None:
    event.come()
    form = event.proposal()
    one, other = seated(form)[0], seated(form)[5]
    form.setlist("swap", [one, other])
    assert event.organizer.client.post(f"{event.path}/draw/change", data=form).status_code == 303
    # The organizer looks at other pages and comes back.
    stored = hidden(event.organizer.get(f"{event.path}/draft"))
    assert (seated(stored)[0], seated(stored)[5]) == (other, one)
    page = event.organizer.get(event.path)
    assert "Start round 1" in page_text(page)
    ready = hidden(page)
    assert ready.getlist("table") == stored.getlist("table")
    assert "Start round 1" not in event.people["member"].text(event.path)
    assert event.organizer.client.post(f"{event.path}/draw/accept", data=stored).status_code == 303
    assert event.organizer.get(f"{event.path}/draft").status_code == 303


def test_a_draft_that_misses_a_newcomer_is_not_offered(event: Event) -> None:
    event.come(*event.names[:7])
    event.proposal()
    assert "Start round 1" in event.organizer.text(event.path)
    event.come("P08")
    page = event.organizer.text(event.path)
    assert "Start round 1" not in page
    assert "Draw round 1" in page


@pytest.mark.parametrize("method", ["new-partners", "standing"])
def test_drawing_again_gives_another_draw(event: Event, method: str) -> None:
    event.come()
    draws = [frozenset(event.proposal(method).getlist("table")) for _ in range(4)]
    assert all(one != other for one, other in pairwise(draws))
    assert "Draw again" in event.organizer.text(f"{event.path}/draft")


def test_the_next_round_is_drawn_while_tables_play(event: Event) -> None:
    event.come()
    event.draw()
    first, second = event.tables()
    assert "Draw round 2 ahead" not in event.organizer.text(event.path)
    event.scored(first)
    page = event.organizer.text(event.path)
    assert "Waiting for table 2 (not started)." in page
    assert "Draw round 2 ahead" in page
    form = event.proposal()
    page = event.organizer.text(f"{event.path}/draft")
    assert "Waiting for table 2 (not started). This seating is saved." in page
    assert "Start round 2" not in page
    page = event.organizer.text(event.path)
    assert "Round 2 is drawn. You can start it when all tables are done." in page
    assert "Start round 2" not in page
    refused = event.organizer.client.post(f"{event.path}/draw/accept", data=form)
    assert refused.status_code == 422
    assert "Table 2 of round 1 is still playing." in page_text(refused)
    event.scored(second)
    ready = event.organizer.get(event.path)
    assert "Start round 2" in page_text(ready)
    assert hidden(ready).getlist("table") == form.getlist("table")
    assert event.organizer.client.post(f"{event.path}/draw/accept", data=form).status_code == 303


def test_the_notice_says_what_this_round_repeats(event: Event) -> None:
    event.come(*event.names[:4])

    def notice() -> str:
        page = event.organizer.get(f"{event.path}/draft").text
        match = re.search(r'<p class="mark">([^<]+)', page)
        assert match
        return match[1]

    def play(method: str) -> None:
        event.draw(method)
        table = event.tables()[0]
        event.scored(table)

    # Three rounds pair four people in all ways; a fourth repeats both partnerships.
    for _ in range(3):
        event.proposal()
        assert notice().startswith("Nobody has the same partner twice")
        play("new-partners")
    event.proposal()
    assert notice().startswith("This round repeats 2 partnerships")
    play("new-partners")
    # Four new people: the night has repeats, this round has none.
    gone = {"member": [str(event.number(name)) for name in event.names[:4]]}
    assert event.organizer.client.post(f"{event.path}/out", data=gone).status_code == 303
    event.come(*event.names[4:8])
    event.proposal()
    assert notice().startswith("This round repeats no partnership")


def test_partners_are_shown_alike_before_and_after_a_round_starts(event: Event) -> None:
    event.come()
    event.proposal()

    def groups(path: str) -> list[list[list[str]]]:
        """Names by side by table, as the markup groups them."""
        page = event.organizer.get(path).text
        tables = re.findall(r'<legend class="hidden">Table \d+</legend>.*?</fieldset>', page, re.DOTALL)
        return [
            [
                re.findall(r"<span>([^<]+)</span>", side)
                for side in re.findall(r"<div>(?:<label>|\n).*?</div>", table, re.DOTALL)
            ]
            for table in tables
        ]

    before = groups(f"{event.path}/draft")
    assert [len(side) for table in before for side in table] == [2, 2, 2, 2]
    form = hidden(event.organizer.get(f"{event.path}/draft"))
    assert event.organizer.client.post(f"{event.path}/draw/accept", data=form).status_code == 303
    assert groups(f"{event.path}/places") == before


def test_the_own_table_is_named_only_while_it_plays(event: Event) -> None:
    event.come(*event.names[:4])
    phone = event.checked_in("P01")
    event.draw()
    assert "You play at table 1 with" in phone.text(event.path)
    event.scored(event.tables()[0])
    assert "at table 1 with" not in phone.text(event.path)
    assert event.organizer.post(f"{event.path}/close").status_code == 303
    assert "at table 1 with" not in phone.text(event.path)
