"""What a game is: identity, options, and how it is played at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from scorekeeper.rules.bidding.auction import Auction
from scorekeeper.rules.ends import Contract, End
from scorekeeper.rules.fields import Field, Flag, Group, ListOf, Seat, SideNumber, Text, Whole
from scorekeeper.rules.values import BIGGEST, Fault, Faults, Line, LineKind

#: A hand of a record whose entries have been checked one by one.
Hand = Mapping[str, Any]
#: The agreed options of a game, defaults filled in.
Options = Mapping[str, Any]

#: The keys that an open hand may have.
OPEN_KEYS = frozenset({"open", "note", "bidder", "bid", "trump", "partner", "moon", "calls", "penalties"})
#: Hands with one of these do not count where a number of hands is agreed.
UNCOUNTED_KEYS = frozenset({"passed_out", "misdeal"})
#: A hand with one of these was not played to its end.
ENDING_KEYS = UNCOUNTED_KEYS | {"misplay"}
#: The reason of an agreed adjustment on the sheet.
ADJUSTMENT_REASON = "Agreed: {why}"


class Moment(NamedTuple):
    """Where a hand stands in its game. What cannot be known after an error is None."""

    #: How many hands before it were neither thrown in nor misdealt.
    counted: int
    dealer: int | None = None
    #: The totals before this hand.
    totals: tuple[int, ...] | None = None


class Outcome(NamedTuple):
    """What a hand is worth; `winner` is set where points in play have won at once."""

    lines: tuple[Line, ...]
    winner: int | None = None
    contract: Contract | None = None


#: A game's arithmetic: a hand, the keys found faulty in it and its moment -> outcome or faults.
Scoring = Callable[[Hand, frozenset[str], Moment], Outcome | Faults]


@dataclass(frozen=True)
class Live:
    """Cards counted while they are played: the count, who is next, and the lines up to now."""

    key: str
    count: int
    turn: int
    lines: tuple[Line, ...]
    winner: int | None


@dataclass(frozen=True)
class Play:
    """A game at a table: what a hand holds, what it is worth, when the game is over."""

    fields: Mapping[str, Field]
    score: Scoring
    end: End
    #: The arithmetic of a hand as data, for a script that scores without the server.
    facts: Callable[[], Mapping[str, Any]]
    #: The faults of a hand that is still being played.
    open_faults: Callable[[Hand, frozenset[str], Moment], Faults] = lambda hand, bad, at: ()
    #: Who shares an entry where a hand has one for each side, given the hands that counted before it and the hand.
    teams: Callable[[int, Hand], tuple[tuple[int, ...], ...]] | None = None
    #: What each side needs before a hand begins, in words, given the totals.
    before: Callable[[tuple[int, ...]], tuple[str, ...]] | None = None
    #: The count while the cards are being played, given the open hand, the totals and the dealer.
    live: Callable[[Hand, tuple[int, ...], int], Live] | None = None
    #: Adds what follows from a hand's entries and its dealer, and removes it again.
    complete: Callable[[Hand, int], Hand] = lambda hand, dealer: hand
    reduce: Callable[[Hand], Hand] = lambda hand: hand
    #: Keys that the options turn off, and how to turn them on.
    not_here: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Tricks:
    """How a game's tricks are judged."""

    colors: tuple[str, ...]
    lowest: int = 1
    #: The lowest card where so many play that the pack is made smaller.
    lowest_for: Mapping[int, int] = field(default_factory=dict)
    has_trump: bool = True
    may_be_none: bool = False
    fourteens: bool = False
    rook: Callable[[Options], bool] = lambda options: False
    rook_is_forced: bool = False
    #: The card taken out when the Rook card comes in.
    removed: str | None = None
    #: The numbers in the pack, where they do not simply rise from the lowest.
    numbers: tuple[int, ...] = ()
    #: The Rook card and these cards are ordinary trumps: they must follow suit.
    rook_follows: bool = False
    trump_cards: tuple[str, ...] = ()
    #: The Rook card's place among the trumps where it follows, and whether the 1s are high.
    rook_rank: str = "high"
    ones_are_high: bool = False
    #: Changes the tricks for the options of a table.
    adapt: Callable[[Tricks, Options], Tricks] = lambda tricks, options: tricks


@dataclass(frozen=True)
class Movement:
    """Everyone scores alone and stays in one seat while partners change during the game."""

    #: The option that turns it on.
    option: str
    title: str
    summary: str
    #: The seats of the sides, for each set of partners in turn.
    partners: tuple[tuple[tuple[int, ...], ...], ...]
    hands_per_partner: int

    @property
    def hands(self) -> int:
        """How many hands the whole movement has."""
        return self.hands_per_partner * len(self.partners)

    @property
    def seats(self) -> tuple[int, ...]:
        """Every seat of the table."""
        return tuple(sorted(seat for side in self.partners[0] for seat in side))

    def stretches(self) -> Iterator[tuple[int, int, tuple[tuple[int, ...], ...]]]:
        """The first and last hand that each set of partners plays, and the seats of its sides."""
        for index, sides in enumerate(self.partners):
            yield index * self.hands_per_partner + 1, (index + 1) * self.hands_per_partner, sides


@dataclass(frozen=True)
class Setting:
    """A game with its number of players and its options."""

    game: Game
    players: int
    options: Options

    def rule(self, name: str) -> str:
        """The full id of a rule of this game."""
        return f"{self.game.slug}.{name}"

    def auction(self) -> Auction:
        """How this table bids."""
        if self.game.auction is None:
            raise LookupError(f"{self.game.slug} has no auction")
        return self.game.auction(self.options)

    def seat(self, key: str, label: str, rule: str, **more: Any) -> Whole:
        """A field for one of the players."""
        return Seat(key=key, label=label, rule=self.rule(rule), high=self.players - 1, **more)


