"""The engine against the second scorer on ever more random records, and hostile requests to every address."""

from __future__ import annotations

import random
import re
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from scorekeeper.rules import Sheet, score
from tests.conftest import Figures
from tests.fuzz.minutes import rounds
from tests.second_records import random_record
from tests.second_scorer import second_score

#: The suite reads the first thousand in tests/rules.
RECORDS, REQUESTS = 100, 150
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS")
LONG = "9" * 400
PIECES = ("%00", "%ff", "..", "'", '"><script>', LONG, "\u202e", "-1", "²", "%2e%2e%2f", "a" * 22, "1e9", "{}", "é")
KINDS = ("application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=b", "text/plain", "")
HEADERS = ("Cookie", "Origin", "Authorization", "If-Match", "Accept-Encoding", "X-Forwarded-For", "Range", "X-Rook")
KEYS = ("players", "hand", "base", "token", "text", "name", "bid", "captured[0]", "format", "facts", "role", "date")


def test_the_engine_and_the_second_scorer_agree(figures: Figures) -> None:
    for number in rounds():
        for seed in range(10_000 + number * RECORDS, 10_000 + (number + 1) * RECORDS):
            document = random_record(seed)
            expected, sheet = second_score(document), score(document)
            assert isinstance(sheet, Sheet), (seed, document)
            assert [list(hand.points) for hand in sheet.hands] == expected["points"], (seed, document)
            assert (list(sheet.totals), list(sheet.winners)) == (expected["totals"], expected["winners"]), seed
    figures(records=(number + 1) * RECORDS)


def test_no_request_breaks_the_server(app: Flask, figures: Figures) -> None:
    """Whatever is sent to any address is answered, and never with an error of our own."""
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.testing = False
    rules = sorted(app.url_map.iter_rules(), key=str)
    client = app.test_client()
    for number in rounds():
        dice = random.Random(f"hostile {number}")
        for _ in range(REQUESTS):
            request = hostile_request(dice, dice.choice(rules))
            if "/events" in request["path"]:
                continue
            answer = client.open(**request)
            assert answer.status_code < 500 or answer.status_code == 503, (number, request)
    figures(requests=(number + 1) * REQUESTS)


def hostile_request(dice: random.Random, rule: Rule) -> dict[str, Any]:
    """A request to an address, with nonsense wherever there is room for it."""
    form = {dice.choice(KEYS): dice.choice(PIECES) * dice.choice((1, 1, 50)) for _ in range(dice.randrange(5))}
    body: Any = form if dice.random() < 0.6 else dice.choice(PIECES).encode() * dice.choice((1, 1, 2000))
    return {
        "path": re.sub(r"<[^>]*>", lambda _: dice.choice(PIECES), rule.rule),
        "method": dice.choice(METHODS[:2] if dice.random() < 0.8 else METHODS),
        "query_string": "&".join(f"{dice.choice(KEYS)}={dice.choice(PIECES)}" for _ in range(dice.randrange(3))),
        "headers": {dice.choice(HEADERS): dice.choice(PIECES[2:6]) for _ in range(dice.randrange(3))},
        "data": body,
        "content_type": None if isinstance(body, dict) else dice.choice(KINDS),
    }
