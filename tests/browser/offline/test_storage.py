"""A phone that cannot keep anything, and a new release of the app in the middle of a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.network import (
    enter,
    expect_server_page,
    expect_sync_state,
    report_online,
    start_table,
    wait_for_worker,
    wait_until_prepared,
)
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_totals
from tests.budget import long_after

#: A private window of some browsers.
PRIVATE = """Object.defineProperty(window, "indexedDB", {
  value: { open() { throw new DOMException("not here", "SecurityError"); } },
})"""
#: A module of another release: it wants what the old page's modules do not have.
MISFIT = "import './form-values.js'; import './score.js'; import { gone } from './outbox.js';"
#: The modules that save a hand on the phone, with all that they import.
LOAD_MODULES = """async () => {
  const send = document.querySelector("script[src$='/offline/send.js']").src;
  const names = ["stored-queue.js", "hand-form.js", "outbox.js"];
  await Promise.all(names.map((name) => import(new URL(name, send))));
}"""
HAS_COPY = """async (game) => {
  const send = document.querySelector("script[src$='/offline/send.js']").src;
  const { read } = await import(new URL("database.js", send));
  return (await read("games", game)) !== undefined;
}"""
UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const old = await caches.keys();
  await registration.update();
  while ((await caches.keys()).some((name) => old.includes(name))) await new Promise(requestAnimationFrame);
}"""


#: A store that is full from the moment on that the test says.
FULL = """for (const name of ["add", "put"]) {
  const real = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (...values) {
    if (window.isFull) throw new DOMException("no room", "QuotaExceededError");
    return real.apply(this, values);
  };
}"""
#: A store that never answers.
HANGING = """Object.defineProperty(window, "indexedDB", { value: { open: () => ({}) } })"""


@pytest.mark.long
def test_a_full_phone_still_saves_over_the_network(phone: Phone, server: LocalServer) -> None:
    page = phone()
    page.add_init_script(FULL)
    game = start_table(page, "high14")
    wait_until_prepared(page)
    page.context.set_offline(True)
    enter(page, 1, (10, 10, 10))
    expect_sync_state(page, "waiting")
    page.evaluate("() => { window.isFull = true; }")
    enter(page, 2, (20, 10, 10))
    expect(page.locator(".faults")).to_contain_text("This phone could not save it")
    # The network is back, the store is as full as before: what waits is sent, and the next hand is saved.
    page.context.set_offline(False)
    report_online(page)
    Touch(page).press("Save hand 2")
    expect_server_page(page)
    expect_totals(page, 30, 20, 20, 50)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (2, 1)]


def test_a_store_that_never_answers_costs_nothing_with_a_network(phone: Phone, server: LocalServer) -> None:
    page = phone()
    page.add_init_script(HANGING)
    game = start_table(page, "high14")
    enter(page, 1, (10, 10, 10))
    expect_totals(page, 10, 10, 10, 30)
    expect(page.locator("[data-notes]")).to_contain_text("Everything is saved over the network only.")
    page.context.set_offline(True)
    enter(page, 2, (20, 10, 10))
    expect(page.locator(".faults")).to_contain_text("What you entered stays here")
    page.context.set_offline(False)
    Touch(page).press("Save hand 2")
    expect_totals(page, 30, 20, 20, 50)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (2, 1)]


@pytest.mark.parametrize(
    ("status", "body"), long_after(1, [(200, "<title>Welcome to our Wi-Fi</title>"), (429, "Slow down.")])
)
def test_answers_that_are_not_ours_are_known_as_such(phone: Phone, server: LocalServer, status: int, body: str) -> None:
    page = phone()
    game = start_table(page, "high14")
    wait_until_prepared(page)
    answer = {"status": status, "body": body, "content_type": "text/html"}
    page.route(re.compile("/t/"), lambda route: route.fulfill(**answer))
    enter(page, 1, (10, 10, 10))
    expect(page.locator("main")).to_contain_text("this Wi-Fi may want you to sign in.")
    expect_sync_state(page, "waiting")
    page.unroute_all()
    report_online(page)
    expect_server_page(page)
    expect_totals(page, 10, 10, 10, 30)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1)]


