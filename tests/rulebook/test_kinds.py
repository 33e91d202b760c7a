"""Hints, examples and rulings of ours: kinds of their own beside the printed rules."""

from __future__ import annotations

from flask.testing import FlaskClient

from scorekeeper.rulebook import SOURCES, answers, ask, chapter, disputed_rules, rule, search, search_groups
from scorekeeper.rules import GAMES
from tests.rows import each_row

#: Typed from the sources: a rule, its kind, and words that it says.
KINDS: list[tuple[str, str, str]] = [
    ("original.secret-hands", "rule", "hidden"),
    ("original.how-high", "hint", "trump in"),
    ("original.nest-void", "hint", "one or two colors"),
    ("original.nest-eggs", "hint", "last trick"),
    ("original.feed-partner", "hint", "counter"),
    ("original.bidding-example", "example", "95"),
    ("original.scoring-example", "example", "45"),
    ("original.seats", "ruling", "across"),
    ("original.set-back", "rule", "95"),
    ("boston.how-high", "hint", "two thirds"),
    ("boston.bid-no-color", "hint", "often the best"),
    ("boston.total-example", "example", "184"),
    ("display.how-high", "hint", "55 or 60"),
    ("display.how-high", "hint", "75"),
    ("display.be-bold", "hint", "mistake"),
    ("regular.object", "hint", "150"),
    ("regular.worthless-tricks", "hint", "nothing"),
    ("regular.longest-color", "hint", "most of"),
    ("regular.auction-example", "example", "40"),
    ("regular.trick-pile", "rule", "face down"),
    ("booklet.auction-example", "example", "35"),
    ("booklet.thirteens-skill", "hint", "skill"),
    ("booklet.adjust", "ruling", "reason"),
    ("high14.save-high-cards", "hint", "high cards"),
    ("cribbage.play-example", "example", "29"),
    ("cribbage.fifteens-example", "example", "6"),
    ("club.how-long", "hint", "three hands or more"),
    ("club.one-place", "rule", "in front of"),
    ("club.top-card-advice", "hint", "seldom"),
    ("club.wild-example", "example", "4, 5 and 6"),
    ("club.opening-example", "example", "50"),
]


@each_row(("name", "kind", "words"), KINDS)
def test_what_the_sources_advise_and_show_is_there(name: str, kind: str, words: str) -> None:
    entry = rule(name)
    assert entry.kind == kind
    assert words in f"{entry.verdict} {entry.text}"


@each_row("game", [game.slug for game in GAMES])
def test_every_game_has_its_object_and_nobody_argues_about_advice(game: str) -> None:
    assert rule(f"{game}.object").kind == "hint"
    assert not [entry for entry in disputed_rules(game) if entry.kind in ("hint", "example")]


def test_advice_ranks_below_the_rule() -> None:
    names = [match.rule.name for match in search("lowest and highest bid", "original")]
    assert names[0] == "original.bid"
    assert search("how much should I bid", "display")[0].rule.name == "display.how-high"
    assert search_groups("eggs in the nest", ["original"])[0].rule.name == "original.nest-eggs"
    assert search_groups("nest", ["original"])[0].rule.name == "original.nest"


def test_the_object_can_be_compared() -> None:
    by_game = answers(ask("object"))
    assert all(by_game[game.slug] for game in GAMES)


def test_a_chapter_marks_its_hints_and_examples(client: FlaskClient) -> None:
    page = client.get("/rules/original").text
    assert page.count('<span class="tag">Hint</span>') == 8
    assert page.count('<span class="tag">Example</span>') == 2
    assert "/settle/original/rule/nest-eggs" not in page
    assert "/settle/original/rule/seats" in page


def test_what_no_source_prints_is_cited_as_ours(client: FlaskClient) -> None:
    assert rule("regular.table-talk").cited == "Ours; no printed rule covers it"
    assert rule("original.deal").heading == "Choose the dealer; Dealing"
    assert rule("original.total").heading == "Bidding"
    assert rule("original.below-zero").heading == "Scoring example"
    assert "House agreement" not in "".join(entry.heading for entry in chapter("boston").rules)


def test_the_highest_bid_is_not_what_a_color_is_worth() -> None:
    assert "210" in rule("boston.bid").text
    assert "212" in rule("boston.total").text
    assert "212" not in rule("boston.bid").text


def test_the_documents_are_dated_as_they_are() -> None:
    assert "1924, renewed 1952" in SOURCES["000"]
    assert "undated" in SOURCES["001"]
    assert "© 1913" in SOURCES["002"]
    assert "year" not in rule("boston.ordinary-rook").reason + rule("display.ordinary-rook").reason


def test_rules_of_one_sheet_are_not_used_for_another() -> None:
    assert "closed" not in rule("display.dummy-always").verdict
    assert "closed hands" in rule("boston.dummy").verdict
    assert "may show it and take it" in rule("tuxedo.must-capture").text
    assert "across" not in rule("original.players").text
