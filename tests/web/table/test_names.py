"""Renaming: a spelling for the whole game, or another player in a seat from a hand on."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.stored_game import Seats
from tests.rows import each_row
from tests.web.event_pages import Event
from tests.web.table.test_live import joined

NAMES = ["Ann", "Ben", "Cal", "Dot"]
WIDEST = "Wilhelmina Montgomery-Featherstonehaugh W"[:40]


class Phone:
    """A phone that keeps the score of one game of The Original ROOK, in which Ann deals and bids first."""

    def __init__(self, client: FlaskClient, hands: int) -> None:
        self.client = client
        self.url = client.post("/new/original", data={"players": NAMES}).headers["Location"]
        for number in range(1, hands + 1):
            self.play(number)

    def play(self, number: int) -> None:
        own = {"stage": "whole", "hand": str(number), "base": "0", "token": f"form-{number}"}
        facts = {"bidder": "0", "bid": "70", "trump": "red", "captured[0]": "75"}
        assert self.client.post(f"{self.url}/hand", data=own | facts).status_code == 303

    def text(self, path: str = "") -> str:
        return page_text(self.client.get(f"{self.url}{path}").text)

    def form(self) -> dict[str, Any]:
        page = self.client.get(f"{self.url}/names").text
        return own_inputs(page)

    def rename(self, *names: str, form: dict[str, Any] | None = None, **more: str) -> Any:
        return self.client.post(f"{self.url}/names", data=(form or self.form()) | {"players": list(names)} | more)

    def take_over(self, *names: str, **more: str) -> Any:
        return self.rename(*names, kind="takeover", **more)

    def undo(self) -> str:
        last = re.search(r'name="last" value="([^"]+)"', self.client.get(self.url).text)
        assert last
        self.client.post(f"{self.url}/undo", data={"last": last[1], "token": f"undo-{last[1]}"})
        return self.text()

    def record(self) -> dict[str, Any]:
        return dict(json.loads(self.client.get(f"{self.url}/record.json").data))


def own_inputs(page: str) -> dict[str, str]:
    """What the form says about itself."""
    return dict(re.findall(r'name="(base|token)" value="([^"]+)"', page))


def page_text(page: str) -> str:
    body = re.sub(r"<script.*?</script>|<[^>]+>", " ", re.split(r"<main[^>]*>", page)[1], flags=re.DOTALL)
    return unescape(" ".join(body.split()))


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    """A game with three hands, all of them Ann's bids."""
    return Phone(client, 3)


def test_a_spelling_changes_for_the_whole_game(phone: Phone) -> None:
    before = phone.record()
    assert phone.rename("Anne", "Ben", "Cal", "Dot").status_code == 303
    assert phone.record() == before | {"players": ["Anne", "Ben", "Cal", "Dot"]}
    assert "Ann is now called Anne. Undo" in phone.text()
    assert "Ann, 70 on red" not in phone.text("/hand/1")
    assert "Anne, 70 on red" in phone.text("/hand/1")
    assert "took over" not in phone.text("/print")
    assert "played in" not in phone.text("/hand/1")


def test_a_seat_is_taken_over_from_the_next_hand_on(phone: Phone) -> None:
    assert phone.take_over("Zoe", "Ben", "Cal", "Dot").status_code == 303
    assert phone.record()["players"] == ["Zoe", "Ben", "Cal", "Dot"]
    phone.play(4)
    assert "Zoe took over Ann’s seat from hand 4." in phone.text("/history")
    assert "Zoe took over Ann’s seat from hand 4." in phone.text("/print")
    for hand, name, other in ((3, "Ann", "Zoe"), (4, "Zoe", "Ann")):
        page = phone.text(f"/hand/{hand}")
        assert f"{name}, 70 on red" in page
        assert f"{other}, 70 on red" not in page
        assert ("Ann played in Zoe’s seat." in page) == (hand == 3)
    rows = phone.client.get(f"{phone.url}/sheet.csv").text.splitlines()
    assert rows[1].startswith("1,Ann,Zoe & Cal,75,")


def test_the_form_of_an_earlier_hand_names_its_players(phone: Phone) -> None:
    phone.take_over("Zoe", "Ben", "Cal", "Dot")
    for path, bidders in (("/hand/1/change", "Ann Ben Cal Dot"), ("", "Zoe Ben Cal Dot")):
        form = phone.client.get(f"{phone.url}{path}").text.partition('class="hand')[2].partition("</form>")[0]
        assert bidders in page_text(f"<main>{form}")


