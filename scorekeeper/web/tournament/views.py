"""Page values of a tournament: matches, tables, standings with prizes, entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.tournament.access import GameState, TournamentAccess, game_name
from scorekeeper.actions.tournament.entries import in_order, seed_numbers
from scorekeeper.actions.tournament.rounds import startable, waiting_for
from scorekeeper.actions.tournament.tables import clock_of_row, match_title
from scorekeeper.league.tournament.bracket import NOBODY, TIED, VOID, WALKOVER, Bracket, Match, nodes_of
from scorekeeper.league.tournament.draws import is_drawn_out
from scorekeeper.league.tournament.standings import Row, why
from scorekeeper.league.tournament.values import INDIVIDUAL, Source
from scorekeeper.league.words import number, ordinal
from scorekeeper.web.clock.views import ClockView, clock_view
from scorekeeper.web.tournament.bracket_view import bracket_parts
from scorekeeper.web.tournament.words import FORMATS, plan_words


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
        """Who plays whom."""
        return " against ".join(side.name for side in self.sides)


@dataclass(frozen=True)
class StandingLine:
    """One line of the standings or of the final table."""

    place: str
    name: str
    figure: str
    facts: str
    why: str
    prize: str
    withdrawn: bool


def source_names(access: TournamentAccess) -> dict[str, tuple[str, str]]:
    """Where the sides of every bracket match come from, in words."""
    if not access.event.plan.is_bracket:
        return {}
    matches = access.outcome.bracket
    return {
        node.key: (_source_name(node.sources[0], matches), _source_name(node.sources[1], matches))
        for node in nodes_of(access.event)
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


def standing_lines(access: TournamentAccess) -> list[StandingLine]:
    """The standings, each line with what put it above the next one."""
    rows = access.outcome.rows
    above = [None, *rows]
    return [_standing_line(access, row, before) for row, before in zip(rows, above, strict=False)]


def _standing_line(access: TournamentAccess, row: Row, before: Row | None) -> StandingLine:
    prizes = access.tournament.prizes
    prize = prizes[row.place - 1] if row.place and row.place <= len(prizes) else ""
    facts, figure = "", ""
    if row.account is not None:
        own = row.account
        figure = number(row.score)
        parts = [f"{own.won} won, {own.lost} lost", f"{own.tied} tied" if own.tied else ""]
        parts += [f"{own.walkovers} by walkover" if own.walkovers else ""]
        parts += [f"{own.byes} {'bye' if own.byes == 1 else 'byes'}" if own.byes else ""]
        margin = number(own.margin)
        parts += [f"margin {margin if own.margin <= 0 else '+' + margin}"]
        facts = ", ".join(filter(None, parts))
    else:
        facts = f"Seed {access.entry(row.entry).seed}{', still in' if not row.place and not row.withdrawn else ''}"
    reason = why(before, row) if before is not None else ""
    return StandingLine(
        str(row.place) if row.place else "–", access.entry_name(row.entry), figure, facts, reason, prize, row.withdrawn
    )


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


def page_values(access: TournamentAccess) -> dict[str, Any]:
    """Everything that the page of a tournament shows."""
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
        "words": plan_words(access),
        "playing": [by_key[key] for key in running],
        "ready": ready,
        "over": [card for card in cards if card.over and card.key not in running],
        "pending": [card for card in cards if not card.over and card.key not in running and card not in ready],
        "cards": cards,
        "standings": standing_lines(access) if access.started else [],
        "entries": entry_lines(access),
        "champion": access.entry_name(outcome.champion) if access.started and outcome.champion else "",
        "bracket": bracket_parts(access, sources) if access.started and access.event.plan.is_bracket else [],
        "byes": [access.entry_name(entry) for entry in access.event.rounds[-1].byes] if access.event.rounds else [],
        "round": outcome.round,
        "rounds": outcome.rounds,
        "next_round": outcome.round + 1 if drawn and not waiting and not is_drawn_out(access.event) else 0,
        "waiting": waiting,
        "is_individual": access.event.plan.format == INDIVIDUAL,
        "ordinal": ordinal,
    }
