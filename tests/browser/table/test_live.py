"""Several phones that show one game: what one saves, all show; an outdated form says so; breaks are caught up."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_totals, start

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
HANDS = [{"bidder": 0, "bid": 70, "trump": "red", "captured": [70, None]}] * 2
GAME = {"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"]}


def _live(*pages: Page) -> None:
    for page in pages:
        expect(page.locator(".state")).to_have_text("Live")


def _links(page: Page) -> tuple[str, str]:
    """The links of the game that this phone scores, and back to its table."""
    table = page.url
    page.goto(f"{table}/share")
    scorer, watcher = (page.get_by_label("Link").nth(index).input_value() for index in range(2))
    page.goto(table)
    return scorer, watcher


def _bring_in(page: Page, hands: list[dict[str, object]]) -> None:
    page.goto("/import")
    page.get_by_label("Or paste the text").fill(json.dumps(GAME | {"hands": hands}))
    page.get_by_role("button", name="Import game").click()
    expect(page.locator("form.hand")).to_be_visible()


def _note(page: Page, words: str) -> None:
    expect(page.locator("[data-notes]")).to_contain_text(words)


def _bid_only(page: Page, bidder: str, amount: int) -> None:
    touch = Touch(page)
    touch.choose("Who won the bid?", bidder)
    touch.choose("Bid", amount)


def test_three_phones_and_a_screen_follow_one_game(phone: Phone) -> None:
    scorer, second, watcher, screen = phone(), phone(), phone(), phone(viewport={"width": 1280, "height": 720})
    touch = start(scorer, "The Original ROOK")
    address = scorer.url
    score_link, watch_link = _links(scorer)
    second.goto(score_link)
    watcher.goto(watch_link)
    screen.goto(watch_link)
    expect(screen).to_have_url(address)
    screen.goto(f"{address}/screen")
    _live(second, watcher, screen)
    fetched: list[str] = []
    watcher.on("request", lambda request: fetched.append(request.url) if "x-follow" in request.headers else None)
    touch.bid("East", 95, "green")
    expect(second.locator(".bid strong")).to_have_text("East, 95 on green")
    expect(watcher.locator(".bid strong")).to_have_text("East, 95 on green")
    expect(screen.locator(".bid-now")).to_have_text("East, 95 on green")
    # The second scorer's form is the new one: it works, with its outcome before it is saved.
    hand = Touch(second)
    hand.choose("East & West: captured", 75)
    expect(second.locator("[data-outcome] b")).to_have_text(["+45", "−95"])
    hand.save(1)
    for page in (scorer, watcher, screen):
        expect_totals(page, 45, -95)
    expect(watcher).to_have_title(re.compile("North & South 45, East & West −95"))
    expect(watcher.locator("[data-announcer]")).to_contain_text("Another phone saved hand 1: East, 95 on green")
    # The finish, and back from it, as the page of a game changes its kind.
    for place, bidder in ((2, "North"), (3, "South"), (4, "North")):
        touch.bid(bidder, 100, "red")
        touch.choose("North & South: captured", 120)
        touch.save(place)
    expect_totals(watcher, 405, -95)
    expect(watcher.locator(".finish").get_by_role("heading")).to_have_text("North & South win!")
    # The page of those who watch came with the news.
    assert not fetched
    expect(screen.locator(".bid-now")).to_have_text("North & South win!")
    touch.press("Undo")
    for page in (second, watcher, screen):
        expect_totals(page, 285, -95)
    expect(second.get_by_role("button", name="Save hand 4").first).to_be_visible()


def test_an_outdated_form_says_so_before_it_is_saved(phone: Phone) -> None:
    first, second = phone(), phone()
    touch = start(first, "The Original ROOK")
    second.goto(_links(first)[0])
    _live(second)
    _bid_only(second, "West", 100)
    touch.bid("East", 95, "green")
    _note(second, "Another phone saved hand 1: East, 95 on green. Check it before you save.")
    # Nothing was taken away.
    expect(second.get_by_role("radio", name="West", exact=True)).to_be_checked()
    hand = Touch(second)
    hand.press("Show it")
    expect(second.locator(".bid strong")).to_have_text("East, 95 on green")
    hand.press("Back to my entry")
    expect(second.get_by_role("radio", name="West", exact=True)).to_be_checked()
    expect(second.get_by_role("radio", name="100", exact=True)).to_be_checked()
    hand.press("Keep entering")
    expect(second.locator(".note")).to_have_count(0)
    hand.name_trump("West", "red")
    expect(second.get_by_role("heading", name="Two versions of hand 1")).to_be_visible()
    # The note was about what this page asks now: nothing lies on it.
    expect(second.locator(".note")).to_have_count(0)


@pytest.mark.long
def test_the_conflict_page_stays_while_others_save(phone: Phone) -> None:
    first, second = phone(), phone()
    touch = start(first, "The Original ROOK")
    second.goto(_links(first)[0])
    _live(second)
    _bid_only(second, "West", 100)
    touch.bid("East", 95, "green")
    hand = Touch(second)
    hand.name_trump("West", "red")
    asked = second.get_by_role("heading", name="Two versions of hand 1")
    expect(asked).to_be_visible()
    # The other phone goes on, and the line says so to a page that has nothing to fetch anew.
    with second.expect_event("console", lambda message: message.text == "heard"):
        second.evaluate(
            """() => new Promise((ready) => {
              const line = new EventSource(location.pathname.replace(/(.t.[^/]+).*/, "$1/events"));
              line.addEventListener("revision", ready, { once: true });
              line.addEventListener("revision", () => (line.seen ? console.log("heard") : (line.seen = true)));
            })"""
        )
        touch.choose("East & West: captured", 100)
        touch.save(1)
    second.evaluate(HIDE, True)
    second.evaluate(HIDE, False)
    expect(asked).to_be_visible()


def test_another_hand_is_corrected_while_one_is_entered(phone: Phone) -> None:
    first, second = phone(), phone()
    _bring_in(first, HANDS)
    second.goto(_links(first)[0])
    expect_totals(second, 140, 100)
    _live(second)
    _bid_only(second, "Ben", 100)
    touch = Touch(first)
    touch.follow("change hand 2")
    touch.choose("Ann & Cal: captured", 80)
    touch.save(2)
    # The score is new, the form is as it was, and still good.
    expect_totals(second, 150, 90)
    _note(second, "Another phone corrected hand 2")
    expect(second.get_by_role("radio", name="Ben", exact=True)).to_be_checked()
    hand = Touch(second)
    hand.press("OK")
    hand.name_trump("Ben", "red")
    expect(second.locator(".bid strong")).to_have_text("Ben, 100 on red")


def test_undo_means_the_change_that_was_shown(phone: Phone) -> None:
    first, second = phone(), phone()
    touch = start(first, "The Original ROOK")
    second.goto(_links(first)[0])
    touch.bid("East", 95, "green")
    _live(first, second)
    touch.tap(first.locator(".head .menu > summary"))
    undo = first.get_by_role("button", name="Undo last change (hand 1)")
    expect(undo).to_be_visible()
    # Another phone saves while a finger is on its way.
    Touch(second).choose("East & West: captured", 75)
    Touch(second).save(1)
    expect_totals(first, 45, -95)
    touch.tap(undo)
    expect(first.get_by_role("status")).to_contain_text("Not undone: another phone changed the game first.")
    expect_totals(first, 45, -95)
    # Now it is the other phone's change that is shown.
    touch.tap(first.locator(".head .menu > summary"))
    touch.press("Undo last change (hand 1)")
    for page in (first, second):
        expect_totals(page, 0, 0)
        expect(page.locator(".bid strong")).to_have_text("East, 95 on green")


def test_a_page_that_follows_keeps_its_reader_where_he_was(phone: Phone) -> None:
    scorer, watcher = phone(), phone(viewport={"width": 390, "height": 260}, reduced_motion="reduce")
    _bring_in(scorer, HANDS)
    watcher.goto(_links(scorer)[1])
    _live(watcher)
    link = watcher.locator(".so-far tbody a").last
    link.focus()
    before = watcher.evaluate("scrollY")
    assert before > 0
    Touch(scorer).bid("Ben", 100, "red")
    expect(watcher.locator(".bid strong")).to_have_text("Ben, 100 on red")
    assert watcher.evaluate("scrollY") == before
    expect(link).to_be_focused()


def test_a_server_that_was_away_is_caught_up_with(phone: Phone, server: LocalServer) -> None:
    scorer, watcher = phone(), phone()
    touch = start(scorer, "The Original ROOK")
    watcher.goto(_links(scorer)[1])
    _live(watcher, scorer)
    # The watching phone's line breaks; meanwhile somebody saves.
    watcher.context.set_offline(True)
    expect(watcher.locator(".state")).to_have_text("Reconnecting…")
    touch.bid("East", 95, "green")
    watcher.context.set_offline(False)
    expect(watcher.locator(".bid strong")).to_have_text("East, 95 on green")
    _live(watcher)
    # The server is away; both phones say so, and are live again when it is back.
    server.stop()
    for page in (scorer, watcher):
        expect(page.locator(".state")).to_have_text("Reconnecting…")
    server.start()
    _live(watcher, scorer)
    touch.choose("East & West: captured", 95)
    touch.save(1)
    expect_totals(watcher, 25, 95)


def test_a_hidden_page_holds_no_stream_and_catches_up_when_it_is_shown(phone: Phone) -> None:
    scorer, watcher = phone(), phone()
    touch = start(scorer, "The Original ROOK")
    watcher.goto(_links(scorer)[1])
    _live(watcher)
    asked: list[str] = []
    watcher.on("request", lambda request: asked.append(request.url))
    with watcher.expect_event("requestfailed", lambda request: "/events" in request.url):
        watcher.evaluate(HIDE, True)
    touch.bid("East", 95, "green")
    assert asked == []
    watcher.evaluate(HIDE, False)
    expect(watcher.locator(".bid strong")).to_have_text("East, 95 on green")


def test_a_phone_without_a_stream_polls_now_and_then(phone: Phone, server: LocalServer) -> None:
    scorer, watcher = phone(), phone()
    touch = start(scorer, "The Original ROOK")
    watch_link = _links(scorer)[1]
    server.app.extensions["hub"]._most = 0
    watcher.clock.install()
    watcher.goto(watch_link)
    expect(watcher.locator(".state")).to_have_text("Not live")
    touch.bid("East", 95, "green")
    watcher.clock.fast_forward("02:00")
    expect(watcher.locator(".bid strong")).to_have_text("East, 95 on green")
    # Room again: live again.
    server.app.extensions["hub"]._most = 100
    watcher.clock.fast_forward("02:00")
    expect(watcher.locator(".state")).to_have_text("Live")


def test_a_phone_whose_link_was_reset_is_told(phone: Phone) -> None:
    scorer, watcher = phone(), phone()
    start(scorer, "The Original ROOK")
    watcher.goto(_links(scorer)[1])
    _live(watcher)
    scorer.goto(f"{scorer.url}/share")
    _live(scorer)
    scorer.get_by_role("button", name="Reset link").last.tap()
    _note(watcher, "This phone can no longer see the table")
    expect(watcher.locator(".state")).to_have_text("No access")
    # What it showed last stays readable.
    expect_totals(watcher, 0, 0)
    # The phone that renewed its own scorer link goes on.
    scorer.get_by_role("button", name="Reset link").first.tap()
    expect(scorer.get_by_role("status")).to_contain_text("Link reset")
    _live(scorer)


def test_the_screen_stays_on_if_asked_while_a_hand_is_open(phone: Phone) -> None:
    page = phone()
    page.add_init_script("""
      window.locks = [];
      const request = async (kind) => {
        const lock = new EventTarget();
        lock.release = async () => { locks.push("off"); lock.dispatchEvent(new Event("release")); };
        locks.push(kind);
        return lock;
      };
      Object.defineProperty(navigator, "wakeLock", { value: { request } });
    """)
    touch = start(page, "The Original ROOK")
    tick = page.get_by_label("Keep screen on")
    expect(tick).to_have_count(0)
    touch.bid("East", 95, "green")
    # Asked for politely: nothing is kept on until somebody wants it.
    expect(tick).not_to_be_checked()
    assert page.evaluate("locks") == []
    tick.tap()
    expect(page.get_by_text("on now")).to_be_visible()
    assert page.evaluate("locks") == ["screen"]
    tick.tap()
    expect(page.get_by_text("on now")).to_have_count(0)
    assert page.evaluate("locks") == ["screen", "off"]
    tick.tap()
    touch.choose("East & West: captured", 95)
    touch.save(1)
    # No hand is open: nothing is asked for; the next one remembers.
    assert page.evaluate("locks") == ["screen", "off", "screen", "off"]
    touch.bid("West", 95, "red")
    expect(tick).to_be_checked()
    expect(page.get_by_text("on now")).to_be_visible()
