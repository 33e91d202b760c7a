"""Widgets of a form: buttons, numbers, text, rows. A widget is a value; templates/widgets/ prints it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from scorekeeper.rules.cards.card import Card, CardName
from scorekeeper.rules.cards.melds import (
    LEAST_CARDS,
    ROOKIE_CARDS,
    ROOKIE_NAMES,
    ROOKIE_NATURAL,
    ROOKIE_POINTS,
    MeldField,
    classify,
)
from scorekeeper.rules.fields import ListOf
from scorekeeper.rules.values import Fault, figure


@dataclass(frozen=True)
class Widget:
    """A part of a form."""

    path: str
    label: str
    faults: list[Fault] = field(default_factory=list)

    @property
    def partial(self) -> str:
        """The name of its template: `side_tabs` for SideTabs."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(self).__name__).lower()


@dataclass(frozen=True)
class Button:
    """One choice of a row of buttons."""

    value: str
    label: str
    checked: bool = False
    shape: str = ""
    tone: str = ""


@dataclass(frozen=True)
class Buttons(Widget):
    """A choice by one tap."""

    options: Sequence[Button] = ()
    columns: int = 4


@dataclass(frozen=True)
class Bidders(Buttons):
    """A player, or a player and the trump color together."""

    colors: Sequence[Button] = ()


@dataclass(frozen=True)
class Number(Widget):
    """A figure to step up and down, or to type."""

    value: str = ""
    low: int | None = None
    high: int | None = None
    step: int = 1
    #: Shown while nothing is entered.
    usual: str = ""


@dataclass(frozen=True)
class TallyColumn:
    """A number that every player has."""

    key: str
    label: str
    low: int
    high: int
    step: int
    #: Only these values, if not all in the range.
    values: Sequence[int] | None = None
    #: What the numbers of all players add up to, if the last player gets the rest.
    whole: int | None = None
    #: What a blank means, if it means anything.
    blank: int | None = None
    #: Whether the keys are there from the start.
    is_first: bool = False


@dataclass(frozen=True)
class TallyRow:
    """A player with a number in each column."""

    name: str
    figures: Sequence[Number]
    #: The player's score before the hand, where the row shows it.
    total: int | None = None


@dataclass(frozen=True)
class Tally(Widget):
    """One row per player: a number each, or several; one set of keys for all of them."""

    columns: Sequence[TallyColumn] = ()
    rows: Sequence[TallyRow] = ()
    #: Other ways to enter the same.
    more: Sequence[Widget] = ()

    @property
    def script(self) -> list[dict[str, Any]]:
        """The columns as data."""
        return [asdict(column) for column in self.columns]


@dataclass(frozen=True)
class SideTabs(Buttons):
    """Which side's entries are shown; with the score before the hand, and what the side needs before it begins."""

    totals: Sequence[int] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class MeldRow:
    """A meld on the table: hidden values, and the counts of a set to step up and down."""

    path: str
    title: str
    color: str
    hidden: Sequence[tuple[str, str]]
    figures: Sequence[Number] = ()
    rookie: str = ""
    faults: Sequence[Fault] = ()


@dataclass(frozen=True)
class Melds(Widget):
    """The melds of a side: rows, and keys that add one."""

    rows: Sequence[MeldRow] = ()
    #: Key, label and a button for each number.
    kinds: Sequence[tuple[str, str, Sequence[Button]]] = ()
    kind: str = ""
    next_path: str = ""
    colors: Sequence[Button] = ()
    firsts: Sequence[Button] = ()
    lasts: Sequence[Button] = ()
    #: Empty rows for the script.
    blanks: Sequence[MeldRow] = ()
    #: How many cards a Rookie has, how many of them natural; what it is called without wild cards, with, and in a run.
    rookie: tuple[int | str, ...] = ()


@dataclass(frozen=True)
class Checkbox(Widget):
    """Yes, or nothing."""

    checked: bool = False
    value: str = "yes"


@dataclass(frozen=True)
class TextLine(Widget):
    """A line of text."""

    value: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Block(Widget):
    """Several widgets that belong together."""

    parts: Sequence[Widget] = ()


@dataclass(frozen=True)
class Folded(Widget):
    """A widget that is folded away: an alternative, or one that is seldom needed."""

    part: Widget | None = None
    open: bool = False


@dataclass(frozen=True)
class Rows(Widget):
    """A list: its entries in words, and a blank row for another."""

    rows: Sequence[tuple[str, Widget]] = ()
    blank: Sequence[Widget] = ()


@dataclass(frozen=True)
class Cards(Widget):
    """A few cards by number; each tap on a number adds one."""

    cards: Sequence[int] = ()
    numbers: Sequence[int] = ()
    #: Where the next card goes, unless the hand is full.
    next_path: str = ""


@dataclass(frozen=True)
class PlayCount(Widget):
    """Cards as they are played, with the count called."""

    plays: Sequence[tuple[str, int, int]] = ()
    numbers: Sequence[int] = ()
    count: int = 0
    next_path: str = ""
    turn: Widget | None = None
    called: Sequence[tuple[str, str, int]] = ()
    winner: str = ""


