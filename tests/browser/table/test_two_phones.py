"""Several phones at one table: nothing is lost, and who may only watch changes nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.touch import Touch, expect_totals, start, typed_inputs


def _link(page: Page, title: str) -> str:
    """The link that the share page gives, as its QR code holds it."""
    section = page.locator("section").filter(has=page.get_by_role("heading", name=title, exact=True))
    expect(section.locator(".qr svg")).to_be_visible()
    return section.get_by_label("Link").input_value()


def _links(page: Page) -> tuple[str, str]:
    page.get_by_role("link", name="Share").first.tap()
    expect(page.get_by_role("heading", name="Share this game")).to_be_visible()
    links = _link(page, "Can keep score"), _link(page, "Can only watch")
    page.get_by_role("link", name="Back to game").tap()
    return links


def _clash(phone: Phone, script: bool = True) -> tuple[Page, Page]:
    """Two scorers; both have entered the bid of the same hand, and the first has saved."""
    first, second = phone(java_script_enabled=script), phone()
    start(first, "The Original ROOK")
    scorer, _ = _links(first)
    second.goto(scorer)
    touch, other = Touch(first), Touch(second)
    other.name_trump("West", "red")
    touch.bid("East", 95, "green")
    other.choose("Bid", 100)
    expect(second.get_by_role("heading", name="Two versions of hand 1")).to_be_visible()
    for text in ("East", "95", "green", "West", "100", "red"):
        expect(second.get_by_role("cell").filter(has_text=re.compile(f"^{text}$"))).to_have_count(1)
    return first, second


def _versions(page: Page) -> list[str]:
    Touch(page).menu("History")
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    return page.locator(".versions li").all_inner_texts()


def test_two_versions_keep_theirs(phone: Phone) -> None:
    _, second = _clash(phone)
    second.get_by_role("link", name="Keep theirs").tap()
    expect(second.locator(".bid strong")).to_have_text("East, 95 on green")
    assert len(_versions(second)) == 1


def test_both_saved_and_mine_is_taken(phone: Phone) -> None:
    first, second = _clash(phone, script=False)
    second.get_by_role("button", name="Keep mine").tap()
    expect(second.locator(".bid strong")).to_have_text("West, 100 on red")
    versions = _versions(second)
    assert [part for part in ("West", "100", "red") if part in versions[0]] == ["West", "100", "red"]
    assert [part for part in ("East", "95", "green") if part in versions[1]] == ["East", "95", "green"]
    # The first phone, without script, still shows its own bid; its result is not put on top unseen.
    Touch(first).choose("East & West: captured", 95)
    first.get_by_role("button", name="Save hand 1").first.tap()
    expect(first.get_by_role("heading", name="Two versions of hand 1")).to_be_visible()


def test_a_next_hand_waits_until_this_one_is_played(phone: Phone) -> None:
    _, second = _clash(phone)
    second.get_by_role("button", name="Mine is the next hand").tap()
    # Hand 1 is still open: the phone says so, and keeps what was entered.
    expect(second.locator(".faults, .wrong").first).to_be_visible()
    expect(second.get_by_role("radio", name="West", exact=True)).to_be_checked()
    expect(second.get_by_role("radio", name="100", exact=True)).to_be_checked()


@pytest.mark.long
def test_both_saved_a_result_and_mine_is_the_next_hand(phone: Phone) -> None:
    first, second = phone(), phone()
    start(first, "High 14")
    scorer, _ = _links(first)
    second.goto(scorer)
    for page, shares in ((first, (30, 20, 10)), (second, (0, 20, 10))):
        for name, share in zip(("North", "East", "South"), shares, strict=True):
            Touch(page).choose(f"{name}: captured", share)
    Touch(first).save(1)
    second.get_by_role("button", name="Save hand 1").first.tap()
    expect(second.get_by_role("heading", name="Two versions of hand 1")).to_be_visible()
    second.get_by_role("button", name="Mine is the next hand").tap()
    # 30 + 0, 20 + 20, 10 + 10, 0 + 30: both hands count.
    expect_totals(second, 30, 40, 20, 30)
    assert len(_versions(second)) == 2


def test_a_watcher_sees_and_cannot_change(phone: Phone, site: str) -> None:
    scorer, watcher, stranger, other = phone(), phone(), phone(), phone()
    touch = start(scorer, "The Original ROOK")
    address = scorer.url
    score_link, watch_link = _links(scorer)
    watcher.goto(watch_link)
    other.goto(score_link)
    expect(other.locator("form.hand")).to_be_visible()
    touch.bid("East", 95, "green")
    watcher.goto(address)
    expect(watcher.locator(".bid strong")).to_have_text("East, 95 on green")
    expect(watcher.locator("form")).to_have_count(0)
    expect(typed_inputs(watcher)).to_have_count(0)
    expect(watcher.get_by_role("link", name="Share")).to_have_count(0)
    # Even with a sound form, taken from another page of this phone, it is refused.
    start(watcher, "Donkey")
    mark = watcher.locator("form.hand input[name=csrf_token]").get_attribute("value") or ""
    form = {"csrf_token": mark, "stage": "result", "hand": "1", "base": "1", "token": "t", "captured[0]": "60"}
    for path, data in {
        "/hand": form,
        "/undo": {"csrf_token": mark, "last": "1", "token": "t"},
        "/hand/1/delete": {"csrf_token": mark, "base": "1", "token": "t"},
        "/share": {"csrf_token": mark, "role": "watcher"},
    }.items():
        assert watcher.request.post(address + path, form=data).status == 403, path
    assert watcher.request.post(address.replace("/t/", "/games/") + "/delete", form={"csrf_token": mark}).status == 403
    assert watcher.request.get(address + "/share").status == 403
    stranger.goto("/")
    for path in ("", "/history", "/record.json", "/sheet.csv", "/print", "/share", "/join/guess", "/hand/1"):
        assert stranger.request.get(address + path).status == 404, path
    # Renewed links shut out whoever came by the old ones; this phone goes on.
    scorer.get_by_role("link", name="Share").first.tap()
    for title in ("Can keep score", "Can only watch"):
        section = scorer.locator("section").filter(has=scorer.get_by_role("heading", name=title, exact=True))
        section.get_by_role("button", name="Reset link").tap()
        expect(scorer.get_by_role("status")).to_contain_text("Link reset")
    for page, link in ((watcher, watch_link), (other, score_link)):
        assert page.request.get(address).status == 404
        assert page.request.get(link).status == 404
    scorer.goto(address)
    expect(scorer.locator("form.hand")).to_be_visible()
    assert address.startswith(site)
