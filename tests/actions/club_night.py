"""A club with an evening, driven by the actions: people come, rounds are drawn, hands are saved."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any

from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import clubs, members
from scorekeeper.actions.names import Refusal
from scorekeeper.actions.night import checkin, nights, rounds
from scorekeeper.actions.night.access import Night, Who, night
from scorekeeper.actions.table import access, hands
from scorekeeper.store import Account, Member, db
from scorekeeper.store import Round as Turn

PASSWORD = "correct horse battery"
#: Ann & Cal take 75 of the 120 points and make their bid of 70: 75 to 45.
HAND = {"bidder": 0, "bid": 70, "trump": "red", "captured": [75, 45]}


class Company:
    """An organiser's phone, a club with so many names beside the organiser's own, and an evening."""

    def __init__(self, names: int, game: str = "original", rounds: str = "", **options: Any) -> None:
        account = accounts.sign_up("Olga", PASSWORD, PASSWORD)
        assert isinstance(account, Account)
        self.olga = Who(account.id, access.device(None, "Olga's phone").id)
        club = clubs.found(account.id, "The Tuesday Rooks")
        assert not isinstance(club, Refusal)
        self.club_id = club.id
        added = members.add(account.id, club.id, [f"P{number:02}" for number in range(1, names + 1)])
        assert not isinstance(added, Refusal)
        self.ids = [member.id for member in added]
        self.evening = self.opened(game, rounds, **options)

    def opened(self, game: str, rounds: str = "", season: str = "", **options: Any) -> str:
        made = nights.open_night(
            self.olga, self.club_id, nights.Plan("Club night", date.today().isoformat(), game, options, season, rounds)
        )
        assert not isinstance(made, Refusal), made
        return made.id

    @property
    def night(self) -> Night:
        db.session.expire_all()
        return night(self.olga, self.evening)

    def come(self, *members: int) -> None:
        assert checkin.arrive(self.olga, self.evening, members or self.ids) is None

    def go(self, *members: int) -> None:
        assert checkin.leave(self.olga, self.evening, members) is None

    def draw(self, method: str = "new-partners", size: int | None = None) -> Turn:
        draft = rounds.propose(self.olga, self.evening, method, size)
        assert not isinstance(draft, Refusal), draft
        turn = rounds.accept(self.olga, self.evening, draft)
        assert isinstance(turn, Turn), turn
        return turn

    def save(self, game_id: str, device: str = "", facts: dict[str, Any] | None = None) -> None:
        table = access.scored_by(device or self.olga.device_id, game_id)
        entry = hands.Entry(table.next_hand, 0, facts or HAND, access.new_key())
        assert isinstance(hands.save(device or self.olga.device_id, game_id, entry), hands.Saved)

    def play(self, turn: Turn) -> None:
        """One hand at each table of the round."""
        for game_id in [seating.game_id for seating in turn.seatings]:
            self.save(game_id or "")

    def phone(self, name: str = "A phone") -> str:
        return access.device(None, name).id

    def member(self, number: int) -> Member:
        found = db.session.get(Member, self.ids[number])
        assert found is not None
        return found


def refused(result: object) -> str:
    """What was said instead of doing it."""
    assert isinstance(result, Refusal), result
    return " ".join(result.messages)


def partners(found: Night) -> Counter[frozenset[int]]:
    """How often two played together: those who sit opposite each other at a table of four."""
    return Counter(
        frozenset(pair)
        for turn in found.evening.rounds
        for seating in turn.seatings
        for pair in (seating.seats[0::2], seating.seats[1::2])
    )


def sat_out(found: Night) -> Counter[int]:
    return Counter(bye.member_id for turn in found.evening.rounds for bye in turn.byes)
