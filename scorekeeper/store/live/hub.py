"""Who follows what: one thread a process looks for changes, and wakes those whom they concern.

It looks only while somebody listens, so it costs nothing otherwise; processes need not know
of each other, because each sees in the database what the others have written. After a lost
connection all channels are read again and compared with what was told last, so nothing is missed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from itertools import chain, count
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import sleep
from typing import Protocol

from scorekeeper.store.live.changes import News

#: Seconds after which a database that failed is tried again.
REST = 1.0
#: A browser opens no more than this many lines to one address; an older one of the same owner is a forgotten one.
MOST_OF_ONE = 6

log = logging.getLogger(__name__)
#: Lines in the order in which they came.
_numbers = count()


class FullError(RuntimeError):
    """As many listen as this process has room for; `owner` came too late."""

    def __init__(self, owner: str) -> None:
        super().__init__("too many listeners")
        self.owner = owner


class Looks(Protocol):
    """What the hub asks again and again."""

    def moved(self) -> bool:
        """Whether something may have changed since the last question."""

    def wait(self) -> None:
        """Wait until something may have changed, or until woken."""

    def wake(self) -> None:
        """End the waiting; called by other threads."""

    def read(self, channels: Collection[str]) -> Mapping[str, News]:
        """The news of every channel."""


class Listener:
    """One who follows one channel; a phone without a cookie has no owner."""

    def __init__(self, hub: Hub, channel: str, owner: str) -> None:
        self.channel, self.owner, self.closed = channel, owner, False
        #: Where it comes from; lines of one address make room for those of others.
        self.address = ""
        self.number = next(_numbers)
        self._hub = hub
        self._news: SimpleQueue[News | None] = SimpleQueue()

    def wait(self, seconds: float) -> News | None:
        """The next news, or nothing if it stays quiet so long (or is closed)."""
        try:
            return self._news.get(timeout=seconds)
        except Empty:
            return None

    def tell(self, news: News | None) -> None:
        """Wake whoever waits."""
        self._news.put(news)

    def close(self) -> None:
        """Listen no longer."""
        self._hub.leave(self)


class Hub:
    """All listeners of this process."""

    def __init__(self, looks: Callable[[], AbstractContextManager[Looks]], most: int) -> None:
        self._looks, self._most = looks, most
        self._lock = Lock()
        self._channels: dict[str, list[Listener]] = {}
        self._owners: dict[str, list[Listener]] = {}
        self._last: dict[str, News] = {}
        self._thread: Thread | None = None
        self._newcomers = False
        #: What the thread waits for now.
        self._current: Looks | None = None

    def __len__(self) -> int:
        return sum(map(len, self._owners.values()))

    def listen(self, channel: str, owner: str) -> Listener:
        """Follow a channel; whoever listens too often, or comes back to a full house, gives up the oldest line.

        What the caller reads after this, together with the news, misses nothing.
        """
        listener = Listener(self, channel, owner)
        with self._lock:
            own = self._owners.get(owner, []) if owner else []
            # After a break hundreds come back at once, and nobody has noticed yet that their old lines are dead.
            if len(own) >= MOST_OF_ONE or (own and len(self) >= self._most):
                self._remove(own[0])
            if len(self) >= self._most:
                raise FullError(owner)
            self._channels.setdefault(channel, []).append(listener)
            self._owners.setdefault(owner, []).append(listener)
            self._newcomers = True
            if self._thread is None:
                self._thread = Thread(target=self._run, name="hub", daemon=True)
                self._thread.start()
            self._wake()
        return listener

    def make_room(self, address: str, owner: str) -> bool:
        """End the oldest line of the address that has the most, if it has more than this one would have.

        A full hall may have all lines of a process, but nobody keeps out the rest of the world. At the same address,
        a line without an owner makes room for one that has one.
        """
        with self._lock:
            by_address: dict[str, list[Listener]] = {}
            for listener in chain.from_iterable(self._owners.values()):
                by_address.setdefault(listener.address, []).append(listener)
            here, largest = by_address.get(address, []), max(by_address.values(), key=len, default=[])
            without_owner = [listener for listener in here if not listener.owner] if owner else []
            dispensable = largest if len(largest) > len(here) + 1 else without_owner
            if not dispensable:
                return False
            self._remove(min(dispensable, key=lambda listener: listener.number))
            return True

    def leave(self, listener: Listener) -> None:
        """Take a listener out; once more does no harm."""
        with self._lock:
            if not listener.closed:
                self._remove(listener)
                self._wake()

    def _wake(self) -> None:
        """Let the thread see who listens; the caller has the lock."""
        if self._current is not None:
            self._current.wake()

    def _remove(self, listener: Listener) -> None:
        listener.closed = True
        for listed, name in ((self._channels, listener.channel), (self._owners, listener.owner)):
            listed[name].remove(listener)
            if not listed[name]:
                del listed[name]
        if listener.channel not in self._channels:
            self._last.pop(listener.channel, None)
        listener.tell(None)

    def close(self) -> None:
        """Send everybody home, and look no longer."""
        with self._lock:
            thread = self._thread
            for listener in [*chain.from_iterable(self._channels.values())]:
                self._remove(listener)
            self._wake()
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        """Look until nobody listens; a database that fails is tried again."""
        while self._needed():
            try:
                with self._looks() as looks, self._waiting_on(looks):
                    self._follow(looks)
            except Exception:
                log.exception("cannot look for changes; trying again")
                sleep(REST)

    @contextmanager
    def _waiting_on(self, looks: Looks) -> Iterator[None]:
        """Say whom to wake."""
        with self._lock:
            self._current = looks
        try:
            yield
        finally:
            with self._lock:
                self._current = None

    def _needed(self) -> bool:
        with self._lock:
            if not self._channels:
                self._thread = None
            # What a new connection has not seen counts as new.
            self._newcomers = True
            return self._thread is not None

    def _follow(self, looks: Looks) -> None:
        while True:
            channels, newcomers = self._wanted()
            if not channels:
                return
            # Always asked, so that the same change is not found twice.
            if looks.moved() or newcomers:
                self._tell(looks.read(channels))
            looks.wait()

    def _wanted(self) -> tuple[tuple[str, ...], bool]:
        with self._lock:
            newcomers, self._newcomers = self._newcomers, False
            return tuple(self._channels), newcomers

    def _tell(self, news_by_channel: Mapping[str, News]) -> None:
        for listener, news in self._concerned_by(news_by_channel):
            listener.tell(news)

    def _concerned_by(self, news_by_channel: Mapping[str, News]) -> list[tuple[Listener, News]]:
        """Everybody who has not heard it; whoever comes after this reads it in the database."""
        concerned: list[tuple[Listener, News]] = []
        with self._lock:
            for channel, news in news_by_channel.items():
                if channel in self._channels and self._last.get(channel) != news:
                    self._last[channel] = news
                    concerned.extend((listener, news) for listener in self._channels[channel])
        return concerned
