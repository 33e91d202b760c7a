"""Rulings applied at a table over HTTP: the hand, the sheet, the history; once, and only by those who may."""

from __future__ import annotations

import re
from typing import Any

from flask.testing import FlaskClient

from scorekeeper.judge.disputes import SITUATIONS
from tests.rows import each_row
from tests.web.settle.settled_rows import APPLIED, BID_95, CORRECTED, OPEN, ORIGINAL
from tests.web.table.test_reading import Form
from tests.web.table.test_table import NAMES, Facts, Phone, multi, text_of
from tests.web.test_hostile import clear, second


def settle(phone: Phone, situation: str, answers: Facts, *press: str, **more: str) -> Any:
    """Look at the ruling, then press its button, as a phone does."""
    page = phone.client.get(f"{phone.url}/settle/{situation}", query_string=answers | more)
    assert page.status_code == 200, text_of(page.text)
    sent = [*hidden(page.text), *((name, "yes") for name in press)]
    return phone.client.post(f"{phone.url}/settle/{situation}", data=multi(sent))


def hidden(page: str) -> list[tuple[str, str]]:
    """The hidden fields of the form that applies or keeps a ruling."""
    _, there, form = page.partition('class="apply"')
    assert there, text_of(page)
    inputs = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form.partition("</form>")[0])
    return [(name, value) for name, value in inputs if name != "csrf_token"]


def flashed(phone: Phone) -> str:
    return text_of(phone.page())


@each_row(
    ("slug", "options", "bid", "situation", "answers", "hand", "totals", "words"),
    APPLIED,
    ids=lambda value: str(value)[:30],
)
def test_a_ruling_is_applied(
    client: FlaskClient,
    slug: str,
    options: Facts,
    bid: Facts,
    situation: str,
    answers: Facts,
    hand: Facts,
    totals: list[int] | None,
    words: str,
) -> None:
    phone = Phone(client, slug, NAMES, **options)
    if bid:
        assert phone.save(bid).status_code == 303
    answer = settle(phone, situation, answers, "apply")
    assert answer.status_code == 303, text_of(answer.text)
    assert "Ruling applied." in flashed(phone)
    assert phone.record()["hands"] == [hand]
    if totals is not None:
        assert phone.totals() == totals
        assert words in text_of(client.get(f"{phone.url}/hand/1").text)
    history = text_of(client.get(f"{phone.url}/history").text)
    name = next(entry for entry in SITUATIONS if entry.id == situation).words
    assert name in history


@each_row(("slug", "hand", "situation", "answers", "then", "totals"), CORRECTED)
def test_a_ruling_on_a_hand_that_is_scored(
    client: FlaskClient, slug: str, hand: Facts, situation: str, answers: Facts, then: Facts, totals: list[int]
) -> None:
    phone = Phone(client, slug, NAMES)
    assert phone.play(hand).status_code == 303
    assert settle(phone, situation, answers, "apply", hand_number="1").status_code == 303
    assert "Ruling applied." in text_of(phone.page())
    assert phone.record()["hands"] == [then]
    assert phone.totals() == totals


