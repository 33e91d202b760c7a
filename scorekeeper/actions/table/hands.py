"""Saving, correcting, deleting and undoing hands, without lost or duplicate saves.

A form says which hand and which version of it it was made from. If another phone saved
first, that is a `Conflict`, and the table chooses. The same form sent twice saves once.
Every function takes the table from `require_scorer_view`. Rules are checked without the lock, while other tables may
save. Then the change is written if the game is unchanged; otherwise `ChangedError` is raised.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.limits import full_game_faults, hand_size_faults
from scorekeeper.actions.stored_game import score_stored
from scorekeeper.actions.table import names
from scorekeeper.actions.table.access import Table, require_scorer
from scorekeeper.actions.table.changes import finish_change
from scorekeeper.actions.table.games import InvalidRecord, unwritable_text
from scorekeeper.rules import Fault, Sheet, score
from scorekeeper.store import Dispute, HandVersion, db
from scorekeeper.store.queries.game import insert_versions, mark_changed
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import ChangedError as ChangedError
from scorekeeper.store.transaction import retry_if_changed as retry_if_changed

Facts = dict[str, Any]
TOKEN_USED = Fault("This Idempotency-Key was used for another hand. Choose a new one.", "record.match")


@dataclass(frozen=True)
class HandChange:
    """Contents of a form: the hand, the version it was made from, the facts, and its token."""

    hand: int
    base: int
    facts: Facts | None
    token: str
    #: Whether later hands may be dropped if the game ends before them.
    confirmed: bool = False
    #: Tokens of earlier requests for this hand, which may or may not have arrived.
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True)
class Saved:
    """The hand is saved. `again` means that it was already saved before."""

    hand: int
    again: bool = False


@dataclass(frozen=True)
class Conflict:
    """Another phone saved this hand first."""

    theirs: HandVersion


@dataclass(frozen=True)
class EndsEarlier:
    """With this change the game ends before these hands (by number)."""

    dropped: tuple[int, ...]


@dataclass(frozen=True)
class Stale:
    """The game has changed since the sender read it."""


Result = Saved | InvalidRecord | Conflict | EndsEarlier


@dataclass(frozen=True)
class _Accepted:
    """A valid change: the new sheet, and the hands it drops."""

    sheet: Sheet
    dropped: tuple[int, ...] = ()


def proposed_record(table: Table, hand: int, facts: Facts | None) -> tuple[Facts, int]:
    """The record with this hand set (or removed), and the hand's place in it, counted from 1."""
    hands = {version.hand: version.facts for version in table.hands if version.hand != hand}
    if facts is not None:
        hands[hand] = facts
    numbers = sorted(hands)
    place = numbers.index(hand) + 1 if facts is not None else 0
    return table.record | {"hands": [hands[number] for number in numbers]}, place


def preview_hand(table: Table, hand: int, facts: Facts) -> Sheet | tuple[Fault, ...]:
    """The sheet with this hand, or the faults of the hand. Nothing is saved."""
    if faults := tuple(hand_size_faults(facts)):
        return faults
    record, place = proposed_record(table, hand, facts)
    sheet = score(record | {"hands": record["hands"][:place]})
    return sheet if isinstance(sheet, Sheet) else _faults_at(sheet, place)


def _faults_at(faults: tuple[Fault, ...], place: int) -> tuple[Fault, ...]:
    """The faults of one hand, or all of them if it has none."""
    return tuple(fault for fault in faults if fault.hand == place) or faults


def save(table: Table, entry: HandChange, ruling: Dispute | None = None) -> Result:
    """Save a new hand, the rest of an open one, or a correction, with the ruling that led to it."""
    if not 1 <= entry.hand <= table.next_hand:
        raise NotFoundError(table.game.id)
    return _change(table, entry, ruling)


def add(table: Table, facts: Facts, token: str, revision: int | None) -> Result | Stale:
    """Append a hand. With a revision, only if the game is still at that revision."""
    sent = next((version for version in table.game.versions if token and version.token == token), None)
    if sent is not None:
        return Saved(sent.hand, again=True) if sent.facts == facts else InvalidRecord((TOKEN_USED,))
    if revision is not None and revision != table.game.revision:
        return Stale()
    return _change(table, HandChange(table.next_hand, 0, facts, token))


