"""Club nights: who is here, rounds drawn in every way, tables, and what is refused."""

from __future__ import annotations

import datetime as dt
from itertools import combinations

import pytest

from scorekeeper.actions.errors import NotFoundError, NotYoursError, Refusal
from scorekeeper.actions.event import checkin, drafts, events, rounds, seating
from scorekeeper.actions.event.access import Visitor, require_event
from scorekeeper.actions.event.results import event_standings, table_states
from scorekeeper.actions.table.access import require_viewer
from scorekeeper.store import EntrantMember, Event, Game, Grant, Round, Season, db
from tests.actions.club_event import HAND, Company, partner_counts, refused, sat_out

pytestmark = pytest.mark.usefixtures("in_app")


def test_sixteen_people_have_new_partners_every_round() -> None:
    company = Company(16, hands=1)
    company.come()
    for _ in range(5):
        event_round = company.draw()
        assert [len(table.seats) for table in event_round.tables] == [4, 4, 4, 4]
        company.play(event_round)
    assert max(partner_counts(company.access).values()) == 1
    assert not sat_out(company.access)
    assert "Nobody has the same partner twice" in company.access.event.rounds[-1].quality


def test_the_tables_have_games_with_the_names_in_their_seats() -> None:
    company = Company(4, hands=1)
    company.come()
    event_round = company.draw()
    (table,) = event_round.tables
    names = company.access.names
    assert table.game is not None
    assert table.game.players == [names[member] for member in table.seats]
    assert (table.game.slug, table.game.options) == ("original", {"hands": 1})
    assert require_viewer(company.olga.device_id, table.game.id).may_score
    assert table.game.note == "Club night, round 1, table 1"


def test_sit_outs_are_shared_out_over_an_event_of_seventeen() -> None:
    company = Company(17, hands=1)
    company.come()
    for number in range(1, 18):
        company.play(company.draw())
        assert max(sat_out(company.access).values()) == 1, number
    assert sorted(sat_out(company.access)) == company.ids


def test_latecomers_join_and_people_who_leave_are_not_seated() -> None:
    company = Company(9, hands=1)
    company.come(*company.ids[:8])
    company.play(company.draw())
    company.go(company.ids[0])
    company.come(company.ids[8])
    event_round = company.draw()
    seated = {member for table in event_round.tables for member in table.seats}
    assert seated == set(company.ids[1:])
    assert max(partner_counts(company.access).values()) == 1
    left = company.access.attendance(company.ids[0])
    assert left is not None
    assert left.left_at is not None


def test_a_mistaken_check_in_leaves_no_trace() -> None:
    company = Company(4)
    company.come()
    company.go(company.ids[3])
    assert company.access.attendance(company.ids[3]) is None
    assert db.session.query(EntrantMember).count() == 3


def test_by_standing_the_first_plays_with_the_fourth() -> None:
    company = Company(4, hands=1)
    company.come()
    company.draw()
    (table,) = company.access.event.rounds[0].tables
    first, second, third, fourth = (table.seats[seat] for seat in (0, 2, 1, 3))
    company.play(company.access.event.rounds[0])
    order = [int(row.entrant[0]) for row in event_standings(company.access).rows]
    assert {*order[:2]} == {first, second}
    assert {*order[2:]} == {third, fourth}
    event_round = company.draw("standing")
    (table,) = event_round.tables
    assert {frozenset(table.seats[0::2]), frozenset(table.seats[1::2])} == {
        frozenset((order[0], order[3])),
        frozenset((order[1], order[2])),
    }


@pytest.mark.parametrize("method", ["swiss", "round-robin"])
def test_fixed_partners_stay_together_and_meet_everybody(method: str) -> None:
    company = Company(8, hands=1)
    company.come()
    pairs = [tuple(company.ids[at : at + 2]) for at in range(0, 8, 2)]
    for pair in pairs:
        assert seating.pair_up(company.access, pair) is None
    for _ in range(3):
        company.play(company.draw(method))
    assert partner_counts(company.access) == {frozenset(pair): 3 for pair in pairs}
    met = {
        frozenset((frozenset(table.seats[0::2]), frozenset(table.seats[1::2])))
        for event_round in company.access.event.rounds
        for table in event_round.tables
    }
    assert met == {frozenset(map(frozenset, two)) for two in combinations(pairs, 2)}
    assert company.access.event.rounds[-1].quality.startswith("Nobody meets the same side twice.")


