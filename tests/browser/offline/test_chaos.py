"""Twenty hands of five families through a line that drops, cuts, loses and trickles: no hand is lost or doubled."""

from __future__ import annotations

import pytest

from tests.browser.bad_network import bad_line
from tests.browser.conftest import Phone
from tests.browser.offline.chaos import FAMILIES, Game
from tests.browser.server import LocalServer


@pytest.mark.parametrize("slug", FAMILIES)
def test_a_game_in_bad_weather(phone: Phone, server: LocalServer, slug: str) -> None:
    with bad_line(server.port) as line:
        game = Game(phone(service_workers="allow", base_url=line.url), line, server, slug, seed=1)
        game.play(20)
        game.finish()
