"""Matches of a tournament: brackets, computed from seeds and games, and the matches of drawn rounds.

No bracket is stored. A corrected game changes who advances, and games between other sides than the bracket now has do
not count until they fit again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorekeeper.league.tournament.values import (
    DOUBLE,
    FINAL,
    INDIVIDUAL,
    RESET,
    ROUND_ROBIN,
    THIRD,
    Entry,
    EntryId,
    Event,
    GameScore,
    Group,
    Node,
    Plan,
    Source,
    bracket_size,
    double,
    match_key,
    single,
)

#: How a match ended.
PLAYED, TIED, WALKOVER, BYE, VOID = "played", "tied", "walkover", "bye", "void"


@dataclass(frozen=True, slots=True)
class Match:
    """A match; a side is None while it is unknown, and empty if it has no entry."""

    key: str
    round: int
    sides: tuple[Group | None, ...]
    #: How it ended; empty while it goes on or waits.
    how: str = ""
    winner: int | None = None
    #: Games won by each side; a tied game is half a game for both.
    wins: tuple[Fraction, ...] = ()
    #: The points of each side over all games.
    points: tuple[int, ...] = ()
    #: How many games were played to their end.
    legs: int = 0
    #: Lower points are better.
    lowest_wins: bool = False

    @property
    def is_ready(self) -> bool:
        """Both sides are known and it is not over."""
        return not self.how and all(self.sides)

    @property
    def is_over(self) -> bool:
        """Nothing is left to play."""
        return bool(self.how)

    @property
    def was_played(self) -> bool:
        """It was decided, or tied, at the table."""
        return self.how in (PLAYED, TIED)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The sides that are known."""
        return tuple(side for side in self.sides if side)

    @property
    def loser(self) -> int | None:
        """The other side of two."""
        return None if self.winner is None else 1 - self.winner


def play(
    key: str, round_number: int, sides: tuple[Group, ...], games: Sequence[GameScore], plan: Plan, must_win: bool
) -> Match:
    """The match between these sides after these games."""
    legs = [leg for leg in _legs(games) if len(leg) == plan.boards]
    wins = tuple(sum((_share(leg, side) for leg in legs), Fraction(0)) for side in range(len(sides)))
    points = tuple(sum(game.points[side] for leg in legs for game in leg) for side in range(len(sides)))
    winner, over = _decide(wins, len(legs), plan.best_of, must_win)
    how = "" if not over else TIED if winner is None else PLAYED
    lowest = any(game.lowest_wins for game in games)
    return Match(key, round_number, sides, how, winner, wins, points, len(legs), lowest)


def _legs(games: Sequence[GameScore]) -> list[list[GameScore]]:
    """The games of each leg, in order."""
    numbers = sorted({game.leg for game in games})
    return [[game for game in games if game.leg == number] for number in numbers]


def _share(leg: Sequence[GameScore], side: int) -> Fraction:
    if len(leg) == 1:
        leaders = leg[0].leaders
        return Fraction(side in leaders, len(leaders))
    tables = [sum((Fraction(own in game.leaders, len(game.leaders)) for game in leg), Fraction(0)) for own in (0, 1)]
    points = [sum(game.merits[own] for game in leg) for own in (0, 1)]
    own, other = (tables[side], points[side]), (tables[1 - side], points[1 - side])
    return Fraction(1, 2) if own == other else Fraction(own > other)


def _decide(wins: tuple[Fraction, ...], legs: int, best_of: int, must_win: bool) -> tuple[int | None, bool]:
    """The winner, and whether the match is over."""
    best = max(wins)
    leaders = [side for side, games in enumerate(wins) if games == best]
    lead = best - max((games for side, games in enumerate(wins) if side not in leaders), default=best)
    if len(leaders) == 1 and lead > best_of - legs:
        return leaders[0], True
    return None, legs >= best_of and not must_win


#: A side that has no entry.
NOBODY: Group = ()


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match and its place in the bracket."""

    node: Node
    match: Match

    @property
    def is_shown(self) -> bool:
        """It is played, or will be, as far as known."""
        return NOBODY not in self.match.sides

    @property
    def advancing(self) -> Group | None:
        """The winner; None while unknown."""
        sides = self.match.sides
        if self.match.how == VOID:
            return NOBODY
        if self.match.how == BYE:
            return sides[1] if sides[0] == NOBODY else sides[0]
        return None if self.match.winner is None else sides[self.match.winner]

    @property
    def dropping(self) -> Group | None:
        """The loser; None while unknown."""
        if self.match.how in (BYE, VOID):
            return NOBODY
        return None if self.match.loser is None else self.match.sides[self.match.loser]


Bracket = Mapping[str, BracketMatch]


def nodes_of(event: Event) -> tuple[Node, ...]:
    """The shape of an event's bracket."""
    size = bracket_size(max((entry.seed for entry in event.entries), default=2))
    if event.plan.format == DOUBLE:
        return double(max(size, 4))
    return single(size, event.plan.third_place)


