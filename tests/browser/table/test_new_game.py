"""The start page and a new game: few touches, names that are quick to enter and never lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Phone
from tests.browser.page_checks import SIDEWAYS
from tests.browser.touch import Touch, start_by_touch
from tests.budget import long_after

LONG_NAMES = ["Christopher", "Elizabeth", "Bartholomew", "Alexandra"]
WIDEST_NAME = "Wilhelmina Montgomery-Featherstonehaugh W"[:40]


def _names(page: Page) -> Locator:
    return page.locator("input[name=players]")


def _bottom(target: Locator) -> float:
    box = target.bounding_box()
    assert box
    return box["y"] + box["height"]


def _count(page: Page, count: int) -> None:
    page.get_by_role("group", name="Number of players").get_by_role("button", name=str(count), exact=True).tap()
    expect(_names(page)).to_have_count(count)


def _expect_names(page: Page, *names: str) -> None:
    for seat, name in enumerate(names):
        expect(_names(page).nth(seat)).to_have_value(name)


def test_two_touches_start_a_game_and_one_starts_it_again(phone: Phone) -> None:
    page = phone()
    assert start_by_touch(page, "The Original ROOK").count == 2
    first = page.url
    page.goto("/")
    touch = Touch(page)
    touch.tap(page.get_by_role("button", name="Play again with North, East, South, West"))
    expect(page.locator("form.hand")).to_be_visible()
    assert touch.count == 1
    assert page.url != first


def test_a_tap_selects_the_name_and_enter_moves_to_the_next(phone: Phone) -> None:
    page = phone()
    page.goto("/new/original")
    _names(page).first.tap()
    for name in LONG_NAMES:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    _expect_names(page, *LONG_NAMES)
    expect(page.get_by_role("button", name="Start game")).to_be_focused()
    _names(page).nth(1).tap()
    assert page.evaluate("getSelection().toString()") == "Elizabeth"


@pytest.mark.parametrize("script", long_after(1, [True, False]))
def test_names_survive_another_number_of_players(phone: Phone, script: bool) -> None:
    page = phone(java_script_enabled=script)
    page.goto("/new/regular")
    for seat, name in enumerate(LONG_NAMES):
        _names(page).nth(seat).fill(name)
    page.get_by_role("radio", name="Deals first: seat 3").check()
    _count(page, 3)
    _expect_names(page, *LONG_NAMES[:3])
    _count(page, 6)
    _expect_names(page, *LONG_NAMES, "Player 5", "Player 6")
    expect(page.get_by_role("radio", name="Deals first: seat 3")).to_be_checked()
    page.get_by_role("button", name="Start game").tap()
    expect(page.locator("form.hand")).to_be_visible()


def test_without_script_enter_does_not_start_the_game(phone: Phone) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/new/regular")
    _names(page).first.fill("Zoe")
    _names(page).first.press("Enter")
    expect(page.get_by_role("button", name="Start game")).to_be_visible()
    _expect_names(page, "Zoe", "East", "South", "West")


def test_the_next_game_offers_the_names_of_the_last(phone: Phone) -> None:
    page = phone()
    page.goto("/new/original")
    _names(page).nth(2).fill("Zoe")
    page.get_by_role("button", name="Start game").tap()
    expect(page.locator("form.hand")).to_be_visible()
    page.goto("/new/original")
    _expect_names(page, "North", "East", "Zoe", "West")
    page.goto("/new/regular?players=3")
    _expect_names(page, "Zoe", "Player 2", "Player 3")
    assert page.locator("datalist option").evaluate_all("options => options.map(({ value }) => value)") == ["Zoe"]


def test_a_duplicate_name_is_reported_once(phone: Phone) -> None:
    page = phone()
    page.goto("/new/regular")
    for seat in range(4):
        _names(page).nth(seat).fill("Ann")
    page.get_by_role("button", name="Start game").tap()
    expect(page.get_by_text("Two players are called “Ann”. Give each a different name.")).to_have_count(1)
    expect(page.locator("input[name=players][aria-invalid]")).to_have_count(3)
    for seat, name in enumerate(["Ann", "Ben", "Cal", ""]):
        _names(page).nth(seat).fill(name)
    page.get_by_role("button", name="Start game").tap()
    expect(page.get_by_role("alert")).to_have_text("Enter a name.")


def test_the_button_is_always_in_reach(phone: Phone) -> None:
    page = phone()
    page.goto("/new/booklet?players=8")
    for seat in range(8):
        _names(page).nth(seat).fill(f"{WIDEST_NAME[:39]}{seat}")
    page.get_by_text("House rules").tap()
    expect(page.get_by_text("Standard rules: 200 points; Rook card: left out;")).to_be_visible()
    for width, height in ((390, 844), (320, 568), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert _bottom(page.get_by_role("button", name="Start game")) <= height
        assert page.evaluate(SIDEWAYS) == []


def test_the_start_page_fits_two_screens(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    for use in ("Settle a dispute", "Look up a rule", "Run a club", "Start The Original ROOK"):
        assert _bottom(page.get_by_role("link", name=use)) < PHONE["height"] - 60, use
    page.goto("/new/original")
    for seat, name in enumerate(LONG_NAMES):
        _names(page).nth(seat).fill(name)
    page.get_by_role("button", name="Start game").tap()
    expect(page.locator("form.hand")).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("Christopher deals")).to_be_visible()
    expect(page.get_by_role("link", name="Continue game")).to_be_in_viewport()
    assert _bottom(page.locator(".tiles a").last) <= 2 * PHONE["height"]


def test_every_name_has_a_line_of_its_own(phone: Phone) -> None:
    page = phone()
    start_by_touch(page, "The Original ROOK")
    for address in ("/new/original", f"{page.url}/names"):
        page.goto(address)
        boxes = [box for seat in range(4) if (box := _names(page).nth(seat).bounding_box())]
        assert len(boxes) == 4
        assert len({box["x"] for box in boxes}) == 1
        assert all(box["width"] > 200 for box in boxes)
        assert all(below["y"] >= above["y"] + above["height"] for above, below in pairwise(boxes))
