"""Tie-breaks: an ordered table of small objects, each of which may separate level entrants.

A tie-break gives every entrant of the tied group a value (more is better), or None if it cannot compare them; then the
next one is used. Most of them look at one entrant at a time.

Head-to-head looks only at games between the tied entrants: the share in which an entrant came out ahead (a shared place
is half a game). It applies only if every two of them have met, which partners never do. A circle (each beat the next)
leaves all level, and the next tie-break decides. If it separates a group of three or more, it is applied again to
those who are still level.

Opponents' score adds up the scores of everybody met. A round without an opponent (a bye, or a walkover won) counts as
a game against somebody with the entrant's own score of now. This is the rule of FIDE's tie-break regulations since
2023 (C.07, unplayed rounds: a draw against oneself). We prefer it to the older virtual opponent, who has the score from
before the round and draws all later ones, because people can check it without looking up old rounds.

In a contest everybody plays the same rounds, so sums are compared. In a season some play more than others, so
head-to-head and opponents' score are compared by game.

A lot is only read here: for a season people draw it and it is stored, for a contest it follows from the written
seed. It separates entrants who were in the same draw, and of several draws that two have in common the latest counts.
A group in which two were never drawn together, or whose draws form a circle, needs a new lot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

from scorekeeper.league.results import Entrant
from scorekeeper.league.season_totals import Account, SeasonTotals
from scorekeeper.league.totals import Meeting, Meetings
from scorekeeper.league.words import Name, called, counted, listed, number, place_word, points_share, small, times

Number = Fraction | int
#: What a tie-break compares: a number, or several of which the first that differs decides.
Value = Number | tuple[int, ...]
Values = Mapping[Entrant, Value]
#: Draws in order of time, each with the winner first.
Lots = Sequence[Sequence[Entrant]]

#: The tie-break that needs a draw.
LOT = "lot"


@dataclass(frozen=True)
class Field:
    """Everybody in the standings, and what may separate them."""

    season: SeasonTotals
    entrants: tuple[Entrant, ...]
    lots: Lots = ()
    #: Everybody plays the same rounds, as in a contest.
    same_rounds: bool = False
    #: Entrants of one id that are several people, for the grammar.
    groups: frozenset[Entrant] = frozenset()

    @cached_property
    def figures(self) -> Mapping[Entrant, Fraction]:
        """The figure that counts of every entrant."""
        return {entrant: self.season.figure(self.season.accounts[entrant]) for entrant in self.entrants}

    @cached_property
    def opponents(self) -> Mapping[Entrant, Mapping[Entrant, int]]:
        """How many games everybody played against each opponent; read only if a tie-break asks."""
        opponents: dict[Entrant, dict[Entrant, int]] = {entrant: {} for entrant in self.entrants}
        for (one, other), meeting in self.season.meetings_among(self.entrants).items():
            if one in opponents and other in opponents:
                opponents[one][other] = meeting.games
        return opponents

    @cached_property
    def drawn_places(self) -> Sequence[Mapping[Entrant, int]]:
        """The places in every draw, the latest first."""
        return [{entrant: place for place, entrant in enumerate(draw)} for draw in reversed(self.lots)]

    def is_plural(self, entrant: Entrant) -> bool:
        """Whether an entrant is several people."""
        return len(entrant) > 1 or entrant in self.groups


@dataclass(frozen=True)
class Tie:
    """Entrants of a field that are level."""

    field: Field
    group: tuple[Entrant, ...]
    #: Meetings that were already read, including those of the group.
    known_meetings: Meetings | None = None

    @cached_property
    def meetings(self) -> Meetings:
        """The meetings within the group."""
        return self.field.season.meetings_among(self.group) if self.known_meetings is None else self.known_meetings

    def fair(self, amount: Number, games: Number) -> Number:
        """An amount that compares: the sum if everybody plays the same rounds, else the average by game."""
        return amount if self.field.same_rounds else Fraction(amount) / games


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One criterion: its name, its meaning, the values of a tied group, and how to write them."""

    id: str
    title: str
    words: str
    values: Callable[[Tie], Values | None]
    #: What both have, or what each has: “7 bids made”.
    describe: Callable[[Any], str]
    #: How it decided between two, where the figures alone do not explain it.
    explain: Callable[[Tie, Entrant, Entrant, Name], str] | None = None
    #: Why it could not compare them.
    explain_silence: Callable[[Tie], str] = lambda tie: ""
    #: It depends on the tied group, so it is applied again when it has separated some of them.
    again: bool = False


def _of(value: Callable[[Account], Value]) -> Callable[[Tie], Values]:
    return lambda tie: {entrant: value(tie.field.season.accounts[entrant]) for entrant in tie.group}


def _noun(one: str, many: str) -> Callable[[Number], str]:
    return lambda value: counted(value, one, many)


def could_meet(group: Sequence[Entrant]) -> bool:
    """Whether no player is in two of these entrants."""
    return len({player for entrant in group for player in entrant}) == sum(map(len, group))


def _head_to_head(tie: Tie) -> Values | None:
    if not could_meet(tie.group) or not all(pair in tie.meetings for pair in combinations(tie.group, 2)):
        return None
    return {entrant: tie.fair(*_record_of(tie, entrant)) for entrant in tie.group}


