"""Addresses of pages and their QR codes."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

import segno
from flask import current_app, flash, redirect, request, url_for
from markupsafe import Markup
from werkzeug import Response

#: Bits of an IPv6 address that a provider assigns to one household; devices choose the rest.
HOUSEHOLD_BITS = 64


def client_address() -> str:
    """The address that limits count a request for, as the trusted proxies report it; empty for the server itself."""
    return household(request.remote_addr or "")


@lru_cache(maxsize=2_000)
def household(address: str) -> str:
    """An IPv4 address, or the part of an IPv6 address that all phones of one household share."""
    try:
        # A link-local address may name the network card as well.
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    bits = 128 - HOUSEHOLD_BITS
    return f"{IPv6Address(int(parsed) >> bits << bits)}/{HOUSEHOLD_BITS}"


def is_local(host: str) -> bool:
    """Whether a host, with or without a port, can be reached from its own machine only."""
    name = urlsplit(f"//[{host}]" if host.count(":") > 1 and "[" not in host else f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def phone_url(url: str) -> str:
    """A link as phones in the same network can open it, if they can reach this server."""
    address, parts = str(current_app.config["PHONE_ADDRESS"]), urlsplit(url)
    if not address or not is_local(parts.netloc):
        return url
    return address + url.removeprefix(f"{parts.scheme}://{parts.netloc}")


def is_reachable() -> bool:
    """Whether links of the present page work on other phones."""
    return not is_local(request.host) or bool(current_app.config["PHONE_ADDRESS"])


def go_to(endpoint: str, message: str = "", **values: Any) -> Response:
    """Redirect to a page after something was done, with a message on it."""
    if message:
        flash(message)
    return redirect(url_for(endpoint, **values), 303)


def qr(text: str) -> Markup:
    """A QR code as an inline picture, dark on light in every color scheme."""
    out = BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, dark="#1d1a16", light="#fff"
    )
    return Markup(out.getvalue().decode())
