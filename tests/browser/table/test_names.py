"""Names change at any time, long names fit, and links are shared; nothing that was entered gets lost."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phone
from tests.browser.page_checks import SIDEWAYS, find_problems
from tests.browser.touch import Touch, start
from tests.budget import long_after

HAND = {"bidder": 0, "bid": 70, "trump": "red", "captured": [75, 45]}
GAME = {
    "format": "rook-record/1",
    "game": "original",
    "players": ["Ann", "Ben", "Cal", "Dot"],
    "options": {"hands": 40},
}
WIDEST = "W" * 40
#: The words on which a note lies.
UNDER_NOTES = """() => [...document.querySelectorAll("main h1")].filter((heading) => {
  const box = heading.getBoundingClientRect();
  return !heading.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map(({ textContent }) => textContent)"""


def _import(page: Page, hands: int = 3, players: list[str] | None = None, game: str = "original") -> str:
    """A game with some hands that Ann has bid and made; its address."""
    record = GAME | {"hands": [HAND] * hands}
    if players:
        record = {"format": "rook-record/1", "game": game, "players": players, "hands": []}
    page.goto("/import")
    page.get_by_label("Or paste the text").fill(json.dumps(record))
    page.get_by_role("button", name="Import game").tap()
    expect(page.locator("form.hand")).to_be_visible()
    return page.url


def _names(page: Page) -> Locator:
    return page.locator("input[name=players]")


def _open_names(touch: Touch) -> None:
    touch.tap(touch.page.get_by_label("More", exact=True))
    touch.follow("Names")
    expect(_names(touch.page).first).to_be_visible()


#: All of the text in which the cursor stands.
SELECTED = "() => getSelection().toString() === document.activeElement.value"


def test_a_name_is_mended_with_three_touches(phone: Phone) -> None:
    page = phone()
    url = _import(page)
    touch = Touch(page)
    _open_names(touch)
    # The page opens with the first name selected: it is typed over.
    expect(_names(page).first).to_be_focused()
    page.wait_for_function(SELECTED)
    page.keyboard.type("Anne")
    page.keyboard.press("Enter")
    expect(_names(page).nth(1)).to_be_focused()
    page.keyboard.type("Benjamin")
    touch.press("Save names")
    expect(page.get_by_role("status")).to_contain_text("Ann is now called Anne. Ben is now called Benjamin.")
    assert touch.count == 3
    score = page.get_by_role("region", name="Score", exact=True)
    expect(score).to_contain_text("Anne & Cal")
    # A tap on a name in the score opens that one, selected.
    touch.tap(score.get_by_role("link", name="Cal"))
    expect(_names(page).nth(2)).to_be_focused()
    page.wait_for_function(SELECTED)
    page.keyboard.type("Calvin")
    touch.press("Save names")
    expect(score).to_contain_text("Anne & Calvin")
    assert touch.count == 5
    page.goto(f"{url}/hand/1")
    expect(page.locator("main")).to_contain_text("Anne, 70 on red")
    page.goto("/new/regular")
    assert [_names(page).nth(seat).input_value() for seat in range(4)] == ["Anne", "Benjamin", "Calvin", "Dot"]


@pytest.mark.parametrize("script", long_after(1, [True, False]))
def test_somebody_takes_over_a_seat_and_it_is_undone(phone: Phone, script: bool) -> None:
    page = phone(java_script_enabled=script)
    url = _import(page)
    touch = Touch(page)
    _open_names(touch)
    page.get_by_role("radio", name="New player").check()
    _names(page).first.fill("Zoe")
    touch.press("Save names")
    expect(page.get_by_role("status")).to_contain_text("Zoe took over Ann’s seat from hand 4.")
    expect(page.get_by_role("region", name="Score", exact=True)).to_contain_text("Zoe & Cal")
    page.goto(f"{url}/hand/3")
    expect(page.locator("main")).to_contain_text("Ann played in Zoe’s seat.")
    assert not script or not find_problems(page, "hand")
    page.goto(f"{url}/history")
    expect(page.locator("main")).to_contain_text("Zoe took over Ann’s seat from hand 4.")
    # Nothing stands at the edge of the screen.
    assert all(
        box >= 16
        for box in page.locator(".versions li p").evaluate_all("(all) => all.map((p) => p.getBoundingClientRect().x)")
    )
    assert not script or not find_problems(page, "history")
    page.goto(url)
    touch.tap(page.get_by_label("More", exact=True))
    touch.press("Undo last change (names)")
    expect(page.get_by_role("region", name="Score", exact=True)).to_contain_text("Ann & Cal")


def test_two_phones_rename_at_once_and_a_third_follows(phone: Phone) -> None:
    first, second, third = phone(), phone(), phone()
    url = _import(first)
    first.goto(f"{url}/share")
    link, watch = (first.get_by_label("Link").nth(place).input_value() for place in (0, 1))
    second.goto(link)
    third.goto(watch)
    expect(third.locator(".state")).to_have_attribute("data-state", "live")
    for page in (first, second):
        page.goto(f"{url}/names")
    _names(first).nth(0).fill("Anne")
    first.get_by_role("button", name="Save names").tap()
    expect(third.get_by_role("region", name="Score", exact=True)).to_contain_text("Anne & Cal")
    _names(second).nth(3).fill("Dora")
    second.get_by_role("button", name="Save names").tap()
    expect(second.get_by_role("alert")).to_contain_text(
        "Another phone changed the names first. Ann is now called Anne."
    )
    assert not find_problems(second, "names, conflict")
    second.get_by_role("button", name="Save names").tap()
    expect(second.get_by_role("region", name="Score", exact=True)).to_contain_text("Ben & Dora")
    expect(second.get_by_role("region", name="Score", exact=True)).to_contain_text("Anne & Cal")
    expect(third.get_by_role("region", name="Score", exact=True)).to_contain_text("Ben & Dora")


@pytest.mark.long
def test_eight_long_names_fit(phone: Phone) -> None:
    page = phone(viewport={"width": 320, "height": 568})
    url = _import(page, players=[f"Player {seat}" for seat in range(1, 9)], game="booklet")
    page.goto(f"{url}/names")
    for seat in range(8):
        _names(page).nth(seat).fill(f"{WIDEST[:39]}{seat}")
    page.get_by_role("button", name="Save names").tap()
    expect(page.get_by_role("status")).to_contain_text("is now called")
    for path in ("/names", "/history", "/print"):
        page.goto(f"{url}{path}")
        assert page.evaluate(SIDEWAYS) == [], path


def test_a_half_filled_hand_survives_every_place_of_the_bar(phone: Phone) -> None:
    page = phone()
    start(page, "The Original ROOK")
    page.get_by_role("radio", name="East", exact=True).check()
    page.get_by_role("radio", name="95", exact=True).check()
    for place in ("Settle", "Rules", "Share"):
        page.get_by_role("navigation", name="This game").get_by_role("link", name=place).tap()
        expect(page.locator("form.hand")).to_have_count(0)
        page.get_by_role("navigation", name="This game").get_by_role("link", name="Score").tap()
        for entered in ("East", "95"):
            expect(page.get_by_role("radio", name=entered, exact=True)).to_be_checked()
    _open_names(Touch(page))
    page.go_back()
    expect(page.get_by_role("radio", name="East", exact=True)).to_be_checked()


def test_two_versions_are_shown_with_their_points(phone: Phone) -> None:
    page = phone()
    url = _import(page)
    stale = page.context.new_page()
    for window, bid in ((page, "80"), (stale, "75")):
        window.goto(f"{url}/hand/3/change")
        Touch(window).choose("Bid", bid)
    for window in (page, stale):
        window.get_by_role("button", name="Save hand 3").last.tap()
    expect(stale.get_by_role("heading", name="Two versions of hand 3")).to_be_visible()
    rows = [
        [cell.strip() for cell in row]
        for row in stale.locator(".both tbody tr").evaluate_all(
            "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
        )
    ]
    assert ["Bid", "75", "80"] in rows
    assert ["Ann & Cal", "+75", "−80"] in rows
    assert ["Ben & Dot", "+45", "+45"] in rows
    assert stale.evaluate(UNDER_NOTES) == []
    assert not find_problems(stale, "conflict")


def test_twenty_hands_are_printed_on_one_page(phone: Phone) -> None:
    page = phone()
    page.goto(f"{_import(page, hands=20)}/print")
    expect(page.get_by_role("button", name="Print", exact=True)).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print", exact=True)).to_be_hidden()
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


NAMES = ["Christopher", "Elizabeth", "Bartholomew", "Alexandra"]


def test_every_bidder_can_be_seen_and_touched(phone: Phone) -> None:
    page = phone()
    page.goto("/new/original")
    for seat, name in enumerate(NAMES):
        page.locator("input[name=players]").nth(seat).fill(name)
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("form.hand")).to_be_visible()
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for seat in range(4):
            box = page.locator("input[name=bidder]").nth(seat).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["height"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= width


NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })"


@pytest.mark.parametrize("script", ["", NO_CLIPBOARD])
def test_a_link_is_copied(phone: Phone, script: str) -> None:
    page = phone(permissions=["clipboard-read", "clipboard-write"])
    start(page, "The Original ROOK")
    address = page.url
    page.goto(f"{address}/share")
    link = page.get_by_label("Link").last.input_value()
    page.add_init_script(script)
    page.reload()
    page.get_by_role("region", name="Can only watch").get_by_role("button", name="Copy link").tap()
    expect(page.locator("[data-notes]")).to_contain_text("Copied.")
    reader = page.context.new_page()
    reader.goto("/import")
    reader.get_by_label("Or paste the text").focus()
    reader.keyboard.press("ControlOrMeta+v")
    expect(reader.get_by_label("Or paste the text")).to_have_value(link)


def test_without_script_the_link_can_be_copied_by_hand(phone: Phone) -> None:
    page = phone(java_script_enabled=False)
    start(page, "The Original ROOK")
    page.goto(f"{page.url}/share")
    expect(page.get_by_label("Link")).to_have_count(2)
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)
