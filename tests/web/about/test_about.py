"""The About page: ten pictures, light and dark, all of them there."""

from __future__ import annotations

import re
from pathlib import Path

from flask.testing import FlaskClient

STATIC = Path(__file__).parents[3] / "static"
PNG = b"\x89PNG\r\n\x1a\n"


def test_pictures_of_ten_pages_light_and_dark(client: FlaskClient) -> None:
    page = client.get("/about").get_data(as_text=True)
    sources = re.findall(r'<img src="([^"]+)"', page)
    assert len(sources) == len(set(sources)) == 20
    assert sum("-light.png" in source for source in sources) == 10
    for source in sources:
        answer = client.get(source)
        assert answer.status_code == 200
        assert answer.mimetype == "image/png"
        assert answer.data.startswith(PNG)


def test_every_picture_is_shown(client: FlaskClient) -> None:
    page = client.get("/about").get_data(as_text=True)
    pictures = set(re.findall(r"pictures/([\w-]+\.png)", page))
    assert pictures == {path.name for path in (STATIC / "pictures").iterdir()}


def test_the_start_page_links_there(client: FlaskClient) -> None:
    assert 'href="/about"' in client.get("/").get_data(as_text=True)


def test_phones_do_not_store_the_pictures(client: FlaskClient) -> None:
    assert "pictures/" not in client.get("/sw.js").get_data(as_text=True)
