"""A tournament from its plan to its prizes: what people do, and what follows."""

from __future__ import annotations

import json
from datetime import date

import pytest
from flask import Flask

from scorekeeper.actions.club import members
from scorekeeper.actions.correction import events
from scorekeeper.actions.errors import NotFoundError, NotYoursError
from scorekeeper.actions.event import clock, contests, entrants, matches, tables
from scorekeeper.actions.event.access import Visitor, require_event, require_public
from scorekeeper.actions.highlights import publish
from scorekeeper.actions.table import access as table_access
from scorekeeper.actions.table import hands
from scorekeeper.store import Game, db
from tests.actions.event.cup import SWEEP, SWEPT, ClubCup, Cup, hand, refused
from tests.company import Company


@pytest.fixture(autouse=True)
def _in_app(app: Flask) -> object:
    with app.app_context():
        yield


def test_a_game_at_the_table_decides_its_match() -> None:
    cup = Cup(8, format="single")
    cup.start()
    assert [(state.table.match, state.table.number) for state in cup.view.running] == [("W1-1", 1), ("W1-2", 2)]
    state = cup.state("W1-1")
    assert state.game.players == ["P01", "P07", "P02", "P08"]
    assert state.game.note == "Spring cup, Semifinals, match 1"
    before = cup.access.event.revision
    cup.play("W1-1", *SWEEP)
    assert cup.access.event.revision > before
    assert cup.sides("W2-1") == "1 v ?"
    cup.play("W1-2", *SWEPT)
    assert cup.sides("W2-1") == "1 v 3"
    assert matches.start_matches(cup.access) is None
    assert cup.state("W2-1").game.players == ["P01", "P05", "P02", "P06"]
    cup.play("W2-1", *SWEPT)
    assert cup.placed() == [("3", 1), ("1", 2), ("2", 3), ("4", 3)]
    assert cup.view.outcome.is_over


def test_undoing_a_hand_updates_the_bracket() -> None:
    cup = Cup(8, format="double")
    cup.start()
    cup.play("W1-1", *SWEEP)
    cup.play("W1-2", *SWEEP)
    assert (cup.sides("W2-1"), cup.sides("L1-1")) == ("1 v 2", "4 v 3")
    assert matches.start_matches(cup.access) is None
    game_id = cup.state("W1-1").game.id
    db.session.rollback()
    table = table_access.require_scorer(cup.device, game_id)
    hands.undo(table, table.last_version.id, "back")  # type: ignore[union-attr]
    assert (cup.sides("W2-1"), cup.sides("L1-1")) == ("? v 2", "? v 3")
    # Nothing was entered at the tables that were started too early: their games count for nobody, and go on as they are
    # once the result stands again.
    assert [state.table.match for state in cup.view.running] == ["W1-1"]
    cup.play("W1-1", hand(120))
    assert {state.table.match for state in cup.view.running} == {"W2-1", "L1-1"}


def test_the_best_of_three_at_the_table() -> None:
    cup = Cup(4, format="single", best_of=3)
    cup.start()
    cup.play("W1-1", *SWEEP)
    assert not cup.view.outcome.is_over
    assert matches.start_matches(cup.access) is None
    assert cup.state("W1-1", leg=2).game.dealer == 1
    cup.play("W1-1", *SWEEP, leg=2)
    assert cup.view.outcome.champion == "1"


def test_teams_sit_at_several_tables() -> None:
    cup = Cup(8, size=4, format="single", kind="teams", tables=2)
    cup.start()
    assert [cup.state("W1-1", board=board).game.players for board in (1, 2)] == [
        ["P01", "P05", "P02", "P06"],
        ["P03", "P07", "P04", "P08"],
    ]
    cup.total("W1-1", 300, 200)
    cup.total("W1-1", 100, 300, board=2)
    assert cup.view.outcome.champion == "2"


