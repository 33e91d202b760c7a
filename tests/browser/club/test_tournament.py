"""A double elimination of twelve pairs, from the entries to the prizes: every score is entered once."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club.test_club import see, sign_up
from tests.browser.conftest import Phone
from tests.browser.page_checks import find_problems
from tests.browser.touch import FORM, Touch

NAMES = [
    *("Christopher", "Elizabeth", "Bartholomew", "Alexandra", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"),
    *("Kit", "Leo", "May", "Ned", "Ora", "Pat", "Quinn", "Rae", "Sid", "Tom", "Una", "Vic"),
]


class Hall:
    """The organizer's phone, and every score that was entered anywhere."""

    def __init__(self, page: Page) -> None:
        self.page, self.touch = page, Touch(page)
        self.cup = ""
        self.scores = 0
        #: The mark against forged forms, good for all forms of this phone.
        self.token = ""

    def create(self) -> None:
        """A club of 24, and a tournament of one-hand games seeded by the order of the list."""
        page, touch = self.page, self.touch
        page.goto("/account/new")
        sign_up(page, "Olga")
        see(page, "My clubs")
        page.get_by_label("Club name").fill("The Tuesday Rooks")
        touch.press("Create club")
        see(page, "The Tuesday Rooks")
        page.get_by_label("Names, one per line").fill("\n".join(NAMES))
        touch.press("Add members")
        expect(page.get_by_role("heading", name="25 members")).to_be_visible()
        touch.follow("Create a tournament")
        touch.follow("The Original ROOK")
        see(page, "New tournament")
        page.get_by_label("Name", exact=True).fill("Spring cup")
        page.get_by_label("Hands per game (optional)").fill("1")
        touch.tap(page.get_by_role("radio", name=re.compile("^By hand")))
        touch.press("Create tournament")
        see(page, "Entries")
        self.cup = page.url.removesuffix("/entrants")

    def send(self, path: str, *fields: tuple[str, str]) -> None:
        """A form of a page, without the way to it."""
        if not self.token:
            self.token = self.page.locator("[name=csrf_token]").first.get_attribute("value") or ""
        form = urlencode([("csrf_token", self.token), *fields])
        answer = self.page.request.post(f"{self.cup}/{path}", data=form, headers=FORM)
        assert answer.ok, answer.text()

    def enter(self) -> None:
        """The first pair by touch, the others as the form sends them."""
        page = self.page
        for name in NAMES[:2]:
            self.touch.tap(page.get_by_role("checkbox", name=name, exact=True))
        self.touch.press("Add entry")
        expect(page.get_by_role("heading", name="1 entry")).to_be_visible()
        boxes = page.get_by_role("checkbox").all()
        ids = {str(box.evaluate("box => box.parentElement.innerText.trim()")): box.input_value() for box in boxes}
        for first in range(2, 22, 2):
            self.send("entrants", *(("member", ids[name]) for name in NAMES[first : first + 2]))
        page.goto(f"{self.cup}/entrants")
        expect(page.get_by_role("heading", name="11 entries")).to_be_visible()

    def enter_late(self) -> None:
        """The twelfth pair comes when the others play, and gets the place of a bye."""
        page = self.page
        page.goto(f"{self.cup}/entrants")
        for name in NAMES[22:]:
            self.touch.tap(page.get_by_role("checkbox", name=name, exact=True))
        self.touch.press("Add late entry")
        expect(page.get_by_role("heading", name="12 entries")).to_be_visible()
        page.goto(self.cup)
        self.touch.press("Start match")
        expect(page.locator("h2:text-is('Playing') + ul > li")).to_have_count(4)

    def withdraw(self, names: str) -> None:
        """A pair goes home."""
        page = self.page
        page.goto(f"{self.cup}/entrants")
        self.touch.tap(page.get_by_role("listitem").filter(has_text=names).get_by_role("button", name="Withdraw"))
        expect(page.get_by_role("listitem").filter(has_text=names)).to_contain_text("Bring back")
        page.goto(self.cup)

    def running(self) -> list[tuple[str, str]]:
        """The tables that play now, each with its match."""
        _, _, rest = self.page.request.get(self.cup).text().partition(">Playing</h2>")
        rows = rest.partition("</ul>")[0].split("<li>")[1:]
        return [(re.findall(r'href="([^"]+)"', row)[0], row) for row in rows]

    def total(self, path: str, *totals: int) -> None:
        self.send(path.split("/", 3)[3] + "/totals", *(("total", str(total)) for total in totals))
        self.scores += 1


