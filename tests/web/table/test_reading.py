"""What a page shows of a value is read back as the same value; `Form` is a browser without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import singledispatch
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask, render_template
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.cards.melds import MeldField, classify
from scorekeeper.rules.fields import Either, Field, Group, ListOf, PerSide, Points, Whole
from scorekeeper.rules.game import Game, entries_of
from scorekeeper.rules.values import BIGGEST
from scorekeeper.web.forms.from_fields import FormContext, entry_widget
from scorekeeper.web.forms.read import ABSENT, read
from tests import strategies
from tests.budget import examples
from tests.samples import NAMES

Sent = list[tuple[str, str]]


@dataclass
class Control:
    """An input of a form, and whether it would be sent."""

    kind: str
    name: str
    value: str
    on: bool = True


class Form(HTMLParser):
    """The first form with a class (or with none named, all inputs of the page), to be filled in and sent."""

    def __init__(self, page: str, css: str | None = None, press: Callable[[Sent], str] | None = None) -> None:
        super().__init__()
        self.css, self.press = css, press
        self.load(page)

    def load(self, page: str) -> None:
        self.controls: list[Control] = []
        self.buttons: Sent = []
        self.inside = self.css is None
        # The parser of the standard library is slow: it reads the forms of the page and nothing else.
        self.feed("".join(re.findall(r"(?s)<form\b.*?</form>", page)) if self.css else page)
        assert self.controls or self.css is None, "there is no such form on the page"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in attrs}
        if tag == "form" and self.css is not None:
            self.inside = self.css in attributes.get("class", "").split()
        elif self.inside and tag == "input":
            kind = attributes.get("type", "text")
            on = "checked" in attributes if kind in ("radio", "checkbox") else True
            self.controls.append(Control(kind, attributes.get("name", ""), attributes.get("value", "on"), on))
        elif self.inside and tag == "button" and "name" in attributes:
            self.buttons.append((attributes["name"], attributes["value"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.css is not None:
            self.inside = False

    def sent(self, *more: tuple[str, str]) -> Sent:
        """What a browser would send."""
        return [(control.name, control.value) for control in self.controls if control.on and control.name] + list(more)

    def at(self, name: str) -> list[Control]:
        return [control for control in self.controls if control.name == name and control.kind != "hidden"]

    def set(self, name: str, value: str) -> None:
        """Type into an input, or touch the button with this value."""
        controls = self.at(name)
        assert controls, f"the page has no {name}"
        if controls[0].kind == "text":
            controls[0].value = value
            return
        assert value in [control.value for control in controls], f"the page does not offer {name}={value}"
        for control in controls:
            control.on = control.value == value

    def fill(self, path: str, value: Any) -> None:
        """Enter a value of a record wherever the page asks for it."""
        if value is None and "null" not in [control.value for control in self.at(path)]:
            return
        if isinstance(value, list) and not self.at(path) and not path.startswith("calls["):
            for index, part in enumerate(value):
                self.fill(f"{path}[{index}]", part)
        elif isinstance(value, dict):
            for key, part in value.items():
                self.fill(f"{path}.{key}", part)
        else:
            self._enter(path, self._spelled(path, value))

    def _spelled(self, path: str, value: Any) -> str:
        if isinstance(value, list):
            return " ".join(map(str, value))
        if [control.kind for control in self.at(path)] == ["checkbox"]:
            return self.at(path)[0].value
        return (
            {None: "null", True: "true", False: "false"}[value]
            if value in (None, True, False) and type(value) is not int
            else str(value)
        )

    def _enter(self, path: str, value: str) -> None:
        """With the button that lays a card, or after asking for one more row, where that is needed."""
        if path.startswith("calls[") and ("do", "calls") in self.buttons and self.press is not None:
            self.load(self.press(self.sent(("do", "calls"))))
        put = next((button for button in self.buttons if button[1].split("&")[0] == f"{path}={value}"), None)
        if not self.at(path) and self.press is not None:
            self.load(self.press(self.sent(put or ("do", "look"))))
            if put:
                return
        self.set(path, value)


@singledispatch
def sound(field: Field) -> st.SearchStrategy[Any]:
    """Values of a field that could be true at a table."""
    return strategies.values(field)


@sound.register
def _(field: MeldField) -> st.SearchStrategy[Any]:
    sets = st.fixed_dictionaries(
        {"set": st.integers(3, 14), "natural": st.integers(2, 12)}, optional={"wild": st.integers(0, 16)}
    )
    runs = st.builds(
        lambda color, low, length: {"run": color, "from": low, "to": min(14, low + length)},
        st.sampled_from(list(field.colors)),
        st.integers(4, 12),
        st.integers(2, 10),
    )
    return (sets | runs).filter(lambda meld: classify(meld, True).legal)


@sound.register
def _(field: Whole) -> st.SearchStrategy[Any]:
    if field.low < -500:
        return st.integers(-500, 500)
    top = field.high if field.usual is None else field.usual
    return strategies.values(replace(field, high=top))


@sound.register
def _(field: Points) -> st.SearchStrategy[Any]:
    return strategies.values(field)


@sound.register
def _(field: Group) -> st.SearchStrategy[Any]:
    needed = {part.key: sound(part) for part in field.fields if part.needed}
    return st.fixed_dictionaries(needed, optional={part.key: sound(part) for part in field.fields if not part.needed})


@sound.register
def _(field: PerSide) -> st.SearchStrategy[Any]:
    of = st.none() | sound(field.of) if field.rest else sound(field.of)
    return st.lists(of, min_size=field.count, max_size=field.count)


@sound.register
def _(field: Either) -> st.SearchStrategy[Any]:
    return sound(field.plain) | sound(field.group)


@sound.register
def _(field: ListOf) -> st.SearchStrategy[Any]:
    return st.lists(sound(field.of), min_size=field.least, max_size=field.most or 4)


def is_filled(value: Any) -> bool:
    """It says something, each side of it: an empty object is the same as no entry."""
    if isinstance(value, list):
        return {} not in value and any(part not in (None, []) for part in value)
    return value != {}


def sights(game: Game, players: int, agreed: dict[str, Any]) -> FormContext:
    setting, play = game.setting(players, game.with_defaults(agreed))
    entries = [" & ".join(NAMES[seat] for seat in seats) for seats in entries_of(setting, play, 0, {"bidder": 0})]
    sides = [" & ".join(NAMES[seat] for seat in seats) for seats in game.sides(setting)]
    return FormContext(NAMES[:players], entries, [0], sides=sides)


def render_and_read(app: Flask, field: Field, value: Any, sight: FormContext) -> Any:
    with app.test_request_context():
        widget = entry_widget(field, value, sight)
        form = Form(render_template(f"widgets/{widget.partial}.html", widget=widget))
    return read(field, MultiDict(form.sent()), field.key)


@dataclass
class Entered:
    """A sound value of a field of a hand, at a table of so many."""

    key: str
    value: Any
    players: int
    agreed: dict[str, Any]


@st.composite
def entered(draw: st.DrawFn, game: Game) -> Entered:
    players = draw(st.sampled_from(game.players))
    agreed = draw(strategies.options(game, players))
    fields = game.setting(players, game.with_defaults(agreed))[1].fields
    key = draw(st.sampled_from(list(fields)))
    value = draw(sound(fields[key]).filter(lambda value: is_filled(value) and not fields[key].check(value)))
    return Entered(key, value, players, agreed)


@st.composite
def agreed_upon(draw: st.DrawFn) -> tuple[Field, Any]:
    option = draw(st.sampled_from([option for game in GAMES for option in game.options]))
    return option, draw(strategies.values(option))


RELAXED = settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("slug", list(BY_SLUG))
def test_an_entry_shown_is_the_entry_read(app: Flask, slug: str) -> None:
    game = BY_SLUG[slug]

    @RELAXED
    @given(entered(game))
    def check(drawn: Entered) -> None:
        field = game.setting(drawn.players, game.with_defaults(drawn.agreed))[1].fields[drawn.key]
        got = render_and_read(app, field, drawn.value, sights(game, drawn.players, drawn.agreed))
        assert got == drawn.value

    check()


def test_an_option_shown_is_the_option_read(app: Flask) -> None:
    @RELAXED
    @given(agreed_upon())
    def check(drawn: tuple[Field, Any]) -> None:
        option, value = drawn
        got = render_and_read(app, option, value, FormContext([], [], []))
        assert got == value

    check()


@pytest.mark.parametrize("slug", list(BY_SLUG))
def test_an_untouched_entry_says_nothing(app: Flask, slug: str) -> None:
    game = BY_SLUG[slug]
    for players in game.players:
        for field in game.setting(players, game.defaults)[1].fields.values():
            got = render_and_read(app, field, ABSENT, sights(game, players, {}))
            # The pages of melds and of cards cannot tell "none" from "nothing entered"; some numbers are usually zero.
            usual = ([[]] * field.count, [field.blank] * field.count) if isinstance(field, PerSide) else ()
            assert got is ABSENT or (field.needed and got in usual), (field.key, got)


@pytest.mark.parametrize("points", [BIGGEST, -BIGGEST, 10**12])
def test_the_largest_figures_are_figures(app: Flask, points: int) -> None:
    game = BY_SLUG["original"]
    field, value = game.setting(4, game.defaults)[1].fields["adjust"], [{"side": 1, "points": points, "why": "agreed"}]
    assert render_and_read(app, field, value, sights(game, 4, {})) == value
