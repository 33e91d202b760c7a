"""What the bid games share: their terms, their fields, and the checks of a contract.

A contract is who bid how much on which trump. The games differ in data only (`Terms`);
`scoring` says what a hand is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from scorekeeper.rules.bidding.auction import Auction, Bid, Call, auction_state
from scorekeeper.rules.cards.counters import Counters
from scorekeeper.rules.fields import Choice, Field, Flag, Group, ListOf, OrNull, PerSide, Whole
from scorekeeper.rules.game import Hand, Moment, Setting, hand_fields
from scorekeeper.rules.values import Fault

CONTRACT = ("bidder", "bid", "trump")
#: What can only be known once somebody has won the auction.
DECIDED = (*CONTRACT, "partner", "moon")
FORCED = "at this table the dealer must bid when everyone else passes."


class Teams(NamedTuple):
    """Who plays together: the seats of every team, and the team of every seat."""

    seats: tuple[tuple[int, ...], ...]
    of: tuple[int, ...]


def teams(seats: tuple[tuple[int, ...], ...]) -> Teams:
    """Teams with these seats."""
    of = {seat: team for team, members in enumerate(seats) for seat in members}
    return Teams(seats, tuple(of[seat] for seat in sorted(of)))


#: 002 Boston values: a deal of 56 cards is 14 tricks.
TRICKS_IN_DEAL = 14


@dataclass(frozen=True, eq=False)
class Terms:
    """Everything in which bid games and tables differ. Compared by identity."""

    setting: Setting
    counters: Counters
    auction: Auction
    colors: Mapping[str, str]
    #: Who plays together; partners change from one entry to the next.
    rotation: tuple[Teams, ...]
    #: How many counted hands each of them plays.
    together: int = 1
    #: Points a trick is worth by trump; None where tricks do not count.
    trick_values: Mapping[str, int] | None = None
    nest: bool = False
    #: The bidder names a partner hand by hand; `captured` has an entry for their team and one for the others.
    called: bool = False
    #: What shooting the moon scores or costs; 0 where it is not played.
    moon: int = 0
    extra: tuple[Field, ...] = ()

    def teams(self, counted: int) -> Teams:
        """Who plays together in a hand, given how many hands have counted before it."""
        return self.rotation[counted // self.together % len(self.rotation)]

    def teams_of(self, hand: Hand, counted: int) -> Teams:
        """Who plays together in this hand."""
        return self._called_teams(hand) if self.called and "bidder" in hand else self.teams(counted)

    def _called_teams(self, hand: Hand) -> Teams:
        """The bidder's team, then the others."""
        partner = hand.get("partner")
        team = tuple(dict.fromkeys((hand["bidder"], *(() if partner is None else (partner,)))))
        return teams((team, tuple(seat for seat in range(self.setting.players) if seat not in team)))

    def entries_of(self, counted: int, hand: Hand) -> tuple[tuple[int, ...], ...]:
        """The seats behind each entry of `captured`; empty while the bidder who calls a partner is not known."""
        if self.called and "bidder" not in hand:
            return ((), ())
        return self.teams_of(hand, counted).seats

    @property
    def entries(self) -> int:
        """How many entries `captured` has."""
        return 2 if self.called else len(self.teams(0).seats)

    def rule(self, name: str) -> str:
        """The full id of a rule of this game."""
        return self.setting.rule(name)

    @cached_property
    def needed(self) -> dict[str, None]:
        """The keys that a played hand needs, in order."""
        partner = ("partner",) if self.called else ()
        tricks = ("tricks",) if self.trick_values is not None else ()
        return dict.fromkeys((*CONTRACT, *partner, "captured", *tricks))


def fields(terms: Terms) -> dict[str, Field]:
    """What a hand of this game may hold."""
    setting = terms.setting
    bidder = setting.seat(
        "bidder", "Bidder", "auction", when="bid", ask="Who won the bid?", missing="Choose who won the bid."
    )
    captured = terms.counters.captured_field(rule=terms.rule("total"), count=terms.entries)
    misplay = setting.seat("misplay", "Misplay by", "misplay", when="wrong", needed=False)
    tricks = () if terms.trick_values is None else (_tricks(terms),)
    moon = Flag(key="moon", label="Shooting the moon", rule=terms.rule("moon"), when="bid")
    contract = (*_contract_fields(terms), *_partner_fields(terms), *((moon,) if terms.moon else ()))
    return hand_fields(setting, bidder, *contract, captured, *tricks, misplay, *terms.extra)


