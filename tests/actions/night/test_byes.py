"""Who sits out a round: the odd player takes turns, and rounds by hand do not pick the same people again."""

from __future__ import annotations

import pytest

from scorekeeper.actions.night import drafts, partners
from tests.actions.club_night import Company, sat_out

pytestmark = pytest.mark.usefixtures("in_app")


def paired(company: Company, count: int) -> None:
    """Pairs of neighbors on the list, so many of them."""
    for first in range(0, 2 * count, 2):
        assert partners.pair_up(company.access, company.ids[first : first + 2]) is None


def test_the_odd_player_of_a_swiss_night_plays_from_the_second_round_on() -> None:
    company = Company(17, hands=1)
    company.come()
    paired(company, 8)
    odd = company.ids[16]
    qualities = []
    for _ in range(5):
        night_round = company.draw("swiss")
        assert len(night_round.tables) == 4
        qualities.append(night_round.quality)
        company.play(night_round)
    assert sat_out(company.access)[odd] == 1
    assert max(sat_out(company.access).values()) == 1
    assert "P17 has no partner and sits out. Next round it is someone else’s turn." in qualities[0]
    out = company.access.night.rounds[1].byes[0].member_id
    mate = company.ids[company.ids.index(out) ^ 1]
    names = company.access.names
    why = (
        f"P17 has no partner tonight and plays with {names[mate]} in this round: it is {names[out]}’s turn to sit out."
    )
    assert why in qualities[1]


def test_two_without_partners_play_together_and_the_draft_says_so() -> None:
    company = Company(8, hands=1)
    company.come()
    paired(company, 3)
    draft = drafts.propose(company.access, "swiss")
    assert isinstance(draft, drafts.Draft)
    assert draft.plan.sitting_out == ()
    assert "have no partners and play together." in draft.quality


def test_by_hand_lets_others_sit_out_in_the_next_round() -> None:
    company = Company(6, hands=1)
    company.come()
    for _ in range(3):
        company.play(company.draw("hand"))
    assert sorted(sat_out(company.access).values()) == [1, 1, 1, 1, 1, 1]
