"""The big screen and the round clock.

The screen writes as large as everything fits without scrolling. The stylesheet makes it 80 by 45 units, whatever its
size, and has one class for each size of `SIZES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from time import time

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import clock, events
from scorekeeper.actions.event.access import RUNNER, EventAccess, require_screen
from scorekeeper.actions.following import follow_screen
from scorekeeper.league.words import called
from scorekeeper.web import parse
from scorekeeper.web.addresses import go_to, qr
from scorekeeper.web.event.page import back_to_event, checkin_code, page_values
from scorekeeper.web.event.views import RoundView, TableCard, open_event, render_event
from scorekeeper.web.http.event_stream import stream

blueprint = Blueprint("screen", __name__)

#: Sizes of type in units, the largest first; the class of a size is its place here.
SIZES = (4.5, 3.6, 2.9, 2.3, 1.9, 1.6, 1.4, 1.2, 1.0, 0.85, 0.7, 0.6, 0.5)
#: The room for tables and for the column on their right, in units.
TABLES_WIDTH, TABLES_HEIGHT = 55.0, 38.0
ASIDE_WIDTH, ASIDE_HEIGHT, HEADING, CODE = 19.0, 38.0, 3.0, 11.0
#: Above a bracket, tables have the whole width, and each line of them this height.
WHOLE_WIDTH, LINE_HEIGHT = 77.0, 8.0
#: Widths of characters and the height of a line, in sizes of type.
WIDE, CAPITAL, CHARACTER, LINE = 1.0, 0.74, 0.52, 1.3
#: The name of a winner is this much wider.
BOLD = 1.1
#: A figure is this much larger than a name, and this many characters wide.
FIGURE, FIGURE_CHARACTERS = 1.5, 4
#: The height of the line with the number of the table and its state, in sizes of type.
HEADER = 1.65
PADDING_X, PADDING_Y, GAP = 1.6, 0.8, 0.3
MOST_COLUMNS = 6
#: The largest sizes of the standings and of the names of people who wait.
LARGEST_ROW, LARGEST_NAME = 1.4, 2.9


@dataclass(frozen=True)
class ScreenLayout:
    """Columns of tables, the size of each table by its id, and how much of the standings fits."""

    columns: int
    sizes: dict[int, int]
    standings_size: int
    #: How many rows of the standings fit.
    standings_rows: int
    names_size: int


def screen_layout(
    current_round: RoundView | None, rows: Sequence[str], names: Sequence[str], has_code: bool, has_bracket: bool
) -> ScreenLayout:
    """The layout of the big screen; `rows` are the names in the standings, `names` those of the people here."""
    tables = current_round.tables if current_round else ()
    columns = min(MOST_COLUMNS, max(1, len(tables) if has_bracket else ceil(sqrt(len(tables) * 0.75))))
    lines = ceil(len(tables) / columns)
    room = (WHOLE_WIDTH, LINE_HEIGHT * lines) if has_bracket else (TABLES_WIDTH, TABLES_HEIGHT)
    sizes = _table_sizes(tables, columns, room)
    size, count = _standings_size(rows, ASIDE_HEIGHT - HEADING - (CODE if has_code else 0))
    return ScreenLayout(columns, sizes, size, count, _names_size(names))


def _table_sizes(tables: Sequence[TableCard], columns: int, room: tuple[float, float]) -> dict[int, int]:
    """The place in `SIZES` for every table: the same for most, smaller where names are long."""
    lines = ceil(len(tables) / columns)
    width, height = room[0] / columns - GAP - PADDING_X, room[1] / max(lines, 1) - GAP - PADDING_Y
    fitting = {table.id: _first_fit(_table_heights(table, width), height) for table in tables}
    usual = sorted(fitting.values())[len(fitting) // 4] if fitting else 0
    return {table: max(size, usual) for table, size in fitting.items()}


def _table_heights(table: TableCard, width: float) -> Iterable[float]:
    """The height of a table in each size."""
    for size in SIZES:
        room = width - FIGURE_CHARACTERS * CHARACTER * FIGURE * size
        sides = sum(max(FIGURE, _lines(side.names, room / (BOLD if side.won else 1), size)) for side in table.sides)
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


def _standings_size(rows: Sequence[str], height: float) -> tuple[int, int]:
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


def _row_heights(rows: Sequence[str], size: float) -> list[float]:
    room = ASIDE_WIDTH - 8 * CHARACTER * size
    return [_lines(name, room, size) * _line(size) for name in rows]


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


@blueprint.get("/screen/<key>")
def page(key: str) -> str:
    """The big screen by its link: tables, scores, clock and standings."""
    return _screen(require_screen(key), screen_key=key, address=url_for("screen.page", key=key))


@blueprint.get("/event/<event_id>/screen")
def member_page(event_id: str) -> str:
    """The big screen, opened from the page of the event."""
    return _screen(open_event(event_id))


def _screen(access: EventAccess, **more: str) -> str:
    values = page_values(access)
    name, people = values["name"], [own.name for own in values["here"] or values.get("entrants", ())]
    current_round, has_bracket = values["current_round"], bool(values.get("bracket"))
    # While tables play, the room is theirs.
    code = checkin_code(access)[1] if current_round is None or current_round.ended else ""
    rows = [called(row.entrant, name) for row in values["rows"]]
    layout = screen_layout(current_round, rows, people, bool(code), has_bracket)
    return render_template("event/screen.html", **values, code=code, layout=layout, **more)


@blueprint.get("/screen/<key>/events")
def live(key: str) -> Response:
    """A stream of the event's revisions."""
    return stream(lambda: follow_screen(key))


