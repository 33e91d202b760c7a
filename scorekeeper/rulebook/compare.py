"""One question across all games: each game answers with its own rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rulebook.book import Rule, chapters


@dataclass(frozen=True)
class Question:
    """A question that most games answer, and the ids of the rules that answer it, the best first."""

    id: str
    words: str
    answers: tuple[str, ...]


@dataclass(frozen=True)
class AnswerGroup:
    """An answer, with the rules of the games that give it."""

    answer: str
    rules: tuple[Rule, ...]


QUESTIONS = (
    Question("misplay", "What does a renege cost?", ("misplay",)),
    Question("lead", "Who leads first?", ("lead", "turn", "play", "piles", "slap", "passing")),
    Question("pass", "Is a pass final?", ("pass-again", "pass", "auction")),
    Question("nest", "Can counters be in the nest?", ("nest-counters", "nest-counter", "nest")),
    Question("dealer", "Who deals next?", ("dealer",)),
    Question("nobody-bids", "What if nobody bids?", ("passed-out", "no-offer", "dealer-five", "auction")),
    Question("follow", "Do I have to follow suit?", ("follow",)),
    Question("rook", "What does the Rook card do?", ("rook-card", "rook-cards")),
    Question("odd-card", "Who gets the odd cards?", ("odd-card", "pool", "last-trick", "last-cards")),
    Question("misdeal", "What if the cards were misdealt?", ("misdeal-late", "misdeal")),
    Question("short", "What if the bid isn't made?", ("set-back", "failed", "short")),
    Question("end", "When is the game over?", ("target", "six-hands", "most-cards", "thirty", "winner")),
    Question("tie", "What if there is a tie?", ("tie",)),
    Question("out-of-turn", "What if somebody plays out of turn?", ("out-of-turn",)),
    Question("exposed", "What if a card is exposed?", ("exposed-card",)),
    Question("object", "What is the object of the game?", ("object",)),
    Question("how-high", "How much should I bid?", ("how-high",)),
)


def ask(question_id: str) -> Question:
    """The question of this id; KeyError if there is none."""
    return {question.id: question for question in QUESTIONS}[question_id]


def question_of(rule: Rule) -> Question | None:
    """The question across games to which this rule is its game's answer."""
    return next((question for question in QUESTIONS if _answer(rule.game, question) == rule), None)


def answers(question: Question) -> dict[str, Rule | None]:
    """Every game's answer, or None where the game has no such rule."""
    return {game: _answer(game, question) for game in chapters() if game != "record"}


def group_answers(question: Question, games: Sequence[str]) -> tuple[list[AnswerGroup], list[str]]:
    """The different answers in the order of the games, and the games that have no such rule."""
    by_answer: dict[str, list[Rule]] = {}
    by_game = answers(question)
    for rule in (by_game[game] for game in games):
        if rule is not None:
            by_answer.setdefault(rule.verdict or rule.title, []).append(rule)
    groups = [AnswerGroup(answer, tuple(rules)) for answer, rules in by_answer.items()]
    return groups, [game for game in games if by_game[game] is None]


def _answer(game: str, question: Question) -> Rule | None:
    rules = {rule.id: rule for rule in chapters()[game].rules}
    return next((rules[id_] for id_ in question.answers if id_ in rules), None)
