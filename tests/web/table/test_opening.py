"""A game begun on paper: its totals are entered before the first hand or later, corrected, and cleared."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rules import GAMES, Sheet, score
from tests.rows import each_row
from tests.samples import record
from tests.web.offline.test_sync import ENTRY, send
from tests.web.table.test_live import joined
from tests.web.table.test_reading import Form
from tests.web.table.test_table import NAMES, Phone, multi, text_of

TAKING = [game.slug for game in GAMES if game.slug not in ("everlasting", "tens", "donkey")]
FIRST = {"bidder": 0, "bid": 80, "trump": "red", "captured": [90, None]}
UNDO = '<button class="btn quiet">Undo</button>'
BIG = {"bidder": 0, "bid": 100, "trump": "red", "captured": [120, None]}


def bring(phone: Phone, *totals: str) -> Any:
    """Fill in the page of the opening totals and send it."""
    form = Form(phone.client.get(f"{phone.url}/paper").text)
    for control, total in zip(form.at("total"), totals, strict=True):
        control.value = total
    return phone.client.post(f"{phone.url}/paper", data=multi(form.sent()))


def revision(phone: Phone) -> int:
    return int(phone.client.get(f"{phone.url}/offline.json").json["revision"])


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    return Phone(client, "original", NAMES)


@each_row("slug", TAKING)
def test_every_game_of_several_hands_can_begin_with_totals(client: FlaskClient, slug: str) -> None:
    document = record(slug, 1, 3)
    phone = Phone(client, slug, document["players"])
    opening = [17, 9, -4, 0, 3, 2, 1, 5][: len(phone.totals())]
    assert bring(phone, *map(str, opening)).status_code == 303
    assert phone.totals() == opening
    assert phone.play(document["hands"][0]).status_code == 303
    stored = phone.record()
    assert stored["opening"] == opening
    # The hand is what was played, and nothing more.
    assert "adjust" not in stored["hands"][0]
    plain = score(document)
    assert isinstance(plain, Sheet)
    assert phone.totals() == [points + before for points, before in zip(plain.totals, opening, strict=True)]
    # Taken elsewhere as a file, it is the same game.
    answer = client.post("/import", data={"text": client.get(f"{phone.url}/record.json").text})
    phone.url = answer.headers["Location"]
    assert phone.record() == stored


@each_row("slug", ["everlasting", "tens", "donkey"])
def test_a_game_of_one_hand_is_not_asked(client: FlaskClient, slug: str) -> None:
    assert "from paper" not in client.get(f"/new/{slug}").text
    phone = Phone(client, slug, NAMES)
    assert "from paper" not in phone.page()
    assert client.get(f"{phone.url}/paper").status_code == 303
    refused = client.post(f"{phone.url}/paper", data={"total": ["1", "2", "3", "4"]})
    assert refused.status_code == 422
    assert "opening" not in phone.record()


def test_they_are_the_first_row_of_the_sheet_everywhere(phone: Phone) -> None:
    assert "Enter scores from paper" in text_of(phone.page())
    bring(phone, "45+75", "85")
    assert phone.totals() == [120, 85]
    assert "Change scores from paper" in text_of(phone.page())
    phone.play(FIRST)
    phone.play(FIRST | {"bidder": 1, "captured": [None, 80]})
    assert phone.totals() == [120 + 90 + 40, 85 + 30 + 80]
    # The latest hand comes first on the pad, and the opening totals last; on paper it is the other way around.
    page = text_of(phone.page())
    assert page.index("+40 250") < page.index("+90 210") < page.index("Brought from paper 120 85")
    printed = text_of(phone.client.get(f"{phone.url}/print").text)
    assert printed.index("Brought from paper 120 85") < printed.index("+90 210") < printed.index("+40 250")
    rows = [*csv.DictReader(io.StringIO(phone.client.get(f"{phone.url}/sheet.csv").text.lstrip("\ufeff")))]
    first = [(row["hand"], row["side"], row["total after the hand"], row["reason"]) for row in rows[:2]]
    assert first == [("0", "Ann & Cal", "120", "Brought from paper"), ("0", "Ben & Dot", "85", "Brought from paper")]
    assert sum(int(row["points"]) for row in rows if row["side"] == "Ann & Cal") == 250
    phone.play(BIG)
    assert phone.totals() == [370, 195]
    finished = phone.page()
    assert "Brought from paper 120 85" in text_of(finished)
    # The chart of the game begins where the sheet begins: not at the line of zero.
    (line,) = re.findall(r'<polyline[^>]*points="([^"]+)"', finished)[:1]
    heights = [float(point.split(",")[1]) for point in line.split()]
    assert heights[0] > heights[-1]
    picture = re.search(r'href="([^"]+/picture/[^"]+)\.png', finished)
    assert picture
    drawing = phone.client.get(f"{picture[1]}.svg").text
    assert re.search(r">0</text>", drawing)
    assert re.search(r">120</text>", drawing)
    # The next game at this table does not begin there.
    answer = phone.client.post(f"{phone.url}/rematch")
    phone.url = answer.headers["Location"]
    assert "opening" not in phone.record()
    assert phone.totals() == [0, 0]


def test_they_are_corrected_and_cleared_after_hands_were_saved_and_watchers_see_it(app: Flask, phone: Phone) -> None:
    phone.play(FIRST)
    assert UNDO in phone.page()
    watcher, before = joined(app, phone.url), revision(phone)
    assert bring(phone, "120", "85").status_code == 303
    assert revision(phone) == before + 1
    # No Undo next to the message: it would undo the hand.
    page = phone.page()
    assert "Score from paper saved." in text_of(page)
    assert UNDO not in page
    assert phone.totals() == [210, 115]
    assert "Brought from paper 120 85" in text_of(watcher.get(phone.url).text)
    form = Form(phone.client.get(f"{phone.url}/paper").text)
    assert [control.value for control in form.at("total")] == ["120", "85"]
    bring(phone, "115", "")
    assert phone.totals() == [205, 30]
    assert phone.record()["opening"] == [115, 0]
    bring(phone, "", "0")
    assert phone.totals() == [90, 30]
    assert "opening" not in phone.record()
    assert "Brought from paper" not in text_of(watcher.get(phone.url).text)
    # Only the scorer finds the way there.
    assert f"{phone.url}/paper" in phone.page()
    assert f"{phone.url}/paper" not in watcher.get(phone.url).text


def test_totals_that_end_the_game_before_a_saved_hand_are_refused(phone: Phone) -> None:
    phone.play(FIRST)
    phone.play(FIRST)
    before = revision(phone)
    refused = bring(phone, "250", "0")
    assert refused.status_code == 422
    assert "Then hand 2 would be wrong: The game ended before this hand (300 points)." in text_of(refused.text)
    assert 'value="250"' in refused.text
    assert (phone.totals(), revision(phone)) == ([180, 60], before)
    # The last hand may end it.
    assert bring(phone, "130", "0").status_code == 303
    assert "Ann & Cal win!" in text_of(phone.page())
    # It goes on with less.
    bring(phone, "20", "0")
    assert phone.totals() == [200, 60]
    assert "Rematch" not in phone.page()


def test_what_they_leave_after_the_end_cannot_be_undone_into_the_game(phone: Phone) -> None:
    phone.play(FIRST)
    phone.play(FIRST)
    phone.client.post(f"{phone.url}/hand/2/delete", data={"base": "2", "token": "gone"})
    assert bring(phone, "250", "0").status_code == 303
    mark = re.search(r'name="last" value="(\d+)"', phone.page())
    assert mark
    phone.client.post(f"{phone.url}/undo", data={"last": mark[1], "token": "undo"})
    assert len(phone.record()["hands"]) == 1
    version = re.search(r"/hand/2/back/(\d+)", phone.client.get(f"{phone.url}/hand/2").text)
    assert version
    phone.client.post(f"{phone.url}/hand/2/back/{version[1]}", data={"token": "back"})
    assert phone.totals() == [340, 30]


def test_a_past_target_ends_nothing_before_a_hand(phone: Phone) -> None:
    bring(phone, "310", "0")
    assert "Rematch" not in phone.page()
    phone.save({"bidder": 0, "bid": 80, "trump": "red"})
    assert phone.totals() == [310, 0]
    phone.save({"captured": [None, 50]})
    assert phone.totals() == [310 - 80, 50]
    assert "Rematch" not in phone.page()


def test_a_phone_without_network_has_them_in_its_copy(phone: Phone) -> None:
    bring(phone, "120", "85")
    assert phone.client.get(f"{phone.url}/offline.json").json["record"]["opening"] == [120, 85]
    first, again = send(phone, ENTRY).json, send(phone, ENTRY).json
    assert (first["state"], again["state"]) == ("saved", "again")
    assert first["game"]["record"]["opening"] == [120, 85]
    assert phone.totals() == [120 + 45, 85 - 95]


@each_row("total", ["a lot", "12+", "12.5", "1" * 40, "100001", "-100001"])
def test_nonsense_is_named_and_nothing_is_lost(phone: Phone, total: str) -> None:
    answer = bring(phone, total, "85")
    assert answer.status_code == 422
    assert "Enter a whole number from −100,000 to 100,000." in text_of(answer.text)
    assert f'value="{total}"' in answer.text
    assert 'value="85"' in answer.text
    assert phone.totals() == [0, 0]


def test_only_a_scorer_enters_them_one_for_each_side(app: Flask, phone: Phone) -> None:
    assert phone.client.post(f"{phone.url}/paper", data={"total": ["1"]}).status_code == 400
    stranger = app.test_client()
    assert stranger.post(f"{phone.url}/paper", data={"total": ["1", "2"]}).status_code == 404
    watcher = joined(app, phone.url)
    assert watcher.post(f"{phone.url}/paper", data={"total": ["1", "2"]}).status_code == 403
    assert "opening" not in phone.record()
