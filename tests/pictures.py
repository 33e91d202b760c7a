"""`make pictures`: the app on a phone, light and dark, taken from the running app into static/pictures/."""

from __future__ import annotations

import datetime as dt
import json
import logging
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from scorekeeper.store import db
from scorekeeper.web import create_app
from scorekeeper.web.about import PICTURES, SCHEMES, file_name
from tests.browser.conftest import PHONE, find_browser
from tests.browser.server import LocalServer
from tests.browser.touch import Touch
from tests.company import PASSWORD, SWEEP, SWEPT, Company, hand

STATIC = Path(__file__).parent.parent / "static"
FOUR = ["Ruth", "Dale", "Ann", "Wayne"]
FIVE = ["Ruth", "Dale", "Ann", "Wayne", "Marcy"]
#: 195 to 215 after six hands, two of them set.
SIX_HANDS = [
    {"bidder": 0, "bid": 70, "trump": "red", "captured": [75, 45]},
    {"bidder": 1, "bid": 80, "trump": "green", "captured": [35, 85]},
    {"bidder": 2, "bid": 75, "trump": "black", "captured": [60, 60]},
    {"bidder": 3, "bid": 95, "trump": "yellow", "captured": [40, 80]},
    {"bidder": 1, "bid": 90, "trump": "green", "captured": [25, 95]},
    {"bidder": 0, "bid": 90, "trump": "red", "captured": [95, 25]},
]
LAST_HANDS = [
    {"bidder": 2, "bid": 95, "trump": "green", "captured": [95, 25]},
    {"bidder": 0, "bid": 100, "trump": "red", "captured": [105, 15]},
]
REGULAR_HANDS = [
    {"bidder": 0, "bid": 30, "trump": "black", "captured": [30, 10, 25, 20, 15]},
    {"bidder": 2, "bid": 40, "trump": "green", "captured": [15, 10, 45, 10, 20]},
]
FIRST_EVENT = dt.date(2026, 10, 6)
#: Who sat where on the nights before: two tables each.
TABLES = (
    ("Ann Ben Cal Dot", "Eve Fay Gus Hal"),
    ("Ann Cal Eve Gus", "Ben Dot Fay Hal"),
    ("Dot Ann Hal Eve", "Cal Ben Gus Fay"),
)


class Album:
    """A phone that visits the pages, and takes two pictures of each."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def take(self, name: str) -> None:
        self.page.wait_for_load_state("networkidle")
        for scheme in SCHEMES:
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            self.page.screenshot(path=STATIC / file_name(name, scheme))

    def import_game(self, game: str, players: list[str], hands: list[dict[str, object]]) -> str:
        """Bring a game in; the address of its table."""
        record = {"format": "rook-record/1", "game": game, "players": players, "hands": hands}
        self.page.goto("/import")
        self.page.get_by_label("Or paste the text").fill(json.dumps(record))
        self.page.get_by_role("button", name="Import game").click()
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def games(self) -> None:
        self.import_game("original", FOUR, [*SIX_HANDS, *LAST_HANDS])
        self.take("finish")
        self.import_game("regular", FIVE, REGULAR_HANDS)
        Touch(self.page).bid("Ann", 60, "red")
        self.take("individual")
        address = self.import_game("original", FOUR, [*SIX_HANDS])
        self.take("bid")
        self.page.goto("/")
        self.take("start")
        self.page.goto("/new/original")
        self.take("new")
        self.page.goto(address)
        Touch(self.page).bid("Ann", 95, "green")
        self.page.get_by_role("radio", name="95", exact=True).check(force=True)
        expect(self.page.locator("[data-outcome] b").first).to_be_visible()
        self.take("result")
        self.page.goto(f"{address}/settle/misplay?hand_number=6&when=late&by=1&counters-0=45")
        self.take("ruling")
        self.page.goto("/rules?q=misdeal")
        self.take("rules")

    def club(self, season: str, event: str) -> None:
        self.page.goto("/account/in")
        self.page.get_by_label("Name").fill("Olga")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/clubs**")
        self.page.goto(season)
        self.take("standings")
        self.page.goto(event)
        self.take("event")


def fill_club(folder: Path) -> tuple[str, str]:
    """A club in its season, with a night in play; the addresses of both."""
    app = create_app({}, folder)
    with app.app_context():
        company = Company()
        season = company.season("Fall 2026", (dt.date(2026, 9, 1), dt.date(2026, 12, 31)))
        for week, (first, second) in enumerate(
            (
                ("Ann Ben Cal Dot", "Eve Fay Gus Hal"),
                ("Ann Cal Eve Gus", "Ben Dot Fay Hal"),
                ("Dot Ann Hal Eve", "Cal Ben Gus Fay"),
            )
        ):
            event = company.event((dt.date(2026, 10, 6) + dt.timedelta(weeks=week)).isoformat())
            company.play(event, first)
            company.play(event, second, *(SWEPT if week % 2 else SWEEP))
        event = company.event((FIRST_EVENT + dt.timedelta(weeks=len(TABLES))).isoformat())
        event.slug, event.options = "original", {}
        db.session.commit()
        company.play(event, "Ann Eve Ben Hal")
        company.score(company.seat(event, "Cal Gus Dot Fay"), hand(75), hand(110))
        paths = f"/clubs/{company.club.id}/seasons/{season.id}", f"/event/{event.id}"
        db.engine.dispose()
    return paths


def take_all(browser: Browser, folder: Path) -> None:
    """Every picture, from a server of its own."""
    season, event = fill_club(folder)
    server = LocalServer(folder)
    context = browser.new_context(
        viewport=PHONE, has_touch=True, device_scale_factor=2, base_url=server.url, service_workers="block"
    )
    album = Album(context.new_page())
    album.games()
    album.club(season, event)
    context.close()
    server.stop()


def main() -> None:
    """Take the pictures, and say which are missing."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        take_all(browser, Path(folder))
        browser.close()
    missing = [name for name in PICTURES for scheme in SCHEMES if not (STATIC / file_name(name, scheme)).is_file()]
    print(f"{len(PICTURES) * len(SCHEMES) - len(missing)} pictures in static/pictures; missing: {missing or 'none'}")


if __name__ == "__main__":
    main()
