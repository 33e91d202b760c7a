"""A tournament from its plan to its prizes: what people do, and what follows."""

from __future__ import annotations

import json
from datetime import date

import pytest
from flask import Flask

from scorekeeper.actions.club import members
from scorekeeper.actions.errors import NotFoundError, NotYoursError
from scorekeeper.actions.table import access as table_access
from scorekeeper.actions.table import hands
from scorekeeper.actions.tournament import entries, rounds, tables, tournaments
from scorekeeper.actions.tournament.access import public_tournament, require_tournament
from scorekeeper.actions.tournament.tables import match_title
from scorekeeper.store import Game, Tournament, db
from tests.actions.tournament.cup import SWEEP, SWEPT, Cup, hand, refused


@pytest.fixture(autouse=True)
def _in_app(app: Flask) -> object:
    with app.app_context():
        yield


def test_a_game_at_the_table_decides_its_match() -> None:
    cup = Cup(8, format="single")
    cup.start()
    assert [(state.row.match, state.row.place) for state in cup.access.running] == [("W1-1", 1), ("W1-2", 2)]
    state = cup.state("W1-1")
    assert state.row.game.players == ["P01", "P07", "P02", "P08"]
    assert state.row.game.note == "Spring cup, Semifinals, match 1"
    before = cup.access.tournament.revision
    cup.play("W1-1", *SWEEP)
    assert cup.access.tournament.revision > before
    assert cup.sides("W2-1") == "1 v ?"
    cup.play("W1-2", *SWEPT)
    assert cup.sides("W2-1") == "1 v 3"
    assert rounds.start_matches(cup.access) is None
    assert cup.state("W2-1").row.game.players == ["P01", "P05", "P02", "P06"]
    cup.play("W2-1", *SWEPT)
    assert cup.placed() == [("3", 1), ("1", 2), ("2", 3), ("4", 3)]
    assert cup.access.outcome.is_over


def test_undoing_a_hand_updates_the_bracket() -> None:
    cup = Cup(8, format="double")
    cup.start()
    cup.play("W1-1", *SWEEP)
    cup.play("W1-2", *SWEEP)
    assert (cup.sides("W2-1"), cup.sides("L1-1")) == ("1 v 2", "4 v 3")
    assert rounds.start_matches(cup.access) is None
    game_id = cup.state("W1-1").row.game_id
    db.session.rollback()
    table = table_access.require_scorer(cup.device, game_id)
    hands.undo(table, table.last_version.id, "back")  # type: ignore[union-attr]
    assert (cup.sides("W2-1"), cup.sides("L1-1")) == ("? v 2", "? v 3")
    # Nothing was entered at the tables that were started too early: their games count for nobody, and go on as they are
    # once the result stands again.
    assert [state.row.match for state in cup.access.running] == ["W1-1"]
    cup.play("W1-1", hand(120))
    assert {state.row.match for state in cup.access.running} == {"W2-1", "L1-1"}


def test_the_best_of_three_at_the_table() -> None:
    cup = Cup(4, format="single", best_of=3)
    cup.start()
    cup.play("W1-1", *SWEEP)
    assert not cup.access.outcome.is_over
    assert rounds.start_matches(cup.access) is None
    assert cup.state("W1-1", leg=2).row.game.dealer == 1
    cup.play("W1-1", *SWEEP, leg=2)
    assert cup.access.outcome.champion == "1"


def test_teams_sit_at_several_tables() -> None:
    cup = Cup(8, size=4, format="single", kind="teams", tables=2)
    cup.start()
    assert [cup.state("W1-1", board=board).row.game.players for board in (1, 2)] == [
        ["P01", "P05", "P02", "P06"],
        ["P03", "P07", "P04", "P08"],
    ]
    cup.total("W1-1", 300, 200)
    cup.total("W1-1", 100, 300, board=2)
    assert cup.access.outcome.champion == "2"


def test_a_round_of_four_hands_ends_by_itself() -> None:
    cup = Cup(4, size=1, format="new-partners", kind="players", rounds=3, hands=4)
    cup.start()
    cup.play("1-1", hand(70), hand(70), hand(70), {"misdeal": 0})
    assert not cup.access.outcome.matches[0].is_over
    cup.play("1-1", hand(70))
    assert cup.access.outcome.matches[0].points == (280, 200)
    assert rounds.draw_round(cup.access, 2) is None
    cup.total("2-1", 100, 100)
    assert rounds.draw_round(cup.access, 3) is None
    cup.total("3-1", 50, 150)
    assert cup.access.outcome.is_over
    assert sum(int(row.figure) for row in cup.access.outcome.rows) == 2 * (480 + 200 + 200)
    assert "All rounds" in refused(rounds.draw_round(cup.access, 4))


