"""The club's league: results in; standings, ratings, statistics and pairings out. Pure.

    result = from_sheet("g1", "2026-01-13", 1, ("ann", "ben", "cal", "dot"), record, sheet)
    tonight = night_totals([result], byes)                      # totals of a night
    season = season_totals(scheme, {"2026-01-13": tonight})     # totals of nights add up with +
    standings = of_players(season)                              # or of_partnerships(season)
    why(standings, ("ann",), ("ben",))                          # “Ann is ahead of Ben: …”

What is stored: results, the totals of each night, and those of the season. `league.codec` turns them into
JSON and back. Ratings, statistics and pairings have modules of their own (`league.rating`,
`league.statistics`, `league.pairings`).
"""

from scorekeeper.league.results.from_sheet import from_sheet
from scorekeeper.league.results.result import Bidding, Bye, Entrant, Player, Result, Side, Substitute, partnership
from scorekeeper.league.standings.counting import WAYS, Scheme, Score, Way, scheme_faults
from scorekeeper.league.standings.standings import Row, Standings, of_partnerships, of_players
from scorekeeper.league.standings.tie_breaks import TIES, TieBreak
from scorekeeper.league.standings.why import why
from scorekeeper.league.totals.handicap import Rolling, with_handicaps
from scorekeeper.league.totals.night import Meeting, NightTotals, Totals, night_totals
from scorekeeper.league.totals.season import Account, SeasonTotals, season_totals

__all__ = [
    "TIES",
    "WAYS",
    "Account",
    "Bidding",
    "Bye",
    "Entrant",
    "Meeting",
    "NightTotals",
    "Player",
    "Result",
    "Rolling",
    "Row",
    "Scheme",
    "Score",
    "SeasonTotals",
    "Side",
    "Standings",
    "Substitute",
    "TieBreak",
    "Totals",
    "Way",
    "from_sheet",
    "night_totals",
    "of_partnerships",
    "of_players",
    "partnership",
    "scheme_faults",
    "season_totals",
    "why",
    "with_handicaps",
]
