"""What saving a hand and showing its page cost, as multiples of a bare Flask app on the same machine.

The bare app keeps one row with the same care (WAL, synchronous=FULL, one INSERT a request), or fills
a Jinja template of the same size with a loop and filters. It does what every Flask app does besides: it
reads the session and sets the same headers. Both apps are called as a server calls them, without a
client and without compression, in turns, with a cookie as a browser has it.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, redirect, render_template, request, session
from jinja2 import DictLoader
from sqlalchemy import event
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import device
from scorekeeper.store import db
from scorekeeper.store.database import BUSY_MILLISECONDS
from scorekeeper.web import create_app
from scorekeeper.web.template_filters import figure, gain
from tests.samples import record

#: The bare insert is plain SQL; reading and writing by SQLAlchemy is most of what a save costs more.
SAVE_LIMIT, PAGE_LIMIT, STATEMENT_LIMIT = 4.0, 2.5, 4
#: A game in its middle.
HANDS = 10
WARM_UP, ROUNDS = 20, 150

ROW = (
    "<tr><td>{{ row.name }}</td><td>{{ row.points|gain }}</td>"
    "<td>{{ row.total|figure }}</td><td>{{ row.why }}</td></tr>\n"
)
PAGE = "<!doctype html><title>{{ title }}</title><table>{% for row in rows %}" + ROW + "{% endfor %}</table>"

Environ = dict[str, Any]


def bare_app(folder: Path, secret_key: Any) -> Flask:
    """An app that does nothing but insert a row, or fill a page of the size asked for."""
    app = Flask("bare")
    app.secret_key = secret_key
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.add_template_filter(figure)
    app.add_template_filter(gain)
    app.after_request(_set_headers)
    app.jinja_loader = DictLoader({"page.html": PAGE})
    store = sqlite3.connect(folder / "bare.db", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}"):
        store.execute(f"PRAGMA {pragma}")
    store.execute("CREATE TABLE hand (id INTEGER PRIMARY KEY, facts TEXT, device_id TEXT)")

    @app.post("/hand")
    def insert() -> Any:
        device_id = session["device"]
        store.execute("BEGIN IMMEDIATE")
        store.execute("INSERT INTO hand (facts, device_id) VALUES (?, ?)", (urlencode(request.form), device_id))
        store.execute("COMMIT")
        return redirect("/", 303)

    @app.get("/<int:rows>")
    def page(rows: int) -> str:
        row = {"name": "Ann & Cal", "points": 120, "total": 480, "why": "They made their bid."}
        return render_template("page.html", title=session["device"], rows=[row] * rows)

    return app


def _set_headers(response: Response) -> Response:
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"):
        response.headers.setdefault(name, "same-origin")
    return response


def call(app: Flask, environ: Environ, body: bytes = b"") -> tuple[int, int]:
    """The status and the length of an answer."""
    own = environ | {"wsgi.input": BytesIO(body)}
    parts, status, _ = run_wsgi_app(app, own)
    return int(status.split()[0]), sum(map(len, parts))


def get(path: str, cookie: str = "") -> Environ:
    """A request for a page."""
    return EnvironBuilder(path=path, headers={"Cookie": cookie} if cookie else {}).get_environ()


def post(path: str, cookie: str, body: bytes) -> Environ:
    """A request that sends a form."""
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    return EnvironBuilder(path=path, method="POST", headers=headers, data=body).get_environ()


@contextmanager
def counted_statements() -> Iterator[list[str]]:
    """Every SQL statement inside; BEGIN and COMMIT are none of them."""
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            statements.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(db.engine, "before_cursor_execute", note)


class Tables:
    """Games in their middle, each waiting for its next hand."""

    def __init__(self, app: Flask, count: int, played: int = HANDS) -> None:
        self.app = app
        document = record("original")
        *before, self.next = document["hands"][: played + 1]
        with app.app_context():
            owner = device(None, "A phone").id
            started = [games.start(owner, document | {"hands": before}) for _ in range(count)]
            self.ids = [game.id for game in started if not isinstance(game, games.InvalidRecord)]
        session = app.session_interface.get_signing_serializer(app)
        self.session = session.dumps({"device": owner, "csrf_token": "a" * 40})
        self.cookie = f"session={self.session}"

    def form(self) -> bytes:
        """The next hand as its form sends it."""
        entered = {key: value for key, value in self.next.items() if not isinstance(value, list)}
        captured = {f"captured[{side}]": points for side, points in enumerate(self.next["captured"])}
        own = {"stage": "whole", "hand": HANDS + 1, "base": 0, "token": "a-form", "confirmed": "1"}
        return urlencode(own | entered | captured).encode()


@dataclass(frozen=True)
class Cost:
    """Seconds of work and of the processor."""

    wall: float
    cpu: float


def measure(work: Callable[[], object]) -> Cost:
    """What it costs once."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Cost(time.perf_counter() - wall, time.process_time() - cpu)


