"""A Swiss, a round robin or a bracket as the league sees it: entrants, matches, titles and the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.event.access import EventAccess
from scorekeeper.actions.event.results import TableState, table_states
from scorekeeper.actions.event.seating import sides_at, sides_of
from scorekeeper.actions.stored_game import lowest_wins
from scorekeeper.league.codec import read_plan
from scorekeeper.league.contest import Contest, ContestEntrant, EntrantId, GameScore, Group, Match
from scorekeeper.league.outcome import Outcome, outcome
from scorekeeper.league.pairings.bracket import FINAL, LOSERS, RESET, THIRD, WINNERS, Node
from scorekeeper.league.pairings.values import DOUBLE, RoundPlan, TablePlan
from scorekeeper.store import Entrant, EventTable


class ContestView:
    """The contest of an event as it stands; load a new one after a change."""

    def __init__(self, access: EventAccess) -> None:
        if access.event.plan is None:
            raise NotFoundError(access.event.id)
        self.access, self.event = access, access.event
        self.states = table_states(access)
        self.contest = contest_of(access, self.states)
        self.outcome: Outcome = outcome(self.contest)

    @property
    def is_bracket(self) -> bool:
        """Losers are out, at once or after their second loss."""
        return self.contest.plan.is_bracket

    @property
    def current(self) -> tuple[TableState, ...]:
        """Tables between the current sides of their match."""
        sides = {match.key: match.sides for match in self.outcome.matches}
        return tuple(state for state in self.states if sides.get(state.table.match or "") == groups_at(state.table))

    @property
    def running(self) -> tuple[TableState, ...]:
        """Tables that are still playing."""
        ready = {match.key for match in self.outcome.ready}
        return tuple(state for state in self.current if not state.ended and state.table.match in ready)

    @property
    def startable(self) -> list[tuple[Match, int]]:
        """Matches without a running table, with the number of their next game."""
        running = {state.table.match for state in self.running}
        return [(match, match.legs + 1) for match in self.outcome.ready if match.key not in running]

    def entrant(self, number: EntrantId) -> Entrant:
        """An entrant by its number."""
        for entrant in self.event.entrants:
            if str(entrant.number) == number:
                return entrant
        raise NotFoundError(number)

    def name(self, number: EntrantId) -> str:
        """The name of an entrant."""
        return entrant_name(self.access, self.entrant(number))

    def group_name(self, group: Group) -> str:
        """The name of a side."""
        return " & ".join(map(self.name, group))

    def match_title(self, key: str) -> str:
        """The title of a match: “Final”, “Losers’ round 2, match 1”, “Round 3, table 4”."""
        if not self.is_bracket:
            number, table = key.split("-")
            return f"Round {number}, table {table}"
        own = self.outcome.bracket.get(key)
        if own is None:
            return key
        nodes = [match.node for match in self.outcome.bracket.values() if match.match.number or match is own]
        same = [node for node in nodes if (node.part, node.round) == (own.node.part, own.node.round)]
        title = self.round_title(own.node)
        return title if len(same) == 1 else f"{title}, match {own.match.number}"

    def round_title(self, node: Node) -> str:
        """The title of a round in a bracket."""
        if node.part in (FINAL, RESET, THIRD):
            return {FINAL: "Grand final", RESET: "Second final", THIRD: "Third place"}[node.part]
        part = [own for own in self.outcome.bracket.values() if own.node.part == node.part]
        last = max(own.node.round for own in part)
        # With byes, a round of the losers' bracket may have no match.
        number = len({own.node.round for own in part if own.match.number and own.node.round < node.round}) + 1
        if self.contest.plan.format == DOUBLE:
            side = "Winners’" if node.part == WINNERS else "Losers’"
            return f"{side} final" if node.round == last else f"{side} round {number}"
        return {0: "Final", 1: "Semifinals", 2: "Quarterfinals"}.get(last - node.round, f"Round {number}")

    def table_title(self, table: EventTable) -> str:
        """The title of a table: its match, and which game of it."""
        plan = self.contest.plan
        more = [f"game {table.leg}"] if plan.best_of > 1 else []
        more += [f"table {table.board}"] if plan.boards > 1 else []
        return ", ".join([self.match_title(table.match or ""), *more])


def part_title(part: str) -> str:
    """The title of a part of a bracket."""
    return {WINNERS: "Winners’ bracket", LOSERS: "Losers’ bracket"}.get(part, "Finals")


def entrant_name(access: EventAccess, entrant: Entrant) -> str:
    """The name of an entrant: of its team, or of its members."""
    return entrant.name or " & ".join(access.names.get(person, "?") for person in entrant.people)


def contest_of(access: EventAccess, states: Sequence[TableState]) -> Contest:
    """What the outcome of an event is computed from."""
    event = access.event
    plan = read_plan(event.plan or {})
    scores = [score_of(state) for state in states]
    return Contest(
        plan,
        tuple(map(entry_of, event.entrants)),
        () if plan.is_bracket else tuple(_drawn_rounds(access)),
        tuple(score for score in scores if score is not None),
        {forfeit.match: str(forfeit.entrant.number) for forfeit in event.forfeits},
    )


def entry_of(entrant: Entrant) -> ContestEntrant:
    """An entrant as a league value. Before the start, seeds follow the numbers."""
    return ContestEntrant(
        str(entrant.number),
        tuple(map(str, entrant.people)),
        entrant.seed or entrant.number,
        entrant.joined,
        entrant.withdrawn_at is not None,
    )


def _drawn_rounds(access: EventAccess) -> Iterator[RoundPlan]:
    """The rounds as they were drawn: the first table of every match, and who sits out."""
    by_number: dict[int, dict[str, EventTable]] = {}
    for table in access.event.tables:
        if table.match is not None:
            by_number.setdefault(round_of(table.match), {}).setdefault(table.match, table)
    for number in sorted(by_number):
        tables = [by_number[number][key] for key in sorted(by_number[number], key=_place)]
        byes = {table.round: [bye.entrant for bye in table.round.byes] for table in tables}
        out = dict.fromkeys(entrant for own in byes.values() for entrant in own if entrant is not None)
        plans = tuple(TablePlan(_groups(access, table)) for table in tables)
        yield RoundPlan(plans, tuple(str(entrant.number) for entrant in out))


def round_of(key: str) -> int:
    """The number of the round in which a match was drawn."""
    return int(key.split("-")[0])


def _place(key: str) -> int:
    return int(key.split("-")[1])


def _groups(access: EventAccess, table: EventTable) -> tuple[Group, ...]:
    if table.game is not None:
        return groups_at(table)
    return _by_side(table, sides_of(access.event, table.round.method, len(table.current)))


def groups_at(table: EventTable) -> tuple[Group, ...]:
    """The numbers of the entrants on each side of a table."""
    return _by_side(table, sides_at(table))


def _by_side(table: EventTable, sides: Sequence[Sequence[int]]) -> tuple[Group, ...]:
    chairs = table.current
    return tuple(
        tuple(dict.fromkeys(str(own.number) for seat in side if (own := chairs[seat].entrant) is not None))
        for side in sides
    )


def score_of(state: TableState) -> GameScore | None:
    """The score of a table; None while it is being played."""
    table, game = state.table, state.game
    if not state.ended or (state.gone and not state.on_paper) or not (state.on_paper or state.sheet.hands):
        return None
    winners = state.sheet.winners if state.sheet.over and not state.on_paper else ()
    lowest = lowest_wins(game.slug, len(game.players), game.options)
    return GameScore(table.match or "", table.leg, table.board, groups_at(table), state.totals, winners, lowest)
