"""Reading the events of a club file: nights, tournaments and announced nights.

The brackets and standings of tournaments are not in the file, because they are computed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from scorekeeper.actions.calendar import tidy_text
from scorekeeper.actions.club_file.games import read_game, read_result
from scorekeeper.actions.club_file.reading import ClubContents, Item, is_text_pair
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.actions.tournament.access import TournamentAccess
from scorekeeper.actions.tournament.tables import HIGHEST_TOTAL
from scorekeeper.actions.tournament.tournaments import (
    FORMATS,
    LONGEST_LOT,
    LONGEST_PRIZE,
    MOST_HANDS,
    MOST_MINUTES,
    MOST_PRIZES,
    MOST_ROUNDS,
    MOST_TABLES,
    SEEDINGS,
)
from scorekeeper.league import contest_codec as codec
from scorekeeper.league.contest import MOST_ENTRANTS, Plan
from scorekeeper.league.contest_standings import OFFERED
from scorekeeper.store import (
    Announcement,
    Bye,
    Event,
    EventTable,
    Presence,
    Round,
    Season,
    SignUp,
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentRound,
)

UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, StopIteration)
#: A match of a drawn round, such as “2-1”, or of a bracket, such as “W1-3”.
DRAWN_MATCH, MATCH = re.compile(r"[1-9]\d?-[1-9]\d?"), re.compile(r"[A-Z]\d{0,2}(-\d{1,2})?|[1-9]\d?-[1-9]\d?")


def read_night(contents: ClubContents, item: Item, event_id: str) -> Event:
    """A night with everything that was played in it."""
    values = contents.values(item, Event)
    item.check_game(values["slug"], values["options"])
    event = Event(id=event_id, club_id=contents.club_id, revision=0, **values)
    event.season = _season(contents, item)
    event.presences = contents.rows(item, "people", "person", Presence)
    for round_item in item.numbered("rounds", "round", "number").values():
        event_round = Round(event=event, event_id=event.id, **round_item.row(Round))
        event_round.byes = contents.rows(round_item, "byes", "bye", Bye)
        for table in round_item.numbered("tables", "table", "number").values():
            _read_table(contents, event_round, table)
    return event


def _season(contents: ClubContents, item: Item) -> Season | None:
    number = item.values.get("season")
    return None if number is None else contents.seasons[number]


def _read_table(contents: ClubContents, event_round: Round, item: Item) -> None:
    left_seats = contents.member_rows(item, "left_seats", (False, True, False))
    values = contents.values(item, EventTable)
    values["substitutes"] = contents.member_rows(item, "substitutes", (True, True))
    values["left_seats"] = left_seats
    if any(not 0 <= seat < len(values["seats"]) for seat, *_ in left_seats):
        raise item.fail("there is no such seat.")
    table = EventTable(round=event_round, **values)
    if (game := item.part("game")) is not None:
        _read_table_game(contents, table, game, item.part("result"))


def _read_table_game(contents: ClubContents, table: EventTable, item: Item, result: Item | None) -> None:
    event = table.round.event
    until = event.season.closed_at if event.season is not None and result and result.values.get("in_season") else None
    game, sheet = read_game(contents, item, until)
    if len(game.players) != len(table.seats):
        raise item.fail("the game has another number of players than its table.")
    table.game, table.game_id = game, game.id
    if result is not None:
        contents.results.append(read_result(contents, result, table, until, sheet))


def read_tournament(contents: ClubContents, item: Item, tournament_id: str) -> Tournament:
    """A tournament whose matches and standings can be computed."""
    values = contents.values(item, Tournament)
    item.check_game(values["slug"], values["options"])
    name, plan = clean_name(values["name"], LONGEST_CLUB), _read_plan(item, values["plan"])
    tournament = Tournament(id=tournament_id, club_id=contents.club_id, revision=0, **values | {"name": name})
    tournament.season = _season(contents, item)
    if isinstance(name, Refusal) or not all(_figures(tournament)):
        raise item.fail("this is not a tournament.")
    tournament.entries = [*_entries(contents, item, tournament)]
    known = {str(entry.number) for entry in tournament.entries}
    tournament.rounds = [*_rounds(item, known)]
    tournament.games = [_game(contents, own, plan, known) for own in item.items("games", "game")]
    if any(entry not in known for _, entry in tournament.forfeits):
        raise item.fail("“forfeits” can't be read.")
    _check_outcome(item, tournament)
    return tournament


def _check_outcome(item: Item, tournament: Tournament) -> None:
    """Refuse a tournament whose bracket or standings can't be computed."""
    try:
        known = TournamentAccess(tournament, None).outcome is not None
    except UNREADABLE:
        known = False
    if not known:
        raise item.fail("its matches can't be computed.")


