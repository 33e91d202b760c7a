"""The largest number of couples among people of whom only some may be paired.

Edmonds' blossom algorithm: from somebody without a partner a tree of alternating ties is grown; an odd
circle in it is drawn together to one point; reaching another without a partner makes one couple more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

NOBODY = -1


def largest_matching(friends: Sequence[Sequence[int]]) -> list[int]:
    """Everybody's partner, or -1; `friends` names for each whom he may be paired with."""
    mate = [NOBODY] * len(friends)
    for one in range(len(friends)):
        free = next((other for other in friends[one] if mate[one] == mate[other] == NOBODY), None)
        if free is not None:
            mate[one], mate[free] = free, one
    for root in range(len(friends)):
        if mate[root] == NOBODY:
            _Tree(friends, mate, root).grow()
    return mate


class _Tree:
    """The search from one person; it changes `mate` if it finds a way to one couple more."""

    def __init__(self, friends: Sequence[Sequence[int]], mate: list[int], root: int) -> None:
        self.friends, self.mate = friends, mate
        self.base = list(range(len(friends)))
        self.parent = [NOBODY] * len(friends)
        self.reached = [False] * len(friends)
        self.reached[root] = True
        self.root, self.queue = root, deque([root])

    def grow(self) -> None:
        """Look from everybody reached, until somebody free is found."""
        while self.queue:
            here = self.queue.popleft()
            for other in self.friends[here]:
                if self._visit(here, other):
                    return

    def _visit(self, here: int, other: int) -> bool:
        """Follow one tie; true if it ends in a new couple."""
        if self.base[here] == self.base[other] or self.mate[here] == other:
            return False
        beyond = self.mate[other]
        if other == self.root or (beyond != NOBODY and self.parent[beyond] != NOBODY):
            self._draw_together(here, other)
        elif self.parent[other] == NOBODY:
            self.parent[other] = here
            if beyond == NOBODY:
                self._pair_up(other)
                return True
            self.reached[beyond] = True
            self.queue.append(beyond)
        return False

    def _pair_up(self, last: int) -> None:
        """Swap ties along the way back to the root."""
        while last != NOBODY:
            before = self.parent[last]
            after = self.mate[before]
            self.mate[last], self.mate[before] = before, last
            last = after

    def _draw_together(self, one: int, other: int) -> None:
        """Make one point of an odd circle."""
        meeting = self._common(one, other)
        circle: set[int] = set()
        self._mark(one, meeting, other, circle)
        self._mark(other, meeting, one, circle)
        for point in range(len(self.base)):
            if self.base[point] in circle:
                self.base[point] = meeting
                if not self.reached[point]:
                    self.reached[point] = True
                    self.queue.append(point)

    def _common(self, one: int, other: int) -> int:
        """Where the two ways to the root meet."""
        seen: set[int] = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] == NOBODY:
                break
            one = self.parent[self.mate[one]]
        while self.base[other] not in seen:
            other = self.parent[self.mate[self.base[other]]]
        return self.base[other]

    def _mark(self, point: int, meeting: int, child: int, circle: set[int]) -> None:
        while self.base[point] != meeting:
            circle |= {self.base[point], self.base[self.mate[point]]}
            self.parent[point] = child
            child = self.mate[point]
            point = self.parent[child]
