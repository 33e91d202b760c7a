"""Substitutes over the pages: how they are marked, and the history of the table."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.store import Game, db
from tests.web.club_pages import page_text
from tests.web.event_pages import Event


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app)


def test_a_substitute_is_marked_on_the_pages(event: Event) -> None:
    event.come(*event.names[:5])
    event.draw()
    (table,) = event.tables()
    leaver = event.seats(table)[0]
    (free,) = {*event.names[:5]} - {*event.seats(table)}
    assert "Choose who leaves" in page_text(event.organizer.post(f"{table}/substitute", absent="x"))
    form = {"absent": str(event.number(leaver)), "helper": str(event.number(free))}
    assert event.organizer.post(f"{table}/substitute", **form).status_code == 303
    assert f"{free} (for {leaver})" in event.organizer.text(table)
    screen = event.organizer.text(f"{event.path}/screen")
    assert f"{free} (for {leaver})" in screen
    # Whoever plays on for somebody does not sit out any more.
    assert "Sitting out" not in screen
    assert "Sitting out" not in event.organizer.text(f"{event.path}/places")


def test_a_substitute_plays_with_the_partner_and_not_against_herself(event: Event) -> None:
    event.come(*event.names[:5])
    event.draw()
    (table,) = event.tables()
    leaver, left, partner, right = event_game(event).players
    (free,) = {*event.names[:5]} - {leaver, left, partner, right}
    phone = event.checked_in(free)
    form = {"absent": str(event.number(leaver)), "helper": str(event.number(free))}
    assert event.organizer.post(f"{table}/substitute", **form).status_code == 303
    assert f"You play at table 1 with {partner} against {left} & {right}." in phone.text(event.path)


def test_a_substitute_is_in_the_history_of_the_table(event: Event) -> None:
    """P01 to P05 come; somebody leaves after the first of three hands, and comes back after the second."""
    event.path = event.opened(hands="3")
    event.come(*event.names[:5])
    event.draw()
    (table,) = event.tables()
    scorer = event.organizer
    game = event.scored(table, scorer)
    leaver = event_game(event).players[0]
    (free,) = {*event.names[:5]} - {*event.seats(table)}

    def leave(absent: str, helper: str) -> None:
        form = {"absent": str(event.number(absent)), "helper": str(event.number(helper))}
        assert scorer.post(f"{table}/substitute", **form).status_code == 303

    leave(leaver, free)
    event.play(game, scorer, 2)
    first = f"{free} took over {leaver}’s seat from hand 2."
    assert first in scorer.text(f"{game}/history")
    assert first in scorer.text(f"{game}/print")
    assert f"{leaver} played in {free}’s seat." in scorer.text(f"{game}/hand/1")
    assert f"{leaver}, 70 on red" in scorer.text(f"{game}/hand/1")
    assert f"{free}, 70 on red" in scorer.text(f"{game}/hand/2")
    rows = scorer.get(f"{game}/sheet.csv").text.splitlines()
    # The leaver dealt the first hand, and the side has its new name.
    assert rows[1].startswith(f"1,{leaver},{free} & ")
    leave(free, leaver)
    # It is the club's change, so the table can undo its own last change only: the hand.
    mark = re.search(r'name="last" value="([^"]+)"', scorer.get(game).text)
    assert mark
    assert mark[1].isdigit()
    for text in (first, f"{leaver} took over {free}’s seat from hand 3."):
        assert text in scorer.text(f"{game}/history")
    assert scorer.post(f"{event.club}/members/{event.number(free)}/forget", sure="1").status_code == 303
    for path in ("history", "print", "hand/2", "sheet.csv"):
        assert free not in scorer.get(f"{game}/{path}").text
    assert f"Former member took over {leaver}’s seat from hand 2." in scorer.text(f"{game}/history")


def event_game(event: Event) -> Game:
    """The only game of the night."""
    with event.app.app_context():
        game = db.session.query(Game).one()
        db.session.expunge(game)
        return game
