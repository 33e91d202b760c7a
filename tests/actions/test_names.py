"""Names as everybody sees them."""

from __future__ import annotations

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.names import clean_name, visible_name, with_visible_names
from tests.rows import each_row

#: What is typed, pasted or sent, and what becomes the player's name.
NAMES = {
    "Ann": "Ann",
    "  Ann \n Lee\t": "Ann Lee",
    "Ann\x00": "Ann",
    "\u202eAnn\u202c": "Ann",
    "A\u200bnn": "Ann",
    "\ufeffAnn": "Ann",
    "A\u2028nn": "A nn",
    # A joiner between plain letters makes a second Ann.
    "A\u200dnn\u200d": "Ann",
    # The family is one picture, and the Persian name needs its joiner.
    "\U0001f468\u200d\U0001f469\u200d\U0001f467": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627": "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    "\u200b\u2060": "",
}


@each_row("typed", NAMES)
def test_a_player_has_a_visible_name(typed: str) -> None:
    assert visible_name(typed) == NAMES[typed]


def test_a_record_keeps_what_is_no_name_for_the_judge() -> None:
    assert with_visible_names({"players": ["A\u200bnn", 7]}) == {"players": ["Ann", 7]}
    assert with_visible_names({"players": "Ann"}) == {"players": "Ann"}


@each_row("name", ["An\u202en", "An\u200bn", "An\x07n"])
def test_hidden_characters_in_a_name_are_refused(name: str) -> None:
    refusal = clean_name(name)
    assert isinstance(refusal, Refusal)
    assert "invisible" in refusal.messages[0]
    assert clean_name("An\u200dn") == "Ann"
    assert clean_name("Ann\nLee") == "Ann Lee"