def _contract_fields(terms: Terms) -> tuple[Field, ...]:
    auction = terms.auction
    bid = Bid(
        key="bid",
        label="Bid",
        rule=terms.rule("bid"),
        bids=auction.bids(),
        when="bid",
        hint=auction.describe(),
        missing="Choose the bid.",
    )
    trump = Choice(
        key="trump",
        label="Trump",
        ask="Trump color",
        rule=terms.rule("trump"),
        choices=terms.colors,
        when="bid",
        missing="Choose the trump color.",
    )
    call = Call(label="Call", rule=terms.rule("auction"), colors=terms.colors if auction.names_color else None)
    calls = ListOf(key="calls", label="Bidding", rule=terms.rule("auction"), of=call, needed=False, when="bid")
    return bid, trump, calls


def _partner_fields(terms: Terms) -> tuple[Field, ...]:
    partner = OrNull(
        key="partner",
        label="Partner",
        ask="Partner of the bidder",
        rule=terms.rule("partners"),
        of=terms.setting.seat("", "Partner", "partners"),
        nobody="alone",
        when="bid",
        missing="Choose the bidder's partner, or that the bidder plays alone.",
    )
    return (partner,) if terms.called else ()


def _tricks(terms: Terms) -> Field:
    of = Whole(label="Tricks", rule=terms.rule("tricks"), high=TRICKS_IN_DEAL)
    return PerSide(
        key="tricks",
        label="Tricks",
        ask_of="Tricks {name} took",
        rule=terms.rule("tricks"),
        of=of,
        count=len(terms.teams(0).seats),
        rest=True,
        missing="Choose how many tricks each side took.",
    )


def misdeal_field(setting: Setting, high: int, hint: str = "", ask: str = "", alone: bool = False) -> Whole:
    """After how many tricks a misdeal was noticed."""
    return Whole(
        key="misdeal",
        label="Misdeal",
        ask=ask or "Misdeal: tricks played before it was noticed",
        rule=setting.rule("misdeal"),
        high=high,
        hint=hint or f"Enter how many tricks were played before it was noticed, from 0 to {high}.",
        needed=False,
        excuses=True,
        alone=alone,
        when="wrong",
    )


def passed_out_fields(setting: Setting) -> tuple[Flag, ...]:
    """The flag for a hand in which nobody bid. It does not exist where the dealer must bid."""
    rule = setting.rule("passed-out")
    field = Flag(key="passed_out", label="Nobody bid", rule=rule, excuses=True, alone=True, when="wrong")
    return () if setting.options["forced"] else (field,)


def forced_here(setting: Setting) -> dict[str, str]:
    """Why no hand can be passed out at a table where the dealer must bid."""
    return {"passed_out": FORCED} if setting.options["forced"] else {}


def penalties_field(setting: Setting, kinds: Mapping[str, str], rule: str) -> ListOf:
    """Penalties of certain kinds, each by somebody."""
    kind = Choice(key="kind", label="Kind of penalty", rule=setting.rule(rule), choices=kinds)
    of = Group(label="Penalty", rule=setting.rule(rule), fields=(kind, setting.seat("by", "Penalty by", rule)))
    return ListOf(key="penalties", label="Penalties", rule=setting.rule(rule), of=of, needed=False, when="wrong")


def bid_faults(terms: Terms, hand: Hand) -> list[Fault]:
    """A bid above the highest that the named color allows."""
    if not terms.auction.names_color or "bid" not in hand or "trump" not in hand:
        return []
    ceiling, trump = terms.auction.ceilings[hand["trump"]], terms.colors[hand["trump"]]
    if hand["bid"] <= ceiling:
        return []
    why = f"A bid of {hand['bid']} is too high for {trump}: the highest bid is {ceiling}."
    return [Fault(why, terms.rule("bid"), "bid")]


def team_faults(terms: Terms, hand: Hand) -> list[Fault]:
    """A bidder who is their own partner, and a moon that is not bid at all the points."""
    faults = []
    if hand.get("partner") is not None and hand["partner"] == hand.get("bidder"):
        why = "The bidder can't be the partner. Choose another player."
        faults.append(Fault(why, terms.rule("partners"), "partner"))
    if "moon" in hand and hand.get("bid", terms.counters.total) != terms.counters.total:
        why = f"Shooting the moon is a bid of {terms.counters.total}, all the points. Correct the bid, or the moon."
        faults.append(Fault(why, terms.rule("moon"), "bid"))
    return faults


