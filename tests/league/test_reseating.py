"""Who sat where in a round, and corrections of it."""

from __future__ import annotations

import pytest

from scorekeeper.league.reseating import Places, changed_in_play, size_of, stints_of

#: Four seats; 5 took over seat 1 from 2 before hand 4, and 6 plays for 9.
FIRST = ((0, 1, 1, None), (1, 2, 1, None), (1, 5, 4, None), (2, 3, 1, None), (3, 6, 1, 9))
SECOND = ((0, 10, 1, None), (1, 11, 1, None), (2, 12, 1, None), (3, 13, 1, None))
ROUND = Places({71: FIRST, 72: SECOND}, frozenset({20}))


def test_who_played_in_every_seat_and_from_which_hand() -> None:
    assert stints_of(FIRST) == (((1, 1),), ((1, 2), (4, 5)), ((1, 3),), ((1, 6),))
    assert (size_of(FIRST), changed_in_play(FIRST), changed_in_play(SECOND)) == (4, True, False)
    # The absent member did not sit here.
    assert ROUND.at_tables == {1, 2, 3, 5, 6, 10, 11, 12, 13}
    assert ROUND.people == ROUND.at_tables | {20}


def test_players_who_left_before_a_hand_have_no_stint() -> None:
    # 2 gave the seat to 5 before the first hand; 5 and 7 both left before hand 3 was played.
    seat = ((0, 2, 1, None), (0, 5, 1, None), (0, 7, 3, None), (0, 8, 3, None))
    assert stints_of(seat) == (((1, 5), (3, 8)),)


def test_swapped_people_are_swapped_everywhere() -> None:
    after = ROUND.swap_people(2, 12)
    assert after.tables[71][1:3] == ((1, 12, 1, None), (1, 5, 4, None))
    assert after.tables[72][2] == (2, 2, 1, None)
    assert after.out == {20}
    assert ROUND.changed_tables(after) == (71, 72)
    # With the one who sits out, and as the absent one.
    assert (ROUND.swap_people(1, 20).out, ROUND.swap_people(1, 20).tables[71][0]) == ({1}, (0, 20, 1, None))
    assert ROUND.swap_people(9, 20).tables[71][4] == (3, 6, 1, 20)
    assert after.swap_people(2, 12) == ROUND


def test_tables_are_swapped_only_with_tables_of_their_size() -> None:
    after = ROUND.swap_tables(71, 72)
    assert after == Places({71: SECOND, 72: FIRST}, ROUND.out)
    assert ROUND.changed_tables(ROUND) == ()
    with pytest.raises(ValueError, match="different sizes"):
        Places({71: FIRST, 73: SECOND[:3]}, frozenset()).swap_tables(71, 73)
