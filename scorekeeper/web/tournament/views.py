"""Values for the tournament pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.actions.tournament.access import GameState, TournamentAccess, game_name
from scorekeeper.actions.tournament.entries import in_order, seed_numbers
from scorekeeper.actions.tournament.rounds import startable, waiting_for
from scorekeeper.actions.tournament.tables import clock_of_row, match_title, part_title, round_title
from scorekeeper.actions.tournament.tournaments import BY_HAND, BY_LOT, BY_RATING, BY_STANDING, PAIRS, PLAYERS, TEAMS
from scorekeeper.league.contest import LOT_WORDS
from scorekeeper.league.contest_standings import Record, match_records, scheme_of
from scorekeeper.league.matches import TIED, VOID, WALKOVER, Match
from scorekeeper.league.outcome import is_drawn_out
from scorekeeper.league.pairings.bracket import (
    FINAL,
    LOSERS,
    NOBODY,
    RESET,
    THIRD,
    WINNERS,
    Bracket,
    BracketMatch,
    Node,
    Source,
)
from scorekeeper.league.pairings.values import DOUBLE, NEW_PARTNERS, ROUND_ROBIN, SINGLE, SWISS
from scorekeeper.league.standings.standings import deciding_tie_break
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.words import number, ordinal
from scorekeeper.web.clock import ClockView, clock_view
from scorekeeper.web.season.standings_view import first_tie

FORMATS = {
    DOUBLE: ("Double elimination", "Two losses and you are out."),
    SINGLE: ("Single elimination", "One loss and you are out."),
    SWISS: ("Swiss", "Entries with the same score meet, and nobody meets twice. A bye counts as a win."),
    ROUND_ROBIN: ("Round robin", "Everybody plays everybody once."),
    NEW_PARTNERS: ("New partners every round", "Players score individually. Sitting out counts as your average."),
}
KINDS = {
    PAIRS: ("Pairs", "Partners stay together."),
    TEAMS: ("Teams", "Several pairs play for one team."),
    PLAYERS: ("Single players", "For new partners every round, and for games for two."),
}
SEEDINGS = {
    BY_LOT: ("By lot", "Drawn at random from a published seed, so anyone can check the draw."),
    BY_HAND: ("By hand", "In list order."),
    BY_STANDING: ("By season standings", "Best in the season first."),
    BY_RATING: ("By rating", "Highest rating first."),
}
WIDTH, HEIGHT = 220, 46
COLUMN, ROW, TOP = 252, 66, 34
#: Longer names are cut in the drawing.
LONGEST = 24


@dataclass(frozen=True)
class Box:
    """A match in the drawing."""

    key: str
    x: int
    y: int
    names: tuple[str, str]
    points: tuple[str, str]
    winner: int | None
    is_live: bool


@dataclass(frozen=True)
class Part:
    """One drawing: the winners' bracket with the finals, or the losers' bracket."""

    title: str
    width: int
    height: int
    heads: tuple[tuple[int, str], ...]
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]


def bracket_parts(access: TournamentAccess, sources: dict[str, tuple[str, str]]) -> list[Part]:
    """The drawings of a bracket."""
    matches = access.outcome.bracket
    upper = [own for own in matches.values() if own.node.part in (WINNERS, FINAL, RESET, THIRD)]
    lower = [own for own in matches.values() if own.node.part == LOSERS]
    title = part_title(WINNERS) if lower else "Bracket"
    parts = [_part(access, title, upper, sources)]
    return [*parts, _part(access, part_title(LOSERS), lower, sources)] if lower else parts


def _part(
    access: TournamentAccess, title: str, matches: Sequence[BracketMatch], sources: dict[str, tuple[str, str]]
) -> Part:
    shown = [own for own in matches if own.is_shown]
    columns = sorted({_column(own.node, matches) for own in shown})
    tallest = max(sum(_column(own.node, matches) == column for own in matches) for column in columns) if columns else 1
    places = {
        own.node.key: (columns.index(_column(own.node, matches)) * COLUMN, _height(own.node, matches, tallest))
        for own in shown
    }
    running = {state.row.match for state in access.running}
    boxes = tuple(_box(access, own, places[own.node.key], sources, running) for own in shown)
    heads = {places[own.node.key][0]: round_title(access, own.node) for own in shown if own.node.part != THIRD}
    low = max((y for _, y in places.values()), default=0)
    return Part(
        title,
        len(columns) * COLUMN - COLUMN + WIDTH + 2,
        low + HEIGHT + 8,
        tuple(heads.items()),
        boxes,
        _lines(shown, places),
    )


def _column(node: Node, matches: Sequence[BracketMatch]) -> int:
    """The column of a match; finals come last, and the match for third place is below the final."""
    last = max((own.node.round for own in matches if own.node.part in (WINNERS, LOSERS)), default=0)
    return {FINAL: last + 1, RESET: last + 2, THIRD: last}.get(node.part, node.round)


def _height(node: Node, matches: Sequence[BracketMatch], tallest: int) -> int:
    """The middle of the matches that lead here."""
    count = sum((own.node.part, own.node.round) == (node.part, node.round) for own in matches)
    middle = (2 * node.position - 1) * tallest * ROW // (2 * count) - HEIGHT // 2
    return TOP + middle + (ROW * 3 // 2 if node.part == THIRD else 0)


def _box(
    access: TournamentAccess,
    own: BracketMatch,
    place: tuple[int, int],
    sources: dict[str, tuple[str, str]],
    running: set[str],
) -> Box:
    match = own.match
    names = [
        cut(access.group_name(side)) if side else sources[match.key][index] for index, side in enumerate(match.sides)
    ]
    points = (_points(access, match, 0), _points(access, match, 1))
    return Box(match.key, *place, (names[0], names[1]), points, match.winner, match.key in running)


def cut(name: str) -> str:
    """A name that fits into a box."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _lines(shown: Sequence[BracketMatch], places: dict[str, tuple[int, int]]) -> tuple[str, ...]:
    """Lines from every match to the one that its winner plays next."""
    paths = []
    for own in shown:
        if own.node.part == RESET:
            continue
        x, y = places[own.node.key]
        for source in own.node.sources:
            if source.match in places and not source.loses:
                from_x, from_y = places[source.match]
                turn = from_x + WIDTH + (COLUMN - WIDTH) // 2
                paths.append(f"M{from_x + WIDTH} {from_y + HEIGHT // 2}H{turn}V{y + HEIGHT // 2}H{x}")
    return tuple(paths)


