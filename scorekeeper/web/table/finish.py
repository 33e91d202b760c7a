"""The finish page, its picture and its link preview."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from flask import render_template, url_for
from font_source_sans_pro import font_files_ttf as sans_files
from font_source_serif_pro import font_files_ttf as serif_files
from resvg_py import svg_to_bytes

from scorekeeper.actions.keys import picture_key
from scorekeeper.actions.table.access import Table
from scorekeeper.league.results import places
from scorekeeper.league.words import listed
from scorekeeper.rules.moments import Lead, Moment, MomentKind, key_moments, winners_lead
from scorekeeper.rules.values import Sheet, figure
from scorekeeper.web.chart import Chart, chart
from scorekeeper.web.table.views import at_table, describe_hand
from scorekeeper.web.template_filters import gain


@dataclass(frozen=True)
class FinalSide:
    """A side at the end, with its place; sides that are level share one."""

    side: int
    name: str
    total: int
    place: int
    won: bool


def headline(table: Table) -> str:
    """Who has won, in a short sentence."""
    return f"{' '.join(winners(table))}!"


def winners(table: Table) -> tuple[str, str]:
    """The names of the winners, and the verb that follows them."""
    sheet = table.sheet
    names = [sheet.sides[side].name for side in sheet.winners]
    if len(names) > 1:
        return listed(names), "share the win"
    return names[0], "win" if len(sheet.sides[sheet.winners[0]].seats) > 1 else "wins"


def final_sides(table: Table) -> tuple[FinalSide, ...]:
    """The sides with their places, the best first; those that are level stay in the order of their seats."""
    sheet, lowest = table.sheet, at_table(table)[1].end.facts()["lowest"]
    merits = [-total if lowest else total for total in sheet.totals]
    rows = [
        FinalSide(side, entry.name, sheet.totals[side], place, side in sheet.winners)
        for side, (entry, place) in enumerate(zip(sheet.sides, places(merits, sheet.winners), strict=True))
    ]
    return tuple(sorted(rows, key=lambda row: row.place))


#: The size that messengers show whole.
WIDTH, HEIGHT = 1200, 630
#: Names and totals on the left, the sheet on the right.
LIST_LEFT, LIST_RIGHT, LIST_TOP, LIST_BOTTOM = 60, 550, 180, 580
NUMBER_RIGHT, SHEET_RIGHT, SHEET_TOP = 640, 1140, 202
ROW_HEIGHT = 34
HEADLINE_SIZE, NAME_SIZE = 60, 36
#: So many hands stand on the sheet; of a longer game the last ones.
MOST_ROWS = 10
#: Up to so many sides, the sheet shows the points of a hand and the total.
MOST_WITH_POINTS = 2

FONT_FILES = [serif_files["SourceSerifProBold"], sans_files["SourceSansPro"]]
#: Characters before this one are in these fonts; for others the server's own fonts are looked at.
LAST_LETTER = "\u0530"
PUNCTUATION = "\u2009\u202f‘’“”–—…−"
#: Narrow and wide characters; widths are estimated rather too wide than too narrow.
NARROW, WIDE = frozenset("fijlrtIJ .,:;'!|()[]-·’\u202f"), frozenset("mwMW@%&…")


@dataclass(frozen=True)
class Words:
    """Text at a size that fits its place."""

    text: str
    size: int


@dataclass(frozen=True)
class SideLine:
    """A side on the left: its name in one line or two, its total, and where they stand."""

    name: tuple[tuple[Words, float], ...]
    total: Words
    won: bool
    y: float


@dataclass(frozen=True)
class Cell:
    """A hand's points and the total after it."""

    points: str
    total: str
    minus: bool
    x: float


@dataclass(frozen=True)
class HandLine:
    """A hand on the sheet."""

    place: int
    cells: tuple[Cell, ...]
    y: float


@dataclass(frozen=True)
class Picture:
    """Values for the template of the picture."""

    game: Words
    headline: Words
    sides: tuple[SideLine, ...]
    columns: tuple[tuple[Words, float], ...]
    rows: tuple[HandLine, ...]
    earlier: int


