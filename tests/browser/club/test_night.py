"""A club night of sixteen on several phones: check-in, two rounds, results that flow in, acceptance, the standing."""

from __future__ import annotations

import datetime as dt
import json
import re
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.club.test_club import see, sign_up
from tests.browser.conftest import Phone
from tests.browser.touch import Touch

#: Sixteen who come, beside Olga, who only organizes.
NAMES = ["Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Leo", "May", "Ned", "Ora", "Pat"]
SEATS = re.compile(r"Table \d")


class Room:
    """The organizer's phone, and what was entered in the whole room."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touch = Touch(page)
        self.night = ""
        #: Every hand that somebody saved, by game.
        self.saved: list[str] = []

    def create_club(self) -> None:
        """A club of sixteen names with a season, and a night of one-hand games."""
        self.page.goto("/account/new")
        sign_up(self.page, "Olga")
        see(self.page, "My clubs")
        self.page.get_by_label("Club name").fill("The Tuesday Rooks")
        self.page.get_by_role("button", name="Create club").tap()
        see(self.page, "The Tuesday Rooks")
        self.page.get_by_label("Names, one per line").fill("\n".join(NAMES))
        self.page.get_by_role("button", name="Add members").tap()
        expect(self.page.get_by_role("heading", name="17 members")).to_be_visible()

    def begin_season(self) -> str:
        """A season that counts wins; its address."""
        self.page.get_by_role("link", name="New season").tap()
        see(self.page, "New season")
        today = dt.date.today()
        self.page.get_by_label("Name", exact=True).fill("Autumn")
        self.page.get_by_label("First day").fill((today - dt.timedelta(days=30)).isoformat())
        self.page.get_by_label("Last day").fill((today + dt.timedelta(days=30)).isoformat())
        self.page.get_by_role("button", name="Create season").tap()
        see(self.page, "Autumn")
        return self.page.url

    def open_night(self, club: str) -> None:
        self.page.goto(club)
        self.touch.follow("Open a club night")
        see(self.page, "What are you playing?")
        self.touch.follow("The Original ROOK")
        self.touch.unfold("House rules")
        self.page.get_by_role("textbox", name="Hands to play instead").fill("1")
        self.touch.press("Open club night")
        see(self.page, "Club night")
        self.night = self.page.url

    def check_in(self, names: list[str]) -> None:
        """Touch every name, then one button."""
        for name in names:
            self.touch.tap(self.page.get_by_role("checkbox", name=name, exact=True).first)
        self.touch.press("Check in")
        expect(self.page.locator("[data-here]")).to_have_text(f"{len(names)} here")

    def draw(self, number: int) -> list[list[str]]:
        """New partners, later rounds the same way by one touch; the names at each table, side by side."""
        self.page.goto(self.night)
        if number == 1:
            self.touch.follow("Draw round 1")
            see(self.page, "Draw round 1")
            self.touch.tap(self.page.get_by_role("button", name=re.compile("^New partners every round")))
        else:
            self.touch.press(f"Draw round {number}")
        see(self.page, f"Proposed seating for round {number}")
        expect(self.page.locator(".mark")).to_contain_text("Nobody has the same partner twice")
        tables = self.page.get_by_role("group", name=SEATS)
        expect(tables).to_have_count(4)
        seats = [table.locator("label span").all_inner_texts() for table in tables.all()]
        self.touch.press(f"Start round {number}")
        expect(self.page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
        return seats

    def links(self) -> list[str]:
        """The links behind the codes of the four tables."""
        links = []
        for number in range(1, 5):
            self.page.goto(self.night)
            self.page.get_by_role("link", name=re.compile(rf"^Table {number}\b")).first.tap()
            expect(self.page.locator(".qr svg")).to_be_visible()
            links.append(self.page.get_by_label("Link", exact=True).input_value())
        return links

    def play(self, page: Page, link: str, seats: list[str], captured: int) -> None:
        """A phone points at a code and enters the whole game: the first of the first side bids 70."""
        page.goto(link)
        one, partner = seats[:2]
        touch = Touch(page)
        touch.bid(one, 70, "red")
        touch.choose(f"{one} & {partner}: captured", captured)
        touch.save(1)
        assert touch.typed == 0
        self.saved.append(page.url)


def pairs(tables: list[list[str]]) -> set[frozenset[str]]:
    """Partners: names are listed side by side."""
    return {frozenset(side) for seats in tables for side in (seats[:2], seats[2:])}


def scored_again(lines: str, folder: Path) -> dict[str, Fraction]:
    """Wins of everybody, by the command line and plain counting."""
    file = folder / "records.jsonl"
    file.write_text(lines, "utf-8")
    command = [sys.executable, "-m", "scorekeeper", "score", "--lines", str(file)]
    sheets = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    wins: defaultdict[str, Fraction] = defaultdict(Fraction)
    for record, sheet in zip(map(json.loads, lines.splitlines()), map(json.loads, sheets), strict=True):
        for side in sheet["winners"]:
            share = Fraction(1, len(sheet["winners"]))
            for seat in sheet["sides"][side]["seats"]:
                wins[record["players"][seat]] += share
    return wins


def test_an_night_of_sixteen(phone: Phone, tmp_path: Path) -> None:
    room = Room(phone())
    room.create_club()
    club = room.page.url
    season = room.begin_season()
    room.open_night(club)
    # Fourteen names by touch on the organizer's phone; two come by their own phones.
    door = _door(room)
    own = {name: phone() for name in NAMES[:2]}
    for name, page in own.items():
        page.goto(door)
        page.get_by_role("button", name=name, exact=True).tap()
        see(page, "You are checked in.")
    room.page.goto(room.night)
    for name in NAMES[2:]:
        room.touch.tap(room.page.get_by_role("checkbox", name=name, exact=True).first)
    room.touch.press("Check in")
    expect(room.page.locator("[data-here]")).to_have_text("16 here")
    assert room.touch.typed == 0
    screen = phone(viewport={"width": 1280, "height": 720})
    screen.context.add_cookies(room.page.context.cookies())
    screen.goto(room.night + "/screen")
    standing = phone()
    standing.context.add_cookies(room.page.context.cookies())
    standing.goto(season)

    first = room.draw(1)
    assert sorted(name for seats in first for name in seats) == sorted(NAMES)
    links = room.links()
    one, two = phone(), phone()
    for at, page in enumerate((one, two, one, two)):
        room.play(page, links[at], first[at], 75 + 5 * at)
    # Results flow in by themselves, also on the room's screen.
    expect(screen.locator("aside .list li")).to_have_count(16)
    expect(screen.locator(".tbl .vs span:has(strong) + b")).to_have_text(["75", "80", "85", "90"])
    expect(standing.locator("table.standing tbody tr")).to_have_count(16)
    # Partners speak for each other.
    together = set(own) in [set(pair) for pair in pairs(first)]
    _accepted(dict(list(own.items())[:1]) if together else own, room)

    second = room.draw(2)
    assert not pairs(first) & pairs(second)
    links = room.links()
    for at, page in enumerate((one, two, two, one)):
        room.play(page, links[at], second[at], 60 if at else 70)
    room.page.goto(room.night)
    # Closing asks once, and another tap on the menu is no answer.
    room.touch.tap(room.page.locator(".menu summary"))
    room.touch.follow("Close night")
    see(room.page, "Close this night?")
    room.page.goto(room.night)
    expect(room.page.get_by_role("heading", name="This night is closed")).to_have_count(0)
    room.page.goto(room.night + "/close")
    room.touch.press("Close night")
    expect(room.page.get_by_role("heading", name="This night is closed")).to_be_visible()
    # Eight games, each entered once, on one phone.
    assert len(set(room.saved)) == len(room.saved) == 8
    _same_standing(room, season, tmp_path)


def test_what_an_organizer_has_touched_stays_while_others_check_in(phone: Phone) -> None:
    room = Room(phone())
    room.create_club()
    room.open_night(room.page.url)
    door = _door(room)
    room.page.goto(room.night)
    room.touch.tap(room.page.get_by_role("checkbox", name="Cal", exact=True).first)
    room.touch.unfold("Add a guest")
    room.page.get_by_label("Guest’s name").fill("Zo")
    other = phone()
    other.goto(door)
    other.get_by_role("button", name="Ann", exact=True).tap()
    expect(room.page.locator("[data-here]")).to_have_text("1 here")
    expect(room.page.get_by_role("checkbox", name="Cal", exact=True).first).to_be_checked()
    expect(room.page.get_by_label("Guest’s name")).to_have_value("Zo")
    # What was said of the last deed stays to be read while others come.
    room.touch.press("Add guest and check in")
    expect(room.page.get_by_role("status")).to_contain_text("Zo is checked in")
    other = phone()
    other.goto(door)
    other.get_by_role("button", name="Ben", exact=True).tap()
    expect(room.page.locator("[data-here]")).to_have_text("3 here")
    expect(room.page.get_by_role("status")).to_contain_text("Zo is checked in")
    room.touch.tap(room.page.get_by_role("checkbox", name="Cal", exact=True).first)
    # Who is ticked here checks in meanwhile: the tick has no place now, so the page stays and says so.
    other = phone()
    other.goto(door)
    other.get_by_role("button", name="Cal", exact=True).tap()
    expect(room.page.locator("[data-notes]")).to_contain_text("Another phone changed this page.")
    expect(room.page.locator("[data-here]")).to_have_text("3 here")
    room.touch.press("Look at it")
    expect(room.page.locator("[data-here]")).to_have_text("4 here")


def _door(room: Room) -> str:
    room.page.goto(room.night + "/checkin")
    expect(room.page.locator(".qr svg")).to_be_visible()
    return room.page.get_by_label("Check-in link").input_value()


def _accepted(own: dict[str, Page], room: Room) -> None:
    """Players accept the results of their tables on their own phones, which did not enter them."""
    for page in own.values():
        page.goto(room.night)
        page.get_by_role("button", name="Accept this result").first.tap()
        expect(page.get_by_role("status")).to_contain_text("Result accepted.")
        expect(page.locator(".vs small", has_text="accepted")).not_to_have_count(0)


def _same_standing(room: Room, season: str, folder: Path) -> None:
    """The records, scored again by the command line, give exactly the standing that is shown."""
    lines = room.page.request.get(season + "/records.jsonl").text()
    wins = scored_again(lines, folder)
    assert sum(wins.values()) == 16
    standings = json.loads(room.page.request.get(season + "/standings.json").text())
    assert {row["name"]: Fraction(row["exact"]) for row in standings["players"]} == {name: wins[name] for name in NAMES}
    order = [row["place"] for row in standings["players"]]
    assert order == sorted(order)
    for better, worse in combinations(standings["players"], 2):
        assert wins[better["name"]] >= wins[worse["name"]]
    room.page.goto(season)
    for name in NAMES:
        expect(room.page.get_by_role("main")).to_contain_text(name)
    room.page.goto(room.night)
    table_rows = room.page.locator("table.pad tbody tr")
    expect(table_rows).to_have_count(16)
    rows = [re.split(r"\s+", text.strip()) for text in table_rows.all_inner_texts()]
    assert {row[1]: Fraction(row[2]) for row in rows} == {name: wins[name] for name in NAMES}
