"""Rules that an organizer saves in a club: every member finds them, for a game of their own and for a night's games."""

from __future__ import annotations

import re
from html import unescape

from flask import Flask

from tests.web.club_pages import Person, page_text
from tests.web.event_pages import Event, value

NAMES = ["Ann", "Ben", "Cal", "Dot"]
ADDRESS = "/new/house/rules?players=4&one=20&forced=false"
FIGURES = "4 players; 200 points a deal; 1s 20,"
CHIPS = ["Each 1: 20", "Dealer must bid if everyone else passes: no"]


def _save(person: Person, club: str, name: str = "Grandma’s rules", address: str = ADDRESS) -> int:
    return person.post(address, name=name, club_id=club.rsplit("/", 1)[1]).status_code


def _chips(page: str) -> list[str]:
    return [unescape(chip) for chip in re.findall(r'<li class="tag">([^<]+)', page)]


def _preset(page: str) -> str:
    match = re.search(r'value="(club-\d+)"', page)
    assert match
    return match[1]


def test_an_organizer_saves_rules_that_every_member_finds(app: Flask) -> None:
    event = Event(app, names=1)
    organizer, club = event.organizer, event.club
    assert "Save in The Tuesday Rooks" in organizer.text(ADDRESS)
    for role, status in {"scorer": 403, "member": 403, "former": 404, "stranger": 404}.items():
        assert "Save in" not in event.people[role].text(ADDRESS)
        assert _save(event.people[role], club) == status
    assert Person(app).post(ADDRESS, name="Mine", club_id=club.rsplit("/", 1)[1]).status_code == 303
    assert "No rules are saved yet" in organizer.text(f"{club}/rules")
    assert _save(organizer, club, " ") == 422
    assert _save(organizer, club, "x" * 41) == 422
    assert _save(organizer, club, address="/new/house/rules?players=4&pack=41") == 404
    assert _save(organizer, club) == 303
    for role in ("organizer", "scorer", "member"):
        phone = event.people[role]
        page = phone.get("/new/house").text
        assert f"Grandma’s rules The Tuesday Rooks; {FIGURES}" in page_text(phone.get("/new/house"))
        chosen = phone.client.post("/new/house", data={"players": NAMES, "preset": _preset(page)})
        assert _chips(chosen.text) == CHIPS
        assert f"House Rook {FIGURES}" in phone.text(f"{club}/rules")
    for role in ("former", "stranger"):
        phone = event.people[role]
        assert "Grandma" not in phone.text("/new/house")
        value_of_button = _preset(organizer.get("/new/house").text)
        sent = {"players": NAMES, "preset": value_of_button}
        assert phone.client.post("/new/house", data=sent).status_code == 404
        assert phone.status(f"{club}/rules") == 404
    # The same name again: the rules are replaced, and the log has both.
    assert _save(organizer, club, address="/new/house/rules?players=4&one=25") == 303
    assert organizer.text("/new/house").count("Grandma’s rules The Tuesday Rooks;") == 1
    log = organizer.text(f"{club}/log")
    assert "The rules “Grandma’s rules” for House Rook were changed. Organizer," in log
    assert "The rules “Grandma’s rules” for House Rook were saved. Organizer," in log


def test_rules_of_a_club_are_deleted_by_an_organizer_only(app: Flask) -> None:
    event = Event(app, names=1)
    organizer, club = event.organizer, event.club
    assert _save(organizer, club) == 303
    number = _preset(organizer.get("/new/house").text).removeprefix("club-")
    other = event.people["stranger"].create_club("Other")
    for role, place, status in [
        ("scorer", club, 403),
        ("member", club, 403),
        ("stranger", club, 404),
        ("stranger", other, 404),
    ]:
        assert event.people[role].post(f"{place}/rules/delete", rules=number).status_code == status
    assert organizer.post(f"{club}/rules/delete", rules="x").status_code == 400
    assert "Delete" not in event.people["member"].text(f"{club}/rules")
    assert organizer.post(f"{club}/rules/delete", rules=number).status_code == 303
    assert "Grandma" not in organizer.text("/new/house")
    assert "The rules “Grandma’s rules” for House Rook were deleted." in organizer.text(f"{club}/log")
    for count in range(20):
        assert _save(organizer, club, f"Rules {count}") == 303
    assert _save(organizer, club, "One more") == 422
    assert _save(organizer, club, "Rules 7") == 303


def test_an_event_is_played_by_the_rules_of_the_club(app: Flask) -> None:
    event = Event(app, names=4)
    organizer, scorer = event.organizer, event.people["scorer"]
    assert _save(organizer, event.club, address="/new/original/rules?players=4&hands=2&forced=true") == 303
    page = scorer.get(f"{event.club}/nights/new?game=original").text
    sent = {"game": "original", "name": "By Grandma’s", "date": value(page, "date"), "rounds": "3"}
    filled = scorer.post(f"{event.club}/nights/new", **sent, preset=_preset(page))
    assert filled.status_code == 200
    assert re.search(r'name="hands"[^>]*value="2"', filled.text)
    assert re.search(r'name="forced"\s+value="true" checked', filled.text)
    # What was typed stays, and nothing is opened yet.
    assert (value(filled.text, "name"), value(filled.text, "rounds")) == ("By Grandma’s", "3")
    assert "By Grandma’s" not in scorer.text(event.club)
    answer = scorer.post(f"{event.club}/nights/new", **sent, hands="2", forced="true")
    assert answer.status_code == 303
    path = answer.headers["Location"]
    change = organizer.get(f"{path}/change").text
    assert re.search(r'value="club-\d+" formnovalidate aria-current="true"', change)
    assert scorer.post(f"{event.club}/nights/new", **sent, preset="club-999").status_code == 404
    # A night that is open already: its next rounds.
    edit = organizer.post(f"{event.path}/change", **sent, preset=_preset(page))
    assert re.search(r'name="hands"[^>]*value="2"', edit.text)
    edit = organizer.post(f"{event.path}/change", **sent, hands="2", forced="true")
    assert edit.status_code == 303
    event.come()
    event.draw()
    link = event.link(event.tables()[0])
    table = organizer.client.post(link) if organizer.status(link) == 200 else organizer.get(link)
    game = table.headers["Location"]
    assert _chips(organizer.get(game).text) == [
        "Hands to play instead of a target: 2",
        "Dealer must bid if everyone else passes",
    ]