def entries_of(setting: Setting, play: Play, counted: int, hand: Hand) -> tuple[tuple[int, ...], ...]:
    """The seats behind each entry of a list for the sides, at this point of the game."""
    return play.teams(counted, hand) if play.teams is not None else setting.game.sides(setting)


def individual_sides(setting: Setting) -> tuple[tuple[int, ...], ...]:
    """The sides of an individual game."""
    return tuple((seat,) for seat in range(setting.players))


def partner_sides(setting: Setting) -> tuple[tuple[int, ...], ...]:
    """The sides of a partnership game for four."""
    return ((0, 2), (1, 3))


class Preset(NamedTuple):
    """Options under a name that some tables use; a record holds the options, never the name."""

    name: str
    players: int
    options: Options


@dataclass(frozen=True, eq=False)
class Game:
    """One of the games: its identity, then what is special about it."""

    slug: str
    name: str
    source: str
    group: str
    summary: str
    players: tuple[int, ...]
    play: Callable[[Setting], Play]
    options: tuple[Field, ...] = ()
    sides: Callable[[Setting], tuple[tuple[int, ...], ...]] = individual_sides
    objections: Callable[[Options, int], Faults] = lambda given, players: ()
    #: Points can be agreed on: adjustments and opening totals. Not in games of one hand.
    adjusts: bool = True
    #: Whose left neighbor begins the play: "dealer", "bidder", or empty.
    begins_left_of: str = "dealer"
    #: A misdealt hand is dealt again by the same dealer.
    redeals: bool = False
    tricks: Tricks | None = None
    auction: Callable[[Options], Auction] | None = None
    #: Usual sets of options, where the figures are the table's own.
    presets: tuple[Preset, ...] = ()
    #: The figures of a table in a few words, by the name of the rule that they belong to.
    in_words: Callable[[Setting], Mapping[str, str]] = lambda setting: {}
    #: How partners change where everyone may score alone.
    movement: Movement | None = None
    #: Combinations of options with the widest fields, for the schema.
    widest: tuple[Options, ...] = ()
    #: Questions for the judge that are about this game alone.
    asks: tuple[str, ...] = ()

    @cached_property
    def defaults(self) -> Options:
        """The options where nothing was agreed."""
        return self.with_defaults({})

    def with_defaults(self, given: Options) -> dict[str, Any]:
        """The options in force: the game's defaults overridden by the given ones."""
        return {option.key: option.default for option in self.options} | dict(given)

    def tricks_with(self, options: Options) -> Tricks:
        """How tricks are judged with these options in force."""
        if self.tricks is None:
            raise LookupError(f"{self.slug} has no tricks")
        return self.tricks.adapt(self.tricks, options)

    def differing(self, options: Options) -> dict[str, Any]:
        """The options in force that differ from the game's defaults."""
        return {key: value for key, value in options.items() if value != self.defaults[key]}

    def passes_deal(self, hand: Hand) -> bool:
        """Whether the deal moves to the left after this hand; a misdeal may keep it."""
        return not (self.redeals and "misdeal" in hand)

    def setting(self, players: int, options: Options) -> tuple[Setting, Play]:
        """The game for this number of players with these options in force (cached)."""
        return _set_up(self, players, tuple(options.items()))


@lru_cache(maxsize=512)
def _set_up(game: Game, players: int, options: tuple[tuple[str, Any], ...]) -> tuple[Setting, Play]:
    setting = Setting(game, players, dict(options))
    return setting, game.play(setting)


def hand_fields(setting: Setting, *own: Field) -> dict[str, Field]:
    """The game's own fields and those that every hand may carry."""
    rule = setting.rule("record")
    common: list[Field] = [
        Flag(key="open", label="Still open", rule=rule, when="more", excuses=True),
        Text(key="note", label="Note", rule=rule),
    ]
    if setting.game.adjusts:
        common.append(_adjustments(setting))
    return {entry.key: entry for entry in (*own, *common)}


def _adjustments(setting: Setting) -> Field:
    rule = setting.rule("adjust")
    sides = len(setting.game.sides(setting))
    side = SideNumber(key="side", label="Side", rule=rule, high=sides - 1)
    points = Whole(key="points", label="Points", rule=rule, low=-BIGGEST)
    why = Text(key="why", label="Reason", rule=rule, blank=False, needed=True)
    of = Group(label="Adjustment", rule=rule, fields=(side, points, why))
    return ListOf(key="adjust", label="Agreed adjustments", rule=rule, of=of, needed=False, when="wrong")


def adjustment_lines(setting: Setting, hand: Hand) -> tuple[Line, ...]:
    """The agreed adjustments of a hand."""
    rule = setting.rule("adjust")
    return tuple(
        Line(
            entry["side"],
            entry["points"],
            ADJUSTMENT_REASON.format(why=entry["why"].strip()),
            rule,
            LineKind.ADJUSTMENT,
        )
        for entry in hand.get("adjust", ())
    )


def missing_faults(fields: Mapping[str, Field], keys: Iterable[str], hand: Hand, bad: frozenset[str]) -> list[Fault]:
    """Faults for needed keys that a hand does not have."""
    faults = []
    for key in keys:
        if key not in hand and key not in bad:
            faults.append(Fault(fields[key].missing_message, fields[key].rule, key))
    return faults


def forbidden_faults(hand: Hand, allowed: frozenset[str], why: str, rule: str) -> list[Fault]:
    """Faults for keys that such a hand cannot have."""
    return [Fault(f"Leave out “{key}”: {why}", rule, key) for key in hand if key not in allowed]