def svg(table: Table) -> str:
    """The picture as SVG."""
    return render_template("table/picture.svg", picture=picture(table), width=WIDTH, height=HEIGHT)


@lru_cache(maxsize=32)
def png(drawing: str) -> bytes:
    """A drawing as PNG, cached."""
    ours = all(character < LAST_LETTER or character in PUNCTUATION for character in drawing)
    return svg_to_bytes(
        svg_string=drawing,
        skip_system_fonts=ours,
        font_files=FONT_FILES,
        serif_family="Source Serif Pro",
        sans_serif_family="Source Sans Pro",
    )


def picture(table: Table) -> Picture:
    """What the picture of a game shows, whether it is over or not."""
    sheet = table.sheet
    setting, play = at_table(table)
    ends = _column_ends(len(sheet.sides))
    width = ends[0] - NUMBER_RIGHT - 12
    return Picture(
        fit(f"{setting.game.name}, {play.end.describe()}", 700, 28, 20),
        _headline(table),
        _side_lines(table),
        tuple(zip(_column_heads([side.name for side in sheet.sides], width), ends, strict=True)),
        (*_opening_line(sheet, ends), *_hand_lines(sheet, ends)),
        max(0, len(sheet.hands) - MOST_ROWS),
    )


def _column_heads(names: Sequence[str], width: float) -> list[Words]:
    size = min(fit(name, width, 20, 13).size for name in names)
    return [fit(name, width, size, size) for name in names]


