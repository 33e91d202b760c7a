"""The session's cookie: Flask's own, with a signer that is made once instead of twice a request."""

from __future__ import annotations

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer


class SessionCookie(SecureCookieSessionInterface):
    """The session in a signed cookie."""

    def __init__(self, app: Flask) -> None:
        self._signer = super().get_signing_serializer(app)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """The signer of the app's secret key."""
        return self._signer
