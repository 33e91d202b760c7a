"""A player's place in the season, in a sentence."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.actions.night.access import NightAccess
from scorekeeper.actions.season.standings import placed_players
from scorekeeper.actions.season.totals import scheme_of
from scorekeeper.league.standings.counting import Way
from scorekeeper.league.standings.standings import Row
from scorekeeper.league.words import ordinal, percent


def season_place(access: NightAccess) -> str:
    """The place of whoever looks, and who is next: 3rd of 17, 2 wins behind Ann. Empty without a place."""
    season, me = access.night.season, (str(access.me.id),)
    placed = placed_players(season) if season is not None else ()
    index = next((index for index, row in enumerate(placed) if row.entrant == me), None)
    if season is None or index is None:
        return ""
    own, way = placed[index], scheme_of(season).way
    place = f"You are {'tied for ' if own.level else ''}{ordinal(own.place or 0)} of {len(placed)} in the season"
    above = [row for row in placed[:index] if row.figure > own.figure]
    below = [row for row in placed[index + 1 :] if row.figure < own.figure]
    rival = next(iter(above[-1:] if own.place != 1 else below[:1]), None)
    return f"{place}{_distance(access, way, own, rival) if rival else ''}."


def _distance(access: NightAccess, way: Way, own: Row, rival: Row) -> str:
    """How far the rival is."""
    gap = Fraction(own.figure - rival.figure)
    name = access.names.get(int(rival.entrant[0]), "")
    words = percent(abs(gap)) if way.share else way.describe(abs(gap))
    return f", {words} {'ahead of' if gap > 0 else 'behind'} {name}"