@dataclass(frozen=True)
class SideLine:
    """A side of a match."""

    name: str
    points: str
    won: bool
    known: bool


@dataclass(frozen=True)
class GameLine:
    """A game of a match at its table."""

    id: int
    place: int
    label: str
    state: str
    totals: tuple[int, ...]
    over: bool
    #: The time left, while it is played by minutes.
    clock: ClockView | None = None


@dataclass(frozen=True)
class MatchCard:
    """A match as pages show it."""

    key: str
    title: str
    sides: tuple[SideLine, ...]
    words: str
    over: bool
    games: tuple[GameLine, ...]

    @property
    def names(self) -> str:
        """The sides of the match."""
        return " against ".join(side.name for side in self.sides)


def source_names(access: TournamentAccess) -> dict[str, tuple[str, str]]:
    """Where the sides of every bracket match come from, in words."""
    if not access.event.plan.is_bracket:
        return {}
    matches = access.outcome.bracket
    return {
        key: (_source_name(own.node.sources[0], matches), _source_name(own.node.sources[1], matches))
        for key, own in matches.items()
    }


def _source_name(source: Source, matches: Bracket) -> str:
    """Where a side comes from; through a match that is a bye, from where its only side comes."""
    if source.seed:
        return f"Seed {source.seed}"
    own = matches[source.match]
    if not source.loses and NOBODY in own.match.sides and own.match.sides != (NOBODY, NOBODY):
        return _source_name(own.node.sources[own.match.sides[0] == NOBODY], matches)
    return f"{'Loser' if source.loses else 'Winner'} of {source.match}"


def match_card(access: TournamentAccess, match: Match, sources: dict[str, tuple[str, str]]) -> MatchCard:
    """A match with its sides and games."""
    names = sources.get(match.key, ("?", "?"))
    sides = tuple(
        SideLine(
            access.group_name(side) if side else names[index],
            _points(access, match, index),
            match.winner == index,
            bool(side),
        )
        for index, side in enumerate(match.sides)
    )
    games = tuple(game_line(access, state) for state in access.current_games if state.row.match == match.key)
    words = {WALKOVER: "Walkover", VOID: "Not played", TIED: "Tied"}.get(match.how, "")
    return MatchCard(match.key, match_title(access, match.key), sides, words, match.is_over, games)


def _points(access: TournamentAccess, match: Match, side: int) -> str:
    """Points, or games won in the best of three."""
    if not match.legs:
        return ""
    return number(match.wins[side]) if access.event.plan.best_of > 1 else number(match.points[side])