def test_fixed_partners_are_needed_for_fixed_methods() -> None:
    company = Company(6)
    company.come()
    assert "fixed partnerships" in refused(drafts.propose(company.access, "swiss"))
    assert "exactly 2" in refused(seating.pair_up(company.access, company.ids[:3]))
    assert "exactly 2" in refused(seating.pair_up(company.access, [company.ids[0]] * 2))
    assert seating.draw_partners(company.access) is None
    assert sorted(len(entrant.members) for entrant in company.access.event.entrants) == [2, 2, 2]
    event_round = company.draw("swiss")
    assert (len(event_round.tables), len(event_round.byes)) == (1, 2)
    assert seating.split_up(company.access, company.access.event.entrants[0].number) is None
    assert sorted(len(entrant.members) for entrant in company.access.event.entrants) == [1, 1, 2, 2]


def test_the_twelve_hand_movement_plays_everyone_alone() -> None:
    company = Company(8, hands=3)
    company.come()
    event_round = company.draw("movement")
    assert [table.game.options for table in event_round.tables if table.game] == [{"individual": True}] * 2
    assert all(len(state.sides) == 4 for state in table_states(company.access))


def test_by_hand_two_change_places_in_the_proposal() -> None:
    company = Company(5)
    company.come()
    draft = drafts.propose(company.access, "hand")
    assert isinstance(draft, drafts.RoundDraft)
    (out,) = draft.plan.sitting_out
    seated = draft.plan.tables[0].players[0]
    swapped = draft.swap(out, seated)
    assert swapped.plan.sitting_out == (seated,)
    assert swapped.plan.tables[0].players[0] == out
    event_round = rounds.accept(company.access, swapped)
    assert isinstance(event_round, Round)
    assert [bye.member_id for bye in event_round.byes] == [int(seated)]


@pytest.mark.parametrize(
    ("game", "people", "size", "tables"),
    [("regular", 7, 4, [4, 3]), ("regular", 11, 4, [4, 4, 3]), ("club", 12, 6, [6, 6]), ("club", 9, 4, [4, 4])],
)
def test_tables_have_the_size_that_the_game_needs(game: str, people: int, size: int, tables: list[int]) -> None:
    company = Company(people, game)
    company.come()
    event_round = company.draw(size=size)
    assert [len(table.seats) for table in event_round.tables] == tables
    assert len(event_round.byes) == people - sum(tables)


def test_too_few_people_and_games_that_still_run() -> None:
    company = Company(8, hands=2)
    company.come(*company.ids[:3])
    assert refused(drafts.propose(company.access, "new-partners")) == (
        "The Original ROOK needs 4 people at a table. 3 people are here."
    )
    company.come()
    company.play(company.draw())
    # The next round can be drawn ahead, but not started.
    ahead = drafts.propose(company.access, "new-partners")
    assert isinstance(ahead, drafts.RoundDraft)
    assert refused(rounds.accept(company.access, ahead)) == (
        "Table 1 of round 1 is still playing. Wait, or stop its game. "
        "Table 2 of round 1 is still playing. Wait, or stop its game."
    )


def test_two_organizers_accept_at_once_and_one_round_is_drawn() -> None:
    company = Company(8)
    company.come()
    first = drafts.propose(company.access, "new-partners")
    second = drafts.propose(company.access, "hand")
    assert isinstance(first, drafts.RoundDraft)
    assert isinstance(second, drafts.RoundDraft)
    made = rounds.accept(company.access, first)
    assert rounds.accept(company.access, first) is made
    assert "Another phone started round 1 first" in refused(rounds.accept(company.access, second))
    assert len(company.access.event.rounds) == 1
    assert db.session.query(Game).count() == 2


def test_a_proposal_is_checked_again_when_it_is_accepted() -> None:
    company = Company(8)
    company.come()
    draft = drafts.propose(company.access, "new-partners")
    assert isinstance(draft, drafts.RoundDraft)
    company.go(company.ids[0])
    assert "P01 is not here tonight" in refused(rounds.accept(company.access, draft))
    assert not company.access.event.rounds


def test_a_round_that_has_not_begun_can_be_undone() -> None:
    company = Company(4)
    company.come()
    company.draw()
    assert rounds.undo(company.access, 1) is None
    assert not company.access.event.rounds
    assert (db.session.query(Game).count(), db.session.query(Grant).count()) == (0, 0)
    company.play(company.draw())
    assert "Table 1 has finished a hand" in refused(rounds.undo(company.access, 1))


