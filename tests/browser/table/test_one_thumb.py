"""The table under one thumb: everything on one screen, the button in reach and still, and what it says meanwhile."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules import GAMES
from tests.browser.conftest import PHONE, Phone
from tests.browser.network import start_table
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_outcome, expect_totals, start
from tests.budget import long_after

SCREENS = (PHONE, {"width": 320, "height": 568}, {"width": 844, "height": 390})
PARTNERS = [
    game.slug
    for game in GAMES
    if game.auction is not None and 4 in game.players and len(game.sides(game.setting(4, game.defaults)[0])) == 2
]

#: Where the button is, where the bar begins that lies below it, and whether anything lies on the button.
BUTTON = """() => {
  const button = document.querySelector(".act .save");
  const { top, bottom, left, width } = button.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const floor = bar.top > 100 ? bar.top : innerHeight;
  const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
  return { top, bottom, floor, free: button.contains(hit) };
}"""
#: What the button says from the touch on, with the milliseconds since then.
WATCH_BUTTON = """() => {
  const button = document.querySelector(".act .save");
  window.states = [];
  let touched = 0;
  button.addEventListener("click", () => { touched = performance.now(); }, { capture: true });
  const note = () =>
    states.push([button.textContent, button.getAttribute("aria-busy"), performance.now() - touched]);
  new MutationObserver(note).observe(button, { attributes: true, childList: true });
}"""


def _expect_still(page: Page, before: dict[str, float] | None = None) -> dict[str, float]:
    """The button is in reach, and where it was."""
    now: dict[str, float] = page.evaluate(BUTTON)
    assert now["free"], now
    assert now["bottom"] <= now["floor"] + 1, now
    assert before is None or abs(before["top"] - now["top"]) <= 1, (before, now)
    return now


def _enter(page: Page) -> None:
    """Touch the last choice of each question outside the folds; the button stays where it is after each."""
    before = _expect_still(page)
    groups = page.locator("form.hand fieldset:visible")
    for index in range(groups.count()):
        groups.nth(index).locator("input[type=radio]").last.evaluate("input => input.click()")
        _expect_still(page, before)
    page.wait_for_load_state("networkidle")
    _expect_still(page, before)


@pytest.mark.parametrize("slug", long_after(1, PARTNERS))
def test_the_button_is_in_reach_and_never_moves(phone: Phone, slug: str) -> None:
    page = phone()
    start_table(page, slug)
    for screen in SCREENS:
        page.set_viewport_size(screen)
        page.get_by_role("button", name="Clear").click()
        page.evaluate("scrollTo(0, 0)")
        _enter(page)
    page.locator(".act .save").click()
    expect(page.locator(".bid strong")).to_be_visible()
    for screen in SCREENS:
        page.set_viewport_size(screen)
        page.get_by_role("button", name="Clear").click()
        page.evaluate("scrollTo(0, 0)")
        _enter(page)


def test_everything_of_the_original_is_on_one_screen(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    questions = page.locator("form.hand fieldset:visible")
    before = touch.count
    for bidder, side, captured, place in (("East", "East & West", 75, 1), ("South", "North & South", 100, 2)):
        assert questions.count() == 2
        _expect_on_screen(page)
        touch.bid(bidder, 95, "green")
        assert questions.count() == 1
        _expect_on_screen(page)
        touch.choose(f"{side}: captured", captured)
        expect(page.locator("[data-outcome] b")).to_have_count(2)
        _expect_on_screen(page)
        touch.save(place)
    # Four touches a hand: the bidder with the color, the bid, which saves both, the points, and Save.
    assert touch.count - before == 8
    expect_totals(page, 145, -75)
    # The latest hand first; a set has its ring, and only that.
    expect(page.locator(".so-far tbody tr").first).to_contain_text("South 95")
    expect(page.locator(".so-far .ring")).to_have_text(["−95"])


def _expect_on_screen(page: Page) -> None:
    """Score, roles, every question, the outcome and the button, in this order, above the bar, nothing scrolled."""
    parts = page.locator(".board .score, .board .facts, form.hand fieldset:visible, .outcome, .act .save")
    boxes = [part.bounding_box() for part in parts.all()]
    assert page.evaluate("scrollY") == 0
    edges = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
    assert len(edges) == len(boxes)
    assert all(upper[1] <= lower[0] + 1 for upper, lower in pairwise(edges)), edges
    assert edges[-1][1] <= page.evaluate(BUTTON)["floor"], edges


#: The lowest edge of what must be in sight, and the upper edge of the sticky part.
EDGES = """(key) => {
  const edges = (selector) => [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
  const keys = edges(`[data-keys] button`), last = [...document.querySelectorAll("[data-keys] button")]
    .findIndex((button) => button.textContent === key);
  return [...edges(".player"), ...keys.slice(0, last + 1)].reduce((low, { bottom }) => Math.max(low, bottom), 0)
    <= document.querySelector(".act").getBoundingClientRect().top && last > 0 && scrollY === 0
}"""


@pytest.mark.long
def test_rows_and_keys_of_individual_games_are_on_one_screen(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Regular Rook")
    # The plate is there while somebody bids; then the rows have the scores.
    expect(page.get_by_role("region", name="Score", exact=True)).to_have_count(1)
    touch.bid("East", 60, "red")
    expect(page.get_by_role("region", name="Score", exact=True)).to_have_count(0)
    expect(page.locator(".tally")).to_have_attribute("data-ready", "")
    before = page.evaluate(BUTTON)
    assert page.evaluate(EDGES, "65")
    for name, points in (("North", 20), ("East", 65), ("South", 10)):
        expect(page.locator("[data-total]")).to_have_text(["0"] * 4)
        touch.enter(f"{name}: captured", points)
        assert page.evaluate(EDGES, "65")
    expect(page.locator("[data-total]")).to_have_text(["20", "65", "10", "5"])
    expect(page.locator("[data-outcome] .sum")).to_have_text(re.compile(r"East made 60\s+100 of 100 points"))
    assert page.evaluate(EDGES, "65")
    _expect_still(page, before)
    # What North has less, West has more.
    touch.step("North: captured", -1)
    expect(page.locator("[data-total]")).to_have_text(["15", "65", "10", "10"])
    touch.save(1)
    expect(page.get_by_role("region", name="Score", exact=True)).to_have_count(1)

    touch = start(page, "Tuxedo")
    expect(page.locator(".tally")).to_have_attribute("data-ready", "")
    before = page.evaluate(BUTTON)
    assert page.evaluate(EDGES, "19")
    for name, cards in (("North", 17), ("East", 12), ("South", 14)):
        touch.enter(f"{name}: cards", cards)
        touch.step(f"{name}: fives")
        _expect_still(page, before)
    expect(page.locator("[data-gain]")).to_have_text(["+10", "+5", "+5", "+5"])
    expect(page.locator("[data-outcome] .sum")).to_contain_text("56 of 56 cards, 4 of 4 fives")
    _expect_still(page, before)
    # A player's three figures stand in one line, on the narrowest phone too.
    page.set_viewport_size({"width": 320, "height": 568})
    tops = "() => [...document.querySelectorAll('.player .step')].map((step) => step.getBoundingClientRect().top)"
    assert len(set(page.evaluate(tops))) == 4


def test_a_slow_save_says_so_and_ends_as_saved(phone: Phone, server: LocalServer) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 75)
    expect_outcome(page, "+45", "−95")
    # The reasons have their points beside them.
    expect(page.locator("[data-reasons] li").first).to_contain_text(re.compile(r"^\s*−95 East & West: "))
    page.evaluate(WATCH_BUTTON)
    server.latency = 1.5
    touch.press("Save hand 1")
    expect(page.get_by_role("status")).to_contain_text("Hand 1 saved.", timeout=30_000)
    server.latency = 0.0
    states = page.evaluate("states")
    assert {tuple(state[:2]) for state in states} >= {("Saving…", "true"), ("Still saving…", "true")}
    assert states[0][:2] == ["Saving…", "true"]
    assert states[0][2] < 150
    assert 1_900 < next(ms for text, _, ms in states if text == "Still saving…") < 3_000
    expect_totals(page, 45, -95)
    touch.press("Undo")
    expect(page.get_by_role("status")).to_contain_text("Undone.")
    expect_totals(page, 0, 0)


def test_the_last_touch_of_a_bid_saves_it(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    saved = page.locator(".bid strong")
    # The facts come in any order; who is touched next takes the color along.
    touch.choose("Bid", 100)
    touch.name_trump("North", "red")
    expect(saved).to_have_text("North, 100 on red")
    expect(page.get_by_role("status")).to_contain_text("Bid saved.")
    # A change of a saved bid is saved by its button alone.
    touch.follow("Change")
    expect(page.get_by_role("button", name="North, red")).to_have_attribute("aria-pressed", "true")
    touch.name_trump("South", "green")
    expect(page.get_by_role("button", name="South, green")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="North, red")).to_have_attribute("aria-pressed", "false")
    touch.press("Save bid")
    expect(saved).to_have_text("South, 100 on green")
    touch.press("Undo")
    expect(saved).to_have_text("North, 100 on red")
    touch.choose("North & South: captured", 100)
    touch.save(1)
    # Somebody who walks through the choices with the keyboard saves none on the way.
    touch.name_trump("East", "black")
    page.get_by_role("radio", name="70", exact=True).focus()
    for key in ("Space", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.get_by_role("radio", name="80", exact=True)).to_be_checked()
    expect(page.get_by_role("button", name="Save bid")).not_to_have_attribute("aria-busy", "true")
    touch.press("Save bid")
    expect(saved).to_have_text("East, 80 on black")


def test_nobody_is_scolded_while_entering(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    # A bid without its trump is saved, and the page says what is still to come.
    touch.choose("Who won the bid?", "East")
    touch.choose("Bid", 95)
    touch.press("Save bid")
    expect(page.get_by_role("status")).to_contain_text("Choose the trump color when it is named.")
    with page.expect_response("**/preview"):
        touch.choose("East & West: captured", 75)
    expect(page.locator("[data-outcome]")).to_be_empty()
    # Pressed all the same, the button says what is missing, beside the question.
    touch.press("Save hand 1")
    expect(page.get_by_role("group", name="Trump color").locator(".wrong")).to_contain_text("Choose the trump color.")
    touch.choose("Trump color", "green")
    expect_outcome(page, "+45", "−95")
    touch.save(1)


def test_a_correction_says_what_it_corrects_and_can_be_left(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 75)
    touch.save(1)
    touch.follow("Change hand 1")
    expect(page.get_by_role("heading", name="Correcting hand 1")).to_be_visible()
    touch.follow("Cancel")
    expect(page.get_by_role("heading", name="Correcting hand 1")).to_have_count(0)
    expect(page.get_by_role("button", name="Save bid")).to_be_visible()
    before = touch.count
    touch.follow("Change hand 1")
    touch.choose("East & West: captured", 100)
    touch.press("Save hand 1")
    expect(page.get_by_role("status")).to_contain_text("Hand 1 corrected.")
    assert touch.count - before == 3
    expect_totals(page, 20, 100)
    touch.press("Undo")
    expect_totals(page, 45, -95)


def test_every_page_of_a_game_links_back_to_the_score(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    address = page.url
    bar = page.get_by_role("navigation", name="This game")
    for place in ("Settle", "Rules", "Share"):
        touch.tap(bar.get_by_role("link", name=place))
        expect(bar.locator("[aria-current=page]")).to_have_text(place)
        touch.tap(bar.get_by_role("link", name="Score"))
        page.wait_for_url(address)
        expect(page.locator("form.hand")).to_be_visible()


def test_a_hand_by_the_tables_own_figures_takes_few_touches(phone: Phone) -> None:
    page = phone()
    page.goto("/new/house")
    # A preset, then another figure: what they come to is there at once.
    page.get_by_role("button", name="Two hundred").tap()
    total = page.locator("#sum")
    expect(total).to_have_text("200 points a deal, bids from 100 to 200 by 5")
    page.get_by_role("button", name="More: Each 1", exact=True).tap()
    expect(total).to_have_text("220 points a deal, bids from 100 to 220 by 5")
    page.get_by_label("Lowest bid", exact=True).fill("300")
    expect(page.locator("#wrong-minimum")).to_have_text(
        "The lowest bid of 300 is more than the 220 points of a deal. Lower it."
    )
    page.get_by_label("Lowest bid", exact=True).fill("120")
    page.get_by_label("Shooting the moon scores or costs", exact=True).fill("400")
    expect(total).to_have_text("220 points a deal, bids from 120 to 220 by 5")
    page.get_by_role("button", name="Start game").tap()
    expect(page.get_by_text("Agreed: 220 points a deal; 1s 20,")).to_be_visible()
    touch = Touch(page)
    touch.bid("East", 150, "green")
    touch.choose("Points East & West captured", 140)
    expect_outcome(page, "+80", "−150")
    touch.save(1)
    assert touch.count == 4
    # The moon, by one touch instead of the bid.
    touch.name_trump("North", "red")
    touch.tap(page.locator(".tick", has_text="Shooting the moon"))
    touch.press("Save bid")
    touch.choose("Points North & South captured", 220)
    touch.save(2)
    assert touch.count == 9
    expect_totals(page, 480, -150)

    page.goto("/new/house?players=5&pack=57&last_trick=20&minimum=80&target=400")
    page.get_by_role("button", name="Start game").tap()
    touch = Touch(page)
    touch.name_trump("Player 2", "black")
    touch.choose("Bid", 120)
    # The question that is left comes into view, above the button that stays in its place.
    asked = page.get_by_role("group", name="Partner of the bidder").bounding_box()
    button = page.get_by_role("button", name="Save bid").bounding_box()
    assert asked
    assert button
    assert 0 <= asked["y"] < asked["y"] + asked["height"] <= button["y"]
    touch.choose("Partner of the bidder", "Player 4")
    expect(page.locator(".bid strong")).to_contain_text("Player 2, 120 on black")
    touch.choose("Points Player 2 & Player 4 captured", 130)
    touch.save(1)
    assert touch.count == 5
    expect_totals(page, 70, 130, 70, 130, 70)
