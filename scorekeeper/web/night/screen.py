"""How large the big screen writes: as large as everything fits without scrolling.

The stylesheet makes the screen 80 by 45 units, whatever its size, and has one class for each size of `SIZES`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from scorekeeper.web.night.views import RoundView, StandingRow, TableCard

#: Sizes of type in units, the largest first; the class of a size is its place here.
SIZES = (4.5, 3.6, 2.9, 2.3, 1.9, 1.6, 1.4, 1.2, 1.0, 0.85, 0.7, 0.6, 0.5)
#: The room for tables and for the column beside them, in units.
TABLES_WIDTH, TABLES_HEIGHT = 55.0, 38.0
ASIDE_WIDTH, ASIDE_HEIGHT, HEADING, CODE = 19.0, 38.0, 3.0, 11.0
#: Widths of characters and the height of a line, in sizes of type.
WIDE, CAPITAL, CHARACTER, LINE = 1.0, 0.74, 0.52, 1.3
#: A figure is this much larger than a name, and this many characters wide.
FIGURE, FIGURE_CHARACTERS = 1.5, 4
#: The height of the line with the number of the table and its state, in sizes of type.
HEADER = 1.65
PADDING_X, PADDING_Y, GAP = 1.6, 0.8, 0.3
MOST_COLUMNS = 6
#: The standings are never written larger than this, and the names of people who wait no larger than that.
LARGEST_ROW, LARGEST_NAME = 1.4, 2.9


@dataclass(frozen=True)
class ScreenLayout:
    """Columns of tables, the size of each table by its id, and the standings that fit."""

    columns: int
    sizes: dict[int, int]
    standings_size: int
    standings: tuple[StandingRow, ...]
    #: How many rows of the standings did not fit.
    left_out: int
    names_size: int


def screen_layout(
    current_round: RoundView | None, rows: Sequence[StandingRow], names: Sequence[str], has_code: bool
) -> ScreenLayout:
    """The layout of the big screen."""
    tables = current_round.tables if current_round else ()
    columns = min(MOST_COLUMNS, max(1, ceil(sqrt(len(tables) * 0.75))))
    sizes = _table_sizes(tables, columns)
    size, count = _standings_size(rows, ASIDE_HEIGHT - HEADING - (CODE if has_code else 0))
    return ScreenLayout(columns, sizes, size, tuple(rows[:count]), len(rows) - count, _names_size(names))


def _table_sizes(tables: Sequence[TableCard], columns: int) -> dict[int, int]:
    """The place in `SIZES` for every table: the same for most, smaller where names are long."""
    lines = ceil(len(tables) / columns)
    width, height = TABLES_WIDTH / columns - GAP - PADDING_X, TABLES_HEIGHT / max(lines, 1) - GAP - PADDING_Y
    fitting = {table.id: _first_fit(_table_heights(table, width), height) for table in tables}
    usual = sorted(fitting.values())[len(fitting) // 4] if fitting else 0
    return {table: max(size, usual) for table, size in fitting.items()}


def _table_heights(table: TableCard, width: float) -> Iterable[float]:
    """The height of a table in each size."""
    for size in SIZES:
        room = width - FIGURE_CHARACTERS * CHARACTER * FIGURE * size
        sides = sum(max(FIGURE, _lines(side.names, room, size)) for side in table.sides)
        yield (sides * LINE + HEADER) * size


def _lines(text: str, width: float, size: float) -> int:
    """The lines of a text; words that do not fit leave a gap at the end of a line, longer ones are broken."""
    line = max(2 * WIDE, width / size)
    lines, left = 1, line
    for word in text.split(" "):
        length = _word_width(word)
        if length > left and left < line:
            lines, left = lines + 1, line
        while length > left:
            lines, length, left = lines + 1, length - left + WIDE, line
        left = max(0.0, left - length - CHARACTER)
    return lines


def _word_width(word: str) -> float:
    """The width of a word in sizes of type, rather too wide than too narrow."""
    return sum(
        WIDE if character in "WMwm@" or not character.isascii() else CAPITAL if character.isupper() else CHARACTER
        for character in word
    )


def _first_fit(heights: Iterable[float], height: float) -> int:
    return next((place for place, wanted in enumerate(heights) if wanted <= height), len(SIZES) - 1)


def _standings_size(rows: Sequence[StandingRow], height: float) -> tuple[int, int]:
    """The place in `SIZES` for the standings, and how many rows fit."""
    places = [place for place, size in enumerate(SIZES) if 0.7 <= size <= LARGEST_ROW]
    for place in places:
        heights = _row_heights(rows, SIZES[place])
        if sum(heights) <= height:
            return place, len(rows)
    count, used = 0, _line(SIZES[places[-1]])
    for row in _row_heights(rows, SIZES[places[-1]]):
        used += row
        if used > height:
            break
        count += 1
    return places[-1], count


def _row_heights(rows: Sequence[StandingRow], size: float) -> list[float]:
    room = ASIDE_WIDTH - 8 * CHARACTER * size
    return [_lines(row.name, room, size) * _line(size) for row in rows]


def _line(size: float) -> float:
    return LINE * size + 0.2


def _names_size(names: Sequence[str]) -> int:
    """The place in `SIZES` for the names of everybody who is here."""
    text = ", ".join(names)
    height = TABLES_HEIGHT - 2 * PADDING_Y - 8
    for place, size in enumerate(SIZES):
        if size <= LARGEST_NAME and _lines(text, TABLES_WIDTH - 2 * PADDING_X, size) * LINE * size <= height:
            return place
    return len(SIZES) - 1
