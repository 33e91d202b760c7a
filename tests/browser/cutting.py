"""A server that can be killed and started again, phones whose network can be cut, and the records at the end."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Response, request
from playwright.sync_api import Page
from werkzeug.serving import BaseWSGIServer, make_server

from scorekeeper.rules import Sheet, score
from scorekeeper.store import db
from scorekeeper.store.queries.game import game_with_versions, record_of
from scorekeeper.store.tables.game import Version
from scorekeeper.web import create_app
from tests.browser.finger import Finger
from tests.conftest import COMPILED

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Site:
    """The app on one port, with its database in one folder; it can be killed and comes back as it was."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server: BaseWSGIServer | None = None
        #: Forms are taken, but their answers are lost on the way.
        self.mute = False
        self.lost: list[str] = []
        self.port = 0
        self.start()

    def start(self) -> None:
        self.app = create_app({}, self.folder)
        self.app.jinja_env.bytecode_cache = COMPILED
        self.app.after_request(self._lose)
        self.server = make_server("127.0.0.1", self.port, self.app, threaded=True)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        if self.server is None:
            return
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        self.server = None
        with self.app.app_context():
            db.engine.dispose()

    def _lose(self, response: Response) -> Response:
        if not self.mute or request.method != "POST" or request.endpoint == "table.preview":
            return response
        self.lost.append(request.path)
        return Response(status=502)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def record(self, game_id: str) -> dict[str, Any]:
        """The record as the store has it."""
        with self.app.app_context():
            game = game_with_versions(game_id)
            assert game is not None
            return record_of(game)

    def versions(self, game_id: str) -> list[Version]:
        """Everything that was ever saved in the game, in order."""
        with self.app.app_context():
            game = game_with_versions(game_id)
            assert game is not None
            return list(game.versions)


def sit_down(page: Page, slug: str) -> str:
    """A new table of this game with the names that the page offers, without the way through the pages; its key."""
    asked = page.request.get(f"/new/{slug}").text()
    (token,) = set(re.findall(r'name="csrf_token" value="([^"]+)"', asked))
    names = re.findall(r'name="players" value="([^"]+)"', asked)
    # A form of several fields of one name.
    said = urlencode([("csrf_token", token), ("dealer", "0"), *(("players", name) for name in names)])
    answer = page.request.post(f"/new/{slug}", data=said, headers=FORM)
    page.goto(answer.url)
    page.locator("form.hand").wait_for()
    return game_of(page)


def join(page: Page, owner: Page) -> None:
    """Another phone scores at the owner's table too."""
    links = re.findall(r'readonly value="([^"]+/join/[^"]+)"', owner.request.get(f"{owner.url}/share").text())
    page.goto(links[0])
    page.locator("form.hand").wait_for()


def enter(page: Page, place: int, shares: tuple[int, int, int]) -> None:
    """A hand of four who play alone: the last one has the rest."""
    for name, share in zip(("North", "East", "South"), shares, strict=True):
        Finger(page).choose(f"{name}: captured", share)
    Finger(page).press(f"Save hand {place}")


def prepared(page: Page) -> None:
    """The page has kept all that it needs when the network goes."""
    page.wait_for_load_state()
    # A first touch; without one it comes some seconds later by itself.
    page.evaluate("() => document.dispatchEvent(new Event('input'))")
    page.locator("html[data-prepared]").wait_for(state="attached")


def worker(page: Page) -> None:
    """The service worker rules the page."""
    page.evaluate(
        """async () => {
          await navigator.serviceWorker.register("/sw.js");
          const { active } = await navigator.serviceWorker.ready;
          const done = (go) => active.addEventListener("statechange", go, { once: true });
          if (active.state !== "activated") await new Promise(done);
        }"""
    )


def try_again(page: Page) -> None:
    """The phone notices the network without waiting for its next try."""
    page.evaluate("() => dispatchEvent(new Event('online'))")


def game_of(page: Page) -> str:
    return page.url.split("/t/")[1].split("/")[0]


def see_state(page: Page, state: str) -> None:
    """What the page says about sending: sent, waiting, or asks."""
    page.locator(f"main [data-sync={state}]").wait_for()


def see_home(page: Page) -> None:
    """The server's own page of the table is back, and nothing waits."""
    for gone in ("main [data-sync]", "a.badge"):
        page.locator(gone).wait_for(state="detached")
    page.locator("main .links").first.wait_for()


def by_command(record: dict[str, Any]) -> dict[str, Any]:
    """The sheet as the command line prints it."""
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "score", "-"],
        input=json.dumps(record),
        capture_output=True,
        text=True,
        check=True,
    )
    sheet: dict[str, Any] = json.loads(done.stdout)
    return sheet


def totals(record: dict[str, Any]) -> tuple[int, ...]:
    sheet = score(record)
    assert isinstance(sheet, Sheet)
    return sheet.totals


@contextmanager
def away(page: Page) -> Iterator[None]:
    """No network for this phone meanwhile."""
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Site]:
    """A server that can be killed."""
    made = Site(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def site(house: Site) -> str:
    """The phones come to that server."""
    return house.url


@pytest.fixture
def tolerated() -> tuple[str, ...]:
    """A cut network is told on the console."""
    return ("status of 4", "status of 502", "net::ERR")
