"""A club with a night, driven by the actions: people come, rounds are drawn, hands are saved."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any

from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import clubs, members
from scorekeeper.actions.club.access import require_member
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import checkin, drafts, events, rounds
from scorekeeper.actions.event.access import EventAccess, Visitor, require_event
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table import access as table_access
from scorekeeper.actions.table import hands
from scorekeeper.store import Account, Event, Member, Round, db

PASSWORD = "correct horse battery"
#: Ann & Cal take 75 of the 120 points and make their bid of 70: 75 to 45.
HAND = {"bidder": 0, "bid": 70, "trump": "red", "captured": [75, 45]}


class Company:
    """An organizer's phone, a club with so many names beside the organizer's own, and a night."""

    def __init__(self, names: int, game: str = "original", rounds: int | None = None, **options: Any) -> None:
        account = accounts.sign_up("Olga", PASSWORD)
        assert isinstance(account, Account)
        self.olga = Visitor(account.id, table_access.device(None, "Olga's phone").id)
        club = clubs.create_club(account.id, "The Tuesday Rooks")
        assert not isinstance(club, Refusal)
        self.club_id = club.id
        added = members.add_members(
            require_member(account.id, club.id), [f"P{number:02}" for number in range(1, names + 1)]
        )
        assert not isinstance(added, Refusal)
        self.ids = [member.id for member in added]
        self.event_id = self.opened(game, rounds, **options)

    def opened(self, game: str, rounds: int | None = None, season: str = "", **options: Any) -> str:
        made = self.open(events.EventPlan("Club night", date.today(), game, options, season, rounds))
        assert not isinstance(made, Refusal), made
        return made.id

    def open(self, plan: events.EventPlan) -> Event | Refusal:
        club = events.require_opener(self.olga.account_id, self.club_id)
        return events.open_event(club, self.olga, plan)

    @property
    def access(self) -> EventAccess:
        db.session.expire_all()
        return require_event(self.olga, self.event_id)

    def come(self, *members: int) -> None:
        assert checkin.check_in(self.access, members or self.ids) is None

    def go(self, *members: int) -> None:
        assert checkin.check_out(self.access, members) is None

    def draw(self, method: str = "new-partners", size: int | None = None) -> Round:
        draft = drafts.propose(self.access, method, size)
        assert not isinstance(draft, Refusal), draft
        event_round = rounds.accept(self.access, draft)
        assert isinstance(event_round, Round), event_round
        return event_round

    def save(self, game_id: str, device: str = "", facts: dict[str, Any] | None = None) -> None:
        table = table_access.require_scorer(device or self.olga.device_id, game_id)
        entry = hands.HandChange(table.next_hand, 0, facts or HAND, new_key())
        assert isinstance(hands.save(table, entry), hands.Saved)

    def play(self, event_round: Round) -> None:
        """One hand at each table of the round."""
        for game_id in [table.game_id for table in event_round.tables]:
            self.save(game_id or "")

    def phone(self, name: str = "A phone") -> str:
        return table_access.device(None, name).id

    def member(self, number: int) -> Member:
        member = db.session.get(Member, self.ids[number])
        assert member is not None
        return member


def refused(result: object) -> str:
    """What was said instead of doing it."""
    assert isinstance(result, Refusal), result
    return " ".join(result.messages)


def partner_counts(access: EventAccess) -> Counter[frozenset[int]]:
    """How often two played together: those who sit opposite each other at a table of four."""
    return Counter(
        frozenset(pair)
        for event_round in access.event.rounds
        for table in event_round.tables
        for pair in (table.seats[0::2], table.seats[1::2])
    )


def sat_out(access: EventAccess) -> Counter[int]:
    return Counter(person for event_round in access.event.rounds for person in event_round.out)
