"""The auction called at the table, by plain forms and without script, in every game that bids."""

from __future__ import annotations

import re
from typing import Any

from flask.testing import FlaskClient

from tests.rows import each_row
from tests.web.table.test_reading import Form
from tests.web.table.test_table import Phone, text_of

P = "pass"
NAMES = ["Ann", "Ben", "Cal", "Dot"]
SEATS = {"bidder", "bid", "trump"}


def called(form: Form) -> list[str]:
    """The calls that a form would send."""
    return [value for name, value in form.sent() if name.startswith("calls[")]


def offered(form: Form) -> list[str]:
    """The calls that can be touched."""
    return [value.partition("=")[2] for name, value in form.buttons if name == "put" and value.startswith("calls[")]


def entered(form: Form, *names: str) -> dict[str, str]:
    return {name: value for name, value in form.sent() if name in (names or SEATS)}


def headline(page: str) -> str:
    match = re.search(r'<p class="turn".*?</p>', page, re.DOTALL)
    assert match
    return text_of(f"<main{match[0]}").removeprefix("> ")


def out(page: str) -> list[str]:
    return re.findall(r"<s>(\w+)</s>", page)


class Caller(Phone):
    """A phone on which an auction is called, touch by touch."""

    def call(self, *calls: Any) -> Form:
        form = self.form()
        if ("do", "calls") in form.buttons:
            self.last_page = self.look(form.sent(("do", "calls")))
            form.load(self.last_page)
        for call in calls:
            form.load(self.touch(form, call))
        return form

    def touch(self, form: Form, call: Any) -> str:
        label = " ".join(map(str, call)) if isinstance(call, list) else str(call)
        assert label in offered(form), f"{label} cannot be touched: {offered(form)}"
        button = next(button for button in form.buttons if button[0] == "put" and button[1].endswith(f"={label}"))
        self.last_page = self.look(form.sent(button))
        return self.last_page


#: Game, dealer, an auction, and the bid that it leads to; the trump is touched where no bid names it.
WHOLE: list[tuple[str, int, list[Any], dict[str, Any]]] = [
    ("regular", 0, [15, 25, P, 30, 35, 40, P, P], {"bidder": 1, "bid": 40, "trump": "green"}),
    ("booklet", 0, [15, 20, P, 25, 30, 35, P, P, P], {"bidder": 1, "bid": 35, "trump": "blue"}),
    ("booklet", 0, [15, 20, P, 25, P, P, 30, P, P, P], {"bidder": 2, "bid": 30, "trump": "red"}),
    ("original", 3, [70, 80, P, 85, 90, 95, P, P], {"bidder": 1, "bid": 95, "trump": "green"}),
    # 120 is everything: nobody else is asked.
    ("original", 0, [120], {"bidder": 1, "bid": 120, "trump": "red"}),
    ("display", 1, [55, P, 60, P, P], {"bidder": 3, "bid": 60, "trump": "yellow"}),
    ("boston", 3, [[70, "green"], [100, "black"], P, P, P], {"bidder": 1, "bid": 100, "trump": "black"}),
    ("boston", 0, [[240, "none"]], {"bidder": 1, "bid": 240, "trump": "none"}),
]


@each_row(("slug", "dealer", "calls", "contract"), WHOLE)
def test_a_whole_auction_fills_in_the_bid(
    client: FlaskClient, slug: str, dealer: int, calls: list[Any], contract: dict[str, Any]
) -> None:
    phone = Caller(client, slug, NAMES, dealer)
    form = phone.call(*calls)
    decided = {key: str(value) for key, value in contract.items() if key != "trump" or slug == "boston"}
    assert entered(form) == decided
    assert offered(form) == []
    assert headline(phone.last_page).startswith(f"{NAMES[contract['bidder']]} won the bid: {contract['bid']}")
    if slug != "boston":
        form.set("trump", contract["trump"])
    assert phone.send(form).status_code == 303
    assert phone.record()["hands"] == [{"open": True, "calls": calls, **contract}]
    # The play goes on as ever.
    assert ("stage", "result") in phone.form().sent()


