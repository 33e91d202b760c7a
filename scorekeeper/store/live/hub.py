"""The hub of this process: one thread looks for changes and wakes the listeners of the changed channels.

The thread runs only while there are listeners. Processes do not talk to each other: each one sees
in the database what the others have written. After a lost connection all channels are read again
and compared with the last known news, so no change is missed.
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

#: Seconds before a failed database is tried again.
REST = 1.0
#: A browser opens at most this many streams to one host, so an older one of the same owner is stale.
MOST_OF_ONE = 6

log = logging.getLogger(__name__)
#: Numbers listeners in order of arrival.
_numbers = count()


class FullError(RuntimeError):
    """This process has no room for another listener of `owner`."""

    def __init__(self, owner: str) -> None:
        super().__init__("too many listeners")
        self.owner = owner


class Looks(Protocol):
    """The source of changes that the hub polls."""

    def moved(self) -> bool:
        """Whether something may have changed since the last call."""

    def wait(self) -> None:
        """Wait until something may have changed, or until woken."""

    def wake(self) -> None:
        """Make `wait` return early. Called from other threads."""

    def read(self, channels: Collection[str]) -> Mapping[str, News]:
        """The current news of each channel."""


class Listener:
    """A subscription to one channel. The owner is empty for a phone without a cookie."""

    def __init__(self, hub: Hub, channel: str, owner: str) -> None:
        self.channel, self.owner, self.closed = channel, owner, False
        #: The client's address. Addresses with many listeners make room for others.
        self.address = ""
        self.number = next(_numbers)
        self._hub = hub
        self._news: SimpleQueue[News | None] = SimpleQueue()

    def wait(self, seconds: float) -> News | None:
        """The next news, or None on timeout or after closing."""
        try:
            return self._news.get(timeout=seconds)
        except Empty:
            return None

    def tell(self, news: News | None) -> None:
        """Deliver news, or None to wake the waiting thread."""
        self._news.put(news)

    def close(self) -> None:
        """Unsubscribe."""
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
        #: The source that the thread is waiting on.
        self._current: Looks | None = None

    def __len__(self) -> int:
        return sum(map(len, self._owners.values()))

    def listen(self, channel: str, owner: str) -> Listener:
        """Follow a channel. An owner with too many listeners, or any on a full hub, loses the oldest.

        If the caller reads the current state after this call, no change is missed.
        """
        listener = Listener(self, channel, owner)
        with self._lock:
            own = self._owners.get(owner, []) if owner else []
            # After an outage hundreds of phones reconnect before their old connections are known to be dead.
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
        """Close the oldest listener of the busiest address, if it has more than this one would have.

        One address may use all streams of a process, but it can't lock out other addresses. At the same address, a
        listener without an owner makes room for one with an owner.
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
        """Remove a listener. Safe to call twice."""
        with self._lock:
            if not listener.closed:
                self._remove(listener)
                self._wake()

    def _wake(self) -> None:
        """Make the thread look at the listeners again. The caller holds the lock."""
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
        """Close all listeners and stop the thread."""
        with self._lock:
            thread = self._thread
            for listener in [*chain.from_iterable(self._channels.values())]:
                self._remove(listener)
            self._wake()
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        """Poll until there are no listeners. Retry if the database fails."""
        while self._needed():
            try:
                with self._looks() as looks, self._waiting_on(looks):
                    self._follow(looks)
            except Exception:
                log.exception("cannot look for changes; trying again")
                sleep(REST)

    @contextmanager
    def _waiting_on(self, looks: Looks) -> Iterator[None]:
        """Publish the source so that other threads can wake it."""
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
            # A new connection has seen nothing, so read all channels.
            self._newcomers = True
            return self._thread is not None

    def _follow(self, looks: Looks) -> None:
        while True:
            channels, newcomers = self._wanted()
            if not channels:
                return
            # Always called, so that the same change is not reported twice.
            if looks.moved() or newcomers:
                for listener, news in self._concerned_by(looks.read(channels)):
                    listener.tell(news)
            looks.wait()

    def _wanted(self) -> tuple[tuple[str, ...], bool]:
        with self._lock:
            newcomers, self._newcomers = self._newcomers, False
            return tuple(self._channels), newcomers

    def _concerned_by(self, news_by_channel: Mapping[str, News]) -> list[tuple[Listener, News]]:
        """Listeners that have not received this news. Later listeners read the state from the database."""
        concerned: list[tuple[Listener, News]] = []
        with self._lock:
            for channel, news in news_by_channel.items():
                if channel in self._channels and self._last.get(channel) != news:
                    self._last[channel] = news
                    concerned.extend((listener, news) for listener in self._channels[channel])
        return concerned
