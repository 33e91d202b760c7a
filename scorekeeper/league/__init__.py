"""The club's league: results in; standings, ratings, statistics and pairings out. Pure.

    result = from_sheet(played, record, sheet)                  # a `Played` names the table and the people
    tonight = night_totals([result], byes)                      # totals of a night
    season = season_totals(scheme, {"2026-01-13": tonight})     # totals of nights add up with +
    standings = of_players(season)                              # or of_partnerships(season)
    why(standings, ("ann",), ("ben",))                          # “Ann is ahead of Ben: …”

What is stored: results, the totals of each night, and those of the season. `league.codec` turns them into
JSON and back.
"""
