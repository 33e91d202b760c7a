"""A person's finger on a phone: what it touches is found by its name, and every touch is counted."""

from __future__ import annotations

import re
from contextlib import suppress
from urllib.parse import urlencode

from playwright.sync_api import Error, Locator, Page, expect

from scorekeeper.rules import GAMES

FORM = {"Content-Type": "application/x-www-form-urlencoded"}

#: Touches are waited for by the page's own state, never by the clock.
MINUS = "−"


#: How the page asks for what tests call "East & West: captured".
ASKED = {
    "captured": "Points {name} captured",
    "tricks": "Tricks {name} took",
    "red cards taken": "Points of red cards {name} took",
}


def asked(words: str) -> str:
    """The words of the page for an entry of somebody."""
    name, _, what = words.rpartition(": ")
    return ASKED[what].format(name=name) if what in ASKED else words


def named(words: str) -> re.Pattern[str]:
    """A name, whether or not it is put as a question."""
    return re.compile(rf"^{re.escape(asked(words))}\??$", re.IGNORECASE)


class Touch:
    """Every touch is counted; what has to be typed is counted apart."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0
        self.typed = 0

    def tap(self, target: Locator) -> None:
        target.tap()
        self.count += 1

    def choose(self, legend: str, label: str | int, within: Locator | None = None) -> None:
        """Touch one of a group's buttons."""
        place = within or self.page
        group = place.get_by_role("group", name=named(legend))
        group.or_(place.get_by_role("textbox", name=named(legend))).first.wait_for()
        if group.count():
            self.tap(group.first.get_by_role("radio", name=str(label), exact=True))
        else:
            self.enter(legend, int(label))

    def enter(self, label: str, value: int) -> None:
        """A figure by the keys that the page shows for it; typed where there are none."""
        box = self.page.get_by_role("textbox", name=named(label)).first
        tally = self.page.locator(".tally", has=box)
        keys = tally.locator("[data-keys]")
        if not keys.is_visible():
            box.fill(str(value))
            self.typed += 1
            return
        expect(tally).to_have_attribute("data-ready", "")
        if box.get_attribute("class") != "on":
            self.tap(box)
        while not keys.get_by_role("button", name=str(value), exact=True).count():
            lowest = int(keys.locator("[data-value]").first.inner_text())
            self.press("Lower numbers" if value < lowest else "Higher numbers", keys)
        self.press(str(value), keys)
        expect(box).to_have_value(str(value))

    def step(self, label: str, times: int = 1) -> None:
        """Touch + (or − for fewer) beside a figure."""
        for _ in range(abs(times)):
            self.press(f"{'More' if times > 0 else 'Less'}: {asked(label)}")

    def press(self, name: str, within: Locator | None = None) -> None:
        self.tap((within or self.page).get_by_role("button", name=name, exact=True).first)

    def follow(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name).first)

    def menu(self, name: str) -> None:
        """Follow a link of the page's menu."""
        self.tap(self.page.locator(".head .menu > summary"))
        self.tap(self.page.locator(".head .menu").get_by_role("link", name=name))

    def unfold(self, summary: str, within: Locator | None = None) -> None:
        fold = (within or self.page).locator("summary:visible").filter(has_text=re.compile(rf"^\s*{summary}"))
        if fold.first.evaluate("summary => !summary.parentElement.open"):
            self.tap(fold.first)

    def give(self, label: str, value: int) -> None:
        """A figure: touched where the page offers buttons, typed where it has a line."""
        self.choose(label, value)

    def save(self, place: int) -> None:
        """Save a hand, or its correction, and see that it is saved."""
        self.press(f"Save hand {place}")
        expect(self.page.get_by_role("status")).to_contain_text(re.compile(f"Hand {place} (saved|corrected)"))

    def name_trump(self, bidder: str, trump: str) -> None:
        """Touch a color of the player who won the bid."""
        # Before the script is there, a key sends the form to the server.
        expect(self.page.locator("html")).to_have_class(re.compile(r"\bscript\b"))
        self.press(f"{bidder}, {trump}", self.page.get_by_role("group", name="Who won the bid?"))

    def bid(self, bidder: str, amount: int, trump: str) -> None:
        """The first moment of a hand: two touches, and the second one saves it. Without script, as buttons."""
        self.page.get_by_role("group", name="Who won the bid?").wait_for()
        before, script = self.count, self.page.locator(".bidder button").first.is_visible()
        if script:
            self.name_trump(bidder, trump)
        else:
            self.choose("Who won the bid?", bidder)
            self.choose("Trump color", trump)
        self.choose("Bid", amount)
        if not script:
            self.press("Save bid")
        assert self.count - before == (2 if script else 4)
        text = f"{bidder}, {amount} " + ("without color" if trump == "no color" else f"on {trump}")
        expect(self.page.locator(".bid strong")).to_have_text(text)


