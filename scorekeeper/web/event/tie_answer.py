"""Why one entrant is ahead of another: the question, and the answer that standings offer."""

from __future__ import annotations

from dataclasses import dataclass

from wtforms import StringField

from scorekeeper.league.results import entrant_from_key, entrant_key
from scorekeeper.league.standings.standings import Standings, why
from scorekeeper.league.words import Name, called
from scorekeeper.web.page_form import AddressForm


class WhyForm(AddressForm):
    """Two entrants to compare."""

    one = StringField(filters=[lambda key: entrant_from_key(key or "")])
    other = StringField(filters=[lambda key: entrant_from_key(key or "")])


@dataclass(frozen=True)
class TieAnswer:
    """Why one of two with the same figure is ahead, for the first such two."""

    question: str
    keys: tuple[str, str]
    reason: str


def first_tie(table: Standings, name: Name) -> TieAnswer | None:
    """The first two neighbors that a tie-break has separated."""
    for ahead, behind in zip(table.rows, table.rows[1:], strict=False):
        if behind.place is not None and ahead.figure == behind.figure and ahead.place != behind.place:
            verb = "are" if table.field.is_plural(ahead.entrant) else "is"
            question = f"Why {verb} {called(ahead.entrant, name)} ahead of {called(behind.entrant, name)}?"
            keys = entrant_key(ahead.entrant), entrant_key(behind.entrant)
            return TieAnswer(question, keys, why(table, ahead.entrant, behind.entrant, name))
    return None
