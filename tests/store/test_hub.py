"""The hub: everybody who follows a channel is told, and a full process makes room."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from queue import SimpleQueue

import pytest

from scorekeeper.store.live.changes import News
from scorekeeper.store.live.hub import FullError, Hub, Listener

SECONDS = 30


class Channel:
    """A database with one channel, whose revision the test raises."""

    def __init__(self) -> None:
        self.revision = 0
        self._steps: SimpleQueue[None] = SimpleQueue()

    def raise_revision(self) -> None:
        """Change it, and let the hub look."""
        self.revision += 1
        self._steps.put(None)

    def moved(self) -> bool:
        """Something may always have changed."""
        return True

    def wait(self) -> None:
        """Wait for the test."""
        self._steps.get()

    def wake(self) -> None:
        """Look now."""
        self._steps.put(None)

    def read(self, channels: Collection[str]) -> Mapping[str, News]:
        """All channels are at the same revision."""
        return dict.fromkeys(channels, News(self.revision, frozenset({"key"})))


@contextmanager
def looking_at(channel: Channel, most: int = 2000) -> Iterator[Hub]:
    @contextmanager
    def looks() -> Iterator[Channel]:
        yield channel

    hub = Hub(looks, most)
    yield hub
    hub.close()


def hear(listener: Listener, revision: int) -> None:
    """Wait until a listener was told of a revision."""
    while (news := listener.wait(SECONDS)) is not None:
        if news.revision == revision:
            return
    raise AssertionError(f"revision {revision} was not told")


def test_everybody_who_follows_a_channel_is_told() -> None:
    channel = Channel()
    with looking_at(channel) as hub:
        listeners = [hub.listen("game:a", f"phone {number}") for number in range(100)]
        channel.raise_revision()
        for listener in listeners:
            hear(listener, 1)
        listeners.pop().close()
        listeners.append(hub.listen("game:a", "a newcomer"))
        channel.raise_revision()
        for listener in listeners:
            hear(listener, 2)


def test_lines_without_a_cookie_make_room_for_phones_at_the_same_address() -> None:
    with looking_at(Channel(), most=3) as hub:
        strangers = [hub.listen("game:a", "") for _ in range(3)]
        for stranger in strangers:
            stranger.address = "192.0.2.1"
        with pytest.raises(FullError) as full:
            hub.listen("game:a", "")
        assert not hub.make_room("192.0.2.1", full.value.owner)
        with pytest.raises(FullError) as full:
            hub.listen("game:a", "the scorer")
        assert hub.make_room("192.0.2.1", full.value.owner)
        assert [stranger.closed for stranger in strangers] == [True, False, False]
        assert not hub.listen("game:a", "the scorer").closed
