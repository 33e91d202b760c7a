"""The club's league: results in; standings, ratings, statistics and pairings out. Pure.

    result = from_sheet(played, record, sheet)                  # a `Played` names the table and the people
    tonight = night_totals([result], byes)                      # totals of a night
    season = season_totals(scheme, {"2026-01-13": tonight})     # totals of nights add up
    standings = of_players(season)                              # or of_partnerships(season)
    why(standings, ("ann",), ("ben",))                          # “Ann is ahead of Ben: …”
    plan = draw("swiss", Lineup(entrants, history, shape))      # the next round: tables, and who sits out

A `Contest` is what a Swiss, a round robin or a bracket is computed from. Its matches become results of one night, so
`rank` makes the standings of a season and of a contest alike.

Results and the totals of each night are stored; `league.codec` turns those totals into JSON and back. Everything else
is computed. Meetings are read from results when a tie-break asks (`SeasonTotals.meetings_among`).
"""
