"""What strangers leave behind: nothing, until something of theirs is saved."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import lru_cache

import pytest
from flask import Flask
from sqlalchemy import func, select

import scorekeeper
from scorekeeper.store import Device, db

NAMES = ["Ann", "Ben", "Cal", "Dot"]
ORIGIN = {"Origin": "http://localhost", "X-Rook": "yes"}
MADE_UP = "A" * 22
#: Addresses that a stranger makes up, by what is sent there: None is a link that is followed.
ATTEMPTS: list[tuple[str, dict[str, object] | None]] = [
    (f"/t/{MADE_UP}/join/{MADE_UP}", None),
    (f"/t/{MADE_UP}/join/{MADE_UP}/open", None),
    (f"/c/{MADE_UP}/table/1/open", None),
    (f"/event/in/{MADE_UP}", {"name": "Zoe"}),
    (f"/event/{MADE_UP}/start", {}),
    ("/new/original", {"players": ["Ann", "Ann", "Ann", "Ann"]}),
    ("/import", {"text": "{}"}),
]
#: What a process may remember without bounds: there is one of it, or as many as games.
ONE_OF_EACH = {
    "scorekeeper.actions.account.passwords._unknown_hash",
    "scorekeeper.league.pairings.by_standing._ways",
    "scorekeeper.rulebook.book._by_name",
    "scorekeeper.rulebook.book.chapter",
    "scorekeeper.rulebook.book.chapters",
    "scorekeeper.rulebook.search._index",
    "scorekeeper.rulebook.search._rarity",
    "scorekeeper.rulebook.search._vocabulary",
    "scorekeeper.store.database._head",
    "scorekeeper.web.api.openapi.description",
    "scorekeeper.web.api.openapi.examples",
}


CACHED = type(lru_cache(lambda: None))


def devices(app: Flask) -> int:
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(Device)) or 0


@pytest.mark.parametrize(("path", "form"), ATTEMPTS)
def test_made_up_links_and_refused_forms_store_no_device(app: Flask, path: str, form: dict[str, object] | None) -> None:
    for _ in range(5):
        stranger = app.test_client()
        response = stranger.get(path) if form is None else stranger.post(path, data=form)
        assert response.status_code in (404, 422), response.status_code
    refused = app.test_client().post("/sync/start", json={"id": MADE_UP, "record": {}}, headers=ORIGIN)
    assert refused.json["state"] == "refused"
    assert devices(app) == 0


def test_a_phone_is_stored_with_the_game_it_starts_or_joins(app: Flask) -> None:
    scorer, watcher = app.test_client(), app.test_client()
    # Its first form is refused, its second one is not.
    assert scorer.post("/new/original", data={"players": ["Ann"] * 4}).status_code == 422
    table = scorer.post("/new/original", data={"players": NAMES, "dealer": "0"}).location
    assert (devices(app), scorer.get(table).status_code) == (1, 200)
    links = scorer.get(f"{table}/share").text
    key = links.split(f"{table}/join/")[1].split('"')[0].split("<")[0]
    assert watcher.get(f"{table}/join/{key}/open").status_code == 303
    assert watcher.get(f"{table}/join/{key}").status_code == 303
    assert (devices(app), watcher.get(table).status_code) == (2, 200)


def test_nothing_that_strangers_say_is_remembered_without_bounds() -> None:
    unbounded = set()
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        if "migrations" in module.name or module.name.endswith("__main__"):
            continue
        for _, value in inspect.getmembers(importlib.import_module(module.name), lambda value: type(value) is CACHED):
            if value.cache_parameters()["maxsize"] is None:
                unbounded.add(f"{value.__module__}.{value.__name__}")
    assert unbounded == ONE_OF_EACH
