"""The JSON API: the engine for programs, and stored games by the keys of their links."""

# Every module of routes adds its operations to the table, in the order of the description.
from scorekeeper.web.api import club_feed_routes, engine_routes, game_routes, limits, openapi_routes
from scorekeeper.web.api.operations import blueprint
from scorekeeper.web.api.responses import Handler, or_json

__all__ = [
    "Handler",
    "blueprint",
    "club_feed_routes",
    "engine_routes",
    "game_routes",
    "limits",
    "openapi_routes",
    "or_json",
]
