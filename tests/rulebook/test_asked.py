"""Every rule about which people argue has its question and its verdict."""

from __future__ import annotations

import re

from flask.testing import FlaskClient
from markupsafe import escape

from scorekeeper.rulebook import Rule, chapter, chapters, disputed_rules, search
from scorekeeper.rules import GAMES
from tests.rows import each_row

#: The rulings that a table may want otherwise.
ARGUED = "A02 A13 A14 A17 A20 A21 A26 A27 A32 A36 A37 A42 A45 A48 A50 A53 A55 A62 A66 A67 A76"

ALL_RULES = [entry for book in chapters().values() for entry in book.rules]
ASKED = [entry for entry in ALL_RULES if entry.ask]
SLUGS = [game.slug for game in GAMES]


def name(entry: Rule) -> str:
    return entry.name


def test_question_and_verdict_come_together() -> None:
    assert [entry.name for entry in ALL_RULES if bool(entry.ask) != bool(entry.verdict)] == []


def test_every_ruling_of_ours_can_be_asked_for() -> None:
    assert [entry.name for entry in ALL_RULES if entry.kind == "ruling" and not entry.ask] == []


@each_row("ruling", ARGUED.split())
def test_a_table_can_ask_for_its_own_options(ruling: str) -> None:
    carrying = {entry.game for entry in ALL_RULES if ruling in entry.rulings}
    assert carrying
    assert carrying == {entry.game for entry in ASKED if ruling in entry.rulings}


@each_row("ruling", [ruling for ruling in ARGUED.split() if ruling != "A02"])
def test_a_verdict_says_how_a_table_has_it_otherwise(ruling: str) -> None:
    carrying = {entry.game for entry in ASKED if ruling in entry.rulings}
    games = {entry.game for entry in ASKED if ruling in entry.rulings and re.search("option|agree", entry.verdict)}
    assert games == carrying


@each_row("entry", ASKED, ids=name)
def test_a_question_is_short_and_a_verdict_makes_sense_alone(entry: Rule) -> None:
    assert re.fullmatch(r"[A-Z].{3,68}\?", entry.ask)
    assert re.fullmatch(r"[A-Z0-9].*\.", entry.verdict)
    assert len(entry.verdict) <= 160
    assert not re.search(
        r"\bcolour|\bA\d\d\b|\.md\b|\.txt\b|\b(he|she|his|her)\b", f"{entry.ask} {entry.verdict}", re.I
    )


@each_row("game", chapters())
def test_no_question_appears_twice_in_a_chapter(game: str) -> None:
    questions = [entry.ask for entry in disputed_rules(game)]
    assert len(questions) == len(set(questions))


@each_row("game", SLUGS)
def test_every_game_can_be_argued_about_in_the_order_of_its_chapter(game: str) -> None:
    order = [entry.id for entry in chapter(game).rules]
    places = [order.index(entry.id) for entry in disputed_rules(game)]
    assert len(places) >= 5
    assert places == sorted(places)


def test_the_written_record_is_not_argued_about() -> None:
    assert disputed_rules("record") == ()


@each_row(
    ("question", "expected"),
    [
        ("can I bid again after I passed", "original.pass-again"),
        ("nobody bid what now", "boston.passed-out"),
        ("two of us are past 150", "regular.both-past"),
        ("spoil natural rookie", "club.natural-wild"),
        ("leftovers sweep", "tuxedo.leftovers"),
        ("wrong number of cards in the kitty", "original.nest-size"),
        ("go after 31", "cribbage.go-31"),
    ],
)
def test_the_words_of_a_question_find_its_rule_first(question: str, expected: str) -> None:
    assert search(question, expected.split(".")[0])[0].rule.name == expected


@each_row("game", ["display", "boston"])
def test_a_game_without_a_nest_still_has_the_law_of_1924(game: str) -> None:
    rule = next(entry for entry in chapter(game).rules if entry.id == "nest-counter")
    assert (rule.part, rule.source, rule.heading) == ("wrong", "002", "COUNT CARDS IN THE NEST")
    assert rule.rulings == ("A32",)
    assert not rule.option


def test_the_verdict_comes_first_under_the_question(client: FlaskClient) -> None:
    page = client.get("/rules/original").text
    for entry in chapter("original").rules:
        before, _, after = page.partition(f'id="{entry.id}"')
        assert (
            before.rstrip()
            .rsplit("<summary>")[-1]
            .startswith(f'<h3 class="grow">{escape(entry.ask or entry.title)}</h3>')
        )
        first = after.split("</article>")[0].partition(">")[2].lstrip()
        assert first.startswith(f'<p class="verdict"><b>{escape(entry.verdict)}</b></p>') == bool(entry.verdict)
        assert first.count('class="verdict"') == bool(entry.verdict)
