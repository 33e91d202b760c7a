"""The next round before it is accepted: the methods to draw it, the proposal, and how good it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import RUNNER, EventAccess, by_runner
from scorekeeper.actions.event.results import event_standings, places, unfinished_tables
from scorekeeper.actions.event.seating import (
    FIXED,
    game_of,
    history,
    partnerships,
    seated,
    shape_of,
    sides_of,
    single_players,
    sizes_of,
)
from scorekeeper.actions.season.standings import rounds_before, standings_of
from scorekeeper.actions.season.totals import PAIRS, PLAYERS
from scorekeeper.league.pairings.draw import METHODS, explain, faults, meetings_of, shuffled
from scorekeeper.league.pairings.draw import draw as draw_round
from scorekeeper.league.pairings.strays import with_strays
from scorekeeper.league.pairings.values import MOVEMENT, NOTHING, Lineup, RoundPlan, Shape, TablePlan
from scorekeeper.league.results import Entrant, partnership
from scorekeeper.league.words import counted
from scorekeeper.store import Bye, EventTable, Round, db

#: How often another seating is looked for when a round is drawn again: few people have few seatings.
MOST_TRIES = 12
MAKE_PARTNERSHIPS = "This needs at least two fixed partnerships. Make them first."


@dataclass(frozen=True)
class RoundDraft:
    """A round that is shown before it is accepted."""

    number: int
    method: str
    size: int
    plan: RoundPlan
    quality: str = ""
    #: How often this round was drawn before.
    again: int = 0

    def swap(self, one: str, other: str) -> RoundDraft:
        """The same with two people in each other's places."""
        return replace(self, plan=self.plan.renamed({one: other, other: one}))


@dataclass(frozen=True)
class MethodChoice:
    """A method that the game allows, and why it cannot be used just now."""

    id: str
    title: str
    summary: str
    hindrance: str = ""


@dataclass(frozen=True)
class Ranking:
    """Whose standings put people in order, and how far down they stand in them."""

    name: str
    places: Mapping[Entrant, int]

    def best_first(self, entrants: Sequence[Entrant]) -> list[Entrant]:
        """Entrants in order; those who have not played yet come last."""
        return sorted(entrants, key=lambda entrant: self.places.get(partnership(entrant), len(self.places)))

    def sentence(self) -> str:
        """By which standings a round is drawn."""
        return (
            f"Drawn by the standings of {self.name}."
            if self.name
            else "Nobody here is in the standings yet, so this is a random draw."
        )


def method_choices(access: EventAccess, size: int) -> list[MethodChoice]:
    """Every method that the game allows."""
    sides, movement = sides_of(access.event, "", size), game_of(access.event).movement
    missing = "" if len(partnerships(access, size)) >= 2 else MAKE_PARTNERSHIPS
    choices = [
        MethodChoice(method.id, method.title, method.words, missing if method.fixed_partners else "")
        for method in METHODS.values()
        if method.draw is not None and (not method.fixed_partners or len(sides) == 2)
    ]
    if movement is None or len(sides[0]) == 1:
        return [choice for choice in choices if choice.id != MOVEMENT]
    own = MethodChoice(MOVEMENT, movement.title, movement.summary)
    return [own if choice.id == MOVEMENT else choice for choice in choices]


def propose(
    access: EventAccess, method: str, size: int | None = None, last: RoundDraft | None = None
) -> RoundDraft | Refusal:
    """The next round for who is here now, other than the last draft of it; nothing is stored."""
    access.require(RUNNER)
    players = size if size in game_of(access.event).players else sizes_of(access.event)[0]
    choice = next((choice for choice in method_choices(access, players) if choice.id == method), None)
    if choice is None:
        raise NotFoundError(method)
    shape = shape_of(access.event, method, players)
    if hindrances := [*_hindrances(access, shape), *filter(None, [choice.hindrance])]:
        return Refusal(tuple(hindrances))
    ranking = _ranking(access, method, players)
    draft = RoundDraft(len(access.event.rounds) + 1, method, players, RoundPlan(()))
    return _describe(access, _draw(access, draft, ranking, last), ranking)


