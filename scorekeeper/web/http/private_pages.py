"""What browsers and the service worker may keep of a page, and for how long."""

from __future__ import annotations

from flask import Response, request

from scorekeeper.web.session import is_signed_in

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
