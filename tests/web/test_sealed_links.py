"""A whole club night through the pages: no key of a link that anybody saw can be read from the database."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask, Response
from sqlalchemy import inspect, text
from werkzeug.exceptions import HTTPException

from scorekeeper.store import db
from scorekeeper.web import create_app
from tests import postgres
from tests.conftest import put_away
from tests.web.club_pages import Person
from tests.web.roles.prepared_club import KEY_LENGTH, PreparedClub, prepare

SETTINGS = {"TESTING": True, "WTF_CSRF_ENABLED": False}
#: Whatever looks like an address of ours on a page, in JSON or in a header.
ADDRESS = re.compile(r"(?:https?://[^/\s\"'<>\\]+)?(/[\w./~-]{8,})")
#: Every kind of link that carries a key.
KINDS = {
    *("/api/seasons/<key>", "/c/<key>/table/<int:number>", "/calendar/<key>.ics", "/clubs/<club_id>/join/<key>"),
    *("/e/<key>", "/event/in/<key>", "/s/<key>", "/s/<key>/table", "/screen/<key>"),
    "/t/<game_id>/join/<key>",
}
RECORD = {"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": []}


@dataclass
class Links:
    """What anybody saw: addresses with a key by their pattern, and the keys."""

    app: Flask
    addresses: dict[str, set[str]] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)

    def look_at(self, response: Response) -> Response:
        """Note every link in an answer, or in the address to which it sends."""
        page = response.headers.get("Location", "")
        if not response.is_streamed:
            page += f"\n{response.get_data().decode('utf-8', 'replace')}"
        for path in {*ADDRESS.findall(unescape(page))}:
            self.note(path)
        return response

    def note(self, path: str) -> None:
        """Note an address if it carries a key."""
        try:
            rule, values = self.app.url_map.bind("localhost").match(urlsplit(path).path, return_rule=True)
        except HTTPException:
            return
        key = values.get("key", "")
        # These name a match or a game, and open nothing.
        if len(key) >= KEY_LENGTH and "/match/" not in rule.rule:
            self.addresses.setdefault(rule.rule, set()).add(path)
            self.keys.add(key)


@dataclass
class PlayedEvent:
    """A club night that was played, and its links."""

    app: Flask
    club: PreparedClub
    links: Links

    def stored(self) -> bytes:
        """Everything that is in the database, as somebody reads it who has nothing else."""
        if not postgres.is_chosen():
            files = Path(self.app.instance_path).glob("scorekeeper.db*")
            return b"".join(file.read_bytes() for file in files)
        with self.app.app_context(), db.engine.connect() as connection:
            tables = inspect(connection).get_table_names()
            rows = (connection.scalars(text(f'SELECT CAST(t AS text) FROM "{table}" AS t')).all() for table in tables)
            return "\n".join(row for table in rows for row in table).encode()

    def readable(self) -> set[str]:
        """The keys that somebody reads there."""
        stored = self.stored()
        return {key for key in self.links.keys if key.encode() in stored}

    def opened(self, paths: Collection[str]) -> dict[str, int]:
        """What a stranger gets by each link."""
        return {path: self.app.test_client().get(path).status_code for path in paths}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedEvent]:
    app = create_app(SETTINGS, tmp_path_factory.mktemp("sealed"))
    links = Links(app)
    app.after_request(links.look_at)
    club = prepare(app)
    _look_around(club, links)
    yield PlayedEvent(app, club, links)
    put_away(app)


def _look_around(club: PreparedClub, links: Links) -> None:
    """Open the pages that show links, subscribe to one's own calendar, and let a program start a game."""
    values, organizer = club.values, club.people["organizer"]
    path, event = f"/clubs/{values['club_id']}", f"/event/{values['event_id']}"
    assert club.people["member"].post(f"{path}/calendar", kind="own").status_code == 303
    _get(club.people["member"], f"{path}/calendar")
    for page in ("invite", "cards", "calendar", f"seasons/{values['season_id']}/share"):
        _get(organizer, f"{path}/{page}")
    for page in (event, f"{event}/checkin", f"{event}/settings", f"{event}/screen-link"):
        _get(organizer, page)
    _get(organizer, f"/event/{values['contest_id']}/settings")
    _get(club.people["scorer"], f"/t/{values['game_id']}/share")
    # Table codes are only drawn.
    links.note(f"/c/{club.keys['/c/']}/table/1")
    started = organizer.client.post("/api/t", json=RECORD).get_json()
    links.keys.update(started["keys"].values())


def _get(person: Person, path: str) -> None:
    assert person.status(path) == 200, path


def test_no_link_can_be_read_from_the_database(played: PlayedEvent) -> None:
    assert played.links.addresses.keys() >= KINDS, KINDS - played.links.addresses.keys()
    assert {*played.club.bearers.values()} <= played.links.keys
    assert played.readable() == set()
    # The same look finds what is there: the club's name.
    assert b"The Tuesday Rooks" in played.stored()


def test_every_kind_of_link_opens(played: PlayedEvent) -> None:
    rules = played.links.addresses.items()
    opened = played.opened([path for rule, paths in rules for path in paths if not rule.endswith("/events")])
    # Those that were reset open nothing any more.
    open_links = {path for path, status in opened.items() if status != 404}
    assert {rule for rule, paths in rules if paths & open_links} >= KINDS
    assert {opened[path] for path in open_links} <= {200, 303}
    scored = f"/t/{played.club.values['game_id']}"
    assert played.club.people["scorer"].status(scored) == 200
    assert played.club.people["revoked"].status(scored) == 404
