"""The store: the only room that knows the database. Facts are kept, never a computed score."""

from scorekeeper.store.base import db
from scorekeeper.store.models import Device, Game, Grant, Version

__all__ = ["Device", "Game", "Grant", "Version", "db"]
