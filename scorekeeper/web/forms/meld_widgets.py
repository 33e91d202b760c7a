"""Melds by touch: a number adds a set or a Rookie, two numbers add a run; counts are stepped up and down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.rules.cards.melds import (
    LEAST_CARDS,
    ROOKIE_CARDS,
    ROOKIE_NAMES,
    ROOKIE_NATURAL,
    ROOKIE_POINTS,
    MeldField,
    classify,
)
from scorekeeper.rules.values import Fault, figure
from scorekeeper.web.forms.widgets import Button, MeldKind, MeldRow, Melds, Number, Widget

SET, RUN, ROOKIE = "set", "run", "rookie"
#: The place of a row that a script fills in.
ANY_ROW = "#"

FaultsAt = Callable[[str], list[Fault]]


def meld_list(of: MeldField, path: str, values: Sequence[Any], faults: FaultsAt, label: str) -> Widget:
    """The widget of a list of melds."""
    following = f"{path}[{len(values)}]"
    last = values[-1] if values else {}
    return Melds(
        path,
        label,
        faults(path),
        [_row(of, f"{path}[{index}]", meld, faults) for index, meld in enumerate(values)],
        [_sets(of, following, SET, "Set", LEAST_CARDS), _sets(of, following, ROOKIE, "Rookie", ROOKIE_CARDS)],
        _kind(last),
        following,
        _colors(of, last),
        [Button(str(number), str(number)) for number in of.offered["from"]],
        [Button(f"{following}.to={number}", str(number)) for number in of.offered["to"]],
        [_row(of, f"{path}[{ANY_ROW}]", blank, faults) for blank in ({"set": 0, "natural": 0}, {"run": ""})],
        (ROOKIE_CARDS, ROOKIE_NATURAL, *map(_rookie_words, ("natural-rookie", "regular-rookie", "sequence-rookie"))),
    )


def _rookie_words(kind: str) -> str:
    return f"{ROOKIE_NAMES[kind]}, {figure(ROOKIE_POINTS[kind])}" if kind in ROOKIE_POINTS else ""


def _kind(last: Any) -> str:
    """The next meld is likely of the same kind as the last."""
    if not isinstance(last, Mapping):
        return SET
    if "run" in last:
        return RUN
    counts = [last.get(key) for key in ("natural", "wild")]
    return ROOKIE if sum(count for count in counts if type(count) is int) >= ROOKIE_CARDS else SET


def _colors(of: MeldField, last: Any) -> list[Button]:
    color = last.get("run") if isinstance(last, Mapping) else None
    chosen = color if color in of.colors else next(iter(of.colors))
    return [Button(key, words, key == chosen, key) for key, words in of.colors.items()]


def _sets(of: MeldField, path: str, key: str, label: str, cards: int) -> MeldKind:
    buttons = [Button(f"{path}.set={number}&{path}.natural={cards}", str(number)) for number in of.offered["set"]]
    return MeldKind(key, label, buttons)


def _row(of: MeldField, path: str, meld: Any, faults: FaultsAt) -> MeldRow:
    """A meld with what is wrong with it or with a part of it."""
    known: Mapping[str, Any] = meld if isinstance(meld, Mapping) else {}
    wrong = [fault for at in ("", *(f".{part}" for part in of.known_parts)) for fault in faults(f"{path}{at}")]
    rookie = "" if of.check(meld) else _rookie_words(classify(meld, True).kind)
    if "run" in known:
        hidden = [(f"{path}.{key}", str(known.get(key, ""))) for key in ("run", "from", "to")]
        title = f"{known.get('from', '')}–{known.get('to', '')}"
        return MeldRow(path, title, str(known["run"]), hidden, rookie=rookie, faults=wrong)
    figures = [
        Number(f"{path}.{key}", label, [], str(known.get(key, "")), low, None, 1, "0")
        for key, label, low in (("natural", "Natural", 0), ("wild", "Wild", 0))
    ]
    number = known.get("set", "")
    return MeldRow(path, f"{number}s", "", [(f"{path}.set", str(number))], figures, rookie, wrong)
