"""Sign up, sign in, change a password, delete an account. Keeping score needs no account."""

from __future__ import annotations

import math

from scorekeeper.actions.account import passwords
from scorekeeper.actions.club.members import forget_member
from scorekeeper.actions.errors import NotFoundError, Refusal, Wait
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import clean_name, fold_name, replace_half_characters
from scorekeeper.actions.throttle import Try, give_back, wait_for
from scorekeeper.store import Account as Account
from scorekeeper.store import Member, db
from scorekeeper.store.queries.club import account_by_name, add_account, memberships
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.transaction import begin_writing, writes

WRONG = "Wrong name or password."
TAKEN = "This name is already in use. Choose another one, for example with your last name."


def _password_tries(folded_name: str, address: str) -> tuple[Try, ...]:
    """The limits under which a password counts until it is right."""
    return (
        *((limit, f"{folded_name}\n{address}") for limit in ("guesses", "guesses, slow")),
        ("wrong passwords of an address", address),
        ("wrong passwords for a name", folded_name),
    )


def _in_words(seconds: int) -> str:
    """A time to wait."""
    if seconds < 100:
        return f"{seconds} seconds" if seconds > 1 else "a second"
    return f"{math.ceil(seconds / 60)} minutes"


def sign_up(name: str, password: str, address: str = "") -> Account | Refusal:
    """Create an account, unless too many were created from this address."""
    tidy = clean_name(name)
    faults = passwords.password_faults(password)
    if isinstance(tidy, Refusal):
        return Refusal((*tidy.messages, *faults))
    if faults:
        return Refusal(faults)
    if address and (wait := math.ceil(wait_for(("sign-ups", address), ("sign-ups, slow", address)))):
        return Wait((f"Many people are signing up here at once. Try again in {_in_words(wait)}.",), wait)
    # Hashed before the database is asked: others would have to wait for it meanwhile.
    password_hash = passwords.hash_password(password)
    account = Account(id=new_key(), name=tidy, folded_name=fold_name(tidy), password=password_hash, epoch=0)
    return account if add_account(account) else Refusal((TAKEN,))


def sign_in(name: str, password: str, address: str) -> Account | Refusal:
    """Sign in. An unknown name takes as long as a wrong password and gets the same message."""
    folded_name = fold_name(replace_half_characters(name))
    account = account_by_name(folded_name)
    account_id, epoch = (account.id, account.epoch) if account else ("", 0)
    refusal = _check_password(account, folded_name, password, address)
    # It may have been erased, or have got another password, while the hash was computed.
    return refusal or current(account_id, epoch) or Refusal((WRONG,))


def current(account_id: str, epoch: int) -> Account | None:
    """The account of a session, or None if its password was changed since."""
    account = db.session.get(Account, account_id) if account_id else None
    return account if account is not None and account.epoch == epoch else None


def change_password(account: Account, old: str, new: str, address: str) -> Account | Refusal:
    """Set a new password and sign out all other phones."""
    account_id, epoch = account.id, account.epoch
    if refusal := _check_password(account, account.folded_name, old, address):
        return refusal
    return reset_password(account_id, epoch, new)


def reset_password(account_id: str, epoch: int, new: str) -> Account | Refusal:
    """Set a new password through a reset link, which holds the account's epoch and works once."""
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
    """The account with this name. Raises `NotFoundError`."""
    account = account_by_name(fold_name(replace_half_characters(name)))
    if account is None:
        raise NotFoundError(name)
    return account


def erase(account: Account, password: str, address: str) -> Refusal | None:
    """Delete one's own account; games and standings keep “Former member”."""
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
    """Delete an account without a password."""
    account = db.session.get(Account, account_id)
    if account is None:
        raise NotFoundError(account_id)
    for member in list(account.members):
        forget_member(member)
    db.session.flush()
    db.session.delete(account)
    db.session.commit()


def clubs_needing(account_id: str) -> list[str]:
    """The names of clubs that would lose their only organizer although another member could be one."""
    return [member.club.name for member in memberships(account_id) if _is_needed(member)]


def _is_needed(member: Member) -> bool:
    signed_up = [other for other in member.club.members if other.account_id and other.left_at is None]
    others = [other for other in signed_up if other is not member]
    return member.role == ORGANIZER and bool(others) and all(other.role != ORGANIZER for other in others)


def _check_password(account: Account | None, folded_name: str, password: str, address: str) -> Refusal | None:
    """Refuse a wrong password. Takes the same time if there is no such account."""
    stored, tries = account.password if account else None, _password_tries(folded_name, address)
    # Others must not wait for the database while the hash is computed.
    db.session.rollback()
    with passwords.turns:
        # Counted in turn, so that a club that signs in at once does not count as guessing.
        if wait := math.ceil(wait_for(*tries)):
            return Wait((f"Too many wrong passwords. Wait {_in_words(wait)} and try again.",), wait)
        is_right = passwords.check_password(stored, password)
    if not is_right:
        return Refusal((WRONG,))
    give_back(*tries)
    return None
