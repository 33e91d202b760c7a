"""Creating a contest (a Swiss, a round robin, a bracket), its prizes, public link and document."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event.access import EventAccess
from scorekeeper.actions.event.clock import MOST_MINUTES
from scorekeeper.actions.event.contest import ContestView, groups_at
from scorekeeper.actions.event.entrants import BY_LOT, BY_RATING, BY_STANDING, SEEDINGS
from scorekeeper.actions.event.events import (
    MOST_ROUNDS,
    figure_faults,
    game_faults,
    name_and_date_faults,
    open_season,
    season_faults,
)
from scorekeeper.actions.event.results import TableState
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.stored_game import lowest_wins
from scorekeeper.league import codec
from scorekeeper.league.contest import Contest, GameScore, Plan
from scorekeeper.league.outcome import OFFERED, USUAL, outcome
from scorekeeper.league.pairings.draw import METHODS
from scorekeeper.league.pairings.values import DOUBLE, NEW_PARTNERS, ROUND_ROBIN, SINGLE, SWISS
from scorekeeper.rules import BY_SLUG, Sheet, score
from scorekeeper.rules.game import Game
from scorekeeper.store import Event, db
from scorekeeper.store.tables.club import ORGANIZER


def sizes_with_two_sides(game: Game, options: Mapping[str, Any]) -> dict[int, int]:
    """The table size for two equal sides, by the number of people on a side."""
    sizes: dict[int, int] = {}
    for size in game.players:
        if game.objections(dict(options), size):
            continue
        sides = game.sides(game.setting(size, game.with_defaults(dict(options)))[0])
        if len(sides) == 2 and len(sides[0]) == len(sides[1]):
            sizes.setdefault(len(sides[0]), size)
    return sizes


def partners_at(game: Game, options: Mapping[str, Any]) -> int:
    """How many partners play on each of two sides; 0 if the game has no such tables."""
    return next((people for people in sizes_with_two_sides(game, options) if people > 1), 0)


PLAYERS, PAIRS, TEAMS = "players", "pairs", "teams"
KINDS = (PLAYERS, PAIRS, TEAMS)
FORMATS = (NEW_PARTNERS, SWISS, ROUND_ROBIN, SINGLE, DOUBLE)
MOST_HANDS, MOST_TABLES, MOST_PRIZES = 50, 4, 64
LONGEST_PRIZE, LONGEST_LOT = 80, 60
DEFAULT_NAME = "Tournament"


@dataclass(frozen=True)
class ContestDraft:
    """The settings of a new contest."""

    name: str
    date: dt.date | None
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    kind: str = PAIRS
    format: str = DOUBLE
    best_of: int = 1
    tables: int = 1
    rounds: int | None = None
    hands: int | None = None
    minutes: int | None = None
    seeding: str = BY_LOT
    #: The season whose standings or ratings decide the seeds, and the one for which its games count.
    seeded_by: str = ""
    season_id: str = ""
    third_place: bool = False
    first_tie: str = ""
    lot: str = ""


@by(ORGANIZER)
def create(club: ClubAccess, draft: ContestDraft) -> Event | Refusal:
    """Create a contest without entrants; it is played by the house rules of its season, if that has some."""
    season, seeds_from = open_season(club, draft.season_id), open_season(club, draft.seeded_by, or_closed=True)
    if season is not None and season.options is not None and season.slug == draft.game:
        draft = replace(draft, options=season.options)
    if faults := draft_faults(club, draft):
        return Refusal(tuple(faults))
    game, boards = BY_SLUG[draft.game], draft.tables if draft.kind == TEAMS else 1
    event = Event(id=new_key(), club=club.club, name=" ".join((draft.name or DEFAULT_NAME).split()), date=draft.date)
    event.slug, event.options, event.plan = game.slug, dict(draft.options), codec.plan(_plan(draft, boards))
    event.entrant_size, event.hands, event.minutes = _per_side(game, draft) * boards, draft.hands, draft.minutes
    event.season, event.apart = season, season is None
    event.seeding, event.seeds_from = draft.seeding, seeds_from
    event.screen_key, event.prizes, event.revision = new_key(), [], 0
    db.session.add(event)
    db.session.flush()
    write_log(club, "event", f"{event.name} was created.", about=event.id)
    return event


def _plan(draft: ContestDraft, boards: int) -> Plan:
    # The chosen tie-break comes first.
    usual = USUAL.get(draft.format, ())
    return Plan(
        draft.format,
        draft.best_of,
        boards,
        draft.rounds if draft.format in (NEW_PARTNERS, SWISS) else None,
        draft.third_place and draft.format == SINGLE,
        tuple(dict.fromkeys([draft.first_tie, *usual])) if draft.first_tie in OFFERED else (),
        draft.lot.strip() or new_key()[:8],
    )


def _per_side(game: Game, draft: ContestDraft) -> int:
    """How many members of an entrant sit at one table; 0 if the game has no such tables."""
    if draft.kind == PLAYERS:
        alone = draft.format == NEW_PARTNERS or 1 in sizes_with_two_sides(game, draft.options)
        return 1 if alone else 0
    return partners_at(game, draft.options)


def draft_faults(club: ClubAccess, draft: ContestDraft) -> list[str]:
    """All faults of a draft."""
    faults = [
        *name_and_date_faults(draft.name or DEFAULT_NAME, draft.date),
        *_figure_faults(draft),
        *_game_faults(draft),
    ]
    if draft.seeding in (BY_STANDING, BY_RATING) and open_season(club, draft.seeded_by, or_closed=True) is None:
        faults.append("Choose the season that decides the seeds.")
    return [*faults, *season_faults(open_season(club, draft.season_id), draft.date, draft.game)]


def _figure_faults(draft: ContestDraft) -> list[str]:
    limits = (
        (draft.rounds, MOST_ROUNDS, "rounds"),
        (draft.hands, MOST_HANDS, "hands"),
        (draft.minutes, MOST_MINUTES, "minutes"),
    )
    faults = figure_faults(*limits)
    if draft.kind == TEAMS and not 2 <= draft.tables <= MOST_TABLES:
        faults.append(f"A team plays at 2 to {MOST_TABLES} tables.")
    if draft.best_of not in (1, 3):
        faults.append("A match is one game or the best of three.")
    if len(draft.lot) > LONGEST_LOT:
        faults.append(f"The random seed can have at most {LONGEST_LOT} characters.")
    return faults


def _game_faults(draft: ContestDraft) -> list[str]:
    game = BY_SLUG.get(draft.game)
    if game is None or draft.kind not in KINDS or draft.format not in FORMATS or draft.seeding not in SEEDINGS:
        return ["Choose a game and a format."]
    needs_partners = draft.format == NEW_PARTNERS or 1 not in sizes_with_two_sides(game, draft.options)
    if (draft.kind == PLAYERS) is not (draft.format == NEW_PARTNERS) and needs_partners:
        return [
            "Single players need the format with new partners every round. Other formats need pairs or teams."
            if draft.kind == PLAYERS
            else "With new partners every round, people enter on their own. Choose single players."
        ]
    no_pairs = [] if _per_side(game, draft) else [f"{game.name} is not played by two pairs. Choose single players."]
    return game_faults(game.slug, draft.options) or no_pairs


@by(ORGANIZER)
def set_prizes(access: EventAccess, prizes: Sequence[str]) -> Refusal | None:
    """Set the prize of each place, first place first."""
    tidy = [" ".join(prize.split()) for prize in prizes][:MOST_PRIZES]
    while tidy and not tidy[-1]:
        tidy.pop()
    if any(len(prize) > LONGEST_PRIZE or not prize.isprintable() for prize in tidy):
        return Refusal((f"A prize has at most {LONGEST_PRIZE} characters.",))
    access.event.prizes = tidy
    access.log("The prizes were changed.")
    return None


def fewest_entrants(event: Event) -> int:
    """The fewest entrants needed to start."""
    return METHODS[codec.read_plan(event.plan or {}).format].fewest


def table_size(event: Event, per_side: int, people: int) -> int:
    """How many people sit at a table of a match."""
    if codec.read_plan(event.plan or {}).format == NEW_PARTNERS:
        return people
    return sizes_with_two_sides(BY_SLUG[event.slug or ""], event.options or {})[per_side]


Document = dict[str, Any]


def document(view: ContestView) -> Document:
    """The whole contest as a document."""
    event, contest = view.event, view.contest
    return {
        "format": codec.FORMAT,
        "name": event.name,
        "date": event.date.isoformat(),
        "game": event.slug,
        "options": event.options,
        "plan": codec.plan(contest.plan),
        "hands": event.hands,
        "prizes": list(event.prizes),
        "entries": [
            codec.entrant(entry)
            | {
                "name": view.name(entry.id),
                "players": [view.access.names.get(person, "?") for person in view.entrant(entry.id).people],
            }
            for entry in contest.entrants
        ],
        "rounds": [codec.drawn_round(number, drawn) for number, drawn in enumerate(contest.rounds, 1)],
        "forfeits": [[match, entry] for match, entry in contest.forfeits.items()],
        "games": [_game(state) for state in view.states],
        "outcome": codec.outcome(view.outcome),
    }


def _game(state: TableState) -> Document:
    table = state.table
    return {
        "match": table.match,
        "game": table.leg,
        "table": table.board,
        "place": table.number,
        "sides": [list(group) for group in groups_at(table)],
        "totals": table.paper,
        "ended": state.ended,
        "deleted": state.gone,
        "record": state.played.record,
    }


def score_document(plain: Mapping[str, Any]) -> Document:
    """The matches and standings of a document, computed from its records. Raises ValueError if it is invalid."""
    if plain.get("format") != codec.FORMAT:
        raise ValueError(f"unknown format: write “format”: “{codec.FORMAT}”")
    try:
        scores = [_score(game) for game in plain["games"]]
        contest = Contest(
            codec.read_plan(plain["plan"]),
            tuple(map(codec.read_entrant, plain["entries"])),
            tuple(map(codec.read_drawn_round, plain["rounds"])),
            tuple(score for score in scores if score is not None),
            dict(plain["forfeits"]),
        )
        return codec.outcome(outcome(contest))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a tournament: {error}") from error


def _score(game: Mapping[str, Any]) -> GameScore | None:
    """The score of a game that has ended, from its totals on paper or its record."""
    place = (game["match"], game["game"], game["table"], codec.read_groups(game["sides"]))
    record = game["record"]
    lowest = lowest_wins(record["game"], len(record["players"]), record.get("options", {}))
    if game["totals"] is not None:
        return GameScore(*place, tuple(game["totals"]), (), lowest)
    sheet = score(dict(record))
    if not isinstance(sheet, Sheet):
        raise ValueError(sheet[0].message)
    if game["deleted"] or not game["ended"] or not sheet.hands:
        return None
    return GameScore(*place, sheet.totals, sheet.winners if sheet.over else (), lowest)
