"""What was entered is never lost, never doubled, and can be taken back."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from urllib.parse import parse_qsl

from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Phone
from tests.browser.touch import Touch, expect_finish, expect_outcome, expect_totals, named, start


def _checked(page: Page, legend: str, label: str) -> None:
    expect(page.get_by_role("group", name=named(legend)).get_by_role("radio", name=label, exact=True)).to_be_checked()


def test_a_half_entered_hand_survives_a_reload(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    address = page.url
    touch.choose("Who won the bid?", "East")
    touch.choose("Bid", 95)
    page.reload()
    _checked(page, "Who won the bid?", "East")
    _checked(page, "Bid", "95")
    # Also when the phone went elsewhere meanwhile.
    page.goto("/")
    page.goto(address)
    _checked(page, "Bid", "95")
    touch.name_trump("East", "green")
    expect(page.locator(".bid strong")).to_have_text("East, 95 on green")
    touch.choose("East & West: captured", 75)
    expect_outcome(page, "+45", "−95")
    touch.unfold("Penalty, misdeal or note")
    page.get_by_role("textbox", name="Note").fill("a long night")
    page.reload()
    _checked(page, "East & West: captured", "75")
    expect_outcome(page, "+45", "−95")
    expect(page.get_by_role("textbox", name="Note")).to_have_value("a long night")
    touch.save(1)
    expect_totals(page, 45, -95)
    # A draft that was saved does not come back in the next hand.
    expect(page.locator("form.hand input:checked")).to_have_count(0)


def test_a_form_sent_twice_saves_once(phone: Phone) -> None:
    page = phone()
    touch = start(page, "High 14")
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/hand") else None)
    for name, share in (("North", 10), ("East", 10), ("South", 10)):
        touch.choose(f"{name}: captured", share)
    # A nervous touch.
    page.get_by_role("button", name="Save hand 1").first.dblclick()
    expect_totals(page, 10, 10, 10, 30)
    # And the browser that sends the very form again.
    again = page.request.post(sent[-1].url, form=dict(parse_qsl(sent[-1].post_data or "")))
    assert again.ok
    page.reload()
    expect_totals(page, 10, 10, 10, 30)
    touch.menu("History")
    expect(page.locator(".versions li")).to_have_count(1)


def test_undo_of_a_save_a_correction_and_a_deletion(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 75)
    touch.save(1)
    touch.press("Undo")
    # The result is taken back; the bid stands.
    expect(page.locator(".bid strong")).to_have_text("East, 95 on green")
    expect_totals(page, 0, 0)
    touch.choose("East & West: captured", 100)
    touch.save(1)
    expect_totals(page, 20, 100)
    touch.tap(page.locator(".so-far tbody a").first)
    touch.press("Delete hand")
    expect(page.get_by_role("status")).to_contain_text("deleted")
    expect_totals(page, 0, 0)
    touch.press("Undo")
    expect(page.get_by_role("status")).to_contain_text("Undone")
    expect_totals(page, 20, 100)
    # A game put away comes back too.
    page.goto("/games")
    page.get_by_role("button", name="Delete The Original ROOK").tap()
    expect(page.get_by_role("link", name="The Original ROOK, hand")).to_have_count(0)
    page.get_by_role("button", name="Restore").tap()
    expect_totals(page, 20, 100)


def _three_hands(page: Page) -> Touch:
    """North & South 240, East & West 0, then 250 : 110."""
    touch = start(page, "The Original ROOK")
    for place, (bidder, side, captured) in enumerate(
        (("North", "North & South", 120), ("South", "North & South", 120), ("East", "East & West", 110)), 1
    ):
        touch.bid(bidder, 100, "red")
        touch.choose(f"{side}: captured", captured)
        touch.save(place)
    expect_totals(page, 250, 110)
    return touch


def test_a_correction_that_ends_the_game_earlier_asks_first(phone: Phone) -> None:
    page = phone()
    touch = _three_hands(page)
    touch.bid("West", 100, "red")
    touch.choose("East & West: captured", 100)
    touch.save(4)
    expect_totals(page, 270, 210)
    touch.follow("change hand 3")
    touch.choose("East & West: captured", 50)
    # East is set back 100 and the others have 70: 310 at hand 3.
    expect_outcome(page, "+70", "−100")
    touch.press("Save hand 3")
    expect(page.get_by_role("heading", name="This would end the game")).to_be_visible()
    touch.follow("Cancel")
    expect_totals(page, 270, 210)
    touch.follow("change hand 3")
    touch.choose("East & West: captured", 50)
    touch.press("Save hand 3")
    touch.press("Save and end the game")
    expect_finish(page, "North & South", 310, -100)
    touch.press("Undo")
    expect_totals(page, 270, 210)
    touch.menu("History")
    # Four bids, four results, the correction with what it dropped, and both of these undone.
    expect(page.locator(".versions li")).to_have_count(8 + 2 + 2)


def test_an_older_hand_obeys_the_same_checks(phone: Phone) -> None:
    page = phone()
    touch = _three_hands(page)
    touch.follow("change hand 1")
    touch.unfold("East & West get the rest")
    touch.choose("East & West: captured", 20)
    touch.press("Save hand 1")
    expect(page.locator(".wrong, .faults").first).to_contain_text("140 of 120")
    _checked(page, "East & West: captured", "20")
    touch.choose("North & South: captured", 100)
    touch.save(1)
    # 100 + 120 + 10, and 20 + 0 + 110: what came after is scored anew.
    expect_totals(page, 230, 130)


def test_times_use_the_phones_own_clock(phone: Phone) -> None:
    here, there = phone(timezone_id="Asia/Kolkata"), phone(timezone_id="America/Phoenix")
    touch = start(here, "High 14")
    for name in ("North", "East", "South"):
        touch.choose(f"{name}: captured", 10)
    touch.save(1)
    here.goto(f"{here.url}/history")
    there.goto("/")
    there.context.add_cookies(here.context.cookies())
    there.goto(here.url)
    moments = [page.locator("main time").first for page in (here, there)]
    saved_at = datetime.fromisoformat(moments[0].get_attribute("datetime") or "")
    for moment, hours in zip(moments, (5.5, -7), strict=True):
        local = saved_at.astimezone(timezone(timedelta(hours=hours)))
        expect(moment).to_have_text(f"{local:%b %-d, %Y, %-I:%M %p}")
