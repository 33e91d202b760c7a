"""The nights in a club's file: people, rounds, byes, tables and their games."""

from __future__ import annotations

from typing import Any

from scorekeeper.actions.club_file.contents import ClubContents
from scorekeeper.actions.club_file.games import read_game
from scorekeeper.actions.club_file.reading import Item
from scorekeeper.actions.club_file.results import read_result
from scorekeeper.league.results import Bye as SatOutRound
from scorekeeper.league.results import SatOut, byes_of_round
from scorekeeper.store import Bye, Night, NightTable, Presence, Round


def read_night(contents: ClubContents, item: Item, night_id: str) -> Night:
    """A night with everything that was played in it."""
    values = item.row(Night, "name", "date")
    item.check_game(values.get("slug"), values.get("options"))
    season = contents.season(item)
    night = Night(id=night_id, club_id=contents.club_id, revision=0, **values)
    night.season, night.season_id = season, season.id if season is not None else None
    night.presences = [
        Presence(night_id=night_id, member_id=member, **person.row(Presence))
        for member, person in contents.by_member(item, "people", "person").items()
    ]
    for round_item in item.numbered("rounds", "round", "number").values():
        _read_round(contents, night, round_item)
    return night


def _read_round(contents: ClubContents, night: Night, item: Item) -> None:
    values: dict[str, Any] = {"method": "", "quality": ""} | item.row(Round, "number")
    night_round = Round(night=night, night_id=night.id, **values)
    night_round.byes = [
        Bye(member_id=member, partners=contents.member_list(bye, "partners"))
        for member, bye in contents.by_member(item, "byes", "bye").items()
    ]
    for table in item.numbered("tables", "table", "number").values():
        _read_table(contents, night_round, table)


def _read_table(contents: ClubContents, night_round: Round, item: Item) -> None:
    seats = contents.member_list(item, "seats")
    left_seats = contents.member_rows(item, "left_seats", (False, True, False))
    if any(not 0 <= seat < len(seats) for seat, *_ in left_seats):
        raise item.fail("there is no such seat.")
    table = NightTable(
        round=night_round,
        number=item.number("number"),
        seats=seats,
        substitutes=contents.member_rows(item, "substitutes", (True, True)),
        left_seats=left_seats,
    )
    # Numbers are small in every column, this one too.
    item.row(NightTable)
    if (game := item.part("game")) is not None:
        _read_table_game(contents, table, game, item.part("result"))


def _read_table_game(contents: ClubContents, table: NightTable, item: Item, result: Item | None) -> None:
    night = table.round.night
    until = night.season.closed_at if night.season is not None and result and result.values.get("in_season") else None
    game, sheet = read_game(contents, item, until)
    if len(game.players) != len(table.seats):
        raise item.fail("the game has another number of players than its table.")
    table.game, table.game_id = game, game.id
    if result is not None:
        contents.results.append(read_result(contents, result, table, until, sheet))


def byes_of(night: Night) -> list[SatOutRound]:
    """The byes of a night, whether its rounds count or not."""
    return [
        bye
        for night_round in sorted(night.rounds, key=lambda own: own.number)
        for bye in byes_of_round(
            night.id,
            night_round.number,
            [
                SatOut(str(row.member_id), tuple(map(str, row.partners)))
                for row in sorted(night_round.byes, key=lambda row: row.member_id)
            ],
            {str(member) for table in night_round.tables for member in table.played},
        )
    ]
