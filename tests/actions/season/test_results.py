"""Results and totals follow every change of a game, and equal what the records give."""

from __future__ import annotations

import datetime as dt
import json
from fractions import Fraction

from sqlalchemy import event

from scorekeeper.actions.club.access import require_member
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.season import results, seasons
from scorekeeper.actions.season.results import rebuild
from scorekeeper.actions.season.seasons import SeasonDraft, draft_of
from scorekeeper.actions.season.standings import ratings_of
from scorekeeper.actions.season_games import import_records, records
from scorekeeper.actions.table import access, games, hands
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.totals import Rolling
from scorekeeper.store import db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.event import event_table_of
from scorekeeper.store.tables.season import BY_HAND
from tests.company import SWEEP, SWEPT, Company, hand
from tests.samples import record


def test_a_small_season_worked_out_by_hand(company: Company) -> None:
    season = company.season()
    first = company.event("2026-01-13")
    company.play(first, "Ann Ben Cal Dot")  # Ann & Cal 360, Ben & Dot 0
    company.play(first, "Ann Ben Dot Cal", *SWEPT, number=2)  # Ben & Cal win
    second = company.event("2026-01-20")
    company.play(second, "Ann Cal Ben Eve")  # Ann & Ben 360, Cal & Eve 0
    # Ann 1 + 0 + 1, Ben 0 + 1 + 1, Cal 1 + 1 + 0, Dot and Eve none.
    assert {name: figure for _, name, figure in company.standings(season)} == {
        "Ann": 2,
        "Ben": 2,
        "Cal": 2,
        "Dot": 0,
        "Eve": 0,
    }
    # Of the four who are in front or behind nothing parts Ann, Ben and Cal at once: they did not all meet alone;
    # the margin of each is 360 − 360 + 360, and all made three bids but Cal, who never bid.
    places = {name: place for place, name, _ in company.standings(season)}
    assert places["Dot"] == 5 or places["Eve"] == 5
    pairs = {name: figure for _, name, figure in company.standings(season, "pairs")}
    assert pairs == {
        "Ann & Cal": 1,
        "Ben & Cal": 1,
        "Ann & Ben": 1,
        "Ben & Dot": 0,
        "Ann & Dot": 0,
        "Cal & Eve": 0,
    }
    company.check(season)


def test_a_result_is_there_when_the_game_is_over_and_goes_when_it_is_not(company: Company) -> None:
    season, event = company.season(), company.event("2026-03-03")
    game = company.seat(event, "Ann Ben Cal Dot")
    company.score(game, *SWEEP[:2])
    assert results.result_of_game(game.id) is None
    assert company.standings(season) == []
    company.score(game, SWEEP[2])
    assert [(name, figure) for _, name, figure in company.standings(season)][:2] == [("Ann", 1), ("Cal", 1)]
    newest = max(version.id for version in access.require_viewer(company.device, game.id).game.versions)
    assert isinstance(hands.undo(access.require_scorer(company.device, game.id), newest, "u"), hands.Saved)
    assert results.result_of_game(game.id) is None
    assert company.standings(season) == []
    company.check(season)


def test_a_correction_changes_the_standing(company: Company) -> None:
    season, event = company.season(), company.event("2026-03-03")
    game = company.play(event, "Ann Ben Cal Dot")
    company.change(game, 3, hand(60))  # set back 70: 360 → 240 − 70, the other side has 60
    assert company.standings(season) == []
    company.score(game, hand(120), hand(120))
    assert company.standings(season)[0][1:] == ("Ann", 1)
    company.check(season)


def test_a_deleted_game_does_not_count(company: Company) -> None:
    season, event = company.season(), company.event("2026-03-03")
    game = company.play(event, "Ann Ben Cal Dot")
    games.delete(access.require_scorer(company.device, game.id))
    assert company.standings(season) == []
    company.check(season)
    games.restore(access.require_scorer(company.device, game.id, deleted=True))
    assert len(company.standings(season)) == 4
    company.check(season)


def test_a_game_stopped_before_its_end_is_placed_by_its_points(company: Company) -> None:
    season, event = company.season(), company.event("2026-03-03")
    game = company.score(company.seat(event, "Ann Ben Cal Dot"), hand(100), hand(30, 1, 70))
    seating = event_table_of(game.id)
    assert seating is not None
    seating.stopped = True
    results.refresh_result(seating)
    row = results.result_of_game(game.id)
    db.session.commit()
    # 100 + 30 to the first side, 20 + 90 to the second.
    assert row is not None
    assert [placing.points for placing in row.placings] == [130, 130, 110, 110]
    assert company.standings(season)[0][1:] == ("Ann", 1)
    company.check(season)