def test_the_line_is_on_the_sheet_with_its_rule_and_the_history_has_the_dispute(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    phone.play(ORIGINAL)
    settle(phone, "table-talk", {"by": "1"}, "apply", hand_number="1")
    page = client.get(f"{phone.url}/hand/1").text
    assert "Table talk: lose 40" in text_of(page)
    assert "original.table-talk" in page or "/rules/original#table-talk" in page
    history = text_of(client.get(f"{phone.url}/history").text)
    for words in ("Somebody talked about the cards", "Who talked", "Ben", "Ben & Dot −40"):
        assert words in history


def test_the_sheet_is_shown_before_a_ruling_is_applied(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    phone.play(ORIGINAL)
    page = text_of(client.get(f"{phone.url}/settle/table-talk?by=1&hand_number=1").text)
    before_the_button = page.split("Score:")[1].split("Apply to hand 1")[0]
    assert "Table talk: lose 40" in before_the_button


def test_the_totals_are_shown_before_and_after(client: FlaskClient) -> None:
    """Two hands; the first is corrected: 45 and 75 twice, less 40 for talking."""
    phone = Phone(client, "original", NAMES)
    phone.play(ORIGINAL)
    phone.play(ORIGINAL)
    page = text_of(client.get(f"{phone.url}/settle/table-talk?by=1&hand_number=1").text)
    assert "Ann & Cal 90 0 90" in page
    assert "Ben & Dot 150 −40 110" in page


def test_a_penalty_from_a_dispute_counts_when_the_hand_is_ended(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    phone.save(BID_95)
    settle(phone, "table-talk", {"by": "0"}, "apply")
    assert phone.save({"captured": [45, 75]}).status_code == 303
    assert phone.totals() == [5, -95]


def test_the_same_form_sent_twice_is_applied_once(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    phone.save(BID_95)
    page = client.get(f"{phone.url}/settle/table-talk?by=0").text
    sent = multi([*hidden(page), ("apply", "yes")])
    for _ in range(2):
        assert client.post(f"{phone.url}/settle/table-talk", data=sent).status_code == 303
    assert phone.record()["hands"] == [BID_95 | OPEN | {"penalties": [{"kind": "table-talk", "by": 0}]}]
    assert text_of(client.get(f"{phone.url}/history").text).count("Somebody talked about the cards") == 1


def test_the_same_form_sent_twice_is_saved_once(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    page = client.get(f"{phone.url}/settle/nest-counter").text
    for _ in range(2):
        assert client.post(f"{phone.url}/settle/nest-counter", data=multi(hidden(page))).status_code == 303
    assert "saved in the history" in text_of(phone.page())
    assert phone.record()["hands"] == []
    assert text_of(client.get(f"{phone.url}/history").text).count("There's a counter in the nest") == 1


def test_a_ruling_that_is_only_saved_changes_no_hand(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    phone.save(BID_95)
    assert settle(phone, "table-talk", {"by": "0"}).status_code == 303
    assert phone.record()["hands"] == [BID_95 | OPEN]
    assert "Somebody talked about the cards" in text_of(client.get(f"{phone.url}/history").text)


def watcher(phone: Phone) -> FlaskClient:
    """A phone that may only look."""
    other = phone.client.application.test_client()
    page = phone.client.get(f"{phone.url}/share").text
    links = [control.value for control in Form(page).controls if "/join/" in control.value]
    assert other.get(f"{links[1].removeprefix('http://localhost')}/open").status_code == 303
    return other


def test_a_watcher_may_look_but_not_apply(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    phone.save(BID_95)
    other = watcher(phone)
    page = other.get(f"{phone.url}/settle/table-talk?by=0")
    assert page.status_code == 200
    assert "−40" in text_of(page.text)
    assert 'class="apply"' not in page.text
    for more in ({}, {"apply": "yes", "base": "1"}):
        clear(other.post(f"{phone.url}/settle/table-talk", data={"by": "0", "token": "t"} | more), 403)
    clear(other.post(f"{phone.url}/settle/rule/table-talk", data={"token": "t"}), 403)
    assert phone.record()["hands"] == [BID_95 | OPEN]
    assert "Somebody talked" not in text_of(client.get(f"{phone.url}/history").text)


def test_a_phone_without_rights_finds_nothing(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    stranger = client.application.test_client()
    for path in ("/settle", "/settle/table-talk", "/settle/rule/table-talk"):
        clear(stranger.get(phone.url + path), 404)
    for path in ("/settle/table-talk", "/settle/rule/table-talk"):
        clear(stranger.post(phone.url + path, data={"by": "0", "token": "t", "apply": "yes"}), 404)
    clear(client.get("/t/nonsense/settle"), 404)


def test_another_phone_was_quicker(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    phone.save(BID_95)
    other = second(phone)
    page = client.get(f"{phone.url}/settle/table-talk?by=0").text
    assert other.save({"captured": [45, 75]}).status_code == 303
    sent = multi([*hidden(page), ("apply", "yes"), ("hand_number", "1")])
    assert client.post(f"{phone.url}/settle/table-talk", data=sent).status_code == 303
    assert "Not applied: another phone has just changed this hand" in text_of(phone.page())
    assert phone.record()["hands"] == [BID_95 | {"captured": [45, 75]}]
    assert "Somebody talked" not in text_of(client.get(f"{phone.url}/history").text)


def test_another_phone_ended_the_hand_and_the_ruling_was_on_the_open_one(client: FlaskClient) -> None:
    """Without a hand named, the form must not slip onto the next hand."""
    phone = Phone(client, "original", NAMES)
    phone.save(BID_95)
    other = second(phone)
    page = client.get(f"{phone.url}/settle/table-talk?by=0").text
    assert other.save({"captured": [45, 75]}).status_code == 303
    answer = client.post(f"{phone.url}/settle/table-talk", data=multi([*hidden(page), ("apply", "yes")]))
    assert answer.status_code in (303, 404)
    assert phone.record()["hands"] == [BID_95 | {"captured": [45, 75]}]


WON: Facts = {"bidder": 0, "bid": 70, "trump": "red", "captured": [120, 0]}


def test_after_the_game_is_over(client: FlaskClient) -> None:
    """360: with 40 less the game is still won; the line says who has won."""
    phone = Phone(client, "original", NAMES)
    for _ in range(3):
        assert phone.play(WON).status_code == 303
    page = text_of(client.get(f"{phone.url}/settle/line").text)
    assert "Ann & Cal won" in page
    assert settle(phone, "table-talk", {"by": "0"}, "apply").status_code == 303
    assert phone.totals() == [320, 0]
    assert phone.record()["hands"] == [WON, WON, WON | {"penalties": [{"kind": "table-talk", "by": 0}]}]


def test_six_hands_of_flip_are_over_for_the_judge_too(client: FlaskClient) -> None:
    phone = Phone(client, "flip", NAMES)
    for _ in range(6):
        assert phone.play({"captured": [3, 10, 5, 5]}).status_code == 303
    assert "Ann won" in text_of(client.get(f"{phone.url}/settle/line").text)
    assert "Ann won" in text_of(client.get(f"{phone.url}/settle/line?hand_number=2").text)


def test_a_ruling_that_ends_the_game_earlier_is_not_applied(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    first = WON | {"captured": [90, 30]}
    for hand in (first, first, first, WON):
        assert phone.play(hand).status_code == 303
    answers = {"side": "0", "points": "50", "why": "miscounted"}
    assert settle(phone, "agreed", answers, "apply", hand_number="3").status_code == 303
    assert "Not applied" in text_of(phone.page())
    assert phone.record()["hands"] == [first, first, first, WON]


def test_an_adjustment_before_any_hand_is_scored_is_only_kept(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    phone.save(BID_95)
    answers = {"side": "0", "points": "5", "why": "spilt tea"}
    page = text_of(client.get(f"{phone.url}/settle/agreed", query_string=answers).text)
    assert "Save this hand first" in page
    assert settle(phone, "agreed", answers).status_code == 303
    assert phone.record()["hands"] == [BID_95 | OPEN]