def test_before_anybody_has_called_the_bid_is_entered_as_ever(client: FlaskClient) -> None:
    phone = Caller(client, "original", NAMES)
    page = phone.page()
    assert '<button class="btn quiet" name="do" value="calls">Record the bidding</button>' in page
    assert 'class="turn"' not in page
    phone.save({"bidder": 1, "bid": 95, "trump": "green"})
    assert phone.record()["hands"] == [{"open": True, "bidder": 1, "bid": 95, "trump": "green"}]


def test_whose_turn_lowest_bid_who_is_out_and_who_has_the_bid(client: FlaskClient) -> None:
    phone = Caller(client, "original", NAMES)
    phone.call(70, 80, P, 85)
    assert headline(phone.last_page) == "Ben to bid, at least 90"
    assert out(phone.last_page) == ["Dot"]
    assert "has 85" in text_of(phone.last_page)
    row = re.search(r'<ol class="calls">.*?</ol>', phone.last_page, re.DOTALL)
    assert row
    assert text_of(f"<main{row[0]}").removeprefix("> ") == "Ben 70 Cal 80 Dot pass Ann 85"
    # Nothing of the bid is asked for while it cannot be known.
    assert not phone.form(phone.last_page).at("bidder")
    assert "Save bidding so far" in phone.last_page


@each_row("slug", ["regular", "booklet", "display"])
def test_the_dealer_must_bid(client: FlaskClient, slug: str) -> None:
    phone = Caller(client, slug, NAMES, 2)
    form = phone.call()
    assert headline(phone.last_page) == "Cal deals and must bid, at least 5"
    assert P not in offered(form)
    form = phone.call(5)
    assert P in offered(form)
    assert headline(phone.last_page) == "Dot to bid, at least 10"


def test_in_the_booklet_a_pass_is_not_final(client: FlaskClient) -> None:
    phone = Caller(client, "booklet", NAMES)
    phone.call(15, 20, P, 25, P)
    assert out(phone.last_page) == []
    phone.call(15, 20, P, 25, P, P)
    assert headline(phone.last_page) == "Cal to bid, at least 30"


def test_only_legal_calls_can_be_touched(client: FlaskClient) -> None:
    phone = Caller(client, "original", NAMES)
    assert offered(phone.call(105)) == [P, "110", "115", "120"]
    boston = Caller(client, "boston", NAMES)
    form = boston.call([180, "green"])
    assert offered(form) == [
        P,
        *(f"{bid} red" for bid in (190, 200, 210, 220, 230, 240)),
        *(f"{bid} black" for bid in (190, 200, 210)),
        *(f"{bid} none" for bid in (190, 200, 210, 220, 230, 240)),
    ]
    # A color is touched by its name and its shape; those that yield too little are not there.
    assert [control.value for control in form.at("calls.color")] == ["red", "black", "none"]
    assert 'class="shape black"' in boston.last_page


@each_row("slug", ["original", "boston"])
def test_all_passed_is_saved_with_one_touch(client: FlaskClient, slug: str) -> None:
    phone = Caller(client, slug, NAMES)
    form = phone.call(P, P, P, P)
    assert headline(phone.last_page).startswith("Nobody bid")
    assert ("passed_out", "yes") in form.buttons
    assert not form.at("bidder")
    assert phone.send(form, ("passed_out", "yes")).status_code == 303
    assert phone.record()["hands"] == [{"calls": [P, P, P, P], "passed_out": True}]
    # Thrown in: the deal has passed to Ben, and Cal speaks first.
    phone.call()
    assert headline(phone.last_page) == "Cal to bid, at least 70"


def test_an_unfinished_auction_is_saved_and_continued_elsewhere(client: FlaskClient) -> None:
    phone = Caller(client, "original", NAMES)
    assert phone.send(phone.call(80)).status_code == 303
    assert phone.record()["hands"] == [{"open": True, "calls": [80]}]
    scorer, watcher = guests(phone)
    page = watcher.get(phone.url).text
    assert "<strong>Cal to bid, at least 85</strong>" in page
    assert "<b>Cal to bid, at least 85</b>" in page
    assert 'class="hand pick"' not in page
    phone.client = scorer
    form = phone.call(P, 90, P, P)
    assert entered(form) == {"bidder": "3", "bid": "90"}
    form.set("trump", "black")
    assert phone.send(form).status_code == 303
    hand = {"open": True, "calls": [80, P, 90, P, P], "bidder": 3, "bid": 90, "trump": "black"}
    assert phone.record()["hands"] == [hand]
    assert "Dot, 90 on black" in watcher.get(phone.url).text
    assert "to bid" not in watcher.get(phone.url).text