def test_a_round_of_four_hands_ends_by_itself() -> None:
    cup = Cup(4, size=1, format="new-partners", kind="players", rounds=3, hands=4)
    cup.start()
    cup.play("1-1", hand(70), hand(70), hand(70), {"misdeal": 0})
    assert not cup.view.outcome.matches[0].is_over
    cup.play("1-1", hand(70))
    assert cup.view.outcome.matches[0].points == (280, 200)
    assert matches.draw_round(cup.access, 2) is None
    cup.total("2-1", 100, 100)
    assert matches.draw_round(cup.access, 3) is None
    cup.total("3-1", 50, 150)
    assert cup.view.outcome.is_over
    assert sum(int(row.figure) for row in cup.view.outcome.rows) == 2 * (480 + 200 + 200)
    assert "All rounds" in refused(matches.draw_round(cup.access, 4))


def test_a_tie_after_the_last_hand_of_a_bracket_plays_on() -> None:
    cup = Cup(4, format="single", hands=2)
    cup.start()
    cup.play("W1-1", hand(70), hand(50, 1))
    assert not cup.view.outcome.is_over
    cup.play("W1-1", hand(70))
    assert cup.view.outcome.champion == "1"


def test_time_is_up() -> None:
    cup = Cup(8, format="swiss", minutes=20, rounds=3)
    cup.start()
    cup.play("1-1", hand(70))
    cup.play("1-2", hand(70))
    assert clock.call_time(cup.access) is None
    assert [match.points for match in cup.view.outcome.matches] == [(70, 50), (70, 50)]
    # The hand in play counts too when it is finished.
    cup.play("1-2", hand(0, 1))
    assert [match.points for match in cup.view.outcome.matches] == [(70, 50), (70, 170)]


def test_the_next_round_waits_and_says_why() -> None:
    cup = Cup(12, format="swiss", rounds=2)
    cup.start()
    cup.total("1-1", 300, 100)
    assert refused(matches.draw_round(cup.access, 2)) == (
        "Table 2 is still being played. Table 3 is still being played."
    )


def test_totals_from_paper_are_typed_once_and_can_be_corrected() -> None:
    cup = Cup(4, format="single")
    cup.start()
    number = cup.state("W1-1").table.id
    assert "needs a winner" in refused(tables.type_totals(cup.access, number, (300, 300)))
    assert "every side" in refused(tables.type_totals(cup.access, number, (300, None)))
    assert cup.total("W1-1", 300, 240) is None
    assert cup.view.outcome.champion == "1"
    assert cup.total("W1-1", 300, 340) is None
    assert cup.view.outcome.champion == "2"
    assert tables.clear_totals(cup.access, number) is None
    assert cup.view.outcome.champion is None
    cup.play("W1-1", hand(70))
    assert "Hands were saved" in refused(cup.total("W1-1", 300, 240))
    assert tables.stop(cup.access, number, True) is None
    assert cup.view.outcome.champion == "1"


def test_entries_are_whole_and_nobody_enters_twice() -> None:
    cup = Cup(4, format="single")
    assert "already entered" in refused(entrants.enter(cup.access, cup.ids[:2]))
    assert "2 names" in refused(entrants.enter(cup.access, cup.ids[:1]))
    number = cup.enter(newcomers=("Zoe", "Yan"))
    assert cup.view.name(number) == "Zoe & Yan"
    assert {"Zoe", "Yan"} <= {member.name for member in cup.club.members}
    assert "already a member" in refused(entrants.enter(cup.access, [], ["Zoe", "Xia"]))
    entrants.withdraw(cup.access, number)
    assert len(cup.access.event.entrants) == 2


def test_a_late_pair_takes_a_bye_and_a_full_bracket_says_no() -> None:
    cup = Cup(6, format="single")
    cup.start()
    number = cup.enter(newcomers=("Zoe", "Yan"))
    assert cup.sides("W1-1") == f"1 v {number}"
    assert matches.start_matches(cup.access) is None
    cup.play("W1-1", hand(70))
    assert "no free place" in refused(entrants.enter(cup.access, [], ["Vic", "Uma"]))
    # Whoever was refused is not on the club's list.
    assert "Vic" not in {member.name for member in cup.club.members}


