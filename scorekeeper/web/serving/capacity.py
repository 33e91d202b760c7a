"""How many phones a process can hold: as many as it may have open files."""

from __future__ import annotations

import resource
from dataclasses import dataclass

#: So many phones may follow games in one process; further ones are told to come again.
MOST_STREAMS = 1000
#: Threads for pages, however many phones follow.
FOR_PAGES = 40
#: Connections beside those of the phones that follow and fetch at once.
CONNECTIONS_BESIDE = 1000
#: Open files beside the connections: the database, the listening socket, what is read.
FILES_BESIDE = 200


@dataclass(frozen=True)
class Capacity:
    """What one process holds at once."""

    connections: int
    streams: int

    @property
    def threads(self) -> int:
        """A phone that follows holds a thread; threads are made when they are needed."""
        return self.streams + FOR_PAGES


#: What a process holds if nothing limits it: every phone that follows may fetch a page at the same time.
USUAL = Capacity(2 * MOST_STREAMS + CONNECTIONS_BESIDE, MOST_STREAMS)


def capacity_for(files: int) -> Capacity:
    """What a process holds that may have so many open files."""
    connections = min(USUAL.connections, max(files - FILES_BESIDE, 20))
    return Capacity(connections, min(MOST_STREAMS, max(connections // 3, 5)))


def raise_file_limit() -> int:
    """Many systems allow a process some thousand open files only if it asks; how many it may have now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = USUAL.connections + FILES_BESIDE
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return wanted if soft == resource.RLIM_INFINITY else soft
