"""Page values of a table: what its templates print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.stored_game import SeatChange
from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.names import PastChange, last_change, left_neighbor, movement_of, past_changes, seats_at
from scorekeeper.rulebook import rule
from scorekeeper.rules import BY_SLUG, Fault
from scorekeeper.rules.game import UNCOUNTED_KEYS, Play, Setting, entries_of
from scorekeeper.rules.script_facts import option_words
from scorekeeper.rules.values import FAILURES, ScoredHand, Sheet
from scorekeeper.web.device import device_id
from scorekeeper.web.forms.auction import LiveAuction, live_auction
from scorekeeper.web.forms.describe import HandWords, hand_words
from scorekeeper.web.house_rules import own_rules
from scorekeeper.web.template_filters import gain


def back_to_table(game_id: str, message: str = "", can_undo: bool = True) -> Response:
    """Redirect to the table's page, with a message if there is one. Undo stands next to it if it undoes this change."""
    if message:
        flash(message, "message" if can_undo else "final")
    return redirect(url_for("table.page", game_id=game_id), 303)


COMPASS = ["North", "East", "South", "West"]
USUAL = 4
#: Placeholders.
UNNAMED = re.compile(rf"Player \d|{'|'.join(COMPASS)}")
SEAT = re.compile(r"players\[(\d)\]")


@dataclass(frozen=True)
class NameFaults:
    """What is wrong with the names: each message once, and the seats concerned."""

    messages: tuple[str, ...]
    seats: frozenset[int]


def split_name_faults(faults: Iterable[Fault]) -> tuple[NameFaults, list[Fault]]:
    """The faults of names, and all others."""
    messages: dict[str, None] = {}
    seats: set[int] = set()
    others: list[Fault] = []
    for fault in faults:
        seat = SEAT.fullmatch(fault.path or "")
        if seat is None:
            others.append(fault)
            continue
        messages[fault.message] = None
        seats.add(int(seat[1]))
    return NameFaults(tuple(messages), frozenset(seats)), others


def chosen_names(names: Iterable[str]) -> list[str]:
    """The names without placeholders."""
    return [name for name in names if name and not UNNAMED.fullmatch(name)]


def first_names(device_id: str, count: int) -> list[str]:
    """Names to begin with: the players of the last game, then other known names, then placeholders."""
    last = list(games.players_of_last_game(device_id))
    if len(last) == count:
        return last
    known = dict.fromkeys([*chosen_names(last), *chosen_names(games.names_used(device_id))])
    return _fill(list(known)[:count], [], count)


def kept_names(typed: Sequence[str], device_id: str, count: int) -> list[str]:
    """The typed names for another number of players; free seats get known names, then placeholders."""
    seats = [name if chosen_names([name]) else "" for name in typed[:count]]
    return _fill(seats, [] if any(seats) else first_names(device_id, count), count)


def _fill(seats: Sequence[str], offered: Sequence[str], count: int) -> list[str]:
    """Give every free seat an offered name or a placeholder."""
    placeholders = COMPASS if count == USUAL else [f"Player {seat}" for seat in range(1, count + 1)]
    taken = {name.casefold() for name in seats}
    names = [*seats, *[""] * (count - len(seats))]
    return [
        name or (offered[seat] if seat < len(offered) and offered[seat].casefold() not in taken else placeholders[seat])
        for seat, name in enumerate(names)
    ]


def name_changes(table: Table) -> list[tuple[str, datetime, str]]:
    """Every change of names, the latest first: in a sentence, when, and by which device."""
    return [(_describe_change(table, change), change.at, change.device) for change in reversed(past_changes(table))]


def _describe_change(table: Table, change: PastChange) -> str:
    words = describe_seats(table, change.changes)
    return f"Undone: {words}" if change.undone else words


def describe_seats(table: Table, changes: Iterable[SeatChange]) -> str:
    """Changes of seats, a sentence for each."""
    return " ".join(
        f"{change.old} is now called {change.new}."
        if change.hand is None
        else f"{change.new} took over {change.old}’s seat from hand {place_of(table, change.hand)}."
        for change in changes
    )


