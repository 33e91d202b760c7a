"""Numbers are read and dates are written by the script as by the server."""

from __future__ import annotations

import datetime as dt

from scorekeeper.league.words import day, time_of_day, weekday
from tests.script.node import Node
from tests.web.test_parse import INTEGERS

NUMBERS = """async (texts) => {
  const { parseWhole } = await import("/static/any/js/offline/form-values.js");
  return texts.map(parseWhole);
}"""


def test_typed_numbers_and_sums_are_the_same_as_on_the_server(module: Node) -> None:
    numbers = module.evaluate(NUMBERS, [*INTEGERS])
    for (text, number), answer in zip(INTEGERS.items(), numbers, strict=True):
        # Numbers too long to be exact in a script are refused on both sides.
        assert answer == (text if number is None else float(number)), text


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


def test_dates_are_written_as_on_the_server(module: Node) -> None:
    texts = [at.isoformat() for at in MOMENTS]
    server = [[f"{day(at)}, {time_of_day(at)}", weekday(at), time_of_day(at)] for at in MOMENTS]
    assert module.evaluate(FORMAT, texts) == server
    assert server[0] == ["Nov 17, 2026, 3:05 PM", "Tue, Nov 17", "3:05 PM"]


def test_dates_are_in_the_time_zone_of_the_phone() -> None:
    in_new_york = Node(time_zone="America/New_York")
    texts = [at.isoformat() for at in MOMENTS]
    assert in_new_york.evaluate(FORMAT, texts)[1] == ["Jan 2, 2026, 7:00 PM", "Fri, Jan 2", "7:00 PM"]
    in_new_york.close()
