"""One table of each family of games: how many play it, by which options, and hands that people enter there."""

from __future__ import annotations

import random
from typing import Any

from tests.second_records import random_hand as random_printed_hand

Facts = dict[str, Any]

#: Short games, so that many of them end: its slug, how many play, what is agreed.
TABLES: tuple[tuple[str, int, Facts], ...] = (
    ("original", 4, {"target": 200}),
    ("regular", 3, {"target": 90}),
    ("boston", 4, {"target": 400}),
    ("house", 4, {"target": 300}),
    ("house", 5, {"target": 300}),
    ("high14", 4, {"target": 60}),
    ("flip", 3, {}),
    ("doubt", 4, {"target": 60}),
)
#: Games with a bid that is known before the result: the lowest bid, and the points of a hand.
BIDS = {"original": (70, 120), "regular": (50, 100), "boston": (70, 100), "house": (100, 180)}
#: Games without one: the points of a hand.
SHARED = {"high14": 60, "flip": 23}
PAIRS = ("original", "boston")


def random_hand(seed: int, slug: str, options: Facts, players: int) -> Facts:
    """Any sound hand: penalties, misdeals and adjustments, or only the bid."""
    dice = random.Random(seed)
    if slug in BIDS and dice.random() < 0.1:
        return random_bid(seed, slug, players) | {"open": True}
    if slug not in ("house", "doubt"):
        return random_printed_hand(dice, slug, options, players, 0)
    agreed = {"adjust": [{"side": dice.randrange(2), "points": dice.randint(-60, 60), "why": "agreed"}]}
    return plain_hand(seed, slug, players) | (agreed if dice.random() < 0.2 else {})


def random_bid(seed: int, slug: str, players: int) -> Facts:
    """Who won the bid, for how much, in which color; with five at House Rook the bidder calls a partner."""
    dice = random.Random(seed)
    lowest, _ = BIDS[slug]
    bidder = dice.randrange(players)
    bid = {"bidder": bidder, "bid": dice.randrange(lowest, lowest + 31, 10), "trump": dice.choice(["green", "red"])}
    return bid | ({"partner": (bidder + dice.randrange(1, players)) % players} if players == 5 else {})


def plain_hand(seed: int, slug: str, players: int) -> Facts:
    """A hand as a form sends it, with a figure for every side."""
    bid = random_bid(seed, slug, players) if slug in BIDS else {}
    return bid | plain_result(seed, slug, players)


def plain_result(seed: int, slug: str, players: int) -> Facts:
    """What a form asks for after the play."""
    dice = random.Random(seed + 1)
    if slug == "doubt":
        out = dice.randrange(players)
        return {"out": out, "left": [0 if seat == out else dice.randrange(1, 10) for seat in range(players)]}
    sides = 2 if slug in PAIRS or slug == "house" else players
    shares = [0] * sides
    total = BIDS[slug][1] if slug in BIDS else SHARED[slug]
    for _ in range(total // 5):
        shares[dice.randrange(sides)] += 5
    shares[0] += total - sum(shares)
    tricks = dice.randrange(4, 11)
    return {"captured": shares} | ({"tricks": [tricks, 14 - tricks]} if slug == "boston" else {})
