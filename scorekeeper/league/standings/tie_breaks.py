"""Tie-breaks: an ordered table of small objects, each of which may part entrants that are level.

A tie-break gives every entrant of the tied group a value, more is better, or nothing at all where it
cannot compare them; then the next one is asked. All but the first look at one entrant at a time.

Head-to-head is a table among the tied alone: of the games in which they met each other, the share in
which an entrant came out ahead (a shared place is half a game). It compares only if every two of them
have met, which partners never do; a circle (each beat the next) leaves all level, and the next
tie-break decides. If it parts a group of three or more, it is asked once more among those who are
still level, for their own games alone.

A lot is drawn by people and recorded; here it is only read. It parts those who were in the draw
together, and of several draws that two had in common the latest holds. A group in which two were never
drawn together, or whose draws go in a circle, waits for a lot of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from scorekeeper.league.results.result import Entrant
from scorekeeper.league.totals.night import Meeting
from scorekeeper.league.totals.season import Account, Season
from scorekeeper.league.words import Name, called, counted, number, small, times

Values = Mapping[Entrant, Fraction]
#: Draws in order of time; in each of them, who came first stands first.
Lots = Sequence[Sequence[Entrant]]


#: The tie-break that people make.
LOT = "lot"


@dataclass(frozen=True)
class Tie:
    """Entrants that are level so far, and what may part them."""

    season: Season
    group: tuple[Entrant, ...]
    lots: Lots = ()

    def meetings(self, who: Entrant) -> list[Meeting]:
        """How an entrant fared against each of the others."""
        return [self.season.meetings.get((who, other), Meeting()) for other in self.group if other != who]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One criterion: its name, the values of a tied group, and how they are told."""

    id: str
    title: str
    values: Callable[[Tie], Values | None]
    #: What both have, and what each has: “7 bids made”.
    said: Callable[[Fraction], str]
    #: How it decided between two, where figures alone do not tell it.
    decided: Callable[[Tie, Entrant, Entrant, Name], str] | None = None
    #: Why it could not decide, where it could not compare.
    silent: Callable[[Tie], str] = lambda tie: ""
    #: It looks at the tied alone, so it is asked again when it has parted some of them.
    again: bool = False


def _of(figure: Callable[[Account], Fraction | int]) -> Callable[[Tie], Values]:
    """A value that every account has."""
    return lambda tie: {who: Fraction(figure(tie.season.accounts[who])) for who in tie.group}


def _noun(one: str, many: str) -> Callable[[Fraction], str]:
    return lambda value: counted(abs(value), one, many)


def _head_to_head(tie: Tie) -> Values | None:
    if len({player for who in tie.group for player in who}) < sum(map(len, tie.group)):
        # Whoever plays with both cannot have played against either.
        return None
    if not all(tie.season.meetings.get(pair, Meeting()).games for pair in permutations(tie.group, 2)):
        return None
    return {who: _share(tie.meetings(who)) for who in tie.group}


def _share(meetings: list[Meeting]) -> Fraction:
    return sum((meeting.ahead for meeting in meetings), Fraction(0)) / sum(meeting.games for meeting in meetings)


def _met(tie: Tie, one: Entrant, other: Entrant, name: Name) -> str:
    """How the meetings of two, or of a larger group, decided."""
    if len(tie.group) == 2:
        meeting = tie.season.meetings[one, other]
        won = "it" if meeting.games == 1 else small(meeting.ahead)
        return f"they met {times(meeting.games)} and {called(one, name)} won {won}"
    return f"among the {small(len(tie.group))} who are level, {_record(tie, one, name)} and {_record(tie, other, name)}"


def _record(tie: Tie, who: Entrant, name: Name) -> str:
    meetings = tie.meetings(who)
    games = sum(meeting.games for meeting in meetings)
    return f"{called(who, name)} won {number(sum((meeting.ahead for meeting in meetings), Fraction(0)))} of {games}"


def _never_met(tie: Tie) -> str:
    if len(tie.group) == 2:
        return "they never met"
    return f"not all {small(len(tie.group))} who are level have met each other"


def _lots(tie: Tie) -> Values | None:
    """The place that lots give everybody in the group, the first with the highest value."""
    behind = dict.fromkeys(tie.group, 0)
    for one, other in combinations(tie.group, 2):
        last = _last_among(tie, one, other)
        if last is None:
            return None
        behind[max(one, other, key=last.index)] += 1
    parted = len({*behind.values()}) == len(behind)
    return {who: Fraction(-1 - others) for who, others in behind.items()} if parted else None


def _last_among(tie: Tie, *some: Entrant) -> Sequence[Entrant] | None:
    """The latest draw in which all of these were."""
    return next((draw for draw in reversed(tie.lots) if all(who in draw for who in some)), None)


def _no_lot(tie: Tie) -> str:
    if any(_last_among(tie, *pair) for pair in combinations(tie.group, 2)):
        return f"only a lot can part them, and none was drawn among all {small(len(tie.group))}"
    return "only a lot can part them, and none is drawn yet"


_TABLE = (
    TieBreak(
        "head-to-head",
        "Head to head",
        _head_to_head,
        lambda share: "won as much in their meetings",
        decided=_met,
        silent=_never_met,
        again=True,
    ),
    TieBreak("wins", "Wins", _of(lambda account: account.tally.wins), _noun("win", "wins")),
    TieBreak("margin", "Margin", _of(lambda account: account.margin), lambda value: f"a margin of {number(value)}"),
    TieBreak("points", "Game points", _of(lambda account: account.tally.points), _noun("game point", "game points")),
    TieBreak(
        "bids-made", "Most bids made", _of(lambda account: account.tally.bidding.made), _noun("bid made", "bids made")
    ),
    TieBreak(
        "set-backs",
        "Fewest set-backs",
        _of(lambda account: -account.tally.bidding.set_back),
        _noun("set-back", "set-backs"),
    ),
    TieBreak(
        LOT,
        "Drawn lot",
        _lots,
        lambda value: f"the lot {number(-value)}",
        decided=lambda tie, one, other, name: f"the lot drawn put {called(one, name)} first",
        silent=_no_lot,
    ),
)

#: Every tie-break by its id, in the order in which they are offered.
TIES: dict[str, TieBreak] = {tie.id: tie for tie in _TABLE}
