"""Creating a tournament, its prizes, public link and document, and deleting it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.events import DATE_FAULT, empty_record, is_near, usual_size
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.actions.tournament.access import GameState, Length, Seat, TournamentAccess, game_score
from scorekeeper.league import contest_codec as codec
from scorekeeper.league.contest import Contest, Plan
from scorekeeper.league.contest_standings import OFFERED, USUAL
from scorekeeper.league.outcome import outcome
from scorekeeper.league.pairings.draw import METHODS
from scorekeeper.league.pairings.values import DOUBLE, NEW_PARTNERS, ROUND_ROBIN, SINGLE, SWISS, Shape
from scorekeeper.rules import BY_SLUG, score
from scorekeeper.rules.game import Game
from scorekeeper.store import Season, Tournament, db
from scorekeeper.store.queries.tournament import delete_tournament, tournaments_of_club
from scorekeeper.store.tables.club import ORGANIZER

#: The seats of each side.
Sides = tuple[tuple[int, ...], ...]


def sides_of(game: Game, options: Mapping[str, Any], size: int) -> Sides:
    """The seats of each side at a table of this size."""
    return game.sides(game.setting(size, game.with_defaults(dict(options)))[0])


def sizes_with_two_sides(game: Game, options: Mapping[str, Any]) -> dict[int, int]:
    """The table size for two equal sides, by the number of people on a side."""
    sizes: dict[int, int] = {}
    for size in game.players:
        if game.objections(dict(options), size):
            continue
        sides = sides_of(game, options, size)
        if len(sides) == 2 and len(sides[0]) == len(sides[1]):
            sizes.setdefault(len(sides[0]), size)
    return sizes


def partners_at(game: Game, options: Mapping[str, Any]) -> int:
    """How many partners play on each of two sides; 0 if the game has no such tables."""
    return next((people for people in sizes_with_two_sides(game, options) if people > 1), 0)


def individual_shape(slug: str, options: Mapping[str, Any]) -> Shape:
    """The tables for individual players, with partners if the game has them."""
    game = BY_SLUG[slug]
    size = usual_size(game)
    per_side = len(sides_of(game, options, size)[0])
    if per_side > 1:
        return Shape({size: per_side}, size)
    return Shape({players: 1 for players in game.players if players > 2 or size == 2}, size)


def table_size(slug: str, options: Mapping[str, Any], format: str, per_side: int, people: int) -> int:  # noqa: A002
    """How many people sit at a table of a match."""
    return people if format == NEW_PARTNERS else sizes_with_two_sides(BY_SLUG[slug], options)[per_side]


def seated(sides: Sides, players: Sequence[Sequence[int]]) -> list[int]:
    """Members in seat order, each side in its own seats."""
    by_seat = {
        seat: member
        for seats, members in zip(sides, players, strict=True)
        for seat, member in zip(seats, members, strict=True)
    }
    return [by_seat[seat] for seat in sorted(by_seat)]


PLAYERS, PAIRS, TEAMS = "players", "pairs", "teams"
KINDS = (PLAYERS, PAIRS, TEAMS)
FORMATS = (NEW_PARTNERS, SWISS, ROUND_ROBIN, SINGLE, DOUBLE)
BY_LOT, BY_HAND, BY_STANDING, BY_RATING = "lot", "hand", "standing", "rating"
SEEDINGS = (BY_LOT, BY_HAND, BY_STANDING, BY_RATING)
MOST_ROUNDS, MOST_HANDS, MOST_MINUTES, MOST_TABLES, MOST_PRIZES = 30, 50, 240, 4, 64
LONGEST_PRIZE, LONGEST_LOT = 80, 60
#: The most tournaments listed on a club's page.
LISTED = 12
DEFAULT_NAME = "Tournament"


@dataclass(frozen=True)
class TournamentDraft:
    """The settings of a new tournament."""

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
    season_id: str = ""
    third_place: bool = False
    first_tie: str = ""
    lot: str = ""


def latest_tournaments(club: ClubAccess) -> list[Tournament]:
    """A club's latest tournaments."""
    return tournaments_of_club(club.club.id, LISTED)


