"""Saving, correcting, deleting and undoing hands: nothing lost, nothing doubled.

A form says which hand and which version of it it was made from. If another phone was
quicker, that is a `Conflict`, and the table chooses; the same form sent twice saves once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.season import results
from scorekeeper.actions.table.access import Table, scored_by, seen
from scorekeeper.actions.table.games import InvalidRecord, unwritable_text
from scorekeeper.rules import Fault, Sheet, score
from scorekeeper.store import Dispute, Version, db
from scorekeeper.store.queries.game import latest
from scorekeeper.store.queries.night import night_moved
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

Facts = dict[str, Any]
TOKEN_USED = Fault("Another hand was sent with this Idempotency-Key: choose a new one.", "record.match")


@dataclass(frozen=True)
class Entry:
    """What a form sends: which hand, made from which version, the facts, and the form's own mark."""

    hand: int
    base: int
    facts: Facts | None
    token: str
    #: Later hands may be dropped if the game ends before them.
    confirmed: bool = False


@dataclass(frozen=True)
class Saved:
    """It is written down; `again` if it had been already."""

    hand: int
    again: bool = False


@dataclass(frozen=True)
class Conflict:
    """Somebody else saved this hand meanwhile."""

    theirs: Version


@dataclass(frozen=True)
class EndsEarlier:
    """With this the game is over before these hands (their numbers)."""

    dropped: tuple[int, ...]


@dataclass(frozen=True)
class Stale:
    """The game has gone on since the sender looked at it."""


Result = Saved | InvalidRecord | Conflict | EndsEarlier


def proposed(table: Table, hand: int, facts: Facts | None) -> tuple[Facts, int]:
    """The record with this hand put in (or taken out), and the hand's place in it, counted from 1."""
    hands = [(version.hand, version.facts) for version in table.hands if version.hand != hand]
    if facts is not None:
        hands.append((hand, facts))
    hands.sort(key=lambda entry: entry[0])
    place = [number for number, _ in hands].index(hand) + 1 if facts is not None else 0
    return table.record | {"hands": [entry for _, entry in hands]}, place


def preview_hand(device_id: str, game_id: str, hand: int, facts: Facts) -> Sheet | tuple[Fault, ...]:
    """What the sheet would be, or what is wrong with this hand; nothing is saved."""
    table = seen(device_id, game_id)
    record, place = proposed(table, hand, facts)
    result = score(record | {"hands": record["hands"][:place]})
    return result if isinstance(result, Sheet) else _own(result, place)


def _own(faults: tuple[Fault, ...], place: int) -> tuple[Fault, ...]:
    return tuple(fault for fault in faults if fault.hand == place) or faults


@writes
def save(device_id: str, game_id: str, entry: Entry, ruling: Dispute | None = None) -> Result:
    """Write a hand down: a new one, the rest of an open one, or a correction; with the ruling that led to it."""
    table = scored_by(device_id, game_id)
    if not 1 <= entry.hand <= table.next_hand:
        raise NotFoundError(game_id)
    return _change(table, device_id, entry, ruling)


@writes
def add(device_id: str, game_id: str, facts: Facts, token: str, revision: int | None) -> Result | Stale:
    """Write down a hand whose number the sender need not know; with a revision, only if it is still that one."""
    table = scored_by(device_id, game_id)
    sent = next((version for version in table.game.versions if token and version.token == token), None)
    if sent is not None:
        return Saved(sent.hand, again=True) if sent.facts == facts else InvalidRecord((TOKEN_USED,))
    if revision is not None and revision != table.game.revision:
        return Stale()
    return _change(table, device_id, Entry(table.next_hand, 0, facts, token))


@writes
def delete(device_id: str, game_id: str, entry: Entry) -> Result:
    """Take a hand out; its versions stay in the history."""
    table = scored_by(device_id, game_id)
    if not _known(table, entry) and table.position(entry.hand) is None:
        raise NotFoundError(game_id)
    return _change(table, device_id, entry)


@writes
def catch_up(device_id: str, game_id: str, entry: Entry) -> Result:
    """Write down what a phone kept while it had no network: once, however often it is sent."""
    table = scored_by(device_id, game_id)
    if any((version.hand, version.token) == (entry.hand, entry.token) for version in table.game.versions):
        return Saved(entry.hand, again=True)
    current = latest(table.game).get(entry.hand)
    if current is not None and current.number != entry.base and current.facts == entry.facts:
        # Two phones have written down the same.
        return Saved(entry.hand, again=True)
    return (save if entry.facts is not None else delete)(device_id, game_id, entry)


