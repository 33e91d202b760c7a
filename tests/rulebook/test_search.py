"""Finding rules by the table's words, and one question across games."""

from __future__ import annotations

from scorekeeper.rulebook import (
    QUESTIONS,
    answers,
    ask,
    group_answers,
    is_house_rule,
    question_of,
    rule,
    search,
    search_groups,
)
from scorekeeper.rules import GAMES
from tests.rows import each_row


@each_row(
    ("question", "expected"),
    [
        ("renege", "original.misplay"),
        ("he revoked", "original.misplay-in-time"),
        ("you reneged!", "regular.misplay"),
        ("kitty", "original.nest"),
        ("counters in the widow", "original.nest-counters"),
        ("bird led", "original.rook-led"),
        ("must I play the bird when trump is led", "original.rook-only-trump"),
        ("going set", "original.set-back"),
        ("Set back", "original.set-back"),
        ("talk table", "original.table-talk"),
        ("follow colour", "regular.follow"),
        ("setback", "regular.set-back"),
        ("follow suit", "regular.follow"),
        ("last book", "original.last-trick"),
        ("misdeel", "boston.misdeal-late"),
        ("tabel talk", "original.table-talk"),
        ("who leads?", "boston.lead"),
        ("what if nobody bids", "original.passed-out"),
        ("red ten", "flip.counters"),
        ("can a 2 stand in a run", "club.run"),
        ("draw pile empty", "club.draw-pile"),
        ("what does 31 score", "cribbage.count"),
        ("sell the trump", "cordova.sale"),
        ("tie", "display.tie"),
    ],
)
def test_the_tables_words_find_the_rule(question: str, expected: str) -> None:
    game = expected.split(".")[0]
    assert expected in [hit.rule.name for hit in search(question, game)][:6]


#: What people type over all games, and the rule that they want first; typed by hand.
FIRST_HITS: list[tuple[str, str]] = [
    ("renege", "original.misplay"),
    ("renig", "original.misplay"),
    ("renigged", "original.misplay"),
    ("he revoked", "original.misplay"),
    ("can a renege be taken back", "original.misplay-in-time"),
    ("kitty", "original.nest"),
    ("kiddy", "original.nest"),
    ("counters in the kitty", "original.nest-counters"),
    ("wrong number of cards in the kitty", "original.nest-size"),
    ("trumph", "original.trump"),
    ("who names trump", "original.trump"),
    ("going out", "club.going-out"),
    ("how many points", "original.counters"),
    ("points to win", "original.target"),
    ("exactly 300", "original.target"),
    ("both sides over 300", "original.both-past"),
    ("table talk", "original.table-talk"),
    ("tabel talk", "original.table-talk"),
    ("table talk twice", "original.table-talk-again"),
    ("misdeal", "original.misdeal"),
    ("who leads", "original.lead"),
    ("nobody bids", "original.passed-out"),
    ("everyone passed", "original.passed-out"),
    ("going set", "original.set-back"),
    ("follow suit", "original.follow"),
    ("bird led", "original.rook-led"),
    ("last trick", "original.last-trick"),
    ("tie", "original.tie"),
    ("can I bid again after I passed", "original.pass-again"),
    ("below zero", "original.below-zero"),
    ("who deals next", "original.dealer"),
    ("how many cards", "original.pack"),
    ("lowest bid", "original.bid"),
    ("sweep", "tuxedo.sweep"),
    ("rookie", "club.rookies"),
    ("discard pile", "club.discard-pile"),
    ("fifteens", "cribbage.fifteens"),
    ("slap", "tens.slap"),
]


@each_row(("question", "expected"), FIRST_HITS)
def test_the_most_wanted_rule_comes_first(question: str, expected: str) -> None:
    groups = search_groups(question, ["original"])
    assert groups[0].rule.name == expected
    ids = [group.rule.id for group in groups]
    assert len(ids) == len(set(ids)) <= 8


#: At a table: the game, the words, and the rule that stands first.
AT_HAND: list[tuple[str, str, str]] = [
    ("regular", "renege", "regular.misplay"),
    ("flip", "renege", "flip.misplay"),
    ("boston", "how many points", "boston.counters"),
    ("boston", "who leads", "boston.lead"),
    ("regular", "points to win", "regular.target"),
    ("display", "tie", "display.tie"),
    ("club", "tie", "club.tie"),
]


@each_row(("game", "question", "expected"), AT_HAND)
def test_the_game_at_hand_comes_before_the_others(game: str, question: str, expected: str) -> None:
    assert search_groups(question, [game, "original"])[0].rule.name == expected


def test_the_same_rule_in_several_games_is_one_group() -> None:
    group = search_groups("who leads", ["original"])[0]
    assert {rule.game for rule in group.same} == {"booklet", "regular"}
    assert "boston" in {rule.game for rule in group.different}
    assert {rule.id for rule in (*group.same, *group.different)} == {"lead"}


@each_row(
    "question", ["shoot the moon", "Shooting the Moon!", "180 points", "is it 180?", "call your partner", "the red 1"]
)
def test_house_rules_are_known_as_such_and_find_nothing(question: str) -> None:
    assert is_house_rule(question)
    assert search(question) == search_groups(question) == []


@each_row(("question", "expected"), FIRST_HITS)
def test_printed_rules_are_no_house_rules(question: str, expected: str) -> None:
    assert not is_house_rule(question)


def test_a_search_over_all_games_ranks_titles_first() -> None:
    assert {match.rule.id for match in search("table talk")[:2]} <= {"table-talk", "table-talk-again"}
    assert [match.rule.game for match in search("sweep")[:3]] == ["tuxedo"] * 3


def test_equal_answers_are_grouped_and_every_game_is_named_once() -> None:
    groups, without = group_answers(ask("pass"), [game.slug for game in GAMES])
    assert {rule.game for rule in groups[0].rules} == {"original", "house", "boston", "display", "regular"}
    assert {rule.game for group in groups[1:] for rule in group.rules} == {"booklet", "cordova"}
    named = [rule.game for group in groups for rule in group.rules] + without
    assert sorted(named) == sorted(game.slug for game in GAMES)
    assert len({group.answer for group in groups}) == len(groups)


def test_a_rule_knows_the_question_that_compares_it() -> None:
    question = question_of(rule("original.misplay"))
    assert question is not None
    assert question.id == "misplay"
    assert question_of(rule("original.review")) is None


@each_row("question", ["", "   ", "the of and", "zzzzqqqq", "xylophone", "?!…", "\ud800", "a" * 5000])
def test_an_empty_search_finds_nothing(question: str) -> None:
    assert search(question) == []


@each_row("question", QUESTIONS, ids=lambda question: question.id)
def test_a_question_is_put_to_every_game(question: object) -> None:
    by_game = answers(question)
    assert set(by_game) == {game.slug for game in GAMES}
    assert any(by_game.values())


@each_row(
    ("question", "game", "rule"),
    [
        ("lead", "boston", "lead"),
        ("lead", "tuxedo", "turn"),
        ("nobody-bids", "original", "passed-out"),
        ("nobody-bids", "cordova", "no-offer"),
        ("nest", "original", "nest-counters"),
        ("nest", "regular", "nest-counter"),
        ("odd-card", "flip", "pool"),
        ("odd-card", "regular", "odd-card"),
        ("short", "display", "failed"),
        ("end", "flip", "six-hands"),
        ("misplay", "donkey", None),
    ],
)
def test_every_game_gives_its_own_answer(question: str, game: str, rule: str | None) -> None:
    answer = answers(ask(question))[game]
    assert (answer.id if answer else None) == rule
