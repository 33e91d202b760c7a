"""Results made from records and sheets; facts typed from the rules."""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.league.results import Bidding, Played, from_sheet, places
from scorekeeper.rules import GAMES, Sheet, score
from scorekeeper.rules.values import LineKind
from tests.rows import each_row
from tests.samples import record as sample

SEATS = ("a", "b", "c", "d")


def result(document: dict[str, Any], lowest_wins: bool = False) -> Any:
    sheet = score(document)
    assert isinstance(sheet, Sheet), sheet
    plain = json.loads(json.dumps(sheet.as_json()))
    for hand in plain["hands"]:
        for line in hand["lines"]:
            line["why"] = "Bid 1 and 2, captured 3 of 4"  # Nothing is read from words.
    seats = SEATS[: len(document["players"])]
    return from_sheet(Played("g1", "e1", 2, seats), document, plain, sheet.bids, lowest_wins)


def document(slug: str, hands: list[dict[str, Any]], players: int = 4, **options: Any) -> dict[str, Any]:
    names = ["Ann", "Ben", "Cal", "Dot"][:players]
    return {"format": "rook-record/1", "game": slug, "players": names, "options": options, "hands": hands}


def bid(bidder: int, amount: int, captured: list[Any], trump: str = "green", **more: Any) -> dict[str, Any]:
    return {"bidder": bidder, "bid": amount, "trump": trump, "captured": captured, **more}


def test_places_are_shared_and_the_next_is_left_out() -> None:
    assert places([300, 120, 300, 50]) == (1, 3, 1, 4)
    assert places([5, 5]) == (1, 1)
    assert places([]) == ()


def test_named_winners_are_in_front() -> None:
    assert places([51, 60, 20], winners=[0]) == (1, 2, 3)


def test_partners_share_points_and_keep_their_own_bids() -> None:
    game_result = result(
        document(
            "original",
            [
                bid(0, 95, [75, 45]),  # set back: 20 missing
                bid(1, 80, [20, 100], trump="red"),  # made with 20 to spare
                bid(1, 100, [20, 100]),  # made exactly
                bid(2, 70, [{"14": 4, "rook": 1, "10": 1}, None], trump="red"),  # 70, made exactly
            ],
        )
    )
    ann_cal, ben_dot = game_result.sides
    assert ann_cal.players == ("a", "c")
    assert ben_dot.players == ("b", "d")
    assert (ann_cal.points, ben_dot.points) == (-95 + 20 + 20 + 70, 45 + 100 + 100 + 50)
    assert (ann_cal.place, ben_dot.place) == (2, 1)
    assert (game_result.hands, game_result.round, game_result.game) == (4, 2, "original")
    assert ann_cal.bids_of("a") == Bidding(set_back=1, under=20, known=1, colors=(("green", 1),))
    assert ann_cal.bids_of("c") == Bidding(made=1, highest=70, colors=(("red", 1),))
    assert ben_dot.bids_of("b") == Bidding(made=2, highest=100, over=20, colors=(("green", 1), ("red", 1)))
    assert ben_dot.bids_of("d") == Bidding()


def test_a_bid_nobody_tested_counts_neither_way() -> None:
    game_result = result(
        document("original", [bid(0, 95, [40, 30], misplay=1), {"passed_out": True}, {"misdeal": 0}]),
    )
    assert {side.bids_of(player) for side in game_result.sides for player in side.players} == {Bidding()}


def test_an_open_hand_does_not_count() -> None:
    game_result = result(document("original", [bid(1, 80, [20, 100]), {"open": True, "bidder": 0, "bid": 120}]))
    assert game_result.hands == 1
    assert game_result.sides[0].bids_of("a") == Bidding()


def test_everyone_alone_has_four_sides_and_the_bid_is_the_bidders() -> None:
    game_result = result(document("original", [bid(0, 80, [100, 20])], individual=True))
    assert [side.players for side in game_result.sides] == [("a",), ("b",), ("c",), ("d",)]
    assert [side.place for side in game_result.sides] == [1, 3, 1, 3]
    assert game_result.sides[0].bids_of("a").made == 1
    assert game_result.sides[2].bids_of("c") == Bidding()


def test_tricks_belong_to_what_the_bid_is_tested_against() -> None:
    # Boston, red: 10 a trick. 60 counters and 7 tricks are 130: bid 120 made with 10 to spare, bid 150 missed by 20.
    hands = [bid(0, 120, [60, 40], "red", tricks=[7, 7]), bid(3, 150, [40, 60], "red", tricks=[7, 7])]
    game_result = result(document("boston", hands))
    assert game_result.sides[0].bids_of("a") == Bidding(made=1, highest=120, over=10, colors=(("red", 1),))
    assert game_result.sides[1].bids_of("d") == Bidding(set_back=1, under=20, known=1, colors=(("red", 1),))


