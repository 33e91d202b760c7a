"""The score sheet as a picture for messages: SVG by a template, and PNG made from it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from flask import render_template
from font_source_sans_pro import font_files_ttf as sans_files
from font_source_serif_pro import font_files_ttf as serif_files
from resvg_py import svg_to_bytes

from scorekeeper.actions.table.access import Table
from scorekeeper.rules.values import ScoredHand, figure
from scorekeeper.web.finish.ranking import FinalSide, final_sides, winners
from scorekeeper.web.table.views import at_table
from scorekeeper.web.template_filters import gain

#: The size that messengers show whole.
WIDTH, HEIGHT = 1200, 630
#: Names and totals on the left, the sheet on the right.
LIST_LEFT, LIST_RIGHT, LIST_TOP, LIST_BOTTOM = 60, 550, 180, 580
NUMBER_RIGHT, SHEET_RIGHT, SHEET_TOP = 640, 1140, 202
ROW_HEIGHT = 34
HEADLINE_SIZE, NAME_SIZE = 60, 36
#: So many hands stand on the sheet; of a longer game the last ones.
MOST_ROWS = 10
#: Up to so many sides, the points of a hand stand beside the total.
MOST_WITH_POINTS = 2

FONT_FILES = [serif_files["SourceSerifProBold"], sans_files["SourceSansPro"]]
#: Characters before this one are in these fonts; for others the server's own fonts are looked at.
LAST_LETTER = "\u0530"
PUNCTUATION = "\u2009\u202f‘’“”–—…−"
#: The width of characters at size 1, rather too wide than too narrow.
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
    """All that the template draws."""

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
    """A drawing as PNG; the same one is made once."""
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
        tuple(_hand_lines(sheet.hands, ends)),
        max(0, len(sheet.hands) - MOST_ROWS),
    )


def _column_heads(names: Sequence[str], width: float) -> list[Words]:
    """The names in one size."""
    size = min(fit(name, width, 20, 13).size for name in names)
    return [fit(name, width, size, size) for name in names]


def _headline(table: Table) -> Words:
    """Who has won; the names of a running game stand below."""
    if not table.sheet.over:
        return Words(f"Hand {len(table.sheet.hands) + 1}", HEADLINE_SIZE)
    names, verb = winners(table)
    return fit(names, SHEET_RIGHT - LIST_LEFT, HEADLINE_SIZE, HEADLINE_SIZE // 2, f" {verb}!")


def _hand_lines(hands: Sequence[ScoredHand], ends: Sequence[float]) -> Iterator[HandLine]:
    """The last hands, below the line that counts the earlier ones."""
    first = max(0, len(hands) - MOST_ROWS)
    with_points = len(ends) <= MOST_WITH_POINTS
    for line, place in enumerate(range(first + 1, len(hands) + 1), bool(first)):
        hand = hands[place - 1]
        cells = [
            Cell(gain(points) if with_points else "", figure(total), points < 0, end)
            for points, total, end in zip(hand.points, hand.totals, ends, strict=True)
        ]
        yield HandLine(place, tuple(cells), SHEET_TOP + ROW_HEIGHT * (line + 1))


def _column_ends(count: int) -> list[float]:
    """Where the columns of the sheet end."""
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
