"""The options of a game as a form: what a table agrees upon before it plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.game import Game
from scorekeeper.web.forms.entry_form import EntryForm
from scorekeeper.web.forms.from_fields import FormContext, entry_widget
from scorekeeper.web.forms.widgets import Widget


def options_form(game: Game, agreed: Mapping[str, Any]) -> EntryForm:
    """A form with the options agreed upon, and the usual ones for the rest."""
    values = {option.key: agreed.get(option.key, option.default) for option in game.options}
    return EntryForm(game.options, values)


def chosen_options(game: Game, form: EntryForm) -> dict[str, Any]:
    """The options that differ from the usual ones."""
    return {key: value for key, value in form.facts().items() if value != game.defaults.get(key)}


def option_widgets(form: EntryForm) -> list[Widget]:
    """The widget of each option."""
    return [
        entry_widget(field.entry, field.data, FormContext([], [], [], faults=field.faults_at))
        for field in form.entries()
    ]
