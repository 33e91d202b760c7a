"""Statistics of a phone's games: what is counted, and what it costs."""

from __future__ import annotations

import re
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.table import statistics
from scorekeeper.actions.table.statistics import device_statistics
from scorekeeper.store import Game, Grant, Version, db
from scorekeeper.store.tables.game import SCORER
from tests.web.finish.test_finish import HANDS, imported
from tests.web.table.test_cost import counted
from tests.web.table.test_table import text_of


def test_before_the_first_game(client: FlaskClient) -> None:
    page = client.get("/statistics").text
    assert "Wins, bids and best hands of the games you score on this phone will be here." in page
    assert "Choose a game" in page


def test_wins_and_bids_by_pair_player_and_game(client: FlaskClient) -> None:
    """Dale & Wayne win twice, once with other capitals, spaces and seats; a third game is not finished."""
    imported(client, HANDS)
    imported(client, HANDS, ["RUTH", "Wayne ", "ann", "dale"])
    imported(client, HANDS[:2])
    words = text_of(client.get("/statistics").text)
    # 8 + 8 + 2 hands. Of the 16 bids of the finished games, Dale (or Wayne) missed two in each.
    assert "Games 3 Finished 2 Hands 18 Bids made 75%" in words
    assert "12 bids made, 4 set. Highest bid made: 120." in words
    assert "Partners Dale & Wayne 8 of 12 bids made 2 of 2 won Ann & Ruth 4 of 4 bids made 0 of 2 won" in words
    assert "The Original ROOK 2 of 3 finished Best hand:" in words
    assert "+120" in words
    assert "took over" not in words
    assert "takes over" not in words


def test_bids_count_for_the_bidder_and_games_for_the_players_who_finish(client: FlaskClient) -> None:
    """Zoe takes over from Wayne after hand 6, and makes the bid of hand 8 that wins the game."""
    url = imported(client, HANDS[:6])
    form = dict(re.findall(r'name="(base|token)" value="([^"]+)"', client.get(f"{url}/names").text))
    names = {"players": ["Ruth", "Dale", "Ann", "Zoe"], "kind": "takeover"}
    assert client.post(f"{url}/names", data=form | names).status_code == 303
    for number, bidder, bid, trump, captured in ((7, 2, 95, "green", 95), (8, 3, 120, "red", 0)):
        own = {"stage": "whole", "hand": str(number), "base": "0", "token": f"form-{number}"}
        facts = {"bidder": str(bidder), "bid": str(bid), "trump": trump, "captured[0]": str(captured)}
        assert client.post(f"{url}/hand", data=own | facts).status_code == 303
    words = text_of(client.get("/statistics").text)
    assert "6 bids made, 2 set. Highest bid made: 120." in words
    assert (
        "Partners Dale & Zoe 1 of 1 bid made 1 of 1 won Ann & Ruth 2 of 2 bids made 0 of 1 won "
        "Dale & Wayne 3 of 5 bids made Did not finish"
    ) in words
    assert (
        "Players Dale 0 of 2 bids made 1 of 1 won Zoe 1 of 1 bid made 1 of 1 won Ann 1 of 1 bid made 0 of 1 won "
        "Ruth 1 of 1 bid made 0 of 1 won Wayne 3 of 3 bids made Did not finish"
    ) in words
    assert "The game counts for the player who finished it." in words
    # Wayne played the hand of 120 points.
    assert "Best hand: Dale & Wayne, hand 5 +120" in words


def test_what_is_not_counted(app: Flask, client: FlaskClient) -> None:
    """Deleted games, games of others, and games whose link was reset."""
    url = imported(client, HANDS)
    other = app.test_client()
    with app.app_context():
        game = db.session.get(Game, url.rpartition("/")[2])
        assert game is not None
        scorer, watcher = game.scorer_key, game.watch_key
    other.get(f"{url}/join/{watcher}/open")
    assert "will be here" in other.get("/statistics").text
    other.get(f"{url}/join/{scorer}/open")
    assert "Games 1 Finished 1" in text_of(other.get("/statistics").text)
    client.post(f"{url}/share", data={"role": "scorer"})
    assert "will be here" in other.get("/statistics").text
    assert "Games 1 Finished 1" in text_of(client.get("/statistics").text)
    client.post(f"/games/{url.rpartition('/')[2]}/delete")
    assert "will be here" in client.get("/statistics").text


def fill(app: Flask, client: FlaskClient, games: int) -> None:
    """So many finished games on this phone."""
    url = imported(client, HANDS)
    with app.app_context():
        first = db.session.get(Game, url.rpartition("/")[2])
        assert first is not None
        device = db.session.query(Grant).one().device_id
        heads, hands, grants = [], [], []
        for number in range(1, games):
            game_id = f"game-{number}"
            heads.append(
                {"id": game_id, "slug": first.slug, "players": first.players, "dealer": 0, "options": {}}
                | {"scorer_key": "s", "watch_key": "w", "revision": 0}
            )
            grants.append({"device_id": device, "game_id": game_id, "role": SCORER, "key": "s"})
            hands += [
                {"game_id": game_id, "hand": place, "number": 1, "facts": facts, "done": "saved"}
                | {"token": f"{place}", "device_id": device}
                for place, facts in enumerate(HANDS, 1)
            ]
        for model, rows in ((Game, heads), (Version, hands), (Grant, grants)):
            db.session.execute(db.insert(model), rows)
        db.session.commit()


def test_five_hundred_games_cost_few_statements_and_no_seconds(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(app, client, 503)
    client.get("/statistics")
    with counted(app, monkeypatch) as cost:
        before = time.process_time()
        page = text_of(client.get("/statistics").text)
        spent = time.process_time() - before
    assert "Games 500 Finished 500 Hands 4" in page
    assert "These are the latest 500 games. 3 older games are not counted." in page
    assert len(cost.statements) <= 4, cost.statements
    assert spent < 1, spent


def test_the_bound_is_a_bound(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(app, client, 6)
    monkeypatch.setattr(statistics, "MOST_GAMES", 4)
    with app.app_context():
        device = db.session.query(Grant).first().device_id
        figures = device_statistics(device)
    assert (figures.games, figures.left_out) == (4, 2)
