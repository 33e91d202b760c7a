"""A program that keeps score over the JSON API."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

NAMES = ["Ann", "Ben", "Cal", "Dot"]
RECORD: dict[str, Any] = {"format": "rook-record/1", "game": "original", "players": NAMES, "hands": []}
BID = {"bidder": 1, "bid": 95, "trump": "green", "open": True}
#: The printed example of the rules: bid 95, captured 75.
SET = {"bidder": 1, "bid": 95, "trump": "green", "captured": [45, 75]}
ALL = {"bidder": 0, "bid": 70, "trump": "red", "captured": [120, 0]}


class Program:
    """One game, and a key to it."""

    def __init__(self, client: FlaskClient, *hands: dict[str, Any]) -> None:
        self.client = client
        started = client.post("/api/t", json=RECORD | {"hands": list(hands)})
        assert started.status_code == 201, started.text
        self.started: dict[str, Any] = started.json
        self.url: str = self.started["links"]["self"]
        self.scorer, self.watch = (self.started["keys"][role] for role in ("scorer", "watch"))

    def ask(self, method: str, path: str = "", key: str | None = None, **more: Any) -> TestResponse:
        """A request with the scorer key, another one, or none ("")."""
        headers = {"Authorization": f"Bearer {self.scorer if key is None else key}"} if key != "" else {}
        headers |= more.pop("headers", {})
        return self.client.open(self.url + path, method=method, headers=headers, **more)

    def get(self, path: str = "", key: str | None = None, **headers: str) -> TestResponse:
        return self.ask("GET", path, key, headers=named(headers))

    def add(self, facts: Any, key: str | None = None, **headers: str) -> TestResponse:
        return self.ask("POST", "/hands", key, json=facts, headers=named(headers))

    def put(self, hand: int, facts: Any, key: str | None = None, query: str = "", **headers: str) -> TestResponse:
        return self.ask("PUT", f"/hands/{hand}{query}", key, json=facts, headers=named(headers))

    def delete(self, hand: int, key: str | None = None, query: str = "", **headers: str) -> TestResponse:
        return self.ask("DELETE", f"/hands/{hand}{query}", key, headers=named(headers))

    @property
    def hands(self) -> list[dict[str, Any]]:
        """The hands of the record."""
        hands: list[dict[str, Any]] = self.get("/record").json["hands"]
        return hands


def named(headers: dict[str, str]) -> dict[str, str]:
    """if_match -> If-Match."""
    return {name.replace("_", "-").title(): value for name, value in headers.items()}


def refused(answer: TestResponse, status: int, rule: str = "") -> dict[str, Any]:
    """A refusal in the one form; returns its first error."""
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/json"
    errors = answer.json["errors"]
    assert errors
    for error in errors:
        assert {"message", "rule"} <= set(error) <= {"message", "rule", "path", "hand"}
        assert error["message"].endswith((".", "!"))
    assert not rule or errors[0]["rule"] == rule
    first: dict[str, Any] = errors[0]
    return first
