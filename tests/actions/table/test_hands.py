"""Hands saved, corrected, deleted and taken back: nothing lost, nothing doubled, nothing overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.actions.errors import NotAllowedError, NotFoundError
from scorekeeper.actions.table import access, games, hands
from scorekeeper.actions.table.hands import Conflict, EndsEarlier, HandChange, Saved
from scorekeeper.rules import Sheet, score
from scorekeeper.store import Version, db

NAMES = ["Ann", "Ben", "Cal", "Dot"]
Facts = dict[str, Any]


def made(side: int, points: int = 120) -> Facts:
    """The bidders of a side take so much and make it."""
    shares = [points, 120 - points] if side == 0 else [120 - points, points]
    return {"bidder": side, "bid": 70, "trump": "red", "captured": shares}


BID = {"bidder": 1, "bid": 95, "trump": "green", "open": True}
SET = {"bidder": 1, "bid": 95, "trump": "green", "captured": [45, 75]}


class Table:
    """A game of The Original ROOK with two phones that score."""

    def __init__(self) -> None:
        self.one, self.two = (access.device(None, name).id for name in ("one", "two"))
        game = games.start(self.one, {"format": "rook-record/1", "game": "original", "players": NAMES, "hands": []})
        assert not isinstance(game, games.InvalidRecord)
        self.id = game.id
        games.join(self.two, self.id, game.scorer_key)
        self.forms = 0

    def save(self, hand: int, base: int, facts: Facts | None, by: str = "", **more: Any) -> hands.Result:
        self.forms += 1
        table = access.require_scorer(by or self.one, self.id)
        return hands.save(table, HandChange(hand, base, facts, **({"token": f"form-{self.forms}"} | more)))

    def delete(self, hand: int, base: int, token: str = "away", **more: Any) -> hands.Result:
        return hands.delete(access.require_scorer(self.one, self.id), HandChange(hand, base, None, token, **more))

    def undo(self, token: str = "back", last: int | None = None) -> hands.Result:
        return hands.undo(access.require_scorer(self.one, self.id), self.last if last is None else last, token)

    def play(self, *facts: Facts) -> None:
        for number, hand in enumerate(facts, 1):
            assert self.save(number, 0, hand) == Saved(number)

    @property
    def last(self) -> int:
        return max(version.id for version in self.state.game.versions)

    @property
    def state(self) -> access.Table:
        db.session.expire_all()
        return access.require_viewer(self.two, self.id)

    @property
    def facts(self) -> list[Facts]:
        """The hands in force; the sheet is always what the engine makes of them."""
        table = self.state
        sheet = score(table.record)
        assert isinstance(sheet, Sheet)
        assert table.sheet.as_json() == sheet.as_json()
        return list(table.record["hands"])

    @property
    def totals(self) -> list[int]:
        return list(self.state.sheet.totals)

    def versions(self) -> list[tuple[int, int, str, Facts | None]]:
        db.session.expire_all()
        rows = db.session.scalars(select(Version).order_by(Version.id))
        return [(row.hand, row.number, row.done, row.facts) for row in rows]


@pytest.fixture
def table(app: Flask) -> Iterator[Table]:
    with app.app_context():
        yield Table()


def test_a_hand_saved_is_scored(table: Table) -> None:
    table.play(SET)
    assert (table.facts, table.totals) == ([SET], [45, -95])
    assert table.versions() == [(1, 1, "saved", SET)]


def test_the_bid_first_then_the_result(table: Table) -> None:
    assert table.save(1, 0, BID) == Saved(1)
    assert table.state.sheet.open == {"dealer": 0, "bidder": 1, "bid": 95, "trump": "green"}
    assert table.totals == [0, 0]
    assert table.save(1, 1, SET) == Saved(1)
    assert (table.facts, table.totals) == ([SET], [45, -95])
    assert table.versions() == [(1, 1, "saved", BID), (1, 2, "saved", SET)]


def test_correcting_an_older_hand_rescores_everything_after_it(table: Table) -> None:
    table.play(SET, made(0, 100), made(1, 80))
    assert [list(hand.totals) for hand in table.state.sheet.hands] == [[45, -95], [145, -75], [185, 5]]
    better = SET | {"captured": [20, 100]}
    assert table.save(1, 1, better) == Saved(1)
    assert [list(hand.totals) for hand in table.state.sheet.hands] == [[20, 100], [120, 120], [160, 200]]
    assert table.versions()[-1] == (1, 2, "corrected", better)
    assert table.versions()[0] == (1, 1, "saved", SET)


def test_a_correction_may_change_who_deals_after_it(table: Table) -> None:
    table.play({"misdeal": 0}, SET)
    assert [hand.dealer for hand in table.state.sheet.hands] == [0, 0]
    table.save(1, 1, {"passed_out": True})
    assert [hand.dealer for hand in table.state.sheet.hands] == [0, 1]


def test_two_phones_save_the_same_hand(table: Table) -> None:
    assert table.save(1, 0, SET, by=table.two) == Saved(1)
    result = table.save(1, 0, made(0))
    assert isinstance(result, Conflict)
    assert (result.theirs.facts, result.theirs.device_id) == (SET, table.two)
    assert table.facts == [SET]
    assert table.save(1, result.theirs.number, made(0)) == Saved(1)
    assert (table.facts, len(table.versions())) == ([made(0)], 2)


def test_two_phones_correct_the_same_hand(table: Table) -> None:
    table.play(SET)
    assert table.save(1, 1, made(0), by=table.two) == Saved(1)
    assert isinstance(table.save(1, 1, made(1)), Conflict)
    assert table.facts == [made(0)]


def test_a_hand_deleted_by_another_phone_is_a_conflict_and_can_be_restored(table: Table) -> None:
    table.play(SET, made(0))
    table.delete(1, 1)
    result = table.save(1, 1, made(1), by=table.two)
    assert isinstance(result, Conflict)
    assert result.theirs.facts is None
    assert table.save(1, 2, made(1)) == Saved(1)
    assert table.facts == [made(1), made(0)]


def test_the_same_form_twice_saves_once(table: Table) -> None:
    assert table.save(1, 0, SET, token="same") == Saved(1)
    assert table.save(1, 0, SET, token="same") == Saved(1, again=True)
    assert len(table.versions()) == 1


def test_the_same_form_sent_again_with_something_else_is_not_called_saved(table: Table) -> None:
    """Saved, gone back in the browser, mended, saved: the form has the same mark but says something new."""
    table.save(1, 0, SET, token="same")
    result = table.save(1, 0, made(0), token="same")
    assert isinstance(result, Conflict) or table.facts == [made(0)]


def test_a_form_without_a_token_is_never_a_duplicate(table: Table) -> None:
    table.save(1, 0, SET, token="")
    table.save(2, 0, made(0), token="")
    assert len(table.facts) == 2


def test_deleting_a_hand_and_undoing_it(table: Table) -> None:
    table.play(SET, made(0))
    assert table.delete(1, 1) == Saved(1)
    assert table.delete(1, 1) == Saved(1, again=True)
    assert (table.facts, table.totals) == ([made(0)], [120, 0])
    assert table.undo() == Saved(1)
    assert table.undo() == Saved(0, again=True)
    assert table.facts == [SET, made(0)]
    assert table.versions()[-2:] == [(1, 2, "deleted", None), (1, 3, "undone", SET)]


def test_deleting_from_an_old_page_is_a_conflict(table: Table) -> None:
    table.play(SET)
    table.save(1, 1, made(0), by=table.two)
    assert isinstance(table.delete(1, 1), Conflict)
    assert table.facts == [made(0)]


def test_undoing_a_save(table: Table) -> None:
    table.play(SET, made(0))
    table.undo()
    assert table.facts == [SET]
    assert table.save(3, 0, made(1)) == Saved(3)
    assert table.facts == [SET, made(1)]


def test_undoing_a_result_reopens_the_hand(table: Table) -> None:
    table.save(1, 0, BID)
    table.save(1, 1, SET)
    table.undo()
    assert table.facts == [BID]
    assert table.save(1, 3, made(0)) == Saved(1)


def test_undoing_a_correction(table: Table) -> None:
    table.play(SET, made(0))
    table.save(1, 1, made(1))
    table.undo()
    assert table.facts == [SET, made(0)]


def test_undoing_twice_redoes_it(table: Table) -> None:
    table.play(SET)
    table.undo("first")
    assert table.facts == []
    table.undo("second")
    assert table.facts == [SET]


def test_nothing_is_undone_if_somebody_changed_the_game_first(table: Table) -> None:
    table.play(SET)
    meant = table.last
    table.save(2, 0, made(0), by=table.two)
    result = table.undo(last=meant)
    assert isinstance(result, Conflict)
    assert result.theirs.hand == 2
    assert table.facts == [SET, made(0)]


def test_a_correction_that_ends_the_game_earlier_asks_first(table: Table) -> None:
    played = [made(0), made(0, 80), made(1, 70), made(0)]
    table.play(*played)
    before = table.versions()
    assert table.save(2, 1, made(0) | {"adjust": [{"side": 0, "points": 60, "why": "agreed"}]}) == EndsEarlier((3, 4))
    assert (table.facts, table.versions()) == (played, before)


def test_confirming_drops_the_later_hands_and_undo_restores_them(table: Table) -> None:
    played = [made(0), made(0, 80), made(1, 70), made(0)]
    table.play(*played)
    ending = made(0) | {"adjust": [{"side": 0, "points": 60, "why": "agreed"}]}
    assert table.save(2, 1, ending, confirmed=True) == Saved(2)
    assert table.facts == [made(0), ending]
    assert table.state.sheet.winners == (0,)
    table.undo()
    assert table.facts == played


def test_a_deletion_that_ends_the_game_earlier_asks_first_and_then_drops_the_later_hands(table: Table) -> None:
    bad = {"bidder": 0, "bid": 120, "trump": "red", "captured": [115, 5]}
    played = [bad, made(0), made(0), made(0), made(0)]
    table.play(*played)
    assert table.delete(1, 1) == EndsEarlier((5,))
    assert table.facts == played
    assert table.delete(1, 1, "sure", confirmed=True) == Saved(1)
    assert table.facts == [made(0)] * 3
    table.undo()
    assert table.facts == played


WRONG = [
    {"bidder": 1, "bid": 95, "trump": "green", "captured": [45, 70]},
    {"bidder": 1, "bid": 65, "trump": "green", "captured": [45, 75]},
    {"bidder": 9, "bid": 95, "trump": "puce", "captured": []},
    {"nonsense": 1},
    {},
]


@pytest.mark.parametrize("facts", WRONG)
def test_a_refusal_changes_nothing(table: Table, facts: Facts) -> None:
    table.play(SET, made(0))
    before = table.versions()
    for hand, base in ((3, 0), (1, 1), (2, 1)):
        result = table.save(hand, base, facts)
        assert isinstance(result, games.InvalidRecord)
        assert all(fault.hand == hand for fault in result.faults)
    assert (table.versions(), table.facts) == (before, [SET, made(0)])


def test_no_hand_after_the_end(table: Table) -> None:
    table.play(made(0), made(0), made(0))
    assert isinstance(table.save(4, 0, made(1)), games.InvalidRecord)
    assert len(table.facts) == 3


@pytest.mark.parametrize(("hand", "base"), [(0, 0), (-1, 0), (3, 0), (99, 0), (2, 1), (1, 2)])
def test_hands_that_are_not_there_cannot_be_saved(table: Table, hand: int, base: int) -> None:
    table.play(SET)
    try:
        result = table.save(hand, base, made(0))
    except NotFoundError:
        result = None
    assert not isinstance(result, Saved)
    assert table.facts == [SET]


def test_versions_are_numbered_without_a_gap_and_never_overwritten(table: Table) -> None:
    table.save(1, 0, BID)
    table.save(1, 1, SET)
    versions = table.versions()
    table.save(1, 2, made(0))
    table.delete(1, 3)
    table.undo()
    assert table.versions()[:2] == versions
    assert [number for _, number, *_ in table.versions()] == [1, 2, 3, 4, 5]
    assert [done for *_, done, _ in table.versions()] == ["saved", "saved", "corrected", "deleted", "undone"]


def test_a_watching_device_and_a_stranger_change_nothing(table: Table) -> None:
    watcher, stranger = (access.device(None, name).id for name in ("watcher", "stranger"))
    games.join(watcher, table.id, table.state.game.watch_key)
    table.play(SET)
    for device, error in ((watcher, NotAllowedError), (stranger, NotFoundError)):
        with pytest.raises(error):
            table.save(2, 0, made(0), by=device)
        with pytest.raises(error):
            hands.delete(access.require_scorer(device, table.id), HandChange(1, 1, None, "t"))
        with pytest.raises(error):
            hands.undo(access.require_scorer(device, table.id), table.last, "t")
    assert table.facts == [SET]


def test_every_change_counts_and_a_refusal_does_not(table: Table) -> None:
    table.play(SET)
    assert table.state.game.revision == 1
    table.save(2, 0, {})
    assert table.state.game.revision == 1
    table.undo()
    assert table.state.game.revision == 2
