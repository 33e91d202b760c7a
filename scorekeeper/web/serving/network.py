"""The address of this machine for phones in the same network."""

from __future__ import annotations

import socket
import sys
from ipaddress import ip_address

import segno

from scorekeeper.web.addresses import is_local

#: A reserved address. Nothing is sent to it; connecting only selects the local address.
NOBODY = ("192.0.2.1", 9)


def network_address() -> str:
    """This machine's address in its network; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOBODY)
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if is_local(address) else address


def phone_address(host: str, port: int) -> str:
    """The URL for phones of a server that listens on a host, or an empty string if only this machine can reach it."""
    name = network_address() if is_any(host) else host
    return "" if not name or is_local(name) else f"http://{in_url(name)}:{port}"


def own_address(host: str, port: int) -> str:
    """The URL of the server on this machine."""
    return f"http://{'127.0.0.1' if is_any(host) else in_url(host)}:{port}"


def is_any(host: str) -> bool:
    """Whether a host stands for all addresses of this machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def in_url(host: str) -> str:
    """A host as written in a URL."""
    return f"[{host}]" if ":" in host else host


def print_addresses(host: str, port: int) -> None:
    """Print the URLs of the server for this machine and for phones."""
    print(f"The score keeper is at {own_address(host, port)} (Ctrl-C stops it)", flush=True)
    phones = phone_address(host, port)
    if phones:
        print(f"Phones in the same network open {phones}", flush=True)
        if sys.stdout.isatty():
            segno.make(phones, error="l", micro=False).terminal(compact=True)
    elif is_any(host):
        print("This machine is in no network, so phones can't open it.", flush=True)
