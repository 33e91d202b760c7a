"""Where templates and static files lie: in a checkout, or inside the installed package."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def root() -> Path:
    """The checkout if we run from one, else the package with its copies."""
    checkout = PACKAGE.parent
    return checkout if (checkout / "pyproject.toml").is_file() and (checkout / "templates").is_dir() else PACKAGE