def test_withdrawal_after_the_start_gives_the_match_away_and_can_be_undone() -> None:
    cup = Cup(8, format="double")
    cup.start()
    entrants.withdraw(cup.access, "1")
    assert cup.sides("W2-1") == "4 v ?"
    assert [state.table.match for state in cup.view.running] == ["W1-2"]
    entrants.bring_back(cup.access, "1")
    assert cup.sides("W2-1") == "? v ?"
    assert matches.forfeit(cup.access, "W1-1", "4") is None
    assert cup.sides("W2-1") == "1 v ?"
    assert matches.undo_forfeit(cup.access, "W1-1") is None
    assert cup.sides("W2-1") == "? v ?"


def test_undoing_a_round_before_its_first_finished_hand() -> None:
    cup = Cup(8, format="swiss", rounds=3)
    cup.start()
    games = [state.game.id for state in cup.view.states]
    assert matches.undo_round(cup.access, 1) is None
    assert cup.access.event.started_at is None
    assert [db.session.get(Game, game) for game in games] == [None, None]
    cup.start()
    cup.play("1-1", hand(70))
    assert "finished" in refused(matches.undo_round(cup.access, 1))


def test_starting_a_match_can_be_undone_while_nothing_is_entered() -> None:
    cup = Cup(8, format="single")
    cup.start()
    assert matches.cancel_match(cup.access, "W1-1") is None
    assert [state.table.match for state in cup.view.running] == ["W1-2"]
    cup.play("W1-2", hand(70))
    assert "was entered" in refused(matches.cancel_match(cup.access, "W1-2"))


def test_the_order_by_hand() -> None:
    cup = Cup(8, format="single")
    assert entrants.move_up(cup.access, "3") is None
    assert entrants.seed_numbers(cup.access.event) == ["1", "3", "2", "4"]
    cup.start()
    assert cup.sides("W1-2") == "3 v 2"


def test_what_is_wrong_with_a_plan() -> None:
    cup = Cup(4, format="single")

    def draft(**more: object) -> str:
        plan = {"name": "Cup", "date": date.today(), "game": "original", **more}
        return refused(contests.create(cup.club, contests.ContestDraft(**plan)))  # type: ignore[arg-type]

    assert "people enter on their own" in draft(format="new-partners", kind="pairs")
    assert "need pairs or teams" in draft(format="swiss", kind="players")
    assert "Choose the season" in draft(seeding="standing")
    assert "1 to 50 rounds" in draft(rounds=51)
    assert "2 to 4 tables" in draft(kind="teams")
    assert "within a year" in draft(date=date(1999, 1, 1))
    assert "at least 2 entries" in refused(_start_empty(cup))


def _start_empty(cup: Cup) -> object:
    cup.id = cup.create(format="single")
    return matches.start(cup.access)


def test_prizes_the_public_link_and_deleting() -> None:
    cup = Cup(4, format="single")
    assert contests.set_prizes(cup.access, ["A ham", " ", "A pie ", ""]) is None
    assert cup.access.event.prizes == ["A ham", "", "A pie"]
    publish(cup.club, cup.access.event, True, False)
    key = cup.access.event.public_key or ""
    assert require_public(key).event.id == cup.id
    assert not require_public(key).runs
    publish(cup.club, cup.access.event, False, False)
    with pytest.raises(NotFoundError):
        require_public(key)
    cup.start()
    assert events.delete_event(cup.club, cup.access.event) is None
    with pytest.raises(NotFoundError):
        assert cup.access


def test_strangers_and_members_without_a_role() -> None:
    cup = Cup(4, format="single")
    with pytest.raises(NotFoundError):
        require_event(Visitor("somebody", ""), cup.id)
    me = cup.club.me
    me.role = "member"
    db.session.commit()
    with pytest.raises(NotYoursError):
        matches.start(cup.access)


