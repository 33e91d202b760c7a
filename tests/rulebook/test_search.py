"""Finding rules by the table's words, and one question across games."""

from __future__ import annotations

import pytest

from scorekeeper.rulebook import QUESTIONS, answers, ask, search
from scorekeeper.rules import GAMES


@pytest.mark.parametrize(
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
    assert expected in [found.rule.name for found in search(question, game)][:6]


def test_a_search_over_all_games_ranks_titles_first() -> None:
    assert {found.rule.id for found in search("table talk")[:2]} <= {"table-talk", "table-talk-again"}
    assert [found.rule.game for found in search("sweep")[:3]] == ["tuxedo"] * 3


@pytest.mark.parametrize("question", ["", "   ", "the of and", "zzzzqqqq", "xylophone", "?!…", "\ud800", "a" * 5000])
def test_nothing_is_found_where_nothing_is_asked(question: str) -> None:
    assert search(question) == []


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_a_question_is_put_to_every_game(question: object) -> None:
    told = answers(question)
    assert set(told) == {game.slug for game in GAMES}
    assert any(told.values())


@pytest.mark.parametrize(
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
