"""The seasons and saved rules in a club's file, and the totals of its seasons."""

from __future__ import annotations

from typing import Any

from scorekeeper.actions.club_file.contents import ClubContents
from scorekeeper.actions.club_file.nights import byes_of
from scorekeeper.actions.club_file.reading import Item
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.season.seasons import draft_faults_among, draft_of
from scorekeeper.actions.season.totals import ComputedTotals, compute_totals
from scorekeeper.league import codec
from scorekeeper.league.results import Result
from scorekeeper.store import ClubRules, GameResult, Season


def read_rules(contents: ClubContents, document: Item) -> list[ClubRules]:
    """The rules that the club has saved."""
    rows = []
    for item in document.items("rules", "rules"):
        values = item.row(ClubRules, "slug", "name", "players", "options")
        item.check_game(values["slug"], values["options"])
        rows.append(ClubRules(club_id=contents.club_id, **values))
    if len({(row.slug, row.name) for row in rows}) < len(rows):
        raise document.fail("Two saved rules of a game have the same name.")
    return rows


def read_season(contents: ClubContents, item: Item) -> Season:
    """A season, without its nights."""
    values = item.row(Season, "name", "starts", "ends")
    season = Season(id=new_key(), club_id=contents.club_id, revision=1, **{"counting": "date", "scheme": {}, **values})
    season.handicaps = _handicaps(contents, item, values.get("handicaps", {}))
    season.lots = [_lot(contents, item, lot) for lot in values.get("lots", [])]
    known = {str(member.id) for member in contents.members.values()}
    try:
        faults = draft_faults_among(known, draft_of(season))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise item.fail("the scoring method can't be read.") from None
    if faults:
        raise item.fail(faults[0])
    return season


def _handicaps(contents: ClubContents, item: Item, handicaps: dict[str, Any]) -> dict[str, Any]:
    if "fixed" not in handicaps:
        return handicaps
    fixed = handicaps["fixed"]
    if not isinstance(fixed, dict) or not all(type(points) is int for points in fixed.values()):
        raise item.fail("the handicaps can't be read.")
    return {"fixed": {contents.player(item, player): points for player, points in fixed.items()}}


def _lot(contents: ClubContents, item: Item, lot: Any) -> dict[str, Any]:
    if not isinstance(lot, dict) or not isinstance(lot.get("at"), str) or not isinstance(lot.get("drawn"), list):
        raise item.fail("a lot can't be read.")
    if not all(isinstance(entrant, list) for entrant in lot["drawn"]):
        raise item.fail("a lot can't be read.")
    drawn = [[contents.player(item, player) for player in entrant] for entrant in lot["drawn"]]
    return {"at": lot["at"], "drawn": drawn}


def add_totals(contents: ClubContents, season: Season) -> None:
    """Compute the totals of a season from the results and byes in the file."""
    nights = sorted(
        (night for night in contents.nights.values() if night.season_id == season.id),
        key=lambda night: (night.date, night.id),
    )
    rows = [row for row in contents.results if row.season_id == season.id and row.counted]
    results: dict[str, list[Result]] = {}
    for row in sorted(rows, key=_in_time):
        results.setdefault(row.night_id or "", []).append(codec.read_result(row.plain))
    byes = {night.id: byes_of(night) for night in nights}
    computed: ComputedTotals = compute_totals(season, nights, results, byes.__getitem__)
    for night in nights:
        night.totals, night.ratings = computed.nights.get(night.id), computed.ratings.get(night.id)
    contents.totals[season.id] = computed


def _in_time(row: GameResult) -> tuple[Any, ...]:
    return row.date, row.night_id, row.round, row.game_id
