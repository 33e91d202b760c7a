"""Addresses that work only on the machine of the server."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_local(host: str) -> bool:
    """Whether a host, with or without a port, can be reached from its own machine only."""
    name = urlsplit(f"//[{host}]" if host.count(":") > 1 and "[" not in host else f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False