def test_a_display_bid_is_missed_by_counters_and_tricks_together() -> None:
    # Display: 2 a trick. 55 counters and 6 tricks are 67; a bid of 80 is missed by 13, one of 65 made with 2 to spare.
    hands = [
        bid(1, 80, [45, 55], "red", tricks=[8, 6]),
        bid(1, 65, [None, {"14": 4, "10": 1, "5": 1}], "red", tricks=[8, None]),
    ]
    ben = result(document("display", hands)).sides[1].bids_of("b")
    assert ben == Bidding(1, 1, 65, 2, 13, 1, (("red", 2),))


@each_row("slug", ["regular", "booklet"])
def test_everyone_alone_may_count_cards_or_leave_the_rest(slug: str) -> None:
    # Two 14s and a 5 are 25: a bid of 40 misses 15. The rest after 30 and 45 is 25: a bid of 20 has 5 to spare.
    hands = [bid(1, 40, [30, {"14": 2, "5": 1}, None]), bid(2, 20, [30, 45, None])]
    if slug == "booklet":
        hands = [hand | {"trump": "blue"} for hand in hands]
    game_result = result(document(slug, hands, players=3))
    assert game_result.sides[1].bids_of("b").under == 15
    assert game_result.sides[2].bids_of("c").over == 5


def test_a_foreign_sheet_shows_made_bids_but_no_margin() -> None:
    record = document("original", [bid(0, 95, [75, 45]), bid(1, 80, [20, 100])])
    sheet = score(record)
    assert isinstance(sheet, Sheet)
    game_result = from_sheet(
        Played("g", "e", 1, SEATS), record, sheet.as_json(), bids=(((0, False, 95, None),), ((1, True, 80, None),))
    )
    assert game_result.sides[0].bids_of("a") == Bidding(set_back=1, colors=(("green", 1),))
    assert game_result.sides[1].bids_of("b") == Bidding(made=1, highest=80, colors=(("green", 1),))


def test_the_figures_of_a_bid_are_not_printed() -> None:
    sheet = score(document("original", [bid(0, 95, [75, 45])]))
    assert isinstance(sheet, Sheet)
    assert sheet.bids == (((0, False, 95, 75),),)
    assert [sorted(line) for line in sheet.as_json()["hands"][0]["lines"]] == [["points", "rule", "side", "why"]] * 2


def test_a_counter_in_the_nest_is_a_set_back_of_unknown_size() -> None:
    hand = bid(0, 50, [40, 30, 20], penalties=[{"kind": "nest-counter", "by": 0}])
    game_result = result(document("regular", [hand], players=3, nest=True))
    assert game_result.sides[0].bids_of("a") == Bidding(set_back=1, colors=(("green", 1),))


def test_trump_bought_or_kept_counts_as_a_bid_of_its_maker() -> None:
    bought = {"trump": "red", "captured": [15, 10, 7], "offer": {"by": 1, "bid": 12}, "sold": True}
    not_sold = {"trump": "blue", "captured": [0, 30, 2], "offer": {"by": 2, "bid": 20}, "sold": False}
    game_result = result(document("cordova", [bought, not_sold], players=3))
    # The buyer took 10 of 12; then the second dealer, seat 1, kept the trump under an offer of 20 and took 30.
    assert game_result.sides[1].bids_of("b") == Bidding(1, 1, 20, 10, 2, 1, (("blue", 1), ("red", 1)))
    assert game_result.sides[2].bids_of("c") == Bidding()


def test_the_lowest_wins_where_it_does() -> None:
    game_result = result(document("flip", [{"captured": [1, 22, 0]}], players=3), lowest_wins=True)
    assert [side.place for side in game_result.sides] == [2, 3, 1]
    assert [side.points for side in game_result.sides] == [1, 22, 0]


@each_row("slug", [game.slug for game in GAMES])
def test_every_game_gives_a_result(slug: str) -> None:
    record = sample(slug)
    sheet = score(record)
    assert isinstance(sheet, Sheet)
    seats = [f"p{seat}" for seat in range(len(record["players"]))]
    game_result = from_sheet(Played("g", "e", 1, seats), record, sheet.as_json(), bids=sheet.bids)
    assert sorted(game_result.players) == seats
    assert [side.points for side in game_result.sides] == list(sheet.totals)
    tested = [line for hand in sheet.hands for line in hand.lines if line.kind in (LineKind.MADE, LineKind.MISSED)]
    bids = [bidding for side in game_result.sides for bidding in side.bidding]
    assert sum(bidding.made + bidding.set_back for bidding in bids) == len(tested)
    assert all(bidding.over >= 0 and bidding.under >= 0 for bidding in bids)
