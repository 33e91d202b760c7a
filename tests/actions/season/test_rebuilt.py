"""Stored totals, standings and movement stay equal to those rebuilt from the records, whatever happens."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.actions.keys import new_key
from scorekeeper.actions.season import results, seasons
from scorekeeper.actions.season.results import rebuild
from scorekeeper.actions.season.seasons import draft_of
from scorekeeper.actions.season.standings import recent_standings
from scorekeeper.actions.season.totals import KINDS, PLAYERS, key_of, results_by_event
from scorekeeper.actions.table import access, games, hands
from scorekeeper.league import codec
from scorekeeper.league.season_totals import season_totals
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import Rows, movement, of_partnerships, of_players
from scorekeeper.league.totals import Meetings, Rolling, meetings_of, with_handicaps
from scorekeeper.store import Season, db
from scorekeeper.store.queries import season as season_queries
from tests.company import SWEEP, SWEPT, Company, hand


def movements(season: Season, kind: str) -> dict[Any, int | None]:
    """The movement of everybody; and that of the first three, which is the same."""
    whole = recent_standings(season, kind)
    first = recent_standings(season, kind, Rows(3))
    assert [(row.entrant, row.place) for row in first.standings.rows] == [
        (row.entrant, row.place) for row in whole.standings.rows[:3]
    ]
    assert first.movement.items() <= whole.movement.items()
    return dict(whole.movement)


def movement_from_events(season: Season, kind: str) -> dict[Any, int | None]:
    """From the totals of all nights, added up with the latest one and without it."""
    events = {key_of(event): codec.read_night(event.totals) for event in season_queries.held_events(season.id)}
    scheme, rank = draft_of(season).scheme, of_players if kind == PLAYERS else of_partnerships
    latest = max(events, default="")
    earlier = {key: totals for key, totals in events.items() if key != latest}
    results = results_by_event(season)
    latest_id = latest.split()[-1] if latest else ""

    def met(*left_out: str) -> Callable[[Any], Meetings]:
        return lambda group: meetings_of(
            with_handicaps(result, handicaps[event_id])
            for event_id, own in results.items()
            if event_id not in left_out
            for result in own
        )

    handicaps = season_queries.handicaps_by_event(season.id)
    before = replace(season_totals(scheme, earlier), meetings_among=met(latest_id))
    return dict(movement(rank(before), rank(replace(season_totals(scheme, events), meetings_among=met()))))


@pytest.mark.parametrize(
    "rules",
    [
        {"scheme": Scheme("margin", cap=200, drop=1, bye=Fraction(3))},
        {"scheme": Scheme("wins", best=2), "rolling": Rolling(Fraction(1), nights=2, games=1, highest=500)},
        {"scheme": Scheme("night-places", best=1)},
    ],
)
def test_stored_equals_rebuilt_after_any_changes(company: Company, rules: dict[str, Any]) -> None:
    dice = random.Random(1910)
    season = company.season(**rules)
    days = [company.event(f"2026-0{month}-10") for month in (2, 5, 6, 8)]
    played = []
    for turn in range(40):
        deed = dice.choice(["play", "play", "change", "delete", "undo", "count", "away", "settle"])
        if deed == "play" or not played:
            names = dice.sample(["Ann", "Ben", "Cal", "Dot", "Eve", "Fay"], 6)
            event = dice.choice(days)
            number = len(event.rounds) + 1
            end = dice.choice([SWEEP, SWEPT])
            begin = [hand(dice.randrange(0, 125, 5), dice.randrange(4), dice.randrange(70, 125, 5))]
            game = company.seat(event, " ".join(names[:4]), number, byes=names[4])
            played.append(company.score_to_the_end(game, *begin, *end))
        else:
            _do(company, season, deed, dice.choice(played), dice)
        company.check(season)
        if turn % 10 == 9:
            stored = [(company.standings(season, kind), movements(season, kind)) for kind in KINDS]
            rebuild(season)
            db.session.commit()
            assert [(company.standings(season, kind), movements(season, kind)) for kind in KINDS] == stored
            assert [moved for _, moved in stored] == [movement_from_events(season, kind) for kind in KINDS]
            company.check(season)


def _do(company: Company, season: Season, deed: str, game: object, dice: random.Random) -> None:
    away = game.deleted_at is not None
    if deed == "away":
        table = access.require_scorer(company.device, game.id, deleted=away)
        (games.restore if away else games.delete)(table)
    elif away:
        return
    elif deed == "count":
        if results.result_of_game(game.id) is not None:
            counts = dice.random() < 0.5
            assert seasons.count(company.access(season), game.id, counts) is None
    elif deed == "undo":
        table = access.require_scorer(company.device, game.id)
        hands.undo(table, max(version.id for version in game.versions), new_key())
    elif deed == "settle":
        draft = draft_of(season)
        assert seasons.edit(company.access(season), draft) is None
    else:
        numbers = [version.hand for version in access.require_viewer(company.device, game.id).hands]
        if numbers:
            facts = None if deed == "delete" else hand(dice.randrange(0, 125, 5), dice.randrange(4))
            company.change(game, dice.choice(numbers), facts)
