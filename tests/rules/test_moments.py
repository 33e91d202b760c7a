"""Key moments of games whose totals were added up by hand."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules import Sheet, score
from scorekeeper.rules.moments import Lead, Moment, MomentKind, key_moments, winners_lead

#: Ruth & Ann: 95, 140, 155, 190, 190, 195, 290, 290. Dale & Wayne: 25, −70, 35, −65, 55, 170, 195, 315.
COMEBACK = (
    (0, 85, [95, 25]),
    (1, 95, [45, 75]),
    (3, 80, [15, 105]),
    (1, 100, [35, 85]),
    (3, 105, [0, 120]),
    (3, 90, [5, 115]),
    (2, 95, [95, 25]),
    (3, 120, [0, 120]),
)


def sheet(entries: tuple[tuple[int, int, list[int]], ...], **options: Any) -> Sheet:
    facts = [{"bidder": bidder, "bid": bid, "trump": "red", "captured": captured} for bidder, bid, captured in entries]
    return of(facts, "original", **options)


def of(facts: list[dict[str, Any]], game: str, **options: Any) -> Sheet:
    record = {"format": "rook-record/1", "game": game, "players": ["Ruth", "Dale", "Ann", "Wayne"], "hands": facts}
    scored = score(record | ({"options": options} if options else {}))
    assert isinstance(scored, Sheet), scored
    return scored


def test_a_comeback_in_the_last_hand() -> None:
    game = sheet(COMEBACK)
    assert (game.totals, game.winners) == ((290, 315), (1,))
    assert key_moments(game) == (
        # The first of three hands with 120.
        Moment(MomentKind.BIGGEST_HAND, 120, (1,), (5,)),
        # 190 to −65 after hand 4.
        Moment(MomentKind.COMEBACK, 255, (1,), (4,)),
        Moment(MomentKind.MOST_SETS, 2, (1,), (2, 4)),
        Moment(MomentKind.LEAD_CHANGES, 1, (), (8,)),
        Moment(MomentKind.HIGHEST_BID, 120, (1,), (8,)),
    )
    assert winners_lead(game) is Lead.AT_THE_END


def test_a_game_that_was_never_in_doubt() -> None:
    game = sheet(((0, 100, [100, 20]), (1, 70, [45, 75]), (0, 110, [120, 0]), (2, 70, [75, 45])))
    assert game.winners == (0,)
    kinds = {moment.kind: moment for moment in key_moments(game)}
    assert kinds[MomentKind.NO_SETS] == Moment(MomentKind.NO_SETS, 4)
    assert MomentKind.COMEBACK not in kinds
    assert MomentKind.LEAD_CHANGES not in kinds
    assert MomentKind.MOST_SETS not in kinds
    assert winners_lead(game) is Lead.ALWAYS


def test_one_missed_bid_is_no_record_and_not_none() -> None:
    game = sheet(((0, 100, [100, 20]), (1, 80, [60, 60]), (0, 110, [120, 0]), (2, 70, [75, 45])))
    kinds = {moment.kind for moment in key_moments(game)}
    assert not kinds & {MomentKind.NO_SETS, MomentKind.MOST_SETS}


def test_a_shared_lead_changes_nothing() -> None:
    """60 to 60, then the same side is in front as before."""
    game = sheet(((0, 70, [80, 40]), (1, 70, [40, 80]), (0, 70, [120, 0]), (0, 70, [120, 0])))
    assert game.totals == (360, 120)
    assert not [moment for moment in key_moments(game) if moment.kind is MomentKind.LEAD_CHANGES]
    assert winners_lead(game) is Lead.SOMETIMES


def test_where_the_lowest_wins() -> None:
    """Flip: six hands. Ruth is last after the first hand and wins."""
    hands = [{"captured": [20, 1, 1, 1]}, *({"captured": [0, 7, 4, 12]},) * 5]
    game = of(hands, "flip")
    assert game.over, game
    moments = {moment.kind: moment for moment in key_moments(game, lowest_wins=True)}
    assert game.winners == (0,)
    assert moments[MomentKind.COSTLIEST_HAND] == Moment(MomentKind.COSTLIEST_HAND, 20, (0,), (1,))
    assert moments[MomentKind.COMEBACK].figure == 19
    assert MomentKind.BIGGEST_HAND not in moments


def test_a_game_of_one_hand_has_no_moments() -> None:
    game = sheet(((0, 70, [120, 0]),), hands=1)
    assert game.over
    assert key_moments(game) == ()
    assert winners_lead(game) is Lead.SOMETIMES
