"""A club with a tournament, driven by the actions: people enter, matches start, hands are saved."""

from __future__ import annotations

from datetime import date
from typing import Any

from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import clubs, members
from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import contests, entrants, matches, tables
from scorekeeper.actions.event.access import EventAccess, Visitor, require_event_to_change
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.actions.event.contests import ContestDraft
from scorekeeper.actions.event.results import TableState
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table import access as table_access
from scorekeeper.actions.table import hands
from scorekeeper.store import Account, Club, Event, db
from tests.company import Company

PASSWORD = "correct horse battery"


def hand(ours: int, bidder: int = 0) -> dict[str, Any]:
    """A hand of the Original: so many of 120 counters to the first side, which bid 70 and made it."""
    return {"bidder": bidder, "bid": 70, "trump": "red", "captured": [ours, 120 - ours]}


#: The first side makes 120 three times and has 360: over at 300. Then the same for the other side.
SWEEP, SWEPT = [hand(120)] * 3, [hand(0, 1)] * 3


class Cup:
    """An organizer's phone, a club with so many names P01, P02 …, and a tournament in which all of them entered."""

    def __init__(self, people: int, size: int = 2, season: str = "", **plan: Any) -> None:
        account = accounts.sign_up("Olga", PASSWORD)
        assert isinstance(account, Account)
        self.account, self.device = account.id, table_access.device(None, "Olga's phone").id
        club = clubs.create_club(account.id, "The Tuesday Rooks")
        assert isinstance(club, Club)
        self.club_id = club.id
        names = [f"P{number:02}" for number in range(1, people + 1)]
        added = members.add_members(self.club, names)
        assert not isinstance(added, Refusal)
        self.ids = [member.id for member in added]
        self.id = self.create(seeded_by=season, **plan)
        for first in range(0, people, size):
            self.enter(*self.ids[first : first + size])

    @property
    def club(self) -> Any:
        return require_organizer(self.account, self.club_id)

    def create(self, **plan: Any) -> str:
        draft = ContestDraft(
            **{"name": "Spring cup", "date": date.today(), "game": "original", "seeding": "hand"} | plan
        )
        made = contests.create(self.club, draft)
        assert isinstance(made, Event), made
        return made.id

    @property
    def access(self) -> EventAccess:
        db.session.rollback()
        db.session.expire_all()
        return require_event_to_change(Visitor(self.account, self.device), self.id)

    @property
    def view(self) -> ContestView:
        """The contest as it stands."""
        return ContestView(self.access)

    def enter(self, *ids: int, newcomers: tuple[str, ...] = ()) -> str:
        entrant = entrants.enter(self.access, ids, newcomers)
        assert not isinstance(entrant, Refusal), entrant
        return str(entrant.number)

    def start(self) -> None:
        assert matches.start(self.access) is None

    def state(self, match: str, leg: int = 1, board: int = 1) -> TableState:
        return next(
            state
            for state in self.view.current
            if (state.table.match, state.table.leg, state.table.board) == (match, leg, board)
        )

    def play(self, match: str, *facts: dict[str, Any], leg: int = 1, board: int = 1) -> None:
        """Save hands at a table."""
        game_id = self.state(match, leg, board).game.id
        for own in facts:
            db.session.rollback()
            table = table_access.require_scorer(self.device, game_id)
            saved = hands.save(table, hands.HandChange(table.next_hand, 0, own, new_key()))
            assert isinstance(saved, hands.Saved), saved

    def total(self, match: str, *totals: int, leg: int = 1, board: int = 1) -> Refusal | None:
        """Type totals from paper."""
        number = self.state(match, leg, board).table.id
        refusal = tables.type_totals(self.access, number, totals)
        return refusal if isinstance(refusal, Refusal) else None

    def play_to_the_end(self) -> None:
        """The first-named side of every match wins, by totals from paper."""
        while self.view.outcome.ready:
            assert matches.start_matches(self.access) is None
            for number in [state.table.id for state in self.view.running]:
                assert tables.type_totals(self.access, number, (300, 100)) is None

    def placed(self) -> list[tuple[str, int | None]]:
        return [(row.entrant[0], row.place) for row in self.view.outcome.rows]

    def sides(self, match: str) -> str:
        own = self.view.outcome.match(match)
        assert own is not None, match
        return " v ".join("+".join(side or ("?",)) for side in own.sides)


class ClubCup(Cup):
    """A tournament of a club that is there already, in which these members entered."""

    def __init__(self, company: Company, people: list[int], size: int = 2, **plan: Any) -> None:
        self.account, self.device, self.club_id = company.account, company.device, company.club.id
        self.ids = people
        self.id = self.create(**plan)
        for first in range(0, len(people), size):
            self.enter(*people[first : first + size])


def refused(result: object) -> str:
    """What was said instead of doing it."""
    assert isinstance(result, Refusal), result
    return " ".join(result.messages)
