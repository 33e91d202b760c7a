"""Clubs: listing, creating, renaming and leaving one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.club.log import write_entry, write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.rules import BY_SLUG
from scorekeeper.store import Account, Club, Member, db
from scorekeeper.store import ClubRules as ClubRules
from scorekeeper.store.queries.club import clubs_with_sizes, membership, memberships, rules_of_club, rules_of_clubs
from scorekeeper.store.tables.club import MEMBER, ORGANIZER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

#: The kind of decisions about the club itself in the log.
KIND = "club"


def clubs_of(account_id: str) -> list[ClubAccess]:
    """The clubs of an account."""
    return [ClubAccess(member.club, member) for member in memberships(account_id)]


def all_clubs() -> list[tuple[Club, int]]:
    """Every club and its size; for the command line."""
    return clubs_with_sizes()


def club_exists(club_id: str) -> bool:
    """Whether a club has this id."""
    return db.session.get(Club, club_id) is not None


@writes
def create_club(account_id: str, name: str) -> Club | Refusal:
    """Create a club, organized by this account."""
    account = db.session.get(Account, account_id)
    if account is None:
        raise NotFoundError(account_id)
    tidy = clean_name(name, LONGEST_CLUB)
    if isinstance(tidy, Refusal):
        return tidy
    club = Club(id=new_key(), name=tidy)
    organizer = Member(club=club, name=account.name, account=account, role=ORGANIZER)
    db.session.add_all([club, organizer])
    db.session.flush()
    write_log(ClubAccess(club, organizer), "club", organizer.id, f" created {tidy}.")
    db.session.commit()
    return club


@by(ORGANIZER)
def rename_club(access: ClubAccess, name: str) -> Refusal | None:
    """Give the club another name."""
    tidy = clean_name(name, LONGEST_CLUB)
    if isinstance(tidy, Refusal):
        return tidy
    write_log(access, "club", f"The club was renamed from {access.club.name} to {tidy}.")
    access.club.name = tidy
    return None


@by(MEMBER)
def leave_club(access: ClubAccess) -> Refusal | None:
    """Leave the club; the games stay, and so does the name in them."""
    if access.may_organize and sum(member.role == ORGANIZER for member in access.members) == 1:
        return Refusal(("You are the only organizer. Make another member an organizer before you leave.",))
    access.me.left_at, access.me.role = now(), MEMBER
    write_log(access, "member", access.me.id, " left the club.", about=access.me.id)
    return None


@writes
def appoint_organizer(club_id: str, account: Account) -> Member:
    """Make an account organizer of a club; for the command line."""
    club = db.session.get(Club, club_id)
    if club is None:
        raise NotFoundError(club_id)
    member = membership(club_id, account.id) or Member(club=club, name=account.name, account=account)
    db.session.add(member)
    member.role, member.left_at = ORGANIZER, None
    db.session.flush()
    write_entry(club_id, "member", member.id, " was made organizer.", about=member.id, by=None)
    db.session.commit()
    return member


#: So many rules of one game fit the page of a new game.
MOST_SAVED = 20
#: The kind of these decisions in the log.
RULES_KIND = "rules"


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


@by(ORGANIZER)
def save(access: ClubAccess, slug: str, name: str, players: int, options: Mapping[str, Any]) -> ClubRules | Refusal:
    """Save rules in the club under a name; the same name again replaces them."""
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
    write_log(access, RULES_KIND, f"The rules “{tidy}” for {BY_SLUG[slug].name} {verb}.", about=rules.id)
    return rules


@by(ORGANIZER)
def delete(access: ClubAccess, rules_id: int) -> None:
    """Delete rules of the club; games and nights that were started with them keep theirs."""
    rules = db.session.get(ClubRules, rules_id)
    if rules is None or rules.club_id != access.club.id:
        raise NotFoundError(str(rules_id))
    message = f"The rules “{rules.name}” for {BY_SLUG[rules.slug].name} were deleted."
    write_log(access, RULES_KIND, message, about=rules.id)
    db.session.delete(rules)