def _change(table: Table, device_id: str, entry: Entry, ruling: Dispute | None = None) -> Result:
    """A new version of a hand, if nothing speaks against it."""
    if _known(table, entry):
        return Saved(entry.hand, again=True)
    current = latest(table.game).get(entry.hand)
    if (current.number if current else 0) != entry.base:
        if current is None:
            raise NotFoundError(table.game.id)
        return Conflict(current)
    objection, dropped = _objection(table, entry)
    if objection is not None:
        return objection
    marked = replace(entry, token=_unused(table, entry.token))
    _write(table, device_id, marked, _doing(current, entry))
    if ruling is not None:
        table.game.disputes.append(ruling)
    for hand in dropped:
        version = latest(table.game)[hand]
        _write(table, device_id, Entry(hand, version.number, None, marked.token), "deleted")
    return _done(table, entry.hand)


def _doing(current: Version | None, entry: Entry) -> str:
    """What the history calls it."""
    if entry.facts is None:
        return "deleted"
    return "corrected" if current is not None and _finished(current) else "saved"


def _unused(table: Table, token: str) -> str:
    """The form's mark, unless it has none or an older version bears it already."""
    used = {version.token for version in table.game.versions}
    return token if token and token not in used else new_key()


@writes
def bring_back(device_id: str, game_id: str, version_id: int, token: str) -> Result:
    """Make an older version of a hand the one in force."""
    table = scored_by(device_id, game_id)
    wanted = next((version for version in table.game.versions if version.id == version_id), None)
    if wanted is None or wanted.facts is None:
        raise NotFoundError(game_id)
    base = latest(table.game)[wanted.hand].number
    return _change(table, device_id, Entry(wanted.hand, base, wanted.facts, token))


@writes
def undo(device_id: str, game_id: str, last: int, token: str) -> Result:
    """Take back the last change, all that it did; `last` says which one was meant."""
    table = scored_by(device_id, game_id)
    newest = max(table.game.versions, key=lambda version: version.id, default=None)
    if newest is None:
        raise NotFoundError(game_id)
    if token and newest.token == token:
        return Saved(0, again=True)
    if newest.id != last:
        return Conflict(newest)
    mark = _unused(table, token)
    together = [version for version in table.game.versions if version.token == newest.token]
    before = {(version.hand, version.number): version.facts for version in table.game.versions}
    for version in together:
        facts = before.get((version.hand, version.number - 1))
        _write(table, device_id, Entry(version.hand, version.number, facts, mark), "undone")
    return _done(table, newest.hand)


def _known(table: Table, entry: Entry) -> bool:
    """This very form was saved already, and what it said is still in force."""
    current = latest(table.game).get(entry.hand)
    return current is not None and bool(entry.token) and (current.token, current.facts) == (entry.token, entry.facts)


def _finished(version: Version) -> bool:
    return version.facts is not None and "open" not in version.facts


def _objection(table: Table, entry: Entry) -> tuple[InvalidRecord | EndsEarlier | None, tuple[int, ...]]:
    """What speaks against the change, and the later hands that it drops if it was confirmed."""
    if unwritable := unwritable_text(entry.facts):
        return unwritable, ()
    record, place = proposed(table, entry.hand, entry.facts)
    faults = score(record)
    if isinstance(faults, Sheet):
        return None, ()
    over = {fault.hand for fault in faults if fault.after_end}
    if place in over or any(fault.hand not in over for fault in faults):
        return InvalidRecord(_own(faults, place)), ()
    numbers = [version.hand for version in table.hands if version.hand != entry.hand]
    numbers = sorted([*numbers, entry.hand] if entry.facts is not None else numbers)
    dropped = tuple(numbers[hand - 1] for hand in sorted(hand for hand in over if hand is not None))
    return (None, dropped) if entry.confirmed else (EndsEarlier(dropped), ())


def _write(table: Table, device_id: str, entry: Entry, done: str) -> None:
    version = Version(
        game_id=table.game.id,
        hand=entry.hand,
        number=entry.base + 1,
        facts=entry.facts,
        done=done,
        token=entry.token,
        device_id=device_id,
    )
    table.game.versions.append(version)


def _done(table: Table, hand: int) -> Saved:
    table.game.revision += 1
    table.game.changed_at = now()
    results.follow(table.game)
    night_moved(table.game.id)
    db.session.commit()
    return Saved(hand)