@by(ORGANIZER)
def create(club: ClubAccess, draft: TournamentDraft) -> Tournament | Refusal:
    """Create a tournament without entries."""
    if faults := draft_faults(club, draft):
        return Refusal(tuple(faults))
    name = clean_name(draft.name or DEFAULT_NAME, LONGEST_CLUB)
    game, season = BY_SLUG[draft.game], _season(club, draft.season_id)
    per_side = _per_side(game, draft)
    boards = draft.tables if draft.kind == TEAMS else 1
    # The chosen tie-break comes first.
    usual = USUAL.get(draft.format, ())
    plan = Plan(
        draft.format,
        draft.best_of,
        boards,
        draft.rounds if draft.format in (NEW_PARTNERS, SWISS) else None,
        draft.third_place and draft.format == SINGLE,
        tuple(dict.fromkeys([draft.first_tie, *usual])) if draft.first_tie in OFFERED else (),
        draft.lot.strip() or new_key()[:8],
    )
    tournament = Tournament(
        id=new_key(),
        club_id=club.club.id,
        name=name,
        date=draft.date,
        slug=game.slug,
        options=dict(draft.options),
        plan=codec.plan(plan),
        entry_size=per_side * boards,
        hands=draft.hands,
        minutes=draft.minutes,
        seeding=draft.seeding,
        season_id=season.id if season is not None else None,
        prizes=[],
        forfeits=[],
        revision=0,
    )
    db.session.add(tournament)
    db.session.flush()
    write_log(club, "tournament", f"{tournament.name} was created.", about=tournament.id)
    return tournament


def _per_side(game: Game, draft: TournamentDraft) -> int:
    """How many members of an entry sit at one table; 0 if the game has no such tables."""
    if draft.kind == PLAYERS:
        alone = draft.format == NEW_PARTNERS or 1 in sizes_with_two_sides(game, draft.options)
        return 1 if alone else 0
    return partners_at(game, draft.options)


def draft_faults(club: ClubAccess, draft: TournamentDraft) -> list[str]:
    """All faults of a draft."""
    name = clean_name(draft.name or DEFAULT_NAME, LONGEST_CLUB)
    faults = [*name.messages] if isinstance(name, Refusal) else []
    if draft.date is None or not is_near(draft.date):
        faults.append(DATE_FAULT)
    faults += _figure_faults(draft)
    faults += _game_faults(draft)
    if draft.seeding in (BY_STANDING, BY_RATING) and _season(club, draft.season_id) is None:
        faults.append("Choose the season that decides the seeds.")
    return faults


def _figure_faults(draft: TournamentDraft) -> list[str]:
    limits = (
        (draft.rounds, MOST_ROUNDS, "rounds"),
        (draft.hands, MOST_HANDS, "hands"),
        (draft.minutes, MOST_MINUTES, "minutes"),
    )
    faults = [
        f"Enter 1 to {most} {noun}, or leave this empty."
        for figure, most, noun in limits
        if figure is not None and not 1 <= figure <= most
    ]
    if draft.kind == TEAMS and not 2 <= draft.tables <= MOST_TABLES:
        faults.append(f"A team plays at 2 to {MOST_TABLES} tables.")
    if draft.best_of not in (1, 3):
        faults.append("A match is one game or the best of three.")
    if len(draft.lot) > LONGEST_LOT:
        faults.append(f"The random seed can have at most {LONGEST_LOT} characters.")
    return faults


def _game_faults(draft: TournamentDraft) -> list[str]:
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
    sheet = score(empty_record(game, [f"P{seat}" for seat in range(usual_size(game))], draft.options))
    if isinstance(sheet, tuple):
        return [fault.message for fault in sheet]
    return [] if _per_side(game, draft) else [f"{game.name} is not played by two pairs. Choose single players."]


