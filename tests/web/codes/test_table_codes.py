"""Permanent table codes: one address per table number, for every round of every night."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.store import Club, db
from tests.web.club_pages import Person, page_text
from tests.web.night_pages import Night


@pytest.fixture
def night(app: Flask) -> Night:
    club = Night(app)
    club.come()
    return club


def card(night: Night, number: int) -> str:
    """The path that the card of a table carries; the codes are made if there are none."""
    if "Create table codes" in night.organizer.get(f"{night.club}/cards").text:
        assert night.organizer.post(f"{night.club}/cards").status_code == 303
    with night.app.app_context():
        return f"/c/{db.session.query(Club).one().table_key}/table/{number}"


def test_a_table_card_opens_the_game_of_each_round(night: Night) -> None:
    path, phone = card(night, 2), Person(night.app)
    assert "Round 1 has not started." in phone.text(path)
    night.draw()
    # A new phone goes on by itself; a known one at once. The right is that of a table code.
    assert f'content="0; url={path}/open"' in phone.get(path).text
    first = phone.get(f"{path}/open").headers["Location"]
    assert phone.get(path).headers["Location"] == first
    other_table, own_table = night.tables()
    assert night.organizer.post(f"{own_table}/score").headers["Location"] == first
    night.play(first, phone, 1)
    assert f'<a class="btn primary gap" href="{path}">Next round at this table</a>' in phone.get(first).text
    assert "Round 1 is finished here. Round 2 has not started." in phone.text(path)
    night.scored(other_table)
    night.draw()
    # A page that follows is not taken away: it shows a button.
    followed = phone.client.get(path, headers={"X-Follow": "yes"})
    assert "Round 2 has started." in page_text(followed)
    second = phone.get(path).headers["Location"]
    assert second != first
    night.play(second, phone, 1)
    assert "Nobody plays here in round 2." in Person(night.app).text(card(night, 3))
    for table in [table for table in night.tables() if "Not started" in night.organizer.text(table)]:
        night.scored(table)
    assert night.organizer.post(f"{night.path}/close").status_code == 303
    assert "Club night has ended." in phone.text(path)
    assert phone.status(f"{path}/open") == 404


def test_codes_can_be_reset_and_are_of_one_club(night: Night) -> None:
    path = card(night, 1)
    night.draw()
    stranger = night.people["stranger"]
    assert stranger.status(f"{night.club}/cards") == 404
    assert night.people["member"].status(f"{night.club}/cards") == 403
    assert night.people["scorer"].status(f"{night.club}/cards") == 200
    # A scorer may print, but only an organizer makes printed cards worthless.
    assert night.people["scorer"].post(f"{night.club}/cards").status_code == 403
    assert night.organizer.post(f"{night.club}/cards").status_code == 303
    assert Person(night.app).status(path) == 404
    assert Person(night.app).status(f"{path}/open") == 404
    assert Person(night.app).status(f"{path}/events") == 404
    assert Person(night.app).status(card(night, 1)) == 200
    assert Person(night.app).status(card(night, 0)) == 404
    assert Person(night.app).status(card(night, 41)) == 404


def test_cards_are_one_per_table(night: Night) -> None:
    card(night, 1)
    page = night.organizer.get(f"{night.club}/cards?count=12").text
    assert re.findall(r'<h2 class="num center big">Table (\d+)</h2>', page) == [str(number) for number in range(1, 13)]
    # Both halves of a folded card have the code.
    assert page.count('<div class="qr">') == 24
