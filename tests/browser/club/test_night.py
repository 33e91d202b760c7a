"""A whole club night of seventeen on several phones, and what an organizer's page keeps while others check in."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club.room import Room, pairs
from tests.browser.club.test_club import see
from tests.browser.conftest import Phone
from tests.browser.touch import Touch

#: Seventeen who come, the last of them late, beside Olga, who only organizes.
NAMES = [
    *("Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Leo"),
    *("May", "Ned", "Ora", "Pat", "Quinn"),
]
#: The table of the second round that keeps its score on paper.
PAPER_TABLE = 4
#: Some time of the clock's first minute after 25 were chosen, and after five more.
FULL, LONGER = re.compile(r"^2[45]:\d\d$"), re.compile(r"^(29|30):\d\d$")


class Evening:
    """The phones of a night: the organizer's, two that keep score, two players' own, a big screen and the season."""

    def __init__(self, phone: Phone) -> None:
        self.room = Room(phone(), NAMES)
        self.one, self.two = phone(), phone()
        self.own = {name: phone() for name in NAMES[:2]}
        self.screen, self.standings = phone(viewport={"width": 1280, "height": 720}), phone()

    def come(self) -> None:
        """Two people check in on their own phones, fourteen by touches on the organizer's; one is late."""
        room = self.room
        door = room.door()
        for name, page in self.own.items():
            page.goto(door)
            page.get_by_role("button", name=name, exact=True).tap()
            see(page, "You are checked in.")
        room.page.goto(room.event)
        typed = room.touch.typed
        room.check_in(*NAMES[2:16])
        room.expect_here(16)
        assert room.touch.typed == typed
        for page in (self.screen, self.standings):
            page.context.add_cookies(room.page.context.cookies())
        self.screen.goto(f"{room.event}/screen")
        self.standings.goto(room.season)

    def first_round(self) -> None:
        """Four games to the end; the next round is drawn while the last of them is played."""
        room = self.room
        room.touch.follow("Draw round 1")
        see(room.page, "Draw round 1")
        room.touch.tap(room.page.get_by_role("button", name=re.compile("^New partners every round")))
        room.review(1, 4)
        room.start(1)
        seats = room.rounds[0]
        assert sorted(name for table in seats for name in table) == NAMES[:16]
        self.one.goto(room.open_table(1))
        for hand in (1, 2):
            room.enter(self.one, seats[0], 75, hand)
        room.page.goto(room.event)
        for number in (2, 3, 4):
            link = room.link(number)
            for hand in (1, 2):
                room.play(self.two, link, 70 + 5 * number, hand)
        # Results flow in by themselves, also on the room's screen and on the season's page.
        expect(self.screen.locator(".tbl .vs span:has(strong) + b")).to_have_text(["150", "160", "170", "180"])
        expect(self.screen.locator("aside .list li")).to_have_count(16)
        expect(self.standings.locator("table.standing tbody tr")).to_have_count(16)
        self._accept(seats)
        # Their part is done: pages that follow the rest of the night would only take its time.
        for page in (self.one, self.standings, *self.own.values()):
            page.goto("about:blank")

    def _accept(self, seats: list[list[str]]) -> None:
        """Players accept results on their own phones, which did not enter them; partners speak for each other."""
        together = set(self.own) in [set(pair) for pair in pairs(seats)]
        for page in list(self.own.values())[: 1 if together else 2]:
            page.goto(self.room.event)
            page.get_by_role("button", name="Accept this result").first.tap()
            expect(page.get_by_role("status")).to_contain_text("Result accepted.")
            expect(page.locator(".vs small", has_text="accepted")).not_to_have_count(0)

    def mend_seating(self) -> None:
        """Two of round 1 had sat in each other's seats: a winner of table 1 and a loser of table 2."""
        room, seats = self.room, self.room.rounds[0]
        won, lost = seats[0][0], seats[1][2]
        room.touch.menu("Change seating")
        see(room.page, "Seating for round 1")
        for name in (won, lost):
            room.touch.tap(room.page.get_by_role("checkbox", name=name, exact=True))
        see(room.page, "Swap seats after play?")
        room.touch.press("Swap seats")
        expect(room.page.get_by_role("status").first).to_contain_text("Swapped.")
        seats[0][0], seats[1][2] = lost, won
        room.touch.follow("Done")

    def second_round(self) -> tuple[str, str]:
        """Somebody comes late, somebody goes in the middle of a game; the substitute, and the absent player."""
        room, page = self.room, self.room.page
        room.check_in(NAMES[16])
        room.expect_here(17)
        room.touch.press("Draw round 2")
        room.review(2, 4)
        first, second = room.rounds
        assert not pairs(first) & pairs(second)
        (helper,) = {*NAMES} - {name for seats in second for name in seats}
        room.start(2)
        links = [room.link(number) for number in (1, 2, 3, 4)]
        for link in links[:3]:
            room.play(self.one, link, 60)
        room.open_table(2)
        absent = second[1][2]
        room.touch.unfold("Name a substitute")
        for legend, name in (("Who leaves?", absent), ("Who takes the seat?", helper)):
            room.touch.choose(legend, name)
        room.touch.press("Save substitute")
        expect(page.locator(".vs").first).to_contain_text(f"{helper} (for {absent})")
        page.goto(room.event)
        for number, link in enumerate(links[:3]):
            room.play(self.two, link, 90 if number % 2 else 65, 2)
        # Table 4 kept its score on paper; it is finished by its totals.
        room.type_totals(PAPER_TABLE, 20, 90)
        # A bid of 70 fails with 60 and with 65, but not with 90.
        expect(self.screen.locator(".tbl .vs b")).to_have_text(["−140", "115", "20", "90"] * 2)
        return helper, absent

    def protest(self) -> None:
        """A player protests the result of round 2 on an own phone; the organizer upholds it and corrects the score."""
        room, seats = self.room, self.room.rounds[1]
        name = next(name for name in self.own if any(name in table for table in seats))
        number = next(number for number, table in enumerate(seats, 1) if name in table)
        own = self.own[name]
        own.goto(room.event)
        own.get_by_role("link", name=re.compile(rf"^Table {number}\b")).first.tap()
        Touch(own).unfold("Protest this result")
        own.get_by_label("What is wrong?").fill("We captured 75 in the last hand.")
        Touch(own).press("Send protest")
        expect(own.get_by_role("status").first).to_contain_text("rotest")
        own.goto("about:blank")
        room.page.goto(room.event)
        room.touch.follow(f"Decide the protest at table {number}")
        room.page.get_by_label("Reason").fill("Counted again: 75.")
        room.touch.press("Uphold protest")
        expect(room.page.locator("main")).to_contain_text("What to do next")
        if number == PAPER_TABLE:
            room.page.goto(room.event)
            room.type_totals(number, 5, 105)
        else:
            room.touch.press(f"Correct a hand at table {number}")
            expect(room.page.get_by_role("heading").first).to_be_visible()
            room.send(room.page, room.page.url, room.page.content(), 75, 2, base=1)
        room.page.goto(room.event)
        expect(self.screen.locator(".tbl").nth(number - 1).locator(".vs b")).to_have_text(["5", "105"])

    def third_round(self, absent: str) -> list[str]:
        """One more has gone; when time is up one table is done and one plays its last hand. Who sits out."""
        room, page = self.room, self.room.page
        gone = {absent, "Cal" if absent != "Cal" else "Dot"}
        room.check_out(*gone)
        room.expect_here(15)
        room.touch.press("Draw round 3")
        room.review(3, 3)
        seats = room.rounds[2]
        assert not pairs(seats) & (pairs(room.rounds[0]) | pairs(room.rounds[1]))
        room.start(3)
        for number in (1, 3):
            room.play(self.two, room.link(number), 80)
        room.play(self.two, room.link(3), 80, 2)
        self.one.goto(room.link(2))
        self.two.goto(room.link(1))
        Touch(self.one).bid(seats[1][0], 70, "red")
        self._clock()
        room.touch.press("Time is up")
        for place in (page, self.one, self.two, self.screen):
            expect(place.locator(".clock b").first).to_have_text("Time is up")
        expect(self.two.locator("main")).to_contain_text("This game is over, and its score counts as it stands.")
        expect(self.one.locator("main")).to_contain_text("Finish this hand and save it.")
        expect(page.locator("main")).to_contain_text("2 of 3 tables are done. Waiting for table 2 (hand 1).")
        room.enter(self.one, seats[1], 100, 1)
        expect(page.get_by_role("heading", name="The night is complete")).to_be_visible()
        expect(self.screen.locator(".tbl .vs b")).to_have_text(["80", "40", "100", "20", "160", "80"])
        return sorted({*NAMES} - gone - {name for table in seats for name in table})

    def _clock(self) -> None:
        """The minutes of the night are offered; every phone and the screen count down to the same moment."""
        room, pages = self.room, (self.room.page, self.one, self.two, self.screen)
        expect(room.page.get_by_label("Minutes")).to_have_value("25")
        room.touch.press("Start clock")
        for page in pages:
            expect(page.locator("[data-clock]")).to_have_text(FULL)
        room.touch.press("+5 minutes")
        for page in pages:
            expect(page.locator("[data-clock]")).to_have_text(LONGER)
        assert len({page.locator("[data-clock]").get_attribute("data-clock") for page in pages}) == 1


