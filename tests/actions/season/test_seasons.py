"""Seasons: what may be one, copies for next year, and who may do what."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.seasons import SeasonDraft
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.store import Season, db
from tests.company import YEAR, Company
from tests.rows import each_row


@pytest.mark.parametrize(
    ("name", "days", "copied", "later"),
    [
        ("2026", ("2026-01-01", "2026-12-31"), "2027", ("2027-01-01", "2027-12-31")),
        ("Winter 2025/2026", ("2025-10-01", "2026-03-31"), "Winter 2026/2027", ("2026-10-01", "2027-03-31")),
        ("Spring", ("2024-02-29", "2024-05-31"), "Spring 2025", ("2025-02-28", "2025-05-31")),
        ("Two years 2024 2025", ("2024-01-01", "2025-12-31"), "Two years 2026 2027", ("2026-01-01", "2027-12-31")),
    ],
)
def test_a_copy_is_for_the_time_after(
    company: Company, name: str, days: tuple[str, str], copied: str, later: tuple[str, str]
) -> None:
    first, last = (dt.date.fromisoformat(day) for day in days)
    old = company.season(name, (first, last), slug="original", options={"target": 500}, scheme=Scheme("share", best=4))
    new = seasons.copy(company.access(old))
    assert isinstance(new, Season)
    assert (new.name, new.starts.isoformat(), new.ends.isoformat()) == (copied, *later)
    assert (new.slug, new.options, new.scheme) == (old.slug, old.options, old.scheme)


@each_row(
    ("wrong", "words"),
    [
        ({"name": "\u202e"}, "invisible characters"),
        ({"slug": "whist"}, "There is no such game."),
        ({"slug": "original", "options": {"target": 0}}, "Points to win can't be 0"),
        ({"options": {"target": 300}}, "Choose a game before its house rules."),
        ({"counting": "luck"}, "by their date or by hand"),
        ({"scheme": Scheme("wins", best=0)}, "At least one night must count"),
        ({"scheme": Scheme("wins", best=2, drop=1)}, "not both"),
        ({"fixed": {"999": 5}}, "members of the club only"),
        ({"ends": dt.date(2099, 1, 1)}, "at most five years"),
        ({"starts": dt.date(9999, 1, 1), "ends": dt.date(9999, 12, 31)}, "between 1900 and 2999"),
        ({"starts": dt.date(1, 1, 1), "ends": dt.date(1, 12, 31)}, "between 1900 and 2999"),
        ({"starts": None}, "Enter the first and the last day."),
    ],
)
def test_nonsense_settings_are_refused(company: Company, wrong: dict[str, Any], words: str) -> None:
    draft = {"name": "2026", "starts": YEAR[0], "ends": YEAR[1]} | wrong
    refused = seasons.create(require_organizer(company.account, company.club.id), SeasonDraft(**draft))
    assert isinstance(refused, Refusal)
    assert words in " ".join(refused.messages)
    assert db.session.query(Season).count() == 0


def test_a_game_counts_in_one_season_only(company: Company) -> None:
    season = company.season()
    game = company.play(company.event("2026-03-03"), "Ann Ben Cal Dot")
    other = company.season("Other", counting="hand")
    refused = seasons.count(company.access(other), game.id, True)
    assert refused is not None
    assert "in only one season" in refused.messages[0]
    company.check(season)
    company.check(other)
