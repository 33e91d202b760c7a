"""Rules that a device saves under a name, such as “Grandma's rules”."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.store import SavedRules, db
from scorekeeper.store.queries.device import rules_by_name, saved_rules_of
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

LONGEST_NAME = 40
#: So many rules of one game fit the page of a new game.
MOST_SAVED = 20


def saved_rules(device_id: str, slug: str) -> list[SavedRules]:
    """The rules of a game that this device has saved, the latest first."""
    return saved_rules_of(device_id, slug, MOST_SAVED)


@writes
def save(device_id: str, slug: str, name: str, players: int, options: Mapping[str, Any]) -> SavedRules:
    """Save rules under a name; the same name again replaces them."""
    rules = rules_by_name(device_id, slug, name) or SavedRules(device_id=device_id, slug=slug, name=name)
    rules.players, rules.options, rules.at = players, dict(options), now()
    db.session.add(rules)
    db.session.commit()
    return rules


@writes
def delete(device_id: str, slug: str, name: str) -> None:
    """Delete saved rules; games that were started with them keep theirs."""
    rules = rules_by_name(device_id, slug, name)
    if rules is not None:
        db.session.delete(rules)
        db.session.commit()
