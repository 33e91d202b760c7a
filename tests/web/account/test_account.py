"""Signing up, in and out, new passwords, deleting: over the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from scorekeeper.store import Account, db
from scorekeeper.web import create_app
from scorekeeper.web.session import RESET_SECONDS
from tests.web.club_pages import PASSWORD, Person, page_text

NEW = "a different secret"
WRONG = "Wrong name or password."


def signed_in(person: Person) -> bool:
    return person.status("/account") == 200


def sign_in(app: Flask, name: str, password: str) -> Person:
    phone = Person(app)
    phone.post("/account/in", name=name, password=password)
    return phone


def test_signing_up_in_and_out(app: Flask) -> None:
    ann = Person(app, "Ann")
    assert signed_in(ann)
    assert ann.get("/account/out").status_code == 404
    assert ann.post("/account/out").status_code == 303
    assert not signed_in(ann)
    assert signed_in(sign_in(app, "  aNN ", PASSWORD))
    with app.app_context():
        account = db.session.query(Account).one()
        assert (account.name, account.folded_name, account.epoch) == ("Ann", "ann", 0)
        assert PASSWORD not in account.password


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"name": "ANN"}, "This name is already in use"),
        ({"name": " \t "}, "Enter a name."),
        ({"name": "x" * 41}, "Names have at most 40 characters. This one has 41."),
        ({"password": "seven77", "again": "seven77"}, "at least 8 characters. This one has 7"),
        ({"password": "x" * 201, "again": "x" * 201}, "at most 200 characters"),
        ({"again": "correct horse batterz"}, "The passwords do not match"),
    ],
)
def test_what_is_refused_on_signing_up(app: Flask, form: dict[str, str], words: str) -> None:
    Person(app, "Ann")
    phone = Person(app)
    answer = phone.post("/account/new", **{"name": "Ben", "password": PASSWORD, "again": PASSWORD} | form)
    assert answer.status_code == 422
    assert words in page_text(answer)
    assert PASSWORD not in answer.text
    assert not signed_in(phone)
    with app.app_context():
        assert [account.name for account in db.session.query(Account)] == ["Ann"]


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(app: Flask) -> None:
    Person(app, "Ann")
    phone = Person(app)
    wrong = phone.post("/account/in", name="Ann", password="not the password")
    unknown = phone.post("/account/in", name="Nan", password="not the password")
    assert wrong.status_code == unknown.status_code == 422
    assert WRONG in page_text(wrong)
    # The token against forgery carries the second in which it was made.
    pages = [re.sub(r'name="csrf_token" value="[^"]*"', "", answer.text) for answer in (wrong, unknown)]
    assert pages[0].replace("Ann", "Nan") == pages[1]
    assert not signed_in(phone)


def test_guessing_is_slowed_down_for_known_and_unknown_names(app: Flask) -> None:
    Person(app, "Ann")
    phone = Person(app)
    for name in ("Ann", "Nobody"):
        for guess in range(5):
            assert WRONG in page_text(phone.post("/account/in", name=name, password=f"a guess {guess}"))
        assert "Too many wrong passwords. Wait 15 seconds and try again." in page_text(
            phone.post("/account/in", name=name.upper(), password=PASSWORD)
        )
    assert not signed_in(phone)
    # Others are not kept waiting: neither another name, nor Ann at another address.
    Person(app, "Ben")
    assert signed_in(sign_in(app, "Ben", PASSWORD))
    far = Person(app)
    far.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert far.post("/account/in", name="Ann", password=PASSWORD).status_code == 303


def test_a_new_password_signs_out_the_other_phones(app: Flask) -> None:
    ann, tablet = Person(app, "Ann"), sign_in(app, "Ann", PASSWORD)
    refused = ann.post("/account/password", old="wrong password", password=NEW, again=NEW)
    assert refused.status_code == 422
    assert signed_in(tablet)
    refused = ann.post("/account/password", old=PASSWORD, password="short", again="short")
    assert "at least 8 characters" in page_text(refused)
    assert ann.post("/account/password", old=PASSWORD, password=NEW, again=NEW).status_code == 303
    assert signed_in(ann)
    assert not signed_in(tablet)
    assert not signed_in(sign_in(app, "Ann", PASSWORD))
    assert signed_in(sign_in(app, "Ann", NEW))


def reset_link(organizer: Person, club: str, name: str) -> str:
    answer = organizer.post(f"{club}/members/{organizer.member(club, name)}/reset")
    link = re.search(r'value="https?://[^/]+(/account/reset/[^"]+)"', answer.text)
    assert link, page_text(answer)
    return link[1]


@pytest.fixture
def two(app: Flask) -> tuple[Person, Person, str]:
    """An organizer, a member, and their club."""
    ann, ben = Person(app, "Ann"), Person(app, "Ben")
    club = ann.create_club()
    ben.join(ann.invitation(club))
    return ann, ben, club


def test_a_reset_link_works_once(app: Flask, two: tuple[Person, Person, str]) -> None:
    ann, ben, club = two
    link, second = reset_link(ann, club, "Ben"), reset_link(ann, club, "Ben")
    phone = Person(app)
    assert phone.post(link, password="short", again="short").status_code == 422
    assert phone.post(link, password=NEW, again=NEW).status_code == 303
    assert signed_in(phone)
    assert not signed_in(ben)
    for used in (link, second):
        assert phone.status(used) == 404
        assert phone.post(used, password="yet another one", again="yet another one").status_code == 404
    assert signed_in(sign_in(app, "Ben", NEW))
    assert "A password reset link was created for Ben." in ann.text(f"{club}/log")


def test_a_reset_link_expires_and_cannot_be_forged(
    app: Flask, two: tuple[Person, Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, club = two
    now = TimestampSigner.get_timestamp
    link = reset_link(ann, club, "Ben")
    phone = Person(app)
    assert phone.status(link) == 200
    forged_mark = link[:-5] + ("A" if link[-5] != "A" else "B") + link[-4:]
    for forged in (forged_mark, "/account/reset/x", "/account/reset/W10.aaaaaa.aaaa"):
        assert phone.status(forged) == 404
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: now(self) + RESET_SECONDS + 1)
    assert phone.status(link) == 404


def test_who_may_not_make_a_reset_link(app: Flask, two: tuple[Person, Person, str]) -> None:
    ann, ben, club = two
    number = ann.member(club, "Ann")
    assert ben.post(f"{club}/members/{number}/reset").status_code == 403
    assert Person(app, "Eve").post(f"{club}/members/{number}/reset").status_code == 404
    own = ann.post(f"{club}/members/{number}/reset")
    assert (own.status_code, "/account/reset/" in own.text) == (422, False)
    # Ben organizes a club that Ann does not: her link would open it.
    ben.create_club("The Friday Rooks")
    other = ann.post(f"{club}/members/{ann.member(club, 'Ben')}/reset")
    assert (other.status_code, "/account/reset/" in other.text) == (422, False)
    assert "Ben is also in another club" in page_text(other)


def test_deleting_an_account(app: Flask, two: tuple[Person, Person, str]) -> None:
    ann, ben, club = two
    assert ben.post("/account/erase", password="wrong password").status_code == 422
    assert signed_in(ben)
    assert ben.post("/account/erase", password=PASSWORD).status_code == 303
    assert not signed_in(ben)
    assert not signed_in(sign_in(app, "Ben", PASSWORD))
    for page in (club, f"{club}/log", f"{club}/members/2"):
        assert "Ben" not in ann.text(page), page
    assert "Former member joined with the invitation link." in ann.text(f"{club}/log")
    assert "1 member" in ann.text(club)
    # The name is free again, and it is somebody else's.
    assert Person(app, "Ben").status(club) == 404


def test_the_only_organizer_is_not_deleted_while_others_are_there(app: Flask, two: tuple[Person, Person, str]) -> None:
    ann, ben, club = two
    refused = ann.post("/account/erase", password=PASSWORD)
    assert refused.status_code == 422
    assert "You are the only organizer of The Tuesday Rooks." in page_text(refused)
    assert ann.post(f"{club}/members/{ann.member(club, 'Ben')}/role", role="organizer").status_code == 303
    assert ann.post("/account/erase", password=PASSWORD).status_code == 303
    # Nobody is left who could look after it: Ben may go, too.
    assert ben.post("/account/erase", password=PASSWORD).status_code == 303


@pytest.mark.parametrize(
    ("next_page", "gone"),
    [
        ("/clubs?x=1", "/clubs?x=1"),
        ("//evil.example/", "/clubs"),
        ("/\\evil.example", "/clubs"),
        ("https://evil.example/", "/clubs"),
        ("/\tx", "/clubs"),
        ("javascript:alert(1)", "/clubs"),
    ],
)
def test_signing_in_redirects_only_to_our_own_pages(app: Flask, next_page: str, gone: str) -> None:
    Person(app, "Ann")
    answer = Person(app).post("/account/in", name="Ann", password=PASSWORD, next=next_page)
    assert answer.headers["Location"] == gone


def test_a_visitor_signs_in_and_returns_to_the_page(app: Flask) -> None:
    for page in ("/account", "/account/password", "/account/erase", "/clubs/x", "/clubs/x/members/1"):
        answer = Person(app).get(page)
        assert answer.status_code == 303
        assert answer.headers["Location"].startswith("/account/in?next=/")
    assert Person(app).post("/clubs", name="Rooks").headers["Location"] == "/account/in?next=/clubs"


def test_keeping_score_asks_for_no_account(app: Flask) -> None:
    phone = Person(app)
    for page in ("/", "/rules", "/settle", "/games", "/import", "/new/original", "/clubs"):
        assert phone.status(page) == 200
    game = phone.post("/new/original", players="Ann")
    assert game.status_code == 422
    with app.app_context():
        assert db.session.query(Account).count() == 0


def test_every_form_has_a_csrf_token(tmp_path: Path) -> None:
    app = create_app({"TESTING": True}, tmp_path)
    phone = Person(app)
    areas = ("account", "clubs", "members")
    paths = [rule for rule in app.url_map.iter_rules() if rule.endpoint.split(".")[0] in areas]
    posts = [rule for rule in paths if "POST" in (rule.methods or ())]
    assert len(posts) >= 14
    for rule in posts:
        path = re.sub(r"<int:[^>]+>", "1", re.sub(r"<any[^>]+>", "remove", rule.rule))
        answer = phone.post(re.sub(r"<[^>]+>", "x", path))
        assert answer.status_code == 400, rule
        assert "That form has expired" in page_text(answer)
    mark = re.search(r'name="csrf_token" value="([^"]+)"', phone.get("/account/new").text)
    assert mark
    form = {"name": "Ann", "password": PASSWORD, "again": PASSWORD}
    assert phone.post("/account/new", **form, csrf_token=mark[1]).status_code == 303
    with app.app_context():
        db.engine.dispose()
