"""Signing up, signing in, passwords, and being forgotten. Nothing of the score keeping needs an account."""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache

from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.actions.account.forgetting import forget
from scorekeeper.actions.account.login_throttle import Patience
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import clean_name, fold_name
from scorekeeper.store import Account as Account
from scorekeeper.store import db
from scorekeeper.store.queries.club import account_called, memberships, open_account
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.transaction import begin_writing, writes

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
WRONG = "This name and this password do not belong together."
TAKEN = "Somebody has this name already: choose another, perhaps with your surname."

patience = Patience()


def sign_up(name: str, password: str, again: str) -> Account | Refusal:
    """A new account."""
    tidy = clean_name(name)
    wrong = _password_faults(password, again)
    if isinstance(tidy, Refusal) or wrong:
        return Refusal((*(tidy.messages if isinstance(tidy, Refusal) else ()), *wrong))
    # Before the database is asked, which would keep others waiting while the hash is made.
    account = Account(id=new_key(), name=tidy, folded_name=fold_name(tidy), password=_hashed(password), epoch=0)
    return account if open_account(account) else Refusal((TAKEN,))


def sign_in(name: str, password: str, address: str) -> Account | Refusal:
    """The account, if the password is right; an unknown name takes as long and says the same."""
    account = account_called(fold_name(_sound(name)))
    known = (account.id, account.epoch) if account else ("", 0)
    refused = _checked(account, fold_name(_sound(name)), password, address)
    # It may have been erased, or have got another password, while the hash was made.
    return refused or current(*known) or Refusal((WRONG,))


def current(account_id: str, epoch: int) -> Account | None:
    """The account of a session, unless its password was changed since."""
    account = db.session.get(Account, account_id) if account_id else None
    return account if account is not None and account.epoch == epoch else None


def change_password(account_id: str, old: str, new: str, again: str, address: str) -> Account | Refusal:
    """A new password; every other phone that is signed in is signed out."""
    account = _account(account_id)
    epoch = account.epoch
    if refused := _checked(account, account.folded_name, old, address):
        return refused
    if wrong := _password_faults(new, again):
        return Refusal(wrong)
    return reset_password(account_id, epoch, new, again)


def reset_password(account_id: str, epoch: int, new: str, again: str) -> Account | Refusal:
    """A new password by a link that holds the account's epoch: it works once."""
    if wrong := _password_faults(new, again):
        return Refusal(wrong)
    password = _hashed(new)
    begin_writing()
    account = current(account_id, epoch)
    if account is None:
        raise NotFoundError(account_id)
    account.password, account.epoch = password, account.epoch + 1
    db.session.commit()
    return account


def named(name: str) -> Account:
    """The account of this name."""
    account = account_called(fold_name(_sound(name)))
    if account is None:
        raise NotFoundError(name)
    return account


def erase(account_id: str, password: str, address: str) -> Refusal | None:
    """Delete an account as its person asks; games and standings keep “Former member”."""
    account = _account(account_id)
    if refused := _checked(account, account.folded_name, password, address):
        return refused
    begin_writing()
    if clubs := needed_by(account_id):
        why = "Make somebody else organizer there first, or nobody could look after it."
        return Refusal(tuple(f"You are the only organizer of {club}. {why}" for club in clubs))
    erase_now(account_id)
    return None


@writes
def erase_now(account_id: str) -> None:
    """Delete an account without asking."""
    account = _account(account_id)
    for member in list(account.members):
        forget(member)
    db.session.flush()
    db.session.delete(account)
    db.session.commit()


def needed_by(account_id: str) -> list[str]:
    """Clubs of which it is the only organizer although somebody else could be one."""
    found = []
    for member in memberships(account_id):
        people = [each for each in member.club.members if each.account_id and each.left_at is None]
        others = [each for each in people if each.account_id != account_id]
        if member.role == ORGANIZER and others and not any(each.role == ORGANIZER for each in others):
            found.append(member.club.name)
    return found


def _account(account_id: str) -> Account:
    account = db.session.get(Account, account_id) if account_id else None
    if account is None:
        raise NotFoundError(account_id)
    return account


def _checked(account: Account | None, name: str, password: str, address: str) -> Refusal | None:
    """What speaks against letting this password through, in the same time whether there is such an account."""
    if wait := patience.wait((name, address)):
        return Refusal((f"Too many wrong passwords. Wait {_time(wait)}, then try again.",))
    stored = account.password if account else _nobody()
    # The hash takes its time; others must not wait for the database meanwhile.
    db.session.rollback()
    right = check_password_hash(stored, _normal(password))
    if account is None or not right:
        return Refusal((WRONG,))
    patience.forgive((name, address))
    return None


def _time(seconds: int) -> str:
    return f"{seconds} seconds" if seconds < 100 else f"{-(-seconds // 60)} minutes"


def _password_faults(password: str, again: str) -> tuple[str, ...]:
    length = len(_normal(password))
    if length < SHORTEST_PASSWORD:
        return (f"A password has at least {SHORTEST_PASSWORD} characters: this one has {length}.",)
    if length > LONGEST_PASSWORD:
        return (f"A password has at most {LONGEST_PASSWORD} characters: this one has {length}.",)
    return () if password == again else ("The two passwords differ: type the same one twice.",)


def _hashed(password: str) -> str:
    return generate_password_hash(_normal(password))


@cache
def _nobody() -> str:
    """A hash that no password fits."""
    return generate_password_hash(secrets.token_urlsafe(32))


def _normal(password: str) -> str:
    """Keyboards write the same letter in different ways."""
    return unicodedata.normalize("NFC", _sound(password))


def _sound(text: str) -> str:
    """Text without half characters, which cannot be looked up."""
    return text.encode("utf-8", "replace").decode()
