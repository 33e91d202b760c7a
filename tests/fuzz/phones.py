"""A phone by plain requests: its cookie, what it has looked at, and what waits on it; and a program with a key."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.fuzz.model import Facts, Right, Sent, Version

OURS = {"X-Rook": "sync", "Origin": "http://localhost"}
UNDO_FORM = re.compile(r'name="last" value="([^"]+)"><input type="hidden" name="token" value="([^"]+)"')
WAITING = "waiting"


@dataclass(frozen=True)
class UndoButton:
    """The button on a page that was loaded some time ago, and which change it meant then."""

    mark: str
    token: str
    #: A version of a hand, or how many changes of names there were.
    change: Version | int


@dataclass
class Copy:
    """A game as it was looked at: the versions of its hands, the next number, its names and its revision."""

    numbers: dict[int, int]
    next_hand: int
    names: tuple[str, ...]
    namings: int
    revision: int
    undo: UndoButton | None = None


@dataclass
class Entry:
    """What waits on a phone; an answer other than saved is a question to its person, and the entry stays."""

    game_id: str
    sent: Sent
    state: str = WAITING
    #: The server's version of the hand in a conflict.
    theirs: int = 0


@dataclass
class Phone:
    """One phone."""

    number: int
    app: Flask
    copies: dict[str, Copy] = field(default_factory=dict)
    #: What it could not send yet, in order.
    queue: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = self.app.test_client()

    def post(self, path: str, form: dict[str, Any]) -> TestResponse:
        """Send a form."""
        return self.client.post(path, data=form)

    def sync(self, game_id: str, sent: Sent) -> Any:
        """Send one change that waited; what became of it."""
        entry = {"hand": sent.hand, "base": sent.base, "facts": sent.facts, "token": sent.token}
        more = {"confirmed": sent.confirmed, "replaces": list(sent.replaces)}
        answer = self.client.post(f"/t/{game_id}/sync", json=entry | more, headers=OURS)
        assert answer.status_code == 200, answer.text
        return answer.json

    def start_offline(self, game_id: str, record: Facts) -> Any:
        """Send a game that was started without a network."""
        answer = self.client.post("/sync/start", json={"id": game_id, "record": record}, headers=OURS)
        assert answer.status_code == 200, answer.text
        return answer.json

    def undo_button(self, game_id: str) -> tuple[str, str] | None:
        """The button on the table's page: the change it means, and the form's own mark."""
        match = UNDO_FORM.search(self.client.get(f"/t/{game_id}").text)
        return (match[1], match[2]) if match else None

    def link(self, game_id: str, role: str) -> str:
        """The link of a role, as the page shows it to a scorer."""
        page = self.client.get(f"/t/{game_id}/share").text
        links = [match.removeprefix("http://localhost") for match in re.findall(r'value="([^"]+/join/[^"]+)"', page)]
        return links[("scorer", "watcher").index(role)]

    def follow(self, link: str) -> TestResponse:
        """Open a link."""
        return self.client.get(f"{link}/open")


@dataclass(frozen=True)
class Call:
    """A request of a program, with the key that it had then."""

    game_id: str
    method: str
    sent: Sent
    key: str
    right: Right
    #: The revision of the game that a new hand is for, if the program says it.
    revision: int | None = None


@dataclass
class Program(Phone):
    """What keeps score over the JSON API, by the key in a link; it has no cookie."""

    keys: dict[str, str] = field(default_factory=dict)

    def call(self, call: Call) -> TestResponse:
        """Send a request that says which version it was made from."""
        sent, is_new = call.sent, call.method == "POST"
        match = call.revision if is_new else sent.base
        headers = {"Authorization": f"Bearer {call.key}", "Idempotency-Key": sent.token}
        headers |= {"If-Match": f'"{match}"'} if match is not None else {}
        place = "" if is_new else f"/{sent.hand}" + ("?confirmed=true" if sent.confirmed else "")
        address = f"/api/t/{call.game_id}/hands{place}"
        return self.client.open(address, method=call.method, json=sent.facts, headers=headers)
