"""From the engine's fields to the widgets of a form. No rules, no games; names of inputs are the engine's paths."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rules.bidding.auction import Bid, Call
from scorekeeper.rules.cards.card import CardName
from scorekeeper.rules.cards.melds import MeldField
from scorekeeper.rules.fields import (
    AnyWhole,
    Choice,
    Either,
    Field,
    Flag,
    Group,
    ListOf,
    OrNull,
    Pair,
    PerSide,
    Points,
    Seat,
    SideNumber,
    Text,
    Whole,
    YesNo,
)
from scorekeeper.rules.game import Live
from scorekeeper.rules.values import Fault
from scorekeeper.web.forms.auction import LiveAuction, auction_widget, call_text
from scorekeeper.web.forms.read import ABSENT, NULL
from scorekeeper.web.forms.tally import MOST_BUTTONS, is_tallied, tally
from scorekeeper.web.forms.widgets import (
    Bidders,
    Block,
    Button,
    Buttons,
    Cards,
    Checkbox,
    Folded,
    Number,
    PlayCount,
    Rows,
    Tally,
    TextLine,
    Widget,
    laid_cards,
    meld_list,
    pick_card,
)

BIDDER, TRUMP = "bidder", "trump"
#: Of more bids or points than this, only the likely ones are shown at once.
MOST_AT_ONCE = 30
LIKELY = 24
#: What people bid, as a share of all the points.
LIKELY_BID = 0.7
BY_CARDS = "Count by cards"


def join_bidders(widgets: Sequence[Widget]) -> list[Widget]:
    """Join bidder and trump: every player gets a key for each color. Trump alone follows for pages without script."""
    asked = {widget.path: widget for widget in widgets if isinstance(widget, Buttons)}
    bidder, trump = asked.get(BIDDER), asked.get(TRUMP)
    if bidder is None or trump is None:
        return list(widgets)
    bidders = Bidders(bidder.path, bidder.label, bidder.faults, bidder.options, bidder.columns, trump.options)
    rest = [widget for widget in widgets if widget is not bidder and widget is not trump]
    return [bidders, trump, *rest]


def likely_first(made: Buttons, values: Sequence[int], likely: float, others: str) -> Widget:
    """The buttons around a likely value; if there are many, the others are folded away."""
    if len(values) <= MOST_AT_ONCE:
        return made
    middle = min(range(len(values)), key=lambda place: abs(values[place] - likely))
    first = max(0, min(middle - LIKELY // 3, len(values) - LIKELY))
    shown = made.options[first : first + LIKELY]
    rest = [option for option in made.options if option not in shown]
    folded = Buttons(made.path, others, [], rest, made.columns)
    is_open = any(option.checked for option in rest)
    return Block(made.path, "", [], [replace(made, options=shown), Folded(made.path, others, [], folded, is_open)])


BLANK_ROWS = 1


@dataclass(frozen=True)
class FormContext:
    """What the widgets need to know of the table."""

    names: Sequence[str]
    #: Who each entry of a list for the sides belongs to.
    entries: Sequence[str]
    #: The entries asked for first; the others take the rest or are folded away.
    asked: Sequence[int]
    #: The sides that score.
    sides: Sequence[str] = ()
    #: The bid and the entry that bid it, so that buttons show which results make it.
    bid: int | None = None
    bidder: int | None = None
    faults: Callable[[str], list[Fault]] = lambda path: []
    #: The count while cards are being played, if the game has one.
    live: Live | None = None
    #: The auction, if the game has one, and whether its calls are being entered.
    auction: LiveAuction | None = None
    auction_open: bool = False
    all_faults: Sequence[Fault] = ()

    @property
    def everyone_alone(self) -> bool:
        """Every player has an entry of their own."""
        return len(self.entries) == len(self.names)


def entry_widget(field: Field, value: Any, context: FormContext) -> Widget:
    """The widget of an entry of a hand."""
    if context.live is not None and context.live.key == field.key and isinstance(field, ListOf):
        return _counting(field, value, context, context.live)
    if isinstance(field, ListOf) and isinstance(field.of, Call) and context.auction is not None:
        calls = value if isinstance(value, list) else []
        shown = auction_widget(field, calls, context.auction, context.all_faults)
        return replace(shown, is_open=shown.is_open or context.auction_open)
    made = widget(field, field.key, value, context, field.ask or field.label)
    if isinstance(made, Buttons) and not field.needed:
        options = [*made.options, Button("", field.left_out, value is ABSENT)]
        made = replace(made, options=options, columns=len(options) if len(options) <= 4 else made.columns)
    return _folded(field, made, value is not ABSENT)


def _folded(field: Field, made: Widget, is_given: bool) -> Widget:
    """Fold away an alternative way to enter something, and what few hands have."""
    is_rare = not field.needed and isinstance(field, Group | PerSide) and not isinstance(made, Tally)
    if not (field.instead or (is_rare and field.when == "result")):
        return made
    label = f"Or enter {field.label.lower()}" if field.instead else field.label
    return Folded(field.key, label, [], made, is_given)


def widget(field: Field, path: str, value: Any, context: FormContext, label: str) -> Widget:
    """The widget of a field at a path, holding a value."""
    faults = context.faults(path)
    match field:
        case OrNull():
            return _or_nobody(field, path, value, context, label)
        case Either():
            return _plain_or_by_cards(field, path, value, context, label)
        case PerSide():
            return _per_side(field, path, value, context, label)
        case ListOf():
            return _list(field, path, value, context, label)
        case Group():
            return Block(path, label, faults, _group_parts(field, path, value, context))
        case MeldField():
            return Block(path, label, faults, _meld_forms(field, path, value, context))
        case Pair():
            values = value if isinstance(value, list) and len(value) == 2 else [ABSENT, ABSENT]
            both = enumerate((field.first, field.second))
            parts = [widget(part, f"{path}[{i}]", values[i], context, part.label) for i, part in both]
            return Block(path, label, faults, parts)
    return _plain(field, path, value, context, label)


def _plain(field: Field, path: str, value: Any, context: FormContext, label: str) -> Widget:
    """The widget of a field that is one number, one choice or one text."""
    faults = context.faults(path)
    match field:
        case Seat() | SideNumber() | Choice() | YesNo():
            options, columns = _options(field, value, context)
            return Buttons(path, label, faults, options, columns)
        case Whole():
            return _whole(field, path, value, context, label)
        case AnyWhole():
            return Number(path, label, faults, _typed(value))
        case Flag():
            return Checkbox(path, label, faults, value is True)
        case Text():
            return TextLine(path, label, faults, _typed(value))
        case Call():
            text = call_text(value) if isinstance(value, list) else _typed(value)
            hint = "pass, or for example 100 green" if field.colors else "pass, or for example 85"
            return TextLine(path, label, faults, text, hint)
        case CardName():
            return pick_card(field, path, value, faults, label)
    raise NotImplementedError(type(field))


def _options(field: Seat | SideNumber | Choice | YesNo, value: Any, context: FormContext) -> tuple[list[Button], int]:
    """The buttons of a choice, and how many stand in a row."""
    match field:
        case Seat():
            options = [Button(str(seat), name, _same(value, seat)) for seat, name in enumerate(context.names)]
            return options, 3 if len(options) in (3, 5, 6) else min(4, len(options))
        case SideNumber():
            options = [Button(str(side), name, _same(value, side)) for side, name in enumerate(context.sides)]
            return options, min(2, len(options))
        case YesNo():
            return [Button("true", "yes", value is True), Button("false", "no", value is False)], 2
    choices = field.choices.items()
    options = [Button(str(choice), words, _same(value, choice), shape=str(choice)) for choice, words in choices]
    longest = max(len(option.label) for option in options)
    return options, min(len(options), 4 if longest <= 7 else 3 if longest <= 9 else 1)


def _same(value: Any, choice: Any) -> bool:
    return type(value) is type(choice) and value == choice


def _typed(value: Any) -> str:
    return "" if value is ABSENT or value is None else str(value)


def _whole(field: Whole, path: str, value: Any, context: FormContext, label: str) -> Widget:
    """Buttons for a number with few values or likely ones, else a number to type."""
    if isinstance(field, Bid):
        made = _buttons(path, label, field.bids, value, context)
        return likely_first(made, field.bids, LIKELY_BID * field.high, "Other bids")
    if isinstance(field, Points):
        likely = LIKELY_BID * field.makeable[-1] if context.bid is None else context.bid
        made = _buttons(path, label, field.makeable, value, context, tone=True)
        return likely_first(made, field.makeable, likely, "Other points")
    if len(field.allowed) == 1:
        only = field.allowed[0]
        return Checkbox(path, label, context.faults(path), _same(value, only), str(only))
    offered = field.allowed if field.usual is None else range(field.low, field.usual + 1, field.step)
    if len(offered) <= MOST_BUTTONS:
        return _buttons(path, label, offered, value, context)
    step = field.step if field.high in range(field.low, field.high + 1, field.step) else 1
    return Number(path, label, context.faults(path), _typed(value), field.low, field.high, step)


def _buttons(
    path: str, label: str, values: Collection[int], value: Any, context: FormContext, tone: bool = False
) -> Buttons:
    """A button for each number; with `tone` they show whether it would make the bid."""
    # What was entered is shown even if it cannot be.
    odd = [value] if type(value) is int and value not in values else []
    bid = context.bid if tone else None
    options = [
        Button(str(v), str(v), _same(value, v), tone="" if bid is None else "made" if v >= bid else "set")
        for v in (*values, *odd)
    ]
    count = len(options)
    # As many as fit a phone held upright.
    columns = count if count <= 5 else 5 if count % 5 == 0 else 6
    return Buttons(path, label, context.faults(path), options, columns)


def _or_nobody(field: OrNull, path: str, value: Any, context: FormContext, label: str) -> Widget:
    inner = widget(field.of, path, value, context, label)
    if not isinstance(inner, Buttons):
        return inner
    nobody = Button(NULL, field.nobody, value is None)
    columns = 5 if len(inner.options) == 4 else inner.columns
    return Buttons(path, label, inner.faults, [*inner.options, nobody], columns)


def _plain_or_by_cards(field: Either, path: str, value: Any, context: FormContext, label: str) -> Widget:
    by_parts = isinstance(value, dict)
    plain = widget(field.plain, path, ABSENT if by_parts else value, context, label)
    group = widget(field.group, path, value if by_parts else ABSENT, context, "")
    return Block(path, "", [], [plain, Folded(path, BY_CARDS, [], group, by_parts)])


def _group_parts(field: Group, path: str, value: Any, context: FormContext) -> list[Widget]:
    values: Mapping[str, Any] = value if isinstance(value, dict) else {}
    parts = [(part, f"{path}.{part.key}", values.get(part.key, ABSENT)) for part in field.fields]
    return [widget(part, at, part_value, context, part.label) for part, at, part_value in parts]


def _per_side(field: PerSide, path: str, value: Any, context: FormContext, label: str) -> Widget:
    if is_tallied(field, context.everyone_alone):
        return _tally(field, value, context, label)
    values = _of_sides(field, value)
    parts = [_of_side(field, path, values[index], context, index) for index in range(field.count)]
    parts.sort(key=lambda part: isinstance(part, Folded))
    return Block(path, "", context.faults(path), parts)


def _of_sides(field: PerSide, value: Any) -> list[Any]:
    return value if isinstance(value, list) and len(value) == field.count else [ABSENT] * field.count


def _tally(field: PerSide, value: Any, context: FormContext, label: str) -> Widget:
    """A row for each player; counting by cards is folded away."""
    made = tally(field, value, context.entries, context.faults, label)
    if not isinstance(field.of, Either):
        return made
    values = [side_value if isinstance(side_value, dict) else ABSENT for side_value in _of_sides(field, value)]
    parts = [
        widget(field.of.group, f"{field.key}[{index}]", counts, context, context.entries[index])
        for index, counts in enumerate(values)
    ]
    is_open = any(counts is not ABSENT for counts in values)
    return replace(made, more=[Folded(field.key, BY_CARDS, [], Block(field.key, "", [], parts), is_open)])


def _of_side(field: PerSide, path: str, value: Any, context: FormContext, index: int) -> Widget:
    """One side's entry, folded away if it can take the rest."""
    name, here = context.entries[index], f"{path}[{index}]"
    own_context = context if index == context.bidder else replace(context, bid=None)
    inner = widget(field.of, here, ABSENT if value is None else value, own_context, field.asked_of(name))
    if not field.rest or index in context.asked:
        return inner
    return Folded(here, f"{name} get the rest", [], _or_the_rest(inner, value), open=bool(context.faults(here)))


