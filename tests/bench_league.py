"""What standings cost in a short and in a long season, and what saving a hand costs in both.

Results are made up, not scored, and stored as the app stores them: games of 20 hands, in nights of 20
games, among people whose partners change. The figures are seconds of the processor, or ratios of them in one run.

- The page of standings of 3,000 games in 150 nights, against that of 100 games. 16 people can be 120 partnerships, and
  a short season does not have them all: so the rows are printed too.
- Saving the last hand of a game of the latest night in 10,000 games, against 100 games.
- A hand of the oldest night is corrected with another winner, which changes every rating after it, until the page
  shows it.
- The first page after any change of 10,000 games. The number of people can be given on the command line.
"""

from __future__ import annotations

import datetime as dt
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import clubs, members
from scorekeeper.actions.club.access import require_member, require_organizer
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import season_by_id
from scorekeeper.actions.season.results import fill_row
from scorekeeper.actions.season.seasons import SeasonDraft
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.season.totals import recompute_totals
from scorekeeper.actions.table import access, games, hands
from scorekeeper.league.results import Bidding, Result, Side, places
from scorekeeper.store import Club, Event, EventTable, Game, GameResult, Member, Round, Season, db
from scorekeeper.store.tables.game import now
from scorekeeper.web import create_app
from scorekeeper.web.season.standings_view import page_rows, recent_view
from scorekeeper.web.season.views import names_of

SHORT, LONG, LONGEST = 100, 3_000, 10_000
SIZES = (SHORT, LONG, LONGEST)
#: Four tables of four, five rounds a night.
PEOPLE, HANDS, PER_EVENT = 16, 20, 20
#: The longest season; if there are more nights than days, several are held on one.
DAYS = 1_000
LIMIT = 2.0
#: Seconds until a change in the oldest night of the long season is on the page.
CORRECTION_LIMIT = 0.5
#: Seconds of the first page after a change in the longest season.
FIRST_LIMIT = 1.0
ROUNDS, CORRECTIONS = 15, 3
#: Over after the third such hand.
LAST_HAND = 3
LAST = {"bidder": 0, "bid": 70, "trump": "red", "captured": [120, 0]}


def new_club(account: str, size: int, number: int) -> Club:
    """A club of its own for each size, with so many people."""
    club = clubs.create_club(account, f"{size} games")
    assert isinstance(club, Club)
    members.add_members(require_member(account, club.id), [f"Player {index}" for index in range(number - 1)])
    return club


