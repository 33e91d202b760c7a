"""Exporting a club."""
from typing import Any


def export_club(access: Any) -> dict[str, Any]: raise NotImplementedError
def export_from_command_line(club_id: str) -> dict[str, Any]: raise NotImplementedError
def club_text(document: dict[str, Any]) -> str: raise NotImplementedError
