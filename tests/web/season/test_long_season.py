"""The page of standings adds up a season once after every change, however many people look at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import Engine, event, text

from scorekeeper.store import Club, Event, db
from tests.company import Company
from tests.web.winter_season import signed_in

#: The index that knows the order of the events of a season, and the one that counts its games.
EVENTS, RESULTS = "ix_event_season_id_date", "ix_result_season_id_counted"


@contextmanager
def statements(engine: Engine) -> Iterator[list[tuple[str, object]]]:
    """The statements that are sent to the database meanwhile, with their values."""
    asked: list[tuple[str, object]] = []

    def note(_connection: object, _cursor: object, statement: str, values: object, *_: object) -> None:
        asked.append((statement, values))

    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)


def adds_up(asked: list[tuple[str, object]]) -> bool:
    return any("JSON_EXTRACT(event.totals" in statement for statement, _ in asked)


@pytest.mark.sqlite
@pytest.mark.parametrize("kind", ["players", "pairs"])
def test_a_season_is_added_up_once_after_every_change(app: Flask, kind: str) -> None:
    with app.app_context():
        company = Company("Olga")
        season = company.season()
        days = [company.event(date) for date in ("2026-01-13", "2026-01-20", "2026-01-27")]
        for day in days:
            company.play(day, "Ann Ben Cal Dot")
        path = f"/clubs/{company.club.id}/seasons/{season.id}?of={kind}"
        days = [day.id for day in days]
        engine = db.engine
    olga = signed_in(app, "Olga")
    with statements(engine) as first:
        olga.get(path)
    with statements(engine) as second:
        olga.get(path)
    assert adds_up(first)
    assert not adds_up(second)
    assert not [statement for statement, _ in second if "JOIN placing" in statement]
    with app.app_context():
        company.club = db.session.get_one(Club, company.club.id)
        company.play(db.session.get_one(Event, days[0]), "Eve Fay Gus Hal", number=2)
    with statements(engine) as third:
        assert "Gus" in olga.get(path).get_data(as_text=True)
    assert adds_up(third)
    counts = [
        (statement, values) for statement, values in second if "count(*)" in statement and "FROM result" in statement
    ]
    with engine.connect() as connection:
        plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {own}", values).all() for own, values in counts]
    assert any(f"COVERING INDEX {RESULTS}" in str(plan) for plan in plans)


@pytest.mark.postgres
def test_both_indexes_are_there_on_postgresql(app: Flask) -> None:
    with app.app_context():
        names = set(db.session.scalars(text("SELECT indexname FROM pg_indexes")))
    assert {EVENTS, RESULTS} <= names
