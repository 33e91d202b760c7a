"""Awards on the pages of a season: whose, what for, how they are computed, and none too early."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.league.highlights import RULES
from scorekeeper.store import db
from tests.company import SWEPT, Company
from tests.web.table.test_cost import counted
from tests.web.winter_season import Club, signed_in

#: What the statistics of a season ask for, whatever was played: the account, the membership, the season, the members,
#: the totals of both kinds with the latest night of each, the results with handicaps twice, and the meetings.
MOST_FOR_STATISTICS = 14


def fourteen_games(company: Company) -> None:
    """Ben & Dot win seven games of three hands by Ben's bids, then Ann & Cal seven by Ann's."""
    for number, first in enumerate((True, False)):
        event = company.event(f"2026-02-{3 + 7 * number:02}")
        for turn in range(1, 8):
            company.play(event, "Ann Ben Cal Dot", *(SWEPT if first else ()), number=turn)


@pytest.fixture
def long_season(app: Flask) -> Iterator[Club]:
    with app.app_context():
        company = Company()
        season = company.season("Winter")
        fourteen_games(company)
        path = f"/clubs/{company.club.id}/seasons/{season.id}"
        yield Club(app, company, signed_in(app, "Olga"), season.id, path, [])


def test_awards_say_whose_they_are_and_why(long_season: Club) -> None:
    page = long_season.organizer.text(f"{long_season.path}/statistics")
    assert f"Most improved Ann and Cal from 0% to 100% of games won, 14 games {RULES['improved']}" in page
    assert f"Boldest bidder Ann and Ben won the bid in 50% of 42 hands {RULES['boldest']}" in page
    assert f"Best partnership Ann & Cal and Ben & Dot won 50% of 14 games {RULES['partnership']}" in page


def test_the_public_page_has_them_too(long_season: Club) -> None:
    long_season.organizer.post(f"{long_season.path}/share", on="on", initials="on")
    db.session.expire_all()
    page = long_season.organizer.text(f"/s/{long_season.row().public_key}")
    assert "Most improved A. and C. from 0% to 100%" in page


def test_a_correction_changes_them(long_season: Club) -> None:
    assert "Boldest bidder Ann and Ben" in long_season.organizer.text(f"{long_season.path}/statistics")
    event = long_season.company.event("2026-02-17")
    long_season.company.play(event, "Ann Ben Cal Dot")
    # Ann has won the bid in 24 of 45 hands, Ben in 21.
    assert "Boldest bidder Ann won the bid in 53% of 45 hands" in long_season.organizer.text(
        f"{long_season.path}/statistics"
    )


def test_three_games_are_too_few(club: Club) -> None:
    assert "Awards" not in club.organizer.text(f"{club.path}/statistics")


def test_statistics_ask_as_much_after_many_games(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for play in (lambda: None, lambda: fourteen_games(club.company)):
        play()
        db.session.expire_all()
        with counted(club.app, monkeypatch) as cost:
            assert club.organizer.status(f"{club.path}/statistics") == 200
        counts.append(len(cost.statements))
    assert counts[0] == counts[1] <= MOST_FOR_STATISTICS, counts
