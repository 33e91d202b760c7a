"""The results in a club's file: what counts, who confirmed it, and who protests."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from scorekeeper.actions.club_file.contents import ClubContents
from scorekeeper.actions.club_file.parts import PARTS
from scorekeeper.actions.club_file.reading import Item
from scorekeeper.actions.season.results import plain_result, plays
from scorekeeper.rules import Sheet
from scorekeeper.store import Confirmation, GameResult, NightTable, Protest
from scorekeeper.store.columns import plain_values
from scorekeeper.store.tables.night import DISMISSED, OPEN, UPHELD


def export_result(row: GameResult, members: Collection[int]) -> dict[str, Any]:
    """A result without what is computed."""
    return {
        **plain_values(row, PARTS[GameResult]),
        "in_season": row.season_id is not None,
        "confirmations": [
            {"member": mark.member_id, **plain_values(mark, PARTS[Confirmation])}
            for mark in row.confirmations
            if mark.member_id in members
        ],
        "protests": [
            {"member": protest.member_id, "decided_by": protest.decided_by, **plain_values(protest, PARTS[Protest])}
            for protest in row.protests
            if protest.member_id in members
        ],
    }


def read_result(
    contents: ClubContents, item: Item, table: NightTable, until: datetime | None, sheet: Sheet
) -> GameResult:
    """The result of a table, computed from its game as it was when its season closed."""
    night, game = table.round.night, table.game
    values = {"counted": True, "stopped": False} | item.row(GameResult)
    row = GameResult(game_id=table.game_id, club_id=contents.club_id, night_id=night.id, **values)
    row.round, row.date = table.round.number, night.date
    row.plain = plain_result(table, row.stopped, until, sheet) or {}
    counts = item.values.get("in_season") is True and night.season is not None and game is not None
    row.season_id = night.season_id if counts and row.plain and plays(night.season, game) else None  # type: ignore[arg-type]
    row.confirmations = [
        Confirmation(member_id=member, **{"score": "", **mark.row(Confirmation)})
        for member, mark in contents.by_member(item, "confirmations", "confirmation").items()
    ]
    row.protests = [_protest(contents, protest) for protest in item.items("protests", "protest")]
    return row


def _protest(contents: ClubContents, item: Item) -> Protest:
    values = item.row(Protest, "words", "state", "at")
    contents.check_rule(item, values.get("rule"))
    if values["state"] not in (OPEN, UPHELD, DISMISSED):
        raise item.fail("“state” can't be read.")
    return Protest(member_id=contents.member(item), decided_by=contents.optional_member(item, "decided_by"), **values)