def delete(table: Table, entry: HandChange) -> Result:
    """Delete a hand. Its versions stay in the history."""
    current = table.in_force.get(entry.hand)
    if current is None or (current.facts is None and current.token != entry.token):
        raise NotFoundError(table.game.id)
    return _change(table, entry)


def catch_up(table: Table, entry: HandChange) -> Result:
    """Save a change that a phone made without network, once even if sent often."""
    table.check_scorer()
    if any((version.hand, version.token) == (entry.hand, entry.token) for version in table.game.versions):
        return Saved(entry.hand, again=True)
    current = table.in_force.get(entry.hand)
    if current is not None and current.token in entry.replaces:
        entry = replace(entry, base=current.number)
    if entry.facts is not None:
        return save(table, entry)
    # It is already deleted, or the hand that the phone undid never arrived.
    is_gone = current.facts is None if current is not None else bool(entry.replaces)
    return Saved(entry.hand, again=True) if is_gone else delete(table, entry)


def restore(table: Table, version_id: int, token: str) -> Result:
    """Make an older version of a hand the one in force."""
    wanted = next((version for version in table.game.versions if version.id == version_id), None)
    if wanted is None or wanted.facts is None:
        raise NotFoundError(table.game.id)
    base = table.in_force[wanted.hand].number
    return _change(table, HandChange(wanted.hand, base, wanted.facts, token))


def undo(table: Table, last: int, token: str) -> Result:
    """Undo all of the last change, if `last` is still its id."""
    table.check_scorer()
    newest = table.last_version
    if newest is None:
        raise NotFoundError(table.game.id)
    if token and newest.token == token:
        return Saved(0, again=True)
    if newest.id != last:
        return Conflict(newest)
    if faults := full_game_faults(newest.hand, len(table.game.versions)):
        return InvalidRecord(faults)
    mark, hand = _unused_token(table, token), newest.hand
    together = [version for version in table.game.versions if version.token == newest.token]
    before = {(version.hand, version.number): version.facts for version in table.game.versions}
    undone = [
        HandChange(version.hand, version.number, before.get((version.hand, version.number - 1)), mark)
        for version in together
    ]
    sheet = _sheet_without(table, undone)
    if not isinstance(sheet, Sheet):
        return InvalidRecord(sheet)
    _write(table, [_row(table, entry, "undone") for entry in undone], sheet)
    return Saved(hand)


def _sheet_without(table: Table, undone: Sequence[HandChange]) -> Sheet | tuple[Fault, ...]:
    """The sheet after undoing these changes, or faults: with other opening totals a hand may now be after the end."""
    hands = {version.hand: version.facts for version in table.hands}
    hands |= {entry.hand: entry.facts for entry in undone}
    facts = [hands[number] for number in sorted(hands) if hands[number] is not None]
    return score(table.record | {"hands": facts})


def _change(table: Table, entry: HandChange, ruling: Dispute | None = None) -> Result:
    """Write a new version of a hand, and drop the hands after the end, unless there are faults."""
    table.check_scorer()
    current = table.in_force.get(entry.hand)
    if _is_saved(current, entry) and ruling is None:
        return Saved(entry.hand, again=True)
    if (current.number if current else 0) != entry.base:
        if current is None:
            raise NotFoundError(table.game.id)
        return Conflict(current)
    if faults := full_game_faults(entry.hand, len(table.game.versions)):
        return InvalidRecord(faults)
    verdict = _check(table, entry)
    if not isinstance(verdict, _Accepted):
        return verdict
    mark, number = _unused_token(table, entry.token), {hand: table.in_force[hand].number for hand in table.in_force}
    rows = [
        _row(table, replace(entry, token=mark), _history_word(current, entry)),
        *(_row(table, HandChange(hand, number[hand], None, mark), "deleted") for hand in verdict.dropped),
    ]
    _write(table, rows, verdict.sheet, ruling)
    return Saved(entry.hand)


def _history_word(current: HandVersion | None, entry: HandChange) -> str:
    if entry.facts is None:
        return "deleted"
    finished = current is not None and current.facts is not None and "open" not in current.facts
    return "corrected" if finished else "saved"


def _unused_token(table: Table, token: str) -> str:
    """The form's token, or a new one if it is missing or already used."""
    used = {version.token for version in table.game.versions}
    return token if token and token not in used else new_key()


