"""Corrections on the pages: each asks once, is in the log, and the log can undo it."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re

import pytest
from flask import Flask

from scorekeeper.actions.club.access import require_member, require_organizer
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import require_season_organizer
from scorekeeper.actions.season.seasons import SeasonDraft
from scorekeeper.actions.table import api_keys, hands
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.store import Account, Game, Season, db
from scorekeeper.web.http.downloads import cell
from tests.company import hand
from tests.web.club_pages import Person, page_text
from tests.web.event_pages import Event, value
from tests.web.winter_season import Club, joined


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app)


def season_path(event: Event, name: str, starts: dt.date, ends: dt.date) -> str:
    """Create a season; its path."""
    club_id = event.club.rpartition("/")[2]
    with event.app.app_context():
        account = db.session.query(Account).filter(Account.name == "Organizer").one()
        season = seasons.create(require_organizer(account.id, club_id), SeasonDraft(name, starts, ends))
        assert isinstance(season, Season), season
        return f"{event.club}/seasons/{season.id}"


def undo_link(person: Person, log: str) -> str:
    match = re.search(r'href="(/clubs/[^"]+/log/\d+/undo)"', person.get(log).text)
    assert match
    return match[1]


def test_a_swap_after_play_asks_once_and_the_log_undoes_it(event: Event) -> None:
    event.come(*event.names[:4])
    event.draw()
    (table,) = event.tables()
    event.scored(table)
    before = event.seats(table)
    one, other = event.number(before[0]), event.number(before[2])
    form = {"round": "1", "swap": [str(one), str(other)]}
    question = event.organizer.client.post(f"{event.path}/places", data=form)
    assert question.status_code == 200
    assert "Every table keeps its hands and its score." in page_text(question)
    assert event.seats(table) == before
    done = event.organizer.client.post(f"{event.path}/places", data=form | {"confirmed": "yes"})
    assert done.status_code == 303
    after = event.seats(table)
    assert (after[0], after[2], {*after}) == (before[2], before[0], {*before})
    assert "swapped seats in round 1 after play." in event.organizer.text(f"{event.club}/log")
    address = undo_link(event.people["scorer"], f"{event.path}/log")
    assert "Undo this?" in event.people["scorer"].text(address)
    assert event.people["scorer"].post(address).status_code == 303
    assert event.seats(table) == before
    log = event.organizer.text(f"{event.club}/log")
    assert "Undone: " in log
    assert event.organizer.post(address).status_code == 422
    assert event.people["member"].post(address).status_code in (403, 404)


def test_a_touched_round_can_be_undone_and_reseated(event: Event) -> None:
    event.come()
    event.draw()
    first, _ = event.tables()
    scorer = Person(event.app)
    game = scorer.get(f"{event.link(first)}/open").headers["Location"]
    bid = {"stage": "bid", "hand": "1", "base": "0", "token": "bid", "bidder": "0", "bid": "70", "trump": "red"}
    assert scorer.post(f"{game}/hand", **bid).status_code == 303
    page = event.organizer.get(event.path).text
    assert f"{event.path}/round/1/back" in page
    assert f"{event.path}/places" in page
    assert "Bids entered at table 1 are deleted too." in event.organizer.text(f"{event.path}/round/1/back")
    assert event.organizer.post(f"{event.path}/round/1/back").status_code == 303
    assert not event.tables()
    event.draw()
    event.scored(event.tables()[0])
    assert f"{event.path}/round/1/back" not in event.organizer.get(event.path).text
    assert "the round can’t be undone" in event.organizer.text(f"{event.path}/round/1/back")
    assert event.organizer.post(f"{event.path}/round/1/back").status_code == 422


def test_an_event_is_preselected_for_a_season_only_on_its_days(event: Event) -> None:
    today = dt.date.today()
    later = season_path(event, "Later", today + dt.timedelta(days=30), today + dt.timedelta(days=90))
    page = event.organizer.get(f"{event.club}/nights/new?game=original").text
    assert re.search(r'name="season" value="" checked', page)
    now = season_path(event, "Now", today - dt.timedelta(days=30), today + dt.timedelta(days=5))
    page = event.organizer.get(f"{event.club}/nights/new?game=original").text
    assert re.search(rf'name="season" value="{now.rpartition("/")[2]}" checked', page)
    form = {"game": "original", "name": "Club night", "hands": "1", "target": "300", "date": value(page, "date")}
    wrong = event.organizer.post(f"{event.club}/nights/new", **form, season=later.rpartition("/")[2])
    assert wrong.status_code == 422
    assert "is not in this season" in page_text(wrong)


def test_a_played_event_moves_and_goes(event: Event) -> None:
    today = dt.date.today()
    one = season_path(event, "One", today - dt.timedelta(days=9), today + dt.timedelta(days=9))
    event.come(*event.names[:4])
    event.draw()
    (table,) = event.tables()
    event.scored(table)
    two = season_path(event, "Two", today - dt.timedelta(days=9), today + dt.timedelta(days=9))
    assert "1 night, 1 game" in event.organizer.text(one)
    page = event.organizer.text(f"{event.path}/season")
    assert "1 game counts there." in page
    moved = event.people["scorer"].post(f"{event.path}/season", season=two.rpartition("/")[2])
    assert moved.status_code == 303
    assert "0 nights, 0 games" in event.organizer.text(one)
    assert "1 night, 1 game" in event.organizer.text(two)
    assert event.people["member"].status(f"{event.path}/season") == 403
    assert event.people["scorer"].status(f"{event.path}/delete") == 403
    assert "1 result leaves the standings of Two" in event.organizer.text(f"{event.path}/delete")
    assert event.organizer.post(f"{event.path}/delete").status_code == 303
    assert event.organizer.status(event.path) == 404
    assert "0 nights, 0 games" in event.organizer.text(two)
    assert event.organizer.post(undo_link(event.organizer, f"{event.club}/log")).status_code == 303
    assert event.organizer.status(event.path) == 200
    assert "1 night, 1 game" in event.organizer.text(two)
    assert "No game counts in this season." in event.organizer.text(f"{one}/delete")
    assert event.organizer.post(f"{one}/delete").status_code == 303
    assert event.organizer.status(one) == 404


def test_a_scorer_leaves_a_game_out_of_the_count(event: Event) -> None:
    event.come(*event.names[:4])
    event.draw()
    (table,) = event.tables()
    event.scored(table)
    assert "Do not count this game" in event.people["scorer"].text(table)
    assert event.people["scorer"].post(f"{table}/count", counts="no").status_code == 303
    assert "does not count" in event.organizer.text(table)
    assert event.people["member"].post(f"{table}/count", counts="yes").status_code == 403


def test_two_names_become_one(event: Event) -> None:
    gone, stays = event.number("P01"), event.number("P02")
    page = f"{event.club}/members/{gone}"
    assert f"{page}/merge" in event.organizer.get(page).text
    assert event.people["scorer"].status(f"{page}/merge") == 403
    question = event.organizer.text(f"{page}/merge?stays={stays}")
    assert "Merge P01 into P02?" in question
    assert event.organizer.post(f"{page}/merge", stays=str(stays)).status_code == 303
    assert event.organizer.get(page).headers["Location"] == f"{event.club}/members/{stays}"
    assert "P01 was merged into P02." in event.organizer.text(f"{event.club}/log")
    assert event.organizer.post(undo_link(event.organizer, f"{event.club}/log")).status_code == 303
    assert event.organizer.status(page) == 200


def test_a_closed_season_is_reopened_with_a_reason(club: Club) -> None:
    scorer = joined(club, "Nora", "scorer")
    assert "You can reopen the season within a day." in club.organizer.text(f"{club.path}/close")
    assert club.organizer.post(f"{club.path}/close").status_code == 303
    assert f"{club.path}/reopen" in club.organizer.get(club.path).text
    assert club.organizer.post(f"{club.path}/reopen", reason="").status_code == 422
    assert scorer.status(f"{club.path}/reopen") == 403
    assert club.organizer.post(f"{club.path}/reopen", reason="One week early").status_code == 303
    assert "was reopened: One week early" in club.organizer.text(f"/clubs/{club.company.club.id}/log")
    assert f"{club.path}/reopen" not in club.organizer.get(club.path).text


def test_the_log_names_a_program(club: Club) -> None:
    access = require_season_organizer(club.company.account, club.company.club.id, club.season)
    assert seasons.close(access) is None
    game = db.session.get_one(Game, club.games[0])
    table = api_keys.require_scorer(game.id, game.scorer_key)
    saved = hands.save(table, hands.HandChange(3, 1, hand(100), new_key(), confirmed=True))
    assert isinstance(saved, hands.Saved)
    decisions = read_log(require_member(club.company.account, club.company.club.id), about=("result", game.id))
    assert [decision.by for decision in decisions] == ["The JSON API"]


def test_negative_figures_of_a_spreadsheet_are_numbers(club: Club) -> None:
    march = (dt.date(2026, 3, 1), dt.date(2026, 3, 31))
    season = club.company.season("Margins", march, scheme=Scheme("margin"))
    club.company.play(club.company.event("2026-03-03"), "Eve Fay Gus Hal")
    path = f"/clubs/{club.company.club.id}/seasons/{season.id}"
    rows = list(csv.reader(io.StringIO(club.organizer.get(f"{path}/standings.csv").text.removeprefix("\ufeff"))))
    exact = rows[0].index("exact figure")
    assert sorted(row[exact] for row in rows[1:]) == ["-360", "-360", "360", "360"]
    assert [cell(text) for text in ("-5", "-5/3", "-1+1", "=1", "-x")] == ["-5", "-5/3", "'-1+1", "'=1", "'-x"]
