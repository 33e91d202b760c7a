"""Byes, substitutes and paper games on the pages and in the files of a season."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from flask import Flask

from scorekeeper.actions.season.results import refresh_result
from scorekeeper.store import db
from scorekeeper.store.queries.event import event_table_of
from tests.company import Company
from tests.web.club_pages import Person, page_text
from tests.web.event_pages import Event
from tests.web.winter_season import signed_in


@pytest.fixture
def event(app: object) -> Event:
    return Event(app)  # type: ignore[arg-type]


def season_of(event: Event, **form: str) -> str:
    """A season of this year with one win for a bye, and a night of it."""
    usual = {"name": "Season", "starts": "2000-01-01", "ends": "2004-01-01"}
    path = f"{event.club}/seasons/new"
    page = event.organizer.get(path).text
    days = {key: re.search(rf'name="{key}" value="([\d-]+)"', page)[1] for key in ("starts", "ends")}  # type: ignore[index]
    sent = {"counting": "date", "counts": "wins", "bye": "1", "handicap": "none", "ties": "wins", "move": ""}
    answer = event.organizer.post(path, **usual | days | sent | form)
    assert answer.status_code == 303, answer.text
    season: str = answer.headers["Location"]
    return season


def rows(person: Person, path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(person.get(path).text.removeprefix("\ufeff"))))


def test_a_bye_is_a_line_of_its_own(event: Event) -> None:
    season = season_of(event)
    event.path = event.opened()
    event.come(*event.names[:5])
    event.draw()
    (table,) = event.tables()
    event.scored(table)
    (out,) = {*event.names[:5]} - {*event.seats(table)}
    organizer = event.organizer
    key = event.number(out)
    page = organizer.get(f"{season}/who/{key}")
    assert "1 night, 0 games, 0 won, 1 bye" in organizer.text(season)
    assert "Bye in round 1 +1" in organizer.text(f"{season}/who/{key}")
    link = re.search(r'href="([^"]+)#round-1"', page.text)
    assert link
    opened = organizer.text(link[1])
    assert f"Bye: {out} +1 Adds 1 win" in opened
    assert "A bye adds 1 win." in organizer.text(season)
    own = next(row for row in rows(organizer, f"{season}/standings.csv") if row["name"] == out)
    assert (own["wins"], own["byes"], own["margin"], own["figure"]) == ("0.0", "1", "0", "1.0")
    winner = rows(organizer, f"{season}/standings.csv")[0]
    assert (winner["byes"], int(winner["margin"]) > 0) == ("0", True)
    players = json.loads(organizer.get(f"{season}/standings.json").text)["players"]
    assert [row["byes"] for row in players if row["name"] == out] == [1]
    assert [row["side"] for row in rows(organizer, f"{season}/games.csv") if row["game"] == "Bye"] == [out]
    games = json.loads(organizer.get(f"{season}/games.json").text)
    assert [row["players"] for row in games if row["game"] == "Bye"] == [[out]]
    # The night itself says the same.
    assert re.search(rf"{out} 1 0 \+ 1 bye", organizer.text(event.path)), organizer.text(event.path)


@pytest.mark.parametrize(
    ("substitutes", "of_absent", "of_helper"),
    [("absent", "counts for", "does not count for"), ("substitute", "does not count for", "counts for")],
)
def test_a_substitute_is_marked_on_both_pages(event: Event, substitutes: str, of_absent: str, of_helper: str) -> None:
    season = season_of(event, substitutes=substitutes)
    # First a game of everybody's own, so that all have a page.
    event.path = event.opened()
    event.come(*event.names[:5])
    event.draw()
    event.scored(event.tables()[0])
    event.path = event.opened(hands="2")
    event.come(*event.names[:5])
    event.draw()
    (table,) = event.tables()
    game = event.scored(table)
    absent = event.seats(table)[0]
    (helper,) = {*event.names[:5]} - {*event.seats(table)}
    form = {"absent": str(event.number(absent)), "helper": str(event.number(helper))}
    organizer = event.organizer
    assert organizer.post(f"{table}/substitute", **form).status_code == 303
    event.play(game, organizer, 2)
    words = {"absent": "The absent player", "substitute": "The substitute"}[substitutes].lower()
    assert f"A substitute’s game counts for {words}" in organizer.text(season)
    for name, verb in ((absent, of_absent), (helper, of_helper)):
        text = organizer.text(f"{season}/who/{event.number(name)}")
        assert f"{helper} for {absent}, {verb} {name}" in text
    assert f"{helper} for {absent}" in [row["substitutes"] for row in rows(organizer, f"{season}/games.csv")]


def test_a_game_that_was_scored_on_paper_says_so_and_shows_its_totals(app: Flask) -> None:
    with app.app_context():
        company = Company("Olga")
        season, night = company.season(), company.event("2026-01-13")
        game = company.seat(night, "Ann Ben Cal Dot")
        table = event_table_of(game.id)
        assert table is not None
        table.paper = [310, -45]
        refresh_result(table)
        db.session.commit()
        path, event_id, game_id = f"/clubs/{company.club.id}/seasons/{season.id}", night.id, game.id
    olga = signed_in(app, "Olga")
    assert "on paper" in page_text(olga.get(f"{path}/nights/{event_id}"))
    page = page_text(olga.get(f"{path}/games/{game_id}"))
    assert "Scored on paper" in page
    assert "Ann & Cal 310" in page
    assert "Ben & Dot −45" in page
