"""Wrong seats and wrong rounds, noticed late: hands stay, people change, standings follow."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.correction import reseating, undoing
from scorekeeper.actions.correction.reseating import Swap
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import drafts, rounds, tables
from scorekeeper.actions.event.results import event_standings, table_states
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import require_season_organizer
from scorekeeper.actions.season.results import differences
from scorekeeper.actions.season.seasons import SeasonDraft
from scorekeeper.actions.table import access as table_access
from scorekeeper.actions.table import hands
from scorekeeper.league import codec
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.store import EventTable, GameResult, LogEntry, Season, db
from scorekeeper.store.queries.game import record_of
from tests.actions.club_event import Company, partner_counts, refused

pytestmark = pytest.mark.usefixtures("in_app")

BID = {"open": True, "bidder": 0, "bid": 70, "trump": "red"}


class Counted(Company):
    """A club whose nights of this year count, all games one hand long."""

    def __init__(self, names: int) -> None:
        super().__init__(names, hands=1)
        today = dt.date.today()
        days = (today - dt.timedelta(days=30), today + dt.timedelta(days=30))
        made = seasons.create(require_organizer(self.olga.account_id, self.club_id), SeasonDraft("Winter", *days))
        assert isinstance(made, Season), made
        self.season = made
        self.come()

    def reseat(self, *people: int, number: int = 1) -> Refusal | None:
        return reseating.reseat(self.access, Swap(number, people))

    def points(self) -> dict[int, int]:
        rows = event_standings(self.access).rows
        return {int(row.entrant[0]): row.account.totals.points for row in rows}

    def check(self) -> None:
        db.session.expire_all()
        assert differences(self.season) == []

    def undo_last(self) -> Refusal | None:
        entry = db.session.query(LogEntry).filter(LogEntry.undo.is_not(None)).order_by(LogEntry.id.desc()).first()
        assert entry is not None
        return undoing.undo_entry(require_organizer(self.olga.account_id, self.club_id), entry.id)


def stints(table: EventTable, seat: int) -> list[tuple[int, int]]:
    return [(chair.first_hand, chair.person) for chair in table.stints(seat)]


def test_wrong_partners_are_put_right_after_the_hand() -> None:
    company = Counted(4)
    event_round = company.draw()
    ann, ben, cal, dot = event_round.tables[0].seats
    company.save(event_round.tables[0].game_id or "")
    assert company.points() == {ann: 75, cal: 75, ben: 45, dot: 45}
    assert company.reseat(cal, dot) is None
    table = company.access.event.rounds[0].tables[0]
    assert table.seats == [ann, ben, dot, cal]
    assert company.points() == {ann: 75, dot: 75, ben: 45, cal: 45}
    assert table.game is not None
    record = record_of(table.game)
    assert record["players"] == [company.access.names[member] for member in (ann, ben, dot, cal)]
    assert [hand["captured"] for hand in record["hands"]] == [[75, 45]]
    assert partner_counts(company.access) == {frozenset((ann, dot)): 1, frozenset((ben, cal)): 1}
    assert table.game.name_changes
    company.check()
    assert company.undo_last() is None
    assert company.points() == {ann: 75, cal: 75, ben: 45, dot: 45}
    company.check()


def test_two_tables_swap_their_people_and_keep_their_hands() -> None:
    company = Counted(9)
    event_round = company.draw()
    one, two = event_round.tables
    (out,) = (bye.member_id for bye in event_round.byes)
    first, second, ids = [*one.seats], [*two.seats], (one.id, two.id)
    company.save(one.game_id or "")
    plan = reseating.plan_swap(company.access, Swap(1, tables=ids))
    assert isinstance(plan, reseating.Reseating)
    assert plan.is_after_play
    assert reseating.reseat(company.access, Swap(1, tables=ids)) is None
    tables_now = company.access.event.rounds[0].tables
    assert [table.seats for table in tables_now] == [second, first]
    assert company.points()[second[0]] == 75
    assert company.points().get(first[0], 0) == 0
    # The one who sat out played in fact.
    assert company.reseat(out, second[1]) is None
    assert company.points()[out] == 45
    assert [bye.member_id for bye in company.access.event.rounds[0].byes] == [second[1]]
    company.check()
    message = refused(undo_first(company))
    assert "Undo that first" in message
    assert company.undo_last() is None
    assert [bye.member_id for bye in company.access.event.rounds[0].byes] == [out]
    company.check()


def test_people_are_swapped_where_a_substitute_plays() -> None:
    company = Counted(6)
    company.season.scheme = codec.scheme(Scheme("points", substitutes="absent"))
    db.session.commit()
    event_round = company.draw()
    table_id, game_id = event_round.tables[0].id, event_round.tables[0].game_id or ""
    ann, ben, cal, dot = event_round.tables[0].seats
    eve, fay = sorted(bye.member_id for bye in event_round.byes)
    # Dot plays the first hand, which nobody bids on; then Eve, who had a bye, plays on for Dot.
    company.save(game_id, facts={"passed_out": True})
    assert tables.substitute(company.access, table_id, dot, eve) is None
    company.save(game_id)
    assert company.reseat(ben, dot) is None
    # It was Ben who sat there first, and Eve played on for Ben; Dot had the seat of Ben all the time.
    table = company.access.event.rounds[0].tables[0]
    assert (table.seats, table.substitutes) == ([ann, dot, cal, eve], [(eve, ben)])
    assert stints(table, 3) == [(1, ben), (2, eve)]
    names = company.access.names
    assert table.game is not None
    assert table.game.players == [names[member] for member in (ann, dot, cal, eve)]
    assert table.game.name_changes[-1].after[3] == [[1, names[ben]], [2, names[eve]]]
    assert company.points() == {ann: 75, cal: 75, dot: 45, ben: 45, fay: 0}
    company.check()
    # And it was Fay, not Eve, who helped out: the byes follow.
    assert company.reseat(eve, fay) is None
    table = company.access.event.rounds[0].tables[0]
    assert (table.seats[3], table.substitutes) == (fay, [(fay, ben)])
    company.check()
    assert company.undo_last() is None
    entry = db.session.query(LogEntry).filter(LogEntry.undo.is_not(None)).order_by(LogEntry.id).first()
    assert entry is not None
    assert undoing.undo_entry(require_organizer(company.olga.account_id, company.club_id), entry.id) is None
    table = company.access.event.rounds[0].tables[0]
    assert (table.seats, table.substitutes, stints(table, 3)) == (
        [ann, ben, cal, eve],
        [(eve, dot)],
        [(1, dot), (2, eve)],
    )
    assert company.points() == {ann: 75, cal: 75, ben: 45, dot: 45, fay: 0}
    company.check()


def test_tables_with_a_substitute_swap_unless_somebody_left_during_play() -> None:
    company = Counted(9)
    event_round = company.draw()
    one, two = event_round.tables
    (out,) = (bye.member_id for bye in event_round.byes)
    first, second, ids, games = [*one.seats], [*two.seats], (one.id, two.id), (one.game_id or "", two.game_id or "")
    # Somebody leaves before the first hand.
    assert tables.substitute(company.access, ids[0], first[0], out) is None
    company.save(games[0])
    assert reseating.reseat(company.access, Swap(1, tables=ids)) is None
    tables_now = company.access.event.rounds[0].tables
    assert [table.seats for table in tables_now] == [second, [out, *first[1:]]]
    assert [table.substitutes for table in tables_now] == [[], [(out, first[0])]]
    assert company.points()[second[0]] == 75
    company.check()
    assert company.undo_last() is None
    company.check()
    company.save(games[1], facts=BID)
    assert tables.substitute(company.access, ids[1], second[0], first[0]) is None
    message = "A seat at one of these tables changed players during play. Swap people one by one."
    assert refused(reseating.reseat(company.access, Swap(1, tables=ids))) == message


def undo_first(company: Counted) -> Refusal | None:
    entry = db.session.query(LogEntry).filter(LogEntry.undo.is_not(None)).order_by(LogEntry.id).first()
    assert entry is not None
    return undoing.undo_entry(require_organizer(company.olga.account_id, company.club_id), entry.id)


def test_only_people_who_are_here_are_seated_and_closed_seasons_stay() -> None:
    company = Counted(5)
    event_round = company.draw()
    one, other = event_round.tables[0].seats[:2]
    company.save(event_round.tables[0].game_id or "")
    assert "two different" in refused(company.reseat(one, one))
    assert "who are here" in refused(company.reseat(one, 999))
    assert "different tables" in refused(
        reseating.reseat(company.access, Swap(1, tables=(event_round.tables[0].id,) * 2))
    )
    access = require_season_organizer(company.olga.account_id, company.club_id, company.season.id)
    assert seasons.close(access) is None
    assert "closed" in refused(company.reseat(one, other))
    table_id = company.access.event.rounds[0].tables[0].id
    assert "closed" in refused(tables.count(company.access, table_id, False))
    company.check()


def test_a_round_is_undone_until_a_hand_is_finished() -> None:
    company = Counted(8)
    event_round = company.draw()
    partners = partner_counts(company.access)
    game_ids = [table.game_id or "" for table in event_round.tables]
    company.save(game_ids[0], facts=BID)
    # A bid that was undone is nothing.
    company.save(game_ids[1], facts=BID)
    table = table_access.require_scorer(company.olga.device_id, game_ids[1])
    last = table.last_version
    assert last is not None
    hands.undo(table, last.id, "undone")
    assert [state.begun for state in table_states(company.access)] == [True, False]
    assert tables.stop(company.access, company.access.event.rounds[0].tables[1].id, False) is None
    one, other = company.access.event.rounds[0].tables[0].seats[:2]
    assert company.reseat(one, other) is None
    assert rounds.undo(company.access, 1) is None
    assert not company.access.event.rounds
    assert not partner_counts(company.access)
    assert db.session.query(GameResult).count() == 0
    draft = drafts.propose(company.access, "new-partners", 4)
    assert not isinstance(draft, Refusal)
    assert draft.number == 1
    event_round = company.draw()
    assert partner_counts(company.access).total() == partners.total()
    company.save(event_round.tables[1].game_id or "")
    assert "Table 2 has finished a hand" in refused(rounds.undo(company.access, 1))
    company.check()