def _read_plan(item: Item, plain: Any) -> Plan:
    try:
        plan = codec.read_plan(plain)
        known = [
            plan.format in FORMATS,
            plan.best_of in (1, 3),
            type(plan.boards) is int and 1 <= plan.boards <= MOST_TABLES,
            plan.rounds is None or (type(plan.rounds) is int and 1 <= plan.rounds <= MOST_ROUNDS),
            type(plan.third_place) is bool,
            all(tie in OFFERED for tie in plan.ties),
            isinstance(plan.lot, str) and len(plan.lot) <= LONGEST_LOT,
        ]
    except UNREADABLE:
        known = [False]
    if not all(known):
        raise item.fail("“plan” can't be read.")
    return plan


def _figures(tournament: Tournament) -> Iterator[bool]:
    """Whether each figure of a tournament is one that it can have."""
    yield 1 <= tournament.entry_size <= MOST_TABLES * 4
    for figure, most in ((tournament.hands, MOST_HANDS), (tournament.minutes, MOST_MINUTES)):
        yield figure is None or 1 <= figure <= most
    yield tournament.seeding in SEEDINGS
    yield isinstance(tournament.prizes, list) and len(tournament.prizes) <= MOST_PRIZES
    yield all(isinstance(prize, str) and len(prize) <= LONGEST_PRIZE for prize in tournament.prizes)
    yield all(map(is_text_pair, tournament.forfeits))


def _entries(contents: ClubContents, item: Item, tournament: Tournament) -> Iterator[TournamentEntry]:
    entries = item.numbered("entries", "entry", "number")
    if len(entries) > MOST_ENTRANTS:
        raise item.fail(f"a tournament has at most {MOST_ENTRANTS} entries.")
    seeds = [entry.values.get("seed") for entry in entries.values() if entry.values.get("seed") is not None]
    if any(type(seed) is not int or not 1 <= seed <= 2 * MOST_ENTRANTS for seed in seeds) or len({*seeds}) < len(seeds):
        raise item.fail("the seeds can't be read.")
    for number in sorted(entries):
        entry = TournamentEntry(**contents.values(entries[number], TournamentEntry))
        if len(entry.members) != tournament.entry_size or not 0 <= entry.joined <= MOST_ROUNDS or number < 1:
            raise entries[number].fail("this is not an entry.")
        yield entry


def _rounds(item: Item, known: Collection[str]) -> Iterator[TournamentRound]:
    rounds = item.numbered("rounds", "round", "number")
    if [*rounds] != [*range(1, len(rounds) + 1)] or len(rounds) > MOST_ROUNDS:
        raise item.fail("the rounds are not in order.")
    for drawn in rounds.values():
        values = drawn.row(TournamentRound)
        if not _are_entries(values["byes"], known) or not all(_are_sides(sides, known) for sides in values["matches"]):
            raise drawn.fail("somebody in it did not enter.")
        yield TournamentRound(**values)


def _are_entries(group: Any, known: Collection[str]) -> bool:
    return isinstance(group, list) and all(isinstance(entry, str) and entry in known for entry in group)


def _are_sides(sides: Any, known: Collection[str]) -> bool:
    return isinstance(sides, list) and len(sides) > 1 and all(group and _are_entries(group, known) for group in sides)


def _game(contents: ClubContents, item: Item, plan: Plan, known: Collection[str]) -> TournamentGame:
    values, record = contents.values(item, TournamentGame), item.part("game")
    is_match = MATCH if plan.is_bracket else DRAWN_MATCH
    if record is None or not is_match.fullmatch(values["match"]) or not _are_sides(values["sides"], known):
        raise item.fail("this is not a game of the tournament.")
    game, sheet = read_game(contents, record)
    sides, totals = len(values["sides"]), values["totals"]
    if len(game.players) != len(values["seats"]) or len(sheet.totals) != sides:
        raise item.fail("the game has other players than its match.")
    if totals is not None and (len(totals) != sides or not all(map(_is_total, totals))):
        raise item.fail("“totals” can't be read.")
    return TournamentGame(game=game, game_id=game.id, **values)


def _is_total(total: Any) -> bool:
    return type(total) is int and abs(total) <= HIGHEST_TOTAL


def read_announcement(contents: ClubContents, item: Item, announcement_id: str) -> Announcement:
    """An announced night with all answers."""
    values = contents.values(item, Announcement)
    name = clean_name(values["name"], LONGEST_CLUB)
    if isinstance(name, Refusal):
        raise item.fail(name.messages[0])
    values |= {"name": name, "place": tidy_text(values["place"]), "note": tidy_text(values["note"])}
    announcement = Announcement(id=announcement_id, club_id=contents.club_id, **values)
    announcement.sign_ups = contents.rows(item, "sign_ups", "sign-up", SignUp)
    return announcement
