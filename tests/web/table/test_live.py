"""Live: a stream opens with the present revision, every change anywhere wakes it, strangers hear nothing."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import make_server

from scorekeeper.store import Game, db
from scorekeeper.store.live import hub as hub_module
from scorekeeper.web import create_app
from tests import postgres
from tests.conftest import put_away
from tests.web.table.test_table import Phone

NAMES = ["Ann", "Ben", "Cal", "Dot"]
BID = {"bidder": 1, "bid": 95, "trump": "green"}
#: Seconds that a stream may take on a busy machine before it counts as deaf.
PATIENCE = 20


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    return Phone(client, "original", NAMES)


@contextmanager
def served(app: Flask) -> Iterator[int]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    with served(app) as port:
        yield port


class Stream:
    """One open stream, read event by event; pings are left out."""

    def __init__(self, port: int, client: FlaskClient, url: str, query: str = "", encoding: str = "identity") -> None:
        cookie = client.get_cookie("session")
        headers = {"Accept-Encoding": encoding} | ({"Cookie": f"session={cookie.value}"} if cookie else {})
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.line.request("GET", f"{url}/events{query}", headers=headers)
        self.answer = self.line.getresponse()

    def next(self) -> tuple[str, str]:
        """The name and the words of the next event; nothing at the end."""
        fields: dict[str, str] = {}
        while line := self.answer.readline().decode().rstrip("\n"):
            key, _, value = line.partition(": ")
            fields[key] = value.strip()
        # Every stream begins with the release of the server; a quiet one is kept open by pings.
        if fields.get("event") in ("release", "ping"):
            return self.next()
        return (fields["event"], fields.get("data", "")) if "event" in fields else ("", "")

    def close(self) -> None:
        self.answer.close()
        self.line.close()


def joined(app: Flask, url: str, role: str = "watch") -> FlaskClient:
    other = app.test_client()
    with app.app_context():
        game = db.session.get(Game, url.rpartition("/")[2])
        assert game is not None
        key = getattr(game, f"{role}_key")
    assert other.get(f"{url}/join/{key}/open").status_code == 303
    return other


def revision(phone: Phone) -> str:
    match = re.search(r'data-revision="(\d+)"', phone.page())
    assert match
    return match[1]


def test_a_stream_starts_with_the_current_state_and_sends_every_change(app: Flask, phone: Phone, port: int) -> None:
    with closing(Stream(port, joined(app, phone.url), phone.url)) as stream:
        assert stream.answer.headers["Content-Type"].startswith("text/event-stream")
        assert "no-cache" in stream.answer.headers["Cache-Control"]
        assert stream.answer.headers["X-Accel-Buffering"] == "no"
        assert stream.next() == ("revision", "0")
        phone.save(BID)
        assert stream.next() == ("revision", "1")
        phone.save({"captured": [45, 75]})
        assert stream.next() == ("revision", "2")
        assert revision(phone) == "2"
    phone.client.post(f"{phone.url}/hand/1/delete", data={"base": "2", "token": "d"})
    # Who comes late, or again, is told the present at once.
    with closing(Stream(port, phone.client, phone.url)) as stream:
        assert stream.next() == ("revision", "3")


OTHER_PROCESS = """
import sys
from pathlib import Path
from scorekeeper.actions.table import access, hands
from scorekeeper.web import create_app

folder, device, game = sys.argv[1:]
with create_app({}, Path(folder)).test_request_context(method="POST"):
    facts = {"bidder": 1, "bid": 95, "trump": "green", "open": True}
    change = hands.HandChange(1, 0, facts, "other")
    assert isinstance(hands.save(access.require_scorer(device, game), change), hands.Saved)
