"""A club's files on the web: members from a spreadsheet and back, all of a club out and in."""

from __future__ import annotations

import io

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import clubs
from scorekeeper.store import Club, db
from tests.company import PASSWORD, Company


def signed_in(app: Flask, name: str = "Olga") -> FlaskClient:
    client = app.test_client()
    client.post("/account/in", data={"name": name, "password": PASSWORD})
    return client


def sent(client: FlaskClient, address: str, data: bytes, **more: str) -> object:
    return client.post(address, data={"file": (io.BytesIO(data), "file.csv"), **more})


def test_members_of_a_spreadsheet_are_shown_before_they_are_added(app: Flask) -> None:
    with app.app_context():
        company = Company()
        club = company.club.id
        company.member("Gus").left_at = company.member("Gus").joined_at
        db.session.commit()
    client = signed_in(app)
    address = f"/clubs/{club}/members/import"
    text = "\ufeffrole;First name;Last name\nmember;Jim;O’Hara\nmember;ANN;\nx;jim;o’hara\nx;Gus;\nx;;\nx;'=2+3;\n"
    page = sent(client, address, text.encode()).text
    assert "2 new" in page
    assert "Jim O’Hara" in page
    for why in ("already a member", "twice in the file", "former member", "Row 6: Enter a name."):
        assert why in page
    assert "Jim" not in client.get(f"/clubs/{club}").text
    added = client.post(address, data={"text": text, "sure": "yes"}, follow_redirects=True)
    assert "Added 2 members." in added.text
    table = client.get(f"/clubs/{club}/members.csv").text
    assert "\r\nJim O’Hara,member," in table
    # A spreadsheet program must not run what a name says.
    assert "\r\n'=2+3,member," in table
    assert "Olga,organizer," in table
    again = sent(client, address, table.encode()).text
    assert "There is nobody to add." in again
    assert "=2+3 <small>already a member" in again


def test_odd_spreadsheets_are_answered(app: Flask) -> None:
    with app.app_context():
        club = Company().club.id
    client = signed_in(app)
    address = f"/clubs/{club}/members/import"
    assert sent(client, address, b"").status_code == 422
    assert "Zoë" in sent(client, address, "Zoë\nYan\n".encode("cp1252")).text
    assert "at most 2,000 rows" in sent(client, address, b"A\n" * 2001).text
    for data in (b'"never closed\n' * 50, b"\0\0\0", b"\xff\xfe", b'"' + b"a" * 200_000, "\u202eabc\n".encode()):
        assert sent(client, address, data).status_code in (200, 422)
    assert "<b>" not in sent(client, address, b"<b>Bob</b>\n").text


def test_a_club_goes_out_and_comes_in_on_the_web(app: Flask) -> None:
    with app.app_context():
        company = Company()
        season, event = company.season(), company.event("2026-03-03")
        company.play(event, "Ann Ben Cal Dot")
        copy = clubs.create_club(company.account, "The Copy")
        assert isinstance(copy, Club)
        old, new, season_id = company.club.id, copy.id, season.id
        accounts.sign_up("Rita", PASSWORD)
    client = signed_in(app)
    assert "Export the club" in client.get(f"/clubs/{old}/export").text
    file = client.get(f"/clubs/{old}/whole-club.json")
    assert file.headers["Content-Disposition"] == 'attachment; filename="whole-club.json"'
    assert "already has seasons or nights" in sent(client, f"/clubs/{old}/import", file.data).text
    done = client.post(
        f"/clubs/{new}/import", data={"file": (io.BytesIO(file.data), "whole-club.json")}, follow_redirects=True
    )
    assert "Imported 9 members, 1 season, 1 night and 1 game." in done.text
    assert "9 members" in done.text
    assert season_id not in done.text
    stranger = signed_in(app, "Rita")
    for address in ("export", "whole-club.json", "members.csv", "import", "members/import"):
        assert stranger.get(f"/clubs/{old}/{address}").status_code == 404
