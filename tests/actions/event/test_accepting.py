"""An accepted result stays accepted until its score or its players change."""

from __future__ import annotations

import pytest

from scorekeeper.actions.correction import reseating
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import checkin, clock, tables
from scorekeeper.actions.event.access import Visitor, require_event
from scorekeeper.actions.event.results import TableState, table_states
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table import games, hands
from scorekeeper.actions.table.access import Table, require_scorer
from tests.actions.club_event import HAND, Company, refused

pytestmark = pytest.mark.usefixtures("in_app")

RULING = hands.Settled("Who leads?", (), "The dealer’s left.", "", "original.lead")


class AcceptedTable:
    """One table whose game is over, and both of whose sides have accepted the result."""

    def __init__(self) -> None:
        self.company = Company(5, hands=1)
        self.company.come()
        (table,) = self.company.draw().tables
        self.id, self.seats, self.game = table.id, list(table.seats), table.game_id or ""
        self.phones = [Visitor("", self.company.phone()) for _ in range(2)]
        key = self.company.access.event.checkin_key or ""
        for member, phone in zip(self.seats, self.phones, strict=False):
            assert not isinstance(checkin.check_in_by_link(phone, key, member), Refusal)
        self.company.save(self.game)
        for phone in self.phones:
            assert self.accept(phone, self.state.score) is None
        assert self.state.confirmed

    def accept(self, phone: Visitor, score: str) -> Refusal | None:
        return tables.accept(require_event(phone, self.company.event_id), self.id, score)

    @property
    def state(self) -> TableState:
        (state,) = table_states(self.company.access)
        return state

    @property
    def scorer(self) -> Table:
        return require_scorer(self.company.olga.device_id, self.game)

    def correct(self, base: int, **facts: object) -> None:
        entry = hands.HandChange(1, base, HAND | facts, new_key())
        assert isinstance(hands.save(self.scorer, entry), hands.Saved)


@pytest.fixture
def accepted(in_app: None) -> AcceptedTable:
    return AcceptedTable()


@pytest.mark.parametrize("role", ["watcher", "scorer"])
def test_resetting_a_link_asks_nobody_again(accepted: AcceptedTable, role: str) -> None:
    before = accepted.state.game.revision
    games.renew_link(accepted.scorer, role)
    assert accepted.state.game.revision == before + 1
    assert accepted.state.confirmed


def test_a_ruling_that_changes_nothing_asks_nobody_again(accepted: AcceptedTable) -> None:
    assert isinstance(hands.keep(accepted.scorer, 1, RULING, new_key()), hands.Saved)
    assert accepted.state.confirmed


def test_a_correction_that_leaves_the_score_asks_nobody_again(accepted: AcceptedTable) -> None:
    accepted.correct(1, trump="green")
    assert accepted.state.confirmed


def test_a_correction_of_the_score_asks_again(accepted: AcceptedTable) -> None:
    score = accepted.state.score
    accepted.correct(1, captured=[80, 40])
    assert not accepted.state.confirmed
    assert not accepted.state.accepted
    assert "was just corrected" in refused(accepted.accept(accepted.phones[0], score))
    assert accepted.accept(accepted.phones[0], accepted.state.score) is None
    assert len(accepted.state.accepted) == 1
    # The sides agree again on what both had accepted.
    accepted.correct(2, captured=[75, 45])
    assert not accepted.state.confirmed
    assert accepted.accept(accepted.phones[0], accepted.state.score) is None
    assert accepted.state.confirmed


def test_other_people_in_the_seats_are_asked_again(accepted: AcceptedTable) -> None:
    one, other = accepted.seats[0], accepted.seats[1]
    assert reseating.reseat(accepted.company.access, reseating.Swap(1, (one, other))) is None
    assert not accepted.state.accepted


def test_a_link_can_be_reset_after_time_was_called() -> None:
    company = Company(4)
    company.come()
    (table,) = company.draw().tables
    game = table.game_id or ""
    company.save(game)
    assert clock.call_time(company.access) is None
    assert table_states(company.access)[0].ended
    games.renew_link(require_scorer(company.olga.device_id, game), "watcher")
    assert table_states(company.access)[0].ended
