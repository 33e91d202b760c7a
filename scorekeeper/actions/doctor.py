"""Examining everything that is stored: the file, every game's record and versions, every season's results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.actions.season import checking
from scorekeeper.actions.season.seasons import every_season
from scorekeeper.actions.startup import DATABASE_ERRORS
from scorekeeper.rules import Sheet, score
from scorekeeper.store import Game, Season, db
from scorekeeper.store.database import damages
from scorekeeper.store.queries.game import game_ids, record_of

#: What a row that cannot be read may raise.
UNREADABLE: tuple[type[Exception], ...] = (*DATABASE_ERRORS, LookupError, TypeError, ValueError, RuntimeError)


@dataclass(frozen=True)
class Finding:
    """What was examined, how many of it, and what is wrong."""

    subject: str
    count: int
    problems: tuple[str, ...]


def examine() -> Iterator[Finding]:
    """Everything, one kind after the other; nothing is changed."""
    yield Finding("databases", 1, tuple(damages()))
    ids = game_ids()
    yield Finding("games", len(ids), tuple(problem for game_id in ids for problem in _game_problems(game_id)))
    seasons = every_season()
    problems = tuple(problem for season in seasons for problem in _season_problems(season))
    yield Finding("seasons", len(seasons), problems)


def _season_problems(season: Season) -> list[str]:
    try:
        return [f"{season.name}: {problem}" for problem in checking.differences(season)]
    except UNREADABLE as error:
        return [f"{season.name}: The results can't be computed: {type(error).__name__}."]


def _game_problems(game_id: str) -> list[str]:
    """What is wrong with one game."""
    try:
        game = db.session.get_one(Game, game_id)
        problems = [*_version_problems(game), *_name_problems(game), *_score_problems(game)]
    except UNREADABLE as error:
        problems = [f"Game {game_id} can't be read: {type(error).__name__}."]
    # Thousands of games need not be in memory at once.
    db.session.expunge_all()
    return problems


def _version_problems(game: Game) -> Iterator[str]:
    hands: dict[int, list[int]] = {}
    for version in game.versions:
        hands.setdefault(version.hand, []).append(version.number)
    if not _is_unbroken(sorted(hands)):
        yield f"Hands of game {game.id} are missing."
    for hand, numbers in hands.items():
        if not _is_unbroken(numbers):
            yield f"Versions of hand {hand} of game {game.id} are missing or out of order."
    # The first version of a hand may have come with the game; every later one was a change of its own.
    if game.revision < max((len(numbers) for numbers in hands.values()), default=1) - 1:
        yield f"The revision of game {game.id} is lower than the number of its changes."


def _name_problems(game: Game) -> Iterator[str]:
    numbers = [change.number for change in game.name_changes]
    if not _is_unbroken(numbers) or len(numbers) != game.names_number:
        yield f"Name changes in game {game.id} are missing or out of order."


def _score_problems(game: Game) -> Iterator[str]:
    sheet = score(record_of(game))
    if not isinstance(sheet, Sheet):
        yield f"Game {game.id} can no longer be scored: {sheet[0].message}"


def _is_unbroken(numbers: Iterable[int]) -> bool:
    """Whether the numbers are 1, 2, 3 and so on."""
    return all(number == place for place, number in enumerate(numbers, 1))