def _is_saved(current: HandVersion | None, entry: HandChange) -> bool:
    """Whether the same facts are in force, saved by this form or by another phone."""
    if current is None or current.facts != entry.facts:
        return False
    return current.number != entry.base or bool(entry.replaces)


def _check(table: Table, entry: HandChange) -> _Accepted | InvalidRecord | EndsEarlier:
    """Score the record with the change, and accept or reject it."""
    if faults := tuple(hand_size_faults(entry.facts)):
        return InvalidRecord(faults)
    if unwritable := unwritable_text(entry.facts):
        return unwritable
    record, place = proposed_record(table, entry.hand, entry.facts)
    sheet = score(record)
    if isinstance(sheet, Sheet):
        return _Accepted(sheet)
    over = {fault.hand for fault in sheet if fault.after_end}
    if place in over or any(fault.hand not in over for fault in sheet):
        return InvalidRecord(_faults_at(sheet, place))
    numbers = {version.hand for version in table.hands} - {entry.hand}
    numbers |= {entry.hand} if entry.facts is not None else set()
    dropped = tuple(number for place, number in enumerate(sorted(numbers), 1) if place in over)
    if not entry.confirmed:
        return EndsEarlier(dropped)
    rest = [hand for place, hand in enumerate(record["hands"], 1) if place not in over]
    return _Accepted(score_stored(table.game.id, record | {"hands": rest}), dropped)


def _row(table: Table, entry: HandChange, done: str) -> dict[str, Any]:
    return {
        "hand": entry.hand,
        "number": entry.base + 1,
        "facts": entry.facts,
        "done": done,
        "token": entry.token,
        "device_id": table.device_id,
    }


def _write(table: Table, rows: Sequence[dict[str, Any]], sheet: Sheet | None, ruling: Dispute | None = None) -> None:
    """Write new versions in one transaction, if the game is unchanged since it was read."""
    mark_changed(table.game, now())
    insert_versions(table.game, rows)
    if ruling is not None:
        table.game.disputes.append(ruling)
    finish_change(table, sheet)


@dataclass(frozen=True)
class Settled:
    """A stored dispute: questions and answers in words, and the ruling."""

    asked: str
    answers: tuple[tuple[str, str], ...]
    verdict: str
    effect: str
    rule: str


def keep(table: Table, hand: int, settled: Settled, token: str) -> Result:
    """Save a ruling that changes no hand. A form sent twice is saved once."""
    table.check_scorer()
    if is_kept(table, token):
        return Saved(hand, again=True)
    if unwritable := unwritable_text([settled.asked, settled.answers]):
        return unwritable
    mark_changed(table.game, now())
    table.game.disputes.append(_ruling_row(settled, hand, token, table.device_id, applied=False))
    db.session.commit()
    return Saved(hand)


def apply(table: Table, entry: HandChange, settled: Settled) -> Result:
    """Save the ruling and the hand it changes together."""
    return save(table, entry, _ruling_row(settled, entry.hand, entry.token, table.device_id, applied=True))


def is_kept(table: Table, token: str) -> bool:
    """Whether this form was already saved."""
    return any(dispute.token == token for dispute in table.game.disputes)


def _ruling_row(settled: Settled, hand: int, token: str, device_id: str, applied: bool) -> Dispute:
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


#: A hand version by its id, or a change of names by its number.
MARK = re.compile(r"(names-)?([0-9]{1,9})")


def last_mark(table: Table) -> str:
    """The mark of the last change that can be undone, or an empty string."""
    if not names.are_of_club(table) and names.last_change(table) is not None:
        return f"names-{table.game.names_number}"
    return str(table.last_version.id) if table.last_version else ""


def is_mark(text: str) -> bool:
    """Whether the text is a valid mark."""
    return MARK.fullmatch(text) is not None


def undo_marked(table: Table, mark: str, token: str) -> bool | InvalidRecord:
    """Undo the marked change. Returns False if another one came after it, or why the game can't go back."""
    match = MARK.fullmatch(mark)
    if match is None:
        raise ValueError(mark)
    number = int(match[2])
    if match[1]:
        # Take the lock, so that nobody changes the names in between.
        table = require_scorer(table.device_id, table.game.id)
        return isinstance(names.undo(table, number, token), names.Renamed)
    result = undo(table, number, token)
    return result if isinstance(result, InvalidRecord) else isinstance(result, Saved)
