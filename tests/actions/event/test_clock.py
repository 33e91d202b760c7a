"""The clock of a round, and *Time is up*: tables finish their hand and stop, and results count as they stand."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.actions.event import clock, events, results
from scorekeeper.actions.event.clock import clock_of
from scorekeeper.actions.event.results import event_standings, unfinished_tables
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.season.results import stored_result
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.season.totals import PLAYERS
from scorekeeper.actions.table import access as table_access
from scorekeeper.actions.table import hands
from scorekeeper.store import Game, Round, Season, db
from tests.actions.club_event import HAND, Company, refused

pytestmark = pytest.mark.usefixtures("in_app")
BID = {"bidder": 0, "bid": 70, "trump": "red", "open": True}
NOON = dt.datetime(2026, 11, 17, 12, 0, tzinfo=dt.UTC)


class Hall:
    """A night whose clock a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, people: int = 8) -> None:
        self.time = NOON
        monkeypatch.setattr(clock, "now", lambda: self.time)
        self.company = Company(people, hands=5)
        self.company.come()

    def wait(self, seconds: int) -> None:
        self.time += dt.timedelta(seconds=seconds)

    @property
    def left(self) -> int:
        made = clock_of(self.company.access.current_round)
        assert made is not None
        return made.left


def points_of(state: results.TableState) -> list[int]:
    """The points of the stored result."""
    assert state.result is not None
    result = stored_result(state.result)
    return [side.points for side in result.sides] if result is not None else []


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    return Hall(monkeypatch)


def test_a_clock_can_be_paused_resumed_and_extended(hall: Hall) -> None:
    company = hall.company
    assert refused(clock.start(company.access, 25)) == "No round is being played."
    company.draw()
    assert clock_of(company.access.current_round) is None
    assert refused(clock.start(company.access, 0)) == "Enter 1 to 300 minutes."
    assert refused(clock.pause(company.access)) == "The clock is not running."
    assert clock.start(company.access, 25) is None
    assert company.access.event.minutes == 25
    hall.wait(70)
    assert hall.left == 1430
    assert clock.pause(company.access) is None
    hall.wait(1000)
    assert hall.left == 1430
    assert clock.pause(company.access) is None
    hall.wait(30)
    assert hall.left == 1400
    assert clock.extend(company.access, 5) is None
    assert hall.left == 1700
    # A clock that has run out goes on from now.
    hall.wait(2000)
    assert hall.left == -300
    assert clock.extend(company.access, 5) is None
    assert hall.left == 300


def test_every_phone_at_a_table_hears_of_the_clock(hall: Hall) -> None:
    company = hall.company
    event_round = company.draw()
    games = [table.game_id for table in event_round.tables]

    def revisions() -> list[int]:
        db.session.expire_all()
        return [db.session.get_one(Game, game).revision for game in games]

    before, event = revisions(), company.access.event.revision
    assert clock.start(company.access, 25) is None
    assert revisions() == [revision + 1 for revision in before]
    assert company.access.event.revision == event + 1


def test_when_time_is_up_tables_finish_their_hand_and_results_count(hall: Hall) -> None:
    company = hall.company
    first, second = (table.game_id or "" for table in company.draw().tables)
    company.save(first)
    company.save(second)
    table = table_access.require_scorer(company.olga.device_id, second)
    assert isinstance(hands.save(table, hands.HandChange(2, 0, BID, new_key())), hands.Saved)
    assert [state.table.number for state in unfinished_tables(company.access)] == [1, 2]
    assert clock.call_time(company.access) is None
    # The first table is between two hands: its game is over, 75 to 45. The second finishes its hand.
    assert [state.table.number for state in unfinished_tables(company.access)] == [2]
    assert len(event_standings(company.access).rows) >= 4
    table = table_access.require_scorer(company.olga.device_id, second)
    assert isinstance(hands.save(table, hands.HandChange(2, 1, HAND, new_key())), hands.Saved)
    assert unfinished_tables(company.access) == []
    states = results.table_states(company.access)
    points = [points_of(state) for state in states]
    assert points == [[75, 45], [150, 90]]
    assert all(state.counts for state in states)
    assert isinstance(company.draw(), Round)


def test_time_is_up_is_undone_and_the_tables_play_on(hall: Hall) -> None:
    company = hall.company
    company.play(company.draw())
    assert refused(clock.play_on(company.access)) == "Time was not called in this round."
    assert clock.call_time(company.access) is None
    assert unfinished_tables(company.access) == []
    assert clock.play_on(company.access) is None
    assert len(unfinished_tables(company.access)) == 2
    assert not any(state.result and state.result.placings for state in results.table_states(company.access))


def test_all_tables_are_stopped_at_once_and_that_is_undone(hall: Hall) -> None:
    company = hall.company
    first, second = (table.game_id or "" for table in company.draw().tables)
    company.save(first)
    table = table_access.require_scorer(company.olga.device_id, first)
    assert isinstance(hands.save(table, hands.HandChange(2, 0, BID, new_key())), hands.Saved)
    assert clock.stop_all(company.access) is None
    one, two = results.table_states(company.access)
    assert one.ended
    assert one.counts
    assert points_of(one) == [75, 45]
    # Nothing was finished at the second table: there is nothing to count.
    assert two.ended
    assert not two.counts
    assert events.close(company.access) is None
    assert events.reopen(company.access) is None
    assert clock.play_on(company.access) is None
    assert [state.table.number for state in unfinished_tables(company.access)] == [1, 2]
    assert second


def test_a_season_counts_a_game_that_time_has_ended(hall: Hall) -> None:
    company = hall.company
    event_round = company.draw()
    event = company.access.event
    season = Season(
        id="s", club_id=company.club_id, name="Fall", starts=event.date, ends=event.date, counting="date", scheme={}
    )
    db.session.add(season)
    db.session.commit()
    company.play(event_round)
    assert clock.call_time(company.access) is None
    rows = standings_of(db.session.get_one(Season, "s"), PLAYERS).rows
    assert sorted(str(row.figure) for row in rows) == ["0"] * 4 + ["1"] * 4