def compare(works: Iterator[tuple[Callable[[], object], Callable[[], object]]]) -> tuple[Cost, Cost]:
    """The bare work and ours, taken in turns: of each the faster fifth, when nothing else ran."""
    pairs = [(measure(bare), measure(ours)) for bare, ours in works][WARM_UP:]
    first, second = (_faster_fifth(costs) for costs in zip(*pairs, strict=True))
    return first, second


def _faster_fifth(costs: Sequence[Cost]) -> Cost:
    fifth = len(costs) // 5
    return Cost(sorted(cost.wall for cost in costs)[fifth], sorted(cost.cpu for cost in costs)[fifth])


def ratio(ours: Cost, bare: Cost, limit: str) -> str:
    """Both ratios in words. A save waits for the disk, a page for nothing: its limit is for the processor."""
    figures = f"{ours.wall * 1000:.2f} ms against {bare.wall * 1000:.2f}, {ours.wall / bare.wall:.1f} ×"
    return f"{figures}; of the processor {ours.cpu / bare.cpu:.1f} × ({limit})"


def saving() -> bool:
    """Print both ratios and the number of statements; false if one passes its limit."""
    with tempfile.TemporaryDirectory() as name:
        settings = {"WTF_CSRF_ENABLED": False}
        app = create_app(settings, Path(name))
        bare = bare_app(Path(name), app.secret_key)
        tables = Tables(app, WARM_UP + ROUNDS + 1)
        body = tables.form()

        def save(game_id: str) -> None:
            status, _ = call(app, post(f"/t/{game_id}/hand", tables.cookie, body), body)
            if status != 303:
                raise SystemExit(f"bench: a hand was not saved but answered {status}")

        with app.app_context(), counted_statements() as statements:
            save(tables.ids[0])
        insert = post("/hand", tables.cookie, body)
        bare_insert, saved = compare(
            ((lambda: call(bare, insert, body)), (lambda game_id=game_id: save(game_id))) for game_id in tables.ids[1:]
        )
        url = get(f"/t/{tables.ids[0]}", tables.cookie)
        size = call(app, url)[1]
        rows = size * 1000 // call(bare, get("/1000", tables.cookie))[1]
        plain = get(f"/{rows}", tables.cookie)
        bare_page, page = compare(((lambda: call(bare, plain)), (lambda: call(app, url))) for _ in range(ROUNDS))
    print(f"\nsaving a hand, against a bare insert: {ratio(saved, bare_insert, f'the time at most {SAVE_LIMIT:g}')}")
    print(f"{len(statements)} statements besides BEGIN and COMMIT (at most {STATEMENT_LIMIT})")
    print(f"its page of {size:,} bytes, against a bare page: {ratio(page, bare_page, f'at most {PAGE_LIMIT:g}')}")
    fast = saved.wall <= SAVE_LIMIT * bare_insert.wall and page.cpu <= PAGE_LIMIT * bare_page.cpu
    return fast and len(statements) <= STATEMENT_LIMIT


if __name__ == "__main__":
    sys.exit(0 if saving() else "bench: a limit was passed")
