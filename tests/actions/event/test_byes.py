"""Byes and substitutes of a night: who sits out, who has the bye, whose hands and games they are."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest

from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.event import drafts, seating, tables
from scorekeeper.actions.event.results import event_standings
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import entrant_events, require_season_organizer
from scorekeeper.actions.season.results import differences, rebuild
from scorekeeper.actions.season.seasons import SeasonDraft, draft_of
from scorekeeper.actions.season.standings import standings_of, totals_of
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.store import Season, db
from tests.actions.club_event import HAND, Company, sat_out

pytestmark = pytest.mark.usefixtures("in_app")


def paired(company: Company, count: int) -> None:
    """Pairs of neighbors on the list, so many of them."""
    for first in range(0, 2 * count, 2):
        assert seating.pair_up(company.access, company.ids[first : first + 2]) is None


def test_the_odd_player_of_a_swiss_event_plays_from_the_second_round_on() -> None:
    company = Company(17, hands=1)
    company.come()
    paired(company, 8)
    odd = company.ids[16]
    qualities = []
    for _ in range(5):
        event_round = company.draw("swiss")
        assert len(event_round.tables) == 4
        qualities.append(event_round.quality)
        company.play(event_round)
    assert sat_out(company.access)[odd] == 1
    assert max(sat_out(company.access).values()) == 1
    assert "P17 has no partner and sits out. Next round it is someone else’s turn." in qualities[0]
    out = company.access.event.rounds[1].out[0]
    mate = company.ids[company.ids.index(out) ^ 1]
    names = company.access.names
    why = (
        f"P17 has no partner tonight and plays with {names[mate]} in this round: it is {names[out]}’s turn to sit out."
    )
    assert why in qualities[1]


def test_two_without_partners_play_together_and_the_draft_says_so() -> None:
    company = Company(8, hands=1)
    company.come()
    paired(company, 3)
    draft = drafts.propose(company.access, "swiss")
    assert isinstance(draft, drafts.RoundDraft)
    assert draft.plan.sitting_out == ()
    assert "have no partners and play together." in draft.quality


def test_by_hand_lets_others_sit_out_in_the_next_round() -> None:
    company = Company(6, hands=1)
    company.come()
    for _ in range(3):
        company.play(company.draw("hand"))
    assert sorted(sat_out(company.access).values()) == [1, 1, 1, 1, 1, 1]


def season_of(company: Company, hands: int = 1, **scheme: object) -> Season:
    """A season of today that counts this way, and a night of it."""
    today = dt.date.today()
    club_access = require_organizer(company.olga.account_id, company.club_id)
    season = seasons.create(club_access, SeasonDraft("Autumn", today, today, scheme=Scheme(**scheme)))  # type: ignore[arg-type]
    assert isinstance(season, Season)
    company.event_id = company.opened("original", season=season.id, hands=hands)
    company.come()
    return season


def figures(company: Company, season: Season, kind: str = "players") -> dict[tuple[int, ...], Fraction | int]:
    """Everybody's figure by place on the list, from 1, in stored totals and in rebuilt ones."""
    db.session.expire_all()
    assert differences(season) == []
    rows = standings_of(season, kind).rows
    places = {str(member): index for index, member in enumerate(company.ids, 1)}
    by_place = {tuple(sorted(places[player] for player in row.entrant)): row.figure for row in rows}
    rebuild(season)
    assert [row.figure for row in standings_of(season, kind).rows] == [row.figure for row in rows]
    return by_place


def test_a_pair_that_sits_out_has_its_bye_in_every_figure() -> None:
    """Three pairs and one table: each round a pair sits out, and after three rounds each has one bye."""
    company = Company(6)
    season = season_of(company, bye=Fraction(1))
    paired(company, 3)
    first = company.draw("swiss")
    out = sorted(company.ids.index(bye.member_id) + 1 for bye in first.byes)
    company.play(first)
    pairs = figures(company, season, "pairs")
    assert pairs[tuple(out)] == 1
    assert sorted(pairs.values()) == [0, 1, 1]
    assert sorted(figures(company, season).values()) == [0, 0, 1, 1, 1, 1]
    for _ in range(2):
        company.play(company.draw("swiss"))
    assert [row.account.totals.byes for row in standings_of(season, "pairs").rows] == [1, 1, 1]
    # Three games were won and three byes given, both by partnerships and by players.
    assert sum(figures(company, season, "pairs").values()) == 6
    assert sum(figures(company, season).values()) == 12
    entrant = tuple(sorted(map(str, company.ids[:2])))
    ((event, *_),) = [entrant_events(season, entrant)]
    assert len(event.byes) == 1
    assert len(event.games) == 2


def test_the_pair_that_makes_room_for_the_odd_player_has_a_bye_too() -> None:
    company = Company(5)
    season = season_of(company, bye=Fraction(1))
    paired(company, 2)
    company.play(company.draw("swiss"))
    second = company.draw("swiss")
    company.play(second)
    (sits,) = second.out
    out = company.ids.index(sits) + 1
    mate = company.ids.index(next(bye.member_id for bye in second.byes if not bye.sits_out)) + 1
    assert {out, mate} in ({1, 2}, {3, 4})
    pairs = figures(company, season, "pairs")
    own = next(
        row
        for row in standings_of(season, "pairs").rows
        if row.entrant == tuple(sorted(map(str, _ids(company, out, mate))))
    )
    assert own.account.totals.byes == 1
    assert own.account.totals.games == 1
    # The odd player and the mate are a partnership of one game.
    assert tuple(sorted((mate, 5))) in pairs
    players = {row.entrant: row.account.totals for row in standings_of(season).rows}
    assert (players[str(company.ids[4]),].games, players[str(company.ids[4]),].byes) == (1, 1)
    assert (players[str(company.ids[out - 1]),].games, players[str(company.ids[out - 1]),].byes) == (1, 1)
    assert (players[str(company.ids[mate - 1]),].games, players[str(company.ids[mate - 1]),].byes) == (2, 0)


