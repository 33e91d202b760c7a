"""A club and its night over the pages: forms as the pages send them."""

from __future__ import annotations

import re
from html import unescape

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.web.club_pages import Person, page_text

ROLES = ("organizer", "scorer", "member", "former", "stranger")


class Event:
    """A club with one person of each role, names without accounts, and an open night of one-hand games."""

    def __init__(self, app: Flask, names: int = 8) -> None:
        self.app = app
        self.people = {role: Person(app, role.capitalize()) for role in ROLES}
        self.organizer = self.people["organizer"]
        self.club = self.organizer.create_club()
        invitation = self.organizer.invitation(self.club)
        for role in ("scorer", "member", "former"):
            self.people[role].join(invitation)
        self.names = [f"P{number:02}" for number in range(1, names + 1)]
        self.organizer.add(self.club, *self.names)
        number = self.number("Scorer")
        assert self.organizer.post(f"{self.club}/members/{number}/role", role="scorer").status_code == 303
        assert self.people["former"].post(f"{self.club}/leave").status_code == 303
        self.path = self.opened()

    def opened(self, role: str = "organizer", hands: str = "1") -> str:
        """Open a night; its path."""
        page = self.people[role].get(f"{self.club}/nights/new?game=original").text
        form = {"game": "original", "name": "Club night", "hands": hands, "target": "300", "date": value(page, "date")}
        answer = self.people[role].post(f"{self.club}/nights/new", **form)
        assert answer.status_code == 303, page_text(answer)
        return answer.headers["Location"]

    def number(self, name: str) -> int:
        return self.organizer.member(self.club, name)

    def come(self, *names: str) -> None:
        numbers = self.organizer.members(self.club)
        touched = [str(numbers[name]) for name in names or self.names]
        answer = self.organizer.client.post(f"{self.path}/in", data={"member": touched})
        assert answer.status_code == 303, page_text(answer)

    def proposal(self, method: str = "new-partners") -> MultiDict[str, str]:
        """The form of a proposal as the page holds it."""
        form = {"method": method, "size": "4"}
        answer = self.organizer.client.post(f"{self.path}/draw", data=form, follow_redirects=True)
        assert answer.status_code == 200, page_text(answer)
        return hidden(answer)

    def draw(self, method: str = "new-partners") -> None:
        answer = self.organizer.client.post(f"{self.path}/draw/accept", data=self.proposal(method))
        assert answer.status_code == 303, page_text(answer)

    def tables(self) -> list[str]:
        """The paths of the tables of the round."""
        page = self.organizer.get(self.path).text
        return list(dict.fromkeys(re.findall(rf'href="({self.path}/table/\d+)"', page)))

    def link(self, table: str) -> str:
        """The link by which a phone takes over a table."""
        match = re.search(r'value="https?://[^/]+(/t/[^"]+/join/[^"]+)"', self.organizer.get(table).text)
        assert match
        return match[1]

    def door(self) -> str:
        match = re.search(r'value="https?://[^/]+(/event/in/[^"]+)"', self.organizer.get(f"{self.path}/checkin").text)
        assert match
        return match[1]

    def checked_in(self, name: str) -> Person:
        """A phone that checked in by the code of the night."""
        phone = Person(self.app)
        answer = phone.post(self.door(), member=str(self.number(name)))
        assert (answer.status_code, answer.headers.get("Location")) == (303, self.path), page_text(answer)
        return phone

    def seats(self, table: str) -> list[str]:
        """Names at a table, side by side."""
        score = self.organizer.get(table).text.partition('<p class="vs">')[2].partition("</p>")[0]
        sides = re.findall(r"<span>(?:<strong>)?([^<]+)", score)
        return [name.strip() for side in sides for name in unescape(side).split(" & ")]

    def scored(self, table: str, phone: Person | None = None) -> str:
        """A phone takes over by the link and enters the only hand: 75 to 45; the path of the game."""
        scorer = phone or Person(self.app)
        answer = scorer.get(f"{self.link(table)}/open")
        game = answer.headers["Location"]
        self.play(game, scorer, 1)
        return game

    def play(self, game: str, scorer: Person, number: int) -> None:
        """Enter a hand: the first seat makes a bid of 70."""
        hand = {"stage": "whole", "hand": str(number), "base": "0", "token": f"hand {number} of {game}"}
        facts = {"bidder": "0", "bid": "70", "trump": "red", "captured[0]": "75", "captured[1]": "45"}
        saved = scorer.post(f"{game}/hand", **hand, **facts)
        assert saved.status_code == 303, page_text(saved)


def value(page: str, name: str) -> str:
    """What an input of a page holds."""
    match = re.search(rf'name="{name}"[^>]* value="([^"]*)"', page)
    assert match, name
    return match[1]


def hidden(answer: TestResponse) -> MultiDict[str, str]:
    """The hidden inputs of a page, but the mark against forged forms."""
    pairs = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', answer.text)
    return MultiDict([(key, unescape(text)) for key, text in pairs if key != "csrf_token"])
