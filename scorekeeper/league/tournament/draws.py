"""The next round of a tournament that is drawn round by round, and when there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scorekeeper.league.pairings.by_standing import swiss
from scorekeeper.league.pairings.movements import berger
from scorekeeper.league.pairings.night import next_round as next_round_of_night
from scorekeeper.league.pairings.values import PAIRS, RoundPlan, Shape, TablePlan
from scorekeeper.league.season_totals import SeasonTotals
from scorekeeper.league.standings.standings import Row, Standings
from scorekeeper.league.standings.tie_breaks import Field
from scorekeeper.league.tournament.bracket import Bracket, Match, bracket, champion, drawn_matches, places
from scorekeeper.league.tournament.standings import entrants_of, standings
from scorekeeper.league.tournament.values import INDIVIDUAL, ROUND_ROBIN, DrawnRound, EntryId, Event, Group

#: A round as the pairings of a night see it.
Pairs = Sequence[tuple[EntryId, EntryId]]


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
    unmet = _unmet(event)
    busiest = max((sum(entry.id in pair for pair in unmet) for entry in event.active), default=0)
    usual = usual_rounds(ROUND_ROBIN, len(event.entries))
    return max(len(event.rounds) + busiest, usual if unmet else 0)


def is_drawn_out(event: Event) -> bool:
    """No further round will be drawn."""
    if event.plan.format == ROUND_ROBIN:
        return bool(event.rounds) and not _unmet(event)
    return len(event.rounds) >= rounds_planned(event)


def next_round(event: Event, shape: Shape = PAIRS, lowest_wins: bool = False) -> DrawnRound:
    """The next round; the caller has checked that the last one is over."""
    number = len(event.rounds) + 1
    if event.plan.format == INDIVIDUAL:
        return _individual(event, number, shape)
    if event.plan.format == ROUND_ROBIN:
        return _round_robin(event, number)
    return _swiss(event, number, lowest_wins)


def _individual(event: Event, number: int, shape: Shape) -> DrawnRound:
    """New partners every round, by the schedule while nobody comes or goes."""
    present = [entry.id for entry in event.active]
    plan = next_round_of_night(_history(event), present, "new-partners", shape, rounds=rounds_planned(event))
    return DrawnRound(number, tuple(table.sides for table in plan.tables), plan.sitting_out)


def _history(event: Event) -> list[RoundPlan]:
    return [RoundPlan(tuple(map(TablePlan, drawn.matches)), drawn.byes) for drawn in event.rounds]


def _round_robin(event: Event, number: int) -> DrawnRound:
    """The next round of the Berger table while it is followed; then entries that have not met."""
    entries = [entry.id for entry in event.active]
    table = [_named(pairs, entries) for pairs in berger(len(entries))]
    if number <= len(table) and [_pairs(drawn) for drawn in event.rounds] == table[: number - 1]:
        return _drawn(number, table[number - 1], entries)
    return _drawn(number, _matching(_unmet(event), entries), entries)


def _named(pairs: Sequence[tuple[int, int]], entries: Sequence[EntryId]) -> list[tuple[EntryId, EntryId]]:
    """A round of the table with entries for numbers, without the bye."""
    return [(entries[one - 1], entries[other - 1]) for one, other in pairs if max(one, other) <= len(entries)]


def _pairs(drawn: DrawnRound) -> list[tuple[EntryId, EntryId]]:
    return [(sides[0][0], sides[1][0]) for sides in drawn.matches]


def _drawn(number: int, pairs: Pairs, entries: Sequence[EntryId]) -> DrawnRound:
    seated = {entry for pair in pairs for entry in pair}
    return DrawnRound(
        number,
        tuple(((one,), (other,)) for one, other in pairs),
        tuple(entry for entry in entries if entry not in seated),
    )


def _unmet(event: Event) -> list[tuple[EntryId, EntryId]]:
    """Pairs of active entries that were never drawn together."""
    met = {frozenset(pair) for drawn in event.rounds for pair in _pairs(drawn)}
    entries = [entry.id for entry in event.active]
    return [pair for pair in combinations(entries, 2) if frozenset(pair) not in met]


def _matching(unmet: Pairs, entries: Sequence[EntryId]) -> list[tuple[EntryId, EntryId]]:
    """As many of these pairs as can play at once, those with the most left to play first."""
    # Importing networkx takes half a second, and only round robins with late entries need it.
    import networkx

    left = {entry: sum(entry in pair for pair in unmet) for entry in entries}
    graph = networkx.Graph()
    for one, other in unmet:
        graph.add_edge(one, other, weight=1 + left[one] + left[other])
    couples = networkx.max_weight_matching(graph, maxcardinality=True)
    place = {entry: index for index, entry in enumerate(entries)}
    ordered = [tuple(sorted(couple, key=place.__getitem__)) for couple in couples]
    return sorted(((one, other) for one, other in ordered), key=lambda pair: place[pair[0]])


def _swiss(event: Event, number: int, lowest_wins: bool) -> DrawnRound:
    """Within the same score the upper half meets the lower half, and repeated matches are avoided."""
    active = {entry.id for entry in event.active}
    seeds = {entry.id: entry.seed for entry in event.entries}
    rows = [row for row in standings(event, lowest_wins).rows if row.entrant[0] in active]
    rows.sort(key=lambda row: (-row.figure, seeds[row.entrant[0]] if number == 1 else 0))
    out = _bye(event, rows)
    order = _halves([row for row in rows if row.entrant[0] != out])
    plan = swiss([(entry,) for entry in order], _history(event))
    return DrawnRound(number, tuple(table.sides for table in plan.tables), (out,) if out else ())


def _bye(event: Event, rows: Sequence[Row]) -> EntryId:
    """With an odd number, the lowest of those with the fewest byes sits out."""
    if len(rows) % 2 == 0:
        return ""
    had = [entry for drawn in event.rounds for entry in drawn.byes]
    return min(reversed(rows), key=lambda row: had.count(row.entrant[0])).entrant[0]


def _halves(rows: Sequence[Row]) -> Group:
    """Entries in an order in which neighbors come from the upper and the lower half of the same score."""
    order: list[EntryId] = []
    for score in sorted({row.figure for row in rows}, reverse=True):
        level = [row.entrant[0] for row in rows if row.figure == score]
        floater = [level.pop(0)] if len(order) % 2 else []
        half = (len(level) + 1) // 2
        folded = [entry for pair in zip(level[:half], level[half:], strict=False) for entry in pair]
        order += [*floater, *folded, *(entry for entry in level if entry not in folded)]
    return tuple(order)


def unfinished(event: Event) -> tuple[str, ...]:
    """The matches that the next round waits for."""
    return tuple(match.key for match in drawn_matches(event) if not match.is_over)


@dataclass(frozen=True)
class Outcome:
    """What follows from an event."""

    event: Event
    matches: tuple[Match, ...]
    standings: Standings
    is_over: bool
    #: The bracket by the keys of its matches; empty for drawn formats.
    bracket: Bracket = field(default_factory=dict)
    #: The round being played, and how many there will be; for drawn formats.
    round: int = 0
    rounds: int = 0

    @property
    def rows(self) -> tuple[Row, ...]:
        """The standings, or the places of a bracket."""
        return self.standings.rows

    @property
    def champion(self) -> EntryId | None:
        """The winner, once it is over."""
        return self.rows[0].entrant[0] if self.is_over and self.rows else None

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
        Row((entry,), place)
        for entry, place in sorted(order.items(), key=lambda item: _down(event, item[0], item[1], seeds[item[0]]))
    )
    over = champion(matches) is not None and not any(match.is_ready for match in shown)
    return Outcome(event, shown, Standings(Field(SeasonTotals(), entrants_of(event)), rows), over, matches)


def _down(event: Event, entry: EntryId, place: int | None, seed: int) -> tuple[int, int]:
    """Sort key of entries: those still in come first, those who withdrew without a place last."""
    last = len(event.entries) + 1
    return (last if entry in event.withdrawn else 0) if place is None else place, seed


def _drawn_outcome(event: Event) -> Outcome:
    matches = drawn_matches(event)
    lowest = any(game.lowest_wins for game in event.games)
    over = bool(event.rounds) and all(match.is_over for match in matches) and is_drawn_out(event)
    return Outcome(
        event, matches, standings(event, lowest), over, round=len(event.rounds), rounds=rounds_planned(event)
    )