def test_a_tie_after_the_last_hand_of_a_bracket_plays_on() -> None:
    cup = Cup(4, format="single", hands=2)
    cup.start()
    cup.play("W1-1", hand(70), hand(50, 1))
    assert not cup.access.outcome.is_over
    cup.play("W1-1", hand(70))
    assert cup.access.outcome.champion == "1"


def test_time_is_up() -> None:
    cup = Cup(8, format="swiss", minutes=20, rounds=3)
    cup.start()
    assert "No table" in refused(tables.time_is_up(cup.access))
    cup.play("1-1", hand(70))
    cup.play("1-2", hand(70))
    assert tables.time_is_up(cup.access) is None
    assert [match.points for match in cup.access.outcome.matches] == [(70, 50), (70, 50)]
    # The hand in play counts too when it is finished.
    cup.play("1-2", hand(0, 1))
    assert [match.points for match in cup.access.outcome.matches] == [(70, 50), (70, 170)]


def test_the_next_round_waits_and_says_why() -> None:
    cup = Cup(12, format="swiss", rounds=2)
    cup.start()
    cup.total("1-1", 300, 100)
    assert refused(rounds.draw_round(cup.access, 2)) == (
        "Round 1, match 2 is still being played. Round 1, match 3 is still being played."
    )


def test_totals_from_paper_are_typed_once_and_can_be_corrected() -> None:
    cup = Cup(4, format="single")
    cup.start()
    number = cup.state("W1-1").row.id
    assert "needs a winner" in refused(tables.type_totals(cup.access, number, (300, 300)))
    assert "every side" in refused(tables.type_totals(cup.access, number, (300, None)))
    assert cup.total("W1-1", 300, 240) is None
    assert cup.access.outcome.champion == "1"
    assert cup.total("W1-1", 300, 340) is None
    assert cup.access.outcome.champion == "2"
    assert tables.clear_totals(cup.access, number) is None
    assert cup.access.outcome.champion is None
    cup.play("W1-1", hand(70))
    assert "Hands were saved" in refused(cup.total("W1-1", 300, 240))
    assert tables.stop(cup.access, number) is None
    assert cup.access.outcome.champion == "1"


def test_entries_are_whole_and_nobody_enters_twice() -> None:
    cup = Cup(4, format="single")
    assert "already entered" in refused(entries.enter(cup.access, cup.ids[:2]))
    assert "2 names" in refused(entries.enter(cup.access, cup.ids[:1]))
    number = cup.enter(newcomers=("Zoe", "Yan"))
    assert cup.access.entry_name(number) == "Zoe & Yan"
    assert {"Zoe", "Yan"} <= {member.name for member in cup.club.members}
    assert "already a member" in refused(entries.enter(cup.access, [], ["Zoe", "Xia"]))
    entries.withdraw(cup.access, number)
    assert len(cup.access.tournament.entries) == 2


def test_a_late_pair_takes_a_bye_and_a_full_bracket_says_no() -> None:
    cup = Cup(6, format="single")
    cup.start()
    number = cup.enter(newcomers=("Zoe", "Yan"))
    assert cup.sides("W1-1") == f"1 v {number}"
    assert rounds.start_matches(cup.access) is None
    cup.play("W1-1", hand(70))
    assert "no free place" in refused(entries.enter(cup.access, [], ["Vic", "Uma"]))
    # Whoever was refused is not on the club's list.
    assert "Vic" not in {member.name for member in cup.club.members}


def test_withdrawal_after_the_start_gives_the_match_away_and_can_be_undone() -> None:
    cup = Cup(8, format="double")
    cup.start()
    entries.withdraw(cup.access, "1")
    assert cup.sides("W2-1") == "4 v ?"
    assert [state.row.match for state in cup.access.running] == ["W1-2"]
    entries.bring_back(cup.access, "1")
    assert cup.sides("W2-1") == "? v ?"
    assert tables.forfeit(cup.access, "W1-1", "4") is None
    assert cup.sides("W2-1") == "1 v ?"
    assert tables.undo_forfeit(cup.access, "W1-1") is None
    assert cup.sides("W2-1") == "? v ?"


def test_undoing_a_round_before_its_first_finished_hand() -> None:
    cup = Cup(8, format="swiss", rounds=3)
    cup.start()
    games = [state.row.game_id for state in cup.access.games]
    assert rounds.undo_round(cup.access, 1) is None
    assert not cup.access.started
    assert [db.session.get(Game, game) for game in games] == [None, None]
    cup.start()
    cup.play("1-1", hand(70))
    assert "finished" in refused(rounds.undo_round(cup.access, 1))


def test_starting_a_match_can_be_undone_while_nothing_is_entered() -> None:
    cup = Cup(8, format="single")
    cup.start()
    assert rounds.cancel_match(cup.access, "W1-1") is None
    assert [state.row.match for state in cup.access.running] == ["W1-2"]
    cup.play("W1-2", hand(70))
    assert "was entered" in refused(rounds.cancel_match(cup.access, "W1-2"))