@pytest.mark.long
def test_an_event_of_seventeen(phone: Phone, tmp_path: Path) -> None:
    evening = Evening(phone)
    room = evening.room
    room.create_club()
    room.create_season()
    room.open_event(hands=2, rounds=3, minutes=25)
    evening.come()
    evening.first_round()
    evening.mend_seating()
    substitute = evening.second_round()
    evening.protest()
    out = evening.third_round(substitute[1])
    assert len(out) == 3
    room.close()
    # Seven games of two hands, one on paper, and three of which time has ended two: each hand was entered once.
    assert len(set(room.saved)) == len(room.saved) == 18
    expect_scored_again(room, tmp_path, substitute, out)


def score_again(lines: str, folder: Path) -> list[list[tuple[list[str], int]]]:
    """The sides of every game with their totals, by the command line."""
    file = folder / "records.jsonl"
    file.write_text(lines, "utf-8")
    command = [sys.executable, "-m", "scorekeeper", "score", "--lines", str(file)]
    sheets = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    games = []
    for record, sheet in zip(map(json.loads, lines.splitlines()), map(json.loads, sheets), strict=True):
        sides = [[record["players"][seat] for seat in side["seats"]] for side in sheet["sides"]]
        games.append(list(zip(sides, sheet["totals"], strict=True)))
    return games


