"""Phones find their way: from a game to its night and the next table; codes that end with their night."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.web.addresses import is_local
from tests.rows import each_row
from tests.web.club_pages import Person, page_text
from tests.web.night_pages import Night

LOCAL = "This address works only on this machine."


@pytest.fixture
def night(app: Flask) -> Night:
    """A night with a round of two tables."""
    club = Night(app)
    club.come()
    club.draw()
    return club


def correct(person: Person, game: str, base: int = 1) -> int:
    """Send a correction of the only hand: 80 to 40; what the server answers."""
    hand = {"stage": "whole", "hand": "1", "base": str(base), "token": f"correction {base} of {game}"}
    facts = {"bidder": "0", "bid": "70", "trump": "red", "captured[0]": "80", "captured[1]": "40"}
    return person.post(f"{game}/hand", **hand, **facts).status_code


def played(night: Night) -> tuple[list[Person], list[str]]:
    """A phone at each table plays its game."""
    phones = [Person(night.app) for _ in night.tables()]
    return phones, [night.scored(table, phone) for table, phone in zip(night.tables(), phones, strict=True)]


def test_a_game_links_to_its_night(night: Night) -> None:
    phone = night.checked_in(night.seats(night.tables()[0])[0])
    game = phone.post(f"{night.tables()[0]}/score").headers["Location"]
    page = phone.get(game).text
    assert f'href="{game}/night" aria-label="Club night"' in page
    assert f'<a href="{game}/night">Club night</a>' in page
    assert phone.get(f"{game}/night").headers["Location"] == night.path
    # The start page of the phone that checked in, and of the organizer, but of no other.
    for person, is_there in ((phone, True), (night.organizer, True), (Person(night.app), False)):
        start = person.get("/").text
        assert ("Tonight at The Tuesday Rooks" in start, f'href="{night.path}"' in start) == (is_there, is_there)
    stranger = Person(night.app)
    other = stranger.get(f"{night.link(night.tables()[1])}/open").headers["Location"]
    outside = stranger.text(f"{other}/night")
    assert "This phone has not checked in" in outside
    assert "Club night, round 1, table 2" in outside
    assert night.people["stranger"].status(f"{other}/night") == 404


def test_a_game_of_no_night_has_no_link_to_one(app: Flask) -> None:
    person = Person(app)
    game = person.client.post("/new/original", data={"players": ["Ann", "Ben", "Cal", "Dot"]}).headers["Location"]
    assert f"{game}/night" not in person.get(game).text
    assert person.status(f"{game}/night") == 404


def test_a_finished_game_leads_to_the_next_table(night: Night) -> None:
    name = night.seats(night.tables()[0])[0]
    phone = night.checked_in(name)
    game = phone.post(f"{night.tables()[0]}/score").headers["Location"]
    night.play(game, phone, 1)
    night.scored(next(table for table in night.tables() if name not in night.seats(table)))
    assert "Round 2 has not started. Your next table will be shown here." in phone.text(game)
    night.draw()
    latest = sorted(night.tables(), key=lambda path: int(path.rpartition("/")[2]))[-2:]
    (table,) = [path for path in latest if name in night.seats(path)]
    (number,) = re.findall(r"table (\d)</h1>", night.organizer.get(table).text)
    left, right = night.seats(table)[:2], night.seats(table)[2:]
    (partner,) = {*(left if name in left else right)} - {name}
    for path in (game, f"{game}/next"):
        page = phone.get(path).text
        assert f"Round 2: you are at table {number} with {partner}." in page
        assert f'action="{table}/score"' in page
        assert f"Go to table {number}" in page
    # Somebody who only scored there has no next table.
    assert "Round 2" not in page_text(Person(night.app).get(game))


def test_a_table_code_is_read_only_after_its_night_closes(night: Night) -> None:
    link = night.link(night.tables()[0])
    phones, games = played(night)
    assert correct(phones[0], games[0]) == 303
    assert night.organizer.post(f"{night.path}/close").status_code == 303
    assert correct(phones[0], games[0], 2) == 403
    assert phones[0].post(f"/games/{games[0].removeprefix('/t/')}/delete").status_code == 403
    assert phones[0].get(f"{games[0]}/share").status_code == 403
    late = Person(night.app)
    assert late.get(f"{link}/open").headers["Location"] == games[0]
    assert late.status(games[0]) == 200
    assert correct(late, games[0], 2) == 403
    key = link.rpartition("/")[2]
    api = {"headers": {"Authorization": f"Bearer {key}"}, "json": {"bidder": 0, "bid": 70, "captured": [75, 45]}}
    assert night.app.test_client().post(f"/api{games[0]}/hands", **api).status_code == 403
    # Reopened, the codes work again.
    assert night.organizer.post(f"{night.path}/reopen").status_code == 303
    assert correct(late, games[0], 2) == 303


def test_only_organizers_and_scorers_correct_a_closed_night(night: Night) -> None:
    phones, games = played(night)
    table = night.tables()[0]
    assert night.organizer.post(f"{night.path}/close").status_code == 303
    night.people["scorer"].post(f"{table}/score")
    assert correct(night.people["scorer"], games[0]) == 303
    assert "Table 1 of round 1 was corrected: 75–45 became 80–40." in night.organizer.text(f"{night.path}/log")
    log = night.organizer.text(f"{night.club}/log")
    assert re.search(r"Scorer[^.]*Table 1 of round 1 was corrected|75–45 became 80–40\.[^.]*Scorer", log)
    # Without the role, the phone has lost the right.
    number = night.number("Scorer")
    assert night.organizer.post(f"{night.club}/members/{number}/role", role="member").status_code == 303
    assert correct(night.people["scorer"], games[0], 2) == 403
    # A player at the table sees the hands and changes nothing.
    assert phones[0].post(f"{games[0]}/undo", last="1", token="t").status_code in (400, 403)


def test_a_correction_at_the_table_is_logged_without_a_name(night: Night) -> None:
    phones, games = played(night)
    assert "corrected" not in night.organizer.text(f"{night.path}/log")
    assert correct(phones[1], games[1]) == 303
    log = night.organizer.text(f"{night.path}/log")
    assert "Table 2 of round 1 was corrected: 75–45 became 80–40." in log
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


def test_pages_with_codes_warn_of_a_local_address(night: Night) -> None:
    game = night.organizer.post(f"{night.tables()[0]}/score").headers["Location"]
    night.organizer.invitation(night.club)
    client = night.organizer.client
    cookie = client.get_cookie("session")
    assert cookie is not None
    for host in ("127.0.0.1", "rook.example.org"):
        client.set_cookie("session", cookie.value, domain=host)
    codes = [f"{night.path}/checkin", f"{night.path}/codes", night.tables()[0], f"{night.path}/screen"]
    for path in (*codes, f"{game}/share", f"{game}/screen", f"{night.club}/invite", "/new/original/rules?players=4"):
        for host, warned in (("127.0.0.1:5000", True), ("rook.example.org", False)):
            answer = client.get(path, base_url=f"http://{host}")
            assert (answer.status_code, LOCAL.rstrip(".") in page_text(answer)) == (200, warned), (path, host)
