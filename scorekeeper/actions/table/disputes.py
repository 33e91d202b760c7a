"""Settling a dispute: a ruling is kept in the game's history, and applied as a fact where it proposes one."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.actions.table import hands
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.games import unwritable_text
from scorekeeper.store import Dispute, db
from scorekeeper.store.tables.game import now


@dataclass(frozen=True)
class Settled:
    """A dispute as it is kept: what was asked and answered, in words, and the ruling."""

    asked: str
    answers: tuple[tuple[str, str], ...]
    verdict: str
    effect: str
    rule: str


def keep(table: Table, hand: int, settled: Settled, token: str) -> hands.Result:
    """Keep a ruling that changes nothing; the same form sent twice keeps it once."""
    table.check_scorer()
    if is_kept(table, token):
        return hands.Saved(hand, again=True)
    if unwritable := unwritable_text([settled.asked, settled.answers]):
        return unwritable
    table.game.disputes.append(_row(settled, hand, token, table.device_id, applied=False))
    table.game.revision += 1
    table.game.changed_at = now()
    db.session.commit()
    return hands.Saved(hand)


def apply(table: Table, entry: hands.Entry, settled: Settled) -> hands.Result:
    """Write the ruling into the hand, in one go with keeping it."""
    return hands.save(table, entry, _row(settled, entry.hand, entry.token, table.device_id, applied=True))


def is_kept(table: Table, token: str) -> bool:
    """This very form was sent before."""
    return any(dispute.token == token for dispute in table.game.disputes)


def _row(settled: Settled, hand: int, token: str, device_id: str, applied: bool) -> Dispute:
    return Dispute(
        hand=hand,
        asked=settled.asked,
        answers=[list(pair) for pair in settled.answers],
        verdict=settled.verdict,
        effect=settled.effect,
        rule=settled.rule,
        applied=applied,
        token=token,
        device_id=device_id,
    )
