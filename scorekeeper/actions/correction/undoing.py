"""Undoing a decision from the club's log, as long as nothing contradicts it.

An entry that can be undone holds the name of its step and the facts before and after it. A step is undone only
if what it left is still so: then the facts before it are put back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.log import read_entry, write_log
from scorekeeper.actions.correction import events, merging, reseating
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.store import db
from scorekeeper.store.tables.club import ORGANIZER, SCORER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

Undo = Callable[[ClubAccess, Mapping[str, Any]], Refusal | None]
ALREADY = Refusal(("This was already undone.",))

#: By step, who may undo it, and how.
STEPS: dict[str, tuple[str, Undo]] = {
    events.EVENT: (ORGANIZER, events.restore_event),
    events.SEASON: (ORGANIZER, events.restore_season),
    events.STEP: (SCORER, events.move_back),
    reseating.STEP: (SCORER, reseating.seat_back),
    merging.STEP: (ORGANIZER, merging.separate),
}


def may_undo(access: ClubAccess, entry_id: int) -> bool:
    """Whether this member may undo an entry that can be undone."""
    entry, decision = read_entry(access, entry_id)
    if not decision.undoable or entry.undo is None:
        return False
    role, _ = STEPS[entry.undo["step"]]
    return access.may_organize or (role == SCORER and access.may_score)


@writes
def undo_entry(access: ClubAccess, entry_id: int) -> Refusal | None:
    """Undo what an entry of the log did."""
    entry, _ = read_entry(access, entry_id)
    if entry.undo is None:
        raise NotFoundError(str(entry_id))
    role, undo = STEPS[entry.undo["step"]]
    access.require(role)
    if entry.undone_at is not None:
        return ALREADY
    if refusal := undo(access, entry.undo):
        db.session.rollback()
        return refusal
    entry.undone_at = now()
    write_log(access, entry.kind, "Undone: ", *entry.sentence, about=entry.about)
    db.session.commit()
    return None
