"""Line charts as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil, floor

from scorekeeper.league.words import number
from scorekeeper.rules.values import Sheet, figure

#: The size of the picture, and the room for labels on its sides.
WIDTH, HEIGHT = 340, 170
LEFT, RIGHT, TOP, BOTTOM = 44, 40, 10, 22
#: A number below the first row keeps away from the word on its left.
INDENT = 12
#: One hand is one dot: there is nothing to draw.
FEWEST_HANDS = 2
#: About so many lines of points, and at most so many numbers of hands or nights.
LINES, MOST_NUMBERS = 5, 10
#: At most so many lines have a total at their end, this far apart; more would overlap.
MOST_ENDS, APART = 4, 13
STEPS = (1, 2, 5)
Figure = int | Fraction
#: Every side has its own dashes, so that color is not the only sign.
DASHES = ("", "6 4", "2 3", "10 4 2 4", "1 4", "8 2", "4 4 1 4", "12 3")


@dataclass(frozen=True)
class Label:
    """A label at its place."""

    text: str
    at: float


@dataclass(frozen=True)
class Track:
    """One line of the picture."""

    name: str
    points: str
    dash: str
    end_x: float
    end_y: float
    #: The last figure, at the end of the line.
    end: Label | None
    #: It is the reader's own line.
    own: bool


@dataclass(frozen=True)
class Chart:
    """All tracks, lines of points with their labels, numbers of hands or nights, and the line to reach."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    tracks: tuple[Track, ...]
    levels: tuple[Label, ...]
    #: What the numbers below count.
    axis: str
    numbers: tuple[Label, ...]
    target: Label | None
    summary: str


@dataclass(frozen=True)
class Plot:
    """What a picture shows: names, and one row of figures for each hand or night."""

    names: Sequence[str]
    rows: Sequence[Sequence[Figure]]
    axis: str
    #: The number of the first row.
    first: int
    summary: str
    target: int | None = None
    write: Callable[[Figure], str] = number
    most_ends: int = MOST_ENDS
    #: Which of the names is the reader's, if one is.
    own: int | None = None


@dataclass(frozen=True)
class _Scale:
    """Where figures and rows lie in the picture."""

    low: int
    high: int
    steps: int
    #: Where the first row stands.
    start: int

    def y(self, points: Figure) -> float:
        share = (self.high - points) / max(1, self.high - self.low)
        return round(TOP + float(share) * (HEIGHT - TOP - BOTTOM), 1)

    def x(self, step: int) -> float:
        return round(self.start + step * (WIDTH - self.start - RIGHT) / self.steps, 1)


def chart(sheet: Sheet, target: int | None) -> Chart | None:
    """The picture of a game of at least two hands; `target` is the line to reach."""
    if len(sheet.hands) < FEWEST_HANDS:
        return None
    rows = [sheet.start, *(hand.totals for hand in sheet.hands)]
    return draw(Plot([side.name for side in sheet.sides], rows, "Hand", 0, _summary(sheet), target))


def draw(plot: Plot) -> Chart:
    """The picture of at least two rows."""
    known = [*(() if plot.target is None else (plot.target,)), *(total for row in plot.rows for total in row)]
    scale = _Scale(floor(min(known)), ceil(max(known)), len(plot.rows) - 1, LEFT + INDENT * bool(plot.first))
    return Chart(
        WIDTH,
        HEIGHT,
        LEFT,
        WIDTH - RIGHT,
        HEIGHT - BOTTOM,
        _tracks(plot, scale),
        tuple(Label(plot.write(level), scale.y(level)) for level in _levels(scale, plot.target)),
        plot.axis,
        tuple(Label(str(step), scale.x(step - plot.first)) for step in _numbers(plot.first, scale.steps)),
        None if plot.target is None else Label(plot.write(plot.target), scale.y(plot.target)),
        plot.summary,
    )


def _tracks(plot: Plot, scale: _Scale) -> tuple[Track, ...]:
    last = plot.rows[-1]
    ends = _ends(plot, scale) if len(last) <= plot.most_ends else [None] * len(last)
    tracks = []
    for side, name in enumerate(plot.names):
        dots = [(scale.x(step), scale.y(row[side])) for step, row in enumerate(plot.rows)]
        points = " ".join(f"{x:g},{y:g}" for x, y in dots)
        tracks.append(Track(name, points, DASHES[side % len(DASHES)], *dots[-1], ends[side], side == plot.own))
    return tuple(tracks)


def _ends(plot: Plot, scale: _Scale) -> list[Label | None]:
    """Labels at the ends of the lines, moved apart where they are close."""
    last = plot.rows[-1]
    ends: list[Label | None] = [None] * len(last)
    lowest = HEIGHT - BOTTOM - APART * (len(last) - 1)
    before = float("-inf")
    for rank, side in enumerate(sorted(range(len(last)), key=lambda side: -last[side])):
        before = max(min(scale.y(last[side]), lowest + APART * rank), before + APART)
        ends[side] = Label(plot.write(last[side]), before)
    return ends


def _levels(scale: _Scale, target: int | None) -> list[int]:
    """Round figures between the lowest and the highest, not too close to the target."""
    step = _step(scale.high - scale.low, LINES)
    first = -(-scale.low // step) * step
    levels = range(first, scale.high + 1, step)
    near = [] if target is None else [target]
    return [level for level in levels if all(abs(scale.y(level) - scale.y(line)) >= APART for line in near)]


def _step(span: int, most: int) -> int:
    """The smallest round step that a span has at most so often."""
    steps = (step * int(10**power) for power in count() for step in STEPS)
    return next(step for step in steps if span <= step * most)


def _numbers(first: int, steps: int) -> list[int]:
    """Rows whose numbers stand below: every one but 0, or some at equal distance and the last."""
    step, last = _step(steps, MOST_NUMBERS), first + steps
    between = range(max(1, -(-first // step)) * step, last, step)
    return [*(place for place in between if last - place > step // 2), last]


def _summary(sheet: Sheet) -> str:
    """The picture in words, for screen readers."""
    totals = ", ".join(f"{side.name} {figure(total)}" for side, total in zip(sheet.sides, sheet.totals, strict=True))
    return f"Running totals over {len(sheet.hands)} hands. At the end: {totals}."
