"""A game that was begun on paper: its totals come along, with their reason, and can be corrected."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.rules import GAMES, Sheet, score
from tests.rows import each_row
from tests.samples import record
from tests.web.offline.test_sync import ENTRY, send
from tests.web.table.test_reading import Form
from tests.web.table.test_table import NAMES, Phone, multi, text_of

REASON = "Brought over from paper"
TAKING = [game.slug for game in GAMES if game.adjusts]


def bring(phone: Phone, *totals: str, why: str | None = None) -> Any:
    form = Form(phone.client.get(f"{phone.url}/paper").text)
    for control, total in zip(form.at("total"), totals, strict=True):
        control.value = total
    if why is not None:
        form.set("why", why)
    return phone.client.post(f"{phone.url}/paper", data=multi(form.sent()))


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    return Phone(client, "original", NAMES)


@each_row("slug", TAKING)
def test_every_game_with_adjustments_can_begin_with_totals(client: FlaskClient, slug: str) -> None:
    document = record(slug, 1, 3)
    phone = Phone(client, slug, document["players"])
    sides = len(document["players"]) if len(phone.totals()) > 2 else 2
    paper = [17, 9, -4, 0, 3, 2, 1, 5][:sides]
    assert bring(phone, *map(str, paper)).status_code == 303
    assert phone.totals() == paper
    assert phone.record()["hands"] == []
    assert phone.play(document["hands"][0]).status_code == 303
    (hand,) = phone.record()["hands"]
    expected = [{"side": side, "points": points, "why": REASON} for side, points in enumerate(paper) if points]
    assert hand["adjust"] == expected
    plain = score(document)
    assert isinstance(plain, Sheet)
    assert phone.totals() == [points + before for points, before in zip(plain.totals, paper, strict=True)]
    assert client.get(f"{phone.url}/sheet.csv").text.count(f"Agreed: {REASON}") == len(expected)
    # It is a hand like any other: the page that brings totals over is closed.
    assert client.get(f"{phone.url}/paper").status_code == 303


@each_row("slug", [game.slug for game in GAMES if not game.adjusts])
def test_a_game_of_one_hand_is_not_asked(client: FlaskClient, slug: str) -> None:
    assert "from paper" not in client.get(f"/new/{slug}").text
    phone = Phone(client, slug, NAMES)
    assert "from paper" not in phone.page()
    assert client.get(f"{phone.url}/paper").status_code == 303


def test_the_totals_are_shown_before_the_first_hand_and_can_be_changed(phone: Phone) -> None:
    assert "Enter scores from paper" in text_of(phone.page())
    bring(phone, "45+75", "85", why="Sheet on the fridge")
    assert phone.totals() == [120, 85]
    words = "Sheet on the fridge: Ann & Cal 120, Ben & Dot 85"
    assert words in text_of(phone.page())
    assert words in text_of(phone.client.get(f"{phone.url}/print").text)
    form = Form(phone.client.get(f"{phone.url}/paper").text)
    assert [control.value for control in form.at("total")] == ["120", "85"]
    bring(phone, "115", "")
    assert phone.totals() == [115, 0]
    bring(phone, "", "0")
    assert phone.totals() == [0, 0]
    assert "Enter scores from paper" in text_of(phone.page())


def test_an_open_bid_waits_and_the_result_carries_them(phone: Phone) -> None:
    bring(phone, "120", "85")
    phone.save({"bidder": 0, "bid": 80, "trump": "red"})
    assert phone.record()["hands"] == [{"bidder": 0, "bid": 80, "trump": "red", "open": True}]
    assert phone.totals() == [120, 85]
    phone.save({"captured": [90, None]})
    assert phone.totals() == [120 + 90, 85 + 30]
    assert "Agreed: Brought over from paper" in text_of(phone.client.get(f"{phone.url}/hand/1").text)
    printed = text_of(phone.client.get(f"{phone.url}/print").text)
    assert "Hand 1, Ann & Cal +120 : Brought over from paper" in printed


def test_they_are_corrected_with_the_hand_and_come_back_when_it_is_undone(phone: Phone) -> None:
    bring(phone, "120", "85")
    phone.play({"bidder": 0, "bid": 80, "trump": "red", "captured": [90, None]})
    form = phone.form(phone.client.get(f"{phone.url}/hand/1/change").text)
    form.set("adjust[0].points", "125")
    assert phone.send(form).status_code == 303
    assert phone.totals() == [215, 115]
    # Taken out of the hand, they stay out.
    form = phone.form(phone.client.get(f"{phone.url}/hand/1/change").text)
    sent = [(key, value) for key, value in form.sent() if not key.startswith("adjust")]
    assert phone.client.post(f"{phone.url}/hand", data=multi(sent)).status_code == 303
    assert phone.totals() == [90, 30]


def test_they_are_back_when_the_hand_is_undone_or_deleted(client: FlaskClient) -> None:
    phone = Phone(client, "high14", NAMES)
    bring(phone, "10", "20", "30", "40")
    # Sums are understood in a hand too.
    phone.save({"captured": ["5+10", "5+5+5", "35-20", None]})
    assert phone.totals() == [25, 35, 45, 55]
    page = phone.page()
    mark = re.search(r'name="last" value="(\d+)"', page)
    assert mark
    client.post(f"{phone.url}/undo", data={"last": mark[1], "token": "undo"})
    assert phone.record()["hands"] == []
    assert phone.totals() == [10, 20, 30, 40]


def test_they_belong_to_the_game_when_the_hand_that_carries_them_is_deleted(client: FlaskClient) -> None:
    phone = Phone(client, "high14", NAMES, target=500)
    bring(phone, "10", "20", "30", "40")
    for _ in range(3):
        phone.save({"captured": [15, 15, 15, None]})
    assert phone.totals() == [55, 65, 75, 85]
    client.post(f"{phone.url}/hand/1/delete", data={"base": "1", "token": "gone"})
    assert phone.totals() == [40, 50, 60, 70]
    carried = [adjustment["points"] for adjustment in phone.record()["hands"][0]["adjust"]]
    assert (carried, "adjust" in phone.record()["hands"][1]) == ([10, 20, 30, 40], False)
    # Restored from the history, the hand does not bring them a second time.
    version = re.search(r"/hand/1/back/(\d+)", client.get(f"{phone.url}/hand/1").text)
    assert version
    client.post(f"{phone.url}/hand/1/back/{version[1]}", data={"token": "back"})
    assert phone.totals() == [55, 65, 75, 85]
    # One touch undoes a deletion with all that it did, and the last hand gives them back to the game.
    client.post(f"{phone.url}/hand/2/delete", data={"base": "2", "token": "second"})
    assert phone.totals() == [40, 50, 60, 70]
    mark = re.search(r'name="last" value="(\d+)"', phone.page())
    assert mark
    client.post(f"{phone.url}/undo", data={"last": mark[1], "token": "undo"})
    assert phone.totals() == [55, 65, 75, 85]
    assert [len(hand.get("adjust", ())) for hand in phone.record()["hands"]] == [0, 4, 0]


def test_a_hand_from_a_phone_without_network_carries_them_once(phone: Phone) -> None:
    bring(phone, "120", "85")
    first, again = send(phone, ENTRY).json, send(phone, ENTRY).json
    assert (first["state"], again["state"]) == ("saved", "again")
    # The same hand from another phone is the same, and the next hand carries nothing.
    assert send(phone, ENTRY | {"token": "other"}).json["state"] == "again"
    send(phone, ENTRY | {"hand": 2, "token": "second"})
    assert phone.totals() == [120 + 45 + 45, 85 - 95 - 95]


@each_row("total", ["a lot", "12+", "12.5", "1" * 40])
def test_nonsense_is_named_and_nothing_is_lost(phone: Phone, total: str) -> None:
    answer = bring(phone, total, "85")
    assert answer.status_code == 422
    assert "is not a whole number" in text_of(answer.text)
    assert f'value="{total}"' in answer.text
    assert 'value="85"' in answer.text
    assert phone.totals() == [0, 0]


def test_only_a_scorer_enters_totals_from_paper(phone: Phone) -> None:
    assert phone.client.post(f"{phone.url}/paper", data={"total": ["1"]}).status_code == 400
    stranger = phone.client.application.test_client()
    assert stranger.post(f"{phone.url}/paper", data={"total": ["1", "2"]}).status_code == 404
