"""The rulebook at a table: its figures stand in the text, and what the usual ones are does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

from scorekeeper.rulebook import Rule, chapters, rule
from scorekeeper.rulebook.book import MARK
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.fields import Choice, Whole, YesNo
from scorekeeper.rules.game import Game
from scorekeeper.rules.script_facts import table_figures
from scorekeeper.web.rules.views import rule_at_table
from tests.rows import each_row
from tests.web.table.test_table import Phone

NAMES = ["Ann", "Ben", "Cal", "Dot"]

#: Options, a rule, words that its text has at such a table, and words that it has not.
FIGURES: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("original", {"target": 500}, "target", "stands at 500 or more", "300"),
    ("original", {"target": 500}, "both-past", "both sides to 500", "300"),
    ("original", {"hands": 6}, "target", "This table plays 6 hands.", "300"),
    ("original", {"forced": True}, "passed-out", "the dealer must bid, 70 or more", "thrown in:"),
    ("regular", {"minimum": 15}, "bid", "at least 15 and at most 100", "at least 5"),
    ("regular", {"minimum": 15}, "dealer-five", "entered at 15", "entered at 5"),
    ("regular", {"rook": "20"}, "bid", "at least 5 and at most 120", "100"),
    ("regular", {"rook": "20"}, "total", "together make 120.", "100"),
    ("regular", {"rook": "plain"}, "total", "together make 100.", "120"),
    ("booklet", {"fourth": "yellow"}, "trump", "declares red, yellow, black or green", "blue"),
    ("booklet", {"high": 13, "target": 250}, "object", "The first player at 250 points", "14s"),
    ("booklet", {"high": 13}, "counters", "a 13 is worth 10", "a 14 is worth"),
    ("booklet", {"passes": "final"}, "pass-again", "This table agreed on final passes", "may come in again"),
    ("display", {"rook": "20", "bid_by": "counters", "minimum": 25}, "bid", "at least 25 and at most 120", "145"),
    ("display", {"rook": "20"}, "bid", "at most 145", "125"),
    ("display", {"rook": "20"}, "total", "in all 148", "128"),
    ("display", {"set_back": True}, "failed", "lose the bid", "score nothing for the hand"),
    (
        "boston",
        {"rook": "20"},
        "bid",
        "no color, 230 for black, 200 for green and 170 for yellow",
        "240",
    ),
    ("boston", {"rook": "20"}, "total", "260 under red or no color, 232 under black", "240"),
    ("boston", {"target": 750}, "target", "a pair at 750 or more", "1000"),
    ("club", {"target": 12000}, "target", "stands at 12,000 or more", "5000"),
    ("club", {"rook_cards": "bonus"}, "rook-bonus", "does not count 10", "also counts 10"),
    ("cordova", {"failed": "captures"}, "short", "score all the same", "get nothing"),
    ("high14", {"misplay_fine": True}, "misplay", "This table agreed that a misplay ends the hand", "no fixed penalty"),
    ("flip", {"tie": "extra"}, "tie", "play on after a tie", "share the win"),
    ("tuxedo", {"most_tie": "each"}, "most-cards", "each of them gets the 5", "nobody gets them"),
    ("cribbage", {"last_card": True}, "go-last", "its player scores 1", "gets no point"),
    ("house", {"one": 20, "red_two": 25}, "total", "add up to 225 at this table", "180"),
    ("house", {"one": 20, "red_two": 25}, "counters", "1s 20, 5s 5, 10s 10, 14s 10, Rook card 20, Red 2 25", "15"),
    ("house", {"minimum": 120, "one": 20}, "bid", "The lowest bid is 120", "is 100"),
    ("house", {"minimum": 120, "one": 20}, "bid", "more than 200", "180"),
    ("house", {"moon": 300}, "moon", "it scores 300 instead of its points", "Where the table plays it"),
    ("house", {"pack": 57, "one": 0}, "pack", "57 cards with the Rook card", "45"),
    ("house", {"ones": "low"}, "rank", "the 1 is the lowest", "above the 14"),
    ("house", {"floor": 400}, "floor", "at minus 400 or lower", "may agree"),
    ("house", {"spread": 350}, "spread", "by 350 or more", "may agree"),
    ("house", {"target": 12000}, "target", "at or over 12,000", "500"),
    ("house", {"hands": 4}, "target", "plays 4 hands", "500"),
]


def _at_tables(game: Game, entry: Rule, options: dict[str, Any]) -> list[tuple[str, str]]:
    """Verdict and text at a table of each size."""
    settings = [game.setting(count, game.with_defaults(options))[0] for count in game.players]
    rules = [rule_at_table(entry, setting) for setting in settings]
    return [(entry.verdict, entry.text) for entry in rules]


@each_row(("slug", "options", "name", "words", "absent"), FIGURES)
def test_the_text_has_the_figures_of_the_table(
    slug: str, options: dict[str, Any], name: str, words: str, absent: str
) -> None:
    game, entry = BY_SLUG[slug], rule(f"{slug}.{name}")
    setting, _ = game.setting(4, game.with_defaults(options))
    text = rule_at_table(entry, setting).text
    assert words in text
    assert not re.search(rf"(?<!\d){re.escape(absent)}(?!\d)", text)
    # The rulebook itself has the usual figures.
    assert words not in entry.text


def _other_values(option: object, default: object) -> Iterator[Any]:
    """Values of an option that are not the usual one."""
    if isinstance(option, YesNo):
        yield not default
    elif isinstance(option, Choice):
        yield from (value for value in option.choices if value != default)
    elif isinstance(option, Whole):
        yield (default or 0) + option.step * 3


@each_row("game", GAMES, ids=lambda game: game.slug)
def test_every_option_changes_the_text_of_some_rule_at_the_table(game: Game) -> None:
    book = chapters()[game.slug]
    usual = [_at_tables(game, entry, {}) for entry in book.rules]
    for option in game.options:
        for value in _other_values(option, option.default):
            own = [_at_tables(game, entry, {option.key: value}) for entry in book.rules]
            assert own != usual, (option.key, value)


@each_row("game", GAMES, ids=lambda game: game.slug)
def test_the_usual_figures_of_the_text_are_those_of_the_game(game: Game) -> None:
    setting, _ = game.setting(game.players[0], game.defaults)
    figures = table_figures(setting)
    options = {option.key for option in game.options}
    for entry in chapters()[game.slug].rules:
        for text in entry.marked.values():
            for name, usual in MARK.findall(text):
                assert figures[name] == usual, entry.name
        for words in entry.table:
            assert words.keys() <= {"when", "verdict", "text"}, entry.name
            assert words.get("when", {}).keys() <= options, entry.name
        for verdict, text in _at_tables(game, entry, {}):
            assert "{" not in entry.text + entry.verdict + text + verdict, entry.name
            assert 1 <= len(re.findall(r"[.!?](?=\s|$)", text)) <= 4, entry.name


def test_the_pages_of_a_table_have_its_figures_in_the_text(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES, target=450)
    chapter = client.get(f"{phone.url}/rules").text
    assert "The game is won when, after a complete hand, a side stands at 450 or more" in chapter
    assert "a side stands at 300 or more" not in chapter
    ruling = client.get(f"{phone.url}/settle/rule/target").text
    assert "At 450 or more after a complete hand" in ruling
    # Another game's chapter, and the rulebook away from the table, have the usual figures.
    assert "a side stands at 5000 or more" in client.get(f"{phone.url}/rules/club").text
    assert "a side stands at 300 or more" in client.get("/rules/original").text
    assert "At 300 or more" in client.get("/settle/original/rule/target").text
