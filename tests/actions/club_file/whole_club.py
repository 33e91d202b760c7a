"""A club in which everything happened that can happen, driven by the actions."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scorekeeper.actions import calendar
from scorekeeper.actions.calendar import Notice
from scorekeeper.actions.club import clubs, members
from scorekeeper.actions.club.access import ClubAccess, require_organizer
from scorekeeper.actions.correction import merging
from scorekeeper.actions.event import checkin, contests, drafts, entrants, events, matches, rounds, seating, tables
from scorekeeper.actions.event.access import EventAccess, Visitor, require_event_to_change
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.actions.event.contests import ContestDraft
from scorekeeper.actions.event.drafts import RoundDraft
from scorekeeper.actions.event.events import EventPlan
from scorekeeper.actions.season import seasons
from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import require_scorer
from scorekeeper.league.pairings.values import RoundPlan, TablePlan
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.store import (
    Announcement,
    Confirmation,
    Dispute,
    Entrant,
    Event,
    EventTable,
    Game,
    GameResult,
    Member,
    Protest,
    Round,
    Season,
    db,
)
from scorekeeper.store.tables.game import now
from tests.company import SWEEP, SWEPT, Company, hand

TODAY = dt.date.today()
#: A season that is closed, and the present one.
PAST = (TODAY - dt.timedelta(days=200), TODAY - dt.timedelta(days=101))
PRESENT = (TODAY - dt.timedelta(days=100), TODAY + dt.timedelta(days=100))


@dataclass
class WholeClub(Company):
    """Two seasons, nights, a Swiss and a double elimination, a merged member, and much that was corrected."""

    past: Season = field(init=False)
    present: Season = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        scheme = Scheme("wins", bye=Fraction(1, 2), substitutes="absent")
        self.past = self.season("Past", PAST, scheme=Scheme("margin"))
        self.present = self.season("Present", PRESENT, scheme=scheme, fixed={str(self.member("Eve").id): 15})
        clubs.save(self.access_to_club, "original", "Ours", 4, {"target": 500})
        self._closed_season()
        self._pairs()
        self._argued_game()
        self._swiss()
        self._double_elimination()
        self._announcements()
        self._people()

    @property
    def access_to_club(self) -> ClubAccess:
        return require_organizer(self.account, self.club.id)

    def _night(self, days_ago: int, name: str, season: Season | None, names: str) -> str:
        plan = EventPlan(name, TODAY - dt.timedelta(days=days_ago), "original", {}, season.id if season else "")
        event = events.open_event(self.access_to_club, Visitor(self.account, self.device), plan)
        assert isinstance(event, Event), event
        assert checkin.check_in(self.at(event.id), self.ids(names)) is None
        return event.id

    def at(self, event_id: str) -> EventAccess:
        """An event as its organizer changes it."""
        db.session.rollback()
        db.session.expire_all()
        return require_event_to_change(Visitor(self.account, self.device), event_id)

    def _round(self, event_id: str, *sides: str, out: str = "", method: str = "hand") -> list[Game]:
        """Start a round of tables such as “Ann Cal, Ben Dot”."""
        access = self.at(event_id)
        started = rounds.accept(access, self._draft(access, sides, out, method))
        assert isinstance(started, Round), started
        return [table.game for table in started.tables if table.game is not None]

    def _draft(self, access: EventAccess, tables: tuple[str, ...], out: str, method: str) -> RoundDraft:
        plans = [[tuple(map(str, self.ids(side))) for side in table.split(", ")] for table in tables]
        plan = RoundPlan(tuple(TablePlan(tuple(sides)) for sides in plans), tuple(map(str, self.ids(out))))
        return RoundDraft(len(access.event.rounds) + 1, method, 4, plan)

    def _table(self, game: Game) -> EventTable:
        return db.session.query(EventTable).filter_by(game_id=game.id).one()

    def _closed_season(self) -> None:
        """The season keeps its result, although the game was corrected after it was closed."""
        early = self._night(150, "Early night", self.past, "Ann Ben Cal Dot Eve Fay")
        (one,) = self._round(early, "Ann Cal, Ben Dot", out="Eve Fay")
        self.score(one, hand(75), *SWEEP[:2])
        (two,) = self._round(early, "Ben Fay, Eve Ann", out="Cal Dot")
        self.score(two, *SWEPT)
        self.change(one, 1, hand(80))
        assert seasons.close(self.access(self.past)) is None
        self.change(one, 1, hand(100))

    def _pairs(self) -> None:
        """Fixed partners with a bye, a substitute, a table that was stopped, one on paper, and a round drawn ahead."""
        event_id = self._night(20, "Pairs night", self.present, "Ann Cal Ben Dot Eve Fay Gus Hal")
        for pair in ("Ann Cal", "Ben Dot", "Eve Fay"):
            assert seating.pair_up(self.at(event_id), self.ids(pair)) is None
        (game,) = self._round(event_id, "Ann Cal, Ben Dot", out="Eve Fay Gus Hal", method="swiss")
        self.score(game, hand(90), hand(85))
        table_id = self._table(game).id
        assert tables.substitute(self.at(event_id), table_id, *self.ids("Dot Fay")) is None
        self.score_to_the_end(game, *SWEEP)
        stopped, paper = self._round(event_id, "Ann Cal, Eve Fay", "Ben Dot, Gus Hal")
        self.score(stopped, hand(60, 1))
        assert tables.stop(self.at(event_id), self._table(stopped).id, True) is None
        assert tables.type_totals(self.at(event_id), self._table(paper).id, [305, -40]) is None
        uncounted, deleted = self._round(event_id, "Ann Dot, Eve Gus", "Ben Cal, Fay Hal")
        self.score(uncounted, *SWEEP)
        assert seasons.count(self.access(self.present), uncounted.id, False) is None
        self.score(deleted, *SWEEP)
        games.delete(require_scorer(self.device, deleted.id))
        access = self.at(event_id)
        drafts.keep(access, self._draft(access, ("Ann Cal, Gus Hal",), "Ben Dot Eve Fay", "swiss"))

    def _argued_game(self) -> None:
        """A ruling, an accepted result and a protest that was dismissed; and a game that began on paper."""
        assert isinstance(members.add_members(self.access_to_club, ["Harold", "Kit"]), list)
        event_id = self._night(10, "Argued night", None, "Ann Ben Cal Dot Eve Fay Gus Harold")
        game, other = self._round(event_id, "Ann Cal, Ben Dot", "Eve Gus, Fay Harold")
        self.score(game, *SWEEP)
        assert games.set_opening(require_scorer(self.device, other.id), [55, -20]) is None
        self.score(other, hand(70))
        ruling = Dispute(hand=1, asked="Did Ben renege?", answers=[["Color led", "Red"]], verdict="Yes.")
        ruling.effect, ruling.rule, ruling.applied = "Their bid fails.", "original.misplay", False
        ruling.token, ruling.device_id = "t", self.device
        db.session.get_one(Game, game.id).disputes.append(ruling)
        row = db.session.query(GameResult).filter_by(game_id=game.id).one()
        row.confirmations.append(Confirmation(member_id=self.member("Ben").id, score="360 0 / 0"))
        protest = Protest(member_id=self.member("Dot").id, words="The last hand was 95.", state="dismissed", hand=1)
        protest.decided_by, protest.decided_at, protest.decided_words = self.member("Olga").id, now(), "It was 120."
        row.protests.append(protest)
        db.session.commit()

    def _contest(self, names: list[str], **more: Any) -> str:
        draft = ContestDraft(**{"date": TODAY, "game": "original", "seeding": "hand", "hands": 2} | more)
        event = contests.create(self.access_to_club, draft)
        assert isinstance(event, Event), event
        for entry in names:
            assert isinstance(entrants.enter(self.at(event.id), self.ids(entry)), Entrant)
        assert matches.start(self.at(event.id)) is None
        return event.id

    def _play_tables(self, event_id: str, *points: int) -> None:
        """Play every table that is open, to so many points of the first side."""
        games_of = [state.game for state in ContestView(self.at(event_id)).running]
        for game, own in zip(games_of, points, strict=True):
            self.score(game, hand(own), hand(own, 1, 70))

    def _swiss(self) -> None:
        """Three pairs: a bye in every round, and the second round is being played."""
        names = ["Ann Cal", "Ben Dot", "Eve Fay"]
        event_id = self._contest(names, name="Swiss", format="swiss", rounds=3, season_id=self.present.id)
        self._play_tables(event_id, 100)
        assert matches.draw_round(self.at(event_id), 2) is None

    def _double_elimination(self) -> None:
        """A late entry, totals from paper, a withdrawal, a forfeit and prizes."""
        names = ["Ann Cal", "Ben Dot", "Eve Fay"]
        more = {"seeding": "standing", "seeded_by": self.present.id}
        event_id = self._contest(names, name="Cup", format="double", **more)
        assert isinstance(entrants.enter(self.at(event_id), [], ("Ida", "Jon"), "Late birds"), Entrant)
        assert not isinstance(matches.start_matches(self.at(event_id)), str)
        first, second = [state.table.id for state in ContestView(self.at(event_id)).running]
        assert tables.type_totals(self.at(event_id), first, [310, 145]) is None
        assert tables.type_totals(self.at(event_id), second, [120, 300]) is None
        assert matches.start_matches(self.at(event_id)) is None
        ready = ContestView(self.at(event_id)).outcome.ready
        assert matches.forfeit(self.at(event_id), ready[0].key, ready[0].groups[1][0]) is None
        assert entrants.withdraw(self.at(event_id), ready[-1].groups[0][0]) is None
        assert contests.set_prizes(self.at(event_id), ["A turkey", "A pie"]) is None

    def _announcements(self) -> None:
        day = TODAY + dt.timedelta(days=7)
        evening = Notice("Club night", day, dt.time(19, 30), dt.time(23), "America/Chicago", "Inn")
        first = calendar.announce(self.access_to_club, evening)
        second = calendar.announce(self.access_to_club, Notice("Cards & pie", day, dt.time(15), note="Bring\na pie."))
        assert isinstance(first, Announcement)
        assert isinstance(second, Announcement)
        for name, answer in (("Ann", "coming"), ("Ben", "maybe"), ("Cal", "not")):
            assert calendar.sign_up(self.access_to_club, first.id, answer, self.member(name).id) is None
        calendar.cancel(self.access_to_club, second.id)
        first.event = db.session.query(Event).filter_by(name="Argued night").one()
        db.session.commit()

    def _people(self) -> None:
        """Hal was on the list twice, Gus asked to be forgotten, somebody waits at a door, and a night was a mistake."""
        assert merging.merge(self.access_to_club, self.member("Harold"), self.member("Hal")) is None
        assert members.forget_name(self.access_to_club, self.member("Gus")) is None
        assert members.remove_member(self.access_to_club, self.member("Kit")) is None
        open_night = db.session.query(Event).filter_by(name="Pairs night").one()
        waiting = checkin.add_newcomer(open_night, "Newcomer", self.device)
        assert isinstance(waiting, Member), waiting
        junk = Event(id="junk", club_id=self.club.id, date=TODAY, name="Junk", slug="original", deleted_at=now())
        db.session.add(junk)
        drawn = [[str(self.member("Dot").id)], [str(self.member("Ben").id)]]
        self.present.lots = [{"at": "2026-09-01T20:00:00+00:00", "drawn": drawn}]
        seasons.publish(self.access(self.present), True, False)
        db.session.commit()
