"""Numbers of all players as one widget: who gets the rest, what a blank means, and which keys there are."""

from __future__ import annotations

from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.fields import Field
from scorekeeper.web.forms.from_fields import FormContext, entry_widget
from scorekeeper.web.forms.read import ABSENT, read
from scorekeeper.web.forms.tally import join_tallies
from scorekeeper.web.forms.widgets import Block, Folded, Tally
from tests.rows import each_row

NAMES = ("Ann", "Ben", "Cal", "Dot")


def field_of(slug: str, key: str, players: int = 4) -> Field:
    game = BY_SLUG[slug]
    return game.setting(players, game.defaults)[1].fields[key]


def tally_of(slug: str, key: str, value: Any = ABSENT) -> Tally:
    widget = entry_widget(field_of(slug, key), value, FormContext(NAMES, NAMES, [0, 1, 2]))
    assert isinstance(widget, Tally)
    return widget


def sent(key: str, *values: str) -> MultiDict[str, str]:
    return MultiDict([(f"{key}[{seat}]", value) for seat, value in enumerate(values)])


@each_row(
    ("slug", "key", "values", "facts"),
    [
        # One blank is the rest; more are still to be entered, unless nothing is left for them.
        ("regular", "captured", ("55", "20", "15", ""), [55, 20, 15, None]),
        ("regular", "captured", ("55", "", "15", ""), [55, None, 15, None]),
        ("regular", "captured", ("80", "20", "", ""), [80, 20, 0, 0]),
        ("tuxedo", "fives", ("", "4", "", ""), [0, 4, 0, 0]),
        ("tuxedo", "cards", ("", "", "", ""), ABSENT),
        ("tuxedo", "sweeps", ("", "1", "", ""), [0, 1, 0, 0]),
        # Everybody but two is out of cards: nothing entered is none.
        ("everlasting", "cards", ("", "36", "", "20"), [0, 36, 0, 20]),
        ("tens", "cards", ("", "36", "", "20"), [None, 36, None, 20]),
    ],
)
def test_what_a_blank_means(slug: str, key: str, values: tuple[str, ...], facts: Any) -> None:
    assert read(field_of(slug, key), sent(key, *values), key) == facts


def test_what_is_usually_zero_need_not_be_entered() -> None:
    for key in ("rooks", "in_hand"):
        assert read(field_of("club", key), MultiDict(), key) == [0, 0]
    assert read(field_of("club", "out"), MultiDict(), "out") is ABSENT


def test_a_row_for_every_player_and_keys_for_all() -> None:
    tally = tally_of("regular", "captured", [55, 20, 15, None])
    assert [row.name for row in tally.rows] == list(NAMES)
    assert [row.figures[0].value for row in tally.rows] == ["55", "20", "15", ""]
    assert tally.rows[0].figures[0].label == "Points Ann captured"
    # The last one gets the rest.
    assert tally.rows[3].figures[0].usual == "10"
    (column,) = tally.columns
    assert (column.whole, column.values[:3] if column.values else None) == (100, (0, 5, 10))
    assert isinstance(tally.more[0], Folded)


def test_a_players_numbers_are_grouped_together() -> None:
    widgets = [tally_of("tuxedo", key) for key in ("cards", "fives", "sweeps")]
    joined = join_tallies([*widgets, Block("other", "")])
    assert len(joined) == 2
    tally = joined[0]
    assert isinstance(tally, Tally)
    assert [column["key"] for column in tally.script] == ["cards", "fives", "sweeps"]
    # The keys begin with the cards; sweeps are zero already.
    assert [column["is_first"] for column in tally.script] == [True, True, False]
    assert [figure.path for figure in tally.rows[1].figures] == ["cards[1]", "fives[1]", "sweeps[1]"]
    assert tally.rows[1].figures[2].usual == "0"


def test_sides_with_few_sums_keep_their_buttons() -> None:
    context = FormContext(NAMES, ["Ann & Cal", "Ben & Dot"], [1])
    widget = entry_widget(field_of("original", "captured"), ABSENT, context)
    assert isinstance(widget, Block)
    assert [part.label for part in widget.parts if isinstance(part, Folded)] == ["Ann & Cal get the rest"]