def call_faults(terms: Terms, hand: Hand, at: Moment) -> list[Fault]:
    """Calls that are not legal or do not lead to this bidder and bid."""
    if "calls" not in hand or at.dealer is None:
        return []
    now = auction_state(terms.auction, terms.setting.players, at.dealer, hand["calls"])
    rule = terms.rule("auction")
    if now.wrong is not None:
        return [Fault(now.why, rule, f"calls[{now.wrong}]")]
    if not now.over:
        return [Fault(f"The bidding is not over. Seat {now.turn} still has to bid or pass.", rule, "calls")]
    if now.bidder is None:
        return [Fault("Everyone passed, so there is no bidder. Enter the hand as passed out.", rule, "calls")]
    outcome = {"bidder": now.bidder, "bid": now.bid, "trump": now.trump}
    wrong = [key for key in CONTRACT if outcome[key] is not None and key in hand and hand[key] != outcome[key]]
    if not wrong:
        return []
    led = ", ".join(f"{key} {outcome[key]}" for key in wrong)
    return [Fault(f"The bidding ends with {led}, but the hand says otherwise. Correct one of them.", rule, "calls")]


def complete(terms: Terms, calls: Field, hand: Hand, dealer: int) -> Hand:
    """Add what follows from the other entries: the bid of a moon, and bidder and bid from finished calls."""
    if "moon" in hand and "bid" not in hand and terms.moon:
        hand = {**hand, "bid": terms.counters.total}
    if "calls" not in hand or calls.check(hand["calls"]):
        return hand
    now = auction_state(terms.auction, terms.setting.players, dealer, hand["calls"])
    return {**terms.auction.decision(now), **hand}


def all_passed_faults(terms: Terms, hand: Hand, at: Moment) -> list[Fault]:
    """The auction of a passed-out hand: legal, over, and nobody bid."""
    if "calls" not in hand or at.dealer is None:
        return []
    now = auction_state(terms.auction, terms.setting.players, at.dealer, hand["calls"])
    if now.wrong is not None:
        return [Fault(now.why, terms.rule("auction"), f"calls[{now.wrong}]")]
    if now.over and now.bidder is None:
        return []
    why = "The hand was passed out, so every player must pass exactly once."
    return [Fault(why, terms.rule("passed-out"), "calls")]


def open_faults(terms: Terms, hand: Hand, bad: frozenset[str], at: Moment) -> tuple[Fault, ...]:
    """Check what an open hand says about the bid."""
    faults = [*bid_faults(terms, hand), *nest_faults(terms, hand, bad)]
    if "calls" not in hand or at.dealer is None:
        return (*faults, *team_faults(terms, hand))
    now = auction_state(terms.auction, terms.setting.players, at.dealer, hand["calls"])
    if now.wrong is None and (not now.over or now.bidder is None):
        state = "everyone passed" if now.over else "the bidding is not over"
        problems = [Fault(f"Leave out “{key}”: {state}.", terms.rule("auction"), key) for key in DECIDED if key in hand]
    else:
        decided = terms.auction.decision(now) if now.wrong is None else {}
        problems = [*team_faults(terms, {**decided, **hand}), *call_faults(terms, hand, at)]
        if "bid" not in hand:
            # A bid that is only in the calls cannot be corrected under its own key.
            problems = [replace(fault, path="moon") if fault.path == "bid" else fault for fault in problems]
    return (*faults, *problems)


def nest_faults(terms: Terms, hand: Hand, bad: frozenset[str]) -> list[Fault]:
    """The 1924 nest penalty: once, by the bidder, and not together with a misplay."""
    penalties = hand.get("penalties") if terms.nest else None
    if not penalties:
        return []
    rule, faults = terms.rule("nest-counter"), []
    if len(penalties) > 1:
        faults.append(Fault("A counter left in the nest is penalized only once. Keep one entry.", rule, "penalties"))
    if "misplay" in hand:
        faults.append(Fault("A misplay ends the hand, so there is no nest penalty as well.", rule, "penalties"))
    if "bidder" not in hand:
        if "bidder" not in bad:
            faults.append(Fault("Choose the bidder, who pays the nest penalty.", rule, "bidder"))
        return faults
    why = "Only the bidder handles the nest, so only the bidder can get this penalty."
    wrong = [index for index, penalty in enumerate(penalties) if penalty["by"] != hand["bidder"]]
    return faults + [Fault(why, rule, f"penalties[{index}].by") for index in wrong]
