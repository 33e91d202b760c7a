"""A hand being entered: which moment it is, its form, and its widgets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import ImmutableMultiDict, MultiDict

from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.hands import HandChange
from scorekeeper.actions.table.names import has_moved
from scorekeeper.rules.bidding.contract import CONTRACT
from scorekeeper.rules.fields import Field, Flag
from scorekeeper.rules.game import OPEN_KEYS, Hand, Live
from scorekeeper.rules.values import Fault
from scorekeeper.web import parse
from scorekeeper.web.forms.auction import CALLS, LiveAuction, live_auction
from scorekeeper.web.forms.describe import HandWords, hand_words
from scorekeeper.web.forms.from_fields import FormContext, entry_widget, join_bidders
from scorekeeper.web.forms.read import ABSENT, EntryField, EntryForm
from scorekeeper.web.forms.tally import SHOWN_SIDE, add_side_tabs, has_gap, join_tallies, show_totals, side_tabs
from scorekeeper.web.forms.widgets import SideTabs, Tally, Widget
from scorekeeper.web.table.views import (
    at_table,
    before_play,
    dealer_at,
    dealer_before,
    describe_open_hand,
    entry_names,
    entry_of_seat,
    open_auction,
)

BID, RESULT, WHOLE = "bid", "result", "whole"


@dataclass(frozen=True)
class SentHand:
    """A hand as a form holds it: what was sent, or what is known."""

    form: EntryForm
    stage: str
    hand: int
    place: int
    #: The version of the hand that the form was made from, and the form's own mark.
    base: str
    token: str
    known: Mapping[str, Any]
    #: The auction so far, if the game has one.
    live_auction: LiveAuction | None
    #: The entries of the form, and what was already known of the hand.
    facts: dict[str, Any]

    def missing(self) -> list[Fault]:
        """The faults of a bid without bidder or amount."""
        facts = self.facts
        if self.stage != BID or "open" not in facts or "calls" in facts:
            return []
        needed = [
            field.entry for field in self.form.entries("bid") if field.entry.needed and field.entry.key != "trump"
        ]
        return [Fault(field.missing_message, field.rule, field.key) for field in needed if field.key not in facts]

    def is_complete(self) -> bool:
        """Whether all that a hand needs is entered, or an entry excuses it."""
        facts = self.facts
        if any(field.entry.excuses or field.entry.alone for field in self.form.entries() if field.is_given):
            return True
        needed = [field.entry for field in self.form.entries() if field.entry.needed and not field.entry.instead]
        return all(field.key in facts and not has_gap(field, facts[field.key]) for field in needed)

    @property
    def lacks_trump(self) -> bool:
        """Whether a bid was entered without its trump."""
        facts = self.facts
        return (
            "open" in facts
            and "bid" in facts
            and any(
                field.entry.key == "trump" and field.entry.needed and not field.is_given
                for field in self.form.entries()
            )
        )

    @property
    def is_correction(self) -> bool:
        """Whether the hand was finished and saved before."""
        return bool(self.known) and "open" not in self.known

    def saved_message(self, names: Sequence[str]) -> str:
        """What was saved, in a sentence."""
        facts, live = self.facts, self.live_auction
        if "open" not in facts:
            return f"Hand {self.place} corrected." if self.is_correction else f"Hand {self.place} saved."
        if self.lacks_trump:
            return "Bid saved. Choose the trump color when it is named."
        is_whole = "bid" in facts and not (live is not None and live.goes_on)
        return "Bid saved." if is_whole else f"{describe_open_hand(live, facts, names)}: saved."

    def entry(self, confirmed: bool) -> HandChange:
        """What is sent to be saved."""
        base = parse.count(self.base)
        # A form that does not say what it was made from was made from nothing that is here.
        return HandChange(self.hand, -1 if base is None else base, self.facts, self.token[:40], confirmed)


@dataclass(frozen=True)
class HandEntry(SentHand):
    """The form of one hand at one moment, with its widgets."""

    #: What is known of the hand, in words.
    words: HandWords
    #: The widget that takes the calls of an auction.
    auction: Widget | None
    main: Sequence[Widget]
    folded: Sequence[Widget]
    #: Whether the fold is open, because of a fault or an entry in it.
    unfolded: bool
    unplaced: Sequence[Fault]

    @property
    def button(self) -> str:
        """What the button says."""
        if self.stage != BID:
            return f"Save hand {self.place}"
        if self.passed_out:
            return f"Save hand {self.place}: nobody bid"
        return "Save bidding so far" if self.is_half_way else "Save bid"

    @property
    def heading(self) -> str:
        """What is being corrected."""
        return f"Correcting hand {self.place}" if self.stage == WHOLE else f"Correcting the bid of hand {self.place}"

    @property
    def has_totals(self) -> bool:
        """Whether the rows of the form show the players' scores."""
        return any(isinstance(widget, Tally) and widget.rows[0].total is not None for widget in self.main)

    @property
    def shows_scores(self) -> bool:
        """Whether the form shows all scores, so that the page need not."""
        return self.has_totals or any(isinstance(widget, SideTabs) for widget in self.main)

    @property
    def is_half_way(self) -> bool:
        """Whether a player still has to bid or pass."""
        return self.stage == BID and self.live_auction is not None and self.live_auction.goes_on

    @property
    def passed_out(self) -> bool:
        """Whether all have passed, so that the button throws the hand in."""
        return self.stage == BID and self.live_auction is not None and self.live_auction.passed_out

    @property
    def may_pass_out(self) -> bool:
        """Whether the form offers a button for “nobody bid”."""
        is_asked = any(field.entry.key == "passed_out" for field in self.form.entries())
        return self.stage == BID and is_asked and not self.is_half_way and not self.passed_out


