"""A club night on the organizer's phone: every step by touch, and a count of what was entered in the whole room."""

from __future__ import annotations

import datetime as dt
import re
from html import unescape
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.browser.club.test_club import see, sign_up
from tests.browser.touch import FORM, Touch

SEATS = re.compile(r"Table \d")
#: What a form sends of a hand in which the first of the first side bids 70 on red.
BID = {"bidder": "0", "bid": "70", "trump": "red"}
POINTS = 120


class Room:
    """The organizer's phone, and what was entered in the whole room."""

    def __init__(self, page: Page, names: list[str]) -> None:
        self.page, self.names = page, names
        self.touch = Touch(page)
        self.club = self.season = self.event = ""
        #: Every hand that somebody saved: its game and its number.
        self.saved: list[tuple[str, int]] = []
        #: The tables of every round, each with its names side by side.
        self.rounds: list[list[list[str]]] = []

    def create_club(self) -> None:
        """Sign up, create a club and add the names to it."""
        self.page.goto("/account/new")
        sign_up(self.page, "Olga")
        see(self.page, "My clubs")
        self.page.get_by_label("Club name").fill("The Tuesday Rooks")
        self.touch.press("Create club")
        see(self.page, "The Tuesday Rooks")
        self.page.get_by_label("Names, one per line").fill("\n".join(self.names))
        self.touch.press("Add members")
        expect(self.page.get_by_role("heading", name=f"{len(self.names) + 1} members")).to_be_visible()
        self.club = self.page.url

    def create_season(self) -> None:
        """A season that counts wins, a bye as one, and a substitute's game for the absent player."""
        self.touch.follow("New season")
        see(self.page, "New season")
        today = dt.date.today()
        self.page.get_by_label("Name", exact=True).fill("Autumn")
        self.page.get_by_label("First day").fill((today - dt.timedelta(days=30)).isoformat())
        self.page.get_by_label("Last day").fill((today + dt.timedelta(days=30)).isoformat())
        self.page.get_by_label("Value of a bye").select_option("1")
        self.touch.tap(self.page.get_by_role("radio", name="The absent player"))
        self.touch.press("Create season")
        see(self.page, "Autumn")
        self.season = self.page.url

    def open_event(self, hands: int = 1, rounds: int | None = None, minutes: int | None = None) -> None:
        """A night of games of so many hands."""
        self.page.goto(self.club)
        self.touch.follow("Open a club night")
        see(self.page, "What are you playing?")
        self.touch.follow("The Original ROOK")
        for label, number in (("Rounds (optional)", rounds), ("Minutes per round (optional)", minutes)):
            if number is not None:
                self.page.get_by_label(label).fill(str(number))
        self.touch.unfold("House rules")
        self.page.get_by_role("textbox", name="Hands to play instead").fill(str(hands))
        self.touch.press("Open club night")
        see(self.page, "Club night")
        self.event = self.page.url

    def door(self) -> str:
        """The check-in link, which stands under its code."""
        self.page.goto(f"{self.event}/checkin")
        expect(self.page.locator(".qr svg")).to_be_visible()
        return self.page.get_by_label("Check-in link").input_value()

    def check_in(self, *names: str) -> None:
        """Touch every name, then one button."""
        for name in names:
            self.touch.tap(self.page.get_by_role("checkbox", name=name, exact=True).first)
        self.touch.press("Check in")

    def check_out(self, *names: str) -> None:
        """The same for people who go home."""
        self.touch.unfold("Check people out")
        for name in names:
            self.touch.tap(self.page.get_by_role("checkbox", name=name, exact=True).first)
        self.touch.press("Check out")

    def expect_here(self, count: int) -> None:
        expect(self.page.locator("[data-here]")).to_have_text(f"{count} here")

    def review(self, number: int, tables: int) -> None:
        """The proposed round on the page, in which nobody has the same partner twice."""
        see(self.page, f"Proposed seating for round {number}")
        expect(self.page.locator(".mark")).to_contain_text("Nobody has the same partner twice")
        groups = self.page.get_by_role("group", name=SEATS)
        expect(groups).to_have_count(tables)
        self.rounds.append([group.locator("label span").all_inner_texts() for group in groups.all()])

    def start(self, number: int) -> None:
        self.touch.press(f"Start round {number}")
        expect(self.page.get_by_role("heading", name=re.compile(rf"^Round {number}\b")).first).to_be_visible()
        expect(self.page.get_by_role("link", name=SEATS).first).to_be_visible()

    def open_table(self, number: int) -> str:
        """Follow a table of the round; the link behind its code."""
        self.touch.tap(self.page.get_by_role("link", name=re.compile(rf"^Table {number}\b")).first)
        expect(self.page.locator(".qr svg")).to_be_visible()
        return self.page.get_by_label("Link", exact=True).input_value()

    def link(self, number: int) -> str:
        """The same without the touches."""
        address = self.page.get_by_role("link", name=re.compile(rf"^Table {number}\b")).first.get_attribute("href")
        match = re.search(r'value="([^"]+/t/[^"]+/join/[^"]+)"', self.page.request.get(address or "").text())
        assert match
        return unescape(match[1])

    def play(self, page: Page, link: str, captured: int, hand: int = 1) -> None:
        """A phone points at a code and enters a hand, without its touches."""
        game = page.request.get(f"{link}/open")
        self.send(page, game.url, game.text(), captured, hand)

    def type_totals(self, number: int, *totals: int) -> None:
        """The final totals of a table that kept its score on paper, typed on the organizer's phone."""
        self.touch.tap(self.page.get_by_role("link", name=re.compile(rf"^Table {number}\b")).first)
        fold = self.page.locator("details", has_text="Totals from paper").first
        if not fold.get_by_role("textbox").first.is_visible():
            self.touch.unfold("Totals from paper")
        for box, total in zip(fold.get_by_role("textbox").all(), totals, strict=True):
            box.fill(str(total))
        self.touch.press("Save totals")
        expect(self.page.get_by_role("status").first).to_be_visible()
        self.page.goto(self.event)

    def send(self, page: Page, game: str, text: str, captured: int, hand: int, base: int = 0) -> None:
        """A hand as the form of a table sends it; the correction of a version by its number."""
        (token,) = set(re.findall(r'name="csrf_token" value="([^"]+)"', text))
        head = {
            "csrf_token": token,
            "stage": "whole",
            "hand": str(hand),
            "base": str(base),
            "token": f"{game} {hand} {base}",
        }
        facts = {**BID, "captured[0]": str(captured), "captured[1]": str(POINTS - captured)}
        answer = page.request.post(f"{game}/hand", data=urlencode(head | facts), headers=FORM)
        assert answer.ok, answer.text()
        if not base:
            self.saved.append((game, hand))

    def enter(self, page: Page, seats: list[str], captured: int, hand: int) -> None:
        """The same by touch: the bid, what the first side captured, and the hand is saved."""
        one, partner = seats[:2]
        touch = Touch(page)
        if not page.locator(".bid strong").is_visible():
            touch.bid(one, 70, "red")
        touch.choose(f"{one} & {partner}: captured", captured)
        touch.save(hand)
        assert touch.typed == 0
        self.saved.append((page.url, hand))

    def close(self) -> None:
        """Closing asks once, and another tap on the menu is no answer."""
        self.touch.menu("Close night")
        see(self.page, "Close this night?")
        self.page.goto(self.event)
        expect(self.page.get_by_role("heading", name="This night is closed")).to_have_count(0)
        self.touch.menu("Close night")
        see(self.page, "Close this night?")
        self.touch.press("Close night")
        expect(self.page.get_by_role("heading", name="This night is closed")).to_be_visible()


def pairs(tables: list[list[str]]) -> set[frozenset[str]]:
    """Partners: names are listed side by side."""
    return {frozenset(side) for seats in tables for side in (seats[:2], seats[2:])}
