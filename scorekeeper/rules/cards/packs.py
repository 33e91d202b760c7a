"""What two or three packs can hold: nobody can show more of a card than there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from scorekeeper.rules.cards.melds import (
    CARD,
    HIGHEST,
    HIGHEST_WILD,
    WILD_CARD,
    Meld,
    classify,
    held_value,
    naturals,
    value,
    wilds,
)
from scorekeeper.rules.game import Hand
from scorekeeper.rules.values import Fault

COLORS = 4
#: Cards of a pack: 3 to 14 in four colors, the 1s and 2s, one Rook card.
NUMBERS = HIGHEST - HIGHEST_WILD
NATURAL_CARDS, WILD_CARDS = NUMBERS * COLORS, HIGHEST_WILD * COLORS
WORTH = NATURAL_CARDS * CARD + WILD_CARDS * WILD_CARD


def pack_faults(hand: Hand, packs: int, slug: str) -> list[Fault]:
    """Cards on all tables and in all counted hands together, against the packs."""
    melds: list[Meld] = [meld for side in hand.get("melds", ()) for meld in side if classify(meld, True).legal]
    rule, faults = f"{slug}.pack", []
    for card, count in _cards(melds).items():
        most = packs if isinstance(card, tuple) else packs * COLORS
        if count > most:
            faults.append(
                Fault(f"That makes {count} × {_name(card)}, but {packs} decks have only {most}.", rule, "melds")
            )
    faults += _sum_faults(hand, melds, packs, rule)
    if sum(hand.get("rooks", ())) > packs:
        faults.append(
            Fault(f"That makes {sum(hand['rooks'])} Rook cards, but {packs} decks have only {packs}.", rule, "rooks")
        )
    return faults


def _name(card: Any) -> str:
    return " ".join(map(str, card)) if isinstance(card, tuple) else f"number {card}"


def _cards(melds: list[Meld]) -> Counter[Any]:
    """How often each single card (known in runs) and each number is shown."""
    counts: Counter[Any] = Counter()
    for meld in melds:
        if "run" in meld:
            numbers = range(meld["from"], meld["to"] + 1)
            counts.update((meld["run"], number) for number in numbers)
            counts.update(numbers)
        else:
            counts[meld["set"]] += meld["natural"]
    return counts


def _sum_faults(hand: Hand, melds: list[Meld], packs: int, rule: str) -> list[Fault]:
    """Natural cards, wild cards, and the worth of everything."""
    held = hand.get("in_hand", ())
    faults = [
        *_kind_faults(
            sum(map(naturals, melds)),
            _counted(held, "natural"),
            packs * NATURAL_CARDS,
            f"natural cards, but {packs} decks",
            rule,
        ),
        *_kind_faults(
            sum(map(wilds, melds)), _counted(held, "wild"), packs * WILD_CARDS, f"wild cards, but {packs} decks", rule
        ),
    ]
    worth = sum(map(value, melds)) + sum(map(held_value, held))
    if worth > packs * WORTH and not faults:
        faults.append(
            Fault(
                f"Melds and hands add up to {worth}, but the cards in {packs} decks are worth only {packs * WORTH}.",
                rule,
                "in_hand",
            )
        )
    return faults


def _counted(held: Iterable[Any], kind: str) -> int:
    """Cards of a kind in the hands that were counted card by card."""
    return sum(cards.get(kind, 0) for cards in held if isinstance(cards, dict))


def _kind_faults(table: int, hands: int, most: int, name: str, rule: str) -> list[Fault]:
    if table + hands <= most:
        return []
    return [Fault(f"That makes {table + hands} {name} have only {most}.", rule, "melds" if table > most else "in_hand")]
