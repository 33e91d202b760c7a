"""What a form shows: buttons, figures, lines, rows. A widget is a value; its partial (templates/widgets/) prints it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from scorekeeper.rules.values import Fault


@dataclass(frozen=True)
class Widget:
    """A part of a form."""

    partial: ClassVar[str] = ""

    path: str
    label: str
    faults: list[Fault] = field(default_factory=list)


@dataclass(frozen=True)
class Button:
    """One choice of a row of buttons."""

    value: str
    label: str
    checked: bool = False
    shape: str = ""
    tone: str = ""


@dataclass(frozen=True)
class Buttons(Widget):
    """A choice by touch."""

    partial: ClassVar[str] = "buttons"

    options: Sequence[Button] = ()
    columns: int = 4


@dataclass(frozen=True)
class Bidders(Buttons):
    """A player, or a player and the trump color together."""

    partial: ClassVar[str] = "bidders"

    colors: Sequence[Button] = ()


@dataclass(frozen=True)
class Number(Widget):
    """A figure to step up and down, or to type."""

    partial: ClassVar[str] = "number"

    value: str = ""
    low: int | None = None
    high: int | None = None
    step: int = 1
    #: What stands there while nothing is entered.
    usual: str = ""


@dataclass(frozen=True)
class TallyColumn:
    """A number that every player has."""

    key: str
    label: str
    low: int
    high: int
    step: int
    #: Only these values, if not all in the range.
    values: Sequence[int] | None = None
    #: What the numbers of all players add up to, if the last player gets the rest.
    whole: int | None = None
    #: What a blank means, if it means anything.
    blank: int | None = None
    #: Whether the keys are there from the start.
    is_first: bool = False


@dataclass(frozen=True)
class TallyRow:
    """A player with a number in each column."""

    name: str
    figures: Sequence[Number]
    #: The player's score before the hand, where the row shows it.
    total: int | None = None


@dataclass(frozen=True)
class Tally(Widget):
    """One row per player: a number each, or several; one set of keys for all of them."""

    partial: ClassVar[str] = "tally"

    columns: Sequence[TallyColumn] = ()
    rows: Sequence[TallyRow] = ()
    #: Other ways to enter the same.
    more: Sequence[Widget] = ()

    @property
    def script(self) -> list[dict[str, Any]]:
        """The columns as data."""
        return [asdict(column) for column in self.columns]


@dataclass(frozen=True)
class SideTabs(Buttons):
    """Which side's entries are shown; with the score before the hand, and what the side needs before it begins."""

    partial: ClassVar[str] = "side_tabs"

    totals: Sequence[int] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class MeldRow:
    """A meld on the table: hidden values, and the counts of a set to step up and down."""

    path: str
    title: str
    color: str
    hidden: Sequence[tuple[str, str]]
    figures: Sequence[Number] = ()
    rookie: str = ""
    faults: Sequence[Fault] = ()


@dataclass(frozen=True)
class MeldKind:
    """A kind of meld: the cards with which it starts, and a button for each number."""

    key: str
    label: str
    buttons: Sequence[Button]


@dataclass(frozen=True)
class Melds(Widget):
    """The melds of a side: rows, and keys that add one."""

    partial: ClassVar[str] = "melds"

    rows: Sequence[MeldRow] = ()
    kinds: Sequence[MeldKind] = ()
    kind: str = ""
    next_path: str = ""
    colors: Sequence[Button] = ()
    firsts: Sequence[Button] = ()
    lasts: Sequence[Button] = ()
    #: Rows as they are before anything is known of them, for a script.
    blanks: Sequence[MeldRow] = ()
    #: How many cards a Rookie has, how many of them natural; what it is called without wild cards, with, and in a run.
    rookie: tuple[int | str, ...] = ()


@dataclass(frozen=True)
class Checkbox(Widget):
    """Yes, or nothing."""

    partial: ClassVar[str] = "checkbox"

    checked: bool = False
    value: str = "yes"


@dataclass(frozen=True)
class TextLine(Widget):
    """A line of text."""

    partial: ClassVar[str] = "text"

    value: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Block(Widget):
    """Several widgets that belong together."""

    partial: ClassVar[str] = "block"

    parts: Sequence[Widget] = ()


@dataclass(frozen=True)
class Folded(Widget):
    """A widget behind a fold: another way to say the same, or what is seldom needed."""

    partial: ClassVar[str] = "folded"

    part: Widget | None = None
    open: bool = False


@dataclass(frozen=True)
class Rows(Widget):
    """A list: what is there, each with its own words, and a blank row for one more."""

    partial: ClassVar[str] = "rows"

    rows: Sequence[tuple[str, Widget]] = ()
    blank: Sequence[Widget] = ()


@dataclass(frozen=True)
class Cards(Widget):
    """A few cards by number: each touch on a number lays one more."""

    partial: ClassVar[str] = "cards"

    cards: Sequence[int] = ()
    numbers: Sequence[int] = ()
    #: Where the next card goes, unless the hand is full.
    next_path: str = ""


@dataclass(frozen=True)
class PlayCount(Widget):
    """Cards as they are played, with the count called."""

    partial: ClassVar[str] = "counting"

    plays: Sequence[tuple[str, int, int]] = ()
    numbers: Sequence[int] = ()
    count: int = 0
    next_path: str = ""
    turn: Widget | None = None
    called: Sequence[tuple[str, str, int]] = ()
    winner: str = ""


@dataclass(frozen=True)
class CardFace:
    """A card as it is drawn."""

    name: str
    number: str
    color: str
    checked: bool = False
    used: bool = False


@dataclass(frozen=True)
class PickCard(Widget):
    """One card of the pack."""

    partial: ClassVar[str] = "pick_card"

    rows: Sequence[Sequence[CardFace]] = ()
    columns: int = 7


@dataclass(frozen=True)
class LaidCards(Widget):
    """Cards laid in order, and the rest of the pack to lay from."""

    partial: ClassVar[str] = "laid_cards"

    cards: Sequence[CardFace] = ()
    rows: Sequence[Sequence[CardFace]] = ()
    columns: int = 7
    next_path: str = ""


@dataclass(frozen=True)
class CallRow:
    """One call of an auction: as it is sent, and as it is said."""

    path: str
    value: str
    words: str
    name: str = ""
    shape: str = ""
    faults: Sequence[Fault] = ()


@dataclass(frozen=True)
class AuctionSeat:
    """Somebody at the table while the auction goes on."""

    name: str
    #: "out", or their bid.
    state: str
    is_turn: bool


@dataclass(frozen=True)
class BidButtons:
    """The bids that may be made, on a color where one is named; the next ones first."""

    color: str
    name: str
    suffix: str
    near: Sequence[Button]
    far: Sequence[Button]
    columns: int


@dataclass(frozen=True)
class AuctionWidget(Widget):
    """An auction as it is called."""

    partial: ClassVar[str] = "auction"

    is_open: bool = False
    calls: Sequence[CallRow] = ()
    seats: Sequence[AuctionSeat] = ()
    #: Who it is about, large, and what they are to do or have done.
    headline: tuple[str, str] = ("", "")
    next_path: str = ""
    may_pass: bool = False
    colors: Buttons | None = None
    offers: Sequence[BidButtons] = ()
