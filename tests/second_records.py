"""Random records with agreed options, for the second scorer."""

from __future__ import annotations

import random
from typing import Any

from tests.second_scorer import PARTNERS, Document, Hand, counters_of, second_score

TRICK_GAMES = ("regular", "booklet", "original", "boston", "display")
#: What tables agree on.
OPTIONS: dict[str, dict[str, list[Any]]] = {
    "regular": {"target": [90, 400], "rook": ["plain", "20"], "minimum": [10, 25, 50], "misplay_bid": [True]},
    "booklet": {
        "target": [90, 400],
        "rook": ["plain", "20"],
        "minimum": [10, 25, 50],
        "misplay_bid": [True],
        "passes": ["final"],
        "high": [13],
        "fourth": ["yellow"],
        "nest": [True],
    },
    "original": {"target": [150, 700], "hands": [2, 5], "forced": [True]},
    "boston": {"target": [400], "rook": ["plain", "20"], "forced": [True], "misplay_bid": [True]},
    "display": {
        "target": [300],
        "rook": ["plain", "20"],
        "minimum": [10, 25, 50],
        "misplay_bid": [True],
        "bid_by": ["counters"],
        "set_back": [True],
    },
    "cordova": {"target": [60], "failed": ["captures"], "misplay_fine": [True], "fourth": ["yellow"]},
    "high14": {"target": [120], "misplay_fine": [True], "fourth": ["yellow"]},
    "flip": {"misplay_fine": [True], "tie": ["extra"], "fourth": ["yellow"]},
    "cribbage": {"target": [20, 90], "last_card": [True]},
}


def random_record(seed: int) -> Document:
    """A sound record with agreed options: cards really shared out; no hand after the end."""
    dice = random.Random(f"second {seed}")
    game = dice.choice(["regular", "booklet", "original", "boston", "display", "cordova", "high14", "flip", "cribbage"])
    most = {"regular": 6, "booklet": 8, "cordova": 6}.get(game, 4 if game in PARTNERS else 8)
    players = 4 if game in PARTNERS else dice.randint(2 if game in ("high14", "flip", "cribbage") else 3, most)
    options = {key: dice.choice(values) for key, values in OPTIONS[game].items() if dice.random() < 0.5}
    if game == "original" and "hands" in options:
        options.pop("target", None)
    document: Document = {
        "format": "rook-record/1",
        "game": game,
        "players": [f"P{seat}" for seat in range(players)],
        "dealer": dice.randrange(players),
        "options": options,
        "hands": [],
    }
    if dice.random() < 0.4:
        sides = 2 if game in PARTNERS else players
        document["opening"] = [dice.choice([0, -40, 10, 25, 45, 60, 180, 250]) for _ in range(sides)]
    dealer = document["dealer"]
    for _ in range(dice.randint(1, 10)):
        document["hands"].append(random_hand(dice, game, options, players, dealer))
        result = second_score(document)
        if result["over"]:
            break
        dealer = result["next"]
    return document


def random_hand(dice: random.Random, game: str, options: Document, players: int, dealer: int) -> Hand:
    """A sound hand, wherever in the game it is played."""
    hand: Hand = {}
    if dice.random() < 0.1:
        hand["adjust"] = [{"side": dice.randrange(2), "points": dice.randint(-60, 60), "why": "agreed"}]
    if game == "cribbage":
        return hand | _random_cribbage(dice, players)
    if unplayed := _random_unplayed(dice, game, options):
        return hand | unplayed
    can_misplay = game in TRICK_GAMES or options.get("misplay_fine")
    is_cut = can_misplay and dice.random() < 0.25
    if game in TRICK_GAMES:
        hand |= _random_bid(dice, game, options, players)
        if game != "original" and dice.random() < 0.1:
            return hand | _random_misdeal(dice, game, options, dealer)
    elif game == "cordova":
        hand |= _random_sale(dice, options, players, dealer)
    hand |= _random_captured(dice, game, options, players, is_cut)
    if is_cut:
        hand["misplay"] = dice.randrange(players)
    elif game == "original" and dice.random() < 0.2:
        hand["penalties"] = [{"kind": dice.choice(["table-talk", "nest-size"]), "by": dice.randrange(4)}]
    return hand