def place_of(table: Table, hand: int) -> int:
    """Where a hand stands among the hands that are not deleted, or will stand, counted from 1."""
    return 1 + sum(version.hand < hand for version in table.hands)


def takeovers(table: Table) -> list[str]:
    """Every takeover of a seat in a sentence."""
    changes = (SeatChange(old, new, hand) for hand, old, new in table.seats.takeovers)
    return [describe_seats(table, [change]) for change in changes]


def played_by(table: Table, hand: int) -> list[str]:
    """A sentence for each seat of the hand that another player has now."""
    pairs = zip(table.names_in(hand), table.game.players, strict=True)
    return [f"{old} played in {new}’s seat." for old, new in pairs if old != new]


@dataclass(frozen=True)
class SideBox:
    """A side with its total, large."""

    name: str
    total: int
    #: How far it is to the end, in words and as a share of the way (None where there is no line).
    left: str
    share: int | None
    won: bool
    #: What the side needs before the hand begins.
    before: str = ""
    #: The players with their seats, in the order of the name.
    players: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class LineRow:
    """Points with their reason and rule."""

    side: str
    points: int
    why: str
    rule: str
    title: str

    @property
    def link(self) -> tuple[str, str]:
        """Chapter and anchor of the rule."""
        game, _, anchor = self.rule.partition(".")
        return game, anchor


@dataclass(frozen=True)
class HandRow:
    """A hand on the pad."""

    hand: int
    place: int
    dealer: str
    words: HandWords
    points: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[LineRow, ...]
    #: Which sides failed: their points get a ring.
    failed: tuple[bool, ...]


@dataclass(frozen=True)
class TableView:
    """A table as its page shows it."""

    id: str
    #: The path of its page; the paths of its hands and forms begin with it.
    url: str
    slug: str
    name: str
    may_score: bool
    sides: tuple[SideBox, ...]
    hands: tuple[HandRow, ...]
    #: The totals before the first hand, of a game begun on paper.
    opening: tuple[int, ...] | None
    may_set_opening: bool
    over: bool
    winners: str
    why_over: str
    ends_at: str
    roles: tuple[tuple[str, str], ...]
    #: The number of the hand being played, as people count.
    current: int
    #: Counts the changes of the game; a page that shows an older one is old.
    revision: int
    #: The last change in a sentence, for phones that did not make it.
    latest: str
    players: tuple[str, ...]
    #: The bid of the hand being played, in words.
    bid: str
    #: The rules of this table in a sentence, where it has rules of its own, and what differs from the usual ones.
    rules: str
    chips: tuple[str, ...]
    is_of_event: bool


@dataclass(frozen=True)
class SeatOrder:
    """Who sits where in a hand, where partners change, and whether the players move with them."""

    names: tuple[str, ...]
    partners: tuple[str, ...]
    moves: bool


def at_table(table: Table) -> tuple[Setting, Play]:
    """The game's setting at this table."""
    game = BY_SLUG[table.game.slug]
    return game.setting(len(table.game.players), game.with_defaults(table.game.options))


def view(table: Table) -> TableView:
    """Values for the table page other than the form."""
    setting, play = at_table(table)
    sheet = table.sheet
    hands = tuple(hand_row(table, place) for place in range(1, len(sheet.hands) + 1))
    return TableView(
        id=table.game.id,
        url=url_for("table.page", game_id=table.game.id),
        slug=sheet.game,
        name=setting.game.name,
        may_score=table.may_score,
        sides=_sides(table, play),
        hands=hands,
        opening=sheet.opening,
        may_set_opening=table.may_score and setting.game.adjusts,
        over=sheet.over,
        winners=" and ".join(sheet.sides[side].name for side in sheet.winners),
        why_over=_why_over(table, play),
        ends_at=play.end.describe(),
        roles=roles(table),
        current=len(sheet.hands) + 1,
        revision=table.game.revision,
        latest=latest(table),
        players=tuple(table.game.players),
        bid=_open_words(table),
        rules=own_rules(setting.game, setting.players, table.game.options),
        chips=tuple(option_words(setting.game, table.game.options)),
        is_of_event=bool(table.game.is_of_event),
    )