def has_bid(table: Table) -> bool:
    """The game is entered in two moments: the bid, and later the result."""
    _, play = at_table(table)
    return any(field.when == "bid" and field.needed for field in play.fields.values())


def current_hand(table: Table) -> tuple[str, int]:
    """The moment and the number of the hand that is being played."""
    if table.sheet.open is not None:
        live = open_auction(table)
        return (BID if live is not None and live.is_undecided else RESULT), table.hands[-1].hand
    return (BID if has_bid(table) else RESULT), table.next_hand


def sent_hand(table: Table, stage: str, hand: int, alive: bool = True) -> SentHand:
    """The hand as it was sent or stored, not scored. `alive` is false for forms that work without a server."""
    position, place, play = table.position(hand), table.place(hand), at_table(table)[1]
    version = table.hands[position] if position is not None else None
    known = play.reduce((version.facts if version else None) or {})
    fields = [field for field in play.fields.values() if _is_asked(field, stage, known)]
    if has_moved(table, place):
        fields = [field for field in fields if field.key != CALLS]
    form = EntryForm(fields, known)
    base, token = form.hidden("base", version.number if version else 0), form.hidden("token", new_key())
    dealer = dealer_before(table, place)
    live = live_auction(at_table(table), table.names_in(hand), dealer, _form_facts(form, known)) if alive else None
    _fill_in(form, live)
    facts = _hand_facts(form, stage, known, lambda facts: play.complete(facts, dealer))
    return SentHand(form, stage, hand, place, base, token, known, live, facts)


def _hand_facts(
    form: EntryForm, stage: str, known: Mapping[str, Any], complete: Callable[[Hand], Hand]
) -> dict[str, Any]:
    """What the form says together with what was known of the hand, and what follows from it."""
    facts, given = form.facts(), [field.entry for field in form.entries() if field.is_given]
    if any(entry.alone for entry in given):
        return facts
    asked = {field.entry.key for field in form.entries()}
    rest = {key: value for key, value in known.items() if key not in asked and key != "open"}
    ended = any(entry.excuses for entry in given)
    still_open = stage == BID and not ended and (not known or "open" in known)
    return dict(complete(rest | facts | ({"open": True} if still_open else {})))


def hand_entry(table: Table, stage: str, hand: int, faults: Sequence[Fault] = (), alive: bool = True) -> HandEntry:
    """The form of a hand with its widgets and their faults."""
    sent = sent_hand(table, stage, hand, alive)
    form, live = sent.form, sent.live_auction
    unplaced = form.attach_faults(faults)
    facts = _form_facts(form, sent.known)
    context = replace(_form_context(table, sent.place, facts, alive), auction=live, auction_open=form.edits(CALLS))
    called = next((field for field in form.entries() if field.entry.key == CALLS), None) if stage == BID else None
    rest = [field for field in form.entries() if field is not called and not _is_main(field.entry, stage)]
    shown = [_widget(field, context) for field in form.entries() if _is_shown(field, stage, live)]
    totals = table.sheet.before(sent.place)
    tabs = side_tabs(context.entries, form.hidden(SHOWN_SIDE, 0), totals, before_play(table, totals))
    main = add_side_tabs(join_tallies(join_bidders(shown)), tabs, faults)
    return HandEntry(
        **vars(sent),
        words=hand_words(sent.known, table.names_in(hand)),
        auction=_widget(called, context) if called else None,
        main=show_totals(main, totals),
        folded=[_widget(field, context) for field in rest],
        unfolded=any(field.faults or field.is_given for field in rest),
        unplaced=unplaced,
    )


def _form_facts(form: EntryForm, known: Mapping[str, Any]) -> dict[str, Any]:
    """What the form says, and what is known and was not asked for."""
    asked = {field.entry.key for field in form.entries()} if form.is_sent else set()
    return {key: value for key, value in known.items() if key not in asked} | form.facts()


