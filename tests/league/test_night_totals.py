"""The totals of a night and who met whom, whatever the order and the parts."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.league.results import Bidding, Bye, Result, Side, Substitute, places
from scorekeeper.league.totals import Meeting, NightTotals, Totals, add_totals, meetings_of, night_totals
from tests.league.notation import game, games, instead
from tests.rows import each_row

PLAYERS = "abcdefg"


@st.composite
def results(draw: st.DrawFn) -> Result:
    shape = draw(st.sampled_from([(2, 2), (1, 1, 1), (2, 2, 2), (3, 3), (1, 1, 1, 1)]))
    order = iter(draw(st.permutations(PLAYERS)))
    points = [draw(st.integers(-200, 300)) for _ in shape]
    lowest = draw(st.booleans())
    standing = places([-figure if lowest else figure for figure in points])
    bids = st.builds(Bidding, *(st.integers(0, 9) for _ in range(6)), st.sampled_from([(), (("red", 2),)]))
    sides = tuple(
        Side(tuple(next(order) for _ in range(size)), figure, place, bidding=tuple(draw(bids) for _ in range(size)))
        for size, figure, place in zip(shape, points, standing, strict=True)
    )
    helping = draw(st.sampled_from([(), (Substitute(sides[0].players[0]),), (Substitute(sides[0].players[0], "z"),)]))
    return Result("g", "1", 1, "rook", sides, draw(st.integers(0, 20)), lowest, substitutes=helping)


byes = st.builds(
    lambda players: Bye("1", 1, tuple(players)), st.lists(st.sampled_from(PLAYERS), min_size=1, max_size=2, unique=True)
)


@settings(deadline=None)
@given(st.lists(st.one_of(results(), byes), max_size=8), st.randoms(), st.integers(0, 8))
def test_order_and_parts_make_no_difference(what: list[Result | Bye], chance: object, cut: int) -> None:
    def whole(parts: list[Result | Bye]) -> NightTotals:
        return night_totals([x for x in parts if isinstance(x, Result)], [x for x in parts if isinstance(x, Bye)])

    mixed = list(what)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert whole(mixed) == whole(what)
    one, other = whole(what[:cut]), whole(what[cut:])
    assert add_totals(one.by_entrant, other.by_entrant) == whole(what).by_entrant
    assert add_totals(one.as_substitute, other.as_substitute) == whole(what).as_substitute


@settings(deadline=None)
@given(st.lists(results(), max_size=6))
def test_every_game_gives_out_one_win_and_every_meeting_one_too(what: list[Result]) -> None:
    totals = night_totals(what)
    everybody = [*totals.by_entrant.items(), *totals.as_substitute.items()]
    alone = [result for result in what if all(len(side.players) == 1 for side in result.sides)]
    if len(alone) == len(what):
        assert sum(tally.wins for entrant, tally in everybody if len(entrant) == 1) == len(what)
    meetings = meetings_of(what)
    for (one, other), meeting in meetings.items():
        back = meetings[other, one]
        assert meeting.games == back.games == meeting.ahead + back.ahead


def test_a_win_at_a_table_of_two_sides() -> None:
    totals = night_totals([game("Ann+Cal 300, Ben+Dot 205", Ann=Bidding(made=3, set_back=1, highest=120))]).by_entrant
    won = Totals(1, 8, Fraction(1), 300, 300, 300, 505, (1,), ((95, 1),))
    assert totals["Cal",] == won
    assert totals["Ann",] == won + Totals(bidding=Bidding(made=3, set_back=1, highest=120))
    assert totals["Ann", "Cal"] == totals["Ann",]
    assert totals["Ben", "Dot"] == Totals(1, 8, Fraction(0), 205, 205, 205, 505, (0, 1), ((-95, 1),))
    assert ("Ann", "Ben") not in totals


def test_three_sides_have_three_places_and_the_lead_is_over_the_best_other() -> None:
    totals = night_totals([game("Ann+Bea 5100, Cal+Dot 4000, Eve+Fay 3000")]).by_entrant
    assert [totals[player,].places for player in ("Ann", "Cal", "Eve")] == [(1,), (0, 1), (0, 0, 1)]
    assert [totals[player,].margin() for player in ("Ann", "Cal", "Eve")] == [1100, -1100, -2100]
    assert totals["Eve",].margin(cap=500) == -500
    assert [totals[player,].wins for player in ("Ann", "Cal", "Eve")] == [1, 0, 0]


def test_a_shared_win_is_shared_out() -> None:
    totals = night_totals([game("Ann 50, Ben 50, Cal 50, Dot 20")]).by_entrant
    assert totals["Ann",].wins == Fraction(1, 3)
    assert totals["Dot",].wins == 0


def test_where_the_lowest_wins_points_count_against() -> None:
    # 23 points a hand: Ann 3, Ben 20. Ann has what Ben had to take.
    totals = night_totals([game("Ann 3, Ben 20", lowest_wins=True)]).by_entrant
    assert (totals["Ann",].points, totals["Ben",].points) == (-3, -20)
    assert (totals["Ann",].taken, totals["Ann",].stake) == (20, 23)
    assert totals["Ann",].margin() == 17
    assert totals["Ann",].wins == 1


def test_points_below_nothing_are_no_share() -> None:
    totals = night_totals([game("Ann+Cal 300, Ben+Dot -95")]).by_entrant
    assert (totals["Ann",].taken, totals["Ann",].stake) == (300, 300)
    assert (totals["Ben",].taken, totals["Ben",].stake) == (0, 300)


def test_partners_never_meet_and_opponents_do_in_both_directions() -> None:
    met = meetings_of(games("Ann+Cal 300, Ben+Dot 205", "Ann+Ben 100, Cal+Dot 100", "Ann+Dot 10, Ben+Cal 20"))
    assert met[("Ann",), ("Ben",)] == Meeting(2, Fraction(1))
    assert met[("Ann",), ("Cal",)] == Meeting(2, Fraction(1, 2))
    assert met[("Cal",), ("Ann",)] == Meeting(2, Fraction(3, 2))
    assert met[("Ann", "Cal"), ("Ben", "Dot")] == Meeting(1, Fraction(1))
    assert (("Ann", "Cal"), ("Ann", "Ben")) not in met


def test_a_substitute_is_separate_and_the_partnership_keeps_its_game() -> None:
    played = [instead(game("Ann+Zoe 300, Ben+Dot 205"), "Zoe", "Cal")]
    totals = night_totals(played)
    assert ("Zoe",) not in totals.by_entrant
    assert totals.as_substitute["Zoe",].wins == 1
    assert totals.by_entrant["Ann", "Cal"].wins == 1
    assert ("Cal",) not in totals.by_entrant
    assert (("Zoe",), ("Ben",)) not in meetings_of(played)
    assert (("Ann",), ("Ben",)) in meetings_of(played)


@each_row(("players", "entrants"), [(("Ann",), {("Ann",)}), (("Cal", "Ann"), {("Ann",), ("Cal",), ("Ann", "Cal")})])
def test_a_bye_is_the_players_and_the_partnerships(players: tuple[str, ...], entrants: set[tuple[str, ...]]) -> None:
    totals = night_totals(byes=[Bye("1", 1, players)]).by_entrant
    assert totals == {one: Totals(byes=1) for one in entrants}


def test_nothing_gives_nothing() -> None:
    assert night_totals() == NightTotals({}, {})
    assert meetings_of([]) == {}
