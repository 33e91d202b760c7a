"""The screen link of a night, and what the pages of a night cost."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.store import Night as NightRow
from scorekeeper.store import db
from scorekeeper.store.live.sources import open_source
from tests.web.club_pages import Person
from tests.web.night_pages import Night
from tests.web.table.test_cost import Cost, counted


def link(night: Night) -> str:
    page = night.organizer.get(f"{night.path}/screen-link").text
    match = re.search(r'value="https?://[^/]+(/screen/[^"]+)"', page)
    assert match
    assert "<svg" in page
    return match[1]


def keys(night: Night) -> frozenset[str]:
    """By which keys the night can be followed."""
    channel = f"night:{night.path.rpartition('/')[2]}"
    with night.app.app_context(), open_source(db.engine) as news:
        return news.read([channel])[channel].keys


def test_a_television_shows_the_night_without_sign_in(app: Flask) -> None:
    night, television = Night(app), Person(app)
    assert television.status(f"{night.path}/screen") in (303, 404)
    first = link(night)
    night.come(*night.names[:5])
    night.draw()
    night.organizer.post(f"{night.path}/clock", minutes="20")
    page = television.get(first)
    assert page.status_code == 200
    assert page.text.count('class="tbl') == 1
    assert "data-clock" in page.text
    assert "Sitting out:" in page.text
    assert f'data-events="{first}/events"' in page.text
    assert "<form" not in page.text
    assert f'href="{night.path}' not in page.text
    # The key opens nothing else, and only this night.
    key = first.rpartition("/")[2]
    assert key in keys(night)
    assert television.status(night.path) in (303, 404)
    assert television.status(f"/night/in/{key}") == 404
    assert night.organizer.post(f"{night.path}/screen-link").status_code == 303
    assert television.status(first) == television.status(f"{first}/events") == 404
    second = link(night)
    assert second != first
    assert television.status(second) == 200
    for role, status in (("member", 403), ("stranger", 404)):
        assert night.people[role].status(f"{night.path}/screen-link") == status
        assert night.people[role].post(f"{night.path}/screen-link").status_code == status
    night.organizer.post(f"{night.path}/clock/stop-all")
    assert night.organizer.post(f"{night.path}/close").status_code == 303
    assert television.status(second) == 404
    assert second.rpartition("/")[2] not in keys(night)
    with app.app_context():
        assert db.session.get_one(NightRow, night.path.rpartition("/")[2]).closed_at is not None


#: The account, the membership, the club's members; the night with presences, rounds, byes, tables, versions and
#: disputes; its results with confirmations and protests: thirteen, whatever was played before.
MOST_TO_PROPOSE = 13
#: The same, and the night with its draft.
MOST_TO_DRAW = 14
#: The same, and what is written for two tables.
MOST_TO_START = 26


@pytest.fixture
def night(app: Flask) -> Night:
    return Night(app)


def draw(night: Night, patch: pytest.MonkeyPatch, method: str) -> tuple[Cost, Cost]:
    """What drawing a round costs, and what the page of its seating does."""
    with counted(night.app, patch) as drawn:
        answer = night.organizer.post(f"{night.path}/draw", method=method, size="4")
    with counted(night.app, patch) as page:
        assert night.organizer.get(answer.headers["Location"]).status_code == 200
    return drawn, page


@pytest.mark.parametrize("method", ["new-partners", "standing"])
def test_a_proposal_loads_once_and_scores_no_finished_game(
    night: Night, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    night.come()
    for _ in range(3):
        night.draw()
        for table in night.tables():
            if "Not started" in night.organizer.text(table):
                night.scored(table)
        for cost, most in zip(draw(night, monkeypatch, method), (MOST_TO_DRAW, MOST_TO_PROPOSE), strict=True):
            assert cost.scorings == 0
            assert len(cost.statements) <= most, "\n".join(cost.statements)
            assert sum("FROM night" in statement for statement in cost.statements) == 1


def test_a_round_is_started_by_one_load_and_one_scoring_a_table(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    night.come()
    night.draw()
    for table in night.tables():
        night.scored(table)
    form = night.proposal()
    with counted(night.app, monkeypatch) as cost:
        assert night.organizer.client.post(f"{night.path}/draw/accept", data=form).status_code == 303
    assert cost.scorings == len(form.getlist("table"))
    assert len(cost.statements) <= MOST_TO_START, "\n".join(cost.statements)
    assert sum("FROM night" in statement for statement in cost.statements) == 1
