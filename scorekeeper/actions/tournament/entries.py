"""Entries of a tournament: entering (also late), withdrawing, manual order and seeds."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.actions.club.access import by
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.club.members import name_for
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.actions.season.standings import placed_players, ratings_of
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.names import seat_substitute
from scorekeeper.actions.tournament.access import RUNNER, TournamentAccess, while_started
from scorekeeper.actions.tournament.tournaments import BY_HAND, BY_LOT, BY_RATING
from scorekeeper.league.contest import MOST_ENTRANTS, by_figures, by_lot
from scorekeeper.league.outcome import elimination
from scorekeeper.league.pairings.bracket import seed_for_late_entry
from scorekeeper.league.rating import Rating
from scorekeeper.league.words import counted, listed
from scorekeeper.store import Member, Tournament, TournamentEntry, TournamentGame, db
from scorekeeper.store.queries.game import mark_changed
from scorekeeper.store.queries.tournament import delete_entry
from scorekeeper.store.tables.game import SCORER, now

FULL = f"A tournament has at most {MOST_ENTRANTS} entries."
NO_ROOM = "The bracket has no free place left, because every bye has been used."


@by(RUNNER)
def enter(
    access: TournamentAccess, members: Sequence[int], newcomers: Sequence[str] = (), name: str = ""
) -> TournamentEntry | Refusal:
    """Enter members and newcomers, who join the club. After the start this is a late entry."""
    people = _people(access, members, [newcomer for newcomer in newcomers if newcomer.strip()])
    if isinstance(people, Refusal):
        db.session.rollback()
        return people
    entry = _place(access, _new_entry(access.tournament, people, name))
    if isinstance(entry, Refusal):
        db.session.rollback()
        return entry
    access.log(*_and(entry.members), " entered late." if access.started else " entered.")
    return entry


def _people(access: TournamentAccess, members: Sequence[int], newcomers: Sequence[str]) -> list[Member] | Refusal:
    """The members of an entry, or its faults."""
    tournament, size = access.tournament, access.tournament.entry_size
    if len(tournament.entries) >= MOST_ENTRANTS:
        return Refusal((FULL,))
    if len({*members}) + len(newcomers) != size:
        return Refusal((f"Choose {counted(size, 'name', 'names')} for an entry.",))
    entered = {member for entry in tournament.entries if entry.withdrawn_at is None for member in entry.members}
    people = [access.people.member(member) for member in dict.fromkeys(members)]
    if any(member.left_at is not None for member in people):
        raise NotFoundError("member")
    if twice := [member.name for member in people if member.id in entered]:
        return Refusal((f"{listed(twice)} already entered.",))
    for newcomer in newcomers:
        tidy = name_for(tournament.club, newcomer)
        if isinstance(tidy, Refusal):
            return tidy
        member = Member(club=tournament.club, name=tidy)
        db.session.add(member)
        db.session.flush()
        write_log(access.people, "member", member.id, " was added as a guest of a tournament.", about=member.id)
        people.append(member)
    return people


def _new_entry(tournament: Tournament, people: Sequence[Member], name: str) -> TournamentEntry | Refusal:
    title = clean_name(name, LONGEST_CLUB) if name.strip() else None
    if isinstance(title, Refusal):
        return title
    number = max((entry.number for entry in tournament.entries), default=0) + 1
    joined = len(tournament.rounds)
    return TournamentEntry(number=number, name=title, members=[member.id for member in people], joined=joined)


def _place(access: TournamentAccess, entry: TournamentEntry | Refusal) -> TournamentEntry | Refusal:
    """Add an entry. After the start it takes a free place in the bracket, or plays from the next round on."""
    if isinstance(entry, Refusal):
        return entry
    if access.started:
        event = access.event
        if event.plan.is_bracket:
            begun = [(state.row.match, state.sides) for state in access.current_games if state.begun]
            entry.seed = seed_for_late_entry(elimination(event), (str(entry.number),), begun)
            if entry.seed is None:
                return Refusal((NO_ROOM,))
        else:
            entry.seed = max((own.seed for own in event.entrants), default=0) + 1
    access.tournament.entries.append(entry)
    db.session.flush()
    return entry


def _and(members: Sequence[int]) -> list[str | int]:
    """Member ids joined by “&”, for a sentence in the log."""
    parts: list[str | int] = []
    for index, member in enumerate(members):
        parts += [" & ", member] if index else [member]
    return parts


@by(RUNNER)
def withdraw(access: TournamentAccess, number: str) -> None:
    """Withdraw an entry. Before the start it is deleted; after it, its open matches go to the opponents."""
    entry = access.entry(number)
    if not access.started:
        access.log(*_and(entry.members), " withdrew before the start.")
        delete_entry(access.tournament, entry)
    elif entry.withdrawn_at is None:
        entry.withdrawn_at = now()
        access.log(*_and(entry.members), " withdrew.")


@by(RUNNER)
def bring_back(access: TournamentAccess, number: str) -> None:
    """Undo a withdrawal. Matches that were forfeited by it are open again."""
    entry = access.entry(number)
    if entry.withdrawn_at is not None:
        entry.withdrawn_at = None
        access.log(*_and(entry.members), " came back.")


@by(RUNNER)
def move_up(access: TournamentAccess, number: str) -> Refusal | None:
    """Move an entry up one place in the manual order, before the start."""
    if access.started:
        return Refusal(("The seeds are drawn.",))
    order = in_order(access.tournament)
    place = next((index for index, entry in enumerate(order) if str(entry.number) == number), None)
    if place is None:
        raise NotFoundError(number)
    if place:
        order[place - 1], order[place] = order[place], order[place - 1]
    for seed, entry in enumerate(order, 1):
        entry.seed = seed
    access.tournament.revision += 1
    return None


def in_order(tournament: Tournament) -> list[TournamentEntry]:
    """Entries by seed. Those without one come last, in order of entry."""
    return sorted(tournament.entries, key=lambda entry: (entry.seed is None, entry.seed or 0, entry.number))


def seed_entries(access: TournamentAccess) -> None:
    """Seed all entries as planned. The caller commits."""
    tournament = access.tournament
    by_number = {str(entry.number): entry for entry in tournament.entries}
    for seed, number in enumerate(seed_numbers(access), 1):
        by_number[number].seed = seed


def seed_numbers(access: TournamentAccess) -> list[str]:
    """The numbers of the entries in their current seeding order."""
    tournament = access.tournament
    numbers, lot = [str(entry.number) for entry in tournament.entries], access.event.plan.lot
    if tournament.seeding == BY_HAND:
        return [str(entry.number) for entry in in_order(tournament)]
    if tournament.seeding == BY_LOT or tournament.season is None:
        return by_lot(numbers, lot)
    is_rated = tournament.seeding == BY_RATING
    if is_rated:
        figures = {player: rating.mu for player, rating in ratings_of(tournament.season).items()}
    else:
        # The last place is worth one point, and each place before it one more.
        rows = placed_players(tournament.season)
        figures = {row.entrant[0]: float(len(rows) + 1 - (row.place or 0)) for row in rows}
    # A player without a rating has the initial one. A player without a place counts zero.
    unknown = Rating().mu if is_rated else 0.0
    known = {
        str(entry.number): sum(figures.get(str(member), unknown) for member in entry.members)
        for entry in tournament.entries
        if any(str(member) in figures for member in entry.members)
    }
    return by_figures(numbers, known, lot)


def free_members(access: TournamentAccess) -> list[Member]:
    """Members who are not at a running table."""
    busy = {member for state in access.running for member in state.row.seats}
    members = access.tournament.club.members
    return [one for one in members if one.left_at is None and one.waiting_at is None and one.id not in busy]


def substitutes_at(access: TournamentAccess, row: TournamentGame) -> list[str]:
    """Names of the people at a table who belong to none of its entries."""
    entries = [access.entry(number) for side in row.sides for number in side]
    own = {member for entry in entries for member in entry.members}
    return [access.names[member] for member in row.seats if member not in own]


@while_started
def substitute(access: TournamentAccess, game_number: int, absent: int, helper: int) -> Refusal | None:
    """Seat a substitute from the next hand on, or let the player return. The entry keeps the game."""
    state = access.game(game_number)
    if absent not in state.row.seats or helper not in access.names:
        raise NotFoundError(str(helper))
    if not any(state.row is own.row for own in access.running):
        return Refusal(("This game is over, so nobody can be replaced.",))
    if helper not in {member.id for member in free_members(access)}:
        return Refusal((f"{access.names[helper]} is playing now. Choose someone who is free.",))
    row = state.row
    seat = row.seats.index(absent)
    row.seats = [*row.seats[:seat], helper, *row.seats[seat + 1 :]]
    names = [access.names[member] for member in row.seats]
    seat_substitute(Table(row.game, SCORER, access.device_id), names, seat, absent)
    mark_changed(row.game)
    access.log(helper, " took the seat of ", absent, f" at table {state.row.place}.")
    return None
