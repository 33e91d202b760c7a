"""The Original ROOK with changing partners: who deals, bids first and leads where players move, and where they stay."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.rows import each_row
from tests.web.table.test_table import NAMES, Phone, text_of

HAND = {"bidder": 0, "bid": 70, "trump": "red", "captured": [70, None]}
#: Typed by hand: the first player deals the first hand, the deal passes left, partners sit opposite each other.
STAYING = {
    1: ("Ann", "Ben", "Ann, Ben, Cal, Dot", "Ann & Cal; Ben & Dot"),
    5: ("Ann", "Ben", "Ann, Ben, Cal, Dot", "Ann & Ben; Cal & Dot"),
    9: ("Ann", "Ben", "Ann, Ben, Cal, Dot", "Ann & Dot; Ben & Cal"),
}
MOVING = {
    1: ("Ann", "Ben", "Ann, Ben, Cal, Dot", "Ann & Cal; Ben & Dot"),
    4: ("Dot", "Ann", "Ann, Ben, Cal, Dot", "Ann & Cal; Ben & Dot"),
    5: ("Ann", "Cal", "Ann, Cal, Ben, Dot", "Ann & Ben; Cal & Dot"),
    6: ("Cal", "Ben", "Ann, Cal, Ben, Dot", "Ann & Ben; Cal & Dot"),
    8: ("Dot", "Ann", "Ann, Cal, Ben, Dot", "Ann & Ben; Cal & Dot"),
    9: ("Cal", "Ann", "Ann, Ben, Dot, Cal", "Ann & Dot; Ben & Cal"),
    10: ("Ann", "Ben", "Ann, Ben, Dot, Cal", "Ann & Dot; Ben & Cal"),
}


@each_row(("choice", "expected"), [("stay", STAYING), ("move", MOVING)])
def test_who_deals_bids_first_and_leads(
    client: FlaskClient, choice: str, expected: dict[int, tuple[str, str, str, str]]
) -> None:
    phone = Phone(client, "original", NAMES, individual=True)
    before = phone.record()
    assert client.post(f"{phone.url}/seats", data={"seats": choice}).status_code == 303
    # It is the table's, not the record's.
    assert phone.record() == before
    for place in range(1, 11):
        words = text_of(phone.page())
        if place in expected:
            dealer, first, seats, partners = expected[place]
            assert f"{dealer} deals {first} bids first and leads" in words, place
            assert f"Clockwise: {seats}. Partners: {partners}." in words, place
            # The calls of a record go by the seats of the start.
            assert ("Record the bidding" in words) == (choice == "stay" or place < 5)
        phone.play(HAND)
    if choice == "move":
        assert "5 Ann" in text_of(client.get(f"{phone.url}/print").text)
        assert "6 Cal" in text_of(client.get(f"{phone.url}/print").text)
        assert client.get(f"{phone.url}/offline.json").json["record"]["moves_seats"] is True


def test_a_misdealt_hand_moves_nobody(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES, individual=True)
    client.post(f"{phone.url}/seats", data={"seats": "move"})
    for _ in range(3):
        phone.play(HAND)
    phone.play({"misdeal": 0})
    words = text_of(phone.page())
    assert "Dot deals Ann bids first and leads" in words
    assert "Clockwise: Ann, Ben, Cal, Dot." in words


def test_games_with_fixed_partners_are_not_asked(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    assert "We change seats" not in phone.page()
    assert client.post(f"{phone.url}/seats", data={"seats": "dance"}).status_code == 400
