"""Headers of every response: what protects a page, and how long browsers and the service worker keep it."""

from __future__ import annotations

from flask import Response, request

from scorekeeper.web.http import static_files
from scorekeeper.web.session import is_signed_in

#: Nothing is loaded from elsewhere, nothing is run that we did not serve.
CONTENT_SECURITY_POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
#: Nothing keeps it: after signing out, *Back* asks the server.
NOT_STORED = "private, no-store"
#: The browser may show it again on *Back*, with what was typed; otherwise it asks.
ASKED_AGAIN = "private, no-cache"
#: Pages of the phone itself, the same whoever is signed in: a game, its rules and its settling.
PHONES = frozenset(("table", "names", "exports", "settle", "rules", "offline", "about", "preferences"))
#: Pages that show or open a link, or the account: the service worker has no copy of them.
NEVER_COPIED = frozenset(
    (
        "calendar.addresses",
        "night.door",
        "clubs.invitation",
        "clubs.join",
        "clubs.reset",
        "night.checkin_link",
        "rounds.codes",
        "rounds.table",
        "screen.link",
        "season_edit.share",
        "share.join",
        "share.page",
        "highlights.share",
        "codes.cards",
        "codes.table",
        "tournament.settings",
        "tournament_export.printed",
        "tournament.table",
    )
)
ACCOUNT = "account"
COPY_HEADER, ACCOUNT_HEADER = "Rook-Copy", "Rook-Account"


def mark_private(response: Response) -> Response:
    """Say who may keep a copy; copies made while somebody is signed in go when they sign out."""
    is_secret = request.endpoint in NEVER_COPIED or request.blueprint == ACCOUNT
    is_phones = request.blueprint in PHONES and not is_secret
    response.headers.setdefault("Cache-Control", ASKED_AGAIN if is_phones else NOT_STORED)
    if is_secret:
        response.headers[COPY_HEADER] = "never"
    if response.mimetype == "text/html" and is_signed_in():
        response.headers[ACCOUNT_HEADER] = "signed in"
    return response


def set_common_headers(response: Response) -> Response:
    """What protects a page, and the mark by which phones know our own answers and a new release."""
    response.headers[static_files.MARK] = static_files.current_release()
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response
