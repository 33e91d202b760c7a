"""Melds by touch: which buttons there are, what they put into the form, and what a row shows."""

from __future__ import annotations

from typing import Any

from werkzeug.datastructures import ImmutableMultiDict, MultiDict

from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.cards.melds import MeldField
from scorekeeper.rules.fields import Field, ListOf, PerSide
from scorekeeper.web.forms.read import read
from scorekeeper.web.forms.widgets import Melds, meld_list
from scorekeeper.web.table.hand_form import edited
from tests.rows import each_row


def melds_field() -> Field:
    game = BY_SLUG["club"]
    return game.setting(4, game.defaults)[1].fields["melds"]


def melds_of(*melds: dict[str, Any]) -> Melds:
    field = melds_field()
    assert isinstance(field, PerSide)
    assert isinstance(field.of, ListOf)
    assert isinstance(field.of.of, MeldField)
    widget = meld_list(field.of.of, "melds[0]", melds, lambda path: [], "Melds")
    assert isinstance(widget, Melds)
    return widget


def after(put: str, *entries: tuple[str, str]) -> Any:
    form = edited(ImmutableMultiDict([*entries, ("put", put)]))
    return read(melds_field(), MultiDict(form), "melds")


def test_a_number_adds_a_set_or_a_rookie() -> None:
    (_, _, of_set), (_, _, rookie) = melds_of().kinds
    assert [button.label for button in of_set] == [str(number) for number in range(3, 15)]
    sevens = next(button for button in rookie if button.label == "7")
    assert after(sevens.value) == [[{"set": 7, "natural": 7}], []]
    nines = next(button for button in of_set if button.label == "9")
    assert after(nines.value) == [[{"set": 9, "natural": 3}], []]


def test_a_run_is_its_color_its_first_and_its_last_card() -> None:
    widget = melds_of({"set": 7, "natural": 7})
    nine = next(button for button in widget.lasts if button.label == "9")
    before = [("melds[0][0].set", "7"), ("melds[0][0].natural", "7"), ("melds[0].kind", "run")]
    chosen = [("melds[0][1].run", "red"), ("melds[0][1].from", "5")]
    run = {"run": "red", "from": 5, "to": 9}
    assert after(nine.value, *before, *chosen) == [[{"set": 7, "natural": 7}, run], []]
    # A color alone is no meld.
    assert after("", *before, chosen[0]) == [[{"set": 7, "natural": 7}], []]


@each_row(
    ("last", "kind"),
    [
        ({"set": 7, "natural": 7}, "rookie"),
        ({"set": 10, "natural": 5, "wild": 2}, "rookie"),
        ({"set": 12, "natural": 3, "wild": 1}, "set"),
        ({"run": "red", "from": 5, "to": 9}, "run"),
    ],
)
def test_the_next_meld_is_likely_of_the_same_kind(last: dict[str, Any], kind: str) -> None:
    assert melds_of(last).kind == kind


def test_a_row_says_whether_it_is_a_rookie() -> None:
    rows = melds_of(
        {"set": 7, "natural": 7},
        {"set": 10, "natural": 5, "wild": 2},
        {"set": 12, "natural": 3, "wild": 1},
        {"run": "black", "from": 4, "to": 10},
    ).rows
    assert [row.rookie for row in rows] == ["Natural Rookie, 800", "Regular Rookie, 400", "", "Rookie Sequence, 1200"]
    assert [row.title for row in rows] == ["7s", "10s", "12s", "4–10"]


def test_put_replaces_the_old_hand() -> None:
    form = edited(ImmutableMultiDict([("a", "1"), ("b", "2"), ("put", "a=3&c=4")]))
    assert [form.getlist(key) for key in "abc"] == [["3"], ["2"], ["4"]]
