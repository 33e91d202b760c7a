"""A club night of 61 people: drawing a round in every way, and its page as a multiple of the page of 16 people."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

from flask import Flask

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import drafts, seating
from scorekeeper.actions.event.access import EventAccess
from scorekeeper.store import Account, db
from scorekeeper.web import create_app
from tests.actions.club_event import Company

FEW, MANY = 16, 61
#: Rounds that were played before the one of which the page is shown.
PLAYED = 3
#: Seconds of the processor for a draw, and the page of many people as a multiple of the page of few.
DRAW_LIMIT, PAGE_LIMIT = 0.2, 2.0
FREE, WITH_PARTNERS = ("new-partners", "standing", "movement", "hand"), ("swiss", "round-robin")
#: A draw is repeated, and the quickest counts: the machine may be busy.
REPEATS, TURNS = 3, 31


class Hall:
    """A night of so many people, with its organizer's browser."""

    def __init__(self, app: Flask, number: int) -> None:
        self.client = app.test_client()
        #: The longest draw of each way, in seconds.
        self.draws: dict[str, float] = {}
        with app.app_context():
            self.company = Company(number, hands=1)
            self.company.come()
            self.path = f"/event/{self.company.event_id}"
            for _ in range(PLAYED):
                self._draw(*FREE)
                self.company.play(self.company.draw())
            self.company.draw()
            account = db.session.get_one(Account, self.company.olga.account_id)
        with self.client.session_transaction() as session:
            session["account"], session["epoch"] = account.id, account.epoch

    def _draw(self, *methods: str) -> None:
        access = self.company.access
        for method in methods:
            spent = min(_draw_time(access, method) for _ in range(REPEATS))
            self.draws[method] = max(spent, self.draws.get(method, 0))

    def draw_with_partners(self) -> None:
        """Draw the next round for fixed partners."""
        self.company.play(self.company.access.event.rounds[-1])
        assert seating.draw_partners(self.company.access) is None
        self._draw(*WITH_PARTNERS)

    def load_page(self) -> float:
        """The night's page, in seconds of the processor."""
        begin = time.process_time()
        assert self.client.get(self.path).status_code == 200
        return time.process_time() - begin


def _draw_time(access: EventAccess, method: str) -> float:
    begin = time.process_time()
    assert not isinstance(drafts.propose(access, method), Refusal)
    return time.process_time() - begin


def event() -> bool:
    """The whole of it, in folders of its own."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        apps = [create_app({"TESTING": True}, Path(folder)) for folder in (one, other)]
        few, many = (Hall(app, number) for app, number in zip(apps, (FEW, MANY), strict=True))
        pages = [(few.load_page(), many.load_page()) for _ in range(TURNS)]
        for app, hall in zip(apps, (few, many), strict=True):
            with app.app_context():
                hall.draw_with_partners()
                db.engine.dispose()
    longest, ratio = max(many.draws.values()), median(page / small for small, page in pages)
    small, large = (min(times) * 1000 for times in zip(*pages, strict=True))
    print(f"\na night of {MANY} people, round {PLAYED + 1}")
    print("drawing a round: " + ", ".join(f"{method} {spent * 1000:.0f} ms" for method, spent in many.draws.items()))
    print(f"the longest: {longest:.3f} s of the processor (at most {DRAW_LIMIT})")
    print(f"its page: {large:.1f} ms, of {FEW} people {small:.1f} ms: {ratio:.2f} (at most {PAGE_LIMIT})")
    return longest <= DRAW_LIMIT and ratio <= PAGE_LIMIT


if __name__ == "__main__":
    print("fine" if event() else "a limit was passed")
