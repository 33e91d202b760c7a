"""The rulebook is whole: every rule that is cited, every ruling that touches a game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.rulebook import KINDS, PARTS, SOURCES, Rule, chapters, rule
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.document import _all_settings
from tests.rows import each_row

CODE = Path(scorekeeper.__file__).parent

TRICK_GAMES = "regular booklet original boston display cordova high14 flip"
BID_GAMES = "regular booklet original boston display"
OF_1924 = "regular booklet boston display"
TARGET_GAMES = "regular booklet original boston display club cordova high14 tuxedo"

#: Which games each ruling touches.
RULINGS = {
    "A01": "booklet cordova high14 flip tuxedo doubt cribbage everlasting tens donkey",
    "A02": "booklet cordova high14 flip",
    "A03": TRICK_GAMES,
    "A04": "regular booklet cordova high14 doubt everlasting",
    "A05": "high14 cordova",
    "A06": "regular booklet club cordova high14 flip tuxedo doubt cribbage",
    "A07": TARGET_GAMES + " doubt",
    "A08": TARGET_GAMES,
    "A09": "booklet tuxedo high14 cordova boston display club",
    "A10": TARGET_GAMES,
    "A11": BID_GAMES,
    "A12": "regular booklet",
    "A13": "booklet cordova",
    "A14": "regular booklet display",
    "A15": "regular booklet display",
    "A16": "regular booklet display original",
    "A17": "boston original",
    "A18": BID_GAMES,
    "A19": "boston",
    "A20": "display",
    "A21": "display",
    "A22": "display boston",
    "A23": "boston",
    "A24": OF_1924,
    "A25": OF_1924,
    "A26": OF_1924,
    "A27": "high14 flip cordova",
    "A28": OF_1924,
    "A29": "boston display",
    "A30": "boston display",
    "A31": "regular booklet",
    "A32": "regular booklet original",
    "A33": "original",
    "A34": "original",
    "A35": "original",
    "A36": "original",
    "A37": OF_1924,
    "A38": "regular booklet",
    "A39": "boston",
    "A40": BID_GAMES,
    "A41": "boston display",
    "A42": "display",
    "A43": "boston display original",
    "A44": "original",
    "A45": "original",
    "A46": "original",
    "A47": "doubt",
    **dict.fromkeys(("A48", "A49", "A50", "A51", "A52"), "tuxedo"),
    "A53": "flip",
    "A54": "everlasting",
    "A55": "cribbage",
    "A56": "cribbage",
    "A57": "doubt flip high14 everlasting donkey tens",
    "A58": "tens",
    **dict.fromkeys(("A59", "A60", "A61", "A62", "A63", "A64"), "cordova"),
    **dict.fromkeys(("A65", "A66", "A67", "A68", "A69", "A70", "A71", "A72", "A73", "A74"), "club"),
    "A75": "booklet",
    "A76": TARGET_GAMES + " doubt cribbage",
    "A77": BID_GAMES,
    "A78": "boston display",
}

ALL_RULES = [entry for book in chapters().values() for entry in book.rules]


def test_every_game_has_its_chapter_and_no_chapter_is_nobodys() -> None:
    assert set(chapters()) == {game.slug for game in GAMES} | {"record"}


def test_the_table_of_rulings_is_complete() -> None:
    assert sorted(RULINGS) == [f"A{number:02}" for number in range(1, 79)]


@each_row("ruling", RULINGS)
def test_a_ruling_is_in_every_game_it_affects(ruling: str) -> None:
    marked = {entry.game for entry in ALL_RULES if ruling in entry.rulings}
    assert set(RULINGS[ruling].split()) <= marked


def test_no_ruling_is_made_up() -> None:
    assert {ruling for entry in ALL_RULES for ruling in entry.rulings} <= set(RULINGS)


def literals() -> Iterator[str]:
    """Every `<game>.<rule>` written out in the code; in the store such a name is a column of the database."""
    names = "|".join([*BY_SLUG, "record"])
    for path in set(CODE.rglob("*.py")) - set((CODE / "store").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if re.fullmatch(rf"({names})\.[a-z0-9-]+", text):
                yield text


def test_every_rule_named_in_the_code_exists() -> None:
    names = sorted(set(literals()))
    assert len(names) > 50
    for name in names:
        rule(name)


@each_row("game", GAMES, ids=lambda game: game.slug)
def test_every_field_and_option_has_its_rule(game: object) -> None:
    for option in game.options:
        assert rule(option.rule).game == game.slug
    for _, play in _all_settings(game):
        for entry in play.fields.values():
            assert rule(entry.rule).game == game.slug


@each_row("name", ["original.set-back", "original.opponents", "original.total"])
def test_the_rules_that_the_format_names_exist(name: str) -> None:
    assert rule(name).name == name


@each_row("book", chapters().values(), ids=lambda book: book.game)
def test_a_chapter_is_well_made(book: object) -> None:
    ids = [entry.id for entry in book.rules]
    assert len(ids) == len(set(ids))
    order = [list(PARTS).index(entry.part) for entry in book.rules]
    assert order == sorted(order)
    for entry in book.rules:
        check_rule(entry)


def check_rule(entry: Rule) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.id)
    assert entry.source in SOURCES
    assert entry.kind in KINDS
    assert bool(entry.heading.strip()) != (entry.source == "ours")
    assert 1 <= len(re.findall(r"[.!?](?=\s|$)", entry.text)) <= 4, entry.name
    assert entry.reason or entry.kind != "ruling", f"{entry.name}: a ruling has its reason"
    assert not re.search(r"\bcolour(?!-maker)|\bA\d\d\b|\.md\b|\.txt\b", entry.text + entry.title + entry.reason), (
        entry.name
    )
    if entry.option:
        assert entry.option in {option.key for option in BY_SLUG[entry.game].options}


def test_an_unknown_rule_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        rule("original.xylophone")
    with pytest.raises(KeyError):
        rule("whist.trump")