def guests(phone: Phone) -> tuple[FlaskClient, FlaskClient]:
    """Two more phones, one that keeps score and one that watches."""
    links = re.findall(r'readonly value="https?://[^/]+([^"]+)"', phone.client.get(f"{phone.url}/share").text)
    new = [phone.client.application.test_client() for _ in links]
    for client, link in zip(new, links, strict=True):
        assert client.get(f"{link}/open").status_code == 303
    return new[0], new[1]


def test_the_message_says_whose_bid_it_is(client: FlaskClient) -> None:
    phone = Caller(client, "regular", NAMES)
    answer = phone.send(phone.call(20, 25))
    page = client.get(answer.location).text
    assert "Cal to bid, at least 30: saved." in page
    answer = phone.send(phone.call(P, P, P))
    assert "Bid saved. Choose the trump color when it is named." in client.get(answer.location).text
    # Trump is named later: the result asks for it.
    assert phone.form().at("trump")


def test_calls_can_be_undone_one_by_one_or_all_at_once(client: FlaskClient) -> None:
    phone = Caller(client, "original", NAMES)
    form = phone.call(70, P, P, P)
    form.set("trump", "red")
    page = phone.look(form.sent(("drop", "calls[3]")))
    form = phone.form(page)
    # What followed from the call is gone with it, also what was touched after it.
    assert called(form) == ["70", P, P]
    assert headline(page) == "Ann to bid, at least 75"
    assert entered(form) == {}
    form.load(phone.touch(form, "75"))
    form.load(phone.touch(form, P))
    assert entered(form) == {"bidder": "0", "bid": "75"}
    page = phone.look(form.sent(("drop", "calls")))
    assert called(phone.form(page)) == []
    assert ("do", "calls") in phone.form(page).buttons
    assert phone.form(page).at("bidder")
    # The last one taken back: somebody else speaks first anew, and the helper stays open.
    page = phone.look(phone.call(70).sent(("drop", "calls[0]")))
    assert '<details class="fold auction" open>' in page
    assert headline(page) == "Ben to bid, at least 70"


def test_the_auction_overrides_earlier_taps(client: FlaskClient) -> None:
    phone = Caller(client, "original", NAMES)
    form = phone.form()
    for key, value in (("bidder", "2"), ("bid", "100"), ("trump", "red")):
        form.set(key, value)
    page = phone.look(form.sent(("put", "calls[0]=80")))
    assert 'class="wrong"' not in page
    form = phone.form(page)
    for call in (P, P, P):
        form.load(phone.touch(form, call))
    assert entered(form) == {"bidder": "1", "bid": "80"}


#: Game, calls sent by other means, the one that cannot be, and what the engine says of it.
ILLEGAL: list[tuple[str, list[str], int, str]] = [
    ("original", ["70", "72"], 1, "72 is too low. The next bid must be at least 75."),
    ("original", ["65"], 0, "65 is too low. The next bid must be at least 70."),
    ("original", ["125"], 0, "125 is too high. The highest bid is 120."),
    ("original", ["120", "pass"], 1, "The bidding is already over."),
    ("regular", ["pass"], 0, "The dealer opens the bidding and must bid."),
    ("boston", ["160 yellow"], 0, "160 is too high. The highest bid on yellow is 150."),
    ("boston", ["100 green", "100 red"], 1, "100 is too low. The next bid must be at least 110."),
    ("boston", ["100"], 0, "Color can't be"),
    ("original", ["ninety"], 0, "is not a whole number"),
]


