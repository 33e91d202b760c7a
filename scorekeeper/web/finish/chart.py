"""The running totals as a picture: page values of an SVG that the server draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from scorekeeper.rules.values import Sheet
from scorekeeper.web.template_filters import figure

#: The size of the picture, and the room for labels on its sides.
WIDTH, HEIGHT = 340, 170
LEFT, RIGHT, TOP, BOTTOM = 44, 40, 10, 22
#: One hand is one dot: there is nothing to draw.
FEWEST_HANDS = 2
#: About so many lines of points, and at most so many numbers of hands.
LINES, MOST_NUMBERS = 5, 10
#: Totals stand beside the ends of so many lines, this far apart; more would lie on each other.
MOST_ENDS, APART = 4, 13
STEPS = (1, 2, 5)
#: Every side has its own dashes, so that color is not the only sign.
DASHES = ("", "6 4", "2 3", "10 4 2 4", "1 4", "8 2", "4 4 1 4", "12 3")


@dataclass(frozen=True)
class Label:
    """A label at its place."""

    text: str
    at: float


@dataclass(frozen=True)
class Track:
    """One side's way through the game."""

    name: str
    points: str
    dash: str
    end_x: float
    end_y: float
    #: The total, beside the end of the line.
    end: Label | None


@dataclass(frozen=True)
class Chart:
    """All tracks, lines of points with their labels, numbers of hands, and the line to reach."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    tracks: tuple[Track, ...]
    levels: tuple[Label, ...]
    hands: tuple[Label, ...]
    target: Label | None
    summary: str


@dataclass(frozen=True)
class _Scale:
    """Where points and hands lie in the picture."""

    low: int
    high: int
    hands: int

    def y(self, points: int) -> float:
        share = (self.high - points) / max(1, self.high - self.low)
        return round(TOP + share * (HEIGHT - TOP - BOTTOM), 1)

    def x(self, hand: int) -> float:
        return round(LEFT + hand * (WIDTH - LEFT - RIGHT) / self.hands, 1)


def chart(sheet: Sheet, target: int | None) -> Chart | None:
    """The picture of a game of at least two hands; `target` is the line to reach."""
    if len(sheet.hands) < FEWEST_HANDS:
        return None
    rows = [(0,) * len(sheet.sides), *(hand.totals for hand in sheet.hands)]
    known = [0, *(() if target is None else (target,)), *(total for row in rows for total in row)]
    scale = _Scale(min(known), max(known), len(rows) - 1)
    return Chart(
        WIDTH,
        HEIGHT,
        LEFT,
        WIDTH - RIGHT,
        HEIGHT - BOTTOM,
        _tracks(sheet, rows, scale),
        tuple(Label(figure(points), scale.y(points)) for points in _levels(scale, target)),
        tuple(Label(str(hand), scale.x(hand)) for hand in _numbers(scale.hands)),
        None if target is None else Label(figure(target), scale.y(target)),
        _summary(sheet),
    )


def _tracks(sheet: Sheet, rows: Sequence[Sequence[int]], scale: _Scale) -> tuple[Track, ...]:
    ends = _ends(rows[-1], scale) if len(sheet.sides) <= MOST_ENDS else [None] * len(sheet.sides)
    tracks = []
    for side, entry in enumerate(sheet.sides):
        dots = [(scale.x(hand), scale.y(row[side])) for hand, row in enumerate(rows)]
        points = " ".join(f"{x:g},{y:g}" for x, y in dots)
        tracks.append(Track(entry.name, points, DASHES[side % len(DASHES)], *dots[-1], ends[side]))
    return tuple(tracks)


def _ends(totals: Sequence[int], scale: _Scale) -> list[Label | None]:
    """Every total beside the end of its line; those that are close make room for each other."""
    ends: list[Label | None] = [None] * len(totals)
    lowest = HEIGHT - BOTTOM - APART * (len(totals) - 1)
    before = float("-inf")
    for rank, side in enumerate(sorted(range(len(totals)), key=lambda side: -totals[side])):
        before = max(min(scale.y(totals[side]), lowest + APART * rank), before + APART)
        ends[side] = Label(figure(totals[side]), before)
    return ends


def _levels(scale: _Scale, target: int | None) -> list[int]:
    """Round figures between the lowest and the highest, and not upon the target."""
    step = _step(scale.high - scale.low, LINES)
    first = -(-scale.low // step) * step
    levels = range(first, scale.high + 1, step)
    near = [] if target is None else [target]
    return [level for level in levels if all(abs(scale.y(level) - scale.y(line)) >= APART for line in near)]


def _step(span: int, most: int) -> int:
    """The smallest round step that a span has at most so often."""
    steps = (step * int(10**power) for power in count() for step in STEPS)
    return next(step for step in steps if span <= step * most)


def _numbers(hands: int) -> list[int]:
    """Hands whose numbers stand below: every one, or some at equal distance and the last."""
    step = _step(hands, MOST_NUMBERS)
    return [*(hand for hand in range(step, hands, step) if hands - hand > step // 2), hands]


def _summary(sheet: Sheet) -> str:
    """What the picture shows, for people who hear it."""
    totals = ", ".join(f"{side.name} {figure(total)}" for side, total in zip(sheet.sides, sheet.totals, strict=True))
    return f"Running totals over {len(sheet.hands)} hands. At the end: {totals}."
