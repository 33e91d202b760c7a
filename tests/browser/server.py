"""A server on loopback that can be stopped and started again."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from flask import Response, request
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from scorekeeper.store import Game, HandVersion, db
from scorekeeper.store.queries.game import record_of
from scorekeeper.web import create_app
from tests.conftest import COMPILED, empty, put_away


class QuietHandler(WSGIRequestHandler):
    """Requests are not logged: there are thousands."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing."""


class LocalServer:
    """The app on one port, with its database in one folder; after a stop it comes back at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server: BaseWSGIServer | None = None
        self.stopping = threading.Event()
        self.port = 0
        self._behave()
        self.start()

    def _behave(self) -> None:
        """A quick server on a sound network."""
        #: Forms are saved, but their answers are lost on the way.
        self.loses_answers = False
        self.lost: list[str] = []
        #: Seconds that every answer takes longer, style, script and streams apart.
        self.latency = 0.0

    def start(self) -> None:
        """Serve."""
        self.stopping.clear()
        self.app = create_app({}, self.folder)
        self.settings = dict(self.app.config)
        self.app.jinja_env.bytecode_cache = COMPILED
        self.app.before_request(self._be_slow)
        self.app.after_request(self._lose_answer)
        self.server = make_server("127.0.0.1", self.port, self.app, threaded=True, request_handler=QuietHandler)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Answer nobody; open streams end."""
        if self.server is None:
            return
        self.stopping.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        self.server = None
        put_away(self.app)

    def reset(self) -> None:
        """For the next test: quick again, with the settings of the start and an empty database."""
        self._behave()
        # Slow answers of the last test end.
        self.stopping.set()
        if self.server is None:
            self.start()
        self.stopping.clear()
        empty(self.app, self.settings)

    def _be_slow(self) -> None:
        """A slow network, for as long as the test says; stopping the server ends it."""
        if self.latency and request.endpoint not in ("static", "exports.events"):
            self.stopping.wait(self.latency)

    def _lose_answer(self, response: Response) -> Response:
        if not self.loses_answers or request.method != "POST" or request.endpoint == "table.preview":
            return response
        self.lost.append(request.path)
        return Response(status=502)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def record(self, game_id: str) -> dict[str, Any]:
        """The record as the store has it."""
        with self.app.app_context():
            game = db.session.get(Game, game_id)
            assert game is not None
            return record_of(game)

    def revision(self, game_id: str) -> int:
        """How often the game was changed."""
        with self.app.app_context():
            game = db.session.get(Game, game_id)
            assert game is not None
            return game.revision

    def versions(self, game_id: str) -> list[HandVersion]:
        """Everything that was ever saved in the game, in order."""
        with self.app.app_context():
            game = db.session.get(Game, game_id)
            assert game is not None
            return list(game.versions)
