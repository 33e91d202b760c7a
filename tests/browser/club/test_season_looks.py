"""Every page of a season at 390 px, dark and light: axe, fingers, nothing sideways; and the tie-breaks by touch."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.actions import highlights
from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import require_member
from scorekeeper.actions.season import seasons
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.store import db
from tests.browser.conftest import Phone
from tests.browser.page_checks import SIDEWAYS, Walk
from tests.browser.server import LocalServer
from tests.company import PASSWORD, SWEPT, Company

NARROW = {"width": 320, "height": 568}
LONG = "Bartholomew-Christopher-Montgomery-Smith"
PLAIN_PAGES = ("statistics", "ladder", "print", "share", "export", "close", "add", "import")
#: Pages beside a season: on other sites, for corrections, and the files of the club.
CLUB_PAGES = ("embedded table", "merging", "moving a night", "deleting a season", "club files", "importing a club")


def long_name(name: str) -> str:
    """Forty letters without a space, the first of them a short name."""
    return f"{name}-{LONG}"[:40]


def filled(server: LocalServer, long_names: bool = False) -> dict[str, str]:
    """A club with a season in which Olga is third: paths of its pages."""
    with server.app.app_context():
        company = Company()
        season = company.season("Winter 2026", scheme=Scheme("wins", minimum_nights=2, drop=1))
        first, second = company.event("2026-01-13"), company.event("2026-01-20", "Second night")
        game = company.play(first, "Ann Ben Cal Dot", byes="Gus")
        company.play(first, "Olga Ben Eve Dot", number=2, byes="Ann")
        company.play(first, "Ann Eve Cal Fay", number=3)
        company.play(second, "Ann Cal Ben Dot", byes="Gus")
        company.play(second, "Olga Ann Eve Dot", *SWEPT, number=2)
        seasons.publish(company.access(season), True, False)
        highlights.publish(company.access(season).club_access, second, True, False)
        path = f"/clubs/{company.club.id}/seasons/{season.id}"
        ann, ben, gus, hal = company.ids("Ann Ben Gus Hal")
        second.slug = "original"
        paths = {
            "standings": path,
            "partnerships": f"{path}?of=pairs",
            "player": f"{path}/who/{ann}",
            "event": f"{path}/nights/{second.id}",
            "game": f"{path}/games/{game.id}",
            "hand": f"{path}/games/{game.id}/hand/1",
            "why": f"{path}/why?one={ann}&other={ben}",
            "public": f"/s/{season.public_key}",
            "settings": f"{path}/edit?game=original",
            "summary": f"/event/{second.id}/summary",
            "share the summary": f"/event/{second.id}/summary/share",
            "public summary": f"/e/{second.public_key}",
            "career": f"/clubs/{company.club.id}/members/{ann}/career",
            "head to head": f"/clubs/{company.club.id}/head-to-head?one={ann}&other={ben}",
            "member": f"/clubs/{company.club.id}/members/{ann}",
            "embedded table": f"/s/{season.public_key}/table",
            "merging": f"/clubs/{company.club.id}/members/{gus}/merge?stays={hal}",
            "moving a night": f"/event/{second.id}/season",
            "deleting a season": f"{path}/delete",
            "club files": f"/clubs/{company.club.id}/export",
            "importing a club": f"/clubs/{company.club.id}/import",
            **{name: f"{path}/{name}" for name in PLAIN_PAGES},
        }
        if long_names:
            access = require_member(company.account, company.club.id)
            for member in company.club.members:
                assert members.rename_member(access, member, long_name(member.name)) is None
        db.session.commit()
    return paths


def sign_in(page: Page) -> None:
    page.goto("/account/in")
    page.get_by_label("Name").fill("Olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1, name="My clubs")).to_be_visible()


@pytest.mark.early
def test_pages_of_a_season(phone: Phone, server: LocalServer) -> None:
    """With names of 40 letters."""
    paths = filled(server, long_names=True)
    olga, ann, cal, eve = (long_name(name) for name in ("Olga", "Ann", "Cal", "Eve"))
    walk = Walk(phone())
    page = walk.page
    sign_in(page)
    page.goto(paths["standings"])
    # Best night of two: Ann and Cal 2 wins; Olga, Eve, Ben and Dot 1, and Olga has the best margin of these.
    expect(page.locator(".rows .you").first).to_contain_text("You are 3rd")
    expect(page.locator(".standing .you")).to_contain_text(olga)
    expect(page.locator(".podium li").first).to_contain_text(ann)
    leaders = f"Wins over 2 nights. Now: {ann} 2, {cal} 2, You 1"
    expect(page.get_by_role("img", name=leaders)).to_be_visible()
    expect(page.get_by_role("table", name="Wins after each night").get_by_role("row")).to_have_count(3)
    walk.unfold_all()
    page.locator(".menu summary").first.click()
    page.locator(".menu ul").get_by_role("link", name="Season settings").wait_for()
    walk.look("standings, unfolded, with the menu")
    walk.visit(paths["partnerships"], "partnerships")
    page.get_by_role("link", name=f"{olga} & {eve}").first.click()
    expect(page.get_by_role("heading", name=f"{olga} & {eve}")).to_be_visible()
    walk.unfold_all()
    walk.look("a partnership")
    page.get_by_role("link", name="Why").first.click()
    expect(page.get_by_role("heading", name="Why?")).to_be_visible()
    walk.look("why")
    for name in ("player", "event", "game", "public summary", "career", "head to head", *PLAIN_PAGES, *CLUB_PAGES):
        walk.visit(paths[name], name)
    page.goto(paths["game"])
    page.locator(".pad a").first.click()
    expect(page.get_by_role("heading", name="hand 1")).to_be_visible()
    walk.look("a hand")
    page.goto(paths["import"])
    page.get_by_label("Or paste the text").fill(json.dumps({"game": "original"}))
    page.get_by_role("button", name="Check file").click()
    expect(page.get_by_role("alert")).to_be_visible()
    walk.look("import with errors")
    page.goto(paths["settings"])
    walk.unfold_all()
    walk.look("settings, unfolded")
    page.get_by_role("button", name="Move Wins up").click()
    expect(page.locator(".ties li").first).to_contain_text("Wins")
    page.get_by_label("Name", exact=True).press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Saved. Standings are up to date.")
    walk.visit(paths["public"], "the public page")
    expect(page.locator(".podium li")).to_have_count(3)
    walk.done()


@pytest.mark.long
def test_nothing_is_cut_without_script(phone: Phone, server: LocalServer) -> None:
    """Names of 40 letters at 320 px, and text at 200 %."""
    paths = filled(server, long_names=True)
    page = phone(java_script_enabled=False)
    sign_in(page)
    wide = []
    for name, path in paths.items():
        page.goto(path)
        page.set_viewport_size(NARROW)
        wide += [f"{name} at 320 px: {part}" for part in page.evaluate(SIDEWAYS)]
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        wide += [f"{name} at 200 %: {part}" for part in page.evaluate(SIDEWAYS)]
    assert not wide, "\n".join(wide)


@pytest.mark.long
def test_a_season_without_script(phone: Phone, server: LocalServer) -> None:
    """From the standings to a hand, the menu, closing and copying: links and forms are enough."""
    paths = filled(server)
    page = phone(java_script_enabled=False)
    sign_in(page)
    page.goto(paths["standings"])
    expect(page.locator(".standing tbody tr").first).to_contain_text("Ann")
    page.locator(".standing").get_by_role("link", name="Ann").click()
    page.get_by_role("link", name="Jan 13, 2026").click()
    page.locator(".rows").get_by_role("link", name="Ann & Cal").first.click()
    page.locator(".hands a").first.click()
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    page.goto(paths["standings"])
    page.locator(".menu summary").click()
    page.get_by_role("link", name="Close season").click()
    page.get_by_role("button", name="Close season").click()
    expect(page.locator(".said")).to_contain_text("Season closed. Its standings are final.")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Copy season").click()
    expect(page.locator(".said")).to_contain_text("Season copied.")


def test_standings_on_paper(phone: Phone, server: LocalServer) -> None:
    """Nothing but the standings is printed, black on white."""
    paths = filled(server)
    page = phone()
    sign_in(page)
    page.goto(paths["print"])
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    for selector in (".top", ".head", "[data-print]", ".skip"):
        expect(page.locator(selector)).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('.standing td')).color") == "rgb(29, 26, 22)"
    expect(page.locator(".standing").first).to_be_visible()
    page.goto(paths["public summary"])
    expect(page.get_by_role("heading", name="Second night")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    for selector in (".top", "[data-print]", ".skip"):
        expect(page.locator(selector)).to_be_hidden()