def test_every_change_that_shows_is_counted() -> None:
    company = Company(4, hands=1)
    seen_before = [company.access.event.revision]

    def moved() -> bool:
        seen_before.append(company.access.event.revision)
        return seen_before[-1] > seen_before[-2]

    company.come()
    assert moved()
    event_round = company.draw()
    assert moved()
    company.play(event_round)
    assert moved()
    assert events.close(company.access) is None
    assert moved()


def test_closing_waits_for_the_tables_and_can_be_undone() -> None:
    company = Company(4, hands=1)
    company.come()
    event_round = company.draw()
    assert "Table 1 of round 1 is still playing" in refused(events.close(company.access))
    company.play(event_round)
    key = company.access.event.checkin_key or ""
    assert events.close(company.access) is None
    assert "closed" in refused(checkin.check_in(company.access, company.ids))
    assert "closed" in refused(drafts.propose(company.access, "new-partners"))
    with pytest.raises(NotFoundError):
        checkin.require_door(company.olga, key)
    events.reopen(company.access)
    company.draw()


def test_an_event_is_opened_with_all_faults_at_once() -> None:
    company = Company(4)
    plan = events.EventPlan("x" * 61, None, "chess", {}, "", 99)
    assert len(refused(company.open(plan)).split(". ")) >= 4
    far = events.EventPlan("Night", dt.date.today() + dt.timedelta(days=900), "original", {"hands": 0})
    message = refused(company.open(far))
    assert "within a year" in message
    with pytest.raises(NotFoundError):
        company.open(events.EventPlan("N", dt.date.today(), "original", {}, "made up"))


def test_a_season_says_what_is_played() -> None:
    company = Company(4)
    today = dt.date.today()
    season = Season(id="autumn", club_id=company.club_id, name="Autumn", starts=today, ends=today, slug="boston")
    season.options = {"target": 200}
    db.session.add(season)
    db.session.commit()
    plan = events.EventPlan("Night", today, "original", {}, "autumn")
    message = refused(company.open(plan))
    assert message.startswith("Autumn is for Boston Rook. Choose that game")
    made = company.open(events.EventPlan("Night", today, "boston", {}, "autumn"))
    assert isinstance(made, Event)
    assert (made.season, made.slug, made.options) == (season, "boston", {"target": 200})


def test_imported_games_of_one_day_have_no_club_event() -> None:
    company = Company(4)
    db.session.add(Event(id="day", club_id=company.club_id, date=dt.date.today(), name="Games of a day"))
    db.session.commit()
    with pytest.raises(NotFoundError):
        require_event(company.olga, "day")
    assert [event.id for event in events.latest_events(company.access.club)] == [company.event_id]


def test_another_event_draws_other_tables() -> None:
    company = Company(16)
    company.come()
    first = {frozenset(table.seats) for table in company.draw().tables}
    others = []
    for _ in range(3):
        company.event_id = company.opened("original")
        company.come()
        others.append({frozenset(table.seats) for table in company.draw().tables})
    assert any(other != first for other in others)


def test_a_phone_that_checked_in_sees_the_event_and_runs_nothing() -> None:
    company = Company(4)
    key = company.access.event.checkin_key or ""
    phone = Visitor("", company.phone())
    with pytest.raises(NotFoundError):
        require_event(phone, company.event_id)
    came = checkin.check_in_by_link(phone, key, company.ids[0])
    assert not isinstance(came, Refusal)
    assert require_event(phone, company.event_id).me.id == company.ids[0]
    with pytest.raises(NotYoursError):
        checkin.check_in(require_event(phone, company.event_id), company.ids)
    other = Visitor("", company.phone())
    assert "Another phone" in refused(checkin.check_in_by_link(other, key, company.ids[0]))
    assert "already" in refused(checkin.check_in_by_link(phone, key, None, "Somebody else"))
    assert checkin.release_phone(company.access, company.ids[0]) is None
    with pytest.raises(NotFoundError):
        require_event(phone, company.event_id)
    assert not isinstance(checkin.check_in_by_link(other, key, company.ids[0]), Refusal)


def test_hands_of_the_sample_are_worth_what_the_rules_say() -> None:
    company = Company(4, hands=1)
    company.come()
    company.play(company.draw())
    (state,) = table_states(company.access)
    assert HAND["captured"] == [75, 45]
    assert state.sheet.totals == (75, 45)
