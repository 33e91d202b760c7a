"""The race for first place, and a player's place on the page of a night."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from scorekeeper.store import Event, db
from tests.company import Company
from tests.web.club_pages import Person
from tests.web.table.test_cost import counted
from tests.web.winter_season import signed_in


def test_the_race_for_first_place(app: Flask) -> None:
    """Five people race over three nights; Olga looks and is last; Hal comes once and is not in the race."""
    with app.app_context():
        company = Company("Olga")
        season = company.season()
        first, second, third = map(company.event, ("2026-01-13", "2026-01-20", "2026-01-27"))
        company.play(first, "Ann Ben Cal Dot")
        company.play(first, "Ann Eve Cal Olga", number=2)
        company.play(second, "Ben Ann Dot Eve")
        company.play(second, "Hal Cal Eve Olga", number=2)
        company.play(third, "Dot Ann Eve Cal")
        path = f"/clubs/{company.club.id}/seasons/{season.id}"
    olga = signed_in(app, "Olga")
    chart, figures = race_on(olga.get(path).text)
    expected = {"Ann": "222", "Cal": "222", "Dot": "012", "Eve": "012", "Ben": "011", "You": "000"}
    assert figures == expected
    assert chart.count("<polyline") == 6
    assert chart.count(" own") == 1
    assert 'aria-label="Wins over 3 nights. Now: ' in chart
    assert "Ben 1 and You 0." in chart
    labels = re.findall(r"<text[^>]*>([^<]+)</text>", chart)
    assert labels == ["0", "1", "2", "1", "2", "3", "Night", "2", "2", "2", "2", "1", "0"]
    # On paper nobody looks.
    expected.pop("You")
    assert race_on(olga.get(f"{path}/print").text)[1] == expected
    # Only these two pairs played together on two nights.
    assert race_on(olga.get(f"{path}?of=pairs").text)[1] == {"Ann & Cal": "222", "Ben & Dot": "011"}


def test_the_event_says_your_place_in_the_season(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann and Cal win twice, Ben and Dot once; Olga loses both games and wins none."""
    with app.app_context():
        company = Company("Olga")
        company.season()
        event = company.event("2026-01-13")
        event.slug, event.options = "original", {}
        db.session.commit()
        company.play(event, "Ann Ben Cal Dot")
        company.play(event, "Ann Olga Cal Fay", number=2)
        company.play(event, "Ben Olga Dot Eve", number=3)
        path = f"/event/{event.id}"
    olga = signed_in(app, "Olga")
    assert re.search(r"You are (tied for )?\d\w\w of 7 in the season, 1 win behind (Ben|Dot)\.", olga.text(path))
    with counted(app, monkeypatch) as cost:
        olga.get(path)
    # Nothing is read for it until the season changes.
    assert not [text for text in cost.statements if "season_total" in text or "season_meeting" in text]
    with app.app_context():
        event = db.session.get_one(Event, event.id)
        company.club = event.club
        for number, partner in enumerate(("Fay", "Eve", "Hal"), 4):
            company.play(event, f"Olga Ann {partner} Cal", number=number)
    assert re.search(r"You are 1st of 8 in the season, 1 win ahead of (Ann|Cal)\.", olga.text(path))
    stranger = Person(app, "Stranger")
    assert stranger.get(path).status_code == 404


def race_on(page: str) -> tuple[str, dict[str, str]]:
    """The chart of the race, and everybody's figures night by night from its table."""
    chart = re.search(r'<svg class="chart" .*?</svg>', page, re.DOTALL)
    table = re.search(r"<caption>Wins after each night</caption>.*?</table>", page, re.DOTALL)
    assert chart
    assert table
    names = re.findall(r'<th scope="col">([^<]+)</th>', table[0])[1:]
    rows = [re.findall(r"<td>([^<]+)</td>", row) for row in table[0].split("<tr>")[2:]]
    return chart[0], {unescape(name): "".join(row[index] for row in rows) for index, name in enumerate(names)}
