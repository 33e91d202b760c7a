"""Headers of every response: security, and caching by browsers and the service worker."""

from __future__ import annotations

from flask import Response, request

from scorekeeper.web.http import static_files
from scorekeeper.web.session import is_signed_in

#: Everything is loaded from this server.
CONTENT_SECURITY_POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
#: Search engines do not list the page, and links do not pass its address on.
PRIVATE = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}
#: Never cached, so after signing out *Back* asks the server.
NOT_STORED = "private, no-store"
#: The browser may show it on *Back* with what was typed. Otherwise it revalidates.
ASKED_AGAIN = "private, no-cache"
#: Blueprints whose pages belong to the phone and do not depend on the account: a game, its rules and disputes.
PHONES = frozenset(("table", "names", "exports", "settle", "rules", "offline", "about", "preferences"))
#: Endpoints that show or open a link. The service worker keeps no copy of them.
NEVER_COPIED = frozenset(
    (
        "calendar.addresses",
        "event.door",
        "clubs.invitation",
        "clubs.join",
        "clubs.reset",
        "event.checkin_link",
        "rounds.codes",
        "rounds.table",
        "screen.link",
        "season_edit.share",
        "share.join",
        "share.page",
        "event.settings",
        "codes.cards",
        "codes.table",
    )
)
ACCOUNT = "account"
COPY_HEADER, ACCOUNT_HEADER = "Rook-Copy", "Rook-Account"


def mark_private(response: Response) -> Response:
    """Set who may keep a copy. Copies made while signed in are deleted on signing out."""
    is_secret = request.endpoint in NEVER_COPIED or request.blueprint == ACCOUNT
    response.headers.setdefault("Cache-Control", ASKED_AGAIN if request.blueprint in PHONES else NOT_STORED)
    if is_secret:
        response.headers[COPY_HEADER] = "never"
    if response.mimetype == "text/html" and is_signed_in():
        response.headers[ACCOUNT_HEADER] = "signed in"
    return response


def set_common_headers(response: Response) -> Response:
    """Set security headers, and the release by which phones recognize our responses and updates."""
    response.headers[static_files.MARK] = static_files.current_release()
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response
