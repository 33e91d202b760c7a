"""Dates and times: the script writes them as the server does, in the time zone of the phone."""

from __future__ import annotations

import datetime as dt
import re

from playwright.sync_api import expect

from scorekeeper.league.words import day, time_of_day, weekday
from tests.browser.conftest import Phone

MOMENTS = [
    dt.datetime(2026, 11, 17, 15, 5, tzinfo=dt.UTC),
    dt.datetime(2026, 1, 3, 0, 0, tzinfo=dt.UTC),
    dt.datetime(2027, 5, 31, 12, 30, tzinfo=dt.UTC),
    dt.datetime(2026, 9, 1, 23, 59, tzinfo=dt.UTC),
]
FORMAT = """async (texts) => {
  const { formatMoment, formatWeekday, formatClock } = await import("/static/any/js/dates.js");
  return texts.map((text) => new Date(text)).map((at) => [formatMoment(at), formatWeekday(at), formatClock(at)]);
}"""


def test_the_script_writes_what_the_server_writes(phone: Phone) -> None:
    texts = [at.isoformat() for at in MOMENTS]
    in_london = phone(timezone_id="UTC", locale="en-GB")
    in_london.goto("/preferences")
    server = [[f"{day(at)}, {time_of_day(at)}", weekday(at), time_of_day(at)] for at in MOMENTS]
    assert in_london.evaluate(FORMAT, texts) == server
    assert server[0] == ["Nov 17, 2026, 3:05 PM", "Tue, Nov 17", "3:05 PM"]

    in_new_york = phone(timezone_id="America/New_York")
    in_new_york.goto("/preferences")
    assert in_new_york.evaluate(FORMAT, texts)[1] == ["Jan 2, 2026, 7:00 PM", "Fri, Jan 2", "7:00 PM"]


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
