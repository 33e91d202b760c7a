"""Who won the bid, and the trump color with the same touch; of many bids and points, the likely ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.web.forms.widgets import Bidders, Block, Buttons, Folded, Widget

BIDDER, TRUMP = "bidder", "trump"
#: Of more bids or points than this, only the likely ones are shown at once.
MOST_AT_ONCE = 30
LIKELY = 24
#: What people bid, as a share of all the points.
LIKELY_BID = 0.7


def join_bidders(widgets: Sequence[Widget]) -> list[Widget]:
    """Where both are asked, every player has a key for each color; the colors alone follow for want of script."""
    asked = {widget.path: widget for widget in widgets if isinstance(widget, Buttons)}
    bidder, trump = asked.get(BIDDER), asked.get(TRUMP)
    if bidder is None or trump is None:
        return list(widgets)
    bidders = Bidders(bidder.path, bidder.label, bidder.faults, bidder.options, bidder.columns, trump.options)
    rest = [widget for widget in widgets if widget is not bidder and widget is not trump]
    return [bidders, trump, *rest]


def likely_first(made: Buttons, values: Sequence[int], likely: float, others: str) -> Widget:
    """The buttons of the values around a likely one; of many, the others are behind a fold."""
    if len(values) <= MOST_AT_ONCE:
        return made
    middle = min(range(len(values)), key=lambda place: abs(values[place] - likely))
    first = max(0, min(middle - LIKELY // 3, len(values) - LIKELY))
    shown = made.options[first : first + LIKELY]
    rest = [option for option in made.options if option not in shown]
    folded = Buttons(made.path, others, [], rest, made.columns)
    is_open = any(option.checked for option in rest)
    return Block(made.path, "", [], [replace(made, options=shown), Folded(made.path, others, [], folded, is_open)])