def _season(club: ClubAccess, season_id: str) -> Season | None:
    if not season_id:
        return None
    season = db.session.get(Season, season_id)
    if season is None or season.club_id != club.club.id:
        raise NotFoundError(season_id)
    return season


@by(ORGANIZER)
def set_prizes(access: TournamentAccess, prizes: Sequence[str]) -> Refusal | None:
    """Set the prize of each place, first place first."""
    tidy = [" ".join(prize.split()) for prize in prizes][:MOST_PRIZES]
    while tidy and not tidy[-1]:
        tidy.pop()
    if any(len(prize) > LONGEST_PRIZE or not prize.isprintable() for prize in tidy):
        return Refusal((f"A prize has at most {LONGEST_PRIZE} characters.",))
    access.tournament.prizes = tidy
    access.log("The prizes were changed.")
    return None


@by(ORGANIZER)
def publish(access: TournamentAccess, public: bool) -> None:
    """Turn the public page on or off. It gets a new link each time it is turned on."""
    if public is not (access.tournament.public_key is not None):
        access.tournament.public_key = new_key() if public else None
        access.log("The public page was turned on." if public else "The public page was turned off.")


@by(ORGANIZER)
def delete(access: TournamentAccess) -> Refusal | None:
    """Delete a tournament in which nothing was played."""
    if access.tournament.games:
        return Refusal(("This tournament has games. Undo its rounds first, or keep it.",))
    write_log(access.people, "tournament", f"{access.tournament.name} was deleted.", about=access.tournament.id)
    delete_tournament(access.tournament)
    return None


def fewest_entries(tournament: Tournament) -> int:
    """The fewest entries needed to start."""
    return METHODS[codec.read_plan(tournament.plan).format].fewest


Document = dict[str, Any]


def document(access: TournamentAccess) -> Document:
    """The whole tournament as a document."""
    tournament, event = access.tournament, access.event
    return {
        "format": codec.FORMAT,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "game": tournament.slug,
        "options": tournament.options,
        "plan": codec.plan(event.plan),
        "hands": tournament.hands,
        "prizes": list(tournament.prizes),
        "entries": [
            codec.entrant(entry)
            | {
                "name": access.entry_name(entry.id),
                "players": [access.names.get(member, "?") for member in access.entry(entry.id).members],
            }
            for entry in event.entrants
        ],
        "rounds": [codec.drawn_round(number, drawn) for number, drawn in enumerate(event.rounds, 1)],
        "forfeits": [[match, entry] for match, entry in event.forfeits.items()],
        "games": [_game(state) for state in access.games],
        "outcome": codec.outcome(access.outcome),
    }


def _game(state: GameState) -> Document:
    row = state.row
    return {
        "match": row.match,
        "game": row.leg,
        "table": row.board,
        "place": row.place,
        "sides": row.sides,
        "totals": row.totals,
        "stopped": row.stopped,
        "deleted": row.game.deleted_at is not None,
        "record": state.record,
    }


def score_document(plain: Mapping[str, Any]) -> Document:
    """The matches and standings of a document, computed from its records. Raises ValueError if it is invalid."""
    if plain.get("format") != codec.FORMAT:
        raise ValueError(f"unknown format: write “format”: “{codec.FORMAT}”")
    try:
        plan = codec.read_plan(plain["plan"])
        length = Length(plain["hands"], plan.is_bracket)
        scores = [_score(game, length) for game in plain["games"]]
        event = Contest(
            plan,
            tuple(map(codec.read_entrant, plain["entries"])),
            tuple(map(codec.read_drawn_round, plain["rounds"])),
            tuple(score for score in scores if score is not None),
            dict(plain["forfeits"]),
        )
        return codec.outcome(outcome(event))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a tournament: {error}") from error


def _score(game: Mapping[str, Any], length: Length) -> Any:
    seat = Seat(game["match"], game["game"], game["table"], codec.read_groups(game["sides"]))
    if game["deleted"] and game["totals"] is None:
        return None
    return game_score(seat, game["record"], length, game["totals"], game["stopped"])