def _ids(company: Company, *places: int) -> list[int]:
    return [company.ids[place - 1] for place in places]


def test_the_standing_of_the_event_counts_as_its_season() -> None:
    """By margin with 10 for a bye: the winners are 30 ahead, the losers 30 behind, whoever sits out has 10."""
    company = Company(5)
    season_of(company, counts="margin", bye=Fraction(10))
    event_round = company.draw()
    company.play(event_round)
    (table,), (bye,) = event_round.tables, event_round.byes
    standings = event_standings(company.access)
    assert standings.season.scheme.way.title == "Margin"
    assert [row.figure for row in standings.rows] == [30, 30, 10, -30, -30]
    assert standings.row((str(bye.member_id),)).account.totals.byes == 1
    assert standings.row((str(table.seats[0]),)).figure == 30


def substituted(substitutes: str) -> tuple[Company, Season, list[int]]:
    """Seat 0 bids and makes 70 in the first hand and leaves; whoever sits out plays the second and bids 80.

    Their side has 75 and 75, the other 45 and 45. The places on the list of: leaver, partner, opponents, helper.
    """
    company = Company(5)
    season = season_of(company, 2, substitutes=substitutes, bye=Fraction(5))
    event_round = company.draw()
    (table,), (bye,) = event_round.tables, event_round.byes
    seats, helper = list(table.seats), bye.member_id
    company.save(table.game_id or "")
    assert tables.substitute(company.access, table.id, seats[0], helper) is None
    company.save(table.game_id or "", facts=HAND | {"bid": 75})
    places = [company.ids.index(member) + 1 for member in (seats[0], seats[2], seats[1], seats[3], helper)]
    return company, season, places


@pytest.mark.parametrize(
    ("substitutes", "leaver", "helper"), [("nobody", 0, None), ("absent", 1, None), ("substitute", 0, 1)]
)
def test_a_substitutes_game_counts_as_the_season_says(substitutes: str, leaver: int, helper: int | None) -> None:
    company, season, (left, partner, one, other, helped) = substituted(substitutes)
    by_place = figures(company, season)
    # The leaver's bids are in the table even where the game is not; the helper played, so there is no bye.
    assert by_place.pop((left,)) == leaver
    assert by_place.pop((helped,), None) == helper
    assert by_place == {(partner,): 1, (one,): 0, (other,): 0}
    assert figures(company, season, "pairs") == {tuple(sorted((left, partner))): 1, tuple(sorted((one, other))): 0}


def test_changing_what_a_substitutes_game_counts_for_counts_again() -> None:
    company, season, (left, *_, helped) = substituted("nobody")
    assert (helped,) not in figures(company, season)
    access = require_season_organizer(company.olga.account_id, company.club_id, season.id)
    for substitutes, expected in (("absent", (1, None)), ("substitute", (0, 1)), ("nobody", (0, None))):
        assert (
            seasons.edit(
                access, SeasonDraft("Autumn", season.starts, season.ends, scheme=Scheme(substitutes=substitutes))
            )
            is None
        )
        by_place = figures(company, season)
        assert (by_place[left,], by_place.get((helped,))) == expected
    assert draft_of(season).scheme.substitutes == "nobody"


def test_hands_before_a_substitution_stay_with_their_players() -> None:
    company, season, (left, partner, *_, helped) = substituted("substitute")
    totals = totals_of(season)
    own, helper = (totals[str(member),].bidding for member in _ids(company, left, helped))
    assert (own.made, own.highest) == (1, 70)
    assert (helper.made, helper.highest) == (1, 75)
    pair = totals[tuple(sorted(map(str, _ids(company, left, partner))))]
    assert (pair.bidding.made, pair.games) == (2, 1)


def test_a_returning_player_keeps_the_game_and_the_helper_the_hand() -> None:
    company = Company(5)
    season = season_of(company, 3, bye=Fraction(5), substitutes="nobody")
    event_round = company.draw()
    (table,), (bye,) = event_round.tables, event_round.byes
    seats, helper = list(table.seats), bye.member_id
    company.save(table.game_id or "")
    assert tables.substitute(company.access, table.id, seats[0], helper) is None
    company.save(table.game_id or "", facts=HAND | {"bid": 75})
    assert tables.substitute(company.access, table.id, helper, seats[0]) is None
    company.save(table.game_id or "")
    by_place = figures(company, season)
    assert by_place[company.ids.index(seats[0]) + 1,] == 1
    assert (company.ids.index(helper) + 1,) not in by_place
    assert totals_of(season)[str(seats[0]),].bidding.made == 2


def test_a_substitute_who_never_plays_keeps_the_bye() -> None:
    company = Company(5)
    season = season_of(company, bye=Fraction(5))
    event_round = company.draw()
    (table,), (bye,) = event_round.tables, event_round.byes
    absent, helper = table.seats[0], bye.member_id
    assert tables.substitute(company.access, table.id, absent, helper) is None
    assert tables.substitute(company.access, table.id, helper, absent) is None
    company.play(event_round)
    assert figures(company, season)[company.ids.index(helper) + 1,] == 5


def test_both_pages_list_the_game_of_a_substitute() -> None:
    company, season, (left, *_, helped) = substituted("absent")
    for place in (left, helped):
        (event,) = entrant_events(season, (str(company.ids[place - 1]),))
        assert len(event.games) == 1
        assert event.played == (place == left)
