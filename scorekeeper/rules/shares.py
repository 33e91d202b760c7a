"""Games in which everybody has a share of a fixed total: counters, or cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.rules.cards.counters import PACK_CARDS, Counters, divide
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Field, PerSide, Whole, YesNo
from scorekeeper.rules.game import Hand, Moment, Outcome, Play, Setting, hand_fields, missing_faults
from scorekeeper.rules.values import Fault, Faults, Line, LineKind, figure, fill, reason

#: 002 For misplay: the price in Rook, which a table may agree on in these games too.
MISPLAY_FINE = 40
MISPLAY = LineKind.MISPLAY
#: By whether points are against the players.
MISPLAY_WORDS = {False: "Misplay: lose {cost}, no other score", True: "Misplay: {cost} against, no other points"}
NO_MISPLAY = "this table has not agreed on a price for it. Turn on the option “misplay_fine” before the first deal."
NO_REST = "“The rest” can't be worked out: the hand was stopped. Count what each player took."


def per_player(setting: Setting, key: str, label: str, rule: str, *, high: int, step: int = 1, **more: Any) -> PerSide:
    """A field with a whole number for every player; `more` are attributes of the `PerSide`."""
    full = setting.rule(rule)
    of = Whole(label=label, rule=full, high=high, step=step)
    return PerSide(key=key, label=label, rule=full, of=of, count=setting.players, **more)


def captured_points(
    setting: Setting, counters: Counters, known: Mapping[str, Field], hand: Hand, bad: frozenset[str]
) -> tuple[tuple[int, ...], list[Fault]]:
    """Everybody's captured points, and what is wrong with them."""
    faults = missing_faults(known, ("captured",), hand, bad)
    if "captured" not in hand or "misplay" in bad:
        # After a faulty misplay it is not known whether the hand was played to its end.
        return (), faults
    stopped = "misplay" in hand
    entries = counters.entries(hand["captured"])
    if stopped and None in entries:
        return (), [*faults, Fault(NO_REST, setting.rule("total"), "captured")]
    division = divide(counters, entries, not stopped)
    if division.problem:
        faults.append(Fault(division.problem, setting.rule("total"), "captured"))
    return division.points, faults


def shares_at_table(
    setting: Setting, captured: Field, counters: Counters, why: str, end: End, against: bool = False
) -> Play:
    """A game in which everybody scores what they captured; `against` if points and fines count against the players.

    A misplay with a price costs that, and the offender scores nothing else.
    """
    known = hand_fields(setting, captured, *misplay_fields(setting))
    rule = setting.rule("counters")

    def score(hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
        points, faults = captured_points(setting, counters, known, hand, bad)
        if faults or bad:
            return tuple(faults)
        offender = hand.get("misplay")
        fine = [misplay_line(setting, offender, against)] if offender is not None else []
        shares = (Line(seat, share, why, rule) for seat, share in enumerate(points) if seat != offender)
        return Outcome((*fine, *shares))

    facts = {"kind": "shares", "key": "captured", **counters.facts(), "each": reason(why, rule)}
    facts |= misplay_facts(setting, against)
    return Play(known, score, end, lambda: facts, not_here=misplay_not_here(setting))


def misplay_option(slug: str) -> YesNo:
    """The option `misplay_fine`."""
    label = f"A misplay costs {MISPLAY_FINE}"
    return YesNo(key="misplay_fine", label=label, rule=f"{slug}.misplay", default=False)


def misplay_fields(setting: Setting) -> tuple[Field, ...]:
    """Who misplayed, where the table has agreed on a price for it."""
    misplay = setting.seat("misplay", "Misplay by", "misplay", when="wrong", needed=False)
    return (misplay,) if setting.options["misplay_fine"] else ()


def misplay_not_here(setting: Setting) -> dict[str, str]:
    """Why a misplay cannot be entered at a table without a price for it."""
    return {} if setting.options["misplay_fine"] else {"misplay": NO_MISPLAY}


def misplay_line(setting: Setting, offender: int, against: bool = False) -> Line:
    """What the offender pays."""
    cost = MISPLAY_FINE if against else -MISPLAY_FINE
    return Line(offender, cost, fill(MISPLAY_WORDS[against], cost=MISPLAY_FINE), setting.rule("misplay"), MISPLAY)


def misplay_facts(setting: Setting, against: bool = False) -> dict[str, Any]:
    """The price of a misplay as data, where there is one."""
    cost = -MISPLAY_FINE if against else MISPLAY_FINE
    price = reason(MISPLAY_WORDS[against].replace("{cost}", str(MISPLAY_FINE)), setting.rule("misplay"), cost=cost)
    return {"misplay": price} if setting.options["misplay_fine"] else {}


def fill_rest(field: Field, given: list[int | None], whole: int, name: str) -> tuple[tuple[int, ...], list[Fault]]:
    """The shares of a whole, one of which may be “the rest”."""
    total = sum(share for share in given if share is not None)
    if total > whole or (total < whole and None not in given):
        why = f"That adds up to {figure(total)} {name}. There are {figure(whole)} in all."
        return (), [Fault(why, field.rule, field.key)]
    return tuple(whole - total if share is None else share for share in given), []


HELD = "Cards held at the end"


def cards_at_table(
    setting: Setting,
    own_faults: Callable[[list[int]], list[Fault]],
    ends_by: str,
    blank: int | None = None,
    nobody: str = "",
) -> Play:
    """A game of cards held. A form may read a blank as `blank`; `nobody` refuses an end without any cards."""
    known = hand_fields(setting, per_player(setting, "cards", "Cards held", "cards", high=PACK_CARDS, blank=blank))
    rule = known["cards"].rule

    def score(hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
        faults = missing_faults(known, ("cards",), hand, bad)
        if "cards" in hand:
            total = sum(hand["cards"])
            why = f"That adds up to {total} cards. The deck has {PACK_CARDS}."
            faults += [Fault(why, rule, "cards")] if total > PACK_CARDS else own_faults(hand["cards"])
        if faults or bad:
            return tuple(faults)
        return Outcome(tuple(Line(seat, count, HELD, rule) for seat, count in enumerate(hand["cards"])))

    facts = {"kind": "shares", "key": "cards", "total": None, "each": reason(HELD, rule)}
    facts |= {"nobody": nobody} if nobody else {}
    return Play(known, score, End(hands=1, rule=ends_by, shared=True), lambda: facts)
