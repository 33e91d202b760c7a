"""Statistics of the games that one device keeps score of, outside clubs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.league.results.from_sheet import from_sheet
from scorekeeper.league.results.result import Bidding, Entrant, Player, Result
from scorekeeper.league.tally import Tally, name_keys, ranked, tally
from scorekeeper.rules import BY_SLUG, Sheet, score
from scorekeeper.rules.moments import most_points
from scorekeeper.store.queries.device import count_scored_games, scored_records

#: So many games are scored for one page; older ones are left out, and the page says so.
MOST_GAMES = 500


@dataclass(frozen=True)
class BestHand:
    """The most points in one hand of a game: how many, whose, and where."""

    points: int
    names: tuple[str, ...]
    game_id: str
    hand: int


@dataclass(frozen=True)
class EntrantRow:
    """A player or a partnership by name, and what they did in finished games."""

    names: tuple[str, ...]
    games: int
    wins: int
    bidding: Bidding


@dataclass(frozen=True)
class GameRow:
    """One of the games: how often it was played and finished, and its best hand."""

    name: str
    games: int
    finished: int
    best: BestHand | None


@dataclass(frozen=True)
class DeviceStatistics:
    """All that the statistics page of a device shows."""

    games: int
    finished: int
    hands: int
    bidding: Bidding
    players: tuple[EntrantRow, ...]
    partnerships: tuple[EntrantRow, ...]
    by_game: tuple[GameRow, ...]
    #: Games that were too old to be counted.
    left_out: int


@dataclass(frozen=True)
class _Game:
    """A game as it is counted."""

    id: str
    slug: str
    names: Sequence[str]
    sheet: Sheet
    #: As the game stands now.
    result: Result


def device_statistics(device_id: str) -> DeviceStatistics:
    """The statistics of a device."""
    stored = scored_records(device_id, MOST_GAMES)
    games = [_game(game_id, record) for game_id, record in stored]
    results = [game.result for game in games if game.sheet.over]
    tallies, names = tally(results), _names(games)
    players = _rows(ranked(tallies, partners=False), names)
    return DeviceStatistics(
        games=len(games),
        finished=len(results),
        hands=sum(len(game.sheet.hands) for game in games),
        bidding=sum((row.bidding for row in players), Bidding()),
        players=players,
        partnerships=_rows(ranked(tallies, partners=True), names),
        by_game=_by_game(games),
        left_out=count_scored_games(device_id) - len(games) if len(games) == MOST_GAMES else 0,
    )


def _game(game_id: str, record: dict[str, Any]) -> _Game:
    sheet = score(record)
    if not isinstance(sheet, Sheet):
        # Only sound records are stored; a rule may not change under a stored game.
        raise RuntimeError(f"game {game_id} no longer scores: {sheet[0].message}")
    keys, lowest = name_keys(record["players"]), _lowest_wins(record)
    result = from_sheet(game_id, "", 0, keys, record, sheet.as_json(), lowest_wins=lowest, bids=sheet.bids)
    return _Game(game_id, record["game"], record["players"], sheet, result)


def _lowest_wins(record: dict[str, Any]) -> bool:
    game = BY_SLUG[record["game"]]
    _, play = game.setting(len(record["players"]), game.with_defaults(record.get("options", {})))
    return bool(play.end.facts()["lowest"])


def _names(games: Iterable[_Game]) -> dict[Player, str]:
    """How the latest game spells every name."""
    names: dict[Player, str] = {}
    for game in games:
        for key, name in zip(name_keys(game.names), game.names, strict=True):
            names.setdefault(key, " ".join(name.split()))
    return names


def _rows(entrants: Iterable[tuple[Entrant, Tally]], names: dict[Player, str]) -> tuple[EntrantRow, ...]:
    return tuple(
        EntrantRow(tuple(names[player] for player in entrant), entry.games, entry.wins, entry.bidding)
        for entrant, entry in entrants
    )


def _by_game(games: Sequence[_Game]) -> tuple[GameRow, ...]:
    """The games by how often they were played; the first of equal ones was played last."""
    slugs = list(dict.fromkeys(game.slug for game in games))
    rows = [_game_row(slug, [game for game in games if game.slug == slug]) for slug in slugs]
    return tuple(sorted(rows, key=lambda row: -row.games))


def _game_row(slug: str, games: Sequence[_Game]) -> GameRow:
    best = max(filter(None, map(_best_hand, games)), key=lambda hand: hand.points, default=None)
    return GameRow(BY_SLUG[slug].name, len(games), sum(game.sheet.over for game in games), best)


def _best_hand(game: _Game) -> BestHand | None:
    """The best hand of a game; none where few points are good."""
    most = most_points(game.sheet)
    if most is None or game.result.lowest_wins:
        return None
    points, side, place = most
    names = tuple(game.names[seat] for seat in game.sheet.sides[side].seats)
    return BestHand(points, names, game.id, place)