def _record_of(tie: Tie, entrant: Entrant) -> tuple[Fraction, int]:
    """Games ahead of the others who are tied, and games against them."""
    meetings = [tie.meetings.get((entrant, other), Meeting()) for other in tie.group if other != entrant]
    return sum((meeting.ahead for meeting in meetings), Fraction(0)), sum(meeting.games for meeting in meetings)


def _explain_meetings(tie: Tie, one: Entrant, other: Entrant, name: Name) -> str:
    """How the meetings of two, or of a larger group, decided."""
    if len(tie.group) == 2:
        meeting = tie.meetings[one, other]
        won = "it" if meeting.games == 1 else small(meeting.ahead)
        return f"they met {times(meeting.games)} and {called(one, name)} won {won}"
    return f"among the {small(len(tie.group))} who are tied, {_record(tie, one, name)} and {_record(tie, other, name)}"


def _record(tie: Tie, entrant: Entrant, name: Name) -> str:
    ahead, games = _record_of(tie, entrant)
    return f"{called(entrant, name)} won {number(ahead)} of {games}"


def _never_met(tie: Tie) -> str:
    if len(tie.group) == 2:
        return "they never met"
    return f"not all {small(len(tie.group))} who are tied have met each other"


def _opponents_score(tie: Tie, entrant: Entrant) -> Number:
    """The scores of everybody met; in a round without a game, the entrant met as many as usual with its own score."""
    figures, met, totals = tie.field.figures, tie.field.opponents[entrant], tie.field.season.accounts[entrant].totals
    games = sum(met.values())
    at_table = Fraction(games, totals.games) if games and totals.games else 1
    virtual = totals.byes * at_table
    scores = sum((figures[other] * often for other, often in met.items()), figures[entrant] * virtual)
    return tie.fair(scores, games + virtual or 1)


def _describe_places(places: tuple[int, ...]) -> str:
    """So many first places, second places and so on."""
    kinds = [(often, f"{place_word(place)} place") for place, often in enumerate(places, 1) if often]
    return listed([counted(often, kind, f"{kind}s") for often, kind in kinds]) or "no places"


def _lots(tie: Tie) -> Values | None:
    """The places drawn by lot, the first with the highest value."""
    behind = dict.fromkeys(tie.group, 0)
    for one, other in combinations(tie.group, 2):
        last = _last_draw(tie, one, other)
        if last is None:
            return None
        behind[max(one, other, key=last.__getitem__)] += 1
    decided = len({*behind.values()}) == len(behind)
    return {entrant: Fraction(-1 - others) for entrant, others in behind.items()} if decided else None


def _last_draw(tie: Tie, one: Entrant, other: Entrant) -> Mapping[Entrant, int] | None:
    """The places in the latest draw in which both of these were."""
    return next((places for places in tie.field.drawn_places if one in places and other in places), None)


def _no_lot(tie: Tie) -> str:
    if any(_last_draw(tie, *pair) for pair in combinations(tie.group, 2)):
        return f"only a drawn lot can separate them, and none has been drawn among all {small(len(tie.group))}"
    return "only a drawn lot can separate them, and none has been drawn yet"


_TABLE = (
    TieBreak(
        "head-to-head",
        "Head to head",
        "Games among those who are tied, if all of them have met.",
        _head_to_head,
        lambda value: "the same record in their meetings",
        explain=_explain_meetings,
        explain_silence=_never_met,
        again=True,
    ),
    TieBreak(
        "opponents",
        "Opponents’ score",
        "How well your opponents did. "
        "A round without an opponent counts as a game against somebody with your own score.",
        lambda tie: {entrant: _opponents_score(tie, entrant) for entrant in tie.group},
        lambda value: f"an opponents’ score of {number(value)}",
    ),
    TieBreak(
        "wins",
        "Wins",
        "Games won. A shared win is split.",
        _of(lambda account: account.totals.wins),
        _noun("win", "wins"),
    ),
    TieBreak(
        "margin",
        "Margin",
        "Your leads over the best other side, minus your deficits.",
        _of(lambda account: account.margin),
        lambda value: f"a margin of {number(value)}",
    ),
    TieBreak(
        "points",
        "Game points",
        "Points from the score sheets. Where the lowest score wins, they count against you.",
        _of(lambda account: account.totals.points),
        _noun("game point", "game points"),
    ),
    TieBreak(
        "share",
        "Share of points",
        "Your share of all points made at your tables. A negative total counts as 0.",
        _of(lambda account: Fraction(account.totals.taken, account.totals.stake or 1)),
        points_share,
    ),
    TieBreak(
        "places",
        "Places",
        "Most first places in games, then most second places, and so on.",
        _of(lambda account: account.totals.places),
        _describe_places,
    ),
    TieBreak(
        "bids-made",
        "Most bids made",
        "Bids that you made.",
        _of(lambda account: account.totals.bidding.made),
        _noun("bid made", "bids made"),
    ),
    TieBreak(
        "set-backs",
        "Fewest set-backs",
        "Bids on which you were set back.",
        _of(lambda account: -account.totals.bidding.set_back),
        lambda value: counted(-value, "set-back", "set-backs"),
    ),
    TieBreak(
        LOT,
        "Drawn lot",
        "Chance decides.",
        _lots,
        lambda value: f"the lot {number(-value)}",
        explain=lambda tie, one, other, name: f"the drawn lot put {called(one, name)} first",
        explain_silence=_no_lot,
    ),
)

#: Every tie-break by its id, in the order in which they are offered.
TIES: dict[str, TieBreak] = {tie.id: tie for tie in _TABLE}
