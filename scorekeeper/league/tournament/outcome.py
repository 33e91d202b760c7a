"""A tournament as it stands: its matches, its standings and whether it is over."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.league.tournament.bracket import Bracket, bracket, champion, places
from scorekeeper.league.tournament.drawn import drawn_matches
from scorekeeper.league.tournament.draws import is_drawn_out, rounds_planned
from scorekeeper.league.tournament.matches import Match
from scorekeeper.league.tournament.standings import Row, standings
from scorekeeper.league.tournament.values import EntryId, Event


@dataclass(frozen=True)
class Outcome:
    """What follows from an event."""

    event: Event
    matches: tuple[Match, ...]
    rows: tuple[Row, ...]
    is_over: bool
    #: The bracket by the keys of its matches; empty for drawn formats.
    bracket: Bracket = field(default_factory=dict)
    #: The round being played, and how many there will be; for drawn formats.
    round: int = 0
    rounds: int = 0

    @property
    def champion(self) -> EntryId | None:
        """The winner, once it is over."""
        return self.rows[0].entry if self.is_over and self.rows else None

    @property
    def ready(self) -> tuple[Match, ...]:
        """Matches that can be played, or are being played."""
        return tuple(match for match in self.matches if match.is_ready)

    def match(self, key: str) -> Match | None:
        """A match by its key."""
        return next((match for match in self.matches if match.key == key), None)


def outcome(event: Event) -> Outcome:
    """Everything that follows from plan, entries, rounds and games."""
    return _bracket_outcome(event) if event.plan.is_bracket else _drawn_outcome(event)


def _bracket_outcome(event: Event) -> Outcome:
    matches = bracket(event)
    order = places(event, matches)
    shown = tuple(own.match for own in matches.values() if own.is_shown)
    seeds = {entry.id: entry.seed for entry in event.entries}
    rows = tuple(
        Row(entry, place, withdrawn=entry in event.withdrawn)
        for entry, place in sorted(order.items(), key=lambda item: _down(event, item[0], item[1], seeds[item[0]]))
    )
    over = champion(matches) is not None and not any(match.is_ready for match in shown)
    return Outcome(event, shown, rows, over, matches)


def _down(event: Event, entry: EntryId, place: int | None, seed: int) -> tuple[int, int]:
    """Sorts entries: those who are still in come first, those who withdrew before they could be placed last."""
    last = len(event.entries) + 1
    return (last if entry in event.withdrawn else 0) if place is None else place, seed


def _drawn_outcome(event: Event) -> Outcome:
    matches = drawn_matches(event)
    lowest = any(game.lowest_wins for game in event.games)
    over = bool(event.rounds) and all(match.is_over for match in matches) and is_drawn_out(event)
    rows = standings(event, lowest)
    return Outcome(event, matches, rows, over, round=len(event.rounds), rounds=rounds_planned(event))
