"""Dates and times of a page are in the time zone of the phone."""

from __future__ import annotations

import datetime as dt
import re

from playwright.sync_api import expect

from scorekeeper.league.words import day, time_of_day
from tests.browser.conftest import Phone


def test_times_are_in_the_time_zone_of_the_phone_where_script_runs(phone: Phone) -> None:
    page = phone(timezone_id="Asia/Kolkata")
    page.goto("/new/original")
    page.locator("main form button").last.click()
    # The server may offer the phone's day.
    assert [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "utc_offset"] == ["330"]
    page.goto("/games")
    time = page.locator("main time").first
    expect(time).to_have_text(re.compile(r"^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$"))
    at = dt.datetime.fromisoformat(time.get_attribute("datetime") or "")
    local = at + dt.timedelta(hours=5, minutes=30)
    expect(time).to_have_text(f"{day(local)}, {time_of_day(local)}")

    plain = phone(java_script_enabled=False, storage_state=page.context.storage_state())
    plain.goto("/games")
    expect(plain.locator("main time").first).to_have_text(f"{day(at)}, {time_of_day(at)} UTC")
