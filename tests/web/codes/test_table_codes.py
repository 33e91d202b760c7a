"""Permanent table codes: one address per table number, for every round of every night."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.store import Club, db
from tests.web.club_pages import Person, page_text
from tests.web.event_pages import Event


@pytest.fixture
def event(app: Flask) -> Event:
    club = Event(app)
    club.come()
    return club


def card(event: Event, number: int) -> str:
    """The path that the card of a table carries; the codes are made if there are none."""
    if "Create table codes" in event.organizer.get(f"{event.club}/cards").text:
        assert event.organizer.post(f"{event.club}/cards").status_code == 303
    with event.app.app_context():
        return f"/c/{db.session.query(Club).one().table_key}/table/{number}"


def test_a_table_card_opens_the_game_of_each_round(event: Event) -> None:
    path, phone = card(event, 2), Person(event.app)
    assert "Round 1 has not started." in phone.text(path)
    event.draw()
    # A new phone goes on by itself; a known one at once. The right is that of a table code.
    assert f'content="0; url={path}/open"' in phone.get(path).text
    first = phone.get(f"{path}/open").headers["Location"]
    assert phone.get(path).headers["Location"] == first
    other_table, own_table = event.tables()
    assert event.organizer.post(f"{own_table}/score").headers["Location"] == first
    event.play(first, phone, 1)
    assert f'<a class="btn primary gap" href="{path}">Next round at this table</a>' in phone.get(first).text
    assert "Round 1 is finished here. Round 2 has not started." in phone.text(path)
    event.scored(other_table)
    event.draw()
    # A page that follows is not taken away: it shows a button.
    followed = phone.client.get(path, headers={"X-Follow": "yes"})
    assert "Round 2 has started." in page_text(followed)
    second = phone.get(path).headers["Location"]
    assert second != first
    event.play(second, phone, 1)
    assert "Nobody plays here in round 2." in Person(event.app).text(card(event, 3))
    for table in [table for table in event.tables() if "Not started" in event.organizer.text(table)]:
        event.scored(table)
    assert event.organizer.post(f"{event.path}/close").status_code == 303
    assert "Club night has ended." in phone.text(path)
    assert phone.status(f"{path}/open") == 404


def test_codes_can_be_reset_and_are_of_one_club(event: Event) -> None:
    path = card(event, 1)
    event.draw()
    stranger = event.people["stranger"]
    assert stranger.status(f"{event.club}/cards") == 404
    assert event.people["member"].status(f"{event.club}/cards") == 403
    assert event.people["scorer"].status(f"{event.club}/cards") == 200
    # A scorer may print, but only an organizer makes printed cards worthless.
    assert event.people["scorer"].post(f"{event.club}/cards").status_code == 403
    assert event.organizer.post(f"{event.club}/cards").status_code == 303
    assert Person(event.app).status(path) == 404
    assert Person(event.app).status(f"{path}/open") == 404
    assert Person(event.app).status(f"{path}/events") == 404
    assert Person(event.app).status(card(event, 1)) == 200
    assert Person(event.app).status(card(event, 0)) == 404
    assert Person(event.app).status(card(event, 41)) == 404


def test_cards_are_one_per_table(event: Event) -> None:
    card(event, 1)
    page = event.organizer.get(f"{event.club}/cards?count=12").text
    assert re.findall(r'<h2 class="num center big">Table (\d+)</h2>', page) == [str(number) for number in range(1, 13)]
    # Both halves of a folded card have the code.
    assert page.count('<div class="qr">') == 24
