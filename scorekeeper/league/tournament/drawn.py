"""The matches of rounds that were drawn: as played, or given up where somebody has withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.league.tournament.bracket import give_up
from scorekeeper.league.tournament.matches import VOID, Match, play
from scorekeeper.league.tournament.values import INDIVIDUAL, ROUND_ROBIN, EntryId, Event, match_key


def drawn_matches(event: Event) -> tuple[Match, ...]:
    """Every match of every round, in order."""
    return tuple(_matches(event))


def _matches(event: Event) -> Iterator[Match]:
    for drawn in event.rounds:
        for table, sides in enumerate(drawn.matches, 1):
            key = match_key(drawn.number, table)
            match = play(key, drawn.number, sides, event.games_of(key, sides), event.plan, must_win=False)
            yield match if match.how else _given_up(event, match)


def _given_up(event: Event, match: Match) -> Match:
    """A table of single players that cannot be completed is not played; everybody else there sits out."""
    match = give_up(event, match)
    return replace(match, how=VOID, winner=None) if match.how and event.plan.format == INDIVIDUAL else match


def annulled(event: Event, matches: tuple[Match, ...]) -> frozenset[EntryId]:
    """Entries of a round robin that withdrew before half of their matches: none of them counts for anybody."""
    if event.plan.format != ROUND_ROBIN:
        return frozenset()
    others = len(event.entries) - 1
    played = {
        entry: sum(match.was_played for match in matches if (entry,) in match.groups) for entry in event.withdrawn
    }
    return frozenset(entry for entry, count in played.items() if 2 * count < others)
