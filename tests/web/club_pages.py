"""People with phones: each signs up, and does things by forms as the pages send them."""

from __future__ import annotations

import re
from html import unescape

from flask import Flask
from werkzeug.test import TestResponse

PASSWORD = "correct horse battery"


class Person:
    """Somebody with a phone of their own."""

    def __init__(self, app: Flask, name: str = "", password: str = PASSWORD) -> None:
        self.client = app.test_client()
        self.name, self.password = name, password
        if name:
            assert self.post("/account/new", name=name, password=password, again=password).status_code == 303

    def post(self, path: str, **form: str) -> TestResponse:
        return self.client.post(path, data=form)

    def get(self, path: str) -> TestResponse:
        return self.client.get(path)

    def status(self, path: str) -> int:
        return self.get(path).status_code

    def text(self, path: str) -> str:
        return page_text(self.get(path))

    def create_club(self, name: str = "The Tuesday Rooks") -> str:
        """Create a club; its path."""
        answer = self.post("/clubs", name=name)
        assert answer.status_code == 303, page_text(answer)
        return answer.headers["Location"]

    def add(self, club: str, *names: str) -> None:
        assert self.post(f"{club}/members", names="\n".join(names)).status_code == 303

    def invitation(self, club: str) -> str:
        """Make a link; its path."""
        assert self.post(f"{club}/invite").status_code == 303
        link = re.search(r'value="https?://[^/]+(/clubs/[^"]+/join/[^"]+)"', self.get(f"{club}/invite").text)
        assert link
        return link[1]

    def join(self, invitation: str, name: str = "") -> None:
        assert self.post(invitation, name=name or self.name).status_code == 303

    def claim(self, invitation: str, member: int) -> TestResponse:
        return self.post(invitation, member=str(member))

    def member(self, club: str, name: str) -> int:
        """The number of a name on the list."""
        return self.members(club)[name]

    def members(self, club: str) -> dict[str, int]:
        """All names on the list with their numbers."""
        entries = re.findall(r'/members/(\d+)"><span class="grow">([^<]+)<', self.get(club).text)
        return {unescape(name): int(number) for number, name in entries}


def page_text(answer: TestResponse) -> str:
    """The words of a page."""
    plain = re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(head|svg)\b.*?</\1>", "", answer.text))
    return unescape(re.sub(r"\s+", " ", plain))
