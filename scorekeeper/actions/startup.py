"""Making the store ready for an app."""

from scorekeeper.store.database import open_database

__all__ = ["open_database"]
