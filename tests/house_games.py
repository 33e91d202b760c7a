"""Games by tables' own figures, made from a seed: cards really dealt out, legal bids, partners, moons, misplays."""

from __future__ import annotations

import random
from typing import Any

from scorekeeper.rules import BY_SLUG, Sheet, score
from tests.samples import NAMES

Document = dict[str, Any]

HOUSE = BY_SLUG["house"]
COLORS = ["red", "yellow", "black", "green"]
#: What tables agree on, and other figures at the edges.
FIGURES: dict[str, list[Any]] = {
    **{key: [0, 5, 10, 15, 20, 50] for key in ("one", "five", "ten", "thirteen", "fourteen", "rook")},
    **{key: [0, 5, 20] for key in ("last_trick", "most_cards")},
    **{key: [5, 30, 100] for key in ("red_one", "red_two")},
    "pack": [45, 41, 57],
    "rook_rank": ["high", "low", "10.5"],
    "ones": ["high", "low"],
    "minimum": [5, 65, 75, 80, 120],
    "step": [5, 10],
    "forced": [True, False],
    "moon": [0, 5, 360],
    "target": [1, 150, 300],
    "hands": [1, 3],
    "floor": [1, 100],
    "spread": [1, 150],
    "bid_to_win": [True, False],
    "both": ["higher", "bidder"],
    "partners": ["fixed", "called", "none"],
}


def house_options(dice: random.Random, players: int) -> Document:
    """Figures that a table may agree on together."""
    while True:
        keys = [key for key in FIGURES if dice.random() < 0.3]
        options = {key: dice.choice(FIGURES[key]) for key in keys}
        if not HOUSE.objections(options, players):
            return options


def house_game(seed: int, hands: int = 8) -> Document:
    """A game that scores: a hand that the engine refuses, or one after the end, is left out."""
    dice = random.Random(f"house {seed}")
    players = dice.choice([3, 4, 5, 6])
    options = house_options(dice, players)
    document: Document = {
        "format": "rook-record/1",
        "game": "house",
        "players": NAMES[:players],
        "dealer": dice.randrange(players),
        "options": options,
        "hands": [],
    }
    for _ in range(hands):
        tried = document | {"hands": [*document["hands"], _hand(dice, document)]}
        if isinstance(score(tried), Sheet):
            document = tried
    return document


def _hand(dice: random.Random, document: Document) -> Document:
    if dice.random() < 0.1:
        return dice.choice([{"misdeal": 0}, {"passed_out": True}])
    players = len(document["players"])
    _, play = HOUSE.setting(players, HOUSE.with_defaults(document["options"]))
    facts = play.facts()
    total, bids = facts["total"], play.fields["bid"].bids
    bidder = dice.randrange(players)
    hand: Document = {"bidder": bidder, "bid": dice.choice(bids), "trump": dice.choice(COLORS)}
    if "partner" in play.fields:
        hand["partner"] = dice.choice([None, *(seat for seat in range(players) if seat != bidder)])
    entries = play.fields["captured"].count
    if "moon" in play.fields and dice.random() < 0.4:
        hand |= {"bid": total, "moon": True}
        if dice.random() < 0.5:
            mine = 0 if "partner" in hand else bidder % entries
            return hand | {"captured": [total if entry == mine else 0 for entry in range(entries)]}
    stopped = dice.random() < 0.2
    captured = _captured(dice, play.fields["captured"], facts["counters"], entries, stopped)
    return hand | {"captured": captured} | ({"misplay": dice.randrange(players)} if stopped else {})


def _captured(dice: random.Random, field: Any, worth: dict[str, int], entries: int, stopped: bool) -> list[Any]:
    """Every counter goes to somebody; if the hand was stopped, perhaps to nobody yet."""
    shares: list[Document] = [{} for _ in range(entries)]
    bias = dice.random()
    for kind in field.of.group.fields:
        for _ in range(kind.usual):
            if not stopped or dice.random() < 0.5:
                share = shares[0 if dice.random() < bias else dice.randrange(entries)]
                share[kind.key] = share.get(kind.key, 0) + 1
    dice.shuffle(shares)
    return [
        share if dice.random() < 0.3 else sum(worth[key] * count for key, count in share.items()) for share in shares
    ]
