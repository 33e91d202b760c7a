"""Drawing the next round: proposed and shown first, then accepted, with a game at every table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.night.access import NightAccess, Who, done, require_night, running
from scorekeeper.actions.night.nights import empty_record
from scorekeeper.actions.night.results import best_first, played, standing, unfinished
from scorekeeper.actions.night.seating import (
    ALONE,
    MOVEMENT,
    game_of,
    history,
    options_for,
    shape_of,
    sides_of,
    sizes_of,
)
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.season.totals import PAIRS, PLAYERS, update_totals
from scorekeeper.actions.table import games
from scorekeeper.league.pairings import METHODS, Method, RoundPlan, Shape, TablePlan, faults, next_round, quality
from scorekeeper.league.results.result import Entrant, partnership
from scorekeeper.league.words import counted
from scorekeeper.store import Bye, NightTable, Round, db
from scorekeeper.store.queries.night import take_apart
from scorekeeper.store.tables.club import SCORER as RUNS
from scorekeeper.store.transaction import writes

#: Partners stay together for the whole night.
FIXED = ("swiss", "round-robin")
BY_HAND = "hand"
#: The best are put first.
RANKED = ("standing", "swiss")
#: What need not be said where nobody has a partner.
NO_PARTNER = "Nobody has the same partner twice"


@dataclass(frozen=True)
class Draft:
    """A round that is shown before it is accepted."""

    number: int
    method: str
    size: int
    round: RoundPlan
    quality: str = ""

    def swapped(self, one: str, other: str) -> Draft:
        """The same with two people in each other's places."""
        places = {one: other, other: one}
        tables = tuple(
            TablePlan(tuple(tuple(places.get(who, who) for who in side) for side in table.sides))
            for table in self.round.tables
        )
        out = tuple(places.get(who, who) for who in self.round.sitting_out)
        return replace(self, round=RoundPlan(tables, out))


@dataclass(frozen=True)
class Way:
    """A way to draw that is offered, and why it cannot be used just now."""

    id: str
    title: str
    words: str
    hindrance: str = ""


def ways(found: NightAccess, size: int) -> list[Way]:
    """Every way to draw that the game allows."""
    partners = len(sides_of(found.night, "", size)[0]) > 1
    two_sides = len(sides_of(found.night, "", size)) == 2
    offered = [_way(method, found, size) for method in METHODS.values() if method.id not in FIXED or two_sides]
    if partners and any(option.key == ALONE for option in game_of(found.night).options):
        words = "Everyone alone: four stay at a table for twelve hands, and partners change after every four."
        offered.append(Way(MOVEMENT, "Twelve hands, partners change", words))
    return [*offered, Way(BY_HAND, "By hand", "As they came; let people change places as you like.")]


def _way(method: Method, found: NightAccess, size: int) -> Way:
    words = method.words
    hindrance = ""
    if method.id in FIXED and len(teams(found, size)) < 2:
        hindrance = "This needs at least two fixed partnerships: make them first."
    return Way(method.id, method.title, words, hindrance)


def teams(found: NightAccess, size: int) -> list[Entrant]:
    """Who plays together all night, as far as all of them are here; everybody alone where nobody has a partner."""
    per_side = len(sides_of(found.night, "", size)[0])
    if per_side == 1:
        return _single(found)
    numbers = dict.fromkeys(each.team for each in found.here if each.team is not None)
    grouped = [tuple(str(each.member_id) for each in found.here if each.team == number) for number in numbers]
    return [who for who in grouped if len(who) == per_side]


def _single(found: NightAccess) -> list[Entrant]:
    return [(str(each.member_id),) for each in found.here]


def propose(who: Who, night_id: str, method: str, size: int | None = None) -> Draft | Refusal:
    """The next round for who is here now; nothing is stored."""
    found = require_night(who, night_id, RUNS)
    number = len(found.night.rounds) + 1
    wanted = size if size in game_of(found.night).players else sizes_of(found.night)[0]
    way = next((each for each in ways(found, wanted) if each.id == method), None)
    if way is None:
        raise NotFoundError(method)
    if wrong := [*_hindrances(found, shape_of(found.night, method, wanted)), *filter(None, [way.hindrance])]:
        return Refusal(tuple(wrong))
    draft = Draft(number, method, wanted, _drawn(found, method, wanted))
    return judged(found, draft)


