"""What strangers can ask for: no request costs a second of the processor or answers three million bytes."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.keys import new_key
from tests.rows import each_row

MOST_SECONDS, MOST_BYTES = 1.0, 3_000_000
LARGEST_BODY = 1_990_000
ORIGIN = {"Origin": "http://localhost", "X-Rook": "yes"}
LINES, FORM = "application/x-ndjson", "application/x-www-form-urlencoded"
PASSED = {"passed_out": True}
HEAD = {"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dee"]}
#: Both sides fail in turn: a game that never ends.
FAILED = [{"bidder": side, "bid": 120, "trump": "red", "captured": [60, 60]} for side in (0, 1)]


def cheap(client: FlaskClient, path: str, **request: Any) -> Any:
    """The response to a request that costs little."""
    began = time.thread_time()
    response = client.open(path, **request)
    size = len(response.data)
    seconds = time.thread_time() - began
    assert seconds < MOST_SECONDS, f"{path} took {seconds:.2f} s"
    assert size < MOST_BYTES, f"{path} answered {size:,} bytes"
    assert response.status_code < 500, response.status_code
    return response


def filled(unit: str, size: int = LARGEST_BODY) -> str:
    """The text as often as it fits into the largest body."""
    return unit * (size // len(unit))


def body(hands: str) -> str:
    """A record with these hands, written as one document."""
    return json.dumps(HEAD)[:-1] + f', "hands": [{hands.rstrip(",")}]}}'


@pytest.fixture
def long_game(client: FlaskClient) -> str:
    """A game as long as a game can be."""
    hands = [FAILED[number % 2] for number in range(1000)]
    game_id = new_key()
    response = client.post("/sync/start", json={"id": game_id, "record": HEAD | {"hands": hands}}, headers=ORIGIN)
    assert response.json["state"] == "saved", response.json
    return game_id


#: The largest documents of each kind, made when they are sent.
BODIES: dict[str, Callable[[], str]] = {
    "empty lines": lambda: filled("{}\n"),
    "lines of empty hands": lambda: filled(body("{}," * 990).replace("\n", "") + "\n"),
    "passed out": lambda: body(filled('{"passed_out":true},', LARGEST_BODY - 200)),
    "lines passed out": lambda: filled(body('{"passed_out":true},' * 990) + "\n"),
    "empty hands": lambda: body(filled("{},", LARGEST_BODY - 200)),
    "adjustments": lambda: body('{"passed_out":true,"adjust":[' + filled("{},", LARGEST_BODY - 300).rstrip(",") + "]}"),
    "deep": lambda: "[" * LARGEST_BODY,
    "deep objects": lambda: filled('{"a":', 500_000),
    "long number": lambda: '{"a":' + "9" * 1_900_000 + "}",
    "long name": lambda: json.dumps(HEAD | {"players": ["A" * 1_900_000, "B", "C", "D"], "hands": []}),
    "many players": lambda: json.dumps(HEAD | {"players": ["A"] * 400_000, "hands": []}),
    "many keys": lambda: json.dumps({f"k{number}": number for number in range(120_000)}),
    "doubled keys": lambda: "{" + filled('"a":1,', LARGEST_BODY - 10).rstrip(",") + "}",
    "cards": lambda: (
        '{"question":"trick","game":"original","cards":[' + filled('"red 5",', 1_900_000).rstrip(",") + "]}"
    ),
}


@each_row("name", BODIES)
def test_documents_from_strangers_are_cheap(client: FlaskClient, name: str) -> None:
    text = BODIES[name]()
    for path in ("/api/score", "/api/judge"):
        cheap(client, path, method="POST", data=text, content_type=LINES if "\n" in text else "application/json")
    if "\n" not in text:
        cheap(client, "/api/t", method="POST", data=text, content_type="application/json")
        game = f'{{"id":"{new_key()}","record":{text}}}'[:2_000_000]
        cheap(client, "/sync/start", method="POST", data=game, headers=ORIGIN, content_type="application/json")
    cheap(client, "/import", method="POST", data={"text": text})


#: What people without an account cannot fill: rows of clubs, and keys of their links.
CLUB = {"account", "token", "club_id", "event_id", "season_id", "key", "table_id", "member_id"}
#: What stands in the addresses of everybody's pages.
FILLED: dict[str, list[Any]] = {
    "slug": ["original", "house", "cribbage"],
    "hand": [1, 500, 1000],
    "rule_id": ["nest-counters"],
    "situation_id": ["trick", "auction"],
    "question_id": ["lead"],
}
#: An open stream is no answer; files have their own limits.
OTHERS = {"exports.events", "static"}


def strangers_paths(app: Flask, method: str, game_id: str) -> list[str]:
    """Every address that a person without an account can ask, with the longest game in it."""
    values = FILLED | {"game_id": [game_id], "version_id": [1]}
    paths, addresses = [], app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if method not in (rule.methods or ()) or rule.endpoint in OTHERS or rule.arguments & CLUB:
            continue
        assert rule.arguments <= values.keys(), f"say in FILLED or CLUB what stands in {rule}"
        names = sorted(rule.arguments)
        for filled_in in product(*(values[name] for name in names)):
            paths.append(addresses.build(rule.endpoint, dict(zip(names, filled_in, strict=True)), method))
    return paths


def test_every_page_of_the_longest_game_is_cheap(app: Flask, client: FlaskClient, long_game: str) -> None:
    paths = strangers_paths(app, "GET", long_game)
    assert {f"/t/{long_game}/history", f"/t/{long_game}/print", "/offline/kits.json", "/statistics"} <= {*paths}
    share = client.get(f"/t/{long_game}/share").text
    key = share.split(f"/t/{long_game}/join/")[1][:22]
    # Made once in the life of a process.
    client.get("/offline/kits.json")
    for path in (*paths, f"/t/{long_game}/join/{key}", f"/t/{long_game}/join/{key}/open"):
        cheap(client, path)


def forms() -> dict[str, list[tuple[str, str]]]:
    """The largest forms that are read at all."""
    text, name = "x" * 900_000, "Bartholomew"
    return {
        "long text": [(key, text) for key in ("name", "text")],
        "many players": [("players", name)] * 1_900,
        "many rows": [(f"adjust[{row}].{key}", "1") for row in range(600) for key in ("side", "points", "why")],
        "many cards": [("cards", "red 5")] * 1_900,
    }


@pytest.mark.parametrize("name", forms())
def test_every_form_a_stranger_can_send_is_cheap(app: Flask, client: FlaskClient, long_game: str, name: str) -> None:
    own = [("hand", "1000"), ("base", "1"), ("stage", "whole"), ("token", name), ("last", "1"), ("role", "watcher")]
    form = urlencode([*own, *forms()[name]])
    # What puts the game away comes last.
    for path in sorted(strangers_paths(app, "POST", long_game), key=lambda path: "/delete" in path):
        if not path.startswith("/api"):
            cheap(client, path, method="POST", data=form, content_type=FORM)


def test_forms_with_thousands_of_rows_are_cheap(client: FlaskClient, long_game: str) -> None:
    rows = {f"adjust[{row}].{key}": "1" for row in range(10_000) for key in ("side", "points", "why")}
    form = urlencode({"hand": "1", "base": "1", "stage": "whole", "token": "a", **rows})
    for path in ("preview", "hand"):
        assert cheap(client, f"/t/{long_game}/{path}", method="POST", data=form, content_type=FORM).status_code == 413


def test_correcting_the_longest_game_is_cheap(client: FlaskClient, long_game: str) -> None:
    entry = {"hand": 1, "base": 1, "facts": PASSED, "token": "again", "confirmed": True}
    answer = cheap(client, f"/t/{long_game}/sync", method="POST", json=entry, headers=ORIGIN)
    assert answer.json["state"] == "saved"


def test_words_of_strangers_are_cheap(client: FlaskClient) -> None:
    for path in ("/rules", "/settle/original", "/rules/original"):
        for words in ("a " * 30_000, "x" * 60_000, "trump " * 10_000):
            cheap(client, path, query_string={"q": words})


def test_the_history_of_the_longest_game_comes_in_pages(client: FlaskClient, long_game: str) -> None:
    first = client.get(f"/t/{long_game}/history").text
    assert (first.count('<li class="entry">'), "Latest changes" in first) == (100, False)
    last = client.get(f"/t/{long_game}/history?after=950").text
    assert (last.count('<li class="entry">'), "Earlier changes" in last) == (50, False)


def test_a_full_game_takes_no_more(client: FlaskClient, long_game: str) -> None:
    entry = {"hand": 1001, "base": 0, "facts": PASSED, "token": "more"}
    answer = client.post(f"/t/{long_game}/sync", json=entry, headers=ORIGIN).json
    assert (answer["state"], answer["errors"][0]["rule"]) == ("refused", "record.limits")
