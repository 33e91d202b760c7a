"""Tie-breaks: an ordered table of small objects, each of which may separate level entrants.

A tie-break gives every entrant of the tied group a value (more is better), or None if it cannot compare them; then the
next one is used. All but the first look at one entrant at a time.

Head-to-head looks only at games between the tied entrants: the share in which an entrant came out ahead (a shared place
is half a game). It applies only if every two of them have met, which partners never do. A circle (each beat the next)
leaves all level, and the next tie-break decides. If it separates a group of three or more, it is applied again to
those who are still level.

A lot is drawn by people and stored; here it is only read. It separates entrants who were in the same draw, and of
several draws that two have in common the latest counts. A group in which two were never drawn together, or whose draws
form a circle, needs a new lot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from scorekeeper.league.results import Entrant
from scorekeeper.league.season_totals import Account, SeasonTotals
from scorekeeper.league.totals import Meeting, Meetings
from scorekeeper.league.words import Name, called, counted, number, small, times

Values = Mapping[Entrant, Fraction | int]
#: Draws in order of time, each with the winner first.
Lots = Sequence[Sequence[Entrant]]


#: The tie-break that people draw themselves.
LOT = "lot"


@dataclass(frozen=True)
class Tie:
    """Entrants that are level, and what may separate them."""

    season: SeasonTotals
    group: tuple[Entrant, ...]
    lots: Lots = ()
    #: Meetings that were already read, including those of the group.
    known_meetings: Meetings | None = None

    @cached_property
    def meetings(self) -> Meetings:
        """The meetings within the group."""
        return self.season.meetings_among(self.group) if self.known_meetings is None else self.known_meetings

    def meetings_of(self, entrant: Entrant) -> list[Meeting]:
        """An entrant's meetings with each of the others."""
        return [self.meetings.get((entrant, other), Meeting()) for other in self.group if other != entrant]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One criterion: its name, the values of a tied group, and how to write them."""

    id: str
    title: str
    values: Callable[[Tie], Values | None]
    #: What both have, or what each has: “7 bids made”.
    describe: Callable[[Fraction | int], str]
    #: How it decided between two, where the figures alone do not explain it.
    explain: Callable[[Tie, Entrant, Entrant, Name], str] | None = None
    #: Why it could not compare them.
    explain_silence: Callable[[Tie], str] = lambda tie: ""
    #: It depends on the tied group, so it is applied again when it has separated some of them.
    again: bool = False


def _of(figure: Callable[[Account], Fraction | int]) -> Callable[[Tie], Values]:
    return lambda tie: {entrant: figure(tie.season.accounts[entrant]) for entrant in tie.group}


def _noun(one: str, many: str) -> Callable[[Fraction | int], str]:
    return lambda value: counted(abs(Fraction(value)), one, many)


def could_meet(group: Sequence[Entrant]) -> bool:
    """Whether no player is in two of these entrants."""
    return len({player for entrant in group for player in entrant}) == sum(map(len, group))


def _head_to_head(tie: Tie) -> Values | None:
    if not could_meet(tie.group) or not all(pair in tie.meetings for pair in combinations(tie.group, 2)):
        return None
    return {entrant: _share(tie.meetings_of(entrant)) for entrant in tie.group}


def _share(meetings: list[Meeting]) -> Fraction:
    return sum((meeting.ahead for meeting in meetings), Fraction(0)) / sum(meeting.games for meeting in meetings)


def _explain_meetings(tie: Tie, one: Entrant, other: Entrant, name: Name) -> str:
    """How the meetings of two, or of a larger group, decided."""
    if len(tie.group) == 2:
        meeting = tie.meetings[one, other]
        won = "it" if meeting.games == 1 else small(meeting.ahead)
        return f"they met {times(meeting.games)} and {called(one, name)} won {won}"
    return f"among the {small(len(tie.group))} who are tied, {_record(tie, one, name)} and {_record(tie, other, name)}"


def _record(tie: Tie, entrant: Entrant, name: Name) -> str:
    meetings = tie.meetings_of(entrant)
    games = sum(meeting.games for meeting in meetings)
    return f"{called(entrant, name)} won {number(sum((meeting.ahead for meeting in meetings), Fraction(0)))} of {games}"


def _never_met(tie: Tie) -> str:
    if len(tie.group) == 2:
        return "they never met"
    return f"not all {small(len(tie.group))} who are tied have met each other"


def _lots(tie: Tie) -> Values | None:
    """The places drawn by lot, the first with the highest value."""
    behind = dict.fromkeys(tie.group, 0)
    for one, other in combinations(tie.group, 2):
        last = _last_draw(tie, one, other)
        if last is None:
            return None
        behind[max(one, other, key=last.index)] += 1
    decided = len({*behind.values()}) == len(behind)
    return {entrant: Fraction(-1 - others) for entrant, others in behind.items()} if decided else None


def _last_draw(tie: Tie, *entrants: Entrant) -> Sequence[Entrant] | None:
    """The latest draw in which all of these were."""
    return next((draw for draw in reversed(tie.lots) if all(entrant in draw for entrant in entrants)), None)


def _no_lot(tie: Tie) -> str:
    if any(_last_draw(tie, *pair) for pair in combinations(tie.group, 2)):
        return f"only a drawn lot can separate them, and none has been drawn among all {small(len(tie.group))}"
    return "only a drawn lot can separate them, and none has been drawn yet"


_TABLE = (
    TieBreak(
        "head-to-head",
        "Head to head",
        _head_to_head,
        lambda share: "the same record in their meetings",
        explain=_explain_meetings,
        explain_silence=_never_met,
        again=True,
    ),
    TieBreak("wins", "Wins", _of(lambda account: account.totals.wins), _noun("win", "wins")),
    TieBreak("margin", "Margin", _of(lambda account: account.margin), lambda value: f"a margin of {number(value)}"),
    TieBreak("points", "Game points", _of(lambda account: account.totals.points), _noun("game point", "game points")),
    TieBreak(
        "bids-made", "Most bids made", _of(lambda account: account.totals.bidding.made), _noun("bid made", "bids made")
    ),
    TieBreak(
        "set-backs",
        "Fewest set-backs",
        _of(lambda account: -account.totals.bidding.set_back),
        _noun("set-back", "set-backs"),
    ),
    TieBreak(
        LOT,
        "Drawn lot",
        _lots,
        lambda value: f"the lot {number(-value)}",
        explain=lambda tie, one, other, name: f"the drawn lot put {called(one, name)} first",
        explain_silence=_no_lot,
    ),
)

#: Every tie-break by its id, in the order in which they are offered.
TIES: dict[str, TieBreak] = {tie.id: tie for tie in _TABLE}
