"""The engine and a second scorer, written from the description of the record alone, agree on random records."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from scorekeeper.judge import Answer, answer
from scorekeeper.rules import Sheet, score
from tests.second_records import OPTIONS, random_record
from tests.second_scorer import second_auction, second_score

RECORDS, AUCTIONS = 1000, 2000


def test_the_second_scorer_agrees_on_random_records_with_agreed_options() -> None:
    used: Counter[tuple[str, str]] = Counter()
    ended = 0
    for seed in range(RECORDS):
        document = random_record(seed)
        expected, sheet = second_score(document), score(document)
        assert isinstance(sheet, Sheet), (document, sheet)
        assert [list(hand.points) for hand in sheet.hands] == expected["points"], document
        assert list(sheet.totals) == expected["totals"], document
        assert (list(sheet.winners), sheet.over) == (expected["winners"], expected["over"]), document
        assert sheet.next_dealer == expected["next"], document
        used.update((document["game"], key) for key in document["options"])
        used.update([("any game", "opening")] if "opening" in document else [])
        assert sheet.as_json().get("opening") == document.get("opening"), document
        ended += sheet.over
    # Every option was tried often, in games that ended and in games that went on.
    assert all(used[game, key] > 5 for game, values in OPTIONS.items() for key in values), used
    assert used["any game", "opening"] > 200
    assert 200 < ended < RECORDS - 200


def test_opening_totals_move_every_total_and_no_point_unless_the_game_ends_elsewhere() -> None:
    moved = 0
    for seed in range(RECORDS):
        document, dice = random_record(seed), random.Random(f"opening {seed}")
        first = second_score(document)
        opening = [dice.randint(-300, 100) for _ in first["totals"]]
        plain, sheet = score({**document, "opening": [0] * len(opening)}), score({**document, "opening": opening})
        if not (isinstance(sheet, Sheet) and isinstance(plain, Sheet)):
            # Only an earlier end can be in the way.
            assert all(fault.after_end for other in (plain, sheet) if isinstance(other, tuple) for fault in other)
            continue
        if document["game"] == "cribbage" and (plain.over or sheet.over):
            # Points in play may have won before the hands were counted.
            continue
        moved += 1
        assert [hand.lines for hand in sheet.hands] == [hand.lines for hand in plain.hands], document
        for hand, before in zip(sheet.hands, plain.hands, strict=True):
            assert list(hand.totals) == [sum(pair) for pair in zip(before.totals, opening, strict=True)], document
    assert moved > RECORDS / 2


def test_the_second_auction_agrees_on_random_calls() -> None:
    states: Counter[str] = Counter()
    for seed in range(AUCTIONS):
        dice = random.Random(f"auction {seed}")
        game = dice.choice(["regular", "booklet", "original", "display"])
        keys = {"rook", "minimum", "passes", "forced", "bid_by"} & OPTIONS[game].keys()
        options = {key: dice.choice(OPTIONS[game][key]) for key in sorted(keys) if dice.random() < 0.5}
        players = 4 if game in ("original", "display") else dice.randint(3, 6)
        dealer = dice.randrange(players)
        calls = _random_calls(dice, game, options, players, dealer)
        asked = {"ask": "auction", "game": game, "players": players, "dealer": dealer, "calls": calls}
        result = answer(asked | {"options": options})
        assert isinstance(result, Answer), (asked, result)
        assert result.answer == second_auction(game, options, players, dealer, calls), (asked, options)
        states.update(result.answer.keys())
    assert min(states[key] for key in ("illegal", "over", "minimum", "bid")) > 100, states


def _random_calls(dice: random.Random, game: str, options: dict[str, Any], players: int, dealer: int) -> list[Any]:
    """Calls that are mostly legal; now and then one too low, no multiple of five, out of place, or after the end."""
    calls: list[Any] = []
    for _ in range(dice.randint(0, 5 * players)):
        state = second_auction(game, options, players, dealer, calls)
        if "minimum" not in state or dice.random() < 0.02:
            return calls + dice.choice([[], [], ["pass"], [5], [72]])
        may_pass = dice.random() < 0.6
        calls.append("pass" if may_pass else state["minimum"] + dice.choice([0, 0, 5, 10, 20]))
    return calls