@dataclass(frozen=True)
class CardFace:
    """A card as it is drawn."""

    name: str
    number: str
    color: str
    checked: bool = False
    used: bool = False


@dataclass(frozen=True)
class PickCard(Widget):
    """One card of the deck."""

    rows: Sequence[Sequence[CardFace]] = ()
    columns: int = 7


@dataclass(frozen=True)
class LaidCards(PickCard):
    """Cards laid in order, and the rest of the deck to lay from."""

    cards: Sequence[CardFace] = ()
    next_path: str = ""


@dataclass(frozen=True)
class CallRow:
    """One call of an auction: its value, and its words."""

    path: str
    value: str
    words: str
    name: str = ""
    shape: str = ""
    faults: Sequence[Fault] = ()


@dataclass(frozen=True)
class BidButtons:
    """The bids that may be made, on a color where one is named; the next ones first."""

    color: str
    name: str
    suffix: str
    near: Sequence[Button]
    far: Sequence[Button]
    columns: int


@dataclass(frozen=True)
class AuctionWidget(Widget):
    """An auction as it is called."""

    is_open: bool = False
    calls: Sequence[CallRow] = ()
    #: Name, "out" or the bid, and whether it is their turn.
    seats: Sequence[tuple[str, str, bool]] = ()
    #: A name, large, and what that player has to do or has done.
    headline: tuple[str, str] = ("", "")
    next_path: str = ""
    may_pass: bool = False
    colors: Buttons | None = None
    offers: Sequence[BidButtons] = ()


ROOK_FACE = "Rook"
#: So many cards need no rows of their own color, and no fold.
FEW = 14


def _face(name: str, card: Card, checked: bool = False, used: bool = False) -> CardFace:
    return CardFace(name, ROOK_FACE if card.is_rook else str(card.number), card.color or "", checked, used)


def _rows(cards: Mapping[str, Card], chosen: Any, used: Sequence[str] = ()) -> list[list[CardFace]]:
    """The deck color by color, the Rook card last; a few cards are one row."""
    faces = [_face(name, card, name == chosen, name in used) for name, card in cards.items()]
    if len(faces) <= FEW:
        return [faces]
    colors = dict.fromkeys(card.color for card in faces)
    return [[card for card in faces if card.color == color] for color in colors]


def _columns(rows: list[list[CardFace]]) -> int:
    """As many as divide a color evenly on a phone held upright."""
    return 7 if any(len(row) in (13, 14) for row in rows) else 5


def pick_card(field: CardName, path: str, value: Any, faults: list[Fault], label: str) -> Widget:
    """One card; once it is chosen the deck is folded away."""
    rows = _rows(field.cards, value)
    made = PickCard(path, label, faults, rows, _columns(rows))
    known = isinstance(value, str) and value in field.cards
    if not known or len(field.cards) <= FEW:
        return made
    return Folded(path, f"{label.rstrip('?')}: {value}", [], made, open=bool(faults))


def laid_cards(field: ListOf, path: str, values: Sequence[Any], faults: list[Fault], label: str) -> Widget:
    """Cards in order; each tap adds one, and no card twice."""
    cards = field.of.cards if isinstance(field.of, CardName) else {}
    faces = [_face(name, cards[name]) for name in values if isinstance(name, str) and name in cards]
    full = field.most is not None and len(values) >= field.most
    rows = [] if full else _rows(cards, None, [card.name for card in faces])
    return LaidCards(path, label, faults, rows, _columns(rows), faces, f"{path}[{len(faces)}]")


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
        [
            (SET, "Set", _set_buttons(of, following, LEAST_CARDS)),
            (ROOKIE, "Rookie", _set_buttons(of, following, ROOKIE_CARDS)),
        ],
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


def _set_buttons(of: MeldField, path: str, cards: int) -> list[Button]:
    return [Button(f"{path}.set={number}&{path}.natural={cards}", str(number)) for number in of.offered["set"]]


def _row(of: MeldField, path: str, meld: Any, faults: FaultsAt) -> MeldRow:
    """A meld with the faults of it and its parts."""
    known: Mapping[str, Any] = meld if isinstance(meld, Mapping) else {}
    wrong = [fault for at in ("", *(f".{part}" for part in of.known_parts)) for fault in faults(f"{path}{at}")]
    rookie = "" if of.check(meld) else _rookie_words(classify(meld, True).kind)
    if "run" in known:
        hidden = [(f"{path}.{key}", str(known.get(key, ""))) for key in ("run", "from", "to")]
        title = f"{known.get('from', '')}–{known.get('to', '')}"
        return MeldRow(path, title, str(known["run"]), hidden, rookie=rookie, faults=wrong)
    figures = [
        Number(f"{path}.{key}", key.capitalize(), [], str(known.get(key, "")), 0, None, 1, "0")
        for key in ("natural", "wild")
    ]
    number = known.get("set", "")
    return MeldRow(path, f"{number}s", "", [(f"{path}.set", str(number))], figures, rookie, wrong)