def _headline(table: Table) -> Words:
    """Who has won; the names of a running game stand below."""
    if not table.sheet.over:
        return Words(f"Hand {len(table.sheet.hands) + 1}", HEADLINE_SIZE)
    names, verb = winners(table)
    return fit(names, SHEET_RIGHT - LIST_LEFT, HEADLINE_SIZE, HEADLINE_SIZE // 2, f" {verb}!")


def _opening_line(sheet: Sheet, ends: Sequence[float]) -> list[HandLine]:
    """The totals of a game begun on paper, in the line before hand 1, if there is room for it."""
    if sheet.opening is None or len(sheet.hands) >= MOST_ROWS:
        return []
    cells = [Cell("", figure(total), False, end) for total, end in zip(sheet.opening, ends, strict=True)]
    return [HandLine(0, tuple(cells), SHEET_TOP + ROW_HEIGHT)]


def _hand_lines(sheet: Sheet, ends: Sequence[float]) -> Iterator[HandLine]:
    """The last hands, below the opening totals or the line that counts the earlier hands."""
    first = max(0, len(sheet.hands) - MOST_ROWS)
    is_below = bool(first or _opening_line(sheet, ends))
    with_points = len(ends) <= MOST_WITH_POINTS
    for line, place in enumerate(range(first + 1, len(sheet.hands) + 1), is_below):
        hand = sheet.hands[place - 1]
        cells = [
            Cell(gain(points) if with_points else "", figure(total), points < 0, end)
            for points, total, end in zip(hand.points, hand.totals, ends, strict=True)
        ]
        yield HandLine(place, tuple(cells), SHEET_TOP + ROW_HEIGHT * (line + 1))


def _column_ends(count: int) -> list[float]:
    return [round(NUMBER_RIGHT + (SHEET_RIGHT - NUMBER_RIGHT) * (index + 1) / count, 1) for index in range(count)]


def _side_lines(table: Table) -> tuple[SideLine, ...]:
    """The sides, the best first: two with large totals below their names, more of them one below the other."""
    sides = final_sides(table)
    height = (LIST_BOTTOM - LIST_TOP) / max(len(sides), 2)
    return tuple(
        (_tall_line if len(sides) <= MOST_WITH_POINTS else _flat_line)(table, side, LIST_TOP + height * index, height)
        for index, side in enumerate(sides)
    )


def _tall_line(table: Table, side: FinalSide, top: float, height: float) -> SideLine:
    """The names of long partners stand in two lines."""
    whole = fit(side.name, LIST_RIGHT - LIST_LEFT, NAME_SIZE, NAME_SIZE // 2)
    seats = table.sheet.sides[side.side].seats
    parts = [whole]
    if whole.text != clean(side.name) or whole.size < NAME_SIZE * 2 / 3:
        names = [table.game.players[seat] for seat in seats]
        parts = [fit(name, LIST_RIGHT - LIST_LEFT, 26, 16) for name in names[:2]]
    total, y = fit(figure(side.total), LIST_RIGHT - LIST_LEFT, 100, 50), round(top + height - 34, 1)
    first = y - total.size - 30 * (len(parts) - 1)
    return SideLine(tuple((words, first + 30 * line) for line, words in enumerate(parts)), total, side.won, y)


def _flat_line(table: Table, side: FinalSide, top: float, height: float) -> SideLine:
    y = round(top + height * 0.75, 1)
    total = fit(figure(side.total), 270, min(round(height * 0.7), 60), 24)
    room = LIST_RIGHT - LIST_LEFT - text_width(total.text, total.size) - 24
    return SideLine(((fit(side.name, room, NAME_SIZE, 18), y),), total, side.won, y)


def fit(text: str, width: float, size: int, smallest: int, ending: str = "") -> Words:
    """Text in the largest size that fits; one that is too long for the smallest is cut before its ending."""
    text = clean(text)
    while size > smallest and text_width(text + ending, size) > width:
        size -= 1
    if text_width(text + ending, size) <= width:
        return Words(text + ending, size)
    return Words(f"{_cut(text, width - text_width(f'…{ending}', size), size)}…{ending}", size)


def clean(text: str) -> str:
    """Text without characters that have no shape, some of which no XML may hold."""
    return "".join(character for character in text if character.isprintable() or character == "\u202f")


def _cut(text: str, width: float, size: int) -> str:
    while text and text_width(text, size) > width:
        text = text[:-1]
    return text.rstrip()


def text_width(text: str, size: int) -> float:
    """About how wide a text is, rather too wide than too narrow."""
    return sum(map(_width, text)) * size


def _width(character: str) -> float:
    if character in NARROW:
        return 0.45
    if character in WIDE or unicodedata.east_asian_width(character) in "WF":
        return 1.1
    return 0.88 if character.isupper() else 0.71


@dataclass(frozen=True)
class Preview:
    """What a messenger shows of a link."""

    title: str
    description: str
    #: The link itself, and the picture: both with the server's name.
    url: str
    image: str
    width: int = WIDTH
    height: int = HEIGHT


def link_preview(table: Table, key: str) -> Preview:
    """The preview of the link that has this key."""
    name = at_table(table)[0].game.name
    scores = ", ".join(f"{side.name} {figure(side.total)}" for side in final_sides(table))
    title = headline(table) if table.sheet.over else f"{name}, hand {len(table.sheet.hands) + 1}"
    return Preview(
        title,
        f"{name}: {scores}" if table.sheet.over else scores,
        join_link(table.game.id, key),
        picture_link(table, key),
    )


def join_link(game_id: str, key: str) -> str:
    """The address by which another phone opens a game."""
    return url_for("share.join", game_id=game_id, key=key, _external=True)


def picture_link(table: Table, key: str, kind: str = "png") -> str:
    """The address of the picture, with the revision so that caches never show an older one."""
    return url_for(
        "exports.picture",
        game_id=table.game.id,
        key=picture_key(key),
        kind=kind,
        v=table.game.revision,
        _external=True,
    )


#: More hands are not named one by one.
MOST_HANDS_NAMED = 4
#: So many moments stand on the page.
MOST_MOMENTS = 3
#: A pause of hours says nothing about how long people played.
LONGEST_GAME = timedelta(hours=12)

STORIES = {
    Lead.ALWAYS: "They led from the first hand to the last.",
    Lead.AT_THE_END: "They led only once: at the end.",
    Lead.SOMETIMES: "",
}
LABELS = {
    MomentKind.BIGGEST_HAND: "Biggest hand",
    MomentKind.COSTLIEST_HAND: "Costliest hand",
    MomentKind.COMEBACK: "Comeback",
    MomentKind.LEAD_CHANGES: "Lead changes",
    MomentKind.HIGHEST_BID: "Highest bid made",
    MomentKind.MOST_SETS: "Most sets",
    MomentKind.NO_SETS: "Every bid was made",
}


@dataclass(frozen=True)
class Finish:
    """Values for the finish page other than the sheet."""

    headline: str
    story: str
    #: The best first.
    sides: tuple[FinalSide, ...]
    #: Label, words and figure of each.
    moments: tuple[tuple[str, str, str], ...]
    chart: Chart | None
    played: str
    #: The link by which others see the result, and what a messenger shows of it.
    preview: Preview


def finish(table: Table) -> Finish:
    """The finish of a game that is over."""
    sheet, end = table.sheet, at_table(table)[1].end.facts()
    story = STORIES[winners_lead(sheet, end["lowest"])]
    return Finish(
        headline(table),
        story,
        final_sides(table),
        _moment_rows(table, key_moments(sheet, end["lowest"]), story),
        chart(sheet, end["points"]),
        _played(table),
        link_preview(table, table.game.watch_key),
    )


def _moment_rows(table: Table, moments: Sequence[Moment], story: str) -> tuple[tuple[str, str, str], ...]:
    """The first moments in words, without what the page already says."""
    biggest = next((moment.hands for moment in moments if moment.kind is MomentKind.BIGGEST_HAND), None)
    fresh = [
        moment
        for moment in moments
        if not (moment.kind is MomentKind.HIGHEST_BID and moment.hands == biggest)
        and not (moment.kind is MomentKind.LEAD_CHANGES and story)
    ]
    return tuple(
        (LABELS[moment.kind], _moment_words(table, moment), _moment_figure(moment)) for moment in fresh[:MOST_MOMENTS]
    )


def _moment_figure(moment: Moment) -> str:
    return gain(moment.figure) if moment.kind is MomentKind.BIGGEST_HAND else figure(moment.figure)


def _moment_words(table: Table, moment: Moment) -> str:
    if moment.kind is MomentKind.COMEBACK:
        return f"behind after hand {moment.hands[0]}"
    bid = _bid_words(table, moment)
    return bid or ", ".join(filter(None, (_whose(table, moment), _hand_numbers(moment.hands))))


def _bid_words(table: Table, moment: Moment) -> str:
    """The bid of a single hand, if the side that the moment is about won the bid."""
    if len(moment.hands) != 1 or len(moment.sides) != 1:
        return ""
    version, seats = table.hands[moment.hands[0] - 1], table.sheet.sides[moment.sides[0]].seats
    facts = version.facts or {}
    return describe_hand(facts, table.names_in(version.hand)) if facts.get("bidder") in seats else ""


def _whose(table: Table, moment: Moment) -> str:
    """The bidder, if it is one player in all of these hands; otherwise the sides."""
    if not moment.sides:
        return ""
    sides = [table.sheet.sides[side] for side in moment.sides]
    names = {_bidder(table, place, sides[0].seats) for place in moment.hands}
    if len(sides) == len(names) == 1 and (name := names.pop()):
        return name
    return listed([side.name for side in sides])


def _bidder(table: Table, place: int, seats: Sequence[int]) -> str:
    """Who won the bid of a hand, if it was one of these seats."""
    version = table.hands[place - 1]
    seat: int = (version.facts or {}).get("bidder", -1)
    return table.names_in(version.hand)[seat] if seat in seats else ""


def _hand_numbers(hands: Sequence[int]) -> str:
    if not 0 < len(hands) <= MOST_HANDS_NAMED:
        return ""
    return f"hand {hands[0]}" if len(hands) == 1 else f"hands {listed([str(hand) for hand in hands])}"


def _played(table: Table) -> str:
    """How many hands, and in how much time where the hands were entered as they were played."""
    count = len(table.sheet.hands)
    hands = f"{count} hand{'s' if count > 1 else ''}"
    saved = [version.at for version in table.hands]
    minutes = round((max(saved) - table.game.created_at) / timedelta(minutes=1)) if saved else 0
    return f"{hands} in {_duration(minutes)}" if 0 < minutes <= LONGEST_GAME / timedelta(minutes=1) else hands


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours} hour{'s' if hours > 1 else ''}" if hours else "", f"{rest} minute{'s' if rest != 1 else ''}"]
    return " ".join(part for part in parts if part)