def latest(table: Table) -> str:
    """The last change of the game in a sentence, for other phones."""
    last, renamed = table.last_version, last_change(table)
    if renamed is not None:
        return f"{_phone(renamed.device_id)} changed the names: {_describe_change(table, renamed)}"
    if last is None:
        return ""
    phone = _phone(last.device_id)
    if last.done == "undone":
        return f"{phone} undid the last change."
    position = table.position(last.hand)
    if position is None:
        return f"{phone} deleted a hand."
    words = [describe_hand(last.facts or {}, table.names_in(last.hand))]
    if position < len(table.sheet.hands):
        points = table.sheet.hands[position].points
        words += [f"{side.name} {gain(points[index])}" for index, side in enumerate(table.sheet.sides)]
    return f"{phone} {last.done} hand {position + 1}: {', '.join(part for part in words if part)}."


def _phone(writer_id: str) -> str:
    """Who made a change, from the point of view of this device."""
    return "This phone, in another window," if writer_id == device_id() else "Another phone"


def _sides(table: Table, play: Play) -> tuple[SideBox, ...]:
    sheet = table.sheet
    before = ("",) * len(sheet.sides) if sheet.over else before_play(table, sheet.totals)
    names = table.game.players
    return tuple(
        SideBox(
            side.name,
            total,
            *_left(table, play, index),
            index in sheet.winners,
            before[index],
            tuple((seat, names[seat]) for seat in side.seats),
        )
        for index, (side, total) in enumerate(zip(sheet.sides, sheet.totals, strict=True))
    )


def before_play(table: Table, totals: tuple[int, ...]) -> tuple[str, ...]:
    """What each side needs before a hand begins, in words."""
    play = at_table(table)[1]
    return play.before(totals) if play.before else ("",) * len(totals)


def _left(table: Table, play: Play, side: int) -> tuple[str, int | None]:
    """How far it is to the end, in words and as a share; once the game is over, only who won."""
    sheet = table.sheet
    words, share = play.end.remaining(sheet.totals[side], counted(table))
    return ("won" if side in sheet.winners else "") if sheet.over else words, share


def counted(table: Table, before: int | None = None) -> int:
    """The number of hands (before a place), without thrown-in and misdealt ones."""
    hands = [hand for hand in table.record["hands"] if "open" not in hand]
    return sum(UNCOUNTED_KEYS.isdisjoint(hand) for hand in (hands if before is None else hands[: before - 1]))


def _why_over(table: Table, play: Play) -> str:
    if not table.sheet.over:
        return ""
    best = table.sheet.totals[table.sheet.winners[0]]
    return play.end.why(best, len(table.sheet.winners))


def dealer_before(table: Table, place: int) -> int:
    """Who deals the hand at this place, computed without scoring."""
    game, players = BY_SLUG[table.game.slug], len(table.game.players)
    deals = sum(game.passes_deal(hand) for hand in table.record["hands"][: place - 1])
    return (table.game.dealer + deals) % players


def dealer_at(table: Table, place: int) -> int | None:
    """Who deals the hand at this place; nobody after the end."""
    hands = table.sheet.hands
    return hands[place - 1].dealer if place <= len(hands) else table.sheet.next_dealer


def open_auction(table: Table) -> LiveAuction | None:
    """The auction of the hand being played, as it was saved."""
    place = len(table.sheet.hands) + 1
    return live_auction(at_table(table), table.names_at(place), dealer_at(table, place), table.sheet.open or {})


def describe_open_hand(live: LiveAuction | None, facts: Mapping[str, Any], names: Sequence[str]) -> str:
    """A hand that is being played, in a few words."""
    return (live.words() if live else "") or describe_hand(facts, names) or "Bidding in progress"