def expect_scored_again(room: Room, folder: Path, substitute: tuple[str, str], out: list[str]) -> None:
    """The records, scored again by the command line, give exactly the standings and the results that are shown."""
    records = room.page.request.get(f"{room.season}/records.jsonl").text()
    games = score_again(records, folder)
    assert sum(len(json.loads(line)["hands"]) for line in records.splitlines()) == len(room.saved)
    # A win for everybody of the side in front, also where time has ended the game; a bye is a win.
    wins = Counter(out)
    helper, absent = substitute
    handed_over = {*room.rounds[1][1], helper} - {absent}
    for sides in games:
        names, _ = max(sides, key=lambda side: side[1])
        is_handed_over = {name for side, _ in sides for name in side} == handed_over
        wins.update(absent if is_handed_over and name == helper else name for name in names)
    assert sum(wins.values()) == 2 * 11 + 3
    standings = json.loads(room.page.request.get(f"{room.season}/standings.json").text())["players"]
    assert {row["name"]: Fraction(row["exact"]) for row in standings} == {name: wins[name] for name in NAMES}
    for better, worse in combinations(standings, 2):
        assert better["place"] <= worse["place"]
        assert wins[better["name"]] >= wins[worse["name"]]
    room.page.goto(room.event)
    rows = [re.split(r"\s+", text.strip()) for text in room.page.locator("table.pad tbody tr").all_inner_texts()]
    assert {row[1]: int(row[2]) for row in rows} == {name: wins[name] for name in NAMES}
    results = sorted(sorted((" & ".join(names), total) for names, total in sides) for sides in games)
    assert read_results(room.page, "a.tbl") == results
    # The summary, to which the closed night leads.
    room.touch.follow("Summary of the night")
    expect(room.page.locator(".winners")).to_have_text(standings[0]["name"])
    assert read_results(room.page, ".results li") == results
    assert read_standings(room.page, "The night’s standings") == {name: wins[name] for name in NAMES}
    assert read_standings(room.page, "Players") == {name: wins[name] for name in NAMES}
    room.page.goto(room.season)
    assert read_standings(room.page, "Players") == {name: wins[name] for name in NAMES}


