"""The running totals as a picture: page values of an SVG that the server draws."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.actions.table.access import Table

WIDTH, HEIGHT, MARGIN = 320, 160, 14
#: Every side has its own dashes, so that color is not the only sign.
DASHES = ("", "6 4", "2 3", "10 4 2 4", "1 4", "8 2", "4 4 1 4", "12 3")


@dataclass(frozen=True)
class Track:
    """One side's way through the game."""

    name: str
    points: str
    dash: str
    end_x: float
    end_y: float


@dataclass(frozen=True)
class Chart:
    """All tracks, the line of zero, and the size."""

    width: int
    height: int
    zero: float
    tracks: tuple[Track, ...]


def chart(table: Table) -> Chart | None:
    """The picture of a game, once there is something to draw."""
    hands = table.sheet.hands
    if not hands:
        return None
    rows = [(0,) * len(table.sheet.sides), *(hand.totals for hand in hands)]
    low, high = min(map(min, rows)), max(map(max, rows))
    scale = (HEIGHT - 2 * MARGIN) / max(1, high - low)
    step = (WIDTH - 2 * MARGIN) / (len(rows) - 1)
    tracks = []
    for side, entry in enumerate(table.sheet.sides):
        dots = [(MARGIN + index * step, MARGIN + (high - row[side]) * scale) for index, row in enumerate(rows)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
        tracks.append(Track(entry.name, points, DASHES[side % len(DASHES)], *dots[-1]))
    return Chart(WIDTH, HEIGHT, MARGIN + high * scale, tuple(tracks))
