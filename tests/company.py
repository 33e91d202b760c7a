"""A club with people, nights and tables, put straight into the store; games are scored as phones score them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import clubs, members
from scorekeeper.actions.club.access import require_member, require_organizer
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import SeasonAccess, require_season_organizer
from scorekeeper.actions.season.results import differences
from scorekeeper.actions.season.seasons import SeasonDraft
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.table import access, games, hands
from scorekeeper.store import Bye, Club, Event, EventTable, Game, Member, Round, Season, db
from scorekeeper.store.tables.game import now

PASSWORD = "correct horse battery"
NAMES = ("Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")
YEAR = (dt.date(2026, 1, 1), dt.date(2026, 12, 31))


def hand(ours: int, bidder: int = 0, bid: int = 70, trump: str = "red", **more: Any) -> dict[str, Any]:
    """A hand of the Original: so many counters to the first side."""
    return {"bidder": bidder, "bid": bid, "trump": trump, "captured": [ours, 120 - ours], **more}


#: The first side makes 120 three times and has 360, the other none: over at 300.
SWEEP = [hand(120), hand(120), hand(120)]
#: The same for the other side.
SWEPT = [hand(0, 1), hand(0, 1), hand(0, 1)]


@dataclass
class Company:
    """A club whose founder organizes it, and a phone."""

    founder: str = "Olga"
    club: Club = field(init=False)
    account: str = field(init=False)
    device: str = field(init=False)
    rounds: int = 0

    def __post_init__(self) -> None:
        account = accounts.sign_up(self.founder, PASSWORD)
        self.account = account.id
        self.club = clubs.create_club(account.id, "The Tuesday Rooks")
        assert isinstance(self.club, Club)
        assert isinstance(members.add_members(require_member(self.account, self.club.id), NAMES), list)
        self.device = access.device(None, "A phone").id

    def member(self, name: str) -> Member:
        return next(member for member in self.club.members if member.name == name)

    def ids(self, names: str) -> list[int]:
        return [self.member(name).id for name in names.split()]

    def season(self, name: str = "2026", days: tuple[dt.date, dt.date] = YEAR, **more: Any) -> Season:
        made = seasons.create(require_organizer(self.account, self.club.id), SeasonDraft(name, *days, **more))
        assert isinstance(made, Season), made
        return made

    def access(self, season: Season) -> SeasonAccess:
        """The season as its organizer may see it."""
        return require_season_organizer(self.account, self.club.id, season.id)

    def event(self, day: str, name: str = "Club night") -> Event:
        made = Event(id=new_key(), club_id=self.club.id, date=dt.date.fromisoformat(day), name=name)
        db.session.add(made)
        db.session.commit()
        return made

    def seat(self, event: Event, names: str, number: int = 1, byes: str = "", **head: Any) -> Game:
        """A game that begins at a table of a round."""
        record = {"format": "rook-record/1", "game": "original", "players": names.split(), "hands": []} | head
        game = games.start(self.device, record)
        assert isinstance(game, Game), game
        made = next((event_round for event_round in event.rounds if event_round.number == number), None)
        seats, out = self.ids(names), self.ids(byes)
        if made is None:
            made = Round(number=number, method="byhand", quality="", started_at=now())
            event.all_rounds.append(made)
        table = EventTable(number=len(made.tables) + 1, game_id=game.id)
        table.sit(seats)
        made.tables.append(table)
        made.byes += [Bye(member_id=member) for member in out]
        db.session.commit()
        return game

    def score(self, game: Game, *played: dict[str, Any]) -> Game:
        for facts in played:
            table = access.require_scorer(self.device, game.id)
            saved = hands.save(table, hands.HandChange(table.next_hand, 0, facts, new_key()))
            assert isinstance(saved, hands.Saved), saved
        return game

    def score_to_the_end(self, game: Game, *played: dict[str, Any]) -> Game:
        for facts in played:
            if not access.require_viewer(self.device, game.id).sheet.over:
                self.score(game, facts)
        return game

    def play(self, event: Event, names: str, *played: dict[str, Any], number: int = 1, **more: Any) -> Game:
        """A whole game."""
        return self.score(self.seat(event, names, number, **more), *(played or SWEEP))

    def change(self, game: Game, number: int, facts: dict[str, Any] | None) -> Any:
        """Correct a hand, or delete it; later hands may go."""
        table = access.require_scorer(self.device, game.id)
        base = max(version.number for version in table.game.versions if version.hand == number)
        deed = hands.save if facts is not None else hands.delete
        return deed(table, hands.HandChange(number, base, facts, new_key(), confirmed=True))

    def standings(self, season: Season, kind: str = "players") -> list[tuple[int | None, str, Fraction]]:
        """Place, names and figure of everybody, read anew."""
        names = {str(member.id): member.name for member in self.club.members}
        db.session.expire_all()
        rows = standings_of(season, kind).rows
        return [(row.place, " & ".join(sorted(names[player] for player in row.entrant)), row.figure) for row in rows]

    def check(self, season: Season) -> None:
        """Stored and rebuilt are equal."""
        db.session.expire_all()
        assert differences(season) == []