def test_an_idle_page_reloads_for_a_new_release(
    phone: Phone, server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle, busy = phone(), phone()
    for page in (idle, busy):
        start_table(page, "high14")
    Touch(busy).choose("North: captured", 20)
    old = idle.evaluate("() => document.scripts[0].src")
    server.stop()
    server.start()
    monkeypatch.setitem(server.app.extensions, "release", "another")
    idle.wait_for_function("(old) => document.scripts[0].src !== old", arg=old, timeout=30_000)
    expect(idle.locator(".state")).to_have_text("Live")
    # Who is in the middle of a hand is left alone.
    expect(busy.locator(".state")).to_have_text("Live", timeout=30_000)
    assert busy.evaluate("() => document.scripts[0].src") == old


def test_without_storage_everything_works_online(phone: Phone, server: LocalServer) -> None:
    page = phone(service_workers="allow")
    page.add_init_script(PRIVATE)
    game = start_table(page, "high14")
    wait_for_worker(page)
    enter(page, 1, (10, 10, 10))
    expect_totals(page, 10, 10, 10, 30)
    expect(page.get_by_role("status")).to_contain_text("Hand 1 saved")
    page.context.set_offline(True)
    enter(page, 2, (20, 10, 10))
    expect(page.locator(".faults")).to_contain_text("it may have no room left. What you entered stays here")
    expect_totals(page, 10, 10, 10, 30)
    page.context.set_offline(False)
    Touch(page).press("Save hand 2")
    expect_totals(page, 30, 20, 20, 50)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (2, 1)]
    # The app without network has nothing to show, and says why.
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("main")).to_contain_text("Nothing is stored on this phone")


def test_a_new_release_in_the_middle_of_a_game(
    phone: Phone, server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = phone(service_workers="allow")
    game = start_table(page, "high14")
    wait_until_prepared(page)
    wait_for_worker(page)
    page.context.set_offline(True)
    enter(page, 1, (10, 10, 10))
    expect_sync_state(page, "waiting")
    Touch(page).choose("North: captured", 20)
    monkeypatch.setitem(server.app.extensions, "release", "another")
    page.context.set_offline(False)
    page.evaluate(UPDATE)
    page.context.set_offline(True)
    # What was entered half is still there, and goes on without network.
    for name in ("East", "South"):
        Touch(page).choose(f"{name}: captured", 10)
    Touch(page).press("Save hand 2")
    expect_totals(page, 30, 20, 20, 50)
    page.reload()
    expect_totals(page, 30, 20, 20, 50)
    expect_sync_state(page, "waiting")
    page.context.set_offline(False)
    expect_server_page(page)
    expect_totals(page, 30, 20, 20, 50)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (2, 1)]


def test_files_that_do_not_fit_an_old_page_lose_nothing(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "high14")
    page.route(
        "**/static/*/js/offline/table.js", lambda route: route.fulfill(body=MISFIT, content_type="text/javascript")
    )
    # The page has its copy of the game and the other modules, but cannot take over.
    page.evaluate(LOAD_MODULES)
    page.wait_for_function(HAS_COPY, arg=game)
    page.context.set_offline(True)
    enter(page, 1, (10, 10, 10))
    expect(page.locator(".faults")).to_contain_text("it will be sent automatically. Reload the page")
    page.context.set_offline(False)
    expect(page.locator("a.badge")).to_have_count(0)
    Touch(page).press("Save hand 1")
    expect_totals(page, 10, 10, 10, 30)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1)]


def test_a_waiting_hand_is_not_asked_for_again_after_a_reload(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "original")
    wait_until_prepared(page)
    touch = Touch(page)
    page.context.set_offline(True)
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 95)
    touch.press("Save hand 1")
    expect_totals(page, 25, 95)
    # The server answers again, but what waits does not get through yet: its page still asks for hand 1.
    page.route("**/sync", lambda route: route.abort())
    page.context.set_offline(False)
    page.reload()
    expect_totals(page, 25, 95)
    expect(page.locator(".facts")).to_contain_text("Hand 2")
    page.unroute_all()
    report_online(page)
    expect_server_page(page)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1)]


@pytest.mark.long
def test_a_page_newer_than_the_copy_still_shows_waiting_entries(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "high14")
    wait_until_prepared(page)
    server.loses_answers = True
    enter(page, 1, (10, 10, 10))
    expect_sync_state(page, "waiting")
    # The server has hand 1. Its page comes through and nothing else, so that hand 1 waits here too.
    page.route(re.compile("/(sync|offline.json|hand)$"), lambda route: route.abort())
    page.reload()
    enter(page, 2, (20, 10, 10))
    expect_totals(page, 30, 20, 20, 50)
    page.reload()
    expect_totals(page, 30, 20, 20, 50)
    server.loses_answers = False
    page.unroute_all()
    report_online(page)
    expect_server_page(page)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (2, 1)]
