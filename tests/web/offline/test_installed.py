"""What a phone needs to install the app, and addresses behind a proxy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.web import create_app
from tests.conftest import put_away
from tests.web.table.test_table import NAMES, Phone


def test_the_manifest_names_files_that_are_there(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        with client.get(icon["src"]) as file:
            assert file.status_code == 200
            assert len(file.data) < 12 * 1024
            width = int.from_bytes(file.data[16:20], "big")
            assert icon["sizes"] == f"{width}x{width}"


def test_the_service_worker_knows_its_release(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert "no-cache" in answer.headers["Cache-Control"]
    shell = json.loads(answer.text.split("\n")[0].removeprefix("const SHELL = ").removesuffix(";"))
    for address in [*shell["files"], shell["shell"], shell["nothing"]]:
        with client.get(address) as file:
            assert file.status_code == 200
    assert f"/static/{shell['release']}/js/table.js" in shell["files"]


@pytest.mark.parametrize(("proxies", "link"), [(0, "http://localhost/t/"), (1, "https://rook.example/t/")])
def test_a_proxy_is_believed_only_if_it_was_named(tmp_path: Path, proxies: int, link: str) -> None:
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "PROXIES": proxies}, tmp_path)
    phone = Phone(app.test_client(), "original", NAMES)
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "rook.example"}
    page = phone.client.get(f"{phone.url}/share", headers=headers).text
    assert f'value="{link}' in page
    put_away(app)
