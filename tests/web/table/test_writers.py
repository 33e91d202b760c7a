"""Six phones write to one game at once: nobody gets an error, no revision is skipped, and watchers miss nothing."""

from __future__ import annotations

import http.client
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store import Game, db
from tests.web.table.test_live import Stream, joined, served

RECORD = {
    "format": "rook-record/1",
    "game": "original",
    "date": "2026-11-10",
    "players": ["Ann", "Ben", "Cal", "Dot"],
    "dealer": 3,
    "hands": [],
}
WRITERS, HANDS = 6, 5


def set_back(bidder: int) -> dict[str, object]:
    """The bid fails, so that neither side reaches the target, in whatever order the hands arrive."""
    return {"bidder": bidder, "bid": 120, "trump": "green", "captured": [60, 60]}


def test_six_writers_on_one_game(app: Flask, client: FlaskClient) -> None:
    started = client.post("/api/t", json=RECORD).get_json()
    url, key = f"/t/{started['id']}", started["keys"]["scorer"]
    together = Barrier(WRITERS)

    def write(writer: int, port: int) -> list[int]:
        statuses = []
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
            together.wait()
            for number in range(HANDS):
                headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
                body = json.dumps(set_back((writer + number) % 2))
                line.request("POST", f"/api{url}/hands", body, headers | {"Idempotency-Key": f"{writer}-{number}"})
                answer = line.getresponse()
                answer.read()
                statuses.append(answer.status)
        return statuses

    with served(app) as port, closing(Stream(port, joined(app, url), url)) as stream:
        with ThreadPoolExecutor(WRITERS) as pool:
            answers = [*pool.map(write, range(WRITERS), [port] * WRITERS)]
        assert answers == [[201] * HANDS] * WRITERS
        heard = [int(stream.next()[1])]
        while heard[-1] < WRITERS * HANDS:
            heard.append(int(stream.next()[1]))
    assert heard == sorted(set(heard))
    with app.app_context():
        game = db.session.get_one(Game, started["id"])
        assert game.revision == WRITERS * HANDS
        assert [version.hand for version in game.versions] == [*range(1, WRITERS * HANDS + 1)]
        assert len({version.token for version in game.versions}) == WRITERS * HANDS
