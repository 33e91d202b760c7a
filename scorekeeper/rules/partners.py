"""The two partnership games of 1924 in which tricks count beside the counters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorekeeper.rules.bids import TRICKS_IN_DEAL, Terms, counters_1924, misdeal_field, teams
from scorekeeper.rules.bidscore import FINE, Manners, Taken, play
from scorekeeper.rules.ends import Target
from scorekeeper.rules.fields import Field
from scorekeeper.rules.game import Play, Setting, opposite_partners
from scorekeeper.rules.misdeals import dealers_side_scores_nothing
from scorekeeper.rules.values import Line


def partners_at_table(
    setting: Setting,
    colours: Mapping[str, str],
    trick_values: Mapping[str, int],
    result: Callable[[Terms, Taken], tuple[Line, ...]],
    extra: tuple[Field, ...] = (),
) -> Play:
    """Two against two with so much a trick."""
    sides = teams(opposite_partners(setting))
    terms = Terms(
        setting,
        counters_1924(setting.options),
        setting.auction(),
        colours,
        lambda counted: sides,
        trick_values=trick_values,
        extra=(*extra, misdeal_field(setting, TRICKS_IN_DEAL)),
    )
    manners = Manners(result=result, misplay_cost=lambda bid: FINE, misdealt=dealers_side_scores_nothing)
    return play(terms, manners, Target(setting.options["target"]))
