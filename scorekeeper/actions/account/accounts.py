"""Signing up, signing in, new passwords, and deleting an account. Keeping score needs no account."""

from __future__ import annotations

import math

from scorekeeper.actions.account import passwords
from scorekeeper.actions.club.members import forget_member
from scorekeeper.actions.errors import NotFoundError, Refusal, Wait
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import clean_name, fold_name, replace_half_characters
from scorekeeper.actions.throttle import Backoff, Limit, TokenBucket, Try, give_back, wait_for
from scorekeeper.store import Account as Account
from scorekeeper.store import Member, db
from scorekeeper.store.queries.club import account_by_name, add_account, memberships
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.transaction import begin_writing, writes

#: After five wrong passwords for a name from one address every try waits, 15 seconds first and 15 minutes at most.
GUESSES = Limit("guesses", Backoff(free_tries=5, first_wait=15, longest_wait=15 * 60, forgotten_after=60 * 60))
#: Wrong passwords from one address, whatever the names: sixty people of a club mistype less often.
WRONG_BY_ADDRESS = Limit("wrong by address", TokenBucket(rate=1 / 10, burst=20))
#: Wrong passwords for one name, wherever they come from.
WRONG_BY_NAME = Limit("wrong by name", TokenBucket(rate=1 / 10, burst=100))
#: New accounts from one address: a club signs up in a few minutes, and nobody makes thousands.
SIGN_UPS = Limit("sign-ups", TokenBucket(rate=1 / 5, burst=20))
SIGN_UPS_A_DAY = Limit("sign-ups a day", TokenBucket(rate=1 / 60, burst=150))


def password_tries(folded_name: str, address: str) -> tuple[Try, ...]:
    """Where a password counts until it is right."""
    return (
        (GUESSES, f"{folded_name}\n{address}"),
        (WRONG_BY_ADDRESS, address),
        (WRONG_BY_NAME, folded_name),
    )


def sign_up_tries(address: str) -> tuple[Try, ...]:
    """Where a new account counts."""
    return (SIGN_UPS, address), (SIGN_UPS_A_DAY, address)


def in_words(seconds: int) -> str:
    """A time to wait."""
    if seconds < 100:
        return f"{seconds} seconds" if seconds > 1 else "a second"
    return f"{math.ceil(seconds / 60)} minutes"


WRONG = "Wrong name or password."
TAKEN = "This name is already in use. Choose another one, for example with your last name."


def sign_up(name: str, password: str, address: str = "") -> Account | Refusal:
    """Create an account; from one address only so many at once."""
    tidy = clean_name(name)
    faults = passwords.password_faults(password)
    if isinstance(tidy, Refusal):
        return Refusal((*tidy.messages, *faults))
    if faults:
        return Refusal(faults)
    if address and (wait := math.ceil(wait_for(*sign_up_tries(address)))):
        return Wait((f"Many people are signing up here at once. Try again in {in_words(wait)}.",), wait)
    # Hashed before the database is asked: others would have to wait for it meanwhile.
    password_hash = passwords.hash_password(password)
    account = Account(id=new_key(), name=tidy, folded_name=fold_name(tidy), password=password_hash, epoch=0)
    return account if add_account(account) else Refusal((TAKEN,))


def sign_in(name: str, password: str, address: str) -> Account | Refusal:
    """The account, if the password is right; an unknown name takes as long and says the same."""
    folded_name = fold_name(replace_half_characters(name))
    account = account_by_name(folded_name)
    account_id, epoch = (account.id, account.epoch) if account else ("", 0)
    refusal = _check_password(account, folded_name, password, address)
    # It may have been erased, or have got another password, while the hash was computed.
    return refusal or current(account_id, epoch) or Refusal((WRONG,))


def current(account_id: str, epoch: int) -> Account | None:
    """The account of a session, unless its password was changed since."""
    account = db.session.get(Account, account_id) if account_id else None
    return account if account is not None and account.epoch == epoch else None


def change_password(account: Account, old: str, new: str, address: str) -> Account | Refusal:
    """Set a new password; every other phone that is signed in is signed out."""
    account_id, epoch = account.id, account.epoch
    if refusal := _check_password(account, account.folded_name, old, address):
        return refusal
    return reset_password(account_id, epoch, new)


def reset_password(account_id: str, epoch: int, new: str) -> Account | Refusal:
    """Set a new password by a link that holds the account's epoch: it works once."""
    if faults := passwords.password_faults(new):
        return Refusal(faults)
    password_hash = passwords.hash_password(new)
    begin_writing()
    account = current(account_id, epoch)
    if account is None:
        raise NotFoundError(account_id)
    account.password, account.epoch = password_hash, account.epoch + 1
    db.session.commit()
    return account


def account_named(name: str) -> Account:
    """The account of this name."""
    account = account_by_name(fold_name(replace_half_characters(name)))
    if account is None:
        raise NotFoundError(name)
    return account


def erase(account: Account, password: str, address: str) -> Refusal | None:
    """Delete an account as its person asks; games and standings keep “Former member”."""
    account_id = account.id
    if refusal := _check_password(account, account.folded_name, password, address):
        return refusal
    begin_writing()
    if clubs := clubs_needing(account_id):
        why = "Make another member an organizer there first."
        return Refusal(tuple(f"You are the only organizer of {club}. {why}" for club in clubs))
    erase_now(account_id)
    return None


@writes
def erase_now(account_id: str) -> None:
    """Delete an account without asking."""
    account = db.session.get(Account, account_id)
    if account is None:
        raise NotFoundError(account_id)
    for member in list(account.members):
        forget_member(member)
    db.session.flush()
    db.session.delete(account)
    db.session.commit()


def clubs_needing(account_id: str) -> list[str]:
    """The names of clubs that would lose their only organizer although somebody else could be one."""
    return [member.club.name for member in memberships(account_id) if _is_needed(member)]


def _is_needed(member: Member) -> bool:
    signed_up = [other for other in member.club.members if other.account_id and other.left_at is None]
    others = [other for other in signed_up if other is not member]
    return member.role == ORGANIZER and bool(others) and all(other.role != ORGANIZER for other in others)


def _check_password(account: Account | None, folded_name: str, password: str, address: str) -> Refusal | None:
    """Refuse a wrong password, in the same time whether there is such an account."""
    stored, tries = account.password if account else None, password_tries(folded_name, address)
    # Others must not wait for the database while the hash is computed.
    db.session.rollback()
    with passwords.turns:
        # Counted in turn, so that a club that signs in at once does not count as guessing.
        if wait := math.ceil(wait_for(*tries)):
            return Wait((f"Too many wrong passwords. Wait {in_words(wait)} and try again.",), wait)
        is_right = passwords.check_password(stored, password)
    if not is_right:
        return Refusal((WRONG,))
    give_back(*tries)
    return None
