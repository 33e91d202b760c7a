"""The forms of a season's pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Regexp

from scorekeeper.actions.club.access import Member
from scorekeeper.actions.season.seasons import SeasonDraft
from scorekeeper.actions.season_games import NEW_MEMBER
from scorekeeper.league.standings.counting import FOR_NOBODY, SUBSTITUTES, WAYS, Scheme
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.totals import Rolling
from scorekeeper.league.words import number
from scorekeeper.rules import BY_SLUG
from scorekeeper.web import parse
from scorekeeper.web.page_form import AddressForm, DayField, FileForm, PageForm

Choice = tuple[str, str]

BYES = ("0", "1/2", "1", "3/2", "2", "3", "5", "10", "25", "50", "100", "150", "200")
CAPS = ("", "50", "100", "150", "200", "300", "500", "1000")
POINTS = ("3,2,1", "2,1", "4,3,2,1", "5,3,2,1", "10,8,6,5,4,3,2,1")
MOST_EVENTS, MOST_DROPPED = 20, 6
SHARES = ("1/2", "3/5", "7/10", "4/5", "9/10", "1")
LIMITS = ("20", "50", "100", "150", "200", "300")
LOOKS_BACK = ("3", "4", "6", "8", "10")
EVENTS = (
    ("all", "All nights"),
    *((f"best {count}", f"Best {count}") for count in range(1, MOST_EVENTS + 1)),
    *((f"drop {count}", f"Drop worst {count}") for count in range(1, MOST_DROPPED + 1)),
)
#: The address of a game, with the key of a link that shares it or without.
LINK = re.compile(r"/t/([\w-]+)(?:/join/([\w-]+))?/?(?:[?#].*)?$", re.ASCII)


def _choices(values: Iterable[Choice]) -> list[SelectChoice]:
    return [SelectChoice(value, words) for value, words in values]


COUNTING = _choices([("date", "By date"), ("hand", "When added by hand")])
COUNTS = _choices((way.id, way.title) for way in WAYS.values())


class ListField(SelectField):  # type: ignore[misc]  # wtforms has no type hints
    """A list of usual values; another value that matches the pattern is offered when it is set."""

    def __init__(self, label: str, usual: Sequence[Choice], pattern: str, **kwargs: Any) -> None:
        fits = Regexp(rf"(?:{pattern})\Z", message=f"{label}: choose a value from the list.")
        super().__init__(label, [fits], choices=list(_choices(usual)), validate_choice=False, **kwargs)

    def offer(self) -> None:
        """Add the value that is set to the choices."""
        if self.data not in [choice.value for choice in self.choices]:
            self.choices.append(SelectChoice(self.data, str(self.data).capitalize()))


def _numbers(values: Iterable[str]) -> list[Choice]:
    return [(value, number(Fraction(value))) for value in values]


class SeasonForm(PageForm):
    """A new season, or changes to one."""

    name = StringField("Name")
    starts = DayField("First day")
    ends = DayField("Last day")
    fixed_options = BooleanField("Only games with these house rules count")
    # The action checks these two and every combination.
    counting = RadioField("Which games count?", choices=COUNTING, validate_choice=False)
    counts = RadioField("Rank by", choices=COUNTS, validate_choice=False)
    points = ListField(
        "Points by place",
        [(points, points.replace(",", " – ")) for points in POINTS],
        r"\d{1,6}(?:,\d{1,6}){0,19}",
        default="3,2,1",
    )
    cap = ListField("Largest lead that counts", [(cap, cap or "No limit") for cap in CAPS], r"\d{0,6}", default="")
    bye = ListField("Value of a bye", _numbers(BYES), r"\d{1,6}(?:/[1-9]\d{0,5})?", default="0")
    minimum = ListField(
        "Nights needed to be ranked",
        [(str(count), str(count) if count else "None") for count in range(MOST_EVENTS + 1)],
        r"\d{1,4}",
        default="0",
    )
    nights = ListField("Nights that count", EVENTS, r"(?:all|(?:best|drop) \d{1,4})?", default="all")
    substitutes = RadioField(
        "A substitute’s game counts for", choices=_choices(SUBSTITUTES.items()), validate_choice=False
    )
    ties = SelectMultipleField("Tie-breaks", choices=_choices((key, tie.title) for key, tie in TIES.items()))
    #: The button that was pressed: “up”, “down”, “in” or “out”, and a tie-break.
    move = StringField()
    handicap = RadioField(
        "Handicap", choices=_choices([("none", "None"), ("fixed", "Fixed"), ("rolling", "Rolling")]), default="none"
    )
    share = ListField(
        "Share of the gap",
        [(share, f"{number(100 * Fraction(share))}%") for share in SHARES],
        r"\d{1,6}(?:/[1-9]\d{0,5})?",
        default="4/5",
    )
    back = ListField("Nights to average", _numbers(LOOKS_BACK), r"[1-9]\d{0,3}", default="6")
    highest = ListField("Most points per game", _numbers(LIMITS), r"\d{1,6}", default="100")

    #: The button that shows the house rules of the game that was chosen.
    show = StringField()
    #: The game whose house rules are in the form.
    rules_of = StringField()

    def has_rules_of(self, slug: str | None) -> bool:
        """Whether the house rules that were sent are those of this game."""
        return (self.rules_of.data or "") == (slug or "")

    @property
    def handicap_fields(self) -> list[HandicapField]:
        """A field for each member's fixed handicap."""
        return [field for field in self if isinstance(field, HandicapField)]

    @property
    def unused_ties(self) -> list[Choice]:
        """Tie-breaks that are not in the list."""
        return [(key, tie.title) for key, tie in TIES.items() if key not in self.ties.data]

    def offer_values(self) -> None:
        """Offer values that are set and unusual."""
        for field in self:
            if isinstance(field, ListField):
                field.offer()

    def move_tie(self) -> None:
        """Change the order of the tie-breaks as the button says."""
        direction, _, key = (self.move.data or "").partition(" ")
        if key in TIES:
            self.ties.data = _moved(self.ties.data, direction, key)

    def draft(self, slug: str | None, options: dict[str, Any] | None) -> SeasonDraft:
        """The season that the form describes; call it after `validate`."""
        kind = self.handicap.data
        rolling = Rolling(share=Fraction(self.share.data), nights=int(self.back.data), highest=int(self.highest.data))
        return SeasonDraft(
            self.name.data or "",
            self.starts.data,
            self.ends.data,
            slug,
            options if self.fixed_options.data else None,
            self.counting.data or "",
            self._scheme(),
            {field.member_id: field.data or 0 for field in self.handicap_fields} if kind == "fixed" else {},
            rolling if kind == "rolling" else None,
        )

    def _scheme(self) -> Scheme:
        which, _, count = self.nights.data.partition(" ")
        return Scheme(
            counts=self.counts.data or "",
            ties=tuple(self.ties.data),
            bye=Fraction(self.bye.data),
            minimum_nights=int(self.minimum.data),
            best=int(count) if which == "best" else None,
            drop=int(count) if which == "drop" else 0,
            cap=int(self.cap.data) if self.cap.data else None,
            points_by_place=tuple(map(int, self.points.data.split(","))),
            substitutes=self.substitutes.data or FOR_NOBODY,
        )


