"""Every page of a season at 390 px, dark and light: axe, fingers, nothing sideways; and the tie-breaks by touch."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from scorekeeper.actions.season import seasons
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.store import Night, db
from scorekeeper.web import create_app
from tests.browser.conftest import Phone
from tests.browser.page_checks import Walk
from tests.company import PASSWORD, SWEPT, Company


def filled(folder: Path) -> tuple[str, str, str, str]:
    """A club with a season: paths of the season, a night, a game, and the public page."""
    app = create_app({}, folder)
    with app.app_context():
        company = Company()
        season = company.season("Winter 2026", scheme=Scheme("wins", minimum_nights=2, drop=1))
        first, second = company.night("2026-01-13"), company.night("2026-01-20", "Second night")
        game = company.play(first, "Ann Ben Cal Dot", byes="Gus")
        company.play(second, "Ann Cal Ben Dot")
        company.play(second, "Eve Ann Fay Dot", *SWEPT, number=2)
        seasons.publish(company.access(season), True, False)
        path = f"/clubs/{company.club.id}/seasons/{season.id}"
        night = db.session.get(Night, second.id)
        found = path, f"{path}/nights/{night.id}", f"{path}/games/{game.id}", f"/s/{season.public_key}"
        db.engine.dispose()
    return found


def test_pages_of_a_season(phone: Phone, tmp_path: Path) -> None:
    path, night, game, public = filled(tmp_path)
    walk = Walk(phone())
    page = walk.page
    page.goto("/account/in")
    page.get_by_label("Name").fill("Olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    walk.visit(path.split("/seasons")[0], "the club with its season")
    walk.visit(path, "standing of players")
    walk.unfold_all()
    walk.look("standing, unfolded")
    walk.visit(f"{path}?of=pairs", "standing of partnerships")
    page.get_by_role("link", name="Ann & Ben").first.click()
    expect(page.get_by_role("heading", name="Ann & Ben")).to_be_visible()
    walk.look("a partnership")
    page.get_by_role("link", name="Why").first.click()
    expect(page.get_by_role("heading", name="Why?")).to_be_visible()
    walk.look("why")
    walk.visit(night, "a night")
    walk.visit(game, "a game")
    page.locator(".pad a").first.click()
    expect(page.get_by_role("heading", name="hand 1")).to_be_visible()
    walk.look("a hand")
    for name in ("statistics", "ladder", "print", "share", "add", "import"):
        walk.visit(f"{path}/{name}", name)
    page.goto(f"{path}/import")
    page.get_by_label("Or the text").fill(json.dumps({"game": "original"}))
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    walk.look("import with errors")
    walk.visit(f"{path}/edit?game=original", "settings")
    walk.unfold_all()
    walk.look("settings, unfolded")
    page.get_by_role("button", name="Wins earlier").click()
    expect(page.locator(".ties li").first).to_contain_text("Wins")
    walk.visit(public, "the public page")
    walk.done()
