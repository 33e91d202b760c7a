"""A page that many watch is made once for each change."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.actions.table.access import Table
from scorekeeper.web.table import routes as table_pages
from tests.web.table.test_live import BID, joined, phone
from tests.web.table.test_table import Phone

__all__ = ["phone"]


def test_all_who_watch_share_a_page_that_is_made_once_for_each_change(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    real = table_pages._page

    def counted(table: Table, *more: object) -> str:
        made.append(table.role)
        return real(table, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(table_pages, "_page", counted)
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
