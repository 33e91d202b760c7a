"""What a round costs: the SQL statements and scorings of its proposal, its start and its page."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.night_pages import Night
from tests.web.table.test_cost import Cost, counted

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
