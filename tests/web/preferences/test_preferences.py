"""The cookies of preferences."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.rows import each_row


def test_a_choice_is_kept_in_a_cookie_for_years(client: FlaskClient) -> None:
    answer = client.post("/preferences", data={"theme": "dark", "text": "large"})
    assert answer.status_code == 303
    assert '<html lang="en-US" data-theme="dark" data-text="large">' in client.get("/").text
    cookie = client.get_cookie("theme")
    assert cookie is not None
    assert cookie.max_age == 5 * 365 * 24 * 3600
    client.post("/preferences", data={"theme": "", "text": ""})
    assert client.get_cookie("theme") is None
    assert '<html lang="en-US">' in client.get("/").text


@each_row("data", [{"theme": "pink"}, {"text": "huge"}, {"theme": "dark", "text": '"><b>'}])
def test_an_unknown_choice_is_refused(client: FlaskClient, data: dict[str, str]) -> None:
    assert client.post("/preferences", data=data).status_code == 400
    assert client.get_cookie("theme") is None


def test_a_cookie_that_is_not_ours_changes_nothing(client: FlaskClient) -> None:
    client.set_cookie("theme", "pink")
    client.set_cookie("text", "huge")
    assert '<html lang="en-US">' in client.get("/").text


def test_sound_and_vibration_are_off_until_somebody_wants_them(client: FlaskClient) -> None:
    table = client.post("/new/original", data={"players": ["Ann", "Ben", "Cal", "Dot"]}).headers["Location"]
    assert "js/feedback.js" not in client.get(table).text
    page = client.get("/preferences").text
    for name in ("awake", "sound", "vibration"):
        assert f'name="{name}" value="" checked' in page
    # Without script they do nothing, and the page says so.
    assert page.count('<noscript><p class="soft">JavaScript is turned off') == 3
    client.post("/preferences", data={"theme": "", "text": "", "awake": "on", "sound": "on", "vibration": ""})
    assert 'name="sound" value="on" checked' in client.get("/preferences").text
    assert "js/feedback.js" in client.get(table).text
    assert client.get_cookie("vibration") is None


@each_row(("name", "value", "readable"), [("awake", "on", True), ("theme", "dark", False)])
def test_a_script_reads_only_what_it_needs(client: FlaskClient, name: str, value: str, readable: bool) -> None:
    client.post("/preferences", data={name: value})
    cookie = client.get_cookie(name)
    assert cookie is not None
    assert cookie.http_only is not readable
