"""Who won the bid, and the trump color with the same touch."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.web.forms.widgets import Bidders, Buttons, Widget

BIDDER, TRUMP = "bidder", "trump"


def join_bidders(widgets: Sequence[Widget]) -> list[Widget]:
    """Where both are asked, every player has a key for each color; the colors alone follow for want of script."""
    asked = {widget.path: widget for widget in widgets if isinstance(widget, Buttons)}
    bidder, trump = asked.get(BIDDER), asked.get(TRUMP)
    if bidder is None or trump is None:
        return list(widgets)
    bidders = Bidders(bidder.path, bidder.label, bidder.faults, bidder.options, bidder.columns, trump.options)
    rest = [widget for widget in widgets if widget is not bidder and widget is not trump]
    return [bidders, trump, *rest]
