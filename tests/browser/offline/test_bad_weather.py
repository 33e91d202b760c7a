"""Twenty hands of five families through a line that drops, cuts, loses and trickles: no hand is lost or doubled."""

from __future__ import annotations

import os

import pytest

from tests.browser.bad_network import bad_line
from tests.browser.conftest import Phone
from tests.browser.offline.chaos import FAMILIES, HANDS_ENTERED, Game
from tests.browser.server import LocalServer
from tests.budget import long_after
from tests.conftest import Figures

#: One game of each family; `make soak` says how many more.
SEEDS = range(1, int(os.environ.get("SOAK", "1")) + 1)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("slug", long_after(1, FAMILIES))
def test_a_game_in_bad_weather(phone: Phone, server: LocalServer, slug: str, seed: int, figures: Figures) -> None:
    with bad_line(server.port) as line:
        game = Game(phone(service_workers="allow", base_url=line.url), line, server, slug, seed)
        game.play()
        game.finish()
        figures(games=1, hands=HANDS_ENTERED, corrected=game.corrected, troubled_requests=len(line.log))