@blueprint.get("/event/<event_id>/screen-link")
def link(event_id: str) -> str:
    """The link of the big screen with its QR code, for a television where nobody is signed in."""
    access = open_event(event_id, RUNNER)
    key = None if access.closed else access.event.screen_key
    address = url_for("screen.page", key=key, _external=True) if key else ""
    code = qr(address) if address else ""
    return render_event("event/screen_link.html", access, link=address, code=code)


@blueprint.post("/event/<event_id>/screen-link")
def renew_link(event_id: str) -> ResponseReturnValue:
    """Replace the link."""
    access = open_event(event_id, RUNNER)
    refusal = events.replace_screen_link(access)
    return go_to(
        "screen.link", " ".join(refusal.messages) if refusal else "The big screen has a new link.", event_id=event_id
    )


#: Minutes that a round gets when it is extended.
EXTENSION = 5
#: What each button does, and the message when it is done.
ACTS: dict[str, tuple[Callable[[EventAccess], Refusal | None], str]] = {
    "pause": (clock.pause, ""),
    "extend": (lambda access: clock.extend(access, EXTENSION), ""),
    "time-up": (clock.call_time, "Time is up. Every table finishes its hand and stops."),
    "stop-all": (clock.stop_all, "All tables are stopped. Their finished hands count."),
    "play-on": (clock.play_on, "Undone. The tables play on."),
}


@blueprint.post("/event/<event_id>/clock")
def start_clock(event_id: str) -> ResponseReturnValue:
    """Start the clock."""
    access = open_event(event_id, RUNNER)
    return back_to_event(access, clock.start(access, parse.count(request.form.get("minutes", "").strip())))


@blueprint.post("/event/<event_id>/clock/<any('pause', 'extend', 'time-up', 'stop-all', 'play-on'):deed>")
def change_clock(event_id: str, deed: str) -> ResponseReturnValue:
    """Pause the clock, give the round some more minutes, call time, stop all tables, or undo that."""
    access = open_event(event_id, RUNNER)
    action, message = ACTS[deed]
    return back_to_event(access, action(access), message)


@blueprint.get("/time")
def server_time() -> Response:
    """Milliseconds since 1970."""
    return Response(str(round(time() * 1000)), mimetype="text/plain", headers={"Cache-Control": "no-store"})
