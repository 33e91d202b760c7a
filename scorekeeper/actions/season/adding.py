"""Games added to a season.

Games that were scored outside of a club night stand in a night of their own for each day, every game at the
table of its own round: who of the club sat where, and in which order they played, is known as of any other night.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.season.access import CLOSED, SeasonAccess
from scorekeeper.actions.season.results import move_night, plays, refresh_result, result_of_game
from scorekeeper.actions.season.totals import update_totals
from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import Table, require_viewer
from scorekeeper.league import words
from scorekeeper.store import Night, NightTable, Round, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.night import night_table_of
from scorekeeper.store.tables.club import SCORER
from scorekeeper.store.transaction import writes

#: What the night of such games is called, and how its rounds came about.
NAME, METHOD = "Added games", "added"
NO_SUCH_LINK = "There is no game at this link. Copy the link again from the game's Share page."
ANOTHER_GAME = "This season is for another game or other house rules."


def game_to_add(device_id: str, game_id: str) -> Table:
    """A finished game of this device that belongs to no club yet."""
    table = require_viewer(device_id, game_id)
    if night_table_of(game_id) is not None or not table.sheet.over:
        raise NotFoundError(game_id)
    return table


def follow_link(device_id: str, season: Season, game_id: str, key: str) -> Table | Refusal:
    """Follow the link of a game, as a phone would that opens it; the game, if the season could take it.

    Without a key it is the address of a table that this device has seen before.
    """
    try:
        table = games.join(device_id, game_id, key) if key else require_viewer(device_id, game_id)
    except NotFoundError:
        return Refusal((NO_SUCH_LINK,))
    if night_table_of(game_id) is not None:
        return Refusal(("This game already belongs to a club night.",))
    if not table.sheet.over:
        return Refusal(("This game is not over yet. Add it when it is.",))
    return table if plays(season, table.game) else Refusal((ANOTHER_GAME,))


def games_to_add(device_id: str, season: Season, most: int = 40) -> list[Table]:
    """Finished games of this device that could be added, the latest first."""
    tables, _ = games.games_of_device(device_id, most)
    fitting = [table for table in tables if table.sheet.over and plays(season, table.game)]
    return [table for table in fitting if night_table_of(table.game.id) is None]


def day_of(table: Table) -> dt.date:
    """The day of a game: as its record says, or when it was begun."""
    return read_day(table.game.date) or table.game.created_at.date()


def read_day(text: object) -> dt.date | None:
    """The day that a record names."""
    try:
        return dt.date.fromisoformat(text) if isinstance(text, str) and len(text) == 10 else None
    except ValueError:
        return None


@writes
def add_game(
    access: SeasonAccess, device_id: str, game_id: str, members: Sequence[int], day: dt.date
) -> Refusal | None:
    """Add a game that this device scored, with the members who sat in its seats; it counts."""
    access.club_access.require(SCORER)
    if not access.open:
        return CLOSED
    season, table = access.season, game_to_add(device_id, game_id)
    if fault := _fault(season, table, members, day):
        return Refusal((fault,))
    refresh_result(seat_game(night_for_day(season, day), game_id, members))
    row = result_of_game(game_id)
    if row is not None and not row.counted and row.night is not None:
        row.counted = True
        db.session.flush()
        update_totals(row.night)
    sentence = f"{season.name}: a game of {words.day(day)} was added."
    write_log(access.club_access, "season", sentence, about=season.id)
    db.session.commit()
    return None


def _fault(season: Season, table: Table, members: Sequence[int], day: dt.date) -> str:
    if not plays(season, table.game):
        return ANOTHER_GAME
    known = {member.id for member in season.club.members if not member.retired}
    if len(members) != len(table.game.players) or not known.issuperset(members):
        return "Choose a member for every player."
    if len(set(members)) < len(members):
        return "Two players are the same member. Choose a different member for each."
    return day_fault(season, day)


def day_fault(season: Season, day: dt.date) -> str:
    """What is wrong with a day that is not in the season."""
    if season.starts <= day <= season.ends:
        return ""
    return f"{words.day(day)} is not in this season, which runs from {words.days(season.starts, season.ends)}."


def night_for_day(season: Season, day: dt.date, number: int = 1, key: str = "") -> Night:
    """The night of a day's added games; most days have one."""
    name = NAME if number == 1 else f"{NAME} {number}"
    night = season_queries.day_without_night(season, day, name)
    if night is None:
        night = Night(id=key or new_key(), club_id=season.club_id, date=day, name=name)
        db.session.add(night)
        night.season, night.season_id = season, season.id
    elif night.season_id != season.id:
        move_night(night, season)
    db.session.flush()
    return night


def seat_game(night: Night, game_id: str, members: Sequence[int]) -> NightTable:
    """The only table of a new round, with a game that is over."""
    number = max((night_round.number for night_round in night.rounds), default=0) + 1
    night_round = Round(number=number, method=METHOD, quality="")
    night_table = NightTable(round=night_round, number=1, game_id=game_id, seats=list(members), substitutes=[])
    db.session.add(night_table)
    night.rounds.append(night_round)
    db.session.flush()
    return night_table
