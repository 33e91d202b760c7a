"""Questions about numbers alone: fifteens in a hand, captures from the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.judge.question import Answer, check_question, game_slug
from scorekeeper.rules.cards.fifteens import ALIKE, EACH_FIFTEEN, HIGHEST_NUMBER, LOWEST_NUMBER, too_many_alike
from scorekeeper.rules.cards.fifteens import fifteens as combinations
from scorekeeper.rules.fields.basic import Whole
from scorekeeper.rules.fields.composite import ListOf
from scorekeeper.rules.values import Fault, Faults

HAND_CARDS = 5
LARGEST_TABLE = 20


def _number(rule: str, key: str = "") -> Whole:
    return Whole(key=key, label="Card", rule=rule, low=LOWEST_NUMBER, high=HIGHEST_NUMBER)


def _alike(numbers: list[int], key: str, rule: str) -> list[Fault]:
    number = too_many_alike(numbers)
    if number is None:
        return []
    return [
        Fault(f"There are more than {ALIKE} cards with the number {number}, but the deck has only {ALIKE}.", rule, key)
    ]


def fifteens(question: Mapping[str, Any]) -> Answer | Faults:
    """The points of five cards."""
    rule = f"{game_slug('fifteens')}.fifteens"
    cards = ListOf(key="cards", label="Cards", rule=rule, of=_number(rule), least=HAND_CARDS, most=HAND_CARDS)
    checked = check_question(question, (cards,))
    if faults := checked.faults + (_alike(question["cards"], "cards", rule) if checked.all_sound("cards") else []):
        return tuple(faults)
    fifteens_made = combinations(question["cards"])
    count = len(fifteens_made)
    ways = "1 combination adds up" if count == 1 else f"{count} combinations add up"
    why = f"{ways} to fifteen, {EACH_FIFTEEN} points each."
    return Answer(EACH_FIFTEEN * count, why, rule, {"combinations": fifteens_made})


def capture(question: Mapping[str, Any]) -> Answer | Faults:
    """Every way in which a card captures from the table."""
    rule = f"{game_slug('capture')}.capture"
    table = ListOf(
        key="table",
        label="Cards on the table",
        rule=rule,
        of=_number(rule),
        most=LARGEST_TABLE,
        hint=f"Enter at most {LARGEST_TABLE}.",
    )
    checked = check_question(question, (_number(rule, "card"), table))
    played = [question[key] for key in ("card",) if checked.all_sound(key)]
    alike = _alike([*played, *question["table"]], "table", rule) if checked.all_sound("table") else []
    if faults := checked.faults + alike:
        return tuple(faults)
    card, lying = question["card"], question["table"]
    ways = sorted(captures(card, lying), key=lambda way: (len(way), way))
    sweeps = [len(way) == len(lying) for way in ways]
    why = (
        f"A {card} takes one {card}, or two or more cards that add up to {card}."
        if ways
        else f"Nothing here is a {card} or adds up to {card}."
    )
    return Answer(ways, why, rule, {"sweeps": sweeps})


def captures(card: int, table: Sequence[int], start: int = 0) -> Iterator[list[int]]:
    """Sets of cards on the table that make up a card, as rising indexes from `start` on."""
    for index in range(start, len(table)):
        if table[index] == card:
            yield [index]
        elif table[index] < card:
            yield from ([index, *others] for others in captures(card - table[index], table, index + 1))
