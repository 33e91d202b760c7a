"""The rules that a table agrees upon: in a sentence, as chips, checked, saved under a name, carried by a link."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient

from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from tests.rows import each_row
from tests.web.table.test_table import Phone

NAMES = ["Ann", "Ben", "Cal", "Dot"]
FIVE = [*NAMES, "Eve"]
USUAL = "180 points a deal; 1s 15, 5s 5, 10s 10, 14s 10, Rook card 20; bids from 100 to 180 by 5; fixed partners"


def _text(page: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def _chips(page: str) -> list[str]:
    return [unescape(chip) for chip in re.findall(r'<li class="tag">([^<]+)', page)]


def _post(client: FlaskClient, slug: str, **sent: str) -> str:
    answer = client.post(f"/new/{slug}", data={"players": NAMES, **sent})
    assert answer.status_code == 200
    return answer.text


@each_row("game", GAMES, ids=lambda game: game.slug)
def test_every_option_of_every_game_is_on_the_page_under_a_heading(client: FlaskClient, game: Game) -> None:
    page = client.get(f"/new/{game.slug}").text
    for option in game.options:
        assert f'name="{option.key}"' in page
        assert option.label in _text(page)
    groups = re.findall(r'<section class="options"><h3>([^<]+)</h3>(.*?)</section>', page, re.S)
    assert all("name=" in widgets for _, widgets in groups)
    assert ("Standard rules: " in page) == bool(game.options and not game.presets)


def test_what_differs_is_shown_as_chips_at_the_table_and_on_the_sheet(client: FlaskClient) -> None:
    phone = Phone(client, "booklet", NAMES, rook="20", minimum=10, nest=True)
    chips = ["Rook card: in play, worth 20", "Nest of 1924", "Lowest bid: 10"]
    for page in (phone.page(), client.get(f"{phone.url}/history").text, client.get(f"{phone.url}/print").text):
        assert sorted(_chips(page)) == sorted(chips)
    # Every phone reads what is agreed before the first deal; then it makes room.
    assert "bids 10 to 120 by 5" in _text(phone.page())
    phone.play({"bidder": 0, "bid": 60, "trump": "red", "captured": [80, 20, 20, None]})
    assert "bids 10 to 120 by 5" not in _text(phone.page())
    plain = Phone(client, "booklet", NAMES)
    assert _chips(plain.page()) == []
    assert "Agreed:" not in plain.page()


def test_a_preset_shows_its_figures_and_fills_in_the_form(client: FlaskClient) -> None:
    page = client.get("/new/house").text
    assert USUAL in _text(page)
    # Nothing agreed about partners means the usual ones for so many players.
    assert re.search(r'name="partners" value="" checked', page)
    assert (
        "Red one 150 4 players; 150 points a deal; 5s 5, 10s 10, 14s 10, Rook card 20, Red 1 30; bids from 75"
        in _text(page)
    )
    chosen = _post(client, "house", preset="3")
    assert chosen.count('name="players"') == 5
    assert _chips(chosen) == ["Last trick: 20", "Deck: 57 cards: 1 to 14", "Lowest bid: 80", "Points to win: 400"]
    assert "partner called each hand; game: 400 points" in _text(chosen)
    for name in NAMES:
        assert f'value="{name}"' in chosen
    assert client.post("/new/house", data={"players": NAMES, "preset": "99"}).status_code == 404


def test_total_and_ceiling_follow_from_the_figures(client: FlaskClient) -> None:
    page = _post(client, "house", do="check", one="20", last_trick="20", step="10")
    assert "220 points a deal, bids from 100 to 220 by 10" in _text(page)
    wrong = _text(_post(client, "house", do="check", pack="41", minimum="200"))
    assert "A deck of 41 cards has no 1s to count. Let each 1 count 0, or choose a larger deck." in wrong
    assert "The lowest bid of 200 is more than the 180 points of a deal. Lower it." in wrong
    assert "Some rules contradict each other" in wrong
    odd = _text(_post(client, "house", do="check", one="7", ten="many"))
    assert "Each 1 can't be 7." in odd
    assert "“many” is not a whole number" in odd
    both = _text(_post(client, "house", do="check", target="300", hands="4"))
    assert "Points to win and a number of hands to play don't go together. Keep one of them." in both
    assert client.get("/t/none").status_code == 404


def test_rules_are_saved_under_a_name_on_this_device_and_can_be_deleted(client: FlaskClient) -> None:
    answer = client.post("/new/house", data={"players": NAMES, "do": "share", "one": "20", "forced": "false"})
    address = answer.headers["Location"]
    assert answer.status_code == 303
    assert client.post(address, data={"name": " "}).status_code == 422
    assert client.post(address, data={"name": "x" * 41}).status_code == 422
    assert client.post(address, data={"name": "Grandma’s  rules"}).status_code == 303
    # Saved again under the same name, they take the place of the old ones.
    client.post(address, data={"name": "Grandma’s rules"})
    page = client.get("/new/house").text
    assert _text(page).count("Grandma’s rules 4 players; 200 points a deal; 1s 20,") == 1
    saved = re.search(r'value="(saved-\d+)"', page)
    assert saved is not None
    chosen = _post(client, "house", preset=saved[1])
    assert _chips(chosen) == ["Each 1: 20", "Dealer must bid if everyone else passes: no"]
    stranger = client.application.test_client()
    assert "Grandma" not in stranger.get("/new/house").text
    assert stranger.post("/new/house", data={"players": NAMES, "preset": saved[1]}).status_code == 404
    stranger.post(address.replace("/rules?", "/rules/delete?"), data={"name": "Grandma’s rules"})
    assert "Saved as “Grandma’s rules”" in client.get(address).text
    client.post(address.replace("/rules?", "/rules/delete?"), data={"name": "Grandma’s rules"})
    assert "Grandma" not in client.get("/new/house").text


def test_a_link_carries_the_rules_to_any_phone(client: FlaskClient) -> None:
    answer = client.post("/new/house", data={"players": FIVE, "do": "share", "one": "20", "forced": "false"})
    page = client.get(answer.headers["Location"]).text
    link = re.search(r'readonly value="([^"]+)" data-link', page)
    assert link is not None
    assert "<svg" in page
    other = client.application.test_client().get(unescape(link[1])).text
    assert _chips(other) == ["Each 1: 20", "Dealer must bid if everyone else passes: no"]
    assert other.count('name="players"') == 5
    # What makes no sense is left out or explained, and never an error.
    for odd in ("one=7", "one=x&moon=", "pack=41", "target=300&hands=4", "players=9&partners=fixed"):
        assert client.get(f"/new/house?{odd}").status_code == 200
    assert "no 1s to count" in client.get("/new/house?pack=41").text
    for wrong in ("house/rules", "house/rules?players=9", "house/rules?players=4&pack=41", "none/rules"):
        assert client.get(f"/new/{wrong}").status_code == 404
    # Contradictions do not leave the page.
    stay = client.post("/new/house", data={"players": NAMES, "do": "share", "pack": "41"})
    assert stay.status_code == 200
    assert "no 1s to count" in stay.text


def test_agreed_options_stay_for_the_whole_game(client: FlaskClient) -> None:
    phone = Phone(client, "house", NAMES, one=20, hands=4)
    assert phone.record()["options"] == {"one": 20, "hands": 4}
    assert "Agreed: 200 points a deal; 1s 20," in _text(phone.page())
    phone.play({"bidder": 0, "bid": 120, "trump": "red", "captured": [150, None]})
    assert phone.totals() == [150, 50]
    assert _chips(phone.page()) == ["Each 1: 20", "Hands to play instead of a target: 4"]


def test_the_rulebook_at_the_table_has_the_figures_of_this_table(client: FlaskClient) -> None:
    phone = Phone(client, "house", NAMES, one=20, red_two=25, minimum=120, moon=300, floor=400)
    page = _text(client.get(f"{phone.url}/rules").text)
    for words in (
        "At this table: 225 points a deal.",
        "At this table: 1s 20, 5s 5, 10s 10, 14s 10, Rook card 20, Red 2 25.",
        "At this table: bids from 120 to 225 by 5.",
        "At this table: the moon is worth 300.",
        "At this table: Red 2 (Baby Bird): 25.",
        "At this table: game: 500 points or −400.",
    ):
        assert words in page
    assert "At this table" not in client.get("/rules/house").text
    assert "At this table" not in client.get(f"{phone.url}/rules/original").text
    other = Phone(client, "booklet", NAMES, minimum=15)
    assert "At this table: Lowest bid: 15." in _text(client.get(f"{other.url}/rules").text)


def test_the_moon_needs_no_bid_beside_it(client: FlaskClient) -> None:
    phone = Phone(client, "house", NAMES, moon=300)
    phone.play({"bidder": 1, "trump": "green", "moon": True, "captured": [None, 180]})
    assert phone.record()["hands"] == [
        {"bidder": 1, "bid": 180, "trump": "green", "moon": True, "captured": [None, 180]}
    ]
    assert phone.totals() == [0, 300]


def test_likely_bids_and_points_come_first_and_all_are_there(client: FlaskClient) -> None:
    page = Phone(client, "house", NAMES, one=50, five=50, ten=50, minimum=5).page()
    likely, _, folded = page.partition("<summary>Other bids</summary>")
    bids = r'name="bid"\s+value="(\d+)"'
    assert len(re.findall(bids, likely)) == 24
    assert "440" in re.findall(bids, likely)
    assert sorted(map(int, re.findall(bids, page))) == list(range(5, 661, 5))
    assert "660" in re.findall(bids, folded)
