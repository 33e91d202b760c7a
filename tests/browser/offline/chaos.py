"""Games played through a line that goes wrong, while a second phone corrects: at the end the records are compared."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Page

from scorekeeper.rules import Sheet, score
from scorekeeper.store import Game as StoredGame
from scorekeeper.store import db
from tests.browser.bad_network import BadLine, Request, Trouble
from tests.browser.network import game_id_of, report_online, wait_for_worker, wait_until_prepared
from tests.browser.server import LocalServer
from tests.browser.touch import expect_totals
from tests.samples import HANDS, record
from tests.web.table.test_reading import Form
from tests.web.table.test_table import BID_KEYS, Phone

Facts = dict[str, Any]

#: One game of each family: pairs with a bid, with tricks, each alone with a bid, several figures a player, who is out.
FAMILIES = ("original", "boston", "regular", "tuxedo", "doubt")
NAMES = ["Ann", "Ben", "Cal", "Dot"]
#: In each game; the first family's ends with the last one.
HANDS_ENTERED = 20
#: A condition is awaited so long (s): what was dropped is sent again after some seconds, and that may be dropped too.
PATIENCE = 40
#: So long between two questions (ms).
STEP = 20
TROUBLES = (Trouble.DROP, Trouble.CUT, Trouble.LOSE, Trouble.TRICKLE)

#: The page asks for this moment of this hand.
ASKS = """([place, moment]) => {
  const form = document.querySelector("main form.hand");
  const [, hand, , stage] = form?.dataset.draft?.split(" ") ?? [];
  return Number(hand) === place && (!moment || stage === moment);
}"""
#: It asks for what comes after this moment of this hand, or the game is over.
IS_PAST = """([place, moment]) => {
  const form = document.querySelector("main form.hand");
  if (!form && document.querySelector("main .finish")) return true;
  const [, hand, , stage] = form?.dataset.draft?.split(" ") ?? [];
  return Number(hand) > place || (Number(hand) === place && moment === "bid" && stage === "result");
}"""
#: When it asks for it: fill in what the form asks for, and save it.
SAVE = f"""([place, moment, values]) => {{
  if (!({ASKS})([place, moment])) return false;
  const form = document.querySelector("main form.hand");
  for (const [name, value] of values) {{
    const inputs = [...form.querySelectorAll(`[name="${{name}}"]`)];
    const input = inputs.find((one) => one.type !== "radio" || one.value === value);
    if (input?.type === "radio") input.checked = true;
    else if (input) input.value = value;
  }}
  form.requestSubmit(form.querySelector("button.save"));
  return true;
}}"""
#: The server's page of this revision or a newer one is back, nothing waits, and the phone has stored what it shows.
IS_BACK = """(revision) => {
  document.dispatchEvent(new Event("input"));
  const main = document.querySelector("html[data-prepared] main[data-revision]:not(:has([data-sync])):has(.menu)");
  return main !== null && !document.querySelector("a.badge") && Number(main.dataset.revision) >= revision;
}"""
COPY = """async (id) => {
  const { loadTable } = await import("/static/any/js/offline/stored-queue.js");
  const { record, entries } = await loadTable(id);
  return { record, waiting: entries.length };
}"""


@dataclass
class Weather:
    """Trouble for some of the phone's requests, and breaks in which nothing comes through."""

    dice: random.Random
    #: How many of a hundred requests go wrong.
    share: int = 25
    is_broken: bool = False

    def choose(self, request: Request) -> Trouble:
        """What happens to a request; files of the app are stored on the phone, and pass."""
        if request.path.startswith("/static/") or request.path == "/sw.js":
            return Trouble.NONE
        if self.is_broken:
            return Trouble.DROP
        return self.dice.choice(TROUBLES) if self.dice.randrange(100) < self.share else Trouble.NONE