def read_standings(page: Page, caption: str) -> dict[str, int]:
    """The figure of everybody in a table."""
    lines = page.get_by_role("table", name=caption, exact=True).locator("tbody tr")
    names, figures = lines.locator("th b").all_inner_texts(), lines.locator("td:last-child").all_inner_texts()
    return dict(zip(names, map(int, figures), strict=True))


def read_results(page: Page, tables: str) -> list[list[tuple[str, int]]]:
    """The sides of every table of a page with their totals, also of rounds that are folded."""
    script = "rows => rows.map(row => [...row.querySelectorAll('.vs > *')].map(cell => cell.textContent))"
    results = []
    for cells in page.locator(tables).evaluate_all(script):
        if len(cells) == 4:
            names = [re.sub(r" \(for \w+\)| won$", "", name) for name in cells[::2]]
            results.append(sorted(zip(names, (int(total.replace("−", "-")) for total in cells[1::2]), strict=True)))
    return sorted(results)


def test_an_organizers_choices_stay_while_others_check_in(phone: Phone) -> None:
    room = Room(phone(), NAMES[:4])
    room.create_club()
    room.open_event()
    door = room.door()
    room.page.goto(room.event)
    room.touch.tap(room.page.get_by_role("checkbox", name="Cal", exact=True).first)
    room.touch.unfold("Add a guest")
    room.page.get_by_label("Guest’s name").fill("Zo")
    _check_in(phone(), door, "Ann")
    room.expect_here(1)
    expect(room.page.get_by_role("checkbox", name="Cal", exact=True).first).to_be_checked()
    expect(room.page.get_by_label("Guest’s name")).to_have_value("Zo")
    # What was said of the last deed stays to be read while others come.
    room.touch.press("Add guest and check in")
    expect(room.page.get_by_role("status")).to_contain_text("Zo is checked in")
    _check_in(phone(), door, "Ben")
    room.expect_here(3)
    expect(room.page.get_by_role("status")).to_contain_text("Zo is checked in")
    room.touch.tap(room.page.get_by_role("checkbox", name="Cal", exact=True).first)
    # Who is ticked here checks in meanwhile: the tick has no place now, so the page stays and says so.
    _check_in(phone(), door, "Cal")
    expect(room.page.locator("[data-notes]")).to_contain_text("Another phone changed this page.")
    room.expect_here(3)
    room.touch.press("Show it")
    room.expect_here(4)


def _check_in(page: Page, door: str, name: str) -> None:
    page.goto(door)
    page.get_by_role("button", name=name, exact=True).tap()