def bracket(event: Event) -> Bracket:
    """Every match of the bracket by its key, in the order of play."""
    seeds = {entry.seed: (entry.id,) for entry in event.entries}
    matches: dict[str, BracketMatch] = {}
    for node in nodes_of(event):
        if node.part == RESET:
            sides = _reset_sides(matches)
        else:
            sides = (_side(node.sources[0], seeds, matches), _side(node.sources[1], seeds, matches))
        matches[node.key] = BracketMatch(node, _match(event, node, sides))
    return matches


def _side(source: Source, seeds: Mapping[int, Group], matches: Bracket) -> Group | None:
    if source.seed:
        return seeds.get(source.seed, NOBODY)
    before = matches[source.match]
    return before.dropping if source.loses else before.advancing


def _reset_sides(matches: Bracket) -> tuple[Group | None, Group | None]:
    """The finalists again if the undefeated one lost the final; else nobody."""
    final = next(match for match in matches.values() if match.node.part == FINAL)
    if not final.match.how:
        return None, None
    first, second = final.match.sides
    return (first, second) if final.match.winner == 1 and first else (NOBODY, NOBODY)


def _match(event: Event, node: Node, sides: tuple[Group | None, Group | None]) -> Match:
    empty = Match(node.key, node.round, sides)
    one, other = sides
    if one is None or other is None:
        return empty
    if not one or not other:
        return replace(empty, how=BYE if one or other else VOID, winner=None if not (one or other) else int(not one))
    match = play(node.key, node.round, (one, other), event.games_of(node.key, (one, other)), event.plan, must_win=True)
    match = match if match.how else give_up(event, match)
    if match.how == VOID and node.out_at == 2 and node.part != RESET:
        # Somebody has to win: the first side of a final of double elimination has no loss.
        return replace(match, how=WALKOVER, winner=0)
    return match


def give_up(event: Event, match: Match) -> Match:
    """An unfinished match, won by the other side if one side has withdrawn or forfeits it."""
    forfeiting = {event.forfeits.get(match.key, "")} | event.withdrawn
    away = [bool(forfeiting & {*(side or ())}) for side in match.sides]
    if all(away):
        return replace(match, how=VOID)
    return replace(match, how=WALKOVER, winner=away.index(False)) if any(away) else match


def champion(matches: Bracket) -> EntryId | None:
    """The winner of the last match that is needed."""
    last = [match for match in matches.values() if match.node.out_at == 2 and match.match.how != VOID]
    decided = last[-1].advancing if last else None
    return decided[0] if decided else None


def places(event: Event, matches: Bracket) -> dict[EntryId, int | None]:
    """The place of every entry; None for those who are still in. Those who went out in the same round share one."""
    order: dict[EntryId, int | None] = {entry.id: None for entry in event.entries}
    for entry, place in _eliminations(matches):
        order[entry] = place
    first = champion(matches)
    if first is not None:
        order[first] = 1
    third = next((match for match in matches.values() if match.node.part == THIRD), None)
    if third is not None and third.advancing:
        order[third.advancing[0]] = 3
    return order


def _eliminations(matches: Bracket) -> Iterator[tuple[EntryId, int]]:
    """Entries that went out and their places, in the order of play; a later place replaces an earlier one."""
    reset = [match for match in matches.values() if match.node.part == RESET]
    for own in matches.values():
        if own.match.how == VOID:
            yield from ((side[0], own.node.out_at) for side in own.match.groups if own.node.out_at)
        waits_for_reset = bool(reset) and own.node.part == FINAL and own.match.winner == 1
        if own.dropping and own.node.out_at and not waits_for_reset:
            yield own.dropping[0], own.node.out_at


def seed_for_late_entry(event: Event, new: Entry, begun: Sequence[tuple[str, tuple[Group, ...]]]) -> int | None:
    """The first free seed that leaves the sides of every match begun or decided as they are; None if there is none."""
    used = {entry.seed for entry in event.entries}
    settled = [(key, match.match.sides) for key, match in bracket(event).items() if match.match.how == PLAYED]
    highest = 2 * bracket_size(max(used, default=1))
    for seed in range(1, highest + 1):
        if seed in used:
            continue
        later = bracket(replace(event, entries=(*event.entries, replace(new, seed=seed))))
        if all(key in later and later[key].match.sides == sides for key, sides in (*settled, *begun)):
            return seed
    return None


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
