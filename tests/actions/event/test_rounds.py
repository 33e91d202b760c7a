"""Rounds drawn by standing: whose standing it is, and that the proposal says so."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.event import drafts, events, seating
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import require_season_organizer
from scorekeeper.actions.season.seasons import SeasonDraft, draft_of
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.store import Season
from scorekeeper.store.tables.season import BY_HAND
from tests.actions.club_event import HAND, Company

pytestmark = pytest.mark.usefixtures("in_app")

#: The bidders take all: 120 to nothing.
ALL = HAND | {"captured": [120, 0]}


def season_of(company: Company, counting: str = "date") -> Season:
    today = dt.date.today()
    club_access = require_organizer(company.olga.account_id, company.club_id)
    season = seasons.create(club_access, SeasonDraft("Autumn", today, today, counting=counting))
    assert isinstance(season, Season)
    return season


def played_before(company: Company, season: Season) -> list[int]:
    """A night of the season with two tables; everybody from the first to the last as the season counts."""
    company.event_id = company.opened("original", season=season.id, hands=1)
    company.come()
    first, second = company.draw().tables
    seats = first.seats, second.seats
    company.save(first.game_id or "", facts=ALL)
    company.save(second.game_id or "")
    # All winners have a win; a margin of 120 is more than one of 30, and only the bidder has made a bid.
    (a, b, c, d), (e, f, g, h) = seats
    losers = sorted((f, h), key=str), sorted((b, d), key=str)
    return [a, c, e, g, *losers[0], *losers[1]]


def sides(draft: drafts.RoundDraft) -> list[set[frozenset[str]]]:
    return [{frozenset(side) for side in table.sides} for table in draft.plan.tables]


def proposed(company: Company, method: str) -> drafts.RoundDraft:
    draft = drafts.propose(company.access, method)
    assert isinstance(draft, drafts.RoundDraft), draft
    return draft


def test_by_standing_goes_by_the_season_of_the_event() -> None:
    company = Company(8)
    season = season_of(company)
    order = [str(member_id) for member_id in played_before(company, season)]
    company.event_id = company.opened("original", season=season.id, hands=1)
    company.come()
    draft = proposed(company, "standing")
    assert sides(draft) == [
        {frozenset((order[0], order[3])), frozenset((order[1], order[2]))},
        {frozenset((order[4], order[7])), frozenset((order[5], order[6]))},
    ]
    assert draft.quality.endswith("Drawn by the standings of Autumn.")
    event_round = company.draw("standing")
    assert event_round.quality.endswith("Drawn by the standings of Autumn.")


def test_swiss_pairs_neighbors_of_the_season() -> None:
    company = Company(8)
    season = season_of(company)
    a, c, e, g, f, h, b, d = played_before(company, season)
    company.event_id = company.opened("original", season=season.id, hands=1)
    company.come()
    for pair in ((b, d), (a, c), (f, h), (e, g)):
        assert seating.pair_up(company.access, sorted(pair)) is None
    draft = proposed(company, "swiss")
    teams = [frozenset(map(str, pair)) for pair in ((a, c), (e, g), (f, h), (b, d))]
    assert sides(draft) == [{teams[0], teams[1]}, {teams[2], teams[3]}]
    assert draft.quality == "Nobody meets the same side twice. Drawn by the standings of Autumn."


def test_swiss_goes_by_single_players_where_nobody_has_a_partner() -> None:
    company = Company(8, "high14", target=5)
    company.come()
    company.draw("swiss", 2)
    winners = []
    for table in company.access.event.rounds[0].tables:
        company.save(table.game_id or "", facts={"captured": [60, 0]})
        winners.append(str(table.seats[0]))
    draft = drafts.propose(company.access, "swiss", 2)
    assert isinstance(draft, drafts.RoundDraft)
    assert {player for table in draft.plan.tables[:2] for player in table.players} == {*winners}


@pytest.mark.parametrize("counting", ["none", BY_HAND])
def test_without_a_season_that_counts_it_is_the_event(counting: str) -> None:
    company = Company(4, hands=1)
    if counting == BY_HAND:
        company.event_id = company.opened("original", season=season_of(company, BY_HAND).id, hands=1)
    company.come()
    assert proposed(company, "standing").quality.endswith(
        "Nobody here is in the standings yet, so this is a random draw."
    )
    event_round = company.draw("standing")
    company.play(event_round)
    if counting == "none":
        assert proposed(company, "standing").quality.endswith("Drawn by the standings of tonight.")


def test_a_round_robin_keeps_its_schedule_no_matter_who_wins() -> None:
    company = Company(12, hands=1)
    company.come()
    assert seating.draw_partners(company.access) is None
    met = set()
    for number in range(5):
        event_round = company.draw("round-robin")
        assert len(event_round.tables) == 3
        for table in event_round.tables:
            met.add(frozenset((frozenset(table.seats[0::2]), frozenset(table.seats[1::2]))))
            company.save(table.game_id or "", facts=ALL if number % 2 else HAND)
    assert len(met) == 15


def test_an_event_opened_for_no_season_counts_in_none() -> None:
    company = Company(4, hands=1)
    season = season_of(company)
    company.event_id = company.opened("original", hands=1)
    company.come()
    company.play(company.draw())
    assert company.access.event.season is None
    assert standings_of(season).rows == ()
    # Changing the season does not draw it in either; a game that somebody lets count does.
    access = require_season_organizer(company.olga.account_id, company.club_id, season.id)
    assert seasons.edit(access, draft_of(season)) is None
    assert company.access.event.season is None
    game = company.access.event.rounds[0].tables[0].game_id or ""
    assert seasons.count(access, game, True) is None
    assert company.access.event.season is season
    assert not company.access.event.apart
    assert len(standings_of(season).rows) == 4


def test_an_event_opened_while_there_was_no_season_is_counted_later() -> None:
    company = Company(4, hands=1)
    company.come()
    company.play(company.draw())
    season = season_of(company)
    assert company.access.event.season is season
    assert len(standings_of(season).rows) == 4


def test_before_tables_are_drawn_an_event_may_change_its_season() -> None:
    company = Company(4, hands=1)
    season = season_of(company)
    company.event_id = company.opened("original", hands=1)
    assert events.season_choices(company.club_id, company.access.event) == [season]
    plan = events.EventPlan("Club night", dt.date.today(), "original", {"hands": 1}, season.id)
    assert events.change(company.access, plan) is None
    assert (company.access.event.season, company.access.event.apart) == (season, False)
    company.come()
    company.draw()
    assert events.season_choices(company.club_id, company.access.event) == [season]


def test_eleven_people_have_tables_of_four_and_three_where_the_game_allows_it() -> None:
    company = Company(11, game="house")
    company.come()
    drawn = company.draw()
    assert sorted(len(table.seats) for table in drawn.tables) == [3, 4, 4]
    assert not drawn.out
    assert {len(table.game.players) for table in drawn.tables if table.game is not None} == {3, 4}
    # The Original is for four.
    company.event_id = company.opened("original")
    company.come()
    assert len(company.draw().out) == 3


def test_byes_are_fair_over_the_nights_of_a_season() -> None:
    company = Company(5, hands=1)
    season = season_of(company)
    out: list[int] = []
    for _ in range(5):
        company.event_id = company.opened("original", season=season.id, hands=1)
        company.come()
        drawn = company.draw()
        out += drawn.out
        company.play(drawn)
        assert events.close(company.access) is None
    # Every night somebody else sits out its only round.
    assert sorted(out) == sorted(company.ids)