def test_a_game_of_no_club_costs_one_look(company: Company) -> None:
    company.season()
    game = games.start(company.device, record("original", 0) | {"options": {}})
    asked: list[str] = []
    event.listen(db.engine, "before_cursor_execute", lambda *event_args: asked.append(event_args[2]))
    company.score(game, *SWEEP)
    # The statement that counts the change says in passing that it is of no night.
    others = [text for text in asked if not text.startswith("UPDATE game")]
    assert not [text for text in others if "result" in text or "FROM event " in text]


def test_another_game_than_the_season_s_does_not_count(company: Company) -> None:
    season, event = company.season(slug="boston"), company.event("2026-03-03")
    game = company.play(event, "Ann Ben Cal Dot")
    assert results.result_of_game(game.id) is not None
    assert company.standings(season) == []
    agreed = company.season("Long games", slug="original", options={"target": 500})
    db.session.refresh(agreed)
    other = company.play(event, "Eve Fay Gus Hal", *SWEEP, *SWEEP[:2], options={"target": 500})
    assert [name for _, name, _ in company.standings(agreed)] == ["Eve", "Gus", "Fay", "Hal"]
    assert results.result_of_game(other.id) is not None
    company.check(agreed)


def test_byes_count_in_rounds_of_which_a_game_counts(company: Company) -> None:
    season = company.season(scheme=Scheme("wins", bye=Fraction(1, 2)))
    event = company.event("2026-03-03")
    game = company.seat(event, "Ann Ben Cal Dot", byes="Eve")
    assert company.standings(season) == []
    company.score(game, *SWEEP)
    assert ("Eve", Fraction(1, 2)) in [(name, figure) for _, name, figure in company.standings(season)]
    company.check(season)


def test_fixed_handicaps_change_who_wins(company: Company) -> None:
    # Ben & Dot get 400 each: 0 + 400 beats 360. The score sheet keeps its points.
    ids = company.ids("Ben Dot")
    season = company.season(fixed={str(member_id): 400 for member_id in ids})
    company.play(company.event("2026-03-03"), "Ann Ben Cal Dot")
    assert [(name, figure) for _, name, figure in company.standings(season)][:2] == [("Ben", 1), ("Dot", 1)]
    company.check(season)


def test_rolling_handicaps_come_from_the_events_before(company: Company) -> None:
    season = company.season(rolling=Rolling(Fraction(1), nights=6, games=1, highest=500))
    company.play(company.event("2026-03-03"), "Ann Ben Cal Dot")
    later = company.event("2026-03-10")
    company.play(later, "Ann Ben Cal Dot")
    db.session.refresh(later, ["totals"])
    ben, dot = company.ids("Ben Dot")
    # Ann & Cal had 360 a game, Ben & Dot none: all of the distance is given.
    assert later.totals["handicaps"] == {str(ben): 360, str(dot): 360}
    company.check(season)
    first = season_queries.held_events(season.id)[0]
    game = season_queries.rows_of_event(first.id)[0].game
    company.change(game, 3, hand(100))  # 340 to 20: the distance is 320
    db.session.refresh(later, ["totals"])
    assert later.totals["handicaps"] == {str(ben): 320, str(dot): 320}
    company.check(season)


def test_a_closed_season_keeps_its_results_and_the_log_says_so(company: Company) -> None:
    season, event = company.season(), company.event("2026-03-03")
    game = company.play(event, "Ann Ben Cal Dot")
    before = company.standings(season)
    assert seasons.close(company.access(season)) is None
    company.change(game, 1, hand(0, 1))
    company.score(game, *SWEPT[:2])
    assert access.require_viewer(company.device, game.id).sheet.totals == (240, 360)
    assert company.standings(season) == before
    company.check(season)
    late = company.play(event, "Eve Fay Gus Hal", number=2)
    games.delete(access.require_scorer(company.device, game.id))
    assert results.result_of_game(late.id) is not None
    assert company.standings(season) == before
    company.check(season)
    rebuild(season)
    db.session.commit()
    assert company.standings(season) == before
    sentences = [decision.sentence for decision in read_log(require_member(company.account, company.club.id))]
    notice = "A game of 2026 was changed at the table. The season is closed and keeps the result it had."
    assert sentences.count(notice) == 1


