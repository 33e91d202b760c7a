"""A result counts at once; the other side accepts it, or protests, and an organizer decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.night.access import NightAccess, Who, done, require_night
from scorekeeper.actions.night.results import Played, at_table, played, row_for
from scorekeeper.store import Confirmation, Dispute, Protest, db
from scorekeeper.store.queries.night import night_table_of
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.tables.game import now
from scorekeeper.store.tables.result import DISMISSED, OPEN, UPHELD
from scorekeeper.store.transaction import writes

LONGEST_WORDS = 1000


@dataclass(frozen=True)
class AtNight:
    """A game that belongs to a night, as somebody of that night sees it."""

    access: NightAccess
    played: Played


def night_of_game(who: Who, game_id: str) -> AtNight | None:
    """The night to which a game belongs, if who asks may see it."""
    seating = night_table_of(game_id)
    if seating is None:
        return None
    try:
        found = require_night(who, seating.round.night_id)
    except NotFoundError:
        return None
    return AtNight(found, at_table(found, found.seating(seating.id)))


def is_of_night(game_id: str) -> bool:
    """A game that is played on a club night: its result goes there by itself."""
    seating = night_table_of(game_id)
    return seating is not None and seating.round.night.slug is not None


def _mine(who: Who, night_id: str, table_id: int) -> AtNight:
    """A table at which who asks has a seat."""
    found = require_night(who, night_id)
    each = at_table(found, found.seating(table_id))
    if each.side_of(found.me.id) is None:
        raise NotFoundError(str(table_id))
    return AtNight(found, each)


@writes
def accept(who: Who, night_id: str, table_id: int, revision: int) -> Refusal | None:
    """Accept a result as it was shown; for the side that did not enter it."""
    at = _mine(who, night_id, table_id)
    each, me = at.played, at.access.me
    if not each.ended:
        return Refusal(("This game still goes on: there is no result to accept yet.",))
    if revision != each.table.game.revision:
        return Refusal(("The result has just been corrected: look at it once more.",))
    if not each.may_accept(me.id):
        return None
    row = row_for(at.access, each)
    known = next((mark for mark in row.confirmations if mark.member_id == me.id), None)
    mark = known or Confirmation(member_id=me.id)
    mark.game_revision, mark.device_id, mark.at = revision, who.device_id or None, now()
    if known is None:
        row.confirmations.append(mark)
    at.access.said(me.id, f" accepted the result of table {each.seating.number} in round {each.round.number}.")
    done()
    return None


@writes
def protest(who: Who, night_id: str, table_id: int, words: str, dispute_id: int | None = None) -> Protest | Refusal:
    """Protest against a result, with a ruling of the dispute pages if there is one."""
    at = _mine(who, night_id, table_id)
    tidy = _tidy(words)
    wrong = [] if at.played.ended else ["This game still goes on: correct the hand, or settle it at the table."]
    if isinstance(tidy, Refusal):
        wrong += tidy.messages
    if any(each.member_id == at.access.me.id and each.state == OPEN for each in _protests(at.played)):
        wrong.append("Your protest is with the organizers already.")
    if wrong or isinstance(tidy, Refusal):
        return Refusal(tuple(wrong))
    made = Protest(member_id=at.access.me.id, device_id=who.device_id or None, words=tidy, state=OPEN)
    _attach(made, _ruling(at.played, dispute_id))
    row_for(at.access, at.played).protests.append(made)
    each = at.played
    at.access.said(at.access.me.id, f" protests at table {each.seating.number} in round {each.round.number}.")
    done()
    return made


def _protests(each: Played) -> list[Protest]:
    return each.row.protests if each.row is not None else []


def _ruling(each: Played, dispute_id: int | None) -> Dispute | None:
    """One of the game's own rulings; a made-up one is not here."""
    if dispute_id is None:
        return None
    found = next((dispute for dispute in each.table.game.disputes if dispute.id == dispute_id), None)
    if found is None:
        raise NotFoundError(str(dispute_id))
    return found


def _attach(made: Protest, ruling: Dispute | None) -> None:
    if ruling is not None:
        made.hand, made.asked, made.verdict = ruling.hand, ruling.asked, ruling.verdict
        made.effect, made.rule = ruling.effect, ruling.rule


def _tidy(words: str) -> str | Refusal:
    """Words as they can be kept."""
    tidy = " ".join(words.encode("utf-8", "replace").decode().replace("\0", "").split())
    if not tidy:
        return Refusal(("Say in a few words what is wrong.",))
    if len(tidy) > LONGEST_WORDS:
        return Refusal((f"At most {LONGEST_WORDS} characters, please: these are {len(tidy)}.",))
    return tidy


@writes
def withdraw(who: Who, night_id: str, protest_id: int) -> None:
    """Somebody takes the own protest back."""
    found = require_night(who, night_id)
    _, made = _one(found, protest_id)
    if made.member_id != found.me.id or made.state != OPEN:
        raise NotFoundError(str(protest_id))
    _close(found, made, DISMISSED, "Taken back.")


@writes
def decide(who: Who, night_id: str, protest_id: int, upheld: bool, words: str) -> Refusal | None:
    """An organizer upholds a protest or dismisses it, and says why; the decision stays."""
    found = require_night(who, night_id, ORGANIZER)
    each, made = _one(found, protest_id)
    if made.state != OPEN:
        return Refusal((f"This protest was {made.state} already.",))
    tidy = _tidy(words)
    if isinstance(tidy, Refusal):
        return Refusal(("Say why in a few words: it stays in the log.",)) if not words.strip() else tidy
    if each.side_of(found.me.id) is not None and len(_organizers(found)) > 1:
        return Refusal(("You sat at this table: let another organizer decide.",))
    _close(found, made, UPHELD if upheld else DISMISSED, tidy)
    return None


def _organizers(found: NightAccess) -> list[int]:
    return [each.id for each in found.place.members if each.role == ORGANIZER]


def _one(found: NightAccess, protest_id: int) -> tuple[Played, Protest]:
    for each in played(found):
        for made in _protests(each):
            if made.id == protest_id:
                return each, made
    raise NotFoundError(str(protest_id))


def _close(found: NightAccess, made: Protest, state: str, words: str) -> None:
    made.state, made.decided_by, made.decided_at, made.decided_words = state, found.me.id, now(), words
    db.session.flush()
    found.said("The protest of ", made.member_id, f" was {state}: {words}")
    done()


def protests(tables: Sequence[Played]) -> list[tuple[Played, Protest]]:
    """Every protest at these tables, the open ones first, the latest of them first."""
    rows = [(each, made) for each in tables for made in _protests(each)]
    return sorted(rows, key=lambda row: (row[1].state != OPEN, -row[1].id))
