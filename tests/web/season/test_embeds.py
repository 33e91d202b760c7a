"""Public standings on other sites: a plain table in a frame, and JSON; both follow the public page and end with it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import jsonschema
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import require_member
from scorekeeper.store import db
from tests.web.club_pages import page_text
from tests.web.winter_season import Club


def published(club: Club, **form: str) -> str:
    """Turn the public page on; its key."""
    club.organizer.post(f"{club.path}/share", on="on", **form)
    db.session.expire_all()
    key = club.row().public_key
    assert key
    return key


def stranger(club: Club) -> FlaskClient:
    return club.app.test_client()


def figures(table: TestResponse) -> list[list[str]]:
    """The cells of every row, without what only a reader hears."""
    rows = re.findall(r"(?s)<tr>(.*?)</tr>", table.text.partition("<tbody>")[2])
    cells = [re.findall(r"(?s)<t[dh][^>]*>(.*?)</t[dh]>", row) for row in rows]
    return [[re.sub(r'<span class="hidden">.*?</span>|<[^>]+>', "", cell).strip() for cell in row] for row in cells]


def test_a_plain_table_for_frames(club: Club) -> None:
    key = published(club)
    answer = stranger(club).get(f"/s/{key}/table")
    assert figures(answer) == [
        ["1", "Ann", "3", "3"],
        ["2=", "Ben", "2", "1"],
        ["2=", "Cal", "2", "1"],
        # Dot lost twice: the margin is worse.
        ["4", "Dot", "3", "1"],
        ["5=", "Eve", "1", "0"],
        ["5=", "Fay", "1", "0"],
    ]
    pairs = stranger(club).get(f"/s/{key}/table?of=pairs")
    assert ["1=", "Ann &amp; Ben", "1", "1"] in figures(pairs)
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'none'" in policy
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert not re.findall(r"<script|<form|<input|/clubs", answer.text)
    # Only the page itself is framed: what it leads to opens apart.
    assert re.findall(r"<a [^>]*>", answer.text) == [f'<a href="/s/{key}" target="_blank" rel="noopener">']
    assert "data-theme" not in answer.text
    assert 'data-theme="dark"' in stranger(club).get(f"/s/{key}/table?theme=dark").text
    assert "data-theme" not in stranger(club).get(f'/s/{key}/table?theme="><script>').text
    # A browser that has it asks, and gets nothing again until something changes.
    again = {"If-None-Match": answer.headers["ETag"]}
    assert answer.headers["Cache-Control"] == "no-cache"
    assert stranger(club).get(f"/s/{key}/table", headers=again).status_code == 304
    access = require_member(club.company.account, club.company.club.id)
    assert members.rename_member(access, club.company.member("Ann"), "Annabel") is None
    assert stranger(club).get(f"/s/{key}/table", headers=again).status_code == 200


def test_no_other_page_can_be_framed(club: Club) -> None:
    key = published(club)
    for path in ("/", f"/s/{key}", f"/api/seasons/{key}", "/api", "/account/in"):
        policy = stranger(club).get(path).headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy, path
        assert "frame-ancestors *" not in policy, path


def test_the_feed(club: Club) -> None:
    key = published(club)
    client = stranger(club)
    answer = client.get(f"/api/seasons/{key}")
    feed: dict[str, Any] = answer.json or {}
    description = client.get("/api/openapi.json").json
    shape = {"$ref": "#/components/schemas/Standings", "components": (description or {})["components"]}
    jsonschema.Draft202012Validator(shape).validate(feed)
    rows = {name: feed.pop(name) for name in ("players", "partnerships")}
    assert feed == {
        "format": "scorekeeper-standings/1",
        "club": "The Tuesday Rooks",
        "season": "Winter",
        "from": "2026-01-01",
        "to": "2026-12-31",
        "final": False,
        "counts": "Wins",
        "page": f"http://localhost/s/{key}",
    }
    assert rows["players"][1] == {
        "place": 2,
        "tied": True,
        "name": "Ben",
        "players": ["Ben"],
        "figure": "1",
        "value": 1.0,
        "nights": 2,
        "games": 2,
        "wins": 1.0,
        "byes": 0,
    }
    assert {(row["name"], *row["players"]) for row in rows["partnerships"] if row["place"] == 1} == {
        ("Ann & Ben", "Ann", "Ben"),
        ("Ann & Cal", "Ann", "Cal"),
        ("Ann & Dot", "Ann", "Dot"),
    }
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    etag = {"If-None-Match": answer.headers["ETag"]}
    unchanged = client.get(f"/api/seasons/{key}", headers=etag)
    assert (unchanged.status_code, unchanged.data) == (304, b"")
    assert unchanged.headers["Access-Control-Allow-Origin"] == "*"


def test_only_the_standings_feed_allows_other_sites(club: Club) -> None:
    key = published(club)
    for path in ("/api/games", "/api/openapi.json", f"/s/{key}", f"/s/{key}/table", "/", f"/s/{key}/events"):
        assert "Access-Control-Allow-Origin" not in stranger(club).get(path).headers, path


def test_both_end_with_the_public_page(club: Club) -> None:
    key = published(club, initials="on")
    client = stranger(club)
    for path in (f"/s/{key}/table", f"/api/seasons/{key}"):
        text = client.get(path).text
        assert "A." in text
        assert "Ann" not in text
    club.organizer.post(f"{club.path}/share")
    over = client.get(f"/s/{key}/table")
    assert over.status_code == 404
    assert "These standings are not public anymore." in page_text(over)
    assert "frame-ancestors *" in over.headers["Content-Security-Policy"]
    gone = client.get(f"/api/seasons/{key}")
    assert (gone.status_code, gone.headers["Access-Control-Allow-Origin"]) == (404, "*")
    assert "A." not in over.text + gone.text
    new_key = published(club)
    assert client.get(f"/s/{key}/table").status_code == client.get(f"/api/seasons/{key}").status_code == 404
    assert client.get(f"/s/{new_key}/table").status_code == client.get(f"/api/seasons/{new_key}").status_code == 200
    assert client.get("/s/None/table").status_code == client.get("/api/seasons/None").status_code == 404


def test_the_share_page_has_what_to_copy(club: Club) -> None:
    assert "iframe" not in club.organizer.get(f"{club.path}/share").text
    season = club.row()
    season.name = 'Winter "cup"'
    db.session.commit()
    key = published(club)
    page = club.organizer.get(f"{club.path}/share").text
    values = [unescape(value) for value in re.findall(r'<input readonly value="([^"]*)"', page)]
    assert values == [
        f"http://localhost/s/{key}",
        f'<iframe src="http://localhost/s/{key}/table" title="Standings: Winter &#34;cup&#34;" '
        'width="100%" height="480" loading="lazy"></iframe>',
        f"http://localhost/api/seasons/{key}",
    ]
