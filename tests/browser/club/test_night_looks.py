"""Pages of a club night measured in a browser: the big screen, seating by two taps, long names, large text."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.page_checks import SIDEWAYS, Walk
from tests.browser.server import LocalServer
from tests.web.club_pages import Person
from tests.web.event_pages import Event

HD = {"width": 1920, "height": 1080}
SMALLEST = {"width": 320, "height": 568}
#: Forty characters with a space, forty without one, and forty of the widest.
SPACED = "Maximiliana Featherstonehaugh-Cholmondel"
UNBROKEN = "Wolfeschlegelsteinhausenbergerdorffwelch"
WIDEST = "W" * 38
ORDINARY = ("Christopher", "Elizabeth", "Bartholomew", "Alexandra", "Joyce", "Glenn", "Linda", "Dale")

#: What is cut off by the edge of the screen or of its own box; rounding is forgiven.
CUT_OFF = """() => {
  const found = [];
  for (const node of document.querySelectorAll("main .tbl, main .list, main .code, main header, aside, .waiting")) {
    const box = node.getBoundingClientRect();
    const isOut = box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    if (isOut || node.scrollHeight > node.clientHeight + 2 || node.scrollWidth > node.clientWidth + 2)
      found.push(`${node.className || node.tagName}: ${node.textContent.trim().slice(0, 60)}`);
  }
  for (const node of document.querySelectorAll(".tbl .vs > *, .tbl .status")) {
    const [inner, outer] = [node.getBoundingClientRect(), node.closest(".tbl").getBoundingClientRect()];
    if (inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1)
      found.push(`outside its table: ${node.textContent}`);
  }
  return found;
}"""
SIZE_OF_NAMES = "parseFloat(getComputedStyle(document.querySelector('.tbl .vs')).fontSize)"


@pytest.fixture
def event(server: LocalServer) -> Event:
    """A night whose forms need no mark against forgery: its pages are what is measured here."""
    server.app.config["WTF_CSRF_ENABLED"] = False
    return Event(server.app, 8)


def open_as(phone: Phone, person: Person, site: str, **settings: object) -> Page:
    """A browser with somebody's cookies."""
    page = phone(**settings)
    cookie = person.client.get_cookie("session")
    assert cookie
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site}])
    return page


def long_names(count: int) -> list[str]:
    """Names of forty characters, all different."""
    return [f"{(SPACED, UNBROKEN, WIDEST)[number % 3][:38]}{number:02}" for number in range(count)]


def measured(page: Page, path: str) -> float:
    """Nothing of the screen is cut off and it does not scroll; the size of its names in pixels."""
    page.goto(path)
    expect(page.locator("main .status, main .waiting").first).to_be_visible()
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(SIDEWAYS) == []
    return float(page.evaluate(SIZE_OF_NAMES)) if page.locator(".tbl .vs").count() else 0