def start_by_touch(page: Page, game: str, players: int | None = None) -> Touch:
    """From the start page to the table, with the names that the page offers."""
    page.goto("/")
    touch = Touch(page)
    touch.follow(game)
    if players:
        touch.press(str(players), page.get_by_role("group", name="Number of players"))
        expect(page.locator("input[name=players]")).to_have_count(players)
    touch.press("Start game")
    expect(page.locator("form.hand")).to_be_visible()
    return touch


def start(page: Page, game: str, players: int | None = None) -> Touch:
    """A new table with the names that the page offers, without the way through the pages."""
    slug = next(known.slug for known in GAMES if known.name == game)
    form_page = page.request.get(f"/new/{slug}" + (f"?players={players}" if players else "")).text()
    (token,) = set(re.findall(r'name="csrf_token" value="([^"]+)"', form_page))
    names = re.findall(r'name="players" value="([^"]+)"', form_page)
    # A form of several fields of one name.
    form = urlencode([("csrf_token", token), ("dealer", "0"), *(("players", name) for name in names)])
    answer = page.request.post(f"/new/{slug}", data=form, headers=FORM)
    page.goto(answer.url)
    expect(page.locator("form.hand")).to_be_visible()
    return Touch(page)


def figure(points: int) -> str:
    """A figure as the page prints it: a real minus sign, commas from 10,000 on."""
    return (f"{points:,}" if abs(points) >= 10_000 else str(points)).replace("-", MINUS)


#: What is saved, in the order of the sides: the plate, the players' rows (before this hand), or the final ranking.
TOTALS = """() => [...document.querySelectorAll('[aria-label="Score"] strong, [data-total]')]
  .sort((one, other) => (one.dataset.side ?? 0) - (other.dataset.side ?? 0))
  .map((total) => total.dataset.total ?? total.textContent.trim())"""


def expect_totals(page: Page, *totals: int) -> None:
    """The totals that stand large on the page, side by side, or in the rows of the players."""
    awaited = [figure(total) for total in totals]
    # Waiting for them is quicker than asking again and again; what is wrong, the last line tells.
    with suppress(Error):
        page.wait_for_function(f"(totals) => JSON.stringify(({TOTALS})()) === JSON.stringify(totals)", arg=awaited)
    assert page.evaluate(TOTALS) == awaited


def expect_outcome(page: Page, *points: str) -> None:
    """The points of a hand as they are shown before it is saved."""
    expect(page.locator("[data-outcome] b")).to_have_text(list(points))


def expect_finish(page: Page, winner: str, *totals: int) -> None:
    """The finish page: who won, with which totals, and why."""
    expect(page.locator(".finish").get_by_role("heading")).to_have_text(re.compile(rf"^{re.escape(winner)} wins?!$"))
    expect(page.locator(".finish .lead")).not_to_be_empty()
    expect_totals(page, *totals)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.locator("form.hand")).to_have_count(0)


def typed_inputs(page: Page) -> Locator:
    """What would call up the keyboard: lines to type in that are in sight."""
    return page.locator("form.hand").locator(
        "input:not([type=radio], [type=checkbox], [type=hidden], [inputmode=none]):visible, textarea:visible"
    )
