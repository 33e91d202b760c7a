"""Paths: templates and static files, the instance folder, the secret key."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def root() -> Path:
    """The checkout if we run from one, else the package with its copies."""
    checkout = PACKAGE.parent
    return checkout if (checkout / "pyproject.toml").is_file() and (checkout / "templates").is_dir() else PACKAGE


def instance() -> Path:
    """The folder of the database: as the environment says, in the checkout, or among the user's data."""
    if folder := os.environ.get("SCOREKEEPER_INSTANCE"):
        return Path(folder).absolute()
    if root() != PACKAGE:
        return root() / "instance"
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data, "scorekeeper")


def database_address() -> str | None:
    """The address of a PostgreSQL database, if the environment has one."""
    return os.environ.get("SCOREKEEPER_DATABASE_URL") or os.environ.get("DATABASE_URL")


def _secret_of_environment() -> str:
    """As Flask reads it: a text between quotation marks is JSON."""
    text = os.environ.get("SCOREKEEPER_SECRET_KEY", "")
    try:
        parsed = json.loads(text)
    except ValueError:
        return text
    return parsed if isinstance(parsed, str) else text


def secret_key(folder: Path) -> str:
    """The key that signs cookies and seals links: as the environment says, or made once in the folder.

    Of several processes starting at once the first one wins.
    """
    if secret := _secret_of_environment():
        return secret
    file = folder / "secret_key"
    if not file.exists():
        handle, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "w") as draft:
            draft.write(secrets.token_urlsafe(32))
            draft.flush()
            os.fsync(draft.fileno())
        try:
            os.link(name, file)
        except FileExistsError:
            pass
        finally:
            os.unlink(name)
    return file.read_text("utf-8")
