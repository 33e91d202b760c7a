"""A page that many watch is made once for each change."""

from __future__ import annotations

import zlib
from http.client import HTTPResponse

import pytest
from flask import Flask

from scorekeeper.actions.table.access import Table
from scorekeeper.web.table import routes as table_pages
from tests.web.table.test_live import BID, Stream, joined, phone, port
from tests.web.table.test_table import Phone

__all__ = ["phone", "port"]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The roles for which a table page was made."""
    roles: list[str] = []
    real = table_pages._page

    def counted(table: Table, *more: object) -> str:
        roles.append(table.role)
        return real(table, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(table_pages, "_page", counted)
    return roles


def test_watchers_share_a_page_rendered_once_per_change(app: Flask, phone: Phone, made: list[str]) -> None:
    follows = {"X-Follow": "yes"}
    watchers = [joined(app, phone.url) for _ in range(3)]
    phone.save(BID)
    made.clear()
    pages = {watcher.get(phone.url, headers=follows).text for watcher in watchers}
    assert len(pages) == 1
    assert "Ben, 95 on green" in pages.pop()
    assert made == ["watcher"]
    # Who keeps the score has a form of his own; what changes is made anew; who may not look is not shown what is kept.
    assert 'class="hand pick"' in phone.client.get(phone.url, headers=follows).text
    phone.save({"captured": [45, 75]})
    assert "−95" in watchers[0].get(phone.url, headers=follows).text
    phone.client.post(f"{phone.url}/share", data={"role": "watcher"})
    assert [watcher.get(phone.url, headers=follows).status_code for watcher in watchers] == [404] * 3
    assert app.test_client().get(phone.url, headers=follows).status_code == 404


def read_until(line: HTTPResponse, words: str) -> str:
    """What a compressed stream has said when these words arrive."""
    reader, text = zlib.decompressobj(zlib.MAX_WBITS | 16), ""
    while words not in text:
        data = line.read1()
        assert data, text
        text += reader.decompress(data).decode()
    return text


def test_watchers_get_the_page_with_the_update(app: Flask, phone: Phone, port: int, made: list[str]) -> None:
    watchers = [joined(app, phone.url) for _ in range(3)]
    for watcher in watchers:
        assert f'data-events="{phone.url}/events?page=table"' in watcher.get(phone.url).text
    assert f'data-events="{phone.url}/events"' in phone.page()
    streams = [Stream(port, client, phone.url, "?page=table", "gzip") for client in (*watchers, phone.client)]
    made.clear()
    phone.save(BID)
    for stream in streams[:3]:
        text = read_until(stream.answer, "</html>\n\n")
        assert "\nid: 1\nevent: page\ndata: <!doctype html>\n" in text
        assert "Ben, 95 on green" in text
    # Who keeps the score has a page of their own, and fetches it.
    text = read_until(streams[3].answer, "id: 1\n")
    assert "event: page" not in text
    assert made.count("watcher") == 1
    for stream in streams:
        stream.close()


def test_the_finish_comes_with_the_news_too(app: Flask, phone: Phone, port: int) -> None:
    streams = [Stream(port, joined(app, phone.url), phone.url, "?page=table") for _ in range(2)]
    assert [stream.next() for stream in streams] == [("revision", "0")] * 2
    for bidder in (1, 1, 1):
        phone.save({"bidder": bidder, "bid": 120, "trump": "red"})
        phone.save({"captured": [0, 120]})
    while "Ben &amp; Dot win!" not in (text := streams[0].answer.readline().decode()):
        assert text
    while "Ben &amp; Dot win!" not in (text := streams[1].answer.readline().decode()):
        assert text
    for stream in streams:
        stream.close()
