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

from scorekeeper.league.results import Bidding, Bye, Entrant, Player, Result, Side, Substitute, from_sheet, partnership
from scorekeeper.league.season_totals import Account, SeasonTotals, season_totals
from scorekeeper.league.standings.counting import WAYS, Scheme, Score, Way, scheme_faults
from scorekeeper.league.standings.standings import Row, Standings, of_partnerships, of_players, why
from scorekeeper.league.standings.tie_breaks import TIES, TieBreak
from scorekeeper.league.totals import Meeting, NightTotals, Rolling, Totals, night_totals, with_handicaps

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