def test_a_takeover_that_was_forgotten_can_be_entered_later(phone: Phone) -> None:
    assert phone.take_over("Zoe", "Ben", "Cal", "Dot", hand="2").status_code == 303
    assert "Zoe took over Ann’s seat from hand 2." in phone.text("/history")
    assert "Ann, 70 on red" in phone.text("/hand/1")
    assert "Zoe, 70 on red" in phone.text("/hand/2")
    # Nobody can have come before those who have left.
    assert phone.take_over("Max", "Ben", "Cal", "Dot", hand="1").status_code == 404
    assert phone.take_over("Max", "Ben", "Cal", "Dot", hand="3").status_code == 303
    assert "Zoe, 70 on red" in phone.text("/hand/2")
    assert "Max, 70 on red" in phone.text("/hand/3")


def test_the_new_player_can_be_spelled_otherwise_later(phone: Phone) -> None:
    phone.take_over("Zoe", "Ben", "Cal", "Dot")
    phone.rename("Zoë", "Ben", "Cal", "Dot")
    assert "Zoë took over Ann’s seat from hand 4." in phone.text("/print")
    assert "Ann, 70 on red" in phone.text("/hand/1")


def test_the_hand_shifts_with_a_deleted_hand(phone: Phone) -> None:
    phone.take_over("Zoe", "Ben", "Cal", "Dot")
    phone.client.post(f"{phone.url}/hand/2/delete", data={"base": "1", "token": "gone"})
    assert "from hand 3." in phone.text("/print")


def test_undo_takes_back_names_and_hands_in_turn(phone: Phone) -> None:
    phone.take_over("Zoe", "Ben", "Cal", "Dot")
    phone.play(4)
    assert phone.undo().count("Undone.") == 1
    assert len(phone.record()["hands"]) == 3
    phone.rename("Zoe", "Ben", "Cal", "Dora")
    assert "Undone." in phone.undo()
    assert phone.record()["players"] == ["Zoe", "Ben", "Cal", "Dot"]
    assert "Undone: Dot is now called Dora." in phone.text("/history")
    # Undoing it twice restores it.
    phone.undo()
    assert phone.record()["players"] == ["Zoe", "Ben", "Cal", "Dora"]
    old = {"last": "names-1", "token": "late"}
    phone.client.post(f"{phone.url}/undo", data=old)
    assert "Not undone: another phone changed the game first." in phone.text()


@each_row(
    ("names", "message"),
    [
        (["Ann", "ann ", "Cal", "Dot"], "Give each a different name."),
        (["Ann", " ", "Cal", "Dot"], "Enter a name."),
        (["Ann", "", "", "Dot"], "Enter a name."),
        (["Ann", "B" * 41, "Cal", "Dot"], "40 characters"),
    ],
)
def test_an_impossible_name_is_reported_once(phone: Phone, names: list[str], message: str) -> None:
    before = phone.record()
    answer = phone.rename(*names)
    assert answer.status_code == 422
    assert page_text(answer.text).count(message) == 1
    assert phone.record() == before
    assert phone.rename("Ann", WIDEST, "Cal", "Dot").status_code == 303


def test_two_phones_rename_at_once(app: Flask, phone: Phone) -> None:
    other = joined(app, phone.url, "scorer")
    mine, theirs = (
        phone.form(),
        re.findall(r'name="(base|token)" value="([^"]+)"', other.get(f"{phone.url}/names").text),
    )
    assert other.post(f"{phone.url}/names", data=dict(theirs) | {"players": ["Anne", *NAMES[1:]]}).status_code == 303
    answer = phone.rename("Ann", "Ben", "Cal", "Dora", form=mine)
    assert answer.status_code == 409
    assert "Another phone changed the names first. Ann is now called Anne." in page_text(answer.text)
    # The form holds what both have entered, and saves it.
    assert re.findall(r'name="players" value="([^"]+)"', answer.text) == ["Anne", "Ben", "Cal", "Dora"]
    assert phone.rename("Anne", "Ben", "Cal", "Dora", form=own_inputs(answer.text)).status_code == 303
    assert phone.record()["players"] == ["Anne", "Ben", "Cal", "Dora"]


