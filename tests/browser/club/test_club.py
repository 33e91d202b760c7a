"""A club on two phones: created, eight names, an invitation, a second phone that signs up and claims a name."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.page_checks import Walk

PASSWORD = "correct horse battery"
NAMES = ["Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida"]


def see(page: Page, heading: str) -> None:
    """The page of this heading has come."""
    expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Repeat password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").tap()


def create_club(page: Page, walk: Walk) -> None:
    """Ann signs up from the start page and creates a club."""
    page.goto("/")
    page.get_by_role("link", name="Club", exact=True).tap()
    see(page, "Club")
    walk.look("what a club is")
    page.get_by_role("link", name="Sign up").tap()
    see(page, "Sign up")
    walk.look("sign up")
    sign_up(page, "Ann")
    see(page, "My clubs")
    walk.look("my clubs, none")
    page.get_by_label("Club name").fill("The Tuesday Rooks")
    page.get_by_role("button", name="Create club").tap()
    see(page, "The Tuesday Rooks")


def add_names(page: Page) -> None:
    page.get_by_label("Names, one per line").fill("\n".join(NAMES))
    page.get_by_role("button", name="Add members").tap()
    expect(page.get_by_role("heading", name="9 members")).to_be_visible()
    expect(page.locator(".people li")).to_have_count(9)


def invite(page: Page, walk: Walk | None = None) -> str:
    """Make an invitation, with a look at its pages or without; its link."""
    page.locator(".menu summary").tap()
    page.get_by_role("link", name="Invite people").tap()
    expect(page.get_by_role("button", name="Create invitation link")).to_be_visible()
    if walk:
        walk.look("nobody invited")
    page.get_by_role("button", name="Create invitation link").tap()
    expect(page.locator(".qr svg")).to_be_visible()
    if walk:
        walk.look("invitation")
    link = page.get_by_label("Invitation link").input_value()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").tap()
    expect(page.locator("[data-notes]")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == link
    return link


@pytest.mark.early
def test_a_club_is_created_and_a_name_is_claimed(phone: Phone) -> None:
    ann, gus = phone(), phone()
    walk, second = Walk(ann), Walk(gus)
    create_club(ann, walk)
    add_names(ann)
    # The pages of a club and of its invitations are looked at below, unfolded and with long names.
    link = invite(ann)
    club = ann.url.removesuffix("/invite")

    gus.goto(link)
    second.look("invited")
    gus.get_by_role("link", name="Sign up").tap()
    sign_up(gus, "Gus Grey")
    see(gus, "Join The Tuesday Rooks")
    gus.get_by_role("button", name="Gus", exact=True).tap()
    expect(gus.get_by_role("status")).to_contain_text("Welcome to The Tuesday Rooks, Gus.")
    expect(gus.locator(".people li").filter(has_text="you")).to_contain_text("Gus")
    gus.locator(".menu summary").tap()
    expect(gus.get_by_role("link", name="Club log")).to_be_visible()
    expect(gus.get_by_role("link", name="Invite people")).to_have_count(0)

    ann.goto(club)
    ann.get_by_role("link", name="Gus has an account").tap()
    expect(ann.locator("main")).to_contain_text("signs in as Gus Grey")
    ann.locator("summary").filter(has_text="Change role").tap()
    ann.locator("label").filter(has_text="Scorer").tap()
    ann.get_by_role("button", name="Save role").tap()
    expect(ann.get_by_role("status")).to_contain_text("Role saved.")
    walk.unfold_all()
    walk.look("a member")
    ann.get_by_role("button", name="Create reset link").tap()
    expect(ann.get_by_label("Link")).to_have_value(re.compile("/account/reset/"))
    walk.look("a reset link")
    gus.goto(ann.get_by_label("Link").input_value())
    second.look("a new password")
    gus.goto("/clubs")
    expect(gus.locator("main")).to_contain_text("Gus, scorer")
    walk.visit(f"{club}/log", "log")
    walk.visit(f"{club}/settings", "settings")
    ann.goto(club)
    walk.unfold_all()
    walk.look("club, unfolded")
    for path in ("/account", "/account/password", "/account/erase", "/clubs"):
        walk.visit(path, path)
    second.done()
    walk.done()


@pytest.mark.long
def test_long_names_stay_on_the_page(phone: Phone) -> None:
    page = phone()
    walk = Walk(page)
    page.goto("/account/new?next=/clubs")
    sign_up(page, "W" * 40)
    page.get_by_label("Club name").fill("W" * 60)
    page.get_by_role("button", name="Create club").tap()
    page.get_by_label("Names, one per line").fill("M" * 40 + "\n" + "🐦" * 40)
    page.get_by_role("button", name="Add members").tap()
    expect(page.locator(".people li")).to_have_count(3)
    walk.look("long names")
    page.get_by_role("link", name="M" * 40).tap()
    see(page, "M" * 40)
    walk.look("a long name")
    page.locator(".head a").tap()
    link = invite(page, walk)
    other = phone()
    other.goto("/account/new?next=" + link[link.index("/clubs") :])
    sign_up(other, "V" * 40)
    second = Walk(other)
    see(other, "Join")
    second.look("joining a long name")
    other.get_by_role("button", name="M" * 40).tap()
    expect(other.get_by_role("status")).to_be_visible()
    second.look("welcome")
    second.done()
    walk.done()