def _draw(access: EventAccess, draft: RoundDraft, ranking: Ranking | None, last: RoundDraft | None) -> RoundDraft:
    """The draft with its tables; drawn again, with other ones if there are any."""
    is_again = last is not None and (last.number, last.method, last.size) == (draft.number, draft.method, draft.size)
    first = last.again + 1 if last is not None and is_again else 0
    drawn = draft
    for again in range(first, first + (MOST_TRIES if is_again else 1)):
        drawn = replace(draft, plan=_plan(access, draft, ranking, again), again=again)
        if last is None or _is_other(drawn.plan, last.plan):
            break
    return drawn


def _is_other(one: RoundPlan, other: RoundPlan) -> bool:
    """Whether other people meet, or sit out."""
    return meetings_of(one) != meetings_of(other) or {*one.sitting_out} != {*other.sitting_out}


def review(access: EventAccess, draft: RoundDraft) -> RoundDraft | Refusal:
    """A draft that was changed by hand with its quality, or all that is wrong with it."""
    access.require(RUNNER)
    objections = draft_faults(access, draft)
    return Refusal(tuple(objections)) if objections else describe(access, draft)


def describe(access: EventAccess, draft: RoundDraft) -> RoundDraft:
    """A draft with what can be said for and against it."""
    return _describe(access, draft, _ranking(access, draft.method, draft.size))


def _describe(access: EventAccess, draft: RoundDraft, ranking: Ranking | None) -> RoundDraft:
    def name(player: str) -> str:
        return access.names.get(int(player), "?")

    shape = shape_of(access.event, draft.method, draft.size)
    lineup = Lineup(_entrants(access, draft.method, draft.size), history(access), shape)
    first, *rest = explain(draft.method, draft.plan, lineup, name)
    sentences = [first, *([ranking.sentence()] if ranking else []), *rest]
    return replace(draft, quality=" ".join(sentences))


def draft_faults(access: EventAccess, draft: RoundDraft) -> list[str]:
    """Everything that is wrong with a draft now."""
    if draft.method not in METHODS or draft.size not in game_of(access.event).players:
        raise NotFoundError(draft.method)
    shape, names = shape_of(access.event, draft.method, draft.size), access.names
    present = [str(own.person) for own in access.present]
    wrong = faults(draft.plan, present, shape, lambda player: names.get(int(player), "Somebody unknown"))
    empty = [] if draft.plan.tables else ["A round needs at least one table."]
    return [*_hindrances(access, shape), *wrong, *empty]


def tables_to_wait_for(access: EventAccess) -> list[str]:
    """Why a round that is drawn cannot start yet."""
    return [f"{state.title} is still playing. Wait, or stop its game." for state in unfinished_tables(access)]


def _hindrances(access: EventAccess, shape: Shape) -> list[str]:
    hindrances = ["This night is closed."] if access.closed else []
    least, present = min(shape.sides), len(access.present)
    if present < least:
        here = counted(present, "person is", "people are")
        hindrances.append(f"{game_of(access.event).name} needs {least} people at a table. {here} here.")
    return hindrances


def _plan(access: EventAccess, draft: RoundDraft, ranking: Ranking | None, again: int) -> RoundPlan:
    method = draft.method
    entrants = _entrants(access, method, draft.size)
    if method in FIXED or ranking is not None:
        entrants = shuffled(entrants, again)
    if ranking is not None:
        entrants = ranking.best_first(entrants)
    everybody = with_strays(entrants, [str(own.person) for own in access.present])
    shape = shape_of(access.event, method, draft.size)
    season = access.event.season
    earlier = rounds_before(season, access.event.id) if season is not None else NOTHING
    return draw_round(method, Lineup(everybody, history(access), shape, earlier, access.event.planned, again))