@pytest.mark.long
def test_the_big_screen_fits_one_four_and_twelve_tables(phone: Phone, event: Event, site: str) -> None:
    screen = open_as(phone, event.organizer, site, viewport=HD)
    people = [f"{ORDINARY[number % 8]} {'ABCDEF'[number // 8]}." for number in range(40)]
    event.organizer.add(event.club, *people)
    sizes = []
    for count in (4, 16, 48):
        event.path = event.opened()
        event.come(*[*event.names, *people][:count])
        assert measured(screen, f"{event.path}/screen") == 0
        event.draw()
        sizes.append(measured(screen, f"{event.path}/screen"))
        event.scored(event.tables()[0])
        measured(screen, f"{event.path}/screen")
        expect(screen.locator(".tbl")).to_have_count(count // 4)
    # Read from across the room: the fewer tables, the larger.
    assert sizes[0] > sizes[1] > sizes[2] >= 28
    for size in ({"width": 1280, "height": 720}, {"width": 3840, "height": 2160}, {"width": 1024, "height": 768}):
        screen.set_viewport_size(size)
        measured(screen, f"{event.path}/screen")


@pytest.mark.long
def test_the_big_screen_fits_twelve_tables_of_long_names(phone: Phone, event: Event, site: str) -> None:
    names = long_names(49)
    event.organizer.add(event.club, *names)
    event.come(*names)
    screen = open_as(phone, event.organizer, site, viewport=HD)
    measured(screen, f"{event.path}/screen")
    event.draw()
    assert measured(screen, f"{event.path}/screen") >= 14
    for table in event.tables()[:3]:
        event.scored(table)
    measured(screen, f"{event.path}/screen")
    expect(screen.locator("aside")).to_contain_text("Sitting out:")
    screen.set_viewport_size(SMALLEST)
    assert screen.evaluate(SIDEWAYS) == []


def seats(page: Page) -> list[str]:
    return page.locator(".tables label").all_inner_texts()


def test_two_taps_swap_two_names_with_and_without_script(phone: Phone, event: Event, site: str) -> None:
    event.come()
    for script in (True, False):
        page = open_as(phone, event.organizer, site, java_script_enabled=script)
        page.goto(f"{event.path}/draw")
        page.get_by_role("button", name=re.compile("^New partners")).tap()
        expect(page.get_by_role("heading", name="Proposed seating for round 1")).to_be_visible()
        before = seats(page)
        wanted = [before[5], *before[1:5], before[0], *before[6:]]
        boxes = page.locator(".tables input")
        boxes.nth(0).tap()
        if script:
            expect(page.get_by_role("status")).to_have_text(f"{before[0]} is selected. Tap another name to swap them.")
        boxes.nth(5).tap()
        if not script:
            page.get_by_role("button", name="Swap").tap()
        expect(page.locator(".tables label").first).to_have_text(before[5])
        assert seats(page) == wanted
        expect(page.locator(".tables input:checked")).to_have_count(0)
    page.get_by_role("button", name="Start round 1").tap()
    expect(page.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()
    # The round has started: its seating can still be changed, and a later proposal names what repeats.
    page.goto(f"{event.path}/places")
    page.locator(".tables input").nth(0).tap()
    page.locator(".tables input").nth(5).tap()
    page.get_by_role("button", name="Swap").tap()
    expect(page.get_by_role("status").first).to_contain_text("Swapped")
    assert seats(page) == before
    for table in event.tables():
        event.scored(table)
    page.goto(f"{event.path}/draw")
    page.get_by_role("button", name=re.compile("^By hand")).tap()
    expect(page.locator(".tables")).to_contain_text("in round 1.")


@pytest.mark.early
def test_the_looks_of_an_event(phone: Phone, event: Event, site: str) -> None:
    """Every page, with names of forty letters."""
    names = long_names(9)
    event.organizer.add(event.club, *names)
    walk = Walk(open_as(phone, event.organizer, site))
    for path in ("", "/nights/new", "/nights/new?game=original"):
        visit_unfolded(walk, event.club + path)
    newcomer = Person(event.app)
    assert newcomer.post(event.door(), name="Z" * 40).status_code == 303
    visit_unfolded(walk, event.path)
    waiting = Walk(open_as(phone, newcomer, site))
    waiting.visit(event.door(), "waiting at the door")
    event.come(*names)
    guest = Walk(phone())
    guest.visit(event.door(), "the door")
    early = Walk(open_as(phone, event.checked_in(names[0]), site))
    early.visit(event.path, "checked in")
    for path in ("", "/draw", "/partners", "/checkin", "/change", "/close", "/screen"):
        visit_unfolded(walk, event.path + path)
    page = walk.page
    page.goto(f"{event.path}/draw")
    page.get_by_role("button", name=re.compile("^New partners")).tap()
    expect(page.get_by_role("heading", name="Proposed seating for round 1")).to_be_visible()
    walk.look("a proposal")
    event.draw()
    tables = event.tables()
    for path in (event.path, *(f"{event.path}/{name}" for name in ("places", "screen", "log", "codes")), tables[0]):
        visit_unfolded(walk, path)
    expect_codes_on_paper(page, f"{event.path}/codes")
    seated = next(name for name in event.seats(tables[0]) if name != names[0])
    player = Walk(open_as(phone, event.checked_in(seated), site))
    player.visit(event.path, "a player's seat")
    scorer = Person(event.app)
    game = event.scored(tables[0], scorer)
    visit_unfolded(player, tables[0])
    player.page.get_by_label("What is wrong?").fill("The nest was counted twice")
    player.page.get_by_role("button", name="Send protest").tap()
    expect(player.page.get_by_role("status")).to_contain_text("Protest sent to the organizers.")
    player.look("a table with a protest")
    player.visit(event.path, "a player's page in a round")
    for path in (event.path, f"{event.path}/protests", tables[0]):
        visit_unfolded(walk, path)
    finish = Walk(open_as(phone, scorer, site))
    finish.visit(game, "the finish of a game of a night")
    walk.problems += waiting.problems + guest.problems + early.problems + player.problems + finish.problems
    walk.done()


def visit_unfolded(walk: Walk, path: str) -> None:
    """Look at a page with everything open."""
    walk.page.goto(path)
    walk.unfold_all()
    walk.look(path)


def expect_codes_on_paper(page: Page, path: str) -> None:
    """On paper there are only the codes."""
    page.goto(path)
    page.emulate_media(media="print")
    expect(page.locator(".codes .qr svg")).to_have_count(2)
    for selector in (".bar", ".head", "h1", "[data-print]"):
        expect(page.locator(selector)).to_be_hidden()
    page.emulate_media(media="screen")


def test_a_player_sees_the_own_seat_first(phone: Phone, event: Event, site: str) -> None:
    event.come(*event.names[:5])
    player = event.checked_in(event.names[0])
    page = open_as(phone, player, site)
    page.goto(event.path)
    expect(page.get_by_role("heading", level=1)).to_have_text("You are checked in.")
    event.draw()
    # The page follows the night by itself.
    (table,) = event.tables()
    one, two, three, four = event.seats(table)
    sides = {one: (two, (three, four)), two: (one, (three, four)), three: (four, (one, two)), four: (three, (one, two))}
    own = event.names[0]
    walk = Walk(page)
    if own in sides:
        partner, opponents = sides[own]
        wanted = f"You play at table 1 with {partner} against {' & '.join(opponents)}."
        expect(page.get_by_role("heading", level=1)).to_have_text(wanted)
        expect(page.get_by_role("img", name=re.compile(f"^Table 1. You sit opposite {partner}"))).to_be_visible()
        button = page.get_by_role("button", name="Keep score for table 1")
        box = button.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 844 - 58
        expect(page.locator(".primary:visible")).to_have_count(1)
        walk.look("a player's seat")
        button.tap()
        expect(page).to_have_url(re.compile("/t/"))
    else:
        expect(page.get_by_role("heading", level=1)).to_have_text("You sit out round 1.")
    walk.done()
