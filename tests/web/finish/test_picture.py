"""The picture of a score sheet, and the preview of a link: who has the link sees the score, nobody else."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ElementTree
from html import unescape
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store import Device, Game, db
from tests.rows import each_row
from tests.web.finish.test_finish import HANDS, imported

LONG = ["Bartholomew-Elizabeth Christopher-Jones", "x" * 40, "<script>alert(1)</script> & \"'", "Zoë Łukasz 日本"]


def tags(page: str) -> dict[str, str]:
    pairs = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page)
    return {name: unescape(value) for name, value in pairs}


def game_of(app: Flask, url: str) -> Game:
    with app.app_context():
        game = db.session.get(Game, url.rpartition("/")[2])
        assert game is not None
        return game


def picture(client: FlaskClient, url: str, kind: str = "svg") -> Any:
    address = tags(client.get(url).text)["og:image"].removeprefix("http://localhost")
    return client.application.test_client().get(address.replace(".png", f".{kind}"))


def texts(client: FlaskClient, url: str) -> list[str]:
    root = ElementTree.fromstring(picture(client, url).data)
    return [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]


def test_a_messenger_without_cookies_reads_the_preview(app: Flask, client: FlaskClient) -> None:
    url = imported(client, HANDS)
    game = game_of(app, url)
    for key in (game.watch_key, game.scorer_key):
        bot = app.test_client(use_cookies=False)
        answer = bot.get(f"{url}/join/{key}")
        assert answer.status_code == 200
        preview = tags(answer.text)
        assert preview["og:title"] == "Dale & Wayne win!"
        assert preview["og:description"] == "The Original ROOK: Dale & Wayne 315, Ruth & Ann 290"
        assert preview["og:url"] == f"http://localhost{url}/join/{key}"
        assert preview["twitter:card"] == "summary_large_image"
        assert preview["og:image"].startswith(f"http://localhost{url}/picture/")
        assert key not in preview["og:image"]
        image = bot.get(preview["og:image"].removeprefix("http://localhost"))
        assert image.mimetype == "image/png"
        assert image.data.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">II", image.data[16:24]) == (1200, 630)


def test_reading_a_preview_notes_no_device(app: Flask, client: FlaskClient) -> None:
    url = imported(client, HANDS)
    key = game_of(app, url).watch_key
    with app.app_context():
        before = db.session.query(Device).count()
    app.test_client(use_cookies=False).get(f"{url}/join/{key}")
    with app.app_context():
        assert db.session.query(Device).count() == before


def test_a_new_phone_continues_to_the_game(app: Flask, client: FlaskClient) -> None:
    url = imported(client, HANDS[:3])
    phone = app.test_client()
    page = phone.get(f"{url}/join/{game_of(app, url).watch_key}").text
    refresh = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', page)
    assert refresh
    assert f'href="{refresh[1]}">Open game</a>' in page
    assert tags(page)["og:title"] == "The Original ROOK, hand 4"
    assert tags(page)["og:description"] == "Ruth & Ann 155, Dale & Wayne 35"
    assert phone.get(refresh[1]).status_code == 303
    assert phone.get(url).status_code == 200
    # From now on a link opens at once.
    assert phone.get(f"{url}/join/{game_of(app, url).watch_key}").status_code == 303


def test_without_the_right_nothing_is_shown(app: Flask, client: FlaskClient) -> None:
    url = imported(client, HANDS)
    stranger = app.test_client()
    image = tags(client.get(url).text)["og:image"].removeprefix("http://localhost")
    wrong = image.replace("/picture/", "/picture/x")
    key = game_of(app, url).watch_key
    for path in (url, f"{url}/join/{key[:-1]}", f"{url}/join/{key[:-1]}/open", wrong, f"{url}/picture/{key}.png"):
        answer = stranger.get(path)
        assert answer.status_code == 404, path
        assert "og:" not in answer.text
        assert "315" not in answer.text
    # The key of the picture opens the picture only.
    picture_key = image.split("/picture/")[1].partition(".")[0]
    assert stranger.get(f"{url}/join/{picture_key}").status_code == 404
    assert stranger.get(image).status_code == 200
    # A link that was reset takes its picture along.
    client.post(f"{url}/share", data={"role": "watcher"})
    assert stranger.get(image).status_code == 404
    fresh = tags(client.get(url).text)["og:image"].removeprefix("http://localhost")
    assert stranger.get(fresh).status_code == 200
    client.post(f"/games/{url.rpartition('/')[2]}/delete")
    assert stranger.get(fresh).status_code == 404


def test_the_picture_has_the_figures_of_the_sheet(client: FlaskClient) -> None:
    words = texts(client, imported(client, HANDS))
    assert "Dale & Wayne win!" in words
    assert "The Original ROOK, 300 points" in words
    totals = words[-16:]
    assert totals == [
        *("95", "25", "140", "−70", "155", "35", "190", "−65"),
        *("190", "55", "195", "170", "290", "195", "290", "315"),
    ]
    assert [text for text in words if text in ("−95", "−100")] == ["−95", "−100"]


def test_of_sixty_hands_the_last_ten_are_shown(client: FlaskClient) -> None:
    """75 and 45 a hand: 3825 and 2295 after 51, 4500 and 2700 after 60."""
    hands = [{"bidder": 0, "bid": 70, "trump": "red", "captured": [75, 45]}] * 60
    words = [text.replace("\u202f", "").replace(",", "") for text in texts(client, imported(client, hands, hands=60))]
    assert "50 earlier hands" in words
    assert [text for text in words if text in ("50", "51", "60")] == ["51", "60"]
    assert words[-20:-18] == ["3825", "2295"]
    assert words[-2:] == ["4500", "2700"]


def test_eight_players_are_ranked(client: FlaskClient) -> None:
    """Everlasting is won by the most cards."""
    names = ["Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"]
    url = imported(client, [{"winner": 4}], names, "donkey")
    words = texts(client, url)
    assert "Eve wins!" in words
    assert all(words.count(name) >= 1 for name in names)


@each_row("kind", ["svg", "png"])
def test_long_and_hostile_names_are_cut_and_escaped(client: FlaskClient, kind: str) -> None:
    url = imported(client, HANDS, LONG)
    answer = picture(client, url, kind)
    assert answer.status_code == 200
    if kind == "png":
        assert struct.unpack(">II", answer.data[16:24]) == (1200, 630)
        return
    assert b"<script" not in answer.data
    words = texts(client, url)
    assert "<script>alert(1)</script> & \"'" in words
    assert any(text.endswith("… win!") for text in words)
    assert any(text == "x" * len(text.rstrip("…")) + "…" for text in words if text.startswith("xxx"))