def _entrants(access: EventAccess, method: str, size: int) -> list[Entrant]:
    return partnerships(access, size) if method in FIXED else single_players(access)


def _ranking(access: EventAccess, method: str, size: int) -> Ranking | None:
    """The season's standings if somebody who is here has a place in them, else the event's."""
    if not METHODS[method].by_standing:
        return None
    season, entrants = access.event.season, _entrants(access, method, size)
    partners = bool(entrants) and len(entrants[0]) > 1
    if season is not None:
        order = places(standings_of(season, PAIRS if partners else PLAYERS).rows)
        if any(partnership(entrant) in order for entrant in entrants):
            return Ranking(season.name, order)
    order = places(event_standings(access, partners).rows)
    return Ranking("tonight" if any(partnership(entrant) in order for entrant in entrants) else "", order)


@by_runner
def draw(access: EventAccess, method: str, size: int | None = None) -> RoundDraft | Refusal:
    """Draw the next round and store it; drawn again in the same way, it gets another seating."""
    draft = propose(access, method, size, _last_draft(access))
    if isinstance(draft, Refusal):
        return draft
    store(access, draft)
    return draft


@by_runner
def keep(access: EventAccess, draft: RoundDraft) -> None:
    """Store a draft that was changed by hand."""
    last = _last_draft(access)
    if draft.number == len(access.event.rounds) + 1:
        store(access, draft, again=last.again if last is not None else 0)


def store(access: EventAccess, draft: RoundDraft, again: int | None = None) -> None:
    """Store a draft; pages that show that there is none yet hear of the first one. The caller commits."""
    if _last_draft(access) is None:
        access.mark_changed()
    forget_draft(access)
    drawn = Round(number=draft.number, method=draft.method, size=draft.size)
    drawn.again = draft.again if again is None else again
    drawn.byes = [Bye(member_id=int(player)) for player in draft.plan.sitting_out]
    for number, plan in enumerate(draft.plan.tables, 1):
        table = EventTable(number=number)
        table.sit(seats_of_plan(access, plan, draft.method))
        drawn.tables.append(table)
    access.event.all_rounds.append(drawn)
    db.session.flush()


def forget_draft(access: EventAccess) -> None:
    """Delete the round that was drawn ahead, if there is one. The caller commits."""
    drawn = access.event.drawn_ahead
    if drawn is not None:
        for table in drawn.tables:
            db.session.delete(table)
        access.event.all_rounds.remove(drawn)
        db.session.delete(drawn)
        db.session.flush()


def seats_of_plan(access: EventAccess, plan: TablePlan, method: str) -> list[int]:
    """Members in seat order, each side in its own seats."""
    sides = sides_of(access.event, method, len(plan.players))
    return seated(sides, [[int(player) for player in side] for side in plan.sides])


def _last_draft(access: EventAccess) -> RoundDraft | None:
    """The draft of the next round, also if people came or left since."""
    drawn = access.event.drawn_ahead
    if drawn is None or drawn.number != len(access.event.rounds) + 1:
        return None
    tables = tuple(_table_plan(access, drawn, table) for table in drawn.tables)
    lots = {own.person: access.lot(own) for own in access.event.people}
    out = sorted(drawn.out, key=lambda member: lots.get(member, ""))
    plan = RoundPlan(tables, tuple(map(str, out)))
    return RoundDraft(drawn.number, drawn.method, drawn.size, plan, again=drawn.again)


def _table_plan(access: EventAccess, drawn: Round, table: EventTable) -> TablePlan:
    seats = table.seats
    sides = sides_of(access.event, drawn.method, len(seats))
    return TablePlan(tuple(tuple(str(seats[seat]) for seat in side) for side in sides))


def stored_draft(access: EventAccess) -> RoundDraft | None:
    """The draft of the next round, if it still seats everybody who is here."""
    draft = None if access.closed else _last_draft(access)
    if draft is None:
        return None
    try:
        return None if draft_faults(access, draft) else draft
    except NotFoundError:
        # The event plays another game now.
        return None
