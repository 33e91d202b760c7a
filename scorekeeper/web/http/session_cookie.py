"""The session's cookie: Flask's own, with a signer that is made once, and of any age.

A small computer without a clock chip starts years too early, and cookies signed before seem to come from the future.
A cookie whose signature is good is believed whatever the clock says: phones would lose their games otherwise.
"""

from __future__ import annotations

from flask import Flask, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask.wrappers import Request
from itsdangerous import BadSignature, URLSafeTimedSerializer


class SessionCookie(SecureCookieSessionInterface):
    """The session in a signed cookie."""

    def __init__(self, app: Flask) -> None:
        self._signer = super().get_signing_serializer(app)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """The signer of the app's secret key."""
        return self._signer

    def get_cookie_secure(self, app: Flask) -> bool:
        """A cookie that was given over https never goes over http."""
        return request.is_secure

    def open_session(self, app: Flask, incoming: Request) -> SecureCookieSession | None:
        """The session of a cookie with a good signature, or an empty one."""
        if self._signer is None:
            return None
        return self.read(incoming.cookies.get(self.get_cookie_name(app), ""))

    def read(self, cookie: str) -> SecureCookieSession:
        """What a cookie says, if its signature is good."""
        if self._signer is None or not cookie:
            return self.session_class()
        try:
            return self.session_class(self._signer.loads(cookie))
        except BadSignature:
            return self.session_class()
