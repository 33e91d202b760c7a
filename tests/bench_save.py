"""What saving a hand and showing its page cost, as multiples of a bare Flask app on the same machine.

The bare app keeps one row with the same care (WAL, synchronous=FULL, one INSERT a request), or fills
a Jinja template of the same size. Both apps are called as a server calls them, without a client.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask, redirect, render_template, request
from jinja2 import DictLoader
from sqlalchemy import event
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import device
from scorekeeper.store import db
from scorekeeper.store.database import BUSY_MILLISECONDS
from scorekeeper.web import create_app
from tests.samples import record

SAVE_LIMIT, PAGE_LIMIT, STATEMENT_LIMIT = 3.0, 2.5, 8
#: A game in its middle.
HANDS = 10
WARM_UP, ROUNDS = 20, 150

ROW = "<tr><td>{{ row.name }}</td><td>{{ row.points }}</td><td>{{ row.total }}</td><td>{{ row.why }}</td></tr>\n"
PAGE = "<!doctype html><title>{{ title }}</title><table>{% for row in rows %}" + ROW + "{% endfor %}</table>"

Environ = dict[str, Any]


def bare_app(folder: Path) -> Flask:
    """An app that does nothing but insert a row, or fill a page of the size asked for."""
    app = Flask("bare")
    app.jinja_loader = DictLoader({"page.html": PAGE})
    store = sqlite3.connect(folder / "bare.db", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}"):
        store.execute(f"PRAGMA {pragma}")
    store.execute("CREATE TABLE hand (id INTEGER PRIMARY KEY, facts TEXT)")

    @app.post("/hand")
    def insert() -> Any:
        store.execute("BEGIN IMMEDIATE")
        store.execute("INSERT INTO hand (facts) VALUES (?)", (urlencode(request.form),))
        store.execute("COMMIT")
        return redirect("/", 303)

    @app.get("/<int:rows>")
    def page(rows: int) -> str:
        row = {"name": "Ann & Cal", "points": 120, "total": 480, "why": "They made their bid."}
        return render_template("page.html", title="A page", rows=[row] * rows)

    return app


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

    def __init__(self, app: Flask, count: int) -> None:
        self.app = app
        document = record("original")
        *before, self.next = document["hands"][: HANDS + 1]
        with app.app_context():
            owner = device(None, "A phone").id
            started = [games.start(owner, document | {"hands": before}) for _ in range(count)]
            self.ids = [game.id for game in started if not isinstance(game, games.InvalidRecord)]
        session = app.session_interface.get_signing_serializer(app)
        self.cookie = f"session={session.dumps({'device': owner})}"

    def form(self) -> bytes:
        """The next hand as its form sends it."""
        entered = {key: value for key, value in self.next.items() if not isinstance(value, list)}
        captured = {f"captured[{side}]": points for side, points in enumerate(self.next["captured"])}
        own = {"stage": "whole", "hand": HANDS + 1, "base": 0, "token": "a-form", "confirmed": "1"}
        return urlencode(own | entered | captured).encode()


def timed(work: Callable[[], object]) -> float:
    """How long it takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def compared(works: Iterator[tuple[Callable[[], object], Callable[[], object]]]) -> tuple[float, float]:
    """Seconds of the bare work and of ours, taken in turns: the faster fifth, when nothing else ran."""
    pairs = [(timed(bare), timed(ours)) for bare, ours in works][WARM_UP:]
    first, second = (sorted(times)[len(pairs) // 5] for times in zip(*pairs, strict=True))
    return first, second


def saving() -> bool:
    """Print both ratios and the number of statements; false if one passes its limit."""
    with tempfile.TemporaryDirectory() as name:
        settings = {"WTF_CSRF_ENABLED": False}
        app, bare = create_app(settings, Path(name)), bare_app(Path(name))
        tables = Tables(app, WARM_UP + ROUNDS + 1)
        body = tables.form()

        def save(game_id: str) -> None:
            status, _ = call(app, post(f"/t/{game_id}/hand", tables.cookie, body), body)
            if status != 303:
                raise SystemExit(f"bench: a hand was not saved but answered {status}")

        with app.app_context(), counted_statements() as statements:
            save(tables.ids[0])
        insert = post("/hand", "", body)
        insert_time, save_time = compared(
            ((lambda: call(bare, insert, body)), (lambda game_id=game_id: save(game_id))) for game_id in tables.ids[1:]
        )
        url = get(f"/t/{tables.ids[0]}", tables.cookie)
        size = call(app, url)[1]
        rows = size * 1000 // call(bare, get("/1000"))[1]
        plain = get(f"/{rows}")
        plain_time, page_time = compared(((lambda: call(bare, plain)), (lambda: call(app, url))) for _ in range(ROUNDS))
    saved, shown = save_time / insert_time, page_time / plain_time
    print(f"\nsaving a hand: {save_time * 1000:.2f} ms, {saved:.1f} × a bare insert (at most {SAVE_LIMIT:g}),", end=" ")
    print(f"{len(statements)} statements besides BEGIN and COMMIT (at most {STATEMENT_LIMIT})")
    print(f"its page of {size:,} bytes: {page_time * 1000:.2f} ms, {shown:.1f} × a bare page (at most {PAGE_LIMIT:g})")
    return saved <= SAVE_LIMIT and shown <= PAGE_LIMIT and len(statements) <= STATEMENT_LIMIT


if __name__ == "__main__":
    sys.exit(0 if saving() else "bench: a limit was passed")
