"""The page of standings reads the latest nights, not all nights, however long the season is."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import event, text

from scorekeeper.store import db
from tests.company import Company
from tests.web.winter_season import signed_in

#: The index that knows the order of the nights of a season.
EVENTS, RESULTS = "ix_night_season_id_date", "ix_result_season_id_counted"


@pytest.mark.sqlite
@pytest.mark.parametrize("kind", ["players", "pairs"])
def test_no_statement_of_the_standings_sorts_all_events_or_reads_all_results(app: Flask, kind: str) -> None:
    with app.app_context():
        company = Company("Olga")
        season = company.season()
        for date in ("2026-01-13", "2026-01-20", "2026-01-27"):
            company.play(company.event(date), "Ann Ben Cal Dot")
        path = f"/clubs/{company.club.id}/seasons/{season.id}?of={kind}"
        engine = db.engine
    olga, asked = signed_in(app, "Olga"), []

    def note(_connection: object, _cursor: object, statement: str, values: object, *_: object) -> None:
        asked.append((statement, values))

    event.listen(engine, "before_cursor_execute", note)
    olga.get(path)
    event.remove(engine, "before_cursor_execute", note)
    with engine.connect() as connection:
        plans = {
            statement: "; ".join(
                row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            )
            for statement, values in asked
            if statement.startswith("SELECT")
        }
    latest = [plan for statement, plan in plans.items() if "ORDER BY night.date DESC" in statement]
    assert len(latest) >= 3
    assert all(EVENTS in plan and "TEMP B-TREE" not in plan for plan in latest)
    counts = [plan for statement, plan in plans.items() if "count(*)" in statement and "FROM result" in statement[:50]]
    assert [f"COVERING INDEX {RESULTS}" in plan for plan in counts] == [True]


@pytest.mark.postgres
def test_both_indexes_are_there_on_postgresql(app: Flask) -> None:
    with app.app_context():
        names = set(db.session.scalars(text("SELECT indexname FROM pg_indexes")))
    assert {EVENTS, RESULTS} <= names