def _or_the_rest(inner: Widget, value: Any) -> Widget:
    if isinstance(inner, Block) and inner.parts:
        return replace(inner, parts=[_or_the_rest(inner.parts[0], value), *inner.parts[1:]])
    if not isinstance(inner, Buttons):
        return inner
    return replace(inner, options=[*inner.options, Button("", "rest", value is None or value is ABSENT)])


def _list(field: ListOf, path: str, value: Any, context: FormContext, label: str) -> Widget:
    values = value if isinstance(value, list) else []
    if isinstance(field.of, MeldField):
        return meld_list(field.of, path, values, context.faults, label)
    if isinstance(field.of, CardName):
        return laid_cards(field, path, values, _with_rows(context, path, values), label)
    if type(field.of) is Whole and len(field.of.allowed) <= MOST_BUTTONS:
        following = f"{path}[{len(values)}]" if field.most is None or len(values) < field.most else ""
        return Cards(path, label, _with_rows(context, path, values), values, field.of.allowed, following)
    rows = [
        (field.of.describe(entry), widget(field.of, f"{path}[{i}]", entry, context, f"{label} {i + 1}"))
        for i, entry in enumerate(values)
    ]
    room = BLANK_ROWS if field.most is None else max(0, field.most - len(values))
    blank = [widget(field.of, f"{path}[{len(values) + i}]", ABSENT, context, "") for i in range(room)]
    return Rows(path, label, context.faults(path), rows, blank)