def _fill_in(form: EntryForm, live: LiveAuction | None) -> None:
    """Enter what follows from the auction, where nothing else was entered."""
    decided = live.auction.decision(live.now) if live is not None and not live.is_stuck else {}
    for field in form.entries():
        if field.entry.key in decided and not field.is_given:
            field.data = decided[field.entry.key]


def _is_asked(field: Field, stage: str, known: Mapping[str, Any]) -> bool:
    if field.key == "open":
        return False
    if stage == BID:
        return field.when in ("bid", "more") or field.excuses or field.key in OPEN_KEYS or field.key == "adjust"
    return stage == WHOLE or field.when != "bid" or (field.needed and field.key not in known)


def _is_main(field: Field, stage: str) -> bool:
    is_of_bid = field.when == "bid" and (field.needed or isinstance(field, Flag))
    return is_of_bid or (stage != BID and field.when == "result")


def _is_shown(field: EntryField, stage: str, live: LiveAuction | None) -> bool:
    """Whether an entry is a main one; during the auction nothing of the bid is known."""
    unknown = stage == BID and live is not None and live.is_undecided and not field.faults
    return _is_main(field.entry, stage) and not unknown


def _widget(field: EntryField, context: FormContext) -> Widget:
    value = field.data if field.is_given else ABSENT
    return entry_widget(field.entry, value, replace(context, faults=field.faults_at, all_faults=field.faults))


def _form_context(table: Table, place: int, facts: Mapping[str, Any], alive: bool) -> FormContext:
    """What the widgets of this hand need to know. If not `alive`, the script says who is asked first."""
    play = at_table(table)[1]
    sound = {key: value for key, value in facts.items() if key in play.fields and not play.fields[key].check(value)}
    names = entry_names(table, place, sound)
    bidder, bid = facts.get("bidder"), facts.get("bid")
    seat = sound.get("bidder", 0)
    of_two = [entry_of_seat(table, place, seat, sound)] if alive else []
    asked = of_two if len(names) == 2 else list(range(len(names) - 1))
    counted = bid if isinstance(bid, int) and "tricks" not in play.fields else None
    entry_of_bid = entry_of_seat(table, place, seat, sound) if bidder is not None else None
    sides = [side.name for side in table.sheet.sides]
    return FormContext(
        table.names_at(place), names, asked, sides, counted, entry_of_bid, live=_live(table, place, facts)
    )


def _live(table: Table, place: int, facts: Mapping[str, Any]) -> Live | None:
    """The count of the cards already played, if the game has one."""
    play, dealer = at_table(table)[1], dealer_at(table, place)
    if play.live is None or dealer is None:
        return None
    totals = table.sheet.before(place)
    sound = {key: value for key, value in facts.items() if not play.fields[key].check(value)}
    return play.live(sound, totals, dealer)


Form = ImmutableMultiDict[str, str]

EDITS = frozenset({"do", "put", "drop"})


def edited(form: MultiDict[str, str], void: Collection[str] = ()) -> Form:
    """The form after a button that adds entries, or removes one or a whole list."""
    dropped = form.get("drop", "")
    # A button puts `path=value`, or several of them joined by `&`.
    assignments = [assignment.partition("=") for assignment in form.get("put", "").split("&")]
    put = [(path, value) for path, is_put, value in assignments if is_put]
    replaced = {*void, *(path for path, _ in put)}
    entries = [
        (key, value) for key, value in form.items(multi=True) if not _is_in(key, dropped) and key not in replaced
    ]
    return ImmutableMultiDict([*entries, *put])


def edited_hand(form: Form, table: Table, stage: str) -> Form:
    """Apply an edit to the form of a hand, without the entries that it makes void."""
    return edited(form, _void(form, table, stage))


def _is_in(key: str, dropped: str) -> bool:
    """Whether an entry is the one that was removed, or a part of it."""
    if not dropped:
        return False
    return key.startswith((f"{dropped}[", f"{dropped}.")) or (key == dropped and dropped.endswith("]"))


def _void(form: Form, table: Table, stage: str) -> tuple[str, ...]:
    """The entries that follow from the auction: another call makes them void."""
    setting = at_table(table)[0]
    touched = any(form.get(edit, "").startswith(CALLS) for edit in ("put", "drop"))
    if not touched or setting.game.auction is None:
        return ()
    return CONTRACT if stage == BID else setting.auction().decided_keys


def game_copy(table: Table) -> dict[str, Any]:
    """The record with what the table agreed on, and which version of which hand each of its hands is."""
    agreed = {"moves_seats": True} if table.game.moves_seats else {}
    return {
        "id": table.game.id,
        "record": table.record | agreed,
        "hands": [{"hand": version.hand, "number": version.number} for version in table.hands],
        "next_hand": table.next_hand,
        "revision": table.game.revision,
        "may_score": table.may_score,
    }
