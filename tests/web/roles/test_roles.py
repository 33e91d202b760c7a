"""Every address, asked by every role: who is let in, who is refused, who learns nothing."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection
from werkzeug.test import TestResponse

from scorekeeper.store import db
from tests.web.roles.prepared_club import ROLES, PreparedClub, prepare

SIGN_IN, IN = "sign-in", "in"
REFUSED = (SIGN_IN, "400", "403", "404", "405")
PART = re.compile(r"<(?:\w+(?:\(([^)]*)\))?:)?(\w+)>")
#: The name of the club, and those of its people who play.
PRIVATE = re.compile(rb"Tuesday Rooks|\bP0\d\b")
#: Groups of addresses whose pages are the phone's own or everybody's; all others are never stored.
PHONES = ("anybody", "link", "watcher", "scorer", "correct")
#: The game on this phone may show its watch link, and public pages show their own.
OWN_PAGES = ("/t/<game_id>", "/api/seasons/<key>", "/e/<key>", "/s/<key>", "/s/<key>/table", "/screen/<key>")
#: Groups of addresses that whoever has the key may read.
BY_KEY = ("link", "phone", "invited", "joining")
NOT_ASKED = {"HEAD", "OPTIONS"}


@dataclass(frozen=True)
class Row:
    """One line of the table: what each role gets at an address."""

    group: str
    method: str
    rule: str
    query: str
    form: dict[str, str]
    expected: dict[str, str]


def read_table() -> list[Row]:
    rows: list[Row] = []
    group, cells = "", dict[str, str]()
    for line in Path(__file__).with_name("table.txt").read_text().splitlines():
        words = line.split(maxsplit=2)
        if line.startswith("who "):
            group, cells = line.split()[1], dict(zip(ROLES, line.split()[2:], strict=True))
        elif words and not line.startswith("#"):
            method, status, address = words
            rule, query, form = _split(address)
            expected = {role: status if cell == IN else cell for role, cell in cells.items()}
            rows.append(Row(group, method, rule, query, form, expected))
    return rows


def _split(address: str) -> tuple[str, str, dict[str, str]]:
    """The address as the app names it, what stands behind its question mark, and the form to send."""
    path, *form = re.split(r" (?=\w+=)", address)
    rule, _, query = path.partition("?")
    return rule, query, dict(pair.split("=") for pair in form)


ROWS = read_table()


@dataclass
class Walk:
    """A prepared club, whose database is put back after every request that wrote something."""

    app: Flask
    club: PreparedClub
    snapshot: sqlite3.Connection
    beside: sqlite3.Connection
    version: int = 0
    #: Answers that named the club or one of its people.
    naming: list[tuple[Row, str]] = field(default_factory=list)
    #: Answers that a phone could keep though it must not.
    storable: list[str] = field(default_factory=list)
    #: Requests that were refused and wrote something all the same.
    written: list[str] = field(default_factory=list)

    def ask(self, row: Row, role: str, wrong_key: bool = False) -> str:
        """What a role gets: a status, or "sign-in"."""
        client = self.app.test_client()
        cookie = self.club.people[role].client.get_cookie("session")
        if cookie is not None:
            client.set_cookie("session", cookie.value)
        sent: dict[str, Any] = {"data": row.form}
        if row.rule.startswith("/api/t/<"):
            bearer = f"Bearer {self.club.bearers.get(role, 'A' * 22)}"
            sent = {"headers": {"Authorization": bearer}}
            if row.method != "GET":
                sent = {"json": {}, "headers": {"Authorization": bearer, "If-Match": "*"}}
        path = self.address(row, wrong_key)
        answer = client.open(path, method=row.method, query_string=row.query, **sent)
        status, location = str(answer.status_code), answer.headers.get("Location", "")
        if answer.mimetype != "text/event-stream":
            self.look_at(answer, row, role)
        answer.close()
        result = SIGN_IN if location.startswith("/account/in") else status
        self.put_back(f"{row.rule}: {role}" if result in REFUSED else "")
        return result

    def look_at(self, answer: TestResponse, row: Row, role: str) -> None:
        """Note an answer that names people, and one that a phone could keep though it must not."""
        if PRIVATE.search(answer.get_data()):
            self.naming.append((row, role))
        if answer.status_code != 200:
            return
        shows_link = any(key.encode() in answer.get_data() for key in self.club.secrets) and row.rule not in OWN_PAGES
        may_be_copied = row.method == "GET" and shows_link and "Rook-Copy" not in answer.headers
        if may_be_copied or (row.group not in PHONES and answer.headers["Cache-Control"] != "private, no-store"):
            self.storable.append(f"{row.method} {row.rule}: {role}")

    def address(self, row: Row, wrong_key: bool = False) -> str:
        rule = row.rule

        def value(part: re.Match[str]) -> str:
            if part[1]:
                return part[1].split(",")[0].strip("' ")
            if part[2] == "event_id" and "contest" in row.group:
                return str(self.club.values["contest_id"])
            if part[2] in ("key", "token") and wrong_key:
                return "A" * 22
            return str(self.club.keys.get(rule[: part.start()]) or self.club.values[part[2]])

        return PART.sub(value, rule)

    def put_back(self, refused: str) -> None:
        """Undo what a request has written; one that was refused may at most have made a phone known."""
        if self._version() != self.version:
            if refused and rows(self.beside) != rows(self.snapshot):
                self.written.append(refused)
            with self.app.app_context(), db.engine.connect() as connection:
                self.snapshot.backup(driver(connection))
            self.version = self._version()

    def _version(self) -> int:
        """Changes whenever somebody else has written."""
        return int(self.beside.execute("PRAGMA data_version").fetchone()[0])


def rows(database: sqlite3.Connection) -> list[str]:
    """All that is stored, except which phones are known and how often an address has asked."""
    unimportant = ('INSERT INTO "device"', 'INSERT INTO "throttle"')
    return [line for line in database.iterdump() if not line.startswith(unimportant)]


def driver(connection: Connection) -> sqlite3.Connection:
    plain = connection.connection.dbapi_connection
    assert isinstance(plain, sqlite3.Connection)
    return plain


@pytest.fixture
def walk(app: Flask) -> Iterator[Walk]:
    club, snapshot = prepare(app), sqlite3.connect(":memory:")
    with app.app_context(), db.engine.connect() as connection:
        driver(connection).backup(snapshot)
        beside = sqlite3.connect(db.engine.url.database or "")
    yield Walk(app, club, snapshot, beside)
    snapshot.close()
    beside.close()


def test_every_address_of_the_app_is_in_the_table(app: Flask) -> None:
    """A new address needs a line in table.txt: it says who may see it."""
    rules = {(method, rule.rule) for rule in app.url_map.iter_rules() for method in (rule.methods or set()) - NOT_ASKED}
    rows = [(row.method, row.rule) for row in ROWS]
    assert (sorted(rules - set(rows)), sorted(set(rows) - rules)) == ([], [])
    assert len(rows) == len(set(rows))


@pytest.mark.early
def test_every_role_gets_what_the_table_says(walk: Walk) -> None:
    wrong = [
        f"{row.method} {row.rule}: {role} got {answer}, not {expected}"
        for row in ROWS
        for role, expected in row.expected.items()
        if (answer := walk.ask(row, role)) != expected
    ]
    assert wrong == []
    assert walk.written == []
    assert walk.storable == []
    outsiders = ("stranger", "revoked", "other")
    named = [f"{row.rule}: {role}" for row, role in walk.naming if role in outsiders and row.group not in BY_KEY]
    assert named == []
    _check_made_up_keys(walk)


def _check_made_up_keys(walk: Walk) -> None:
    """A made-up key opens nothing for anybody."""
    keyed = [row for row in ROWS if re.search(r"<(key|token)>", row.rule) and "/match/" not in row.rule]
    opened = [
        f"{row.method} {row.rule}: {role} got {answer}"
        for row in keyed
        for role in ("stranger", "scorer", "organizer")
        if (answer := walk.ask(row, role, wrong_key=True)) not in ("404", SIGN_IN)
    ]
    assert opened == []
