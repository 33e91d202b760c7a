"""What follows from an event: its matches, standings or bracket, and the next round."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from scorekeeper.league.event import EntryId, Event, Group
from scorekeeper.league.matches import Match, drawn_matches, match_of
from scorekeeper.league.pairings.bracket import Bracket, Elimination, Node, bracket, champion, places
from scorekeeper.league.pairings.draw import draw
from scorekeeper.league.pairings.round_robin import unmet
from scorekeeper.league.pairings.values import PAIRS, ROUND_ROBIN, SWISS, RoundPlan, Shape
from scorekeeper.league.tournament.standings import Row, standings


def usual_rounds(format: str, entries: int) -> int:  # noqa: A002
    """The usual number of rounds: enough for one winner, or for everybody to meet everybody."""
    if format == ROUND_ROBIN:
        return entries - 1 + entries % 2
    return max((entries - 1).bit_length(), 3)


def rounds_planned(event: Event) -> int:
    """How many rounds there will be, as far as known."""
    if event.plan.format == ROUND_ROBIN:
        return max(len(event.rounds), _robin_rounds(event))
    return event.plan.rounds or usual_rounds(event.plan.format, len(event.entries))


def _robin_rounds(event: Event) -> int:
    """The rounds drawn, and as many more as the busiest entry has opponents left."""
    left = unmet(_active(event), event.rounds)
    busiest = max((sum(entry in couple for couple in left) for entry in _active(event)), default=0)
    usual = usual_rounds(ROUND_ROBIN, len(event.entries))
    return max(len(event.rounds) + busiest, usual if left else 0)


def _active(event: Event) -> list[Group]:
    """Entries that still play, in the order of their seeds."""
    return [(entry.id,) for entry in event.active]


def is_drawn_out(event: Event) -> bool:
    """No further round will be drawn."""
    if event.plan.format == ROUND_ROBIN:
        return bool(event.rounds) and not unmet(_active(event), event.rounds)
    return len(event.rounds) >= rounds_planned(event)


def next_round(event: Event, shape: Shape = PAIRS, lowest_wins: bool = False) -> RoundPlan:
    """The next round; the caller has checked that the last one is over."""
    entrants = _active(event)
    scores: dict[Group, Fraction] = {}
    if event.plan.format == SWISS:
        active = {*entrants}
        scores = {(row.entry,): row.score for row in standings(event, lowest_wins) if (row.entry,) in active}
        # Before the first round the seeds decide, which `entrants` are in the order of.
        order = scores if event.rounds else entrants
        entrants = sorted(order, key=lambda entrant: -scores[entrant])
    rounds = rounds_planned(event)
    return draw(event.plan.format, entrants, event.rounds, shape, rounds=rounds, scores=scores, meet_once=True)


def unfinished(event: Event) -> tuple[str, ...]:
    """The matches that the next round waits for."""
    return tuple(match.key for match in drawn_matches(event) if not match.is_over)


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


def elimination(event: Event) -> Elimination:
    """What the bracket of an event is computed from."""

    def decide(node: Node, sides: tuple[Group, Group]) -> Match:
        return match_of(event, node.key, node.round, sides, must_win=True)

    seeds: dict[int, Group] = {entry.seed: (entry.id,) for entry in event.entries}
    return Elimination(event.plan.format, seeds, event.plan.third_place, decide)


def _bracket_outcome(event: Event) -> Outcome:
    own = elimination(event)
    matches = bracket(own)
    order = places(own.seeds, matches)
    shown = tuple(match.match for match in matches.values() if match.is_shown)
    seeds = {entry.id: entry.seed for entry in event.entries}
    rows = tuple(
        Row(entry, place, withdrawn=entry in event.withdrawn)
        for entry, place in sorted(order.items(), key=lambda item: _down(event, item[0], item[1], seeds[item[0]]))
    )
    over = champion(matches) is not None and not any(match.is_ready for match in shown)
    return Outcome(event, shown, rows, over, matches)


def _down(event: Event, entry: EntryId, place: int | None, seed: int) -> tuple[int, int]:
    """Sort key of entries: those still in come first, those who withdrew without a place last."""
    last = len(event.entries) + 1
    return (last if entry in event.withdrawn else 0) if place is None else place, seed


def _drawn_outcome(event: Event) -> Outcome:
    matches = drawn_matches(event)
    lowest = any(game.lowest_wins for game in event.games)
    over = bool(event.rounds) and all(match.is_over for match in matches) and is_drawn_out(event)
    rows = standings(event, lowest)
    return Outcome(event, matches, rows, over, round=len(event.rounds), rounds=rounds_planned(event))
