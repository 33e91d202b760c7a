"""One question across all games: each game answers with its own rule."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rulebook.book import Rule, chapters


@dataclass(frozen=True)
class Question:
    """A question that most games answer, and the rules in which they do, the most telling first."""

    id: str
    words: str
    answers: tuple[str, ...]


QUESTIONS = (
    Question("lead", "Who leads?", ("lead", "turn", "play", "piles", "slap", "passing")),
    Question("dealer", "Who deals next?", ("dealer",)),
    Question("nobody-bids", "What if nobody bids?", ("passed-out", "no-offer", "dealer-five", "auction")),
    Question("pass", "Is a pass final?", ("pass-again", "pass", "auction")),
    Question("nest", "May counters lie in the nest?", ("nest-counters", "nest-counter", "nest")),
    Question("follow", "Must I follow color?", ("follow",)),
    Question("rook", "What does the Rook card do?", ("rook-card", "rook-cards")),
    Question("odd-card", "Who gets the odd cards?", ("odd-card", "pool", "last-trick", "last-cards")),
    Question("misplay", "What does a misplay (renege) cost?", ("misplay",)),
    Question("misdeal", "What if the cards were misdealt?", ("misdeal-late", "misdeal")),
    Question("short", "What if the bid is not made?", ("set-back", "failed", "short")),
    Question("end", "When is it over?", ("target", "six-hands", "most-cards", "thirty", "winner")),
    Question("tie", "What if there is a tie?", ("tie",)),
)


def ask(question_id: str) -> Question:
    """The question of this id; KeyError if there is none."""
    for question in QUESTIONS:
        if question.id == question_id:
            return question
    raise KeyError(question_id)


def answers(question: Question) -> dict[str, Rule | None]:
    """Every game's answer, or None where the game has no such rule."""
    return {game: _answer(game, question) for game in chapters() if game != "record"}


def _answer(game: str, question: Question) -> Rule | None:
    rules = {rule.id: rule for rule in chapters()[game].rules}
    return next((rules[id_] for id_ in question.answers if id_ in rules), None)
