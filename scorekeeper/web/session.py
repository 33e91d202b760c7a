"""The account behind a request, if there is one: its id and epoch are in the session."""

from __future__ import annotations

from flask import abort, current_app, g, redirect, request, session, url_for
from itsdangerous import BadData, URLSafeTimedSerializer

from scorekeeper.actions.account import accounts
from scorekeeper.actions.account.accounts import Account
from scorekeeper.actions.errors import NotFoundError

#: A reset link works so many seconds, and once.
RESET_SECONDS = 3 * 24 * 60 * 60


def sign_in(account: Account) -> None:
    """From now on this phone speaks for the account."""
    session["account"], session["epoch"] = account.id, account.epoch
    session.permanent = True
    g.pop("account", None)


def sign_out() -> None:
    """This phone is nobody's again; the games it keeps stay."""
    session.pop("account", None)
    session.pop("epoch", None)
    g.pop("account", None)


def current_account() -> Account | None:
    """Who is signed in here, unless the password was changed elsewhere."""
    if "account" not in g:
        g.account = accounts.current(str(session.get("account", "")), int(session.get("epoch", -1)))
    found: Account | None = g.account
    return found


def needed_account() -> str:
    """The id of who is signed in; whoever is not is asked to, and comes back."""
    account = current_account()
    if account is None:
        back = request.full_path.rstrip("?") if request.method == "GET" else url_for("clubs.mine")
        abort(redirect(url_for("account.sign_in", next=back), 303))
    return account.id


def safe_path(said: str) -> str:
    """Where to go next: a page of ours, whatever was said."""
    ours = said.startswith("/") and not said.startswith(("//", "/\\")) and said.isprintable()
    return said if ours else url_for("clubs.mine")


def reset_path(account: Account) -> str:
    """The path of a link by which the account gets a new password, once."""
    token = _signer().dumps([account.id, account.epoch])
    return url_for("account.reset", token=token)


def read_reset(token: str) -> tuple[str, int]:
    """The account and epoch of a reset link; one that is old, used or made up is not here."""
    try:
        account_id, epoch = _signer().loads(token, max_age=RESET_SECONDS)
    except BadData as bad:
        raise NotFoundError("reset") from bad
    if accounts.current(account_id, epoch) is None:
        raise NotFoundError("reset")
    return account_id, epoch


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.secret_key or "", salt="new password")