def fill_season(account: str, size: int, device: str, number: int = PEOPLE) -> tuple[Season, Game]:
    """A season of so many games, and a game of its last night that goes on."""
    club = new_club(account, size, number)
    members: list[Member] = list(club.members)
    first = dt.date(2026, 1, 1)
    season = seasons.create(
        require_organizer(account, club.id), SeasonDraft("All", first, first + dt.timedelta(days=DAYS))
    )
    assert isinstance(season, Season)
    dice = random.Random(size)
    rows: list[GameResult] = []
    events = max(1, size // PER_EVENT)
    for at in range(size):
        if at % PER_EVENT == 0:
            event = Event(id=f"{size}-{at:05}", club_id=club.id, season_id=season.id, date=first, name="Night")
            event.date = first + dt.timedelta(days=at // PER_EVENT * min(events, DAYS) // events)
            db.session.add(event)
        rows.append(stored(season, event, at, dice.sample(members, 4), dice))
    db.session.flush()
    db.session.bulk_save_objects([Game(**head(row.game_id, device)) for row in rows])
    db.session.add_all(rows)
    recompute_totals(season)
    db.session.commit()
    return season, table(event, members[:4], device)


def head(game_id: str, device: str) -> dict[str, object]:
    """The least that a game holds."""
    return {
        "id": game_id,
        "slug": "original",
        "players": ["N", "E", "S", "W"],
        "dealer": 0,
        "options": {},
        "scorer_key": "-",
        "watch_key": "-",
        "revision": 0,
    }


def stored(season: Season, event: Event, number: int, four: list[Member], dice: random.Random) -> GameResult:
    """A made-up result of 20 hands."""
    points = [dice.randrange(-200, 1_000, 5) for _ in range(2)]
    sides = tuple(
        Side(
            (str(four[side].id), str(four[side + 2].id)),
            points[side],
            place,
            bidding=tuple(
                Bidding(dice.randrange(6), dice.randrange(3), dice.randrange(70, 125, 5), 50, 20, 1, (("red", 3),))
                for _ in range(2)
            ),
        )
        for side, place in enumerate(places(points))
    )
    key = f"{season.id[:8]}-{number:05}"
    row = GameResult(game_id=key, club_id=season.club_id, season_id=season.id, event_id=event.id)
    row.round, row.date, row.counted = number % PER_EVENT, event.date, True
    fill_row(row, Result(key, event.id, row.round, "original", sides, HANDS, date=event.date.isoformat()))
    return row


def table(event: Event, four: list[Member], device: str) -> Game:
    """A game at a table of the night, two hands before its end."""
    record = {"format": "rook-record/1", "game": "original", "players": ["N", "E", "S", "W"], "hands": [LAST, LAST]}
    game = games.start(device, record)
    assert isinstance(game, Game)
    made = Round(event_id=event.id, number=99, method="byhand", quality="", started_at=now())
    table = EventTable(round=made, number=1, game_id=game.id)
    table.sit(member.id for member in four)
    db.session.add(made)
    db.session.commit()
    return game


def save_and_undo(device: str, game: str) -> float:
    """The last hand of a game saved, so that a result is made; then it is taken back."""
    number = access.require_viewer(device, game).next_hand
    entry = hands.HandChange(number, 0, LAST, new_key())
    spent = processor_time(lambda: hands.save(access.require_scorer(device, game), entry))
    newest = max(version.id for version in access.require_viewer(device, game).game.versions)
    hands.undo(access.require_scorer(device, game), newest, new_key())
    return spent


def processor_time(work: Callable[[], object]) -> float:
    """How long the processor takes, whatever else it does meanwhile."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def correct(device: str, game: str, captured: int) -> float:
    """The last hand of a game corrected, so that its side captured so much."""
    number = LAST_HAND
    scorer = access.require_scorer(device, game)
    base = max(version.number for version in scorer.game.versions if version.hand == number)
    facts = LAST | {"captured": [captured, 120 - captured]}
    return processor_time(lambda: hands.save(scorer, hands.HandChange(number, base, facts, new_key(), confirmed=True)))


@dataclass(frozen=True)
class Bench:
    """The seasons that are measured, by their number of games. Nothing is remembered between two measurements."""

    app: Flask
    client: FlaskClient
    device: str
    #: The ids of the club and of the season.
    seasons: dict[int, tuple[str, str]]
    #: The game of each season that goes on.
    games: dict[int, str]

    def compute(self, size: int, kind: str) -> float:
        """All that the page of standings computes."""
        with self.app.app_context():
            return processor_time(lambda: self._view(season_by_id(self.seasons[size][1]), kind))

    def _view(self, season: Season, kind: str) -> object:
        return recent_view(season, kind, names_of(season), page_rows(None))

    def load_page(self, size: int, kind: str) -> float:
        """The whole page of standings."""
        club, season = self.seasons[size]
        return processor_time(lambda: self._get(f"/clubs/{club}/seasons/{season}?of={kind}"))

    def _get(self, path: str) -> None:
        assert self.client.get(path).status_code == 200

    def row_count(self, size: int, kind: str) -> int:
        """How long the whole standings are."""
        with self.app.app_context():
            return standings_of(season_by_id(self.seasons[size][1]), kind).size

    def save_last_hand(self, size: int) -> float:
        """The last hand of a game, so that a result is stored; then it is undone."""
        with self.app.app_context():
            return save_and_undo(self.device, self.games[size])

    def correct_oldest_event(self) -> float:
        """A hand of the oldest night of the long season, with another winner, until the page shows it."""
        with self.app.app_context():
            event = db.session.get_one(Event, f"{LONG}-{0:05}")
            game = table(event, list(event.season.club.members)[:4], self.device).id
            hands.save(access.require_scorer(self.device, game), hands.HandChange(LAST_HAND, 0, LAST, new_key()))
        return min(
            self._correct(game, captured) + self.load_page(LONG, "players")
            for _ in range(CORRECTIONS)
            for captured in (40, 100)
        )

    def _correct(self, game: str, captured: int) -> float:
        with self.app.app_context():
            return correct(self.device, game, captured)

    def first_page(self, kind: str) -> float:
        """The page of the longest season when it has changed."""
        return min(self._changed_page(kind) for _ in range(CORRECTIONS))

    def _changed_page(self, kind: str) -> float:
        with self.app.app_context():
            season_by_id(self.seasons[LONGEST][1]).revision += 1
            db.session.commit()
        return self.load_page(LONGEST, kind)


def new_bench(app: Flask, number: int) -> Bench:
    """Seasons of each size, of so many people, with somebody signed in to look at them."""
    client = app.test_client()
    with app.app_context():
        account = accounts.sign_up("Bench", "correct horse battery")
        device = access.device(None, "A phone").id
        filled = {size: fill_season(account.id, size, device, number) for size in SIZES}
        with client.session_transaction() as session:
            session["account"], session["epoch"] = account.id, account.epoch
        seasons = {size: (season.club_id, season.id) for size, (season, _) in filled.items()}
        return Bench(app, client, device, seasons, {size: game.id for size, (_, game) in filled.items()})


def standings_cost(app: Flask, number: int = PEOPLE) -> bool:
    """Standings of players and of partnerships, and saving a hand, in seasons of each size."""
    bench = new_bench(app, number)
    print(f"\n{'a season of … games':<30}" + "".join(f"{size:>12,}" for size in SIZES))
    for kind in ("players", "pairs"):
        print(f"{'rows of ' + kind:<30}" + "".join(f"{bench.row_count(size, kind):>12,}" for size in SIZES))
    works: dict[str, tuple[int, Callable[[int], float]]] = {
        "standings of players": (LONG, lambda size: bench.compute(size, "players")),
        "standings of partnerships": (LONG, lambda size: bench.compute(size, "pairs")),
        "their page: players": (LONG, lambda size: bench.load_page(size, "players")),
        "their page: partnerships": (LONG, lambda size: bench.load_page(size, "pairs")),
        "saving a last hand": (LONGEST, bench.save_last_hand),
    }
    fine = True
    for name, (longer, work) in works.items():
        took = [{size: work(size) for size in SIZES} for _ in range(ROUNDS)]
        best = [min(times[size] for times in took) for size in SIZES]
        ratio = median(times[longer] / times[SHORT] for times in took)
        print(
            f"{name:<30}"
            + "".join(f"{time * 1000:>9.1f} ms" for time in best)
            + f"   {longer:,} / {SHORT}: {ratio:.2f} (at most {LIMIT})"
        )
        fine = fine and ratio <= LIMIT
    corrected = bench.correct_oldest_event()
    print(
        f"a change in the oldest of {LONG // PER_EVENT} nights is on the page after {corrected:.2f} s of the processor"
    )
    print(f"(at most {CORRECTION_LIMIT})")
    first = max(bench.first_page(kind) for kind in ("players", "pairs"))
    print(f"the first page after a change, {LONGEST:,} games: {first:.2f} s of the processor (at most {FIRST_LIMIT})")
    return fine and corrected <= CORRECTION_LIMIT and first <= FIRST_LIMIT


def league(number: int = PEOPLE) -> bool:
    """The whole of it, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"TESTING": True}, Path(folder))
        fine = standings_cost(app, number)
        with app.app_context():
            db.engine.dispose()
    return fine


if __name__ == "__main__":
    begun = time.perf_counter()
    fine = league(int(sys.argv[1]) if len(sys.argv) > 1 else PEOPLE)
    print("fine" if fine else "a limit was passed", f"in {time.perf_counter() - begun:.0f} s")