def judged(found: NightAccess, draft: Draft) -> Draft:
    """A draft with what can be said for and against it."""
    shape = shape_of(found.night, draft.method, draft.size)
    words = _words([*history(found), draft.round], shape, draft.method in FIXED)
    ranked = teams(found, draft.size) if draft.method in FIXED else _single(found)
    told = [words, _order_words(found, ranked)] if draft.method in RANKED else [words]
    return replace(draft, quality=" ".join(filter(None, told)))


def _hindrances(found: NightAccess, shape: Shape) -> list[str]:
    """Why no round can be drawn now, all of it."""
    wrong = [f"{each} still plays: wait for it, or stop its game." for each in unfinished(found)]
    if found.night.closed_at is not None:
        wrong.append("Tonight is closed.")
    least = min(shape.sizes)
    if len(found.here) < least:
        here = counted(len(found.here), "person is", "people are")
        wrong.append(f"{game_of(found.night).name} needs {least} at a table: {here} here.")
    return wrong


def _drawn(found: NightAccess, method: str, size: int) -> RoundPlan:
    present = [str(each.member_id) for each in found.here]
    shape, past = shape_of(found.night, method, size), history(found)
    if method == BY_HAND:
        return _in_order(present, shape)
    if method in FIXED:
        partners = teams(found, size)
        if method in RANKED:
            partners = _by_standing(found, partners)
        return next_round(past, present, method, shape, partners, found.night.planned)
    if method in RANKED:
        present = [who for (who,) in _by_standing(found, _single(found))]
    return next_round(past, present, "new-partners" if method == MOVEMENT else method, shape, (), found.night.planned)


def _in_order(present: Sequence[str], shape: Shape) -> RoundPlan:
    """One after the other, to be changed by hand."""
    tables, start = [], 0
    for size in shape.parted(len(present)):
        tables.append(shape.table(present[start : start + size]))
        start += size
    return RoundPlan(tuple(tables), tuple(present[start:]))


def _ranking(found: NightAccess, entrants: Sequence[Entrant]) -> tuple[str, Mapping[Entrant, int]]:
    """Whose standing puts these in order, and how far down they stand in it.

    It is the season's, tonight's results included, once somebody who is here stands in it; else the night's.
    """
    season, partners = found.night.season, bool(entrants) and len(entrants[0]) > 1
    if season is not None:
        places = best_first(standings_of(season, PAIRS if partners else PLAYERS).rows)
        if any(partnership(who) in places for who in entrants):
            return season.name, places
    places = best_first(standing(found, partners).rows)
    return ("tonight" if any(partnership(who) in places for who in entrants) else ""), places


def _order_words(found: NightAccess, entrants: Sequence[Entrant]) -> str:
    """By which standing a round is drawn."""
    name, _ = _ranking(found, entrants)
    return f"Drawn by the standing of {name}." if name else "Nobody here has a place yet: drawn by lot."


def _by_standing(found: NightAccess, entrants: Sequence[Entrant]) -> list[Entrant]:
    """The best first; who has not played yet comes last."""
    _, places = _ranking(found, entrants)
    return sorted(entrants, key=lambda who: places.get(partnership(who), len(places)))


def _words(rounds: Sequence[RoundPlan], shape: Shape, fixed: bool) -> str:
    """How good the night is with this round, in a sentence."""
    figures = quality(rounds)
    if not fixed and shape.per_side > 1:
        return figures.words()
    if not fixed:
        return figures.words().removeprefix(NO_PARTNER).removeprefix(", ").removeprefix(" and ").capitalize()
    again = _met_again(rounds)
    return f"{counted(again, 'meeting is', 'meetings are')} repeated." if again else "Nobody meets the same side twice."


def _met_again(rounds: Sequence[RoundPlan]) -> int:
    met = [
        frozenset(partnership(side) for side in table.sides) for night_round in rounds for table in night_round.tables
    ]
    return len(met) - len(set(met))


