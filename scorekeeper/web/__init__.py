"""HTTP in, pages out: the app factory only wires."""

from scorekeeper.web.app import create_app

__all__ = ["create_app"]
