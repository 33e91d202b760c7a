"""Rules that a club saves under a name: an organizer saves them, everybody on the list may choose them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.clubs import clubs_of
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.names import clean_name
from scorekeeper.rules import BY_SLUG
from scorekeeper.store import ClubRules as ClubRules
from scorekeeper.store import db
from scorekeeper.store.queries.club import rules_of_club, rules_of_clubs
from scorekeeper.store.tables.club import MEMBER, ORGANIZER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

#: So many rules of one game fit the page of a new game.
MOST_SAVED = 20
#: The kind of these decisions in the log.
KIND = "rules"


def rules_in(access: ClubAccess, slug: str | None = None) -> list[ClubRules]:
    """The rules that a club has saved, of all games or of one."""
    access.require(MEMBER)
    return rules_of_club(access.club.id, slug)


def rules_for(account_id: str, slug: str) -> list[ClubRules]:
    """The rules of a game that somebody's clubs have saved."""
    return rules_of_clubs(account_id, slug) if account_id else []


def organized_clubs(account_id: str) -> list[ClubAccess]:
    """The clubs in which this account may save rules."""
    return [access for access in clubs_of(account_id) if access.may_organize]


@writes
def save(access: ClubAccess, slug: str, name: str, players: int, options: Mapping[str, Any]) -> ClubRules | Refusal:
    """Save rules in the club under a name; the same name again replaces them."""
    access.require(ORGANIZER)
    tidy = clean_name(name)
    if isinstance(tidy, Refusal):
        return tidy
    saved = rules_of_club(access.club.id, slug)
    rules = next((rules for rules in saved if rules.name == tidy), None)
    if rules is None and len(saved) >= MOST_SAVED:
        return Refusal((f"A club can save at most {MOST_SAVED} sets of rules per game. Delete one first.",))
    verb = "were saved" if rules is None else "were changed"
    rules = rules or ClubRules(club_id=access.club.id, slug=slug, name=tidy)
    rules.players, rules.options, rules.at = players, dict(options), now()
    db.session.add(rules)
    db.session.flush()
    write_log(access, KIND, f"The rules “{tidy}” for {BY_SLUG[slug].name} {verb}.", about=rules.id)
    db.session.commit()
    return rules


@writes
def delete(access: ClubAccess, rules_id: int) -> None:
    """Delete rules of the club; games and nights that were started with them keep theirs."""
    access.require(ORGANIZER)
    rules = db.session.get(ClubRules, rules_id)
    if rules is None or rules.club_id != access.club.id:
        raise NotFoundError(str(rules_id))
    write_log(access, KIND, f"The rules “{rules.name}” for {BY_SLUG[rules.slug].name} were deleted.", about=rules.id)
    db.session.delete(rules)
    db.session.commit()