def test_the_same_form_sent_twice_is_saved_once(phone: Phone) -> None:
    form = phone.form()
    for _ in range(2):
        assert phone.rename("Anne", "Ben", "Cal", "Dot", form=form).status_code == 303
    assert "Ann is now called Anne. Names unchanged." in phone.text()
    assert phone.text("/history").count("Ann is now called Anne.") == 1


def test_a_watcher_cannot_rename(app: Flask, phone: Phone) -> None:
    watcher, form = joined(app, phone.url), phone.form()
    assert watcher.get(f"{phone.url}/names").status_code == 403
    assert watcher.post(f"{phone.url}/names", data=form | {"players": ["Anne", *NAMES[1:]]}).status_code == 403
    assert "/names" not in watcher.get(phone.url).text
    assert f"{phone.url}/names" in phone.client.get(phone.url).text


def test_other_phones_hear_of_it(app: Flask, phone: Phone) -> None:
    watcher = joined(app, phone.url)
    before = watcher.get(f"{phone.url}/offline.json").get_json()
    phone.take_over("Zoe", "Ben", "Cal", "Dot")
    after = watcher.get(f"{phone.url}/offline.json").get_json()
    assert after["revision"] == before["revision"] + 1
    assert after["record"]["players"] == ["Zoe", "Ben", "Cal", "Dot"]
    page = unescape(watcher.get(phone.url).text)
    assert 'data-latest="Another phone changed the names: Zoe took over Ann’s seat from hand 4."' in page


def test_nobody_takes_over_before_the_first_hand_or_after_the_end(client: FlaskClient) -> None:
    phone = Phone(client, 0)
    assert "New player" not in phone.text("/names")
    assert phone.take_over("Zoe", "Ben", "Cal", "Dot").status_code == 404
    assert phone.rename("Zoe", "Ben", "Cal", "Dot").status_code == 303
    for number in range(1, 5):
        phone.play(number)
    assert "Zoe, 70 on red" in phone.text("/hand/1")
    assert "New player" not in phone.text("/names")
    assert phone.rename("Zoë", "Ben", "Cal", "Dot").status_code == 303


@each_row("sent", [{"players": NAMES[:3]}, {"kind": "x"}, {"base": "-1"}, {"base": "9"}, {"token": ""}])
def test_a_form_that_no_page_sends(phone: Phone, sent: dict[str, Any]) -> None:
    data = phone.form() | {"players": ["Anne", *NAMES[1:]]} | sent
    assert phone.client.post(f"{phone.url}/names", data=data).status_code in (400, 404)
    assert phone.record()["players"] == NAMES


def test_known_names_use_the_latest_spelling_and_include_replaced_players(phone: Phone) -> None:
    phone.rename("Anne", "Ben", "Cal", "Dot")
    phone.take_over("Zoe", "Ben", "Cal", "Dot")
    page = phone.client.get("/new/regular").text
    known = re.findall(r'<option value="([^"]+)"', page)
    assert set(known) == {"Zoe", "Anne", "Ben", "Cal", "Dot"}
    assert re.findall(r'name="players" value="([^"]+)"', page) == ["Zoe", "Ben", "Cal", "Dot"]


def test_a_game_of_a_club_takes_its_names_from_the_club(app: Flask) -> None:
    event = Event(app)
    event.come()
    event.draw()
    table = event.tables()[0]
    client = event.organizer.client
    url = client.get(event.link(table)).headers["Location"]
    page = client.get(f"{url}/names").text
    assert "its players are club members" in page_text(page)
    assert f'href="{table}"' in page
    assert 'name="players"' not in page
    before = client.get(f"{url}/record.json").get_json()
    sent = {"players": ["Zoe", *before["players"][1:]], "base": "0", "token": "t"}
    assert client.post(f"{url}/names", data=sent).status_code == 409
    assert client.get(f"{url}/record.json").get_json() == before


def test_a_forgotten_member_leaves_the_name_history(app: Flask) -> None:
    seats = Seats.of_names(NAMES).take_over(["Zoe", "Ben", "Cal", "Dot"], 4)
    assert seats.replace_name(0, "Zoe", "Former member").stints[0] == ((1, "Ann"), (4, "Former member"))
    assert seats.replace_name(1, "Zoe", "Former member") == seats
