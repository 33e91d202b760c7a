"""Round robin, Swiss, by standing, by hand, nights with people coming and going, and repeats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.league.pairings.by_standing import swiss
from scorekeeper.league.pairings.draw import METHODS, faults
from scorekeeper.league.pairings.round_robin import berger_rounds
from scorekeeper.league.pairings.values import (
    PAIRS,
    Lineup,
    Repeat,
    RoundPlan,
    Shape,
    TablePlan,
    past,
    quality,
    repeats,
)
from tests.budget import examples
from tests.league.draws import THREES, everyone_alone, names, next_round, rotating
from tests.rows import each_row


def alone(count: int) -> list[tuple[str, ...]]:
    return [(name,) for name in names(count)]


def met(*rounds: RoundPlan) -> Counter[frozenset[tuple[str, ...]]]:
    return Counter(frozenset(table.sides) for turn in rounds for table in turn.tables)


@each_row("count", range(2, 14))
def test_round_robin_lets_everybody_meet_everybody_once(count: int) -> None:
    entrants = [(f"a{at}", f"b{at}") for at in range(count)]
    rounds = berger_rounds(entrants)
    assert met(*rounds) == Counter(frozenset(two) for two in combinations(entrants, 2))
    assert len(rounds) == count - 1 + count % 2
    byes = Counter(player for turn in rounds for player in turn.sitting_out)
    assert byes == (Counter(player for pair in entrants for player in pair) if count % 2 else Counter())
    for turn in rounds:
        assert len([*turn.sitting_out, *(player for table in turn.tables for player in table.players)]) == 2 * count


def test_round_robin_with_nobody() -> None:
    assert berger_rounds([]) == berger_rounds(alone(1)) == ()


def test_swiss_pairs_neighbors_who_have_not_met() -> None:
    ann, bea, cal, dot = ("Ann", "Al"), ("Bea", "Bo"), ("Cal", "Cy"), ("Dot", "Di")
    first = swiss(Lineup([ann, bea, cal, dot]))
    assert first == RoundPlan((TablePlan((ann, bea)), TablePlan((cal, dot))))
    assert swiss(Lineup([ann, bea, cal, dot], [first])) == RoundPlan((TablePlan((ann, cal)), TablePlan((bea, dot))))
    # Ann & Al sat the other way round: it is the same partnership.
    turned = RoundPlan((TablePlan((("Al", "Ann"), bea)), TablePlan((dot, cal))))
    assert swiss(Lineup([ann, bea, cal, dot], [turned])).tables[0] == TablePlan((ann, cal))


def test_the_bye_goes_to_the_lowest_player_without_one() -> None:
    first = swiss(Lineup(alone(5)))
    assert first.sitting_out == ("p04",)
    second = swiss(Lineup(alone(5), [first]))
    assert second.sitting_out == ("p03",)
    assert swiss(Lineup(alone(5)[::-1], [first, second])).sitting_out == ("p00",)


def test_swiss_looks_ahead() -> None:
    # 1 has met 2; if 1 met 3, then 2 and 4 would be left, who have met too. So 1 meets 4.
    one, two, three, four = alone(4)
    history = [RoundPlan((TablePlan((one, two)),)), RoundPlan((TablePlan((two, four)),))]
    assert swiss(Lineup([one, two, three, four], history)) == RoundPlan(
        (TablePlan((one, four)), TablePlan((two, three)))
    )


@each_row("count", [2, 3, 5, 6, 8, 9, 12])
def test_swiss_repeats_nobody_and_no_bye_while_it_can_be_helped(count: int) -> None:
    history: list[RoundPlan] = []
    standing = alone(count)
    for _ in range(count - 1 + count % 2):
        history.append(swiss(Lineup(standing, history)))
        standing = standing[1:] + standing[:1]
        byes = past(history).sat_out
        assert max([byes[player] for player in names(count)]) - min([byes[player] for player in names(count)]) <= 1
    half = history[: count // 2]
    assert max(met(*half).values()) == 1


def test_a_repeat_that_must_be_is_the_least_often_met() -> None:
    one, two, three, four = alone(4)
    everybody = berger_rounds(alone(4))
    again = RoundPlan((TablePlan((one, two)), TablePlan((three, four))))
    assert swiss(Lineup(alone(4), [*everybody, again])) == RoundPlan((TablePlan((one, three)), TablePlan((two, four))))


@settings(deadline=None)
@given(st.integers(1, 4), st.data())
def test_no_more_repeats_than_trying_everything_finds(tables: int, data: st.DataObject) -> None:
    players = alone(2 * tables)
    met = data.draw(st.lists(st.sampled_from([*combinations(players, 2)]), unique=True))
    history = [RoundPlan((TablePlan(couple),)) for couple in met]

    def least(left: frozenset[tuple[str, ...]]) -> int:
        if not left:
            return 0
        first, *rest = sorted(left)
        return min(((first, other) in met) + least(left - {first, other}) for other in rest)

    drawn = swiss(Lineup(players, history))
    assert sum(tuple(sorted(table.sides)) in met for table in drawn.tables) == least(frozenset(players))


def test_the_first_plays_with_the_fourth() -> None:
    turn = next_round([], list("ABCDEFGH"), "standing")
    assert turn == RoundPlan((TablePlan((("A", "D"), ("B", "C"))), TablePlan((("E", "H"), ("F", "G")))))
    assert next_round([], list("ABCDEF"), "standing", Shape({6: 2}, 6)).tables == (
        TablePlan((("A", "F"), ("B", "E"), ("C", "D"))),
    )
    assert next_round([], list("ABCDEF"), "standing", THREES).tables == (TablePlan((("A", "D", "E"), ("B", "C", "F"))),)
    assert next_round([], list("ABCDEFG"), "standing", everyone_alone(3, 4)).tables == (
        TablePlan((("A",), ("B",), ("C",), ("D",))),
        TablePlan((("E",), ("F",), ("G",))),
    )


def test_by_standing_lets_the_last_sit_out_but_not_twice() -> None:
    first = next_round([], list("ABCDE"), "standing")
    assert first.sitting_out == ("E",)
    assert next_round([first], list("ABCDE"), "standing").sitting_out == ("D",)


def test_partners_sit_across() -> None:
    assert TablePlan((("A", "B"), ("C", "D"))).seats == ("A", "C", "B", "D")
    assert TablePlan((("A", "B"), ("C", "D"), ("E", "F"))).seats == ("A", "C", "E", "B", "D", "F")
    assert TablePlan((("A", "B", "C"), ("D", "E", "F"))).seats == ("A", "D", "B", "E", "C", "F")


@each_row(
    ("shape", "count", "sizes"),
    [
        (PAIRS, 17, (4, 4, 4, 4)),
        (PAIRS, 3, ()),
        (THREES, 13, (6, 6)),
        (everyone_alone(3, 6, 4), 17, (5, 4, 4, 4)),
        (everyone_alone(3, 6, 4), 5, (5,)),
        (everyone_alone(3, 8, 6), 13, (7, 6)),
        (everyone_alone(3, 8, 4), 7, (4, 3)),
        (everyone_alone(4, 4), 6, (4,)),
        (Shape({4: 2, 6: 2}, 4), 10, (6, 4)),
        (Shape({4: 2, 6: 2}, 4), 12, (4, 4, 4)),
        (everyone_alone(), 0, ()),
    ],
)
def test_tables_are_as_even_as_can_be(shape: Shape, count: int, sizes: tuple[int, ...]) -> None:
    assert shape.parted(count) == sizes


def test_a_round_by_hand_lists_everything_wrong() -> None:
    turn = RoundPlan(
        (
            TablePlan((("Ann", "Bea"), ("Cal", "Ann"))),
            TablePlan((("Dot", "Eve"), ("Fay",))),
            TablePlan((("Bea",), ("Gil", "Hal", "Ian"))),
        ),
        ("Zoe", "Dot"),
    )
    here = ["Ann", "Bea", "Cal", "Dot", "Eve", "Fay", "Gil", "Hal", "Ian", "Jim"]
    assert faults(turn, here) == [
        "Table 2 has 3 players, but needs 4.",
        "Table 3 has uneven sides. Each side needs 2.",
        "Ann sits twice at table 1.",
        "Bea sits at table 1 and at table 3.",
        "Zoe is not here tonight. Choose someone who is.",
        "Dot sits at table 2 and sits out.",
        "Jim has no seat. Add a seat, or let this player sit out.",
    ]


def test_a_right_round_by_hand_has_no_faults() -> None:
    assert faults(RoundPlan((TablePlan((("A", "B"), ("C", "D"))),), ("E",)), list("ABCDE")) == []


def test_a_night_follows_its_schedule() -> None:
    players = names(8)
    history: list[RoundPlan] = []
    for _ in range(7):
        history.append(next_round(history, players))
    assert tuple(history) == rotating(players)
    players = names(9)
    for rounds in (4, 9):
        night: list[RoundPlan] = []
        for _ in range(rounds):
            night.append(next_round(night, players, rounds=rounds))
        assert tuple(night) == rotating(players, rounds)


@each_row("count", range(8, 33))
def test_a_night_without_a_plan_is_as_even_as_one_with_a_plan(count: int) -> None:
    players, history = names(count), list[RoundPlan]()
    for done in range(1, 7):
        history.append(next_round(history, players))
        planned = quality(rotating(players, done))
        assert quality(history).unevenness <= planned.unevenness
        assert quality(history).repeated_partners == planned.repeated_partners == 0


def test_thirteen_people_of_whom_four_pairs_meet_twice_in_six_rounds() -> None:
    history: list[RoundPlan] = []
    for _ in range(6):
        history.append(next_round(history, names(13)))
    assert sorted(past(history).opponents.values())[-5:] == [1, 2, 2, 2, 2]


@each_row("count", [8, 9, 10, 11, 16, 17])
def test_a_first_round_with_other_names_in_its_seats_begins_the_same_schedule(count: int) -> None:
    """Drawn again, or swapped by hand: the night is as even as if nothing had happened."""
    players = names(count)
    first = next_round([], players[::-1], again=1, rounds=6)
    history = [RoundPlan(first.tables, tuple(sorted(first.sitting_out, reverse=True)))]
    for _ in range(5):
        history.append(next_round(history, players, rounds=6))
    assert quality(history).unevenness <= quality(rotating(players, 6)).unevenness
    assert max(past(history).partners.values()) == 1


@each_row("count", [13, 17, 40])
def test_a_round_that_is_drawn_again_is_another_round(count: int) -> None:
    players, history = names(count), list[RoundPlan]()
    for _ in range(3):
        draws = [next_round(history, players, again=again) for again in range(1, 4)]
        assert len({frozenset(draw.tables) for draw in draws}) == 3
        history.append(draws[0])
    assert max(past(history).partners.values()) == 1


def test_a_round_robin_night_continues_when_somebody_leaves() -> None:
    pairs = [(f"a{at}", f"b{at}") for at in range(6)]
    everybody = [player for pair in pairs for player in pair]
    first = next_round([], everybody, "round-robin", partnerships=pairs)
    assert first == berger_rounds(pairs)[0]
    second = next_round([first], everybody[1:], "round-robin", partnerships=pairs)
    assert second.sitting_out[-1] == "b0"
    assert len(second.tables) == 2
    assert not met(first) & met(second)


crowds = st.lists(st.sets(st.integers(0, 13), min_size=0), min_size=1, max_size=5)


@settings(max_examples=examples(40))
@given(
    crowds,
    st.sampled_from([PAIRS, THREES, everyone_alone(3, 6), Shape({3: 1, 4: 2, 5: 1, 6: 3})]),
    st.sampled_from(["new-partners", "standing", "hand"]),
)
def test_everybody_has_one_place_as_people_come_and_go(crowds: list[set[int]], shape: Shape, method: str) -> None:
    history: list[RoundPlan] = []
    for crowd in crowds:
        present = [f"p{number:02}" for number in sorted(crowd)]
        before = past(history).sat_out
        turn = next_round(history, present, method, shape)
        assert faults(turn, present, shape) == []
        assert turn == next_round(history, present, method, shape)
        playing = [player for player in present if player not in turn.sitting_out]
        if turn.sitting_out and playing:
            assert max(before[player] for player in turn.sitting_out) <= min(before[player] for player in playing)
        history.append(turn)


@settings(max_examples=examples(25))
@given(crowds, st.sampled_from(["swiss", "round-robin"]))
def test_fixed_partnerships_come_and_go_too(crowds: list[set[int]], method: str) -> None:
    pairs = [(f"p{number:02}", f"p{number + 1:02}") for number in range(0, 14, 2)]
    history: list[RoundPlan] = []
    for crowd in crowds:
        present = [f"p{number:02}" for number in sorted(crowd | {0, 1, 2, 3})]
        turn = next_round(history, present, method, partnerships=pairs)
        assert faults(turn, present) == []
        # Nobody leaves a partner who is here, except to sit out.
        sides = [side for table in turn.tables for side in table.sides]
        for pair in pairs:
            if {*pair} <= {*present} and not {*pair} & {*turn.sitting_out}:
                assert pair in sides
        history.append(turn)


def test_a_late_comer_has_met_nobody_and_a_leaver_leaves_no_gap() -> None:
    players = names(12)
    history = [next_round([], players)]
    history.append(next_round(history, [*players, "late"]))
    assert len(history[1].sitting_out) == 1
    assert "late" not in history[1].sitting_out
    history.append(next_round(history, players[:8]))
    assert len(history[2].tables) == 2
    assert max(past(history).partners.values()) == 1


def test_sixty_players_find_new_partners_for_ten_rounds() -> None:
    players = names(60)
    history: list[RoundPlan] = []
    for _ in range(10):
        history.append(next_round(history, players))
    meetings = past(history)
    assert max(meetings.partners.values()) == 1
    assert max(meetings.opponents.values()) <= 2


def test_every_method_has_words() -> None:
    assert [*METHODS] == ["new-partners", "standing", "swiss", "round-robin", "single", "double", "movement", "hand"]
    assert all(method.title and method.words for method in METHODS.values())


#: Two rounds of four and one who sits out: Ann and Bea were partners in both.
ROUNDS = (
    RoundPlan((TablePlan((("Ann", "Bea"), ("Cal", "Dot"))),), ("Eve",)),
    RoundPlan((TablePlan((("Ann", "Bea"), ("Cal", "Eve"))),), ("Dot",)),
)


def test_partners_who_were_partners_are_named_with_their_rounds() -> None:
    table = TablePlan((("Bea", "Ann"), ("Dot", "Eve")))
    assert repeats(ROUNDS, table, TablePlan.partners) == [Repeat(("Ann", "Bea"), (1, 2))]


def test_opponents_who_met_are_named_and_partners_are_no_opponents() -> None:
    table = TablePlan((("Ann", "Cal"), ("Bea", "Dot")))
    assert repeats(ROUNDS, table, TablePlan.partners) == []
    assert repeats(ROUNDS, table, TablePlan.opponents) == [
        Repeat(("Ann", "Dot"), (1,)),
        Repeat(("Bea", "Cal"), (1, 2)),
    ]


def test_a_first_round_repeats_nothing() -> None:
    table = TablePlan((("Ann", "Bea"), ("Cal", "Dot")))
    assert (repeats((), table, TablePlan.partners), repeats((), table, TablePlan.opponents)) == ([], [])
