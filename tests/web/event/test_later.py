"""Second thoughts at the table: taken back, brought back, corrected, looked up again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.web.forms.describe import TableNames, describe
from tests.rows import each_row
from tests.rules.test_cases import cases
from tests.samples import HANDS, record
from tests.web.table.test_table import Phone

NAMES = ["Ann", "Ben", "Cal", "Dot"]
BID = {"bidder": 1, "bid": 95, "trump": "green"}


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    return Phone(client, "original", NAMES)


def test_a_form_sent_again_after_undo_is_not_called_saved(phone: Phone) -> None:
    form = phone.form()
    assert phone.save(BID, form).status_code == 303
    page = phone.client.get(phone.url).text
    last = re.search(r'name="last" value="(\d+)"', page)
    assert last
    phone.client.post(f"{phone.url}/undo", data={"last": last[1], "token": "u1"})
    assert phone.record()["hands"] == []
    assert phone.save(BID, form).status_code == 409


def test_undo_is_there_after_a_reload(phone: Phone) -> None:
    phone.save(BID)
    phone.client.get(phone.url)
    assert "Undo last change" in phone.client.get(phone.url).text


def test_an_open_hand_can_be_deleted_and_an_older_version_restored(phone: Phone) -> None:
    phone.save(BID)
    page = phone.client.get(f"{phone.url}/hand/1").text
    assert "Delete hand" in page
    phone.client.post(f"{phone.url}/hand/1/delete", data={"base": "1", "token": "d"})
    assert phone.record()["hands"] == []
    page = phone.client.get(f"{phone.url}/hand/1").text
    assert "Deleted hand" in page
    back = re.search(r'action="([^"]*/back/\d+)"', page)
    assert back
    assert phone.client.post(back[1], data={"token": "b"}).status_code == 303
    assert phone.record()["hands"] == [BID | {"open": True}]


def test_a_correction_names_the_dealer_of_that_hand(phone: Phone) -> None:
    phone.save(BID)
    phone.save({"captured": [45, 75]})
    roles = re.search(
        r'<p class="facts"><b>Hand 1</b>.*?</p>', phone.client.get(f"{phone.url}/hand/1/change").text, re.DOTALL
    )
    assert roles
    assert "<b>Ann</b> deals" in roles[0]
    assert "<b>Ben</b> bids first" in roles[0]


@each_row("path", ["hand", "undo", "preview", "rematch"])
def test_the_address_of_a_form_redirects_to_the_table(phone: Phone, path: str) -> None:
    answer = phone.client.get(f"{phone.url}/{path}")
    assert (answer.status_code, answer.location) == (303, phone.url)


def test_the_history_says_what_was_entered_in_a_players_words(client: FlaskClient) -> None:
    for slug in HANDS:
        answer = client.post("/import", data={"text": json.dumps(record(slug, hands=1))})
        page = client.get(f"{answer.location}/history").text
        assert "{&#39;" not in page
        assert "[" not in re.sub(r"<[^>]*>", "", page.split("<ol")[1].split("</ol>")[0])
        assert any(name in page.split("<ol")[1] for name in NAMES)


def test_values_in_words() -> None:
    from scorekeeper.rules import BY_SLUG

    game = BY_SLUG["original"]
    fields = game.setting(4, game.defaults)[1].fields
    names = TableNames(NAMES, ["Ann & Cal", "Ben & Dot"], ["Ann & Cal", "Ben & Dot"])
    assert describe(fields["bidder"], 1, names) == "Ben"
    assert (
        describe(fields["captured"], [{"5": 2, "rook": 1}, None], names)
        == "Ann & Cal 5: 2, rook: 1; Ben & Dot the rest"
    )
    penalties: list[dict[str, Any]] = [{"kind": "table-talk", "by": 3}]
    assert describe(fields["penalties"], penalties, names) == "Kind of penalty: table talk, Penalty by: Dot"
    assert (
        describe(fields["adjust"], [{"side": 1, "points": -5, "why": "late"}], names)
        == "Side: Ben & Dot, Points: -5, Reason: late"
    )


@each_row("case", [case for case in cases("record") if "expect" in case.values[0]])
def test_every_valid_case_can_be_imported_and_viewed(client: FlaskClient, case: dict[str, Any]) -> None:
    answer = client.post("/import", data={"text": json.dumps(case["record"])})
    assert answer.status_code == 303
    for path in ("", "/history", "/print", "/record.json", "/sheet.csv"):
        assert client.get(f"{answer.location}{path}").status_code == 200


def test_undoing_cards_in_cribbage_leaves_no_hand_behind(client: FlaskClient) -> None:
    table = Phone(client, "cribbage", NAMES[:2])
    plays = [[event_round % 2, card] for event_round, card in enumerate([10, 1, 10, 2, 10, 3, 2, 4, 9, 5])]
    head = {"stage": "result", "hand": "1", "base": "0", "token": "a"}
    assert client.post(f"{table.url}/hand", data=head | play_form(plays)).status_code == 303
    assert table.record()["hands"][0]["hands"] == [[10, 10, 10, 2, 9], [1, 2, 3, 4, 5]]
    page = client.get(f"{table.url}/hand/1/change").text
    assert 'name="plays[8][1]" value="9"' in page
    assert 'name="hands[0][4]"' not in page
    changed = [*plays[:8], [0, 14], [1, 5]]
    head = {"stage": "whole", "hand": "1", "base": "1", "token": "b"}
    assert client.post(f"{table.url}/hand", data=head | play_form(changed)).status_code == 303
    assert table.record()["hands"][0]["hands"] == [[10, 10, 10, 2, 14], [1, 2, 3, 4, 5]]


def play_form(plays: list[list[int]]) -> dict[str, str]:
    return {f"plays[{i}][{part}]": str(value) for i, play in enumerate(plays) for part, value in enumerate(play)}
