"""Movement with the latest night, from stored totals: as if that night had not been played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.actions.season.standings import counted_results, form_of, recent_standings, standings_of
from scorekeeper.actions.season.totals import KINDS, PAIRS, PLAYERS, remembered
from scorekeeper.league.season_totals import season_totals
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import movement, of_partnerships, of_players
from scorekeeper.league.totals import meetings_of, night_totals
from scorekeeper.store import Season, db
from scorekeeper.store.transaction import begin_writing
from tests.company import SWEPT, Company


def names(company: Company, text: str) -> tuple[str, ...]:
    return tuple(sorted(str(number) for number in company.ids(text)))


def three_events(company: Company) -> Season:
    """Ann and Cal lead after two nights, Ben met Ann three times; on the third Ben and Dot win everything."""
    season = company.season(scheme=Scheme(ties=("head-to-head", "wins", "margin")))
    first, second, third = (company.event(day) for day in ("2026-01-06", "2026-01-13", "2026-01-20"))
    company.play(first, "Ann Ben Cal Dot")
    company.play(first, "Ann Ben Eve Dot", *SWEPT, number=2)
    company.play(second, "Ann Ben Cal Dot")
    company.play(second, "Cal Eve Ben Fay", number=2)
    for number in (1, 2, 3):
        company.play(third, "Ann Ben Cal Dot", *SWEPT, number=number)
    return season


def test_the_latest_event_moves_people(company: Company) -> None:
    season = three_events(company)
    moved = recent_standings(season, PLAYERS).movement
    # Before: Cal 3 wins; Ann and Ben 2, and Ann won 2 of their 3 games; Dot 1; Eve and Fay 0.
    # Now: Ben 5, Dot 4, Cal 3, Ann 2, Eve and Fay 0.
    assert moved[names(company, "Ben")] == 2
    assert moved[names(company, "Ann")] == -2
    assert moved[names(company, "Cal")] == -2
    assert form_of(season)[names(company, "Ann")] == [False, True, False, False, False]
    pairs = recent_standings(season, PAIRS).movement
    # Before: Ann & Cal 2 wins; Ben & Cal one by 360, Ben & Dot one and two losses. Now Ben & Dot have 4.
    assert pairs[names(company, "Ben Dot")] == 2


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_what_the_events_before_had(company: Company, kind: str) -> None:
    season = three_events(company)
    results = counted_results(season)
    last = results[-1].night
    events = {result.night for result in results} - {last}
    totals = {event: night_totals([result for result in results if result.night == event]) for event in events}
    scheme = Scheme(ties=("head-to-head", "wins", "margin"))
    before = (of_players if kind == PLAYERS else of_partnerships)(
        replace(
            season_totals(scheme, totals),
            meetings_among=lambda group: meetings_of(result for result in results if result.night != last),
        )
    )
    assert recent_standings(season, kind).movement == movement(before, standings_of(season, kind))


def test_without_a_game_nobody_moves(company: Company) -> None:
    season = company.season()
    assert recent_standings(season, PLAYERS).movement == {}
    assert form_of(season) == {}


def test_only_the_latest_revision_of_a_season_is_remembered(company: Company) -> None:
    season, event = company.season(), company.event("2026-03-03")
    asked: list[int] = []

    @remembered
    def count(season: Season, kind: str) -> int:
        asked.append(season.revision)
        return len(asked)

    company.play(event, "Ann Ben Cal Dot")
    assert [count(season, "players"), count(season, "players"), count(season, "pairs")] == [1, 1, 2]
    company.play(event, "Eve Fay Gus Hal", number=2)
    assert [count(season, "players"), count(season, "players")] == [3, 3]
    # Nothing is remembered of what is not committed.
    begin_writing()
    assert [count(season, "players"), count(season, "players")] == [4, 5]
    db.session.rollback()
    assert count(season, "players") == 3
