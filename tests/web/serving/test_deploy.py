"""Addresses for phones, and the files for production."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.cli.commands import parser
from scorekeeper.web.serving import network
from tests.image_check import copy_sources, start_command, steps

UNIT = Path(__file__).parents[3] / "docs" / "scorekeeper.service"
PHONES = "http://192.168.1.20:5000"
ONLY_HERE = "This address works only on this machine"
NEW_GAME = {"dealer": "0", "players": ["Ann", "Ben", "Cal", "Dot"]}


@pytest.mark.parametrize(
    ("host", "own", "phones"),
    [
        ("127.0.0.1", "http://127.0.0.1:5000", ""),
        ("localhost", "http://localhost:5000", ""),
        ("::1", "http://[::1]:5000", ""),
        ("0.0.0.0", "http://127.0.0.1:5000", PHONES),
        ("::", "http://127.0.0.1:5000", PHONES),
        ("192.168.1.20", PHONES, PHONES),
        ("rook.lan", "http://rook.lan:5000", "http://rook.lan:5000"),
    ],
)
def test_where_the_server_is(monkeypatch: pytest.MonkeyPatch, host: str, own: str, phones: str) -> None:
    monkeypatch.setattr(network, "network_address", lambda: "192.168.1.20")
    assert (network.own_address(host, 5000), network.phone_address(host, 5000)) == (own, phones)


def test_the_terminal_shows_a_code_for_phones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(network, "network_address", lambda: "192.168.1.20")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    network.print_addresses("0.0.0.0", 5000)
    first, second, *code = capsys.readouterr().out.splitlines()
    assert first == "The score keeper is at http://127.0.0.1:5000 (Ctrl-C stops it)"
    assert second == f"Phones in the same network open {PHONES}"
    assert len(code) > 10
    assert {"█", "▀", "▄"} <= set("".join(code))
    network.print_addresses("127.0.0.1", 5000)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_missing_network_is_mentioned(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(network, "network_address", lambda: "")
    network.print_addresses("0.0.0.0", 5000)
    assert "This machine is in no network, so phones can't open it." in capsys.readouterr().out


def test_links_made_at_this_machine_work_on_phones(app: Flask, client: FlaskClient) -> None:
    game = client.post("/new/original", data=NEW_GAME).location
    local, elsewhere = "http://127.0.0.1:5000", "http://rook.example.org"
    assert ONLY_HERE in share_page(app, client, game, local)
    app.config["PHONE_ADDRESS"] = PHONES
    for base, expected in ((local, PHONES), ("http://localhost:5000", PHONES), (elsewhere, elsewhere)):
        page = share_page(app, client, game, base)
        links = re.findall(r"https?://[^/\"<]+(?=/t/)", page)
        assert links
        assert set(links) == {expected}
        assert ONLY_HERE not in page


def share_page(app: Flask, owner: FlaskClient, game: str, base: str) -> str:
    """The share page as the owner's phone sees it at another address of the server."""
    phone, cookie = app.test_client(), owner.get_cookie("session")
    assert cookie
    phone.set_cookie("session", cookie.value, domain=re.sub(r"https?://|:\d+", "", base))
    return phone.get(f"{game}/share", base_url=base).text


def test_the_image_has_everything_and_starts_the_server(tmp_path: Path) -> None:
    copy_sources(tmp_path)
    for name in ("pyproject.toml", ".constraints.txt", "scorekeeper/web/app.py", "templates/page.html", "static/css"):
        assert (tmp_path / name).exists(), name
    program, *arguments = start_command()
    options = parser().parse_args(arguments)
    assert (program, options.host, options.workers) == ("scorekeeper", "0.0.0.0", 2)
    words = [word for word, _ in steps()]
    # What can be done as somebody without rights is.
    assert words.index("USER") < words.index("CMD")


def test_the_unit_is_sound(tmp_path: Path) -> None:
    text = UNIT.read_text()
    command = re.search(r"^ExecStart=(\S+) (.*)$", text, re.MULTILINE)
    assert command
    assert parser().parse_args(command[2].split()).proxies == 1
    if verify := shutil.which("systemd-analyze"):
        # The program is not installed where the unit looks for it.
        (tmp_path / UNIT.name).write_text(text.replace(command[1], sys.executable))
        answer = subprocess.run([verify, "verify", tmp_path / UNIT.name], capture_output=True, text=True, check=False)
        assert (answer.returncode, UNIT.name in answer.stderr) == (0, False), answer.stderr
