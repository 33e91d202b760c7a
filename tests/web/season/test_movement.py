"""Movement since the last night, on the standings and the public page, in arrows and in words."""

from __future__ import annotations

import datetime as dt

from scorekeeper.store import db
from tests.web.winter_season import Club


def test_movement_says_which_event_it_is_of(club: Club) -> None:
    club.organizer.post(f"{club.path}/share", on="on")
    db.session.expire_all()
    for path in (club.path, f"/s/{club.row().public_key}"):
        page = club.organizer.text(path)
        assert "Arrows show places gained or lost on Jan 20, 2026." in page
        # Ben and Dot were 3rd; both have won a game since, as many as Cal, but Dot none against the other two.
        assert "Ben ↑1 , up 1 2 nights" in page
        assert "Dot ↓1 , down 1 2 nights" in page
        assert "Eve , new 1 night" in page
    assert "Arrows" not in club.organizer.text(f"{club.path}/print")


def test_nothing_moves_on_the_first_event(club: Club) -> None:
    company = club.company
    season = company.season("March", (dt.date(2027, 3, 1), dt.date(2027, 3, 31)))
    company.play(company.event("2027-03-02"), "Ann Ben Cal Dot")
    page = club.organizer.text(f"/clubs/{company.club.id}/seasons/{season.id}")
    assert "1 night, 1 game, 1 won" in page
    assert "Arrows" not in page
