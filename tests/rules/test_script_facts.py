"""The facts for the script have a format: whoever changes their shape gives it the next number."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from scorekeeper.rules import GAMES
from scorekeeper.rules.script_facts import FORMAT, facts

#: Names of things, not parts of the shape.
NAMED = ("fields", "counters")
#: The shape that belongs to each format. If the test fails: does a script that knows only the old shape read the new
#: facts rightly? Then type the new shape here. If not, raise FORMAT in script_facts.py and facts-format.js first.
SHAPES = {3: "f3c3cfaee4b9"}


def parts_of(value: Any, path: str = "") -> Iterator[str]:
    """Every path in the facts, with the kinds of fields and of arithmetic that it leads to."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from parts_of(part, f"{path}.{'*' if path.endswith(NAMED) else key}")
    elif isinstance(value, list):
        for part in value:
            yield from parts_of(part, f"{path}[]")
    else:
        yield f"{path}={value}" if path.endswith((".kind", ".way")) else path


def test_a_changed_shape_has_a_new_format() -> None:
    settings = [game.setting(players, game.defaults) for game in GAMES for players in game.players]
    shape = sorted({part for setting, play in settings for part in parts_of(facts(setting, play))})
    assert sha256("\n".join(shape).encode()).hexdigest()[:12] == SHAPES[FORMAT], shape