def game_line(access: TournamentAccess, state: GameState) -> GameLine:
    """A game and how far it has come."""
    plan, row = access.event.plan, state.row
    parts = [f"Table {row.place}"]
    parts += [f"game {row.leg}"] if plan.best_of > 1 or row.leg > 1 else []
    if state.row.totals is not None:
        words = "From paper"
    elif state.score is not None:
        words = "Over"
    else:
        words = f"Hand {state.hands + 1}" if state.begun else "Not started"
    over = state.score is not None
    clock = None if over else clock_view(clock_of_row(row))
    return GameLine(row.id, row.place, ", ".join(parts), words, state.totals, over, clock)


def entry_lines(access: TournamentAccess) -> list[dict[str, Any]]:
    """Entries in the order of their seeds, as they are or would be drawn now."""
    order = [str(entry.number) for entry in in_order(access.tournament)] if access.started else seed_numbers(access)
    return [
        {
            "number": number,
            "seed": access.entry(number).seed if access.started else place,
            "name": access.entry_name(number),
            "people": " & ".join(access.names.get(member, "?") for member in access.entry(number).members),
            "late": access.entry(number).joined > 0,
            "withdrawn": access.entry(number).withdrawn_at is not None,
        }
        for place, number in enumerate(order, 1)
    ]


@dataclass(frozen=True)
class StandingLine:
    """A row of the standings, or a place of a bracket."""

    key: str
    name: str
    place: int | None
    withdrawn: bool
    #: Only where rounds are drawn.
    record: Record | None = None
    figure: str = ""
    #: The figure with its noun, and the place.
    words: str = ""
    margin: int = 0
    #: The tie-break that put it behind the row above.
    behind_by: str = ""


def standing_lines(access: TournamentAccess) -> list[StandingLine]:
    """The standings, best first, or the places of a bracket."""
    table, records = access.outcome.standings, match_records(access.event)
    way, lines = table.season.scheme.way, []
    for above, row in zip((None, *table.rows), table.rows, strict=False):
        key = row.entrant[0]
        tie_break = deciding_tie_break(above, row) if above is not None else None
        line = StandingLine(key, access.entry_name(key), row.place, key in access.event.withdrawn)
        if key in records:
            line = replace(
                line,
                record=records[key],
                figure=number(way.shown(row.figure)),
                words=f"{way.describe(row.figure)}, {ordinal(row.place or 0)}",
                margin=row.account.margin,
                behind_by=tie_break.title if tie_break else "",
            )
        lines.append(line)
    return lines


def page_values(access: TournamentAccess) -> dict[str, Any]:
    """The values of the tournament page."""
    outcome, sources = access.outcome, source_names(access)
    cards = [match_card(access, match, sources) for match in outcome.matches] if access.started else []
    by_key = {card.key: card for card in cards}
    running = dict.fromkeys(state.row.match for state in access.running)
    ready = [by_key[match.key] for match, _ in startable(access)] if access.started else []
    drawn = access.started and not access.event.plan.is_bracket
    waiting = waiting_for(access) if drawn else []
    return {
        "access": access,
        "tournament": access.tournament,
        "game_name": game_name(access.tournament),
        "format": FORMATS[access.event.plan.format][0],
        "plan": access.event.plan,
        "formats": FORMATS,
        "seedings": SEEDINGS,
        "ties": [TIES[tie] for tie in scheme_of(access.event).ties],
        "lot_words": LOT_WORDS,
        "playing": [by_key[key] for key in running],
        "ready": ready,
        "over": [card for card in cards if card.over and card.key not in running],
        "pending": [card for card in cards if not card.over and card.key not in running and card not in ready],
        "cards": cards,
        "standings": standing_lines(access) if access.started else (),
        "tie": first_tie(outcome.standings, access.entry_name) if drawn else None,
        "entries": entry_lines(access),
        "champion": access.entry_name(outcome.champion) if access.started and outcome.champion else "",
        "bracket": bracket_parts(access, sources) if access.started and access.event.plan.is_bracket else [],
        "byes": [access.entry_name(entry) for entry in access.event.rounds[-1].sitting_out]
        if access.event.rounds
        else [],
        "round": outcome.round,
        "rounds": outcome.rounds,
        "next_round": outcome.round + 1 if drawn and not waiting and not is_drawn_out(access.event) else 0,
        "waiting": waiting,
        "is_individual": access.event.plan.format == NEW_PARTNERS,
    }
