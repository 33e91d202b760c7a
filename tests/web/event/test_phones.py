"""Phones find their way: from a game to its night and the next table; codes that end with their night."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.web.addresses import is_local
from tests.rows import each_row
from tests.web.club_pages import Person, page_text
from tests.web.event_pages import Event

LOCAL = "This address works only on this machine."


@pytest.fixture
def event(app: Flask) -> Event:
    """A night with a round of two tables."""
    club = Event(app)
    club.come()
    club.draw()
    return club


def correct(person: Person, game: str, base: int = 1) -> int:
    """Send a correction of the only hand: 80 to 40; what the server answers."""
    hand = {"stage": "whole", "hand": "1", "base": str(base), "token": f"correction {base} of {game}"}
    facts = {"bidder": "0", "bid": "70", "trump": "red", "captured[0]": "80", "captured[1]": "40"}
    return person.post(f"{game}/hand", **hand, **facts).status_code


def played(event: Event) -> tuple[list[Person], list[str]]:
    """A phone at each table plays its game."""
    phones = [Person(event.app) for _ in event.tables()]
    return phones, [event.scored(table, phone) for table, phone in zip(event.tables(), phones, strict=True)]


def test_a_game_links_to_its_event(event: Event) -> None:
    phone = event.checked_in(event.seats(event.tables()[0])[0])
    game = phone.post(f"{event.tables()[0]}/score").headers["Location"]
    page = phone.get(game).text
    assert f'href="{game}/event" aria-label="Club night"' in page
    assert f'<a href="{game}/event">Club night</a>' in page
    assert phone.get(f"{game}/event").headers["Location"] == event.path
    # The start page of the phone that checked in, and of the organizer, but of no other.
    for person, is_there in ((phone, True), (event.organizer, True), (Person(event.app), False)):
        start = person.get("/").text
        assert ("Tonight at The Tuesday Rooks" in start, f'href="{event.path}"' in start) == (is_there, is_there)
    stranger = Person(event.app)
    other = stranger.get(f"{event.link(event.tables()[1])}/open").headers["Location"]
    outside = stranger.text(f"{other}/event")
    assert "This phone has not checked in" in outside
    assert "Club night, round 1, table 2" in outside
    assert event.people["stranger"].status(f"{other}/event") == 404


def test_a_game_of_no_event_has_no_link_to_one(app: Flask) -> None:
    person = Person(app)
    game = person.client.post("/new/original", data={"players": ["Ann", "Ben", "Cal", "Dot"]}).headers["Location"]
    assert f'{game}/event"' not in person.get(game).text
    assert person.status(f"{game}/event") == 404


def test_a_finished_game_leads_to_the_next_table(event: Event) -> None:
    name = event.seats(event.tables()[0])[0]
    phone = event.checked_in(name)
    game = phone.post(f"{event.tables()[0]}/score").headers["Location"]
    event.play(game, phone, 1)
    event.scored(next(table for table in event.tables() if name not in event.seats(table)))
    assert "Round 2 has not started. Your next table will be shown here." in phone.text(game)
    event.draw()
    latest = sorted(event.tables(), key=lambda path: int(path.rpartition("/")[2]))[-2:]
    (table,) = [path for path in latest if name in event.seats(path)]
    (number,) = re.findall(r"table (\d)</h1>", event.organizer.get(table).text)
    left, right = event.seats(table)[:2], event.seats(table)[2:]
    (partner,) = {*(left if name in left else right)} - {name}
    for path in (game, f"{game}/next"):
        page = phone.get(path).text
        assert f"Round 2: you are at table {number} with {partner}." in page
        assert f'action="{table}/score"' in page
        assert f"Go to table {number}" in page
    # Somebody who only scored there has no next table.
    assert "Round 2" not in page_text(Person(event.app).get(game))


def test_a_table_code_is_read_only_after_its_event_closes(event: Event) -> None:
    link = event.link(event.tables()[0])
    phones, games = played(event)
    assert correct(phones[0], games[0]) == 303
    assert event.organizer.post(f"{event.path}/close").status_code == 303
    assert correct(phones[0], games[0], 2) == 403
    assert phones[0].post(f"/games/{games[0].removeprefix('/t/')}/delete").status_code == 403
    assert phones[0].get(f"{games[0]}/share").status_code == 403
    late = Person(event.app)
    assert late.get(f"{link}/open").headers["Location"] == games[0]
    assert late.status(games[0]) == 200
    assert correct(late, games[0], 2) == 403
    key = link.rpartition("/")[2]
    api = {"headers": {"Authorization": f"Bearer {key}"}, "json": {"bidder": 0, "bid": 70, "captured": [75, 45]}}
    assert event.app.test_client().post(f"/api{games[0]}/hands", **api).status_code == 403
    # Reopened, the codes work again.
    assert event.organizer.post(f"{event.path}/reopen").status_code == 303
    assert correct(late, games[0], 2) == 303


def test_only_organizers_and_scorers_correct_a_closed_event(event: Event) -> None:
    phones, games = played(event)
    table = event.tables()[0]
    assert event.organizer.post(f"{event.path}/close").status_code == 303
    event.people["scorer"].post(f"{table}/score")
    assert correct(event.people["scorer"], games[0]) == 303
    assert "Table 1 of round 1 was corrected: 75 to 45 became 80 to 40." in event.organizer.text(f"{event.path}/log")
    log = event.organizer.text(f"{event.club}/log")
    assert re.search(r"Scorer[^.]*Table 1 of round 1 was corrected|75 to 45 became 80 to 40\.[^.]*Scorer", log)
    # Without the role, the phone has lost the right.
    number = event.number("Scorer")
    assert event.organizer.post(f"{event.club}/members/{number}/role", role="member").status_code == 303
    assert correct(event.people["scorer"], games[0], 2) == 403
    # A player at the table sees the hands and changes nothing.
    assert phones[0].post(f"{games[0]}/undo", last="1", token="t").status_code in (400, 403)


def test_a_correction_at_the_table_is_logged_without_a_name(event: Event) -> None:
    phones, games = played(event)
    assert "corrected" not in event.organizer.text(f"{event.path}/log")
    assert correct(phones[1], games[1]) == 303
    log = event.organizer.text(f"{event.path}/log")
    assert "Table 2 of round 1 was corrected: 75 to 45 became 80 to 40." in log
    assert "A phone at the table" in log


@each_row(
    ("host", "local"),
    [
        ("127.0.0.1:5000", True),
        ("localhost", True),
        ("rook.localhost:80", True),
        ("[::1]:5000", True),
        ("192.168.1.20:5000", False),
        ("rook.example.org", False),
        ("localhost.example.org", False),
    ],
)
def test_local_addresses(host: str, local: bool) -> None:
    assert is_local(host) is local


def test_pages_with_codes_warn_of_a_local_address(event: Event) -> None:
    game = event.organizer.post(f"{event.tables()[0]}/score").headers["Location"]
    event.organizer.invitation(event.club)
    client = event.organizer.client
    cookie = client.get_cookie("session")
    assert cookie is not None
    for host in ("127.0.0.1", "rook.example.org"):
        client.set_cookie("session", cookie.value, domain=host)
    codes = [f"{event.path}/checkin", f"{event.path}/codes", event.tables()[0], f"{event.opened()}/screen"]
    for path in (*codes, f"{game}/share", f"{game}/screen", f"{event.club}/invite", "/new/original/rules?players=4"):
        for host, warned in (("127.0.0.1:5000", True), ("rook.example.org", False)):
            answer = client.get(path, base_url=f"http://{host}")
            assert (answer.status_code, LOCAL.rstrip(".") in page_text(answer)) == (200, warned), (path, host)
