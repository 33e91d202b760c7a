"""Tie-breaks: an ordered table of small objects, each of which may part entrants that are level.

A tie-break gives every entrant of the tied group a value, more is better, or nothing at all where it
cannot compare them; then the next one is asked. All but the first look at one entrant at a time.

Head-to-head is a table among the tied alone: of the games in which they met each other, the share in
which an entrant came out ahead (a shared place is half a game). It compares only if every two of them
have met, which partners never do; a circle (each beat the next) leaves all level, and the next
tie-break decides. If it parts a group of three or more, it is asked once more among those who are
still level, for their own games alone.

A lot is drawn by people and recorded; here it is only read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

from scorekeeper.league.results import Entrant
from scorekeeper.league.seasons import Account, Season
from scorekeeper.league.tallies import Meeting
from scorekeeper.league.words import Name, called, counted, number, small, times

Values = Mapping[Entrant, Fraction]


@dataclass(frozen=True)
class Tie:
    """Entrants that are level so far, and what may part them. Lots: the lower number goes first."""

    season: Season
    group: tuple[Entrant, ...]
    lots: Mapping[Entrant, int] = field(default_factory=dict)

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
    if not all(who in tie.lots for who in tie.group):
        return None
    return {who: Fraction(-tie.lots[who]) for who in tie.group}


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
        "lot",
        "Drawn lot",
        _lots,
        lambda value: f"the lot {number(-value)}",
        decided=lambda tie, one, other, name: f"the lot drawn put {called(one, name)} first",
        silent=lambda tie: "only a lot can part them, and none is drawn yet",
    ),
)

#: Every tie-break by its id, in the order in which they are offered.
TIES: dict[str, TieBreak] = {tie.id: tie for tie in _TABLE}
