"""The form of a season: choices by touch, read into a draft, with tie-breaks in an order that buttons change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.actions.season.seasons import Draft
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.totals.handicap import Rolling
from scorekeeper.league.words import number, percent
from scorekeeper.rules import BY_SLUG
from scorekeeper.web import parse

Form = MultiDict[str, str]
Choice = tuple[str, str]

BYES = ("0", "1/2", "1", "3/2", "2", "3", "5", "10", "25", "50", "100", "150", "200")
CAPS = ("", "50", "100", "150", "200", "300", "500", "1000")
POINTS = ("3,2,1", "2,1", "4,3,2,1", "5,3,2,1", "10,8,6,5,4,3,2,1")
MOST_NIGHTS, MOST_DROPPED = 20, 6
SHARES = ("1/2", "3/5", "7/10", "4/5", "9/10", "1")
LIMITS = ("20", "50", "100", "150", "200", "300")
LOOKS_BACK = ("3", "4", "6", "8", "10")


def choices(draft: Draft) -> dict[str, list[Choice]]:
    """What every list of the form offers; a value that is set and unusual is offered too."""
    scheme, rolling = draft.scheme, draft.rolling or Rolling()
    nights = [("all", "All nights")]
    nights += [(f"best {count}", f"The best {count}") for count in range(1, MOST_NIGHTS + 1)]
    nights += [(f"drop {count}", f"All but the worst {count}") for count in range(1, MOST_DROPPED + 1)]
    return {
        "bye": [(each, number(Fraction(each))) for each in _with(BYES, str(scheme.bye))],
        "cap": [(each, each or "no cap") for each in _with(CAPS, _text(scheme.cap))],
        "points": [(each, each.replace(",", " – ")) for each in _with(POINTS, points_text(scheme))],
        "minimum": [(str(count), str(count) if count else "none") for count in range(MOST_NIGHTS + 1)],
        "nights": nights if (nights_text(scheme), "") in nights else _with_nights(nights, scheme),
        "share": [(each, percent(Fraction(each))) for each in _with(SHARES, str(rolling.share))],
        "highest": [(each, each) for each in _with(LIMITS, str(rolling.highest))],
        "back": [(each, each) for each in _with(LOOKS_BACK, str(rolling.nights))],
    }


def _with(usual: Sequence[str], value: str) -> list[str]:
    return [*usual, *([] if value in usual else [value])]


def _with_nights(nights: list[Choice], scheme: Scheme) -> list[Choice]:
    value = nights_text(scheme)
    return nights if value in dict(nights) else [*nights, (value, value.capitalize())]


def _text(value: int | None) -> str:
    return "" if value is None else str(value)


def points_text(scheme: Scheme) -> str:
    """Season points as the form names them."""
    return ",".join(map(str, scheme.points_by_place))


def nights_text(scheme: Scheme) -> str:
    """Which nights count, as the form names them."""
    if scheme.best is not None:
        return f"best {scheme.best}"
    return f"drop {scheme.drop}" if scheme.drop else "all"


def read_draft(form: Form, slug: str | None, options: dict[str, Any] | None, members: Sequence[str]) -> Draft:
    """What the form says; a figure that is none is refused later by what it leads to."""
    kind = form.get("handicap", "none")
    return Draft(
        form.get("name", ""),
        parse.date(form.get("starts", "")),
        parse.date(form.get("ends", "")),
        slug if slug in BY_SLUG else None,
        options,
        form.get("counting", ""),
        _scheme(form),
        _fixed(form, members) if kind == "fixed" else {},
        _rolling(form) if kind == "rolling" else None,
    )


def _scheme(form: Form) -> Scheme:
    which, _, count = form.get("nights", "all").partition(" ")
    return Scheme(
        counts=form.get("counts", ""),
        ties=ordered_ties(form),
        bye=_fraction(form.get("bye", "0")),
        minimum_nights=whole(form.get("minimum", "0"), 0),
        best=whole(count, 1) if which == "best" else None,
        drop=whole(count, 0) if which == "drop" else 0,
        cap=whole(form.get("cap", ""), 0) if form.get("cap") else None,
        points_by_place=tuple(whole(each, 0) for each in form.get("points", "3,2,1").split(",")[:20]),
        substitutes_count="substitutes" in form,
    )


def _fixed(form: Form, members: Sequence[str]) -> dict[str, int]:
    return {who: whole(form.get(f"handicap-{who}", "0"), 0) for who in members}


def _rolling(form: Form) -> Rolling:
    return replace(
        Rolling(),
        share=_fraction(form.get("share", "4/5")),
        highest=whole(form.get("highest", "100"), 100),
        nights=max(1, whole(form.get("back", "6"), 6)),
    )


def whole(said: str, otherwise: int) -> int:
    """A small whole number, or the other one."""
    number = parse.integer(said)
    return otherwise if number is None or abs(number) >= 10**6 else number


def _fraction(said: str) -> Fraction:
    above, _, below = said.partition("/")
    return Fraction(whole(above, 0), max(1, whole(below, 1)))


def ordered_ties(form: Form) -> tuple[str, ...]:
    """The tie-breaks in their order, after the button that was touched, if one was."""
    ties = [key for key in dict.fromkeys(form.getlist("ties")) if key in TIES]
    deed, _, key = form.get("move", "").partition(" ")
    if key not in TIES:
        return tuple(ties)
    return tuple(_moved(ties, deed, key))


def _moved(ties: list[str], deed: str, key: str) -> list[str]:
    others = [each for each in ties if each != key]
    if deed == "out":
        return others
    if key not in ties:
        return [*ties, key]
    at = ties.index(key) + {"up": -1, "down": 1}.get(deed, 0)
    at = max(0, min(len(others), at))
    return [*others[:at], key, *others[at:]]


def unused_ties(ties: Sequence[str]) -> list[Choice]:
    """Tie-breaks that are not in the list."""
    return [(key, tie.title) for key, tie in TIES.items() if key not in ties]


def titles() -> Mapping[str, str]:
    """Tie-breaks by name."""
    return {key: tie.title for key, tie in TIES.items()}
