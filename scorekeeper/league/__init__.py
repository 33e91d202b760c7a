"""The club's league: results in; standings, ratings, statistics and pairings out. Pure.

    result = from_sheet("g1", "2026-01-13", 1, ("ann", "ben", "cal", "dot"), record, sheet)
    tonight = book([result], byes)                      # a night; books add up with +
    year = season(scheme, {"2026-01-13": tonight})      # nights; seasons add up with +
    table = of_players(year)                            # or of_partnerships(year)
    why(table, ("ann",), ("ben",))                      # “Ann is above Ben: …”

What is worth keeping: results (once), the book of a night, and the season. `league.plain` turns them
into JSON and back. Ratings, statistics and pairings are asked for by their own names (`league.rating`,
`league.statistics`, `league.pairings`).
"""

from scorekeeper.league.results.from_sheet import from_sheet
from scorekeeper.league.results.result import Bidding, Bye, Entrant, Player, Result, Side, Substitute, entrant
from scorekeeper.league.standings.counting import WAYS, Scheme, Way, scheme_faults
from scorekeeper.league.standings.standings import Row, Standings, of_partnerships, of_players
from scorekeeper.league.standings.tie_breaks import TIES, TieBreak
from scorekeeper.league.standings.why import why
from scorekeeper.league.totals.handicap import Rolling, with_handicaps
from scorekeeper.league.totals.night import Book, Meeting, Tally, book
from scorekeeper.league.totals.season import Account, Season, night, opened, opened_night, season

__all__ = [
    "TIES",
    "WAYS",
    "Account",
    "Bidding",
    "Book",
    "Bye",
    "Entrant",
    "Meeting",
    "Player",
    "Result",
    "Rolling",
    "Row",
    "Scheme",
    "Season",
    "Side",
    "Standings",
    "Substitute",
    "Tally",
    "TieBreak",
    "Way",
    "book",
    "entrant",
    "from_sheet",
    "night",
    "of_partnerships",
    "of_players",
    "opened",
    "opened_night",
    "scheme_faults",
    "season",
    "why",
    "with_handicaps",
]
