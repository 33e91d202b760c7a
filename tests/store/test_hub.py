"""The hub: everybody who follows a channel is told, few at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from queue import SimpleQueue

import pytest

from scorekeeper.store.live import hub as hub_module
from scorekeeper.store.live.changes import News
from scorekeeper.store.live.hub import AT_A_TIME, BETWEEN, Hub, Listener

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
def looking_at(channel: Channel) -> Iterator[Hub]:
    @contextmanager
    def looks() -> Iterator[Channel]:
        yield channel

    hub = Hub(looks, 2000)
    yield hub
    hub.close()


def hear(listener: Listener, revision: int) -> None:
    """Wait until a listener was told of a revision."""
    while (news := listener.wait(SECONDS)) is not None:
        if news.revision == revision:
            return
    raise AssertionError(f"revision {revision} was not told")


def test_a_crowd_is_told_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    channel, messages = Channel(), 0
    #: How many had been told at each pause.
    pauses: list[int] = []

    def count(listener: Listener, news: News | None) -> None:
        nonlocal messages
        messages += news is not None and news.revision == 1
        listener._news.put(news)

    def pause(seconds: float) -> None:
        assert seconds == BETWEEN
        if messages:
            pauses.append(messages)

    with looking_at(channel) as hub:
        listeners = [hub.listen("game:a", f"phone {number}") for number in range(3 * AT_A_TIME + 1)]
        monkeypatch.setattr(Listener, "tell", count)
        monkeypatch.setattr(hub_module, "sleep", pause)
        channel.raise_revision()
        for listener in listeners:
            hear(listener, 1)
    assert pauses == [AT_A_TIME, 2 * AT_A_TIME, 3 * AT_A_TIME]


def test_who_leaves_or_comes_while_a_crowd_is_told_disturbs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    channel = Channel()
    with looking_at(channel) as hub:
        listeners = [hub.listen("game:a", f"phone {number}") for number in range(2 * AT_A_TIME)]
        newcomers: list[Listener] = []

        def pause(_: float) -> None:
            if channel.revision == 1 and not newcomers:
                newcomers.append(hub.listen("game:a", "a newcomer"))
                listeners.pop().close()

        monkeypatch.setattr(hub_module, "sleep", pause)
        channel.raise_revision()
        for listener in [*listeners[:-1]]:
            hear(listener, 1)
        channel.raise_revision()
        for listener in [*listeners, *newcomers]:
            hear(listener, 2)
