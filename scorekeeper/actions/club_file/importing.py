"""A club's file, imported into an empty club: all of it or nothing.

Results and totals are computed again from the records. New ids sort as the old ones did, because games of one
round are rated in the order of their ids, and people who share a place are listed in the order of theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.exc import IntegrityError

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.clubs import KIND
from scorekeeper.actions.club.log import write_entry
from scorekeeper.actions.club_file.games import add_game, read_game
from scorekeeper.actions.club_file.people import add_members, member_list, name_members
from scorekeeper.actions.club_file.reading import FileError, Item, read_document
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.actions.season.draft import draft_faults, draft_of
from scorekeeper.actions.season.results import plain_result, plays
from scorekeeper.actions.season.totals import recompute_totals
from scorekeeper.league import words
from scorekeeper.store import (
    Bye,
    Club,
    ClubRules,
    GameResult,
    LogEntry,
    Night,
    NightTable,
    Presence,
    Round,
    Season,
    db,
)
from scorekeeper.store.queries import whole_club
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.transaction import writes

NOT_EMPTY = Refusal(("This club already has seasons or nights. Create a new club and import the file there.",))


@dataclass(frozen=True)
class Imported:
    """How much was imported."""

    members: int
    seasons: int
    nights: int
    games: int

    @property
    def sentence(self) -> str:
        """The same in words."""
        return words.listed(
            [
                words.counted(self.members, "member", "members"),
                words.counted(self.seasons, "season", "seasons"),
                words.counted(self.nights, "night", "nights"),
                words.counted(self.games, "game", "games"),
            ]
        )


@dataclass
class _Import:
    """What the numbers of the file stand for now."""

    club: Club
    device_id: str
    members: dict[int, int]
    game_ids: Mapping[int, str]
    seasons: dict[int, Season] = field(default_factory=dict)
    nights: dict[int, Night] = field(default_factory=dict)


@writes
def import_club(access: ClubAccess, device_id: str, text: bytes) -> Imported | Refusal:
    """Import a file into the club of an organizer."""
    access.require(ORGANIZER)
    return _import(access.club, device_id, text)


@writes
def import_from_command_line(club_id: str, device_id: str, text: bytes) -> Imported | Refusal:
    """Import a file into a club by its id."""
    club = db.session.get(Club, club_id)
    if club is None:
        raise NotFoundError(club_id)
    return _import(club, device_id, text)


def _import(club: Club, device_id: str, text: bytes) -> Imported | Refusal:
    if whole_club.is_played_in(club.id):
        return NOT_EMPTY
    try:
        imported = _store(club, device_id, read_document(text))
    except FileError as error:
        db.session.rollback()
        return Refusal((str(error),))
    except IntegrityError:
        db.session.rollback()
        return Refusal(("The file holds something twice: a round, a table, or a version of a hand.",))
    db.session.commit()
    return imported


def _store(club: Club, device_id: str, document: Item) -> Imported:
    work = _Import(club, device_id, add_members(club, document), _game_ids(document))
    for item in document.items("rules", "rules"):
        _add_rules(work, item)
    for item in document.items("seasons", "season"):
        _add_season(work, item)
    nights = list(document.items("nights", "night"))
    for item, key in zip(nights, sorted(new_key() for _ in nights), strict=True):
        _add_night(work, item, key)
    db.session.flush()
    for season in work.seasons.values():
        recompute_totals(season)
    for item in document.items("log", "log entry"):
        _add_entry(work, item)
    name = clean_name(str(document.values.get("name", "")), LONGEST_CLUB)
    sentence = f"The file of {name} was imported." if isinstance(name, str) else "The file of a club was imported."
    write_entry(club.id, KIND, sentence, about=None, by=None)
    return Imported(len(work.members), len(work.seasons), len(work.nights), len(work.game_ids))


def _game_ids(document: Item) -> dict[int, str]:
    """A new id for every game, in the order of the old ones."""
    numbers = [
        game.number("id")
        for night in document.items("nights", "night")
        for night_round in night.items("rounds", "round")
        for table in night_round.items("tables", "table")
        if (game := table.part("game")) is not None
    ]
    if len(set(numbers)) < len(numbers):
        raise FileError("Two games have the same id.")
    return dict(zip(sorted(numbers), sorted(new_key() for _ in numbers), strict=True))


def _add_rules(work: _Import, item: Item) -> None:
    values = item.row(ClubRules)
    item.check_game(values.get("slug"), values.get("options"))
    if not values.keys() >= {"slug", "name", "players", "options"}:
        raise item.fail("something is missing.")
    db.session.add(ClubRules(club_id=work.club.id, **values))


def _add_season(work: _Import, item: Item) -> None:
    values = item.row(Season)
    if not values.keys() >= {"name", "starts", "ends"}:
        raise item.fail("something is missing.")
    season = Season(id=new_key(), club_id=work.club.id, revision=0, **{"counting": "date", "scheme": {}, **values})
    season.handicaps = _handicaps(work, item, values.get("handicaps", {}))
    season.lots = [_lot(work, item, lot) for lot in values.get("lots", [])]
    try:
        faults = draft_faults(work.club, draft_of(season))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise item.fail("how it is counted can't be read.") from None
    if faults:
        raise item.fail(faults[0])
    db.session.add(season)
    work.seasons[item.number("id")] = season


def _handicaps(work: _Import, item: Item, handicaps: dict[str, Any]) -> dict[str, Any]:
    if "fixed" not in handicaps:
        return handicaps
    fixed = handicaps["fixed"]
    if not isinstance(fixed, dict) or not all(type(points) is int for points in fixed.values()):
        raise item.fail("the handicaps can't be read.")
    return {"fixed": {_player(work, item, player): points for player, points in fixed.items()}}


def _lot(work: _Import, item: Item, lot: Any) -> dict[str, Any]:
    if not isinstance(lot, dict) or not isinstance(lot.get("at"), str) or not isinstance(lot.get("drawn"), list):
        raise item.fail("a lot can't be read.")
    if not all(isinstance(entrant, list) for entrant in lot["drawn"]):
        raise item.fail("a lot can't be read.")
    drawn = [[_player(work, item, player) for player in entrant] for entrant in lot["drawn"]]
    return {"at": lot["at"], "drawn": drawn}


def _player(work: _Import, item: Item, player: Any) -> str:
    """A player of the league: the id of a member as text."""
    number = int(player) if isinstance(player, str) and player.isascii() and player.isdecimal() else None
    if number not in work.members:
        raise item.fail(f"there is no member {player!r:.40}.")
    return str(work.members[number])


def _add_night(work: _Import, item: Item, night_id: str) -> None:
    values = item.row(Night)
    item.check_game(values.get("slug"), values.get("options"))
    if not values.keys() >= {"name", "date"}:
        raise item.fail("something is missing.")
    season = work.seasons[item.number("season", work.seasons)] if item.values.get("season") is not None else None
    night = Night(id=night_id, club=work.club, club_id=work.club.id, revision=0, **values)
    night.season, night.season_id = season, season.id if season is not None else None
    db.session.add(night)
    work.nights[item.number("id")] = night
    people = {work.members[person.number("member", work.members)]: person for person in item.items("people", "person")}
    db.session.add_all(
        Presence(night_id=night_id, member_id=member, **person.row(Presence)) for member, person in people.items()
    )
    for round_item in item.items("rounds", "round"):
        _add_round(work, night, round_item)


def _add_round(work: _Import, night: Night, item: Item) -> None:
    values = {"method": "", "quality": ""} | item.row(Round)
    if "number" not in values:
        raise item.fail("“number” is missing.")
    night_round = Round(night=night, night_id=night.id, **values)
    db.session.add(night_round)
    db.session.flush()
    byes = {work.members[bye.number("member", work.members)]: bye for bye in item.items("byes", "bye")}
    for member, bye in byes.items():
        partners = member_list(work.members, bye, "partners")
        db.session.add(Bye(round_id=night_round.id, member_id=member, partners=partners))
    for table in item.items("tables", "table"):
        _add_table(work, night_round, table)


def _add_table(work: _Import, night_round: Round, item: Item) -> None:
    number, seats = item.number("number"), member_list(work.members, item, "seats")
    night_table = NightTable(
        round=night_round,
        number=number,
        seats=seats,
        substitutes=name_members(work.members, item, "substitutes", (True, True)),
        left_seats=name_members(work.members, item, "left_seats", (False, True, False)),
    )
    if item.values.get("left_seats") is None:
        night_table.left_seats = None
    if any(not 0 <= seat < len(seats) for seat, *_ in night_table.left_seats or []):
        raise item.fail("there is no such seat.")
    db.session.add(night_table)
    if (game := item.part("game")) is not None:
        _add_game(work, night_table, game, item.part("result"))


def _add_game(work: _Import, night_table: NightTable, item: Item, result: Item | None) -> None:
    night = night_table.round.night
    until = night.season.closed_at if night.season is not None and result and result.values.get("in_season") else None
    game = read_game(item, work.game_ids[item.number("id")], work.device_id, until)
    if len(game.players) != len(night_table.seats):
        raise item.fail("the game has another number of players than its table.")
    add_game(game)
    night_table.game, night_table.game_id = game, game.id
    if result is not None:
        row = GameResult(game_id=game.id, club_id=work.club.id, night_id=night.id, **result.row(GameResult))
        row.round, row.date, row.game_revision = night_table.round.number, night.date, 0
        row.plain = plain_result(night_table, bool(row.stopped), until) or {}
        counts = result.values.get("in_season") is True and night.season is not None and plays(night.season, game)
        row.season_id = night.season_id if counts and row.plain else None
        db.session.add(row)


def _add_entry(work: _Import, item: Item) -> None:
    values = item.row(LogEntry)
    if not values.keys() >= {"kind", "sentence", "at"}:
        raise item.fail("something is missing.")
    by = item.values.get("member")
    entry = LogEntry(club_id=work.club.id, about=_about(work, item.values.get("about")), **values)
    entry.member_id = work.members.get(by) if type(by) is int else None
    entry.sentence = [_word(work, item, part) for part in values["sentence"]]
    db.session.add(entry)


def _word(work: _Import, item: Item, part: Any) -> str | int:
    if type(part) is int:
        return work.members.get(part, "?")
    if not isinstance(part, str):
        raise item.fail("the sentence can't be read.")
    return part


def _about(work: _Import, about: Any) -> str | None:
    """The id of what a decision is about, if it is still there."""
    if not isinstance(about, list) or len(about) != 2 or type(about[1]) is not int:
        return None
    kind, number = about
    things: dict[str, Mapping[int, Any]] = {"season": work.seasons, "night": work.nights}
    if kind == "member":
        return str(work.members[number]) if number in work.members else None
    if kind == "game":
        return work.game_ids.get(number)
    thing = things.get(kind, {}).get(number) if isinstance(kind, str) else None
    return thing.id if thing is not None else None
