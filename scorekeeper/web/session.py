"""The session cookie of a phone, and the signed-in account: its id and epoch are in the session."""

from __future__ import annotations

from flask import Flask, Request, abort, current_app, g, redirect, request, session, url_for
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadData, BadSignature, URLSafeTimedSerializer

from scorekeeper.actions.account import accounts
from scorekeeper.actions.account.accounts import Account
from scorekeeper.actions.errors import NotFoundError

#: Seconds that a reset link is valid. It works once.
RESET_SECONDS = 3 * 24 * 60 * 60


class SessionCookie(SecureCookieSessionInterface):
    """The session in a signed cookie that never expires, with a signer that is created once.

    A small computer without a clock chip starts years in the past, so earlier cookies seem to come from the
    future. A cookie with a valid signature is accepted whatever its time, or phones would lose their games.
    """

    def __init__(self, app: Flask) -> None:
        self._signer = super().get_signing_serializer(app)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """The signer of the app's secret key."""
        return self._signer

    def get_cookie_secure(self, app: Flask) -> bool:
        """A cookie set over HTTPS is never sent over HTTP."""
        return request.is_secure

    def open_session(self, app: Flask, incoming: Request) -> SecureCookieSession | None:
        """The session of a cookie with a valid signature, or an empty one."""
        if self._signer is None:
            return None
        cookie = incoming.cookies.get(self.get_cookie_name(app), "")
        try:
            return self.session_class(self._signer.loads(cookie) if cookie else None)
        except BadSignature:
            return self.session_class()


def start_session(account: Account) -> None:
    """Sign this phone in."""
    session["account"], session["epoch"] = account.id, account.epoch
    session.permanent = True
    g.pop("account", None)


def end_session() -> None:
    """Sign this phone out. It keeps its games."""
    session.pop("account", None)
    session.pop("epoch", None)
    g.pop("account", None)


def current_account() -> Account | None:
    """The signed-in account, unless its password was changed elsewhere."""
    if "account" not in g:
        g.account = accounts.current(str(session.get("account", "")), int(session.get("epoch", -1)))
    account: Account | None = g.account
    return account


def is_signed_in() -> bool:
    """Whether this request has found a signed-in account. Makes no query."""
    return g.account is not None if "account" in g else "account" in session


def account_id() -> str:
    """The id of the signed-in account, or an empty string."""
    account = current_account()
    return "" if account is None else str(account.id)


def require_account() -> Account:
    """The signed-in account. Without one, redirect to the sign-in page and back."""
    account = current_account()
    if account is None:
        back = request.full_path.rstrip("?") if request.method == "GET" else url_for("clubs.my_clubs")
        abort(redirect(url_for("account.sign_in", next=back), 303))
    return account


def safe_path(path: str | None) -> str:
    """The path if it is a page of this server, otherwise “My clubs”."""
    ours = path and path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if path and ours else url_for("clubs.my_clubs")


def reset_path(account: Account) -> str:
    """The path of a link that sets a new password once."""
    token = _signer().dumps([account.id, account.epoch])
    return url_for("account.reset", token=token)


def read_reset(token: str) -> Account:
    """The account of a reset link. Raises if the link is expired, used or forged."""
    try:
        account_id, epoch = _signer().loads(token, max_age=RESET_SECONDS)
    except BadData as error:
        raise NotFoundError("reset") from error
    account = accounts.current(account_id, epoch)
    if account is None:
        raise NotFoundError("reset")
    return account


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.secret_key or "", salt="new password")
