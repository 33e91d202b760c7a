"""The options of a game as a form, and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.rulebook import PARTS, rule
from scorekeeper.rules.fields import Choice, Field, Whole, YesNo
from scorekeeper.rules.game import Game
from scorekeeper.web.forms.from_fields import FormContext, entry_widget
from scorekeeper.web.forms.read import ABSENT, EntryField, EntryForm, read
from scorekeeper.web.forms.widgets import Buttons, Number, Widget

#: Choices with longer words stand below each other.
LONGEST_IN_ROW = 9


def options_form(game: Game, agreed: Mapping[str, Any], reads_sent: bool = True) -> EntryForm:
    """A form with what was sent, or else with the agreed options and defaults for the rest."""
    values = {option.key: agreed.get(option.key, option.default) for option in game.options}
    return EntryForm(game.options, values, reads_sent)


def chosen_options(game: Game, form: EntryForm) -> dict[str, Any]:
    """The options that differ from the defaults."""
    return {key: value for key, value in form.facts().items() if value != game.defaults.get(key)}


def linked_options(game: Game, sent: Mapping[str, str]) -> dict[str, Any]:
    """The valid options in a link, without defaults."""
    values = {option.key: read(option, dict(sent), option.key) for option in game.options if option.key in sent}
    options = {option.key: option for option in game.options}
    sound = {key: value for key, value in values.items() if value is not ABSENT and not options[key].check(value)}
    return game.differing(sound)


def link_arguments(options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The query of a link with these options."""
    words = {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in options.items()}
    return {"players": str(players)} | words


def option_widgets(form: EntryForm) -> list[Widget]:
    """The widget of each option."""
    return [_option_widget(field) for field in form.entries()]


def option_groups(form: EntryForm) -> dict[str, list[Widget]]:
    """The widgets of all options by their headings, in the order of the options."""
    groups: dict[str, list[Widget]] = {}
    for field in form.entries():
        title = field.entry.heading or PARTS[rule(field.entry.rule).part]
        groups.setdefault(title, []).append(_option_widget(field))
    return groups


def _option_widget(field: EntryField) -> Widget:
    """A figure to step or to type, a choice, or yes and no."""
    entry, value = field.entry, ABSENT if field.data is None else field.data
    if isinstance(entry, Whole):
        shown = "" if value is ABSENT else str(value)
        faults = field.faults_at(entry.key)
        return Number(entry.key, entry.label, faults, shown, entry.low, entry.high, entry.step, _usual(entry))
    made = entry_widget(entry, value, FormContext([], [], [], faults=field.faults_at))
    is_long = isinstance(made, Buttons) and max(len(option.label) for option in made.options) > LONGEST_IN_ROW
    return replace(made, columns=1) if isinstance(made, Buttons) and is_long else made


def _usual(entry: Field) -> str:
    """What a blank figure means."""
    return entry.left_out if entry.default is None else str(entry.default)


def rules_in_words(game: Game, players: int, options: Mapping[str, Any]) -> str:
    """The rules of a table in a sentence, with the options in force."""
    setting, play = game.setting(players, game.with_defaults(options))
    if words := game.in_words(setting):
        return f"{'; '.join(words.values())}."
    parts = [play.end.describe()]
    if len(game.sides(setting)) < players:
        parts.append("fixed partners")
    parts += [
        f"{_lower_first(option.label)}: {option.choices[setting.options[option.key]]}"
        for option in game.options
        if isinstance(option, Choice) and setting.options[option.key] is not None
    ]
    if game.auction is not None:
        auction = setting.auction()
        parts.append(f"bids {auction.lowest} to {auction.highest} by {auction.step}")
    parts += [_lower_first(o.label) for o in game.options if isinstance(o, YesNo) and setting.options[o.key]]
    return f"{'; '.join(parts)}."


def _lower_first(label: str) -> str:
    """A label within a sentence; the Rook keeps its capital."""
    return label if label.split(" ", 1)[0] == "Rook" else label[0].lower() + label[1:]