def test_opening_totals_change_a_result_until_its_season_is_closed(company: Company) -> None:
    season, event = company.season(), company.event("2026-03-03")
    game = company.play(event, "Ann Ben Cal Dot")
    assert games.set_opening(access.require_scorer(company.device, game.id), [-70, 10]) is None
    # 290 is not the end: there is no result until another hand.
    assert results.result_of_game(game.id) is None
    company.score(game, hand(120))
    result = results.result_of_game(game.id)
    assert result is not None
    assert [placing.points for placing in result.placings] == [410, 410, 10, 10]
    company.check(season)
    before = company.standings(season)
    assert seasons.close(company.access(season)) is None
    refused = games.set_opening(access.require_scorer(company.device, game.id), [-60, 10])
    assert isinstance(refused, games.InvalidRecord)
    assert "season of this game is closed" in refused.faults[0].message
    assert access.require_viewer(company.device, game.id).sheet.totals == (410, 10)
    assert company.standings(season) == before
    company.check(season)


def test_an_old_event_is_corrected_without_a_look_at_the_others(company: Company) -> None:
    season = company.season()
    days = [company.event(f"2026-03-{day:02}") for day in range(1, 11)]
    first = company.play(days[0], "Ann Ben Cal Dot")
    for day in days[1:]:
        company.play(day, "Ann Ben Cal Dot")
    asked: list[str] = []
    event.listen(db.engine, "before_cursor_execute", lambda *event_args: asked.append(event_args[2]))
    company.change(first, 3, hand(100))  # 340 to 20: the same places
    assert company.standings(season)[0][1] == "Ann"
    # Its results are read once for its totals and once, with all later ones, for ratings; then the standings add up.
    assert len([text for text in asked if "JOIN placing" in text]) <= 3
    company.check(season)


def test_ratings_follow_a_correction_that_turns_a_game_round(company: Company) -> None:
    season = company.season()
    days = [company.event(f"2026-03-{day:02}") for day in range(1, 6)]
    first = company.play(days[0], "Ann Ben Cal Dot")
    for day in days[1:]:
        company.play(day, "Ann Eve Cal Dot", *SWEPT)
    before = ratings_of(season)[str(company.member("Ben").id)]
    company.change(first, 1, hand(0, 1))
    company.change(first, 2, hand(0, 1))
    company.score_to_the_end(first, *SWEPT)
    assert access.require_viewer(company.device, first.id).sheet.winners == (1,)
    db.session.expire_all()
    assert ratings_of(season)[str(company.member("Ben").id)].mu > before.mu
    company.check(season)


def test_a_season_counted_by_hand_adds_games_only_on_request(company: Company) -> None:
    season, event = company.season(counting=BY_HAND), company.event("2026-03-03")
    game = company.play(event, "Ann Ben Cal Dot")
    assert company.standings(season) == []
    assert seasons.count(company.access(season), game.id, True) is None
    assert len(company.standings(season)) == 4
    company.check(season)
    assert seasons.count(company.access(season), game.id, False) is None
    assert company.standings(season) == []
    company.check(season)


def test_other_days_belong_to_other_seasons(company: Company) -> None:
    event = company.event("2025-12-30")
    company.play(event, "Ann Ben Cal Dot")
    season = company.season()
    assert company.standings(season) == []
    draft = draft_of(season)
    earlier = SeasonDraft(draft.name, dt.date(2025, 12, 1), draft.ends)
    assert seasons.edit(company.access(season), earlier) is None
    assert len(company.standings(season)) == 4
    assert seasons.edit(company.access(season), draft) is None
    assert company.standings(season) == []
    company.check(season)


def test_an_event_on_another_day_takes_its_results_along(company: Company) -> None:
    season, event = company.season(), company.event("2026-03-03")
    company.play(event, "Ann Ben Cal Dot")
    company.play(company.event("2026-03-10"), "Ann Ben Cal Dot")
    event.date = dt.date(2026, 3, 17)
    results.refresh_event(event)
    db.session.commit()
    company.check(season)
    assert [event.date.day for event in season_queries.held_events(season.id)] == [10, 17]
    assert season_queries.rows_of_event(event.id)[0].date == dt.date(2026, 3, 17)


def test_a_paper_game_is_exported_with_its_totals_and_comes_back(company: Company) -> None:
    season, event = company.season(), company.event("2026-03-03")
    game = company.seat(event, "Ann Ben Cal Dot")
    table = event_table_of(game.id)
    assert table is not None
    table.paper = [310, -45]
    results.refresh_result(table)
    db.session.commit()
    (exported,) = records(season)
    assert (exported["opening"], exported["hands"]) == ([310, -45], [])
    before = company.standings(season)
    other = company.season("Next", counting="hand")
    lines = json.dumps(exported).encode()
    assert import_records(company.access(other), company.device, lines, {}) == 1
    assert [row[1:] for row in company.standings(other)] == [row[1:] for row in before]
    assert "already in the season" in str(import_records(company.access(other), company.device, lines, {}))
    company.check(other)
