"""A tournament as a document: what it is computed from, with the records of its games, and what follows from it.

`score_document` computes the same from the document alone, so that anybody can check a bracket or standings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.tournament.access import GameState, TournamentAccess
from scorekeeper.actions.tournament.scoring import Length, Seat, game_score
from scorekeeper.league.tournament import codec
from scorekeeper.league.tournament.draws import outcome
from scorekeeper.league.tournament.values import Event

Document = dict[str, Any]


def document(access: TournamentAccess) -> Document:
    """Everything of a tournament."""
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
            codec.entry(entry) | {"name": access.entry_name(entry.id), "players": _names(access, entry.id)}
            for entry in event.entries
        ],
        "rounds": [codec.drawn_round(drawn) for drawn in event.rounds],
        "forfeits": [[match, entry] for match, entry in event.forfeits.items()],
        "games": [_game(state) for state in access.games],
        "outcome": codec.outcome(access.outcome),
    }


def _names(access: TournamentAccess, number: str) -> list[str]:
    return [access.names.get(member, "?") for member in access.entry(number).members]


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
    """The matches and standings of a document, computed from its records; ValueError if it cannot be read."""
    if plain.get("format") != codec.FORMAT:
        raise ValueError(f"unknown format: write “format”: “{codec.FORMAT}”")
    try:
        plan = codec.read_plan(plain["plan"])
        length = Length(plain["hands"], plan.is_bracket)
        scores = [_score(game, length) for game in plain["games"]]
        event = Event(
            plan,
            tuple(map(codec.read_entry, plain["entries"])),
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