"""


def test_a_save_in_another_process_is_heard(app: Flask, phone: Phone, port: int) -> None:
    with phone.client.session_transaction() as session:
        device = session["device"]
    with closing(Stream(port, phone.client, phone.url)) as stream:
        assert stream.next() == ("revision", "0")
        arguments = [str(app.instance_path), device, phone.url.rpartition("/")[2]]
        environment = postgres.environment(app.instance_path)
        subprocess.run([sys.executable, "-c", OTHER_PROCESS, *arguments], env=environment, check=True, timeout=60)
        # On a busy machine the other process takes so long that the stream shows its pulse before.
        assert next(event for event in iter(stream.next, None) if event[0] != "ping") == ("revision", "1")


def test_only_those_concerned_are_woken(app: Flask, client: FlaskClient, port: int) -> None:
    one, two = Phone(client, "original", NAMES), Phone(client, "original", NAMES)
    with closing(Stream(port, client, one.url)) as first, closing(Stream(port, client, two.url)) as second:
        assert first.next() == second.next() == ("revision", "0")
        one.save(BID)
        assert first.next() == ("revision", "1")
        two.save(BID)
        # The first thing that the second hears is its own change.
        assert second.next() == ("revision", "1")


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/share", {"role": "watcher"}),
        ("/share", {"role": "scorer"}),
        ("/hand/1/delete", {"base": "1", "token": "d"}),
        ("/undo", {"last": "1", "token": "u"}),
        ("/paper", {"total": ["120", "85"]}),
    ],
)
def test_every_visible_change_counts(phone: Phone, path: str, data: dict[str, Any]) -> None:
    phone.save(BID)
    assert phone.client.post(phone.url + path, data=data).status_code == 303
    assert revision(phone) == "2"


def test_bringing_back_a_version_or_a_game_counts(phone: Phone) -> None:
    phone.save(BID)
    phone.client.post(f"{phone.url}/hand/1/delete", data={"base": "1", "token": "d"})
    back = re.search(r'action="([^"]*/back/\d+)"', phone.client.get(f"{phone.url}/hand/1").text)
    assert back
    phone.client.post(back[1], data={"token": "b"})
    assert revision(phone) == "3"
    for path in ("delete", "restore"):
        phone.client.post(phone.url.replace("/t/", "/games/") + f"/{path}")
    assert revision(phone) == "5"


@pytest.mark.parametrize(("role", "link"), [("watch", "watcher"), ("scorer", "scorer")])
def test_resetting_a_link_closes_streams_opened_with_the_old_one(
    app: Flask, phone: Phone, port: int, role: str, link: str
) -> None:
    with (
        closing(Stream(port, joined(app, phone.url, role), phone.url)) as stream,
        closing(Stream(port, phone.client, phone.url)) as mine,
    ):
        assert stream.next() == mine.next() == ("revision", "0")
        phone.client.post(f"{phone.url}/share", data={"role": link})
        assert stream.next() == ("gone", "")
        assert stream.next() == ("", "")
        # Whoever renewed it goes on (with a new key of its own, told when it opens the next stream).
    with closing(Stream(port, phone.client, phone.url)) as mine:
        assert mine.next() == ("revision", "1")


def test_deleting_a_game_closes_its_streams(app: Flask, phone: Phone, port: int) -> None:
    with closing(Stream(port, joined(app, phone.url), phone.url)) as stream:
        assert stream.next() == ("revision", "0")
        phone.client.post(phone.url.replace("/t/", "/games/") + "/delete")
        assert stream.next() == ("gone", "")


def test_strangers_hear_nothing(app: Flask, phone: Phone) -> None:
    stranger = app.test_client()
    assert stranger.get(f"{phone.url}/events").status_code == 404
    stranger.post("/new/original", data={"players": NAMES})
    assert stranger.get(f"{phone.url}/events").status_code == 404
    assert stranger.get("/t/nothing/events").status_code == 404
    assert stranger.get(f"{phone.url}/screen").status_code == 404
    assert len(app.extensions["hub"]) == 0


def test_a_phone_keeps_six_streams_and_drops_the_oldest(app: Flask, phone: Phone, port: int) -> None:
    streams = [Stream(port, phone.client, phone.url) for _ in range(hub_module.MOST_OF_ONE + 1)]
    # The first was given up: it ends, and its phone is not told that it may not look.
    assert streams[0].next() == ("revision", "0")
    assert streams[0].next() == ("", "")
    phone.save(BID)
    for stream in streams[1:]:
        assert stream.next() == ("revision", "0")
        assert stream.next() == ("revision", "1")
    assert len(app.extensions["hub"]) == hub_module.MOST_OF_ONE
    for stream in streams:
        stream.close()


def test_pages_answer_while_more_phones_follow_than_the_pool_has_connections(
    app: Flask, phone: Phone, port: int
) -> None:
    with app.app_context():
        room = db.engine.pool.size() + db.engine.pool._max_overflow  # type: ignore[attr-defined]
    others = [joined(app, phone.url) for _ in range(room + 5)]
    streams = [Stream(port, other, phone.url) for other in others]
    assert [stream.next() for stream in streams] == [("revision", "0")] * len(streams)
    with app.app_context():
        assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    phone.save(BID)
    assert [stream.next() for stream in streams] == [("revision", "1")] * len(streams)
    assert phone.client.get(phone.url).status_code == 200
    for stream in streams:
        stream.close()


def test_a_phone_without_a_free_stream_is_told_to_retry(tmp_path: Path) -> None:
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "MOST_STREAMS": 2}, tmp_path)
    phone = Phone(app.test_client(), "original", NAMES)
    with served(app) as port:
        first, second, late = (joined(app, phone.url) for _ in range(3))
        streams = [Stream(port, first, phone.url), Stream(port, second, phone.url)]
        # Somebody whose line broke comes back before the server has noticed, and takes over the old one.
        with closing(Stream(port, second, phone.url)) as again:
            assert again.next() == ("revision", "0")
        answer = late.get(f"{phone.url}/events")
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert late.get(phone.url).status_code == 200
        # One leaves, and there is room.
        app.extensions["hub"].leave(app.extensions["hub"]._channels[f"game:{phone.url[3:]}"][0])
        with closing(Stream(port, late, phone.url)) as stream:
            assert stream.next() == ("revision", "0")
        for stream in streams:
            stream.close()
    put_away(app)


def test_a_database_that_fails_for_a_while_is_tried_again(
    app: Flask, phone: Phone, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    real = hub_module.Hub._follow

    def failing(self: hub_module.Hub, looks: hub_module.Looks) -> None:
        looked.append("look")
        if len(looked) == 1:
            raise OSError("the disk is away")
        real(self, looks)

    monkeypatch.setattr(hub_module.Hub, "_follow", failing)
    monkeypatch.setattr(hub_module, "REST", 0.01)
    with closing(Stream(port, phone.client, phone.url)) as stream:
        assert stream.next() == ("revision", "0")
        phone.save(BID)
        assert stream.next() == ("revision", "1")
    assert len(looked) == 2


def test_pages_that_show_a_game_can_follow_it_and_offer_to_look_again(phone: Phone) -> None:
    phone.save(BID)
    phone.save({"captured": [45, 75]})
    for path in ("", "/hand/1", "/hand/1/change", "/history", "/share", "/print", "/screen"):
        page = phone.client.get(phone.url + path).text
        assert f'data-events="{phone.url}/events"' in page, path
        assert f'data-page="{phone.url}{path}"' in page, path
        assert re.search(r"<noscript>.*Refresh", page), path
    assert "http-equiv" not in page


def test_an_answer_to_a_form_knows_where_its_page_is(phone: Phone) -> None:
    form = {"stage": "bid", "hand": "1", "base": "0", "token": "t", "do": "look"}
    assert f'data-page="{phone.url}"' in phone.client.post(f"{phone.url}/hand", data=form).text
    phone.save(BID)
    phone.save({"captured": [45, 75]})
    form = {"stage": "whole", "hand": "1", "base": "2", "token": "t", "do": "look", "bidder": "1"}
    page = phone.client.post(f"{phone.url}/hand", data=form).text
    assert f'data-page="{phone.url}/hand/1/change"' in page
    assert "data-touched" in page
    assert "data-touched" not in phone.page()


def test_a_page_that_follows_leaves_the_message_to_the_page_that_was_opened(phone: Phone) -> None:
    phone.save(BID)
    assert "Bid saved." not in phone.client.get(phone.url, headers={"X-Follow": "yes"}).text
    assert "Bid saved." in phone.page()


def test_the_last_change_is_described(app: Flask, phone: Phone) -> None:
    other = joined(app, phone.url)

    def latest() -> str:
        match = re.search(r'data-latest="([^"]*)"', other.get(phone.url).text)
        assert match
        return match[1]

    assert latest() == ""
    phone.save(BID)
    assert latest() == "Another phone saved hand 1: Ben, 95 on green."
    assert "This phone, in another window, saved hand 1" in phone.page()
    phone.save({"captured": [45, 75]})
    assert latest() == ("Another phone saved hand 1: Ben, 95 on green, Ann &amp; Cal +45, Ben &amp; Dot −95.")
    phone.client.post(f"{phone.url}/hand/1/delete", data={"base": "2", "token": "d"})
    assert latest() == "Another phone deleted a hand."
    last = re.search(r'name="last" value="(\d+)"', phone.page())
    assert last
    phone.client.post(f"{phone.url}/undo", data={"last": last[1], "token": "u"})
    assert latest() == "Another phone undid the last change."


def test_the_screen_shows_what_the_table_needs(app: Flask, phone: Phone) -> None:
    phone.save(BID)
    phone.save({"captured": [45, 75]})
    phone.save({"bidder": 2, "bid": 100, "trump": "red"})
    page = phone.client.get(f"{phone.url}/screen").text
    for words in ("Ann &amp; Cal", "Ben &amp; Dot", "45", "−95", "Cal, 100 on red", "255 to go", "395 to go"):
        assert words in page
    assert 'class="shape red"' in page
    assert 'class="qr"' in page
    # A watching phone gives no links away.
    watched = joined(app, phone.url).get(f"{phone.url}/screen").text
    assert "Cal, 100 on red" in watched
    assert 'class="qr"' not in watched
    assert "<form" not in watched
    assert f'href="{phone.url}/screen"' in phone.client.get(f"{phone.url}/share").text
