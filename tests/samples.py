"""Plausible records of every game, made from a seed: for the benchmark and for tests that need many hands."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

Hand = dict[str, Any]
NAMES = ["Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"]
ENDLESS = 1_000_000


def split(dice: random.Random, total: int, step: int, parts: int) -> list[int]:
    """A total in multiples of a step, split among so many."""
    cuts = sorted(dice.randrange(0, total // step + 1) for _ in range(parts - 1))
    edges = [0, *cuts, total // step]
    return [(high - low) * step for low, high in pairwise(edges)]


def tens(dice: random.Random, total: int, parts: int) -> list[int]:
    """Counters split so that the real cards allow it: fives go to the first two only."""
    shares = split(dice, total, 10, parts)
    if dice.random() < 0.5 and shares[1] >= 10:
        shares[0], shares[1] = shares[0] + 5, shares[1] - 5
    return shares


def original(dice: random.Random) -> Hand:
    ours = dice.randrange(0, 125, 5)
    bid = dice.randrange(70, 125, 5)
    trump = dice.choice(["red", "yellow", "black", "green"])
    return {"bidder": dice.randrange(4), "bid": bid, "trump": trump, "captured": [ours, 120 - ours]}


def house(dice: random.Random) -> Hand:
    ours = dice.randrange(0, 185, 5)
    bid = dice.randrange(100, 185, 5)
    trump = dice.choice(["red", "yellow", "black", "green"])
    return {"bidder": dice.randrange(4), "bid": bid, "trump": trump, "captured": [ours, 180 - ours]}


def boston(dice: random.Random) -> Hand:
    tricks, ours = dice.randrange(4, 11), dice.randrange(20, 85, 5)
    bid = dice.randrange(70, 160, 10)
    trump = dice.choice(["red", "black", "green", "none"])
    return {
        "bidder": dice.randrange(4),
        "bid": bid,
        "trump": trump,
        "captured": [ours, 100 - ours],
        "tricks": [tricks, 14 - tricks],
    }


def display(dice: random.Random) -> Hand:
    return {
        **boston(dice),
        "trump": dice.choice(["red", "yellow", "black", "green"]),
        "bid": dice.randrange(50, 130, 5),
    }


def alone(dice: random.Random) -> Hand:
    bid = dice.randrange(15, 80, 5)
    return {"bidder": dice.randrange(4), "bid": bid, "trump": "green", "captured": tens(dice, 100, 4)}


def cordova(dice: random.Random) -> Hand:
    return {"trump": "blue", "captured": dice.sample([10, 15, 5, 2], 4)}


def high14(dice: random.Random) -> Hand:
    return {"captured": tens(dice, 60, 4)}


def flip(dice: random.Random) -> Hand:
    reds = split(dice, 13, 1, 4)
    reds[dice.randrange(4)] += 10
    return {"captured": reds}


def tuxedo(dice: random.Random) -> Hand:
    return {"cards": [*split(dice, 40, 1, 3), 16], "fives": [0, 0, 0, 4], "sweeps": [0, 0, 0, dice.randrange(3)]}


def doubt(dice: random.Random) -> Hand:
    return {"out": 0, "left": [0, *(dice.randrange(1, 18) for _ in range(3))]}


def cribbage(dice: random.Random) -> Hand:
    cards = dice.sample([number for number in range(1, 15) for _ in range(4)], 20)
    return {
        "plays": [[turn % 4, card] for turn, card in enumerate(cards)],
        "hands": [cards[seat::4] for seat in range(4)],
    }


def club(dice: random.Random) -> Hand:
    low = dice.randrange(4, 8)
    ours = [{"set": 6, "natural": 4, "wild": 3}, {"run": "red", "from": low, "to": low + 6}]
    theirs = [{"set": dice.randrange(9, 15), "natural": 3, "wild": 1}]
    return {"out": 0, "melds": [ours, theirs], "rooks": [1, 1], "in_hand": [30, {"natural": 5, "wild": 1}]}


def cards_held(dice: random.Random) -> Hand:
    held = dice.randrange(30, 57)
    return {"cards": [held, 0, 56 - held, 0]}


HANDS: dict[str, Callable[[random.Random], Hand]] = {
    "original": original,
    "house": house,
    "boston": boston,
    "display": display,
    "club": club,
    "regular": alone,
    "booklet": alone,
    "cordova": cordova,
    "high14": high14,
    "flip": flip,
    "tuxedo": tuxedo,
    "doubt": doubt,
    "cribbage": cribbage,
    "everlasting": cards_held,
    "tens": cards_held,
    "donkey": lambda dice: {"winner": dice.randrange(4)},
}

#: Games that end after so many hands, whatever the score.
LIMITS = {"flip": 6, "everlasting": 1, "tens": 1, "donkey": 1}


def record(game: str, hands: int = 20, seed: int = 1910) -> dict[str, Any]:
    """A record of so many hands, with a target out of reach where the game has one."""
    dice = random.Random(f"{game} {seed}")
    count = min(hands, LIMITS.get(game, hands))
    options = {} if game in LIMITS else {"target": ENDLESS}
    return {
        "format": "rook-record/1",
        "game": game,
        "players": NAMES[:4],
        "options": options,
        "hands": [HANDS[game](dice) for _ in range(count)],
    }
