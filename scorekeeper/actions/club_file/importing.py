"""Importing a club."""
from typing import Any


class Imported: ...
class Source:
    def __init__(self, *a: Any) -> None: ...
def import_club(access: Any, source: Any) -> Any: raise NotImplementedError
def import_from_command_line(club_id: str, source: Any) -> Any: raise NotImplementedError
