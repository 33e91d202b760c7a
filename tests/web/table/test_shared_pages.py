"""Phones that watch share one page: never an old one, never another phone's."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from flask import Flask, template_rendered
from flask.testing import FlaskClient
from jinja2 import Template
from werkzeug.test import TestResponse

from scorekeeper.store import Game, db
from scorekeeper.web import create_app
from tests.conftest import put_away
from tests.web.table.test_live import BID, joined, phone
from tests.web.table.test_table import Phone

__all__ = ["phone"]

#: The last hand of a short game: Ben and Dot win.
LAST = ({"bidder": 1, "bid": 120, "trump": "red"}, {"captured": [0, 120]})


def follow(client: FlaskClient, url: str, **headers: str) -> TestResponse:
    """The page as the script of a page that follows the game asks for it."""
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.get(url, headers={"X-Follow": "yes", "Accept-Encoding": "gzip"} | more)


def follow_at(host: str, client: FlaskClient, url: str) -> TestResponse:
    """The same at another name of the server."""
    session = client.get_cookie("session")
    assert session
    client.set_cookie("session", session.value, domain=host)
    headers = {"X-Follow": "yes", "Accept-Encoding": "gzip"}
    return client.get(url, base_url=f"http://{host}", headers=headers)


def without_id(answer: TestResponse) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in answer.headers if name != "X-Request-Id")


def test_the_page_is_rendered_once_for_all_who_watch(app: Flask, phone: Phone) -> None:
    watchers = [joined(app, phone.url) for _ in range(4)]
    phone.save(BID)
    rendered: list[str] = []

    def note(_: object, template: Template, **__: object) -> None:
        rendered.append(str(template.name))

    with template_rendered.connected_to(note, app):
        first, *others = [follow(watcher, phone.url) for watcher in watchers]
    assert rendered == ["table/table.html"]
    for other in others:
        assert (other.status, other.data) == (first.status, first.data)
        assert without_id(other) == without_id(first)
    assert len({answer.headers["X-Request-Id"] for answer in (first, *others)}) == 4
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert first.headers["Content-Encoding"] == "gzip"
    assert {"Cookie", "Accept-Encoding"} <= {name.strip() for name in first.headers["Vary"].split(",")}
    assert first.headers["Content-Security-Policy"].startswith("default-src 'self';")
    figures = app.test_client().get("/metrics").text
    assert 'scorekeeper_requests_total{method="GET",route="/t/<game_id>",status="200"}' in figures


def test_an_old_page_is_never_given(app: Flask, phone: Phone) -> None:
    watcher = joined(app, phone.url)
    steps = [("Waiting for the next hand.", None), ("Ben, 95 on green", BID), ("−95", {"captured": [45, 75]})]
    for words, change in steps:
        if change:
            phone.save(change)
        assert [words in unpacked(follow(watcher, phone.url)) for _ in range(3)] == [True] * 3
    phone.client.post(f"{phone.url}/undo", data={"last": last_mark(phone), "token": "back"})
    assert "Ben, 95 on green" in unpacked(follow(watcher, phone.url))


def unpacked(answer: TestResponse) -> str:
    return gzip.decompress(answer.data).decode()


def last_mark(phone: Phone) -> str:
    mark = re.search(r'name="last" value="([^"]+)"', phone.page())
    assert mark
    return mark[1]


def test_a_save_in_another_process_counts(app: Flask, phone: Phone, tmp_path: Path) -> None:
    watcher = joined(app, phone.url)
    assert "Waiting for the next hand." in unpacked(follow(watcher, phone.url))
    other = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False}, Path(app.instance_path))
    session, scorer = phone.client.get_cookie("session"), other.test_client()
    assert session
    scorer.set_cookie("session", session.value)
    sent = {"stage": "bid", "hand": "1", "base": "0", "token": "t", "bidder": "1", "bid": "95", "trump": "green"}
    assert scorer.post(f"{phone.url}/hand", data=sent).status_code == 303
    put_away(other)
    assert "Ben, 95 on green" in unpacked(follow(watcher, phone.url))


def test_only_who_may_watch_now_gets_it(app: Flask, phone: Phone) -> None:
    watcher, scorer = joined(app, phone.url), joined(app, phone.url, "scorer")
    assert follow(watcher, phone.url).status_code == 200
    assert 'class="hand pick"' in unpacked(follow(scorer, phone.url))
    assert follow(app.test_client(), phone.url).status_code == 404
    forged = app.test_client()
    session = watcher.get_cookie("session")
    assert session
    forged.set_cookie("session", f"{session.value[:-6]}AAAAAA")
    assert follow(forged, phone.url).status_code == 404
    phone.client.post(f"{phone.url}/share", data={"role": "watcher"})
    assert follow(watcher, phone.url).status_code == 404
    again = joined(app, phone.url)
    assert follow(again, phone.url).status_code == 200
    with app.app_context():
        game = db.session.get(Game, phone.url.rpartition("/")[2])
        assert game
        game.deleted_at = game.created_at
        db.session.commit()
    assert follow(again, phone.url).status_code == 404


def test_phones_that_look_different_share_nothing(app: Flask, phone: Phone) -> None:
    plain, dark, large = (joined(app, phone.url) for _ in range(3))
    dark.set_cookie("theme", "dark")
    large.set_cookie("text", "largest")
    for _ in range(2):
        assert "data-theme" not in unpacked(follow(plain, phone.url))
        assert 'data-theme="dark"' in unpacked(follow(dark, phone.url))
        assert 'data-text="largest"' in unpacked(follow(large, phone.url))
        assert "Content-Encoding" not in follow(plain, phone.url, Accept_Encoding="identity").headers
        assert follow(plain, phone.url, Accept_Encoding="br").headers["Content-Encoding"] == "br"


def test_links_carry_the_host_that_was_asked(app: Flask, phone: Phone) -> None:
    watchers = {host: joined(app, phone.url) for host in ("rook.example", "other.example")}
    for part in LAST * 3:
        phone.save(part)
    for _ in range(2):
        for host, watcher in watchers.items():
            page = unpacked(follow_at(host, watcher, phone.url))
            assert set(re.findall(r'value="https?://([^/]+)/', page)) == {host}


def test_a_host_that_is_not_ours_is_refused_as_before(app: Flask, phone: Phone) -> None:
    watcher = joined(app, phone.url)
    app.config["TRUSTED_HOSTS"] = ["localhost"]
    assert [follow(watcher, phone.url).status_code for _ in range(2)] == [200] * 2
    assert follow_at("evil.example", watcher, phone.url).status_code == 400


def test_the_finish_that_all_share_carries_nobodys_mark(app: Flask, phone: Phone) -> None:
    watchers = [joined(app, phone.url) for _ in range(2)]
    for part in LAST * 3:
        phone.save(part)
    pages = [unpacked(follow(watcher, phone.url)) for watcher in watchers]
    assert pages[0] == pages[1]
    assert "csrf_token" not in pages[0]
    # The way to a page of one's own, whose form works.
    assert f'<a class="btn primary" href="{phone.url}">Rematch</a>' in pages[0]
    app.config["WTF_CSRF_ENABLED"] = True
    for watcher in watchers:
        mark = re.search(r'name="csrf_token" value="([^"]+)"', watcher.get(phone.url).text)
        assert mark
        assert watcher.post(f"{phone.url}/rematch", data={"csrf_token": mark[1]}).status_code == 303
