"""Page values of a contest: its matches, rounds, entrants and standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scorekeeper.actions.event.clock import rounds_in_play
from scorekeeper.actions.event.contest import ContestView, round_of
from scorekeeper.actions.event.contests import PAIRS, PLAYERS, TEAMS, fewest_entrants
from scorekeeper.actions.event.entrants import BY_HAND, BY_LOT, BY_RATING, BY_STANDING, in_order, seed_numbers
from scorekeeper.actions.event.matches import waiting_for
from scorekeeper.league.contest import LOT_WORDS, TIED, VOID, WALKOVER, Match
from scorekeeper.league.outcome import Record, is_drawn_out, match_records, scheme_of
from scorekeeper.league.pairings.values import DOUBLE, NEW_PARTNERS, ROUND_ROBIN, SINGLE, SWISS
from scorekeeper.league.standings.standings import deciding_tie_break
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.words import ordinal
from scorekeeper.web.event.bracket import SideLine, Sources, bracket_parts, match_sides, source_names
from scorekeeper.web.event.tie_answer import first_tie
from scorekeeper.web.event.views import RoundView, TableCard, table_card

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


@dataclass(frozen=True)
class MatchCard:
    """A match as pages show it, with the tables at which it is or was played."""

    key: str
    title: str
    sides: tuple[SideLine, ...]
    words: str
    over: bool
    tables: tuple[TableCard, ...]


def match_card(view: ContestView, match: Match, sources: Sources, tables: Sequence[TableCard]) -> MatchCard:
    """A match with its sides and tables."""
    sides = match_sides(view, match, sources)
    own = tuple(table for table in tables if table.state.table.match == match.key)
    words = {WALKOVER: "Walkover", VOID: "Not played", TIED: "Tied"}.get(match.how, "")
    return MatchCard(match.key, view.match_title(match.key), sides, words, match.is_over, own)


def table_cards(view: ContestView) -> list[TableCard]:
    """The tables between the current sides of their matches."""
    return [table_card(view.access, state, view.table_title(state.table)) for state in view.current]


def contest_rounds(view: ContestView, cards: Sequence[TableCard]) -> list[RoundView]:
    """The rounds that were drawn, the latest first; of a bracket, the matches that were started last."""
    method, running = view.contest.plan.format, {state.table.id for state in view.running}
    # A table whose match was forfeited has nothing to play and no result.
    cards = [card for card in cards if card.ended or card.id in running]
    if view.is_bracket:
        playing = {own.id for own in rounds_in_play(view.access)}
        tables = tuple(card for card in cards if card.state.round.id in playing)
        return [RoundView(len(view.event.rounds), method, "", tables, ())] if tables else []
    return [
        RoundView(
            number,
            method,
            "",
            tuple(card for card in cards if round_of(card.state.table.match or "") == number),
            tuple(
                (person, view.access.names.get(person, "?"))
                for entry in view.contest.rounds[number - 1].sitting_out
                for person in view.entrant(entry).people
            ),
        )
        for number in range(len(view.contest.rounds), 0, -1)
    ]


@dataclass(frozen=True)
class EntrantLine:
    """An entrant in the order of the seeds, as they are or would be drawn now."""

    number: str
    seed: int | None
    name: str
    people: str
    is_late: bool
    has_withdrawn: bool


def entrant_lines(view: ContestView) -> list[EntrantLine]:
    """Every entrant."""
    event, has_started = view.event, view.event.started_at is not None
    order = [str(own.number) for own in in_order(event)] if has_started else seed_numbers(event)
    return [
        EntrantLine(
            key,
            view.entrant(key).seed if has_started else place,
            view.name(key),
            " & ".join(view.access.names.get(person, "?") for person in view.entrant(key).people),
            view.entrant(key).joined > 0,
            view.entrant(key).withdrawn_at is not None,
        )
        for place, key in enumerate(order, 1)
    ]


@dataclass(frozen=True)
class StandingLine:
    """A row of the standings, or a place of a bracket."""

    key: str
    name: str
    place: int | None
    seed: int | None
    withdrawn: bool
    prize: str
    #: Only where rounds are drawn.
    record: Record | None = None
    figure: Fraction | int = 0
    #: The figure with its noun, and the place.
    words: str = ""
    margin: int = 0
    #: The tie-break that put it behind the row above.
    behind_by: str = ""


def standing_lines(view: ContestView) -> list[StandingLine]:
    """The standings, best first, or the places of a bracket."""
    table, prizes = view.outcome.standings, view.event.prizes
    records, way, lines = match_records(view.contest), table.season.scheme.way, []
    for above, row in zip((None, *table.rows), table.rows, strict=False):
        key = row.entrant[0]
        tie_break = deciding_tie_break(above, row) if above is not None else None
        prize = prizes[row.place - 1] if row.place and row.place <= len(prizes) else ""
        withdrawn = key in view.contest.withdrawn
        line = StandingLine(key, view.name(key), row.place, view.entrant(key).seed, withdrawn, prize)
        if key in records:
            line = replace(
                line,
                record=records[key],
                figure=way.shown(row.figure),
                words=f"{way.describe(row.figure)}, {ordinal(row.place or 0)}",
                margin=row.account.margin,
                behind_by=tie_break.title if tie_break else "",
            )
        lines.append(line)
    return lines


def contest_values(view: ContestView) -> dict[str, Any]:
    """The values of a contest's pages that a night does not have."""
    event, plan, outcome = view.event, view.contest.plan, view.outcome
    values = {
        "has_started": event.started_at is not None,
        "format": FORMATS[plan.format][0],
        "plan": plan,
        "formats": FORMATS,
        "seedings": SEEDINGS,
        "ties": [TIES[tie] for tie in scheme_of(view.contest).ties],
        "lot_words": LOT_WORDS,
        "entrants": entrant_lines(view),
        "fewest": fewest_entrants(event),
        "is_individual": plan.format == NEW_PARTNERS,
        "round": outcome.round,
    }
    return values | (_started_values(view) if event.started_at is not None else _BEFORE_START)


#: The same before the start.
_BEFORE_START: dict[str, Any] = {
    "champion": "",
    "cards": [],
    "ready": [],
    "over": [],
    "pending": [],
    "bracket": [],
    "places": [],
    "tie": None,
    "next_round": 0,
    "rounds": [],
}


def _started_values(view: ContestView) -> dict[str, Any]:
    outcome, sources, tables = view.outcome, source_names(view), table_cards(view)
    cards = [match_card(view, match, sources, tables) for match in outcome.matches]
    running = {state.table.match for state in view.running}
    startable = {match.key for match, _ in view.startable}
    is_drawn = not view.is_bracket
    may_draw = is_drawn and not waiting_for(view) and not is_drawn_out(view.contest)
    return {
        "champion": view.name(outcome.champion) if outcome.champion else "",
        "cards": cards,
        "ready": [card for card in cards if card.key in startable],
        "over": [card for card in cards if card.over and card.key not in running],
        "pending": [card for card in cards if not card.over and card.key not in running | startable],
        "bracket": bracket_parts(view, sources) if view.is_bracket else [],
        "places": standing_lines(view),
        "tie": first_tie(outcome.standings, view.name) if is_drawn else None,
        "next_round": outcome.round + 1 if may_draw else 0,
        "rounds": contest_rounds(view, tables),
    }