def _open_words(table: Table) -> str:
    """The hand being played, if there is one."""
    facts = table.sheet.open
    return "" if facts is None else describe_open_hand(open_auction(table), facts, table.names_at(len(table.hands)))


def roles(table: Table, place: int | None = None) -> tuple[tuple[str, str], ...]:
    """Who deals, who bids first, who leads in the hand at this place (the next one if none is named)."""
    setting, hands = at_table(table)[0], table.sheet.hands
    past = place is not None and place <= len(hands)
    here = place or len(hands) + 1
    if dealer_at(table, here) is None:
        return ()
    order, dealer = seats_at(table, here)
    facts = table.record["hands"][place - 1] if past and place else table.sheet.open or {}
    names = table.names_at(here)
    pairs = [("deals", names[dealer])]
    if setting.game.auction is not None:
        first = order[setting.auction().first(setting.players, order.index(dealer))]
        pairs.append(_speaks(table, names[first], place is None))
    left_of = dealer if setting.game.begins_left_of == "dealer" else facts.get("bidder")
    if setting.game.begins_left_of and left_of is not None:
        pairs.append(("leads" if setting.game.tricks else "begins", names[left_neighbor(order, left_of)]))
    return _join_roles(pairs)


def _join_roles(pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Each player once, with all roles: "bids first and leads"."""
    names = dict.fromkeys(name for _, name in pairs)
    return tuple((" and ".join(role for role, other in pairs if other == name and role), name) for name in names)


def _speaks(table: Table, first: str, watching: bool) -> tuple[str, str]:
    """Who bids first; for watchers, who has to bid now."""
    live = open_auction(table) if watching else None
    if live is not None and live.goes_on:
        return "", live.words()
    return "bids first", first


def hand_row(table: Table, place: int) -> HandRow:
    """One scored hand."""
    hand, version = table.sheet.hands[place - 1], table.hands[place - 1]
    names = table.names_in(version.hand)
    words, lines = hand_words(version.facts or {}, names), lines_of(table.sheet, hand)
    failing = {line.side for line in hand.lines if line.kind in FAILURES}
    failed = tuple(side in failing for side in range(len(table.sheet.sides)))
    dealer = seats_at(table, place)[1] if table.game.moves_seats else hand.dealer
    return HandRow(version.hand, place, names[dealer], words, hand.points, hand.totals, lines, failed)


def lines_of(sheet: Sheet, hand: ScoredHand) -> tuple[LineRow, ...]:
    """A hand's lines with names and rule titles."""
    return tuple(
        LineRow(sheet.sides[line.side].name, line.points, line.why, line.rule, rule(line.rule).title)
        for line in hand.lines
    )


def describe_hand(facts: Mapping[str, Any], names: Sequence[str]) -> str:
    """A hand in a few words: its bid, or what went wrong."""
    return str(hand_words(facts, names))


#: Names of the entries before the sides are known.
UNKNOWN_ENTRIES = ("Bidding team", "The others")


def entry_names(table: Table, place: int, facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Whose each entry of a per-side list is, in the hand at this place."""
    setting, play = at_table(table)
    names = table.names_at(place)
    entries = entries_of(setting, play, counted(table, place), facts)
    return tuple(" & ".join(names[seat] for seat in seats) or UNKNOWN_ENTRIES[i] for i, seats in enumerate(entries))


def seat_order(table: Table, place: int) -> SeatOrder | None:
    """Who sits where in the hand at this place; nothing where partners never change."""
    if movement_of(table) is None:
        return None
    names = table.names_at(place)
    clockwise = tuple(names[seat] for seat in seats_at(table, place)[0])
    return SeatOrder(clockwise, entry_names(table, place, {}), table.game.moves_seats)


def entry_of_seat(table: Table, place: int, seat: int, facts: Mapping[str, Any]) -> int:
    """The entry of a seat's side; the first if it is unknown."""
    setting, play = at_table(table)
    entries = entries_of(setting, play, counted(table, place), facts)
    return next((i for i, seats in enumerate(entries) if seat in seats), 0)
