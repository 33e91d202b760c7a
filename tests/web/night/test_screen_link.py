"""The big screen by a link of its own: without sign-in, only to look at, renewable, until the night is closed."""

from __future__ import annotations

import re

from flask import Flask

from scorekeeper.store import Night as NightRow
from scorekeeper.store import db
from scorekeeper.store.live.sources import open_source
from tests.web.club_pages import Person
from tests.web.night_pages import Night


def link(night: Night) -> str:
    page = night.organizer.get(f"{night.path}/screen-link").text
    match = re.search(r'value="https?://[^/]+(/screen/[^"]+)"', page)
    assert match
    assert "<svg" in page
    return match[1]


def keys(night: Night) -> frozenset[str]:
    """By which keys the night can be followed."""
    channel = f"night:{night.path.rpartition('/')[2]}"
    with night.app.app_context(), open_source(db.engine) as news:
        return news.read([channel])[channel].keys


def test_a_television_shows_the_night_without_sign_in(app: Flask) -> None:
    night, television = Night(app), Person(app)
    assert television.status(f"{night.path}/screen") in (303, 404)
    first = link(night)
    night.come(*night.names[:5])
    night.draw()
    night.organizer.post(f"{night.path}/clock", minutes="20")
    page = television.get(first)
    assert page.status_code == 200
    assert page.text.count('class="tbl') == 1
    assert "data-clock" in page.text
    assert "Sitting out:" in page.text
    assert f'data-events="{first}/events"' in page.text
    assert "<form" not in page.text
    assert f'href="{night.path}' not in page.text
    # The key opens nothing else, and only this night.
    key = first.rpartition("/")[2]
    assert key in keys(night)
    assert television.status(night.path) in (303, 404)
    assert television.status(f"/night/in/{key}") == 404
    assert night.organizer.post(f"{night.path}/screen-link").status_code == 303
    assert television.status(first) == television.status(f"{first}/events") == 404
    second = link(night)
    assert second != first
    assert television.status(second) == 200
    for role, status in (("member", 403), ("stranger", 404)):
        assert night.people[role].status(f"{night.path}/screen-link") == status
        assert night.people[role].post(f"{night.path}/screen-link").status_code == status
    night.organizer.post(f"{night.path}/clock/stop-all")
    assert night.organizer.post(f"{night.path}/close").status_code == 303
    assert television.status(second) == 404
    assert second.rpartition("/")[2] not in keys(night)
    with app.app_context():
        assert db.session.get_one(NightRow, night.path.rpartition("/")[2]).closed_at is not None
