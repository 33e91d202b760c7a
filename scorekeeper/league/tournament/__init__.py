"""Tournaments: a plan, entries, rounds and games in; matches, brackets and standings out. Pure.

    event = Event(plan, entries, rounds, games)
    outcome(event).matches       # every match as it stands
    outcome(event).rows          # the standings, or the places of a bracket
    next_round(event)            # the next round of a format that is drawn round by round

A bracket is never stored: it follows from seeds and games. A drawn round is a fact, because people sat down by it.
"""
