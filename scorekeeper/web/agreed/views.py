"""What a table agrees upon: the rules in a sentence, what differs, contradictions, and sets of rules to begin with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import abort

from scorekeeper.actions.club import clubs
from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.table import games
from scorekeeper.rules import Fault, Sheet, score
from scorekeeper.rules.document import FORMAT
from scorekeeper.rules.game import Game, Preset
from scorekeeper.rules.script_facts import option_words
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
class OfferedRules:
    """A set of options to begin with, the value of its button, and the club that saved it, if one did."""

    value: str
    preset: Preset
    club: str = ""


@dataclass(frozen=True)
class PresetRow:
    """A set of options to begin with: its name, its figures, and whether it is the one in force."""

    value: str
    name: str
    club: str
    players: int
    words: str
    is_current: bool


def offered_rules(device_id: str, account_id: str, game: Game) -> list[OfferedRules]:
    """What this device has saved under a name, what the clubs of its account have, then the presets of the game."""
    saved = games.saved_rules(device_id, game.slug)
    own = [OfferedRules(f"saved-{rules.id}", Preset(rules.name, rules.players, rules.options)) for rules in saved]
    presets = [OfferedRules(str(number), preset) for number, preset in enumerate(game.presets)]
    return [*own, *map(_of_club, clubs.rules_for(account_id, game.slug)), *presets]


def club_offers(club: ClubAccess, game: Game) -> list[OfferedRules]:
    """What a club has saved for a game, then the presets of the game."""
    presets = [OfferedRules(str(number), preset) for number, preset in enumerate(game.presets)]
    return [*map(_of_club, clubs.rules_in(club, game.slug)), *presets]


def _of_club(rules: clubs.ClubRules) -> OfferedRules:
    return OfferedRules(f"club-{rules.id}", Preset(rules.name, rules.players, rules.options), rules.club.name)


def preset_rows(
    game: Game, offers: Iterable[OfferedRules], options: Mapping[str, Any], players: int | None = None
) -> list[PresetRow]:
    """Sets of options to begin with; one that the game no longer allows is left out."""
    return [
        PresetRow(
            offer.value,
            offer.preset.name,
            offer.club,
            offer.preset.players,
            rules_in_words(game, offer.preset.players, offer.preset.options),
            players in (None, offer.preset.players) and dict(offer.preset.options) == dict(options),
        )
        for offer in offers
        if not option_faults(game, offer.preset.players, offer.preset.options)
    ]


def chosen_preset(offers: Iterable[OfferedRules], value: str) -> Preset:
    """The options that somebody chose by their name; not found if they are not offered."""
    return next((offer.preset for offer in offers if offer.value == value), None) or abort(404)


def own_rules(game: Game, players: int, options: Mapping[str, Any]) -> str:
    """The rules in a sentence, for a table that plays by figures or options of its own."""
    return rules_in_words(game, players, options) if options or game.presets else ""
