"""Short ways to write entrants and games, and to play a contest to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from scorekeeper.league.contest import Contest, ContestEntrant, GameScore, Group, Plan
from scorekeeper.league.outcome import Outcome, next_round, outcome
from scorekeeper.league.pairings.values import RoundPlan, TablePlan

Chooser = Callable[[str, Group, Group], int]


def entrants(count: int) -> tuple[ContestEntrant, ...]:
    """Entries 1, 2, 3 … with the same seeds."""
    return tuple(ContestEntrant(str(number), (f"p{number}",), number) for number in range(1, count + 1))


def contest(format: str, count: int, **plan: object) -> Contest:  # noqa: A002
    return Contest(Plan(format, **plan), entrants(count))  # type: ignore[arg-type]


def favorite(_key: str, one: Group, other: Group) -> int:
    """The lower seed wins."""
    return 0 if int(one[0]) < int(other[0]) else 1


def underdog(key: str, one: Group, other: Group) -> int:
    return 1 - favorite(key, one, other)


def game(match: str, sides: str, points: str, leg: int = 1, board: int = 1, **more: object) -> GameScore:
    """“1 v 4”, “300 120”; partners as “1+2 v 3+4”."""
    groups = tuple(tuple(side.split("+")) for side in sides.split(" v "))
    return GameScore(match, leg, board, groups, tuple(map(int, points.split())), **more)  # type: ignore[arg-type]


def drawn(*matches: str, byes: str = "") -> RoundPlan:
    """A round of matches written as “1 v 4”, partners as “1+2 v 3+4”."""
    sides = [tuple(tuple(side.split("+")) for side in match.split(" v ")) for match in matches]
    return RoundPlan(tuple(map(TablePlan, sides)), tuple(byes))


def with_games(own: Contest, *games: GameScore) -> Contest:
    return replace(own, games=(*own.games, *games))


def play_ready(own: Contest, choose: Chooser = favorite) -> Contest:
    """Play every match that can be played."""
    games = []
    for match in outcome(own).ready:
        one, other = match.groups
        points = (300, 100) if choose(match.key, one, other) == 0 else (100, 300)
        games.append(GameScore(match.key, match.legs + 1, 1, (one, other), points))
    return with_games(own, *games)


def play_bracket(own: Contest, choose: Chooser = favorite) -> Contest:
    """Play until nothing is left."""
    while outcome(own).ready:
        own = play_ready(own, choose)
    return own


def play_rounds(own: Contest, rounds: int, choose: Chooser = favorite) -> Contest:
    """Draw and play so many rounds."""
    for _ in range(rounds):
        own = play_ready(replace(own, rounds=(*own.rounds, next_round(own))), choose)
    return own


def placed(state: Outcome) -> list[tuple[str, int | None]]:
    return [(row.entrant[0], row.place) for row in state.rows]


def sides(state: Outcome, keys: Iterable[str]) -> list[str]:
    """The sides of matches as “1 v 8”."""
    matches = [state.match(key) for key in keys]
    return [" v ".join("+".join(side or ("?",)) for side in match.sides) for match in matches if match is not None]