def _random_unplayed(dice: random.Random, game: str, options: Document) -> Hand:
    """Now and then a hand that was thrown in or dealt again."""
    if game in ("original", "boston") and not options.get("forced") and dice.random() < 0.1:
        return {"passed_out": True}
    return {"misdeal": 0} if game == "original" and dice.random() < 0.1 else {}


def _random_sale(dice: random.Random, options: Document, players: int, dealer: int) -> Hand:
    hand: Hand = {"trump": dice.choice(["red", "black", "green", options.get("fourth", "blue")])}
    if dice.random() < 0.3:
        return hand
    by = dice.choice([seat for seat in range(players) if seat != dealer])
    return hand | {"offer": {"by": by, "bid": dice.randint(1, 32)}, "sold": dice.random() < 0.5}


def _random_bid(dice: random.Random, game: str, options: Document, players: int) -> Hand:
    trump = dice.choice(["red", "black", "green", "yellow"])
    if game == "booklet":
        trump = options.get("fourth", "blue") if trump == "yellow" else trump
    if game == "boston":
        trump = dice.choice([trump, "none"])
    more = 20 if options.get("rook") == "20" else 0
    lowest, step = (70, 10) if game == "boston" else (70 if game == "original" else options.get("minimum", 5), 5)
    highest = {
        "original": 120,
        "boston": {"red": 240, "none": 240, "black": 210, "green": 180, "yellow": 150}.get(trump, 0) + more,
        "display": (100 if options.get("bid_by") == "counters" else 125) + more,
    }.get(game, 100 + more)
    return {"bidder": dice.randrange(players), "bid": dice.randrange(lowest, highest + 1, step), "trump": trump}


def _random_captured(dice: random.Random, game: str, options: Document, players: int, is_cut: bool) -> Hand:
    """Share out the counters; boston and display by tricks of four cards."""
    kinds, sides = counters_of(game, options), 2 if game in PARTNERS else players
    cards = [key for key, (_, count) in kinds.items() for _ in range(count)]
    entries: list[dict[str, int]] = [{} for _ in range(sides)]
    tricks: list[int | None] = [0] * sides
    if game in ("boston", "display"):
        pack = cards + [""] * (56 - len(cards))
        dice.shuffle(pack)
        played = dice.randint(0, 13) if is_cut else 14
        for number in range(played):
            side = dice.randrange(sides)
            tricks[side] = (tricks[side] or 0) + 1
            for card in filter(None, pack[4 * number : 4 * number + 4]):
                entries[side][card] = entries[side].get(card, 0) + 1
    else:
        for card in cards:
            if not is_cut or dice.random() < 0.6:
                entry = dice.choice(entries)
                entry[card] = entry.get(card, 0) + 1
    captured: list[Any] = [
        entry if dice.random() < 0.5 else sum(kinds[key][0] * count for key, count in entry.items())
        for entry in entries
    ]
    if not is_cut and dice.random() < 0.5:
        captured[dice.randrange(sides)] = None
    hand: Hand = {"captured": captured}
    if game in ("boston", "display"):
        if not is_cut and dice.random() < 0.5:
            tricks[dice.randrange(sides)] = None
        hand["tricks"] = tricks
    return hand


def _random_misdeal(dice: random.Random, game: str, options: Document, dealer: int) -> Hand:
    noticed = dice.choice([0, 2, 3, 6])
    if noticed < 3 or game in ("regular", "booklet"):
        return {"misdeal": noticed}
    while True:
        hand = _random_captured(dice, game, options, 4, True)
        if sum(hand["tricks"]) == noticed:
            return {"misdeal": noticed, **hand}


def _random_cribbage(dice: random.Random, players: int) -> Hand:
    pack = [number for number in range(1, 15) for _ in range(4)]
    dice.shuffle(pack)
    hands = [pack[5 * seat : 5 * seat + 5] for seat in range(players)]
    plays = [[seat, hands[seat][number]] for number in range(5) for seat in range(players)]
    return {"plays": plays[: dice.choice([len(plays), len(plays), dice.randint(1, len(plays))])], "hands": hands}