def test_the_order_by_hand() -> None:
    cup = Cup(8, format="single")
    assert entries.move_up(cup.access, "3") is None
    assert entries.seed_numbers(cup.access) == ["1", "3", "2", "4"]
    cup.start()
    assert cup.sides("W1-2") == "3 v 2"


def test_what_is_wrong_with_a_plan() -> None:
    cup = Cup(4, format="single")

    def draft(**more: object) -> str:
        plan = {"name": "Cup", "date": date.today(), "game": "original", **more}
        return refused(tournaments.create(cup.club, tournaments.TournamentDraft(**plan)))  # type: ignore[arg-type]

    assert "people enter on their own" in draft(format="new-partners", kind="pairs")
    assert "need pairs or teams" in draft(format="swiss", kind="players")
    assert "Choose the season" in draft(seeding="standing")
    assert "1 to 30 rounds" in draft(rounds=31)
    assert "2 to 4 tables" in draft(kind="teams")
    assert "within a year" in draft(date=date(1999, 1, 1))
    assert "at least 2 entries" in refused(_start_empty(cup))


def _start_empty(cup: Cup) -> object:
    cup.id = cup.create(format="single")
    return rounds.start(cup.access)


def test_prizes_the_public_link_and_deleting() -> None:
    cup = Cup(4, format="single")
    assert tournaments.set_prizes(cup.access, ["A ham", " ", "A pie ", ""]) is None
    assert cup.access.tournament.prizes == ["A ham", "", "A pie"]
    tournaments.publish(cup.access, True)
    key = cup.access.tournament.public_key or ""
    assert public_tournament(key).tournament.id == cup.id
    assert not public_tournament(key).runs
    tournaments.publish(cup.access, False)
    with pytest.raises(NotFoundError):
        public_tournament(key)
    cup.start()
    assert "has games" in refused(tournaments.delete(cup.access))
    assert rounds.undo_round(cup.access, 1) is None
    assert tournaments.delete(cup.access) is None
    assert db.session.get(Tournament, cup.id) is None


def test_strangers_and_members_without_a_role() -> None:
    cup = Cup(4, format="single")
    with pytest.raises(NotFoundError):
        require_tournament("somebody", cup.id)
    me = cup.club.me
    me.role = "member"
    db.session.commit()
    with pytest.raises(NotYoursError):
        assert cup.access
    access = require_tournament(cup.account, cup.id)
    with pytest.raises(NotYoursError):
        rounds.start(access)


def test_a_forgotten_member_is_forgotten_at_the_tables_too() -> None:
    cup = Cup(4, format="single")
    cup.start()
    db.session.rollback()
    member = next(member for member in cup.club.members if member.name == "P02")
    assert members.forget_name(cup.club, member) is None
    assert cup.state("W1-1").row.game.players == ["P01", "P03", "Former member", "P04"]
    assert cup.access.entry_name("1") == "P01 & Former member"


@pytest.mark.parametrize(
    ("people", "size", "plan"),
    [
        (24, 2, {"format": "double"}),
        (10, 2, {"format": "single", "third_place": True, "best_of": 3}),
        (14, 2, {"format": "swiss", "rounds": 4}),
        (10, 2, {"format": "round-robin"}),
        (9, 1, {"format": "new-partners", "kind": "players", "rounds": 4, "hands": 2}),
    ],
)
def test_the_exported_document_scored_again_gives_the_same(people: int, size: int, plan: dict[str, object]) -> None:
    cup = Cup(people, size, **plan)
    cup.start()
    first = cup.access.running[0].row.match
    cup.play(first, *(SWEPT if plan["format"] != "new-partners" else [hand(70), hand(0, 1)]))
    if plan["format"] in ("single", "double"):
        cup.play_to_the_end()
    else:
        for number in range(2, 20):
            for state in cup.access.running:
                assert tables.type_totals(cup.access, state.row.id, (100 + number, 50)) is None
            entries.withdraw(cup.access, "3") if number == 3 else None
            if cup.access.outcome.is_over:
                break
            assert rounds.draw_round(cup.access, number) is None
    assert cup.access.outcome.is_over
    document = json.loads(json.dumps(tournaments.document(cup.access)))
    assert document["outcome"]["over"] is True
    assert tournaments.score_document(document) == document["outcome"]
    assert tournaments.score_document({**document, "outcome": None}) == document["outcome"]


def test_titles() -> None:
    cup = Cup(24, format="double")
    cup.start()
    titles = {key: match_title(cup.access, key) for key in ("W1-2", "W4-1", "L2-3", "L6-1", "F1-1", "F2-1")}
    assert titles == {
        "W1-2": "Winners’ round 1, match 2",
        "W4-1": "Winners’ final",
        "L2-3": "Losers’ round 2, match 3",
        "L6-1": "Losers’ final",
        "F1-1": "Grand final",
        "F2-1": "Second final",
    }
