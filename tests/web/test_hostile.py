"""Forms that no page of ours sends: each gets a clear page and changes nothing. And what two phones may do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.rules import BY_SLUG
from scorekeeper.store import Game, db
from scorekeeper.web import create_app
from tests.rows import each_row
from tests.web.table.test_reading import Form
from tests.web.table.test_table import HANDS, NAMES, Phone, multi, text_of

HUGE = "9" * 5000
WHOLE = {"stage": "whole", "hand": "1", "base": "0", "token": "t"}
SOUND = WHOLE | {"bidder": "1", "bid": "95", "trump": "green", "captured[1]": "75"}


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    return Phone(client, "original", NAMES)


def clear(answer: Any, *statuses: int) -> None:
    """A page of ours that says what is the matter."""
    assert answer.status_code in (statuses or (200, 400, 404, 409, 422)), text_of(answer.text)
    assert "<h1" in answer.text or 'class="hand pick"' in answer.text


ODD_HEADS = [
    {"stage": "nonsense"},
    {"stage": ""},
    {"hand": "-1"},
    {"hand": "0"},
    {"hand": "2"},
    {"hand": "999999999"},
    {"hand": HUGE},
    {"hand": "1.0"},
    {"hand": "²"},
    {"hand": ""},
    {"base": HUGE},
    {"base": "7"},
]


@each_row("head", ODD_HEADS, ids=lambda head: str(head)[:30])
def test_odd_heads_are_refused(phone: Phone, head: dict[str, str]) -> None:
    clear(phone.client.post(f"{phone.url}/hand", data=SOUND | head), 400, 404, 409, 422)
    assert phone.record()["hands"] == []


ODD_ENTRIES = [
    {"captured[99999]": "5"},
    {"captured[-1]": "5", "captured[]": "7", "captured": "9"},
    {"captured[0][0]": "5", "captured[0].5.5": "2", "captured[1].rook": HUGE},
    {"adjust[9999].why": "x", "adjust[0]": "y", "adjust[00].side": "1"},
    {"calls[٣]": "pass", "calls[0]": "100 100 100", "calls[1]": "−5"},
    {"bid": HUGE},
    {"bidder": "99", "bid": "-70", "trump": "<script>"},
    {"penalties[0].kind": "x", "penalties[0].by": "y"},
    {"misplay": "x", "misdeal": HUGE, "passed_out": "0"},
    {"note": "x" * 200_000, "bid": "1"},
    {"note": "\0\u202e\ufeff", "bid": "\0"},
    {"open": "yes", "__class__": "x", "entry_0": "y", "bid": "1"},
]


@pytest.mark.parametrize("entries", ODD_ENTRIES, ids=lambda entries: str(entries)[:40])
@pytest.mark.parametrize("stage", ["bid", "result", "whole"])
def test_odd_entries_are_refused_or_passed_over(phone: Phone, entries: dict[str, str], stage: str) -> None:
    sent = SOUND | entries | {"stage": stage}
    answer = phone.client.post(f"{phone.url}/hand", data=sent)
    if answer.status_code != 303:
        clear(answer, 422)
        assert phone.record()["hands"] == []
    clear(phone.client.get(phone.url), 200)
    clear(phone.client.get(f"{phone.url}/history"), 200)
    assert phone.client.post(f"{phone.url}/preview", data=sent).status_code == 200
    clear(phone.client.post(f"{phone.url}/hand", data=sent | {"do": "look"}))


EDITS = [
    {"put": put}
    for put in ("=", "x", "=5", "captured[0]=", "stage=bid", "hand=7", "base=9", "confirmed=yes", "calls[0]==", HUGE)
] + [{"drop": drop} for drop in ("", "d", "s", "x", "captured", "do", "drop", "bid")]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: str(edit)[:40])
@pytest.mark.parametrize("saved", [False, True])
def test_buttons_that_edit_never_save(phone: Phone, edit: dict[str, str], saved: bool) -> None:
    if saved:
        assert phone.client.post(f"{phone.url}/hand", data=SOUND | {"token": "s"}).status_code == 303
    before = phone.record()
    clear(phone.client.post(f"{phone.url}/hand", data=SOUND | edit | {"base": str(int(saved))}), 200, 400)
    assert phone.record() == before
    assert phone.client.get(f"{phone.url}/history").text.count("<b>Hand") == int(saved)


@each_row("slug", list(BY_SLUG))
def test_every_field_of_every_game_survives_nonsense(client: FlaskClient, slug: str) -> None:
    table = Phone(client, slug, NAMES)
    names = sorted({control.name for control in table.form().controls if control.kind in ("text", "radio")})
    lists = [f"{key}[0]{rest}" for key in ("plays", "hands[0]", "melds[0]", "melds[1]") for rest in ("[0]", "[1]", "")]
    names += [name for name in lists if slug in ("cribbage", "club")]
    for name in names:
        clear(client.post(f"{table.url}/hand", data=WHOLE | {name: "99"}), 422)
    for value in ("x", "-1", "99", "99999999999999999999", "null", "[]", "pass", "1e3"):
        sent = WHOLE | dict.fromkeys(names, value)
        clear(client.post(f"{table.url}/hand", data=sent | {"do": "look"}), 200)
        clear(client.post(f"{table.url}/hand", data=sent), 422)
    assert table.record()["hands"] == []


@each_row(
    "body",
    [
        b"\xff\xfe=\xff",
        b"stage=whole&hand=1&base=0&token=t&note=%ff%fe&bid=%80",
        b"&&&==&;",
        b"%",
        b"\0" * 50,
        b"stage",
    ],
)
@each_row("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "text/plain"])
def test_bytes_that_are_no_text(phone: Phone, body: bytes, kind: str) -> None:
    for path in ("/hand", "/preview", "/undo", "/hand/1/delete", "/share"):
        answer = phone.client.post(phone.url + path, data=body, content_type=kind)
        assert answer.status_code in (200, 400, 404, 422)
    for path in ("/new/original", "/import"):
        clear(phone.client.post(path, data=body, content_type=kind), 400, 422)
    assert phone.record()["hands"] == []


@each_row("body", ["[1]", "7", "null", '"x"', "{", '{"players": 7}', '{"players": [1, 2, 3, 4]}'])
def test_json_where_a_form_is_due(phone: Phone, body: str) -> None:
    for path in ("/new/original", "/import", f"{phone.url}/hand"):
        clear(phone.client.post(path, data=body, content_type="application/json"), 400, 415, 422)


@each_row("number", [HUGE, "x", "-1", "", "²"])
def test_odd_numbers_in_other_forms(phone: Phone, number: str) -> None:
    assert phone.client.post(f"{phone.url}/hand", data=SOUND).status_code == 303
    before = phone.record()
    for path, key in (("/undo", "last"), ("/hand/1/delete", "base")):
        answer = phone.client.post(phone.url + path, data={key: number, "token": path})
        assert answer.status_code in (303, 400)
    clear(phone.client.post("/new/original", data={"players": NAMES, "dealer": number or "x"}), 422)
    assert phone.record() == before


@each_row("number", [HUGE, "x", "-1", "²"])
def test_odd_numbers_in_addresses(phone: Phone, number: str) -> None:
    assert phone.client.get(f"/new/booklet?players={number}").status_code == 200
    for path in (f"/hand/{number}", f"/hand/{number}/change"):
        clear(phone.client.get(phone.url + path), 404)


@each_row("path", ["/join/é", "/join/%ff", "/join/%00", "/join/x", "/hand/2", "/hand/99/change", "/x"])
def test_odd_addresses(phone: Phone, path: str) -> None:
    clear(phone.client.get(phone.url + path), 404)


def test_a_known_form_with_nonsense_in_it(phone: Phone) -> None:
    bid = {"stage": "bid", "hand": "1", "base": "0", "token": "t", "bidder": "1", "bid": "95", "trump": "green"}
    assert phone.client.post(f"{phone.url}/hand", data=bid).status_code == 303
    for bidder in ("99", "x", "-9"):
        assert phone.client.post(f"{phone.url}/hand", data=bid | {"bidder": bidder}).status_code < 500


def test_too_much_is_refused_with_a_message(client: FlaskClient) -> None:
    clear(client.post("/import", data={"text": "x" * 3_000_000}), 413)
    clear(client.post("/import", data={"text": " " * 1_500_000 + "{"}), 413)
    text = " " * 250_000 + "{"
    clear(client.post("/import", data={"text": text}), 422)
    parts = f'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n{text}\r\n--b--\r\n'
    clear(client.post("/import", data=parts.encode(), content_type="multipart/form-data; boundary=b"), 422)


@each_row("note", ["\ud800", "a\0b", "<b>", "\u202e"])
def test_odd_text_in_an_imported_record(client: FlaskClient, note: str) -> None:
    record = {"format": "rook-record/1", "game": "original", "players": NAMES, "hands": []}
    hand = HANDS["original"][0] | {"note": note}
    for more in ({"note": note}, {"date": note}, {"hands": [hand]}, {"players": ["Ann", note, "Cal", "Dot"]}):
        answer = client.post("/import", data={"text": json.dumps(record | more)})
        clear(answer, 422) if answer.status_code != 303 else clear(client.get(answer.headers["Location"]), 200)
    clear(client.get("/games"), 200)


def test_a_form_without_its_csrf_token_is_refused(tmp_path: Path) -> None:
    app = create_app({"TESTING": True}, tmp_path)
    client = app.test_client()
    clear(client.post("/new/original", data={"players": NAMES}), 400)
    clear(client.post("/new/original", data={"players": NAMES, "csrf_token": "é"}), 400)
    assert Phone(client, "original", NAMES).page()
    with app.app_context():
        assert db.session.query(Game).count() == 1
        db.session.remove()
        db.engine.dispose()


def second(phone: Phone) -> Phone:
    """Another phone at the same table, by the scorer link."""
    other = object.__new__(Phone)
    other.client, other.url = phone.client.application.test_client(), phone.url
    controls = Form(phone.client.get(f"{phone.url}/share").text).controls
    links = [control.value for control in controls if "/join/" in control.value]
    assert other.client.get(f"{links[0].removeprefix('http://localhost')}/open").status_code == 303
    return other


@pytest.mark.parametrize(("button", "count"), [(0, 1), (1, 2)])
def test_the_second_of_two_phones_chooses(phone: Phone, button: int, count: int) -> None:
    other = second(phone)
    forms = [phone.form(), other.form()]
    bids = [{"bidder": 1, "bid": 95, "trump": "green"}, {"passed_out": True}]
    assert phone.save(bids[0], forms[0]).status_code == 303
    phone.save({"captured": [45, 75]})
    answer = other.save(bids[1], forms[1])
    clear(answer, 409)
    chosen = Form("<form" + answer.text.split("<form")[1 + button])
    assert other.client.post(f"{phone.url}/hand", data=multi(chosen.sent())).status_code == 303
    hands = phone.record()["hands"]
    assert (len(hands), hands[-1]) == (count, {"passed_out": True})


def test_the_bid_changed_here_while_the_result_was_saved_there(phone: Phone) -> None:
    other = second(phone)
    phone.save({"bidder": 1, "bid": 95, "trump": "green"})
    form = phone.form(phone.client.get(f"{phone.url}/hand/1/change").text)
    other.save({"captured": [None, 75]})
    answer = phone.save({"bid": 75}, form)
    clear(answer, 409)
    mine = Form("<form" + answer.text.split("<form")[1])
    answer = phone.client.post(f"{phone.url}/hand", data=multi(mine.sent()))
    assert answer.status_code == 303, text_of(answer.text)
    assert phone.record()["hands"][0]["bid"] == 75


def test_a_correction_that_spoils_a_later_hand_says_which(client: FlaskClient) -> None:
    """With 2000 the first play of hand 2 would have had to be worth 100."""
    table = Phone(client, "club", NAMES)
    melds = [[{"set": 9, "natural": 5}], []]
    later = {"out": None, "melds": melds, "rooks": [0, 0], "in_hand": [0, 0], "openings": [50, None]}
    for hand in (HANDS["club"][0] | {"out": None}, later):
        assert table.play(hand).status_code == 303
    form = table.form(client.get(f"{table.url}/hand/1/change").text)
    answer = table.save({"adjust": [{"side": 0, "points": 20, "why": "agreed"}]}, form)
    clear(answer, 422)
    messages = re.findall(r'class="(?:wrong|faults)"[^>]*>(.*?)</(?:p|div)>', answer.text, re.DOTALL)
    assert messages
    assert all("hand 2" in words.lower() for words in messages), messages


def test_a_correction_that_ends_the_game_earlier_asks_and_can_be_undone(phone: Phone) -> None:
    won = {"bidder": 0, "bid": 70, "trump": "red", "captured": [100, None]}
    for hand in (won, won, won | {"captured": [60, None]}, won):
        assert phone.play(hand).status_code == 303
    before = phone.record()["hands"]
    form = phone.form(phone.client.get(f"{phone.url}/hand/3/change").text)
    answer = phone.save({"captured": [100, None]}, form)
    clear(answer, 409)
    assert phone.record()["hands"] == before
    sure = Form("<form" + answer.text.split("<form")[-1])
    assert phone.client.post(f"{phone.url}/hand", data=multi(sure.sent())).status_code == 303
    assert phone.record()["hands"] == [won] * 3
    undo = Form("<form" + phone.page().split("<form")[1].split("</form")[0])
    assert phone.client.post(f"{phone.url}/undo", data=multi(undo.sent())).status_code == 303
    assert phone.record()["hands"] == before


def test_a_hand_sent_after_the_end_gets_the_reason(phone: Phone) -> None:
    won = {"bidder": 0, "bid": 70, "trump": "red", "captured": [120, None]}
    for hand in (won, won):
        phone.play(hand)
    late = phone.form()
    phone.play(won)
    next(control for control in late.controls if control.name == "hand").value = "4"
    answer = phone.save({"bidder": 1, "bid": 70, "trump": "red"}, late)
    clear(answer, 422)
    assert "The game ended before this hand" in text_of(answer.text)


def test_a_deletion_that_ends_the_game_earlier_says_so(phone: Phone) -> None:
    won = {"bidder": 0, "bid": 70, "trump": "red", "captured": [120, None]}
    for hand in ({"bidder": 0, "bid": 120, "trump": "red", "captured": [115, None]}, won, won, won, won):
        assert phone.play(hand).status_code == 303
    before = phone.record()
    form = Form("<form" + phone.client.get(f"{phone.url}/hand/1").text.split("<form")[-1])
    answer = phone.client.post(f"{phone.url}/hand/1/delete", data=multi(form.sent()), follow_redirects=True)
    assert "somebody has just changed" not in answer.text
    assert phone.record() == before


def test_a_record_longer_than_any_game_is_refused_at_once(client: FlaskClient) -> None:
    head = {"format": "rook-record/1", "game": "original", "players": NAMES}
    answer = client.post("/import", data={"text": json.dumps(head | {"hands": [{}] * 120_000})})
    clear(answer, 413)
    assert "at most 300,000 characters" in text_of(answer.text)
    # One that is only wrong from end to end tells the first hundred faults.
    answer = client.post("/import", data={"text": json.dumps(head | {"hands": [{}] * 1_000})})
    clear(answer, 422)
    assert text_of(answer.text).count("Choose who won the bid.") == 25
    with client.application.app_context():
        assert db.session.query(Game).count() == 0