@pytest.mark.long
def test_twelve_pairs_from_entry_to_prizes(phone: Phone, tmp_path: Path) -> None:
    hall = Hall(phone())
    page, touch = hall.page, hall.touch
    hall.create()
    hall.enter()
    touch.press("Start tournament")
    see(page, "Spring cup")
    expect(page.locator("h2:text-is('Playing') + ul > li")).to_have_count(3)
    hall.enter_late()

    # A phone at table 1 keeps the score; the organizer's page follows by itself.
    touch.tap(page.get_by_role("link", name=re.compile("^Table 1 ")))
    see(page, "Winners’ round 1, match 1")
    problems = find_problems(page, "table")
    link = page.get_by_label("Scorer link").input_value()
    page.goto(hall.cup)
    table = phone()
    table.goto(link)
    finger = Touch(table)
    finger.bid("May", 70, "red")
    finger.choose("May & Ned: captured", 75)
    finger.save(1)
    hall.scores += 1
    assert finger.typed == 0
    expect(page.locator("h2:text-is('Playing') + ul > li")).to_have_count(3)
    expect(page.locator("h2:text-is('Ready to start') + ul > li")).to_contain_text(["May & Ned"])

    # The late pair at table 4 kept its score on paper.
    touch.tap(page.get_by_role("link", name=re.compile("^Table 4 ")))
    touch.unfold("Totals from paper")
    page.get_by_label("Gus & Hal").fill("310")
    page.get_by_label("Una & Vic").fill("120")
    touch.press("Save totals")
    see(page, "Spring cup")
    hall.scores += 1

    # The public page is open on another phone while the rest is played.
    touch.menu("Prizes and public page")
    page.get_by_label("Prizes, one per line").fill("A ham\nA pie")
    touch.tap(page.get_by_role("checkbox", name="Publish the tournament"))
    touch.press("Save prizes and public page")
    expect(page.locator(".qr svg")).to_be_visible()
    watcher = phone()
    watcher.goto(page.get_by_label("Link", exact=True).input_value())
    see(watcher, "Spring cup")
    page.goto(hall.cup)

    # A pair that has lost goes home: its next match is given away.
    hall.withdraw("Ora & Pat")

    # The winner of the losers' bracket wins the first final, so a second one is played, which the other wins.
    touch.press("Start 2 matches")
    expect(page.locator("h2:text-is('Playing') + ul > li")).to_have_count(4)
    # The public page follows all of it; the organizer's own would only take its time.
    page.goto("about:blank")
    while tables := hall.running():
        for path, words in tables:
            hall.total(path, *((100, 300) if "Grand final" in words else (300, 100)))
        hall.send("play")
    page.goto(hall.cup)

    champion = "Christopher & Elizabeth"
    expect(page.locator(".felt h2")).to_have_text(champion)
    expect(page.get_by_role("table", name="Final table").get_by_role("row").nth(1)).to_contain_text("Prize: A ham")
    expect(page.locator(".bracket svg")).to_have_count(2)
    expect(page.locator(".bracket").first).to_contain_text("Second final")
    problems += find_problems(page, "tournament")
    assert problems == []
    expect(watcher.locator(".felt h2")).to_have_text(champion)

    # Twelve pairs, eleven of which lost twice and the champion once: 23 matches, one of them without a game.
    assert hall.scores == 22
    document = page.request.get(f"{hall.cup}/event.json").text()
    (tmp_path / "cup.json").write_text(document, "utf-8")
    command = [sys.executable, "-m", "scorekeeper", "tournament", str(tmp_path / "cup.json")]
    again = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    cup = json.loads(document)
    assert again == cup["outcome"]
    assert [[match["how"] for match in again["matches"]].count(how) for how in ("played", "walkover")] == [22, 1]
    names = {entry["id"]: entry["name"] for entry in cup["entries"]}
    assert names[again["champion"]] == champion
    rows = page.get_by_role("table", name="Final table").get_by_role("rowheader").locator("b").all_inner_texts()
    assert rows == [names[row["entrant"]] for row in again["standings"]]

    # Without script, the poster prints all of it.
    page.goto(f"{hall.cup}/print/bracket")
    pdf = page.pdf()
    assert len(pdf) > 10_000
