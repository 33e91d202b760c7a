"""Cards by touch: one of the pack, or several laid in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.rules.cards.card import Card, CardName
from scorekeeper.rules.fields import ListOf
from scorekeeper.rules.values import Fault
from scorekeeper.web.forms.widgets import CardFace, Folded, LaidCards, PickCard, Widget

ROOK_FACE = "Rook"
#: So many cards need no rows of their own color, and no fold.
FEW = 14


def face(name: str, card: Card, checked: bool = False, used: bool = False) -> CardFace:
    """A card as it is drawn: its number and the color's shape."""
    return CardFace(name, ROOK_FACE if card.is_rook else str(card.number), card.color or "", checked, used)


def _rows(cards: Mapping[str, Card], chosen: Any, used: Sequence[str] = ()) -> list[list[CardFace]]:
    """The pack color by color, the Rook card last; a few cards are one row."""
    faces = [face(name, card, name == chosen, name in used) for name, card in cards.items()]
    if len(faces) <= FEW:
        return [faces]
    colors = dict.fromkeys(card.color for card in faces)
    return [[card for card in faces if card.color == color] for color in colors]


def _columns(rows: list[list[CardFace]]) -> int:
    """As many as divide a color evenly on a phone held upright."""
    return 7 if any(len(row) in (13, 14) for row in rows) else 5


def pick_card(field: CardName, path: str, value: Any, faults: list[Fault], label: str) -> Widget:
    """One card; once it is chosen the pack is folded away."""
    rows = _rows(field.cards, value)
    made = PickCard(path, label, faults, rows, _columns(rows))
    known = isinstance(value, str) and value in field.cards
    if not known or len(field.cards) <= FEW:
        return made
    return Folded(path, f"{label.rstrip('?')}: {value}", [], made, open=bool(faults))


def laid_cards(field: ListOf, path: str, values: Sequence[Any], faults: list[Fault], label: str) -> Widget:
    """Cards in order; each touch lays one more, and a card laid cannot be laid again."""
    cards = field.of.cards if isinstance(field.of, CardName) else {}
    faces = [face(name, cards[name]) for name in values if isinstance(name, str) and name in cards]
    full = field.most is not None and len(values) >= field.most
    rows = [] if full else _rows(cards, None, [card.name for card in faces])
    return LaidCards(path, label, faults, faces, rows, _columns(rows), f"{path}[{len(faces)}]")
