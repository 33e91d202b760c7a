"""What a table agrees upon: the rules in a sentence, what differs, contradictions, and sets of rules to begin with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.actions.table import saved_rules
from scorekeeper.rules import Fault, Sheet, score
from scorekeeper.rules.document import FORMAT
from scorekeeper.rules.game import Game, Preset
from scorekeeper.rules.option_patches import option_words
from scorekeeper.web.forms.options import rules_in_words

#: The rules whose figures follow from the others.
SUM = ("total", "bid")
#: Where the options stand in a record.
PREFIX = "options."


@dataclass(frozen=True)
class Agreement:
    """What a table agrees upon: in a sentence, what differs, and what contradicts itself."""

    words: str
    #: What all the figures come to.
    sum: str
    chips: list[str]
    faults: tuple[Fault, ...]


def agreement(game: Game, players: int, options: Mapping[str, Any]) -> Agreement:
    """The rules with these options at a table of so many."""
    faults = option_faults(game, players, options)
    if faults:
        return Agreement("", "", [], faults)
    standard = "" if game.presets or options else "Standard rules: "
    words = standard + rules_in_words(game, players, options)
    figures = game.in_words(game.setting(players, game.with_defaults(options))[0])
    in_short = ", ".join(figures[rule] for rule in SUM if rule in figures)
    return Agreement(words[0].upper() + words[1:], in_short, option_words(game, options), ())


def option_faults(game: Game, players: int, options: Mapping[str, Any]) -> tuple[Fault, ...]:
    """What is wrong with the options alone, each fault at its option."""
    names = [str(seat) for seat in range(players)]
    result = score({"format": FORMAT, "game": game.slug, "players": names, "options": dict(options), "hands": []})
    if isinstance(result, Sheet):
        return ()
    return tuple(replace(fault, path=fault.path.removeprefix(PREFIX)) for fault in result if fault.path)


@dataclass(frozen=True)
class PresetRow:
    """A set of options to begin with: its name, its figures, and whether it is the one in force."""

    value: str
    name: str
    players: int
    words: str
    is_current: bool


def all_presets(device_id: str, game: Game) -> list[tuple[str, Preset]]:
    """What this device has saved under a name, then the presets of the game, each with the value of its button."""
    saved = saved_rules.saved_rules(device_id, game.slug)
    own = [(f"saved-{rules.id}", Preset(rules.name, rules.players, rules.options)) for rules in saved]
    return [*own, *((str(number), preset) for number, preset in enumerate(game.presets))]


def preset_rows(
    game: Game, presets: Iterable[tuple[str, Preset]], players: int, options: Mapping[str, Any]
) -> list[PresetRow]:
    """Sets of options to begin with; one that the game no longer allows is left out."""
    return [
        PresetRow(
            value,
            preset.name,
            preset.players,
            rules_in_words(game, preset.players, preset.options),
            preset.players == players and dict(preset.options) == dict(options),
        )
        for value, preset in presets
        if not option_faults(game, preset.players, preset.options)
    ]


def own_rules(game: Game, players: int, options: Mapping[str, Any]) -> str:
    """The rules in a sentence, for a table that plays by figures or options of its own."""
    return rules_in_words(game, players, options) if options or game.presets else ""