def test_a_forgotten_member_is_forgotten_at_the_tables_too() -> None:
    cup = Cup(4, format="single")
    cup.start()
    db.session.rollback()
    member = next(member for member in cup.club.members if member.name == "P02")
    assert members.forget_name(cup.club, member) is None
    assert cup.state("W1-1").game.players == ["P01", "P03", "Former member", "P04"]
    assert cup.view.name("1") == "P01 & Former member"


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
    first = cup.view.running[0].table.match
    cup.play(first, *(SWEPT if plan["format"] != "new-partners" else [hand(70), hand(0, 1)]))
    if plan["format"] in ("single", "double"):
        cup.play_to_the_end()
    else:
        for number in range(2, 20):
            for state in cup.view.running:
                assert tables.type_totals(cup.access, state.table.id, (100 + number, 50)) is None
            entrants.withdraw(cup.access, "3") if number == 3 else None
            if cup.view.outcome.is_over:
                break
            assert matches.draw_round(cup.access, number) is None
    assert cup.view.outcome.is_over
    document = json.loads(json.dumps(contests.document(cup.view)))
    assert document["outcome"]["over"] is True
    assert contests.score_document(document) == document["outcome"]
    assert contests.score_document({**document, "outcome": None}) == document["outcome"]


def test_titles() -> None:
    cup = Cup(24, format="double")
    cup.start()
    titles = {key: cup.view.match_title(key) for key in ("W1-2", "W4-1", "L2-3", "L6-1", "F1-1", "F2-1")}
    assert titles == {
        "W1-2": "Winners’ round 1, match 1",
        "W4-1": "Winners’ final",
        "L2-3": "Losers’ round 1, match 11",
        "L6-1": "Losers’ final",
        "F1-1": "Grand final",
        "F2-1": "Second final",
    }


def test_no_totals_for_a_match_that_was_given_away_and_no_withdrawal_after_the_end() -> None:
    cup = Cup(8, format="single")
    cup.start()
    number = cup.state("W1-1").table.id
    assert entrants.withdraw(cup.access, "1") is None
    assert "decided without this game" in refused(tables.type_totals(cup.access, number, (300, 100)))
    cup.play_to_the_end()
    champion = cup.view.outcome.champion
    assert "is over" in refused(entrants.withdraw(cup.access, champion or ""))
    assert cup.view.outcome.champion == champion


def test_the_games_of_a_tournament_count_for_a_season_if_the_organizer_says_so(app: Flask) -> None:
    company = Company()
    season = company.season(slug="original", options={"target": 300})
    people = company.ids("Ann Ben Cal Dot")
    today = {"date": date.today(), "format": "single"}
    ClubCup(company, people, **today).start()
    cup = ClubCup(company, people, season_id=season.id, **today)
    cup.start()
    assert company.standings(season) == []
    cup.play("W1-1", *SWEEP)
    assert {name for _, name, wins in company.standings(season) if wins == 1} == {"Ann", "Ben"}
    company.check(season)


def test_the_clock_of_a_tournament_is_paused_and_extended() -> None:
    cup = Cup(8, format="single", minutes=20)
    cup.start()
    assert [clock.clock_of(own) is not None for own in cup.access.event.rounds] == [True]
    assert clock.pause(cup.access) is None
    paused = clock.clock_of(cup.access.event.rounds[0])
    assert paused is not None
    assert paused.is_paused
    assert clock.pause(cup.access) is None
    assert clock.extend(cup.access, 5) is None
    running = clock.clock_of(cup.access.event.rounds[0])
    assert running is not None
    assert 24 * 60 < running.left <= 25 * 60
    cup.play("W1-1", hand(70))
    assert clock.call_time(cup.access) is None
    assert cup.sides("W2-1") == "1 v ?"
    assert clock.play_on(cup.access) is None
    assert cup.sides("W2-1") == "? v ?"
