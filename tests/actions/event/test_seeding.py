"""The order in which entries are seeded: by the standings or the ratings of a season, or by lot."""

from __future__ import annotations

import pytest

from scorekeeper.actions.event import entrants
from scorekeeper.store import Season
from tests.actions.event.cup import SWEEP, SWEPT, ClubCup, Cup
from tests.company import Company

pytestmark = pytest.mark.usefixtures("in_app")


def played_season() -> tuple[Company, Season]:
    """Ann wins three times, Ben, Cal and Dot once (Dot loses twice), Eve and Fay lose once; Gus and Hal never play."""
    company = Company()
    season = company.season("Winter")
    first, second = company.event("2026-01-13"), company.event("2026-01-20")
    company.play(first, "Ann Ben Cal Dot", *SWEEP)
    company.play(second, "Ann Cal Ben Dot", *SWEEP)
    company.play(second, "Eve Ann Fay Dot", *SWEPT, number=2)
    return company, season


def test_seeds_by_the_standings_of_a_season() -> None:
    company, season = played_season()
    # A place is worth one for everybody behind it and one more: Ann 6, Ben 5, Cal 5, Dot 3, Eve 2, Fay 2.
    pairs = company.ids("Fay Hal Ann Gus Eve Cal Dot Ben")
    cup = ClubCup(company, pairs, format="single", seeding="standing", seeded_by=season.id)
    # 2, 6, 7 and 8: the last entry comes first.
    assert entrants.seed_numbers(cup.access.event) == ["4", "3", "2", "1"]
    cup.start()
    assert {entry.number: entry.seed for entry in cup.access.event.entrants} == {4: 1, 3: 2, 2: 3, 1: 4}
    assert [cup.sides("W1-1"), cup.sides("W1-2")] == ["4 v 1", "3 v 2"]
    # What is played later changes no seed.
    company.play(company.event("2026-01-27"), "Fay Dot Ann Ben", *SWEEP)
    assert {entry.number: entry.seed for entry in cup.access.event.entrants} == {4: 1, 3: 2, 2: 3, 1: 4}


def test_entries_without_a_place_come_last_by_lot() -> None:
    company, season = played_season()
    pairs = company.ids("Gus Hal Eve Fay")
    cup = ClubCup(company, pairs, format="double", seeding="standing", seeded_by=season.id, lot="maple")
    cup.enter(newcomers=("Ida", "Jon"))
    # By the lot “maple” 1 comes before 3, as below.
    assert entrants.seed_numbers(cup.access.event) == ["2", "1", "3"]


def test_seeds_by_rating() -> None:
    company, season = played_season()
    pairs = company.ids("Hal Olga Eve Fay Ann Gus")
    cup = ClubCup(company, pairs, format="single", seeding="rating", seeded_by=season.id)
    # Eve and Fay have only lost; Gus, who was never rated, counts like everybody at the start, and Ann has only won.
    assert entrants.seed_numbers(cup.access.event) == ["3", "2", "1"]
    cup.start()
    assert {entry.number: entry.seed for entry in cup.access.event.entrants} == {3: 1, 2: 2, 1: 3}


def test_seeds_by_a_lot_that_is_written_down() -> None:
    cup = Cup(8, format="single", seeding="lot", lot="maple")
    # echo -n "maple:1" | sha256sum: 43b7…, maple:2 7e42…, maple:3 6ee3…, maple:4 b773…
    assert entrants.seed_numbers(cup.access.event) == ["1", "3", "2", "4"]