class HandicapField(StringField):  # type: ignore[misc]
    """The fixed handicap of a member: points, up or down."""

    def __init__(self, label: str, member_id: str, **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.member_id = member_id

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the points; an empty field is 0."""
        text = valuelist[0].strip() if valuelist else ""
        self.data = parse.integer(text or "0")
        if self.data is None:
            raise ValueError(f"Handicap of {self.label.text}: enter a number of points.")


def season_form(draft: SeasonDraft, members: Sequence[Member]) -> SeasonForm:
    """The form that was sent, or one that shows a draft."""

    class Form(SeasonForm):
        """A season form with a handicap for each member."""

    for member in members:
        setattr(Form, f"handicap-{member.id}", HandicapField(member.name, str(member.id), default=0))
    return Form(data=_values(draft))


def _values(draft: SeasonDraft) -> dict[str, Any]:
    """A draft as the form shows it."""
    scheme, rolling = draft.scheme, draft.rolling or Rolling()
    return {
        "name": draft.name,
        "starts": draft.starts,
        "ends": draft.ends,
        "fixed_options": draft.options is not None,
        "counting": draft.counting,
        "counts": scheme.counts,
        "points": ",".join(map(str, scheme.points_by_place)),
        "cap": "" if scheme.cap is None else str(scheme.cap),
        "bye": str(scheme.bye),
        "minimum": str(scheme.minimum_nights),
        "nights": _events(scheme),
        "substitutes": scheme.substitutes,
        "ties": list(scheme.ties),
        "handicap": "rolling" if draft.rolling else "fixed" if draft.fixed else "none",
        "share": str(rolling.share),
        "back": str(rolling.nights),
        "highest": str(rolling.highest),
        **{f"handicap-{member_id}": points for member_id, points in draft.fixed.items()},
    }


def _events(scheme: Scheme) -> str:
    """Which events count, as the form names them."""
    if scheme.best is not None:
        return f"best {scheme.best}"
    return f"drop {scheme.drop}" if scheme.drop else "all"


def _moved(ties: Sequence[str], direction: str, key: str) -> list[str]:
    others = [tie for tie in ties if tie != key]
    if direction == "out":
        return others
    if key not in ties:
        return [*ties, key]
    index = list(ties).index(key) + {"up": -1, "down": 1}.get(direction, 0)
    index = max(0, min(len(others), index))
    return [*others[:index], key, *others[index:]]


class ShareForm(PageForm):
    """A public page: on or off, names or initials."""

    on = BooleanField()
    initials = BooleanField()


class LinkForm(PageForm):
    """The link of a game that another phone scored."""

    link = StringField("Link to the game", filters=[lambda link: (link or "").strip()])

    @property
    def game_and_key(self) -> tuple[str, str] | None:
        """The game that the link leads to and the key in it, which may be empty."""
        link = LINK.search(self.link.data)
        return (link[1], link[2] or "") if link else None


class SeatsForm(PageForm):
    """Which members sat where, and when."""

    seat = SelectMultipleField(coerce=lambda text: parse.count(text) or 0, validate_choice=False)
    day = DayField("Date played")


class ImportForm(FileForm):
    """A file of records, and the members that unknown names stand for."""

    def chosen(self, unknown: Sequence[str]) -> dict[str, str]:
        """The member that was chosen for each unknown name."""
        sent: MultiDict[str, str] = request.form
        return {name: sent.get(f"who-{index}", NEW_MEMBER) for index, name in enumerate(unknown)}


class GameForm(AddressForm):
    """The game of a season, or none for any game."""

    game = StringField(filters=[lambda slug: slug if slug in BY_SLUG else None])

    @property
    def is_sent(self) -> bool:
        """Whether the form was sent, with a game or without."""
        return bool(self.game.raw_data)