def _with_rows(context: FormContext, path: str, values: Sequence[Any]) -> list[Fault]:
    """The faults of a list and of each card in it, because cards have no room for messages."""
    return [fault for at in (path, *(f"{path}[{row}]" for row in range(len(values)))) for fault in context.faults(at)]


def _counting(field: ListOf, value: Any, context: FormContext, live: Live) -> Widget:
    """The widget that takes plays one by one and shows the count."""
    plays = [play for play in (value if isinstance(value, list) else []) if not field.of.check(play)]
    path, here = field.key, f"{field.key}[{len(plays)}]"
    pair = field.of
    numbers = pair.second.allowed if isinstance(pair, Pair) and isinstance(pair.second, Whole) else ()
    turn = widget(pair.first, f"{here}[0]", live.turn, context, "Who plays?") if isinstance(pair, Pair) else None
    return PlayCount(
        path,
        field.ask or field.label,
        context.faults(path),
        [(context.names[seat], seat, card) for seat, card in plays],
        numbers,
        live.count,
        f"{here}[1]",
        turn,
        [(context.names[line.side], line.why, line.points) for line in live.lines],
        context.names[live.winner] if live.winner is not None else "",
    )


def _meld_forms(field: MeldField, path: str, value: Any, context: FormContext) -> list[Widget]:
    """A fold for each form of a meld; a number that is one of a few has buttons."""
    values: Mapping[str, Any] = value if isinstance(value, dict) else {}
    forms: list[Widget] = []
    for form in field.forms:
        parts: list[Widget] = []
        for part in form.fields:
            at, part_value = f"{path}.{part.key}", values.get(part.key, ABSENT)
            if part.key in field.offered:
                parts.append(_buttons(at, part.label, field.offered[part.key], part_value, context))
            else:
                parts.append(widget(part, at, part_value, context, part.label))
        forms.append(Folded(path, form.label, [], Block(path, "", [], parts), form.fields[0].key in values))
    return forms
