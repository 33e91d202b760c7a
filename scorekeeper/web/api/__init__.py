"""The JSON API: the engine for programs, and stored games by the keys of their links."""

from scorekeeper.web.api import limits, page
from scorekeeper.web.api.answers import Handler, or_json
from scorekeeper.web.api.operations import blueprint

__all__ = ["Handler", "blueprint", "limits", "or_json", "page"]
