"""An auction while it is called: what may be said next, and what follows when it is over."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.bidding.auction import Auction, AuctionState, auction_state, auction_states
from tests.rows import each_row

P = "pass"
FOUR = 4


def auction(slug: str, **options: Any) -> Auction:
    game = BY_SLUG[slug]
    assert game.auction is not None
    return game.auction(game.with_defaults(options))


def after(slug: str, *calls: Any, dealer: int = 0, n: int = FOUR, **options: Any) -> tuple[Auction, AuctionState]:
    bids = auction(slug, **options)
    return bids, auction_state(bids, n, dealer, calls)


def fives(low: int, high: int) -> list[int]:
    return list(range(low, high + 5, 5))


#: Game, calls so far, who is next, may he pass, and every bid he may make.
NEXT: list[tuple[str, list[Any], int, bool, list[int]]] = [
    # 004: left of the dealer first, at least 70, by 5, up to all 120; nobody is forced.
    ("original", [], 1, True, fives(70, 120)),
    ("original", [70, 80, P, 85], 1, True, fives(90, 120)),
    ("original", [P, P, P], 0, True, fives(70, 120)),
    ("original", [115], 2, True, [120]),
    # 000, 002 Display: the dealer must bid; then anybody may pass.
    ("regular", [], 0, False, fives(5, 100)),
    ("regular", [15], 1, True, fives(20, 100)),
    ("regular", [15, P, P], 3, True, fives(20, 100)),
    ("display", [], 0, False, fives(5, 125)),
    ("display", [120, P], 2, True, [125]),
    # 001: who has passed is asked again.
    ("booklet", [], 0, False, fives(5, 100)),
    ("booklet", [15, P, P, 30, P], 1, True, fives(35, 100)),
]


@each_row(("slug", "calls", "turn", "may_pass", "bids"), NEXT)
def test_the_next_legal_calls(slug: str, calls: list[Any], turn: int, may_pass: bool, bids: list[int]) -> None:
    rules, now = after(slug, *calls)
    assert now.turn == turn
    assert rules.may_pass(now) is may_pass
    assert {color: list(offer) for color, offer in rules.offers(now).items()} == {None: bids}
    # Nothing else may be said: one step lower, one point beside, one step higher than all there is.
    step = rules.step
    for bid in (bids[0] - step, bids[0] + 1, bids[-1] + step):
        assert auction_state(rules, FOUR, 0, [*calls, bid]).wrong == len(calls)
    assert (auction_state(rules, FOUR, 0, [*calls, P]).wrong is None) is may_pass


#: 002 Boston: what a color can yield is the most that may be bid on it.
CEILINGS = {"red": 240, "black": 210, "green": 180, "yellow": 150, "none": 240}


@each_row(
    ("calls", "lowest", "colors"),
    [
        ([], 70, ["red", "black", "green", "yellow", "none"]),
        ([[140, "red"]], 150, ["red", "black", "green", "yellow", "none"]),
        ([[150, "yellow"]], 160, ["red", "black", "green", "none"]),
        ([[180, "green"]], 190, ["red", "black", "none"]),
        ([[210, "black"]], 220, ["red", "none"]),
        ([[230, "none"]], 240, ["red", "none"]),
    ],
)
def test_boston_offers_the_colors_that_can_still_be_bid(calls: list[Any], lowest: int, colors: list[str]) -> None:
    rules, now = after("boston", *calls)
    offers = rules.offers(now)
    assert sorted(offers, key=str) == sorted(colors)
    for color, bids in offers.items():
        assert list(bids) == list(range(lowest, CEILINGS[str(color)] + 10, 10))


def test_the_rook_card_raises_what_may_be_bid() -> None:
    for slug, most in (("regular", 120), ("booklet", 120), ("display", 145)):
        rules, now = after(slug, rook="20")
        assert rules.offers(now)[None][-1] == most
    rules, now = after("boston", rook="20")
    last = {color: bids[-1] for color, bids in rules.offers(now).items()}
    assert last == {"red": 260, "black": 230, "green": 200, "yellow": 170, "none": 260}


#: Game, dealer, the printed auction or one like it, and what follows.
OVER: list[tuple[str, int, list[Any], dict[str, Any]]] = [
    ("regular", 0, [15, 25, P, 30, 35, 40, P, P], {"bidder": 1, "bid": 40}),
    ("booklet", 0, [15, 20, P, 25, 30, 35, P, P, P], {"bidder": 1, "bid": 35}),
    # Cal passes, comes in again, and has it.
    ("booklet", 0, [15, 20, P, 25, P, P, 30, P, P, P], {"bidder": 2, "bid": 30}),
    ("original", 3, [70, 80, P, 85, 90, 95, P, P], {"bidder": 1, "bid": 95}),
    # 120 is everything: nobody is asked any more.
    ("original", 0, [120], {"bidder": 1, "bid": 120}),
    ("original", 2, [P, P, P, 70], {"bidder": 2, "bid": 70}),
    ("display", 1, [55, P, 60, P, P], {"bidder": 3, "bid": 60}),
    ("boston", 3, [[70, "green"], [100, "black"], P, P, P], {"bidder": 1, "bid": 100, "trump": "black"}),
    ("boston", 3, [[240, "none"]], {"bidder": 0, "bid": 240, "trump": "none"}),
    ("original", 0, [P, P, P, P], {}),
    ("boston", 0, [P, P, P, P], {}),
]


@each_row(("slug", "dealer", "calls", "follows"), OVER)
def test_what_follows_from_an_auction_that_is_over(
    slug: str, dealer: int, calls: list[Any], follows: dict[str, Any]
) -> None:
    rules, now = after(slug, *calls, dealer=dealer)
    assert now.over
    assert rules.offers(now) == {}
    assert not rules.may_pass(now)
    assert rules.decision(now) == follows
    # One call earlier nothing was decided.
    assert rules.decision(auction_state(rules, FOUR, dealer, calls[:-1])) == {}


@each_row(("slug", "dealer", "calls", "follows"), OVER)
def test_a_hand_is_completed_from_its_calls(slug: str, dealer: int, calls: list[Any], follows: dict[str, Any]) -> None:
    play = BY_SLUG[slug].setting(FOUR, BY_SLUG[slug].defaults)[1]
    assert play.complete({"open": True, "calls": calls}, dealer) == {"open": True, "calls": calls, **follows}


def test_given_answers_are_never_overwritten_and_wrong_ones_decide_nothing() -> None:
    play = BY_SLUG["original"].setting(FOUR, BY_SLUG["original"].defaults)[1]
    facts = {"calls": [95, P, P, P], "bidder": 3, "bid": 100, "trump": "red"}
    assert play.complete(facts, 0) == facts
    for calls in ([P, 70], [71, P, P, P], [95, P, P, P, P], ["ninety", P, P, P], [], "x"):
        assert play.complete({"calls": calls}, 0) == {"calls": calls}
    assert play.complete({"note": "no auction"}, 0) == {"note": "no auction"}
    # The same calls by another dealer are another auction.
    assert play.complete({"calls": [95, P, P, P]}, 2)["bidder"] == 3


def test_the_story_of_an_auction_names_every_speaker() -> None:
    # 000: A (the dealer), B, C, D; C has already passed when his turn comes again.
    calls = [15, 25, P, 30, 35, 40, P, P]
    story = auction_states(auction("regular"), FOUR, 0, calls)
    assert [now.turn for now in story] == [0, 1, 2, 3, 0, 1, 3, 0, None]
    assert [sorted(now.out) for now in story[-4:]] == [[2], [2], [2, 3], [0, 2, 3]]
    assert (story[4].bidder, story[4].bid, story[4].minimum) == (3, 30, 35)
    # 001: nobody is ever out.
    story = auction_states(auction("booklet"), FOUR, 0, [15, 20, P, 25, 30, 35, P, P, P])
    assert [now.turn for now in story] == [0, 1, 2, 3, 0, 1, 2, 3, 0, None]
    assert not any(now.out for now in story)
    # A call that is not allowed ends the story.
    story = auction_states(auction("original"), FOUR, 0, [70, 72, 80])
    assert (len(story), story[-1].wrong) == (3, 1)
