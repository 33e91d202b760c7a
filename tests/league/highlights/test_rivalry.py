"""Two players against each other and together, counted by hand."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.league.highlights import Rivalry, rivalry
from scorekeeper.league.results import Result
from scorekeeper.league.totals import Meeting, meetings_of, night_totals
from tests.league.notation import games, instead

FIRST = games("Ann+Cal 300, Ben+Dot 100", "Ann+Cal 100, Ben+Dot 300", "Ann+Ben 300, Cal+Dot 100")
SECOND = games("Ann+Cal 300, Ben+Dot 300", "Ann+Ben 0, Cal+Dot 300", "Cal+Eve 300, Dot+Fay 0", night="2")


def of(one: str, other: str, **seasons: list[Result]) -> Rivalry:
    pairs = {
        season: {entrant: own for entrant, own in night_totals(results).by_entrant.items() if len(entrant) > 1}
        for season, results in seasons.items()
    }
    return rivalry(one, other, {season: meetings_of(results) for season, results in seasons.items()}, pairs)


def test_games_against_each_other_and_together() -> None:
    both = of("Ann", "Ben", second=SECOND, first=FIRST)
    # First: one each against each other, one won together. Second: a tie, and one lost together.
    assert [(season.season, season.against, season.together) for season in both.seasons] == [
        ("second", Meeting(1, Fraction(1, 2)), Meeting(1, Fraction(0))),
        ("first", Meeting(2, Fraction(1)), Meeting(1, Fraction(1))),
    ]
    assert (both.against, both.together) == (Meeting(3, Fraction(3, 2)), Meeting(2, Fraction(1)))


def test_the_other_way_round() -> None:
    assert of("Ben", "Ann", first=FIRST, second=SECOND).against == Meeting(3, Fraction(3, 2))
    assert of("Dot", "Ann", first=FIRST).against == Meeting(3, Fraction(1))
    assert of("Ann", "Dot", first=FIRST).against == Meeting(3, Fraction(2))


def test_strangers_have_nothing_in_common() -> None:
    assert of("Ann", "Fay", first=FIRST, second=SECOND).seasons == ()
    assert of("Ann", "Zoe").against == Meeting()


def test_a_substitute_meets_nobody() -> None:
    stood_in = [instead(FIRST[0], "Cal", "Eve")]
    assert of("Cal", "Ben", first=stood_in).seasons == ()
    # As partners the drawn partnership has the game.
    assert of("Ann", "Eve", first=stood_in).together == Meeting(1, Fraction(1))
