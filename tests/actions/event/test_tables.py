"""The tables of a night: changing places, substitutes, games that cannot be finished."""

from __future__ import annotations

import pytest

from scorekeeper.actions.correction import reseating
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import drafts, rounds, tables
from scorekeeper.actions.event.access import Visitor, require_event
from scorekeeper.actions.event.results import event_standings, table_state, table_states
from scorekeeper.actions.table import access, games
from scorekeeper.store import GameResult, db
from tests.actions.club_event import Company, refused

pytestmark = pytest.mark.usefixtures("in_app")


def swap(company: Company, *people: int) -> object:
    return reseating.reseat(company.access, reseating.Swap(1, people))


def test_two_change_places_before_play_begins() -> None:
    company = Company(9, hands=1)
    company.come()
    event_round = company.draw()
    one, other = event_round.tables[0].seats[0], event_round.tables[1].seats[0]
    assert swap(company, one, other) is None
    event_round = company.access.event.rounds[0]
    assert (event_round.tables[0].seats[0], event_round.tables[1].seats[0]) == (other, one)
    assert event_round.tables[0].game is not None
    assert event_round.tables[0].game.players[0] == company.access.names[other]
    (bye,) = (row.member_id for row in event_round.byes)
    assert swap(company, bye, one) is None
    event_round = company.access.event.rounds[0]
    assert [row.member_id for row in event_round.byes] == [one]
    assert event_round.tables[1].seats[0] == bye
    assert "two different" in refused(swap(company, one, one))
    assert "at a table of this round" in refused(swap(company, one, 999))


def test_a_substitute_is_marked_and_the_result_knows_it() -> None:
    company = Company(5, hands=2)
    company.come()
    event_round = company.draw()
    (table,) = event_round.tables
    helper, absent = event_round.byes[0].member_id, table.seats[0]
    company.save(table.game_id or "")
    assert tables.substitute(company.access, table.id, absent, helper) is None
    table = company.access.event.rounds[0].tables[0]
    assert (table.seats[0], table.substitutes) == (helper, [(helper, absent)])
    company.save(table.game_id or "")
    row = db.session.query(GameResult).one()
    assert [(own.member_id, own.instead_of) for own in row.placings if own.is_substitute] == [(helper, absent)]
    assert "is over" in refused(tables.substitute(company.access, table.id, helper, absent))


def test_the_absent_player_returns_and_the_substitute_mark_goes() -> None:
    company = Company(6)
    company.come()
    event_round = company.draw()
    (table,) = event_round.tables
    first, second = (bye.member_id for bye in event_round.byes)
    absent = table.seats[1]
    for leaver, helper, marks in (
        (absent, first, [(first, absent)]),
        (first, second, [(second, absent)]),
        (second, absent, []),
    ):
        assert tables.substitute(company.access, table.id, leaver, helper) is None
        assert company.access.event.rounds[0].tables[0].substitutes == marks
    seat = company.access.event.rounds[0].tables[0].seats
    message = refused(tables.substitute(company.access, table.id, seat[0], seat[1]))
    assert message.endswith("Choose someone who is free.")
    company.go(first)
    message = refused(tables.substitute(company.access, table.id, seat[0], first))
    assert "is not here tonight" in message


def test_a_game_can_be_stopped_counted_and_resumed() -> None:
    company = Company(8, hands=2)
    company.come()
    event_round = company.draw()
    one, two = event_round.tables
    company.save(one.game_id or "")
    assert "not counted" in refused(tables.stop(company.access, two.id, True))
    assert tables.stop(company.access, one.id, True) is None
    assert tables.stop(company.access, two.id, False) is None
    assert [(state.state, state.counts) for state in table_states(company.access)] == [
        ("stopped", True),
        ("stopped", False),
    ]
    figures = [row.account.totals.points for row in event_standings(company.access).rows]
    assert figures == [75, 75, 45, 45]
    assert tables.count(company.access, one.id, False) is None
    assert not event_standings(company.access).rows
    assert tables.resume(company.access, one.id) is None
    assert [state.state for state in table_states(company.access)] == ["playing", "stopped"]
    assert "still being played" in refused(tables.count(company.access, one.id, True))
    company.save(one.game_id or "")
    assert next((state.state, state.counts) for state in table_states(company.access)) == ("over", True)


def test_deleting_a_game_on_a_phone_does_not_block_the_event() -> None:
    company = Company(4, hands=1)
    company.come()
    event_round = company.draw()
    game_id, table_id = event_round.tables[0].game_id or "", event_round.tables[0].id
    games.delete(access.require_scorer(company.olga.device_id, game_id))
    (state,) = table_states(company.access)
    assert (state.state, state.counts) == ("stopped", False)
    assert tables.resume(company.access, table_id) is None
    company.save(game_id)
    (state,) = table_states(company.access)
    assert (state.state, state.counts) == ("over", True)


def test_a_table_scored_on_paper_is_finished_by_its_totals_and_counts() -> None:
    company = Company(8, hands=1)
    company.come()
    drawn = company.draw()
    one, two = drawn.tables
    company.save(one.game_id or "")
    paper, seats = two.id, two.seats
    assert "still playing" in refused(rounds.accept(company.access, drafts.propose(company.access, "new-partners")))
    assert "every side" in refused(tables.type_totals(company.access, paper, (300, None)))
    assert "every side" in refused(tables.type_totals(company.access, paper, (300, 200, 100)))
    assert tables.type_totals(company.access, paper, (120, -40)) is None
    state = table_state(company.access, company.access.table(paper))
    assert (state.state, state.on_paper, state.counts, state.totals) == ("over", True, True, (120, -40))
    wins = {row.entrant[0]: row.figure for row in event_standings(company.access).rows}
    assert [wins[str(member)] for member in seats] == [1, 0, 1, 0]
    row = db.session.query(GameResult).filter_by(game_id=state.game.id).one()
    assert (row.on_paper, row.hands, [own.points for own in row.placings]) == (True, 0, [120, 120, -40, -40])
    # A correction, a change of mind, and hands after all.
    assert tables.type_totals(company.access, paper, (-40, 120)) is None
    wins = {row.entrant[0]: row.figure for row in event_standings(company.access).rows}
    assert [wins[str(member)] for member in seats] == [0, 1, 0, 1]
    assert tables.clear_totals(company.access, paper) is None
    assert table_state(company.access, company.access.table(paper)).state == "waiting"
    company.save(state.game.id)
    assert "Hands were saved" in refused(tables.type_totals(company.access, paper, (120, -40)))
    company.draw()


def test_a_protested_result_is_not_offered_for_acceptance() -> None:
    company = Company(4, hands=1)
    company.come()
    (table,) = company.draw().tables
    table_id, seats = table.id, table.seats
    company.save(table.game_id or "")
    phone = company.phone()
    own = company.access.attendance(seats[1])
    assert own is not None
    own.device_id = phone
    db.session.commit()
    access = require_event(Visitor("", phone), company.event_id)
    assert table_state(access, access.table(table_id)).may_accept(seats[1])
    assert not isinstance(tables.protest(access, table_id, "They reneged."), Refusal)
    access = require_event(Visitor("", phone), company.event_id)
    state = table_state(access, access.table(table_id))
    assert state.protested
    assert not state.may_accept(seats[1])
    assert not state.may_accept(seats[0])
