"""The summary of a night on the web: for the club, by its link, and for nobody else."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from scorekeeper.actions import calendar
from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.season.results import refresh_result
from scorekeeper.store import Announcement, Event, EventTable, db
from tests.company import SWEPT, hand
from tests.web.club_pages import Person
from tests.web.table.test_cost import counted
from tests.web.winter_season import Club, joined

#: The account, the membership, the night, its season and club; results, byes with their tables, the nights held, the
#: standings before and with the latest night, meetings of those who are tied, ratings, members, the next date.
MOST_STATEMENTS = 16


def second_event(club: Club) -> Event:
    event = db.session.query(Event).filter(Event.name == "Second night").one()
    assert isinstance(event, Event)
    return event


def published(club: Club, **form: str) -> str:
    """The public address of the second night."""
    share = f"/event/{second_event(club).id}/settings"
    assert club.organizer.post(share, public="on", **form).status_code == 303
    link = re.search(r'value="https?://[^/]+(/e/[^"]+)"', club.organizer.get(share).text)
    assert link
    return link[1]


def test_awards_with_enough_games(club: Club) -> None:
    page = club.organizer.text(f"/event/{second_event(club).id}/summary")
    # Ann & Ben beat Cal & Dot, then Ann & Dot beat Eve & Fay: Ann won both.
    assert "Second night The Tuesday Rooks, Jan 20, 2026. Winter Winner Ann 2 wins" in page
    assert "1 Ann 2 games, 2 won 2 2 Ben 1 game, 1 won 1 3 Dot 2 games, 1 won 1 4 tied = Cal 1 game, 0 won 0" in page
    assert "Round 1 Table 1 Ann & Ben won 360 Cal & Dot 0 Round 2 Table 1 Eve & Fay 0 Ann & Dot won 360" in page
    assert "Winter after this night Biggest climb: Ben, up 1 place." in page
    assert "Dot ↓1 , down 1 2 nights" in page
    assert "Arrows show places gained or lost on Jan 20, 2026." in page
    assert "Next club night" not in page
    assert "Share summary" in page


def test_byes_substitutes_and_uncounted_games_are_explained(club: Club) -> None:
    company, event = club.company, second_event(club)
    game = company.seat(event, "Gus Hal Ann Ben", number=3, byes="Cal")
    table = db.session.query(EventTable).filter(EventTable.game_id == game.id).one()
    table.chairs[0].instead_of, table.stopped = company.member("Dot").id, True
    db.session.commit()
    company.score(game, hand(100))
    refresh_result(table)
    db.session.commit()
    assert club.organizer.post(f"{club.path}/games/{club.games[2]}/uncount").status_code == 303
    page = club.organizer.text(f"/event/{event.id}/summary")
    assert "Eve & Fay 0 Ann & Dot won 360 Does not count" in page
    assert "Gus & Ann won 100 Hal & Ben 20 Gus for Dot, stopped early Bye: Cal 0" in page
    assert "Cal 1 game, 0 won, 1 bye" in page


def test_the_link_shows_the_summary_and_nothing_else(club: Club) -> None:
    address, stranger = published(club), Person(club.app)
    answer = stranger.get(address)
    assert answer.status_code == 200
    assert (answer.headers["X-Robots-Tag"], answer.headers["Referrer-Policy"]) == ("noindex, nofollow", "no-referrer")
    assert "Winner Ann 2 wins" in stranger.text(address)
    assert "Share" not in stranger.text(address)
    assert not re.search(r'href="/(clubs|night)', answer.text)
    assert stranger.status("/e/guessed") == 404
    share = f"/event/{second_event(club).id}/settings"
    assert club.organizer.post(share).status_code == 303
    assert stranger.status(address) == 404
    assert published(club) != address


def test_initials_hide_names_and_come_from_the_season(club: Club) -> None:
    page = Person(club.app).get(published(club, initials="on")).text
    assert "A. &amp; B." in page
    assert not re.search(r"\b(Ann|Ben|Cal|Dot|Eve|Fay)\b", page)
    event = club.company.event("2026-01-27")
    club.organizer.post(f"{club.path}/share", on="on", initials="on")
    club.company.play(event, "Ann Ben Cal Dot")
    form = club.organizer.get(f"/event/{event.id}/settings").text
    assert re.search(r'name="initials" checked', form)


def test_who_may_see_and_share_it(club: Club) -> None:
    path = f"/event/{second_event(club).id}/summary"
    people = {role: joined(club, role.capitalize(), role) for role in ("member", "scorer", "organizer")}
    strangers = Person(club.app), Person(club.app, "Stranger")
    assert {role: person.status(path) for role, person in people.items()} == dict.fromkeys(people, 200)
    assert {role: person.status(path.replace("/summary", "/settings")) for role, person in people.items()} == {
        "member": 403,
        "scorer": 403,
        "organizer": 200,
    }
    for role in ("member", "scorer"):
        assert people[role].post(path.replace("/summary", "/settings"), public="on").status_code == 403
        assert "Share summary" not in people[role].text(path)
    assert second_event(club).public_key is None
    for stranger in strangers:
        assert stranger.status(path) == 404


def test_the_next_date_is_shown_without_its_place(club: Club) -> None:
    date = dt.date.today() + dt.timedelta(days=7)
    notice = calendar.Notice("Club night", date, dt.time(19, 30), place="12 Elm Street")
    access = require_organizer(club.company.account, club.company.club.id)
    assert isinstance(calendar.announce(access, notice), Announcement)
    page = Person(club.app).text(published(club))
    assert f"Next club night: {date:%a}, {date:%b} {date.day}, 7:30 PM" in page
    assert "Elm Street" not in page


def test_an_event_without_a_game_says_so(club: Club) -> None:
    event = club.company.event("2026-01-27")
    page = club.organizer.text(f"/event/{event.id}/summary")
    assert "No game of this night is over yet. The results will be here." in page
    assert "Winner" not in page


def test_an_open_event_has_a_leader(club: Club) -> None:
    event = second_event(club)
    event.slug = "original"
    db.session.commit()
    assert "Leader Ann 2 wins" in club.organizer.text(f"/event/{event.id}/summary")
    event.closed_at = dt.datetime(2026, 1, 20, 22, tzinfo=dt.UTC)
    db.session.commit()
    assert "Winner Ann 2 wins" in club.organizer.text(f"/event/{event.id}/summary")
    assert "Summary of the night" in club.organizer.text(f"/event/{event.id}")


def test_a_summary_asks_as_much_after_many_games(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    address, stranger = published(club), Person(club.app)
    counts = []
    for more in (0, 6):
        for number in range(3, 3 + more):
            club.company.play(second_event(club), "Ann Ben Cal Dot", *SWEPT, number=number, byes="Eve Gus")
        db.session.expire_all()
        with counted(club.app, monkeypatch) as cost:
            assert stranger.status(address) == 200
        counts.append(len(cost.statements))
    # With byes, the tables of their rounds and their seats are read.
    assert counts[1] - counts[0] <= 2, counts
    assert max(counts) <= MOST_STATEMENTS, counts