@each_row(("slug", "calls", "wrong", "why"), ILLEGAL)
def test_an_illegal_call_is_refused_beside_its_row(
    client: FlaskClient, slug: str, calls: list[str], wrong: int, why: str
) -> None:
    phone = Caller(client, slug, NAMES)
    more = [(f"calls[{index}]", call) for index, call in enumerate(calls)]
    answer = phone.send(phone.form(), *more)
    assert answer.status_code == 422
    assert phone.record()["hands"] == []
    row = re.search(rf'id="wrong-calls\[{wrong}\]">(.*?)</div>', answer.text, re.DOTALL)
    assert row
    assert why in text_of(f"<main{row[0]}")
    # All that was sent is still there, and can be taken back until it is right.
    form = phone.form(answer.text)
    assert called(form) == calls
    assert offered(form) == []
    page = phone.look(form.sent(("drop", f"calls[{len(calls) - 1}]")))
    assert len(called(phone.form(page))) == len(calls) - 1
    # A button with such a call is refused in the same words.
    path = f"calls[{len(calls) - 1}]={calls[-1]}"
    page = phone.look(phone.form(page).sent(("put", path)))
    assert why in text_of(page)


def test_a_bidder_beside_half_an_auction_is_refused_in_sight(client: FlaskClient) -> None:
    phone = Caller(client, "original", NAMES)
    answer = phone.send(phone.form(), ("calls[0]", "70"), ("bidder", "1"))
    assert answer.status_code == 422
    assert "Leave out “bidder”: the bidding is not over" in text_of(answer.text)
    assert phone.form(answer.text).at("bidder")


def test_another_bidder_than_the_auction_led_to_is_refused(client: FlaskClient) -> None:
    phone = Caller(client, "original", NAMES)
    form = phone.call(70, P, P, P)
    form.set("bidder", "2")
    answer = phone.send(form)
    assert answer.status_code == 422
    assert "The bidding ends with bidder 1" in text_of(answer.text)


def test_an_older_hand_is_called_by_its_own_dealer(client: FlaskClient) -> None:
    phone = Caller(client, "original", NAMES)
    phone.save({"bidder": 1, "bid": 95, "trump": "green"})
    phone.save({"captured": [45, 75]})
    # By now Ben deals; hand 1 was Ann's, so Ben speaks first in it.
    page = client.get(f"{phone.url}/hand/1/change").text
    assert headline(page) == "Ben to bid, at least 70"
    form = phone.form(page)
    for call in (70, 80, P, 85, 90, 95, P):
        form.load(phone.touch(form, call))
    # Half-way nothing is decided, and what the calls do not decide stays.
    assert entered(form) == {"trump": "green"}
    form.load(phone.touch(form, P))
    assert entered(form) == {"bidder": "2", "bid": "95", "trump": "green"}
    assert phone.send(form).status_code == 303
    hand = {"bidder": 2, "bid": 95, "trump": "green", "captured": [45, 75]}
    assert phone.record()["hands"] == [{**hand, "calls": [70, 80, P, 85, 90, 95, P, P]}]
    assert phone.totals() == [-95, 75]
    # Sent once more untouched, nothing changes.
    before = phone.record()
    phone.send(phone.form(client.get(f"{phone.url}/hand/1/change").text))
    assert phone.record() == before


def test_an_open_hand_is_changed_with_its_auction(client: FlaskClient) -> None:
    phone = Caller(client, "boston", NAMES)
    phone.send(phone.call([100, "green"], P, P, P))
    page = client.get(f"{phone.url}/hand/1/change").text
    form = phone.form(page)
    assert called(form) == ["100 green", P, P, P]
    assert entered(form) == {"bidder": "1", "bid": "100", "trump": "green"}
    form.load(phone.look(form.sent(("drop", "calls[3]"))))
    form.load(phone.touch(form, [110, "red"]))
    form.load(phone.touch(form, P))
    assert phone.send(form).status_code == 303
    hand = {"open": True, "calls": [[100, "green"], P, P, [110, "red"], P], "bidder": 0, "bid": 110, "trump": "red"}
    assert phone.record()["hands"] == [hand]
    assert "100 green, pass, pass, 110 red, pass" in text_of(client.get(f"{phone.url}/history").text)


def test_a_game_without_an_auction_has_no_helper(client: FlaskClient) -> None:
    assert "Record the bidding" not in Phone(client, "cordova", NAMES).page()
    assert "Record the bidding" not in Phone(client, "club", NAMES).page()
