"""Statistics of the games that one device keeps score of, outside clubs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.actions.stored_game import Seats, lowest_wins, score_stored, seats_from
from scorekeeper.league.results import Bidding, Bids, Entrant, Player, Result, from_sheet
from scorekeeper.league.statistics import Tally, name_keys, ranked, tally
from scorekeeper.rules import BY_SLUG, Sheet
from scorekeeper.rules.moments import most_points
from scorekeeper.rules.values import BidResult
from scorekeeper.store.queries.game import StoredRecord, count_scored_games, scored_records

#: So many games are scored for one page; older ones are left out, and the page says so.
MOST_GAMES = 500
#: Versions of hands read for one page.
MOST_VERSIONS = 10_000


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
    #: Somebody took over a seat in a finished game.
    has_takeovers: bool = False


@dataclass(frozen=True)
class _Game:
    """A game as it is counted."""

    id: str
    slug: str
    seats: Seats
    #: The numbers of its hands.
    hands: Sequence[int]
    sheet: Sheet
    #: As the game stands now, for those who play now, with the bids of their hands.
    result: Result
    #: The same for those who played before somebody took over a seat, with the bids of their hands.
    handed_over: tuple[Result, ...] = ()


def device_statistics(device_id: str) -> DeviceStatistics:
    """The statistics of a device."""
    games = [_game(stored) for stored in scored_records(device_id, MOST_GAMES, MOST_VERSIONS)]
    finished = [game for game in games if game.sheet.over]
    handed_over = [result for game in finished for result in game.handed_over]
    tallies, names = tally([game.result for game in finished], handed_over), _names(games)
    players = _rows(ranked(tallies, partners=False), names)
    # The first of equally frequent ones was played last.
    slugs = list(dict.fromkeys(game.slug for game in games))
    by_game = [_game_row(slug, [game for game in games if game.slug == slug]) for slug in slugs]
    return DeviceStatistics(
        games=len(games),
        finished=len(finished),
        hands=sum(len(game.sheet.hands) for game in games),
        bidding=sum((row.bidding for row in players), Bidding()),
        players=players,
        partnerships=_rows(ranked(tallies, partners=True), names),
        by_game=tuple(sorted(by_game, key=lambda row: -row.games)),
        left_out=count_scored_games(device_id) - len(games),
        has_takeovers=bool(handed_over),
    )


def _game(stored: StoredRecord) -> _Game:
    sheet = score_stored(stored.game_id, stored.record)
    seats = seats_from(stored.record["players"], stored.stints)
    *handed_over, result = _results(stored, seats, sheet)
    return _Game(stored.game_id, stored.record["game"], seats, stored.hands, sheet, result, tuple(handed_over))


def _results(stored: StoredRecord, seats: Seats, sheet: Sheet) -> list[Result]:
    """The game for everybody who played together in it, each with the bids of their hands; those at the end last."""
    bids: dict[tuple[str, ...], list[tuple[BidResult, ...]]] = {}
    all_bids = sheet.bids
    for place, tested in enumerate(all_bids):
        names = tuple(seats.names_in(stored.hands[place]))
        bids.setdefault(names, [()] * len(all_bids))[place] = tested
    last = bids.pop(tuple(seats.names), [])
    record, plain = stored.record, sheet.as_json()
    lowest = lowest_wins(record["game"], len(record["players"]), record.get("options", {}))

    def result(names: Sequence[str], bids: Bids) -> Result:
        keys = name_keys(names)
        return from_sheet(stored.game_id, "", 0, keys, record, plain, lowest_wins=lowest, bids=bids)

    return [*(result(names, tested) for names, tested in bids.items()), result(seats.names, last)]


def _names(games: Iterable[_Game]) -> dict[Player, str]:
    names: dict[Player, str] = {}
    for players in (players for game in games for players in game.seats.all_names):
        for key, name in zip(name_keys(players), players, strict=True):
            names.setdefault(key, " ".join(name.split()))
    return names


def _rows(entrants: Iterable[tuple[Entrant, Tally]], names: dict[Player, str]) -> tuple[EntrantRow, ...]:
    return tuple(
        EntrantRow(tuple(names[player] for player in entrant), entry.games, entry.wins, entry.bidding)
        for entrant, entry in entrants
    )


def _game_row(slug: str, games: Sequence[_Game]) -> GameRow:
    best = max(filter(None, map(_best_hand, games)), key=lambda hand: hand.points, default=None)
    return GameRow(BY_SLUG[slug].name, len(games), sum(game.sheet.over for game in games), best)


def _best_hand(game: _Game) -> BestHand | None:
    """The best hand of a game; none where few points are good."""
    most = most_points(game.sheet)
    if most is None or game.result.lowest_wins:
        return None
    points, side, place = most
    players = game.seats.names_in(game.hands[place - 1])
    return BestHand(points, tuple(players[seat] for seat in game.sheet.sides[side].seats), game.id, place)
