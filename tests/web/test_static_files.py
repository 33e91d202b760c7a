"""Static files and pages as they travel: compressed, and kept by phones for good."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import brotli
from flask.testing import FlaskClient

from scorekeeper.web.http.static_files import release_of
from tests.rows import each_row

FORGED = ("/static/x/../../pyproject.toml", "/static/x/%2e%2e/pyproject.toml", "/static/x/js", "/static/x/")


def _script(client: FlaskClient) -> str:
    match = re.search(r'src="(/static/[0-9a-f]{10}/js/page\.js)"', client.get("/").text)
    assert match is not None
    return match[1]


@each_row(
    ("accepted", "encoding", "unpack"),
    [
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
        ("gzip, deflate", "gzip", gzip.decompress),
        ("br;q=0, gzip", "gzip", gzip.decompress),
        ("identity", None, bytes),
        ("", None, bytes),
    ],
)
def test_responses_use_an_encoding_the_browser_accepts(
    client: FlaskClient, accepted: str, encoding: str | None, unpack: object
) -> None:
    address = _script(client)
    plain = {"/": client.get("/").get_data(), address: client.get(address).get_data()}
    for path, data in plain.items():
        answer = client.get(path, headers={"Accept-Encoding": accepted})
        assert answer.headers.get("Content-Encoding") == encoding
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert int(answer.headers["Content-Length"]) == len(answer.get_data())
        assert unpack(answer.get_data()) == data or path == "/"  # type: ignore[operator]


def test_a_file_of_this_release_is_kept_forever(client: FlaskClient) -> None:
    address = _script(client)
    assert client.get(address).headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_page_of_an_older_release_gets_the_file_but_keeps_nothing(client: FlaskClient) -> None:
    answer = client.get(re.sub(r"/static/\w+/", "/static/0123456789/", _script(client)))
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")


@each_row("path", FORGED)
def test_nothing_else_is_served(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code in (404, 308)


def test_another_file_is_another_release(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    first = release_of(tmp_path)
    (tmp_path / "a.js").write_text("2")
    second = release_of(tmp_path)
    (tmp_path / "a.js").rename(tmp_path / "b.js")
    assert len({first, second, release_of(tmp_path)}) == 3


def test_streams_and_refusals(client: FlaskClient) -> None:
    wrong = client.post("/new/original", data={"players": [""]}, headers={"Accept-Encoding": "gzip"})
    assert (wrong.status_code, wrong.headers["Content-Encoding"]) == (422, "gzip")
