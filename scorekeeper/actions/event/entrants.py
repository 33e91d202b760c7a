"""Entrants of a contest: entering (also late), withdrawing, their order and seeds."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.actions.club.access import by
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import RUNNER, EventAccess
from scorekeeper.actions.event.checkin import drop_out, new_guest, take_part
from scorekeeper.actions.event.contest import ContestView, groups_at
from scorekeeper.actions.event.results import TableState
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.actions.season.standings import placed_players, ratings_of
from scorekeeper.league.codec import read_plan
from scorekeeper.league.contest import MOST_ENTRANTS, by_figures, by_lot
from scorekeeper.league.outcome import elimination
from scorekeeper.league.pairings.bracket import seed_for_late_entry
from scorekeeper.league.rating import Rating
from scorekeeper.league.words import counted, listed
from scorekeeper.store import Entrant, Event, Member, db
from scorekeeper.store.tables.game import now

BY_LOT, BY_HAND, BY_STANDING, BY_RATING = "lot", "hand", "standing", "rating"
SEEDINGS = (BY_LOT, BY_HAND, BY_STANDING, BY_RATING)
FULL = f"There can be at most {MOST_ENTRANTS} entries."
NO_ROOM = "The bracket has no free place left, because every bye has been used."
OVER = Refusal(("This tournament is over. Correct a result, or reopen it, to make changes.",))


@by(RUNNER)
def enter(
    access: EventAccess, members: Sequence[int], newcomers: Sequence[str] = (), name: str = ""
) -> Entrant | Refusal:
    """Enter members and newcomers, who join the club. After the start this is a late entry."""
    entrant = _enter(access, members, [newcomer for newcomer in newcomers if newcomer.strip()], name)
    if isinstance(entrant, Refusal):
        db.session.rollback()
        return entrant
    access.log(*_and(entrant.people), " entered late." if access.event.started_at else " entered.")
    return entrant


def _enter(access: EventAccess, members: Sequence[int], newcomers: Sequence[str], name: str) -> Entrant | Refusal:
    title = clean_name(name, LONGEST_CLUB) if name.strip() else None
    if isinstance(title, Refusal):
        return title
    people = _people(access, members, newcomers)
    if isinstance(people, Refusal):
        return people
    view = ContestView(access) if access.event.started_at is not None else None
    entrant = take_part(access.event, people)
    entrant.name = title
    if view is None:
        entrant.joined = 0
        return entrant
    entrant.joined = len(view.contest.rounds)
    entrant.seed = _late_seed(view, entrant)
    return Refusal((NO_ROOM,)) if entrant.seed is None else entrant


def _people(access: EventAccess, members: Sequence[int], newcomers: Sequence[str]) -> list[Member] | Refusal:
    """The members of an entrant, or its faults."""
    event, size = access.event, access.event.entrant_size
    if access.closed:
        return OVER
    if len(event.entrants) >= MOST_ENTRANTS:
        return Refusal((FULL,))
    if len({*members}) + len(newcomers) != size:
        return Refusal((f"Choose {counted(size, 'name', 'names')} for an entry.",))
    entered = {person for entrant in event.entrants if entrant.withdrawn_at is None for person in entrant.people}
    people = [access.club.member(member) for member in dict.fromkeys(members)]
    if any(member.left_at is not None for member in people):
        raise NotFoundError("member")
    if twice := [member.name for member in people if member.id in entered]:
        return Refusal((f"{listed(twice)} already entered.",))
    for newcomer in newcomers:
        member = new_guest(access, newcomer)
        if isinstance(member, Refusal):
            return member
        people.append(member)
    return people


def _late_seed(view: ContestView, entrant: Entrant) -> int | None:
    """A free place in the bracket, or the next seed; None if the bracket has no place."""
    if not view.is_bracket:
        return max((own.seed for own in view.contest.entrants), default=0) + 1
    begun = [(state.table.match or "", groups_at(state.table)) for state in view.current if is_begun(state)]
    return seed_for_late_entry(elimination(view.contest), (str(entrant.number),), begun)


def is_begun(state: TableState) -> bool:
    """Whether anything was entered at a table."""
    return state.on_paper or bool(state.game.versions)


def _and(members: Sequence[int]) -> list[str | int]:
    """Member ids joined by “&”, for a sentence in the log."""
    parts: list[str | int] = []
    for index, member in enumerate(members):
        parts += [" & ", member] if index else [member]
    return parts


@by(RUNNER)
def withdraw(access: EventAccess, number: str) -> Refusal | None:
    """Withdraw an entrant. Before the start it is deleted; after it, its open matches go to the opponents."""
    view = ContestView(access)
    entrant = view.entrant(number)
    if access.closed or (access.event.started_at is not None and view.outcome.is_over):
        return OVER
    if access.event.started_at is None:
        access.log(*_and(entrant.people), " withdrew before the start.")
        for own in [*entrant.members]:
            drop_out(access.event, own)
    elif entrant.withdrawn_at is None:
        entrant.withdrawn_at = now()
        access.log(*_and(entrant.people), " withdrew.")
    return None


@by(RUNNER)
def bring_back(access: EventAccess, number: str) -> Refusal | None:
    """Undo a withdrawal. Matches that were forfeited by it are open again."""
    entrant = ContestView(access).entrant(number)
    if access.closed:
        return OVER
    if entrant.withdrawn_at is not None:
        entrant.withdrawn_at = None
        access.log(*_and(entrant.people), " came back.")
    return None


@by(RUNNER)
def move_up(access: EventAccess, number: str) -> Refusal | None:
    """Move an entrant up one place in the manual order, before the start."""
    if access.event.started_at is not None:
        return Refusal(("The seeds are drawn.",))
    order = in_order(access.event)
    place = next((index for index, entrant in enumerate(order) if str(entrant.number) == number), None)
    if place is None:
        raise NotFoundError(number)
    if place:
        order[place - 1], order[place] = order[place], order[place - 1]
    for seed, entrant in enumerate(order, 1):
        entrant.seed = seed
    access.mark_changed()
    return None


def in_order(event: Event) -> list[Entrant]:
    """Entrants by seed. Those without one come last, in order of entry."""
    return sorted(event.entrants, key=lambda entrant: (entrant.seed is None, entrant.seed or 0, entrant.number))


def seed_entrants(event: Event) -> None:
    """Seed all entrants as planned. The caller commits."""
    by_number = {str(entrant.number): entrant for entrant in event.entrants}
    for seed, number in enumerate(seed_numbers(event), 1):
        by_number[number].seed = seed


def seed_numbers(event: Event) -> list[str]:
    """The numbers of the entrants in their current seeding order."""
    numbers, lot = [str(entrant.number) for entrant in event.entrants], read_plan(event.plan or {}).lot
    if event.seeding == BY_HAND:
        return [str(entrant.number) for entrant in in_order(event)]
    if event.seeding == BY_LOT or event.seeds_from is None:
        return by_lot(numbers, lot)
    is_rated = event.seeding == BY_RATING
    if is_rated:
        figures = {player: rating.mu for player, rating in ratings_of(event.seeds_from).items()}
    else:
        # The last place is worth one point, and each place before it one more.
        rows = placed_players(event.seeds_from)
        figures = {row.entrant[0]: float(len(rows) + 1 - (row.place or 0)) for row in rows}
    # A player without a rating has the initial one. A player without a place counts zero.
    unknown = Rating().mu if is_rated else 0.0
    known = {
        str(entrant.number): sum(figures.get(str(person), unknown) for person in entrant.people)
        for entrant in event.entrants
        if any(str(person) in figures for person in entrant.people)
    }
    return by_figures(numbers, known, lot)
