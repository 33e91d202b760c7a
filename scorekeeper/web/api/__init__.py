"""The JSON API: the engine for programs, and stored games by the keys of their links."""

# Each module of routes adds its operations to the table, in the order of the description.
from scorekeeper.web.api import openapi, routes
from scorekeeper.web.api.protocol import Handler, blueprint, or_json

__all__ = ["Handler", "blueprint", "openapi", "or_json", "routes"]
