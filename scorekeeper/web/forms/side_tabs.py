"""A switch between the sides, where each has more to enter than fits on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rules.values import Fault
from scorekeeper.web.forms.widgets import Block, Button, Melds, SideTabs, Tally, Widget

#: The name of the switch in the form.
SHOWN_SIDE = "side"


def add_side_tabs(widgets: Sequence[Widget], tabs: SideTabs, faults: Sequence[Fault]) -> list[Widget]:
    """Above the first figures of a form with melds: a tab per side, open where something is wrong; other ways last."""
    has_melds = any(isinstance(part, Melds) for widget in widgets if isinstance(widget, Block) for part in widget.parts)
    if not has_melds:
        return list(widgets)
    sides = [option.value for option in tabs.options]
    wrong = next((side for side in sides for fault in faults if f"[{side}]" in (fault.path or "")), None)
    options = [replace(option, checked=option.value == wrong) for option in tabs.options] if wrong else tabs.options
    place = next(index for index, widget in enumerate(widgets) if isinstance(widget, Tally | Block))
    rest = [replace(widget, more=()) if isinstance(widget, Tally) else widget for widget in widgets[place:]]
    other_ways = [way for widget in widgets[place:] if isinstance(widget, Tally) for way in widget.more]
    return [*widgets[:place], replace(tabs, options=options), *rest, *other_ways]


def side_tabs(names: Sequence[str], shown: str, totals: Sequence[int], notes: Sequence[str]) -> SideTabs:
    """The switch as a form shows it."""
    options = [Button(str(side), name, str(side) == shown) for side, name in enumerate(names)]
    return SideTabs(SHOWN_SIDE, "Side", [], options, len(options), totals, notes)