def look(who: Who, night_id: str, draft: Draft) -> Draft | Refusal:
    """A draft that was changed by hand, with all that is wrong with it, or what can be said for it."""
    found = require_night(who, night_id, RUNS)
    wrong = objections(found, draft)
    return Refusal(tuple(wrong)) if wrong else judged(found, draft)


def objections(found: NightAccess, draft: Draft) -> list[str]:
    """Everything that speaks against a draft now."""
    if draft.method not in (*METHODS, MOVEMENT, BY_HAND) or draft.size not in game_of(found.night).players:
        raise NotFoundError(draft.method)
    shape = shape_of(found.night, draft.method, draft.size)
    names, present = found.names, [str(each.member_id) for each in found.here]
    wrong = [fault.message for fault in faults(draft.round, present, shape, _namer(names))]
    return [*_hindrances(found, shape), *wrong, *([] if draft.round.tables else ["A round needs at least one table."])]


def _namer(names: Mapping[int, str]) -> Callable[[str], str]:
    return lambda who: names.get(int(who), "Somebody unknown")


@writes
def accept(who: Who, night_id: str, draft: Draft) -> Round | Refusal:
    """Draw the round: its tables stand, and a game begins at each. Sent twice, it is drawn once."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    if draft.number <= len(found.night.rounds):
        return _drawn_already(found, draft)
    wrong = objections(found, draft) if draft.number == len(found.night.rounds) + 1 else ["Draw the next round anew."]
    if wrong:
        return Refusal(tuple(wrong))
    night_round = Round(number=draft.number, method=draft.method, quality=judged(found, draft).quality)
    found.night.rounds.append(night_round)
    night_round.byes = [Bye(member_id=int(each)) for each in draft.round.sitting_out]
    for number, table in enumerate(draft.round.tables, 1):
        refused = _laid(found, night_round, number, table, draft)
        if refused is not None:
            db.session.rollback()
            return refused
    db.session.flush()
    update_totals(found.night)
    found.said(f"Round {draft.number} was drawn: {counted(len(night_round.tables), 'table', 'tables')}.")
    done()
    return night_round


def _drawn_already(found: NightAccess, draft: Draft) -> Round | Refusal:
    night_round = found.night.rounds[draft.number - 1]
    seats = {tuple(seating.seats) for seating in night_round.tables}
    same = {_seats(found, table, draft) for table in draft.round.tables} == seats
    return (
        night_round if same else Refusal((f"Round {draft.number} has just been drawn on another phone: here it is.",))
    )


def _seats(found: NightAccess, table: TablePlan, draft: Draft) -> tuple[int, ...]:
    """Members in seat order, each side in its own seats."""
    sides = sides_of(found.night, draft.method, len(table.players))
    placed = {
        seat: int(who)
        for seats, people in zip(sides, table.sides, strict=True)
        for seat, who in zip(seats, people, strict=True)
    }
    return tuple(placed[seat] for seat in sorted(placed))


def _laid(found: NightAccess, night_round: Round, number: int, table: TablePlan, draft: Draft) -> Refusal | None:
    """One table with its game, of which this phone is a scorer until another takes over."""
    seats, names = _seats(found, table, draft), found.names
    options = options_for(found.night, draft.method, len(seats))
    dealer = (draft.number - 1) % len(seats)
    record = empty_record(game_of(found.night), [names[seat] for seat in seats], options, dealer)
    note = f"{found.night.name}, round {draft.number}, table {number}"
    game = games.create_uncommitted(found.who.device_id, record | {"date": found.night.date.isoformat(), "note": note})
    if isinstance(game, games.InvalidRecord):
        return Refusal(tuple(fault.message for fault in game.faults))
    night_round.tables.append(NightTable(number=number, game=game, seats=list(seats), substitutes=[]))
    return None


@writes
def redraw(who: Who, night_id: str, number: int) -> Refusal | None:
    """Take the last round back, as long as nothing was entered at its tables."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    night_round = found.current_round
    if night_round is None or night_round.number != number:
        raise NotFoundError(str(number))
    if begun := [each for each in played(found, night_round) if each.begun]:
        return Refusal(tuple(f"Table {each.seating.number} has begun: change seats by hand instead." for each in begun))
    take_apart(night_round)
    update_totals(found.night)
    found.said(f"Round {number} was taken back before it began.")
    done()
    return None
