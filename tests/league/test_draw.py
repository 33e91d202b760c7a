"""Drawing a round by any method: a whole season, mixed tables, and the numbers of a bracket."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from scorekeeper.league.outcome import elimination, outcome
from scorekeeper.league.pairings.bracket import Elimination, bracket
from scorekeeper.league.pairings.draw import METHODS, draw, explain, faults
from scorekeeper.league.pairings.values import DOUBLE, Lineup, Past, RoundPlan, Shape, TablePlan, past, quality
from tests.league.contest.play import contest, play_ready
from tests.league.draws import names, next_round, rotating
from tests.rows import each_row

#: House Rook: two pairs at a table of four, everybody alone at three and five, two sides of three at six.
HOUSE = Shape({3: 1, 4: 2, 5: 1, 6: 3}, 4)


def four(partners: str, others: str, out: str = "") -> RoundPlan:
    return RoundPlan((TablePlan((tuple(partners), tuple(others))),), tuple(out))


def partner_of(player: str, plan: RoundPlan) -> str:
    (mate,) = [
        mate for table in plan.tables for side in table.sides if player in side for mate in side if mate != player
    ]
    return mate


def play_season(count: int, rounds: int | None, away: int = 0) -> list[list[RoundPlan]]:
    """Four nights of six rounds; each night every `away`th person is missing, never the same."""
    nights: list[list[RoundPlan]] = []
    for number in range(4):
        present = [name for at, name in enumerate(names(count)) if not away or (at + number) % away]
        earlier, tonight = past(plan for night in nights for plan in night), list[RoundPlan]()
        for _ in range(6):
            tonight.append(next_round(tonight, present, rounds=rounds, earlier=earlier))
        nights.append(tonight)
    return nights


@each_row("count", [9, 11, 13, 17, 18, 19, 22, 23, 33])
@each_row("rounds", [6, None])
def test_byes_are_fair_in_a_night_and_in_a_season(count: int, rounds: int | None) -> None:
    nights = play_season(count, rounds)
    for night in nights:
        byes = past(night).sat_out
        assert max(byes[name] for name in names(count)) - min(byes[name] for name in names(count)) <= 1
        assert quality(night).repeated_partners == 0
    season = past(plan for night in nights for plan in night).sat_out
    assert max(season[name] for name in names(count)) - min(season[name] for name in names(count)) <= 1


@each_row("count", [17, 22, 23])
def test_byes_are_fair_in_a_season_in_which_people_miss_nights(count: int) -> None:
    """Who was there for 24 rounds sits out about a third more often than who was there for 18."""
    season = past(plan for night in play_season(count, 6, away=5) for plan in night)
    rounds = {name: season.sat_out[name] + season.played[name] for name in names(count)}
    shares = [Fraction(season.sat_out[name], rounds[name]) for name in names(count)]
    assert {*rounds.values()} == {18, 24}
    assert max(shares) - min(shares) <= Fraction(1, 12)


@each_row("count", [8, 12, 13, 16, 19, 24, 32])
def test_a_night_late_in_the_season_is_as_even_as_the_first_and_has_newer_partners(count: int) -> None:
    nights = play_season(count, 6)
    for night in nights:
        assert quality(night).unevenness == quality(rotating(names(count), 6)).unevenness
    season = quality([plan for night in nights for plan in night])
    same_every_night = quality([*rotating(names(count), 6)] * 4)
    assert season.repeated_partners < same_every_night.repeated_partners
    assert season.unevenness < same_every_night.unevenness


def test_tonight_comes_before_the_season() -> None:
    """A and B were partners on three earlier nights, A and C on one, and E has sat out the most."""
    earlier = past([four("AB", "CD", "E")] * 3 + [four("AC", "BD", "E")])
    first = next_round([], "ABCD", earlier=earlier)
    second = next_round([first], "ABCD", earlier=earlier)
    third = next_round([first, second], "ABCD", earlier=earlier)
    assert [partner_of("A", plan) for plan in (first, second, third)] == ["D", "C", "B"]
    # E sits out last tonight, and nobody sits out twice before that.
    tonight: list[RoundPlan] = []
    for _ in range(5):
        tonight.append(next_round(tonight, "ABCDE", earlier=earlier))
    assert sorted("".join(plan.sitting_out) for plan in tonight) == ["A", "B", "C", "D", "E"]
    assert tonight[-1].sitting_out == ("E",)


@each_row("method", ["new-partners", "standing", "hand"])
def test_the_season_decides_who_sits_out_first(method: str) -> None:
    played = Counter(dict.fromkeys("ABCDE", 9))
    earlier = Past(sat_out=Counter({"A": 2, "B": 1, "D": 1, "E": 1}), played=played)
    assert next_round([], "ABCDE", method, earlier=earlier).sitting_out == ("C",)
    # Somebody who was there once and sat out half of it is not asked again, and a newcomer is as everybody.
    seldom = Past(Counter(), Counter(), earlier.sat_out + Counter("C"), played + Counter("F") - Counter("C" * 8))
    assert next_round([], "ABCDF", method, earlier=seldom).sitting_out == ("F",)
    assert next_round([], "ABCDG", method, earlier=earlier).sitting_out == ("C",)
    # Without a season the last listed does.
    assert next_round([], "ABCDE", method).sitting_out != ("C",)


def test_the_season_decides_which_pair_has_the_bye() -> None:
    pairs = [("a1", "b1"), ("a2", "b2"), ("a3", "b3")]
    earlier = Past(sat_out=Counter({"a3": 1, "b3": 1, "a1": 1}))
    assert draw("swiss", Lineup(pairs, earlier=earlier)).sitting_out == ("a2", "b2")
    # People without a partner play with those whom they know least.
    single = [*pairs[:2], ("w",), ("x",), ("y",), ("z",)]
    plan = draw("swiss", Lineup(single, earlier=Past(partners=Counter({("w", "x"): 1, ("w", "y"): 1}))))
    assert plan.tables[1] == TablePlan((("w", "z"), ("x", "y")))


def test_by_standing_prefers_partners_who_are_new_this_season() -> None:
    earlier = past([four("AD", "BC")])
    assert next_round([], "ABCD", "standing", earlier=earlier).tables[0].sides == (("A", "C"), ("B", "D"))
    tonight = [four("AC", "BD"), four("AB", "CD")]
    assert next_round(tonight, "ABCD", "standing", earlier=earlier).tables[0].sides == (("A", "D"), ("B", "C"))


@each_row(
    ("count", "sizes"),
    [
        (3, (3,)),
        (5, (5,)),
        (7, (4, 3)),
        (9, (5, 4)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (12, (4, 4, 4)),
        (13, (5, 4, 4)),
    ],
)
def test_nobody_sits_out_where_the_game_has_other_tables(count: int, sizes: tuple[int, ...]) -> None:
    """As many as possible have a partner."""
    assert HOUSE.parted(count) == sizes


@each_row("method", ["new-partners", "standing", "hand"])
def test_eleven_people_play_at_four_four_and_three(method: str) -> None:
    history: list[RoundPlan] = []
    for _ in range(6):
        plan = next_round(history, names(11), method, HOUSE)
        assert faults(plan, names(11), HOUSE) == []
        assert plan.sitting_out == ()
        tables = [tuple(len(side) for side in table.sides) for table in plan.tables]
        assert sorted(tables) == [(1, 1, 1), (2, 2), (2, 2)]
        history.append(plan)
    assert method == "hand" or quality(history).repeated_partners == 0
    # Where the game allows only four, three sit out.
    assert len(next_round([], names(11), method).sitting_out) == 3


@each_row("count", [10, 11, 18, 23])
def test_people_take_turns_at_the_table_without_partners(count: int) -> None:
    history: list[RoundPlan] = []
    for _ in range(6):
        history.append(next_round(history, names(count), shape=HOUSE))
    alone = past(history).alone
    assert max(alone[name] for name in names(count)) - min(alone[name] for name in names(count)) <= 1
    by_standing: list[RoundPlan] = []
    for _ in range(3):
        by_standing.append(next_round(by_standing, names(11), "standing", HOUSE))
    assert set(past(by_standing).alone.values()) == {1}


def test_twelve_people_follow_the_schedule_also_where_three_could_play() -> None:
    assert next_round([], names(12), rounds=11, shape=HOUSE) == rotating(names(12), 11)[0]


def test_faults_name_the_sides_of_each_size_of_table() -> None:
    plan = RoundPlan((TablePlan((("A", "B"), ("C",))), TablePlan((("D", "E", "F"), ("G",)))), ("H", "I"))
    assert faults(plan, "ABCDEFGHI", HOUSE) == [
        "Table 1 has uneven sides. Each side needs 1.",
        "Table 2 has uneven sides. Each side needs 2.",
    ]


def test_entrants_with_the_same_score_meet_upper_half_against_lower_half() -> None:
    entrants = [(name,) for name in "ABCDEFG"]
    scores = {entrant: Fraction(score) for entrant, score in zip(entrants, (2, 1, 1, 1, 1, 0, 0), strict=True)}
    plan = draw("swiss", Lineup(entrants, scores=scores))
    # A floats down to B; of C, D and E the first two meet, and E meets F. G is the lowest and has the bye.
    assert [table.players for table in plan.tables] == [("A", "B"), ("C", "E"), ("D", "F")]
    assert plan.sitting_out == ("G",)


def test_a_round_says_what_can_be_said_about_it() -> None:
    four = Lineup([(name,) for name in "ABCD"])
    assert explain("new-partners", draw("new-partners", four), four) == (
        "Nobody has the same partner twice and everybody plays against everybody at most once.",
    )
    odd = Lineup([("a", "b"), ("c", "d"), ("z",)])
    assert explain("round-robin", draw("round-robin", odd), odd, str.upper) == (
        "Nobody meets the same side twice.",
        "Z has no partner and sits out. Next round it is someone else’s turn.",
    )


def test_what_methods_need() -> None:
    needs = {key: (method.fixed_partners, method.by_standing, method.draw is None) for key, method in METHODS.items()}
    assert needs == {
        "new-partners": (False, False, False),
        "standing": (False, True, False),
        "swiss": (True, True, False),
        "round-robin": (True, False, False),
        "single": (True, False, True),
        "double": (True, False, True),
        "movement": (False, False, False),
        "hand": (False, False, False),
    }


def numbers(own: Elimination) -> dict[str, int]:
    return {key: match.match.number for key, match in bracket(own).items() if match.match.number}


def test_matches_are_numbered_without_holes_in_the_order_of_play() -> None:
    """Of five entrants three have a bye among the winners, and two of those who lose have one among the losers."""
    own = contest(DOUBLE, 5)
    counted = numbers(elimination(own))
    assert counted == {
        "W1-2": 1,
        "W2-1": 2,
        "W2-2": 3,
        "L2-1": 4,
        "L3-1": 5,
        "W3-1": 6,
        "L4-1": 7,
        "F1-1": 8,
        "F2-1": 9,
    }
    # Results and withdrawals do not change a number that is printed somewhere.
    later = play_ready(play_ready(own))
    gone = replace(later, entrants=tuple(replace(entrant, withdrawn=entrant.id in "12") for entrant in later.entrants))
    assert numbers(elimination(later)) == numbers(elimination(gone)) == counted
    assert [match.number for match in outcome(own).matches] == [*range(1, 10)]
