"""The next round as it was drawn last: stored, so that it can be drawn ahead and nothing tapped is lost."""

from __future__ import annotations

from typing import Any

from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.night.access import NightAccess, by_runner
from scorekeeper.actions.night.drafts import Draft, draft_faults, propose
from scorekeeper.league.pairings import RoundPlan, TablePlan
from scorekeeper.store import db


@by_runner
def draw(access: NightAccess, method: str, size: int | None = None) -> Draft | Refusal:
    """Draw the next round and store it; drawn again in the same way, it gets another seating."""
    draft = propose(access, method, size, _last_draft(access))
    if isinstance(draft, Refusal):
        return draft
    store(access, draft)
    return draft


@by_runner
def keep(access: NightAccess, draft: Draft) -> None:
    """Store a draft that was changed by hand."""
    last = _last_draft(access)
    if draft.number == len(access.night.rounds) + 1:
        store(access, draft, again=last.again if last is not None else 0)


def store(access: NightAccess, draft: Draft, again: int | None = None) -> None:
    """Store a draft and commit; pages that show that there is none yet hear of the first one."""
    plan = draft.plan
    if _last_draft(access) is None:
        access.count_change()
    access.night.draft = {
        "number": draft.number,
        "method": draft.method,
        "size": draft.size,
        "tables": [[list(side) for side in table.sides] for table in plan.tables],
        "out": list(plan.sitting_out),
        "again": draft.again if again is None else again,
    }
    db.session.commit()


def _last_draft(access: NightAccess) -> Draft | None:
    """The draft of the next round, whoever has come or gone since."""
    stored = access.night.draft
    if stored is None or stored["number"] != len(access.night.rounds) + 1:
        return None
    return Draft(stored["number"], stored["method"], stored["size"], _plan(stored), again=stored["again"])


def _plan(stored: dict[str, Any]) -> RoundPlan:
    tables = tuple(TablePlan(tuple(tuple(side) for side in sides)) for sides in stored["tables"])
    return RoundPlan(tables, tuple(stored["out"]))


def stored_draft(access: NightAccess) -> Draft | None:
    """The draft of the next round, if it still seats everybody who is here."""
    draft = None if access.closed else _last_draft(access)
    if draft is None:
        return None
    try:
        return None if draft_faults(access, draft) else draft
    except NotFoundError:
        # The night plays another game now.
        return None
