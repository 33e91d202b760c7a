"""What was entered is never lost, never doubled, and can be taken back."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from urllib.parse import parse_qsl

from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Phone
from tests.browser.finger import Finger, see_finish, see_outcome, see_totals, start


def _checked(page: Page, legend: str, label: str) -> None:
    expect(page.get_by_role("group", name=legend).get_by_role("radio", name=label, exact=True)).to_be_checked()


def test_a_half_entered_hand_survives_a_reload(phone: Phone) -> None:
    page = phone()
    finger = start(page, "The Original ROOK")
    address = page.url
    finger.choose("Who took the bid?", "East")
    finger.choose("For how much?", 95)
    page.reload()
    _checked(page, "Who took the bid?", "East")
    _checked(page, "For how much?", "95")
    # Also when the phone went elsewhere meanwhile.
    page.goto("/")
    page.goto(address)
    _checked(page, "For how much?", "95")
    finger.choose("Trump color", "green")
    finger.press("Start the play")
    expect(page.locator(".bid strong")).to_have_text("East, 95 on green")
    finger.choose("East & West: captured", 75)
    see_outcome(page, "+45", "−95")
    finger.unfold("Something went wrong")
    page.get_by_role("textbox", name="Note").fill("a long night")
    page.reload()
    _checked(page, "East & West: captured", "75")
    see_outcome(page, "+45", "−95")
    expect(page.get_by_role("textbox", name="Note")).to_have_value("a long night")
    finger.save(1)
    see_totals(page, 45, -95)
    # A draft that was saved does not come back in the next hand.
    expect(page.locator("form.hand input:checked")).to_have_count(0)


def test_a_form_sent_twice_saves_once(phone: Phone) -> None:
    page = phone()
    finger = start(page, "High 14")
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/hand") else None)
    for name, share in (("North", 10), ("East", 10), ("South", 10)):
        finger.choose(f"{name}: captured", share)
    # A nervous finger.
    page.get_by_role("button", name="Save hand 1").first.dblclick()
    see_totals(page, 10, 10, 10, 30)
    # And the browser that sends the very form again.
    again = page.request.post(sent[-1].url, form=dict(parse_qsl(sent[-1].post_data or "")))
    assert again.ok
    page.reload()
    see_totals(page, 10, 10, 10, 30)
    finger.follow("History")
    expect(page.locator(".versions li")).to_have_count(1)


def test_undo_of_a_save_a_correction_and_a_deletion(phone: Phone) -> None:
    page = phone()
    finger = start(page, "The Original ROOK")
    finger.bid("East", 95, "green")
    finger.choose("East & West: captured", 75)
    finger.save(1)
    finger.press("Undo")
    # The result is taken back; the bid stands.
    expect(page.locator(".bid strong")).to_have_text("East, 95 on green")
    see_totals(page, 0, 0)
    finger.choose("East & West: captured", 100)
    finger.save(1)
    see_totals(page, 20, 100)
    finger.follow("+100")
    finger.press("Delete this hand")
    expect(page.get_by_role("status")).to_contain_text("deleted")
    see_totals(page, 0, 0)
    finger.press("Undo")
    expect(page.get_by_role("status")).to_contain_text("Taken back")
    see_totals(page, 20, 100)
    # A game put away comes back too.
    page.goto("/games")
    page.get_by_role("button", name="Delete The Original ROOK").tap()
    expect(page.get_by_role("link", name="The Original ROOK")).to_have_count(0)
    page.get_by_role("button", name="Bring back").tap()
    see_totals(page, 20, 100)


def _three_hands(page: Page) -> Finger:
    """North & South 240, East & West 0, then 250 : 110."""
    finger = start(page, "The Original ROOK")
    for place, (bidder, side, captured) in enumerate(
        (("North", "North & South", 120), ("South", "North & South", 120), ("East", "East & West", 110)), 1
    ):
        finger.bid(bidder, 100, "red")
        finger.choose(f"{side}: captured", captured)
        finger.save(place)
    see_totals(page, 250, 110)
    return finger


def test_a_correction_that_ends_the_game_earlier_asks_first(phone: Phone) -> None:
    page = phone()
    finger = _three_hands(page)
    finger.bid("West", 100, "red")
    finger.choose("East & West: captured", 100)
    finger.save(4)
    see_totals(page, 270, 210)
    finger.follow("change hand 3")
    finger.choose("East & West: captured", 50)
    # East is set back 100 and the others have 70: 310 at hand 3.
    see_outcome(page, "+70", "−100")
    finger.press("Save hand 3")
    expect(page.get_by_role("heading", name="The game would end here")).to_be_visible()
    finger.follow("Leave everything as it was")
    see_totals(page, 270, 210)
    finger.follow("change hand 3")
    finger.choose("East & West: captured", 50)
    finger.press("Save hand 3")
    finger.press("Save and end the game")
    see_finish(page, "North & South", 310, -100)
    finger.press("Undo")
    see_totals(page, 270, 210)
    finger.follow("History")
    # Four bids, four results, the correction with what it dropped, and both of these undone.
    expect(page.locator(".versions li")).to_have_count(8 + 2 + 2)


def test_an_older_hand_obeys_the_same_checks(phone: Phone) -> None:
    page = phone()
    finger = _three_hands(page)
    finger.follow("change hand 1")
    finger.unfold("East & West: the rest")
    finger.choose("East & West: captured", 20)
    finger.press("Save hand 1")
    expect(page.locator(".wrong, .faults").first).to_contain_text("140 of 120")
    _checked(page, "East & West: captured", "20")
    finger.choose("North & South: captured", 100)
    finger.save(1)
    # 100 + 120 + 10, and 20 + 0 + 110: what came after is scored anew.
    see_totals(page, 230, 130)


def test_moments_are_told_by_the_phones_own_clock(phone: Phone) -> None:
    here, there = phone(timezone_id="Asia/Kolkata"), phone(timezone_id="America/Phoenix")
    finger = start(here, "High 14")
    for name in ("North", "East", "South"):
        finger.choose(f"{name}: captured", 10)
    finger.save(1)
    here.goto(f"{here.url}/history")
    there.goto("/")
    there.context.add_cookies(here.context.cookies())
    there.goto(here.url)
    moments = [page.locator("main time").first for page in (here, there)]
    said = datetime.fromisoformat(moments[0].get_attribute("datetime") or "")
    for moment, hours in zip(moments, (5.5, -7), strict=True):
        # British English shortens this month to four letters.
        told = f"{said.astimezone(timezone(timedelta(hours=hours))):%-d %b %Y, %H:%M}".replace("Sep ", "Sept ")
        expect(moment).to_have_text(told)