class Game:
    """One game on one phone behind a bad line, and on another that corrects."""

    def __init__(self, page: Page, line: BadLine, server: LocalServer, slug: str, seed: int) -> None:
        self.page, self.line, self.server, self.slug = page, line, server, slug
        self.dice = random.Random(f"{slug} {seed}")
        self.weather = Weather(self.dice)
        #: Hands that the other phone has corrected.
        self.corrected = 0
        options = {"hands": HANDS_ENTERED} if slug == "original" else record(slug, 0)["options"]
        self.known = record(slug, 0) | {"players": NAMES, "options": options}
        self.other = Phone(server.app.test_client(), slug, NAMES, **self.known["options"])
        page.goto(f"{line.url}{self.other.url}/join/{self._key()}/open")
        wait_for_worker(page)
        wait_until_prepared(page)
        line.rate = 20_000

    def _key(self) -> str:
        with self.server.app.app_context():
            game = db.session.get(StoredGame, self.other.url.rpartition("/")[2])
            assert game is not None
            return game.scorer_key

    def play(self) -> None:
        """Enter the hands in bad weather; the other phone corrects a hand now and then."""
        self.line.choose = self.weather.choose
        broken_until = 0
        for place in range(1, HANDS_ENTERED + 1):
            if place > broken_until and self.dice.random() < 0.2:
                broken_until = place + self.dice.randrange(3)
            self.weather.is_broken = place <= broken_until
            self._enter(place)
            self._wait_for(IS_PAST, [place, ""])
            if self.dice.random() < 0.2:
                self._correct()
            if self.dice.random() < 0.1:
                self._reload()

    def _reload(self) -> None:
        """Open the page anew; it may be about to do so itself."""
        with suppress(Error):
            self.page.evaluate("() => { window.isOld = true; location.reload(); }")
        self._wait_for("() => !window.isOld && document.readyState === 'complete'")

    def _wait_for(self, condition: str, *asked: Any) -> None:
        """Ask the page again and again, for it may be replaced by another one while it answers."""
        end = time.monotonic() + PATIENCE
        answer: Any = None
        while answer is not True:
            assert time.monotonic() < end, (condition, asked, answer, self.page.locator("main").inner_text())
            try:
                answer = self.page.evaluate(condition, *asked)
            except Error as error:
                answer = error.message
            if answer is not True:
                self.page.wait_for_timeout(STEP)

    def _enter(self, place: int) -> None:
        """One hand as people enter it: the bid when it is known, then the rest."""
        hand = HANDS[self.slug](self.dice)
        self.known["hands"].append(hand)
        bid = {key: value for key, value in hand.items() if key in BID_KEYS}
        if bid:
            self._save(place, "bid", bid)
        self._save(place, "result" if bid else "", {key: hand[key] for key in hand.keys() - bid.keys()})

    def _save(self, place: int, stage: str, facts: Facts) -> None:
        """Enter it once; a page that goes on at once may have done so before it could say that it was saved."""
        asked = [place, stage, [[name, str(value)] for name, value in flat(facts)]]
        self._wait_for(f"(asked) => ({IS_PAST})(asked) || ({SAVE})(asked)", asked)

    def _correct(self) -> None:
        """The other phone enters an older hand anew, if the server has one by now."""
        stored = len(score_sheet(self.server.record(game_id_of(self.page))).hands)
        if not stored:
            return
        place = self.dice.randrange(stored) + 1
        form = Form(self.other.client.get(f"{self.other.url}/hand/{place}/change").text, "hand", self.other.look)
        hand = HANDS[self.slug](self.dice)
        assert self.other.save(hand, form).status_code == 303
        self.known["hands"][place - 1] = hand
        self.corrected += 1

    def finish(self) -> None:
        """The weather clears: the server, the phone and what was played agree, and nothing came twice."""
        self.line.choose = lambda request: Trouble.NONE
        report_online(self.page)
        self._wait_for(IS_BACK, 0)
        game_id, sheet = game_id_of(self.page), score_sheet(self.known)
        self._wait_for(IS_BACK, self.server.revision(game_id))
        expect_totals(self.page, *sheet.totals)
        assert self.page.locator(".finish").count() == sheet.over
        stored = self.server.record(game_id)
        assert self.page.evaluate(COPY, game_id) == {"record": stored, "waiting": 0}
        assert [hand.points for hand in score_sheet(stored).hands] == [hand.points for hand in sheet.hands]
        # What was saved says something else than what it replaced.
        latest: dict[int, Facts | None] = {}
        for version in self.server.versions(game_id):
            assert latest.get(version.hand) != version.facts
            latest[version.hand] = version.facts


def flat(facts: Facts) -> Iterator[tuple[str, Any]]:
    """The names of a form's inputs with their values."""
    for key, value in facts.items():
        if isinstance(value, list):
            yield from ((f"{key}[{index}]", share) for index, share in enumerate(value))
        else:
            yield key, value


def score_sheet(document: Facts) -> Sheet:
    """The sheet of a record without faults."""
    sheet = score(document)
    assert isinstance(sheet, Sheet), sheet
    return sheet
