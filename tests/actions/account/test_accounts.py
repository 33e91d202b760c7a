"""Names and passwords; and what is left of somebody who asked to be forgotten."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.actions.account import accounts, passwords
from scorekeeper.actions.club import clubs, members
from scorekeeper.actions.club import members as members_actions
from scorekeeper.actions.club.access import require_member, require_role
from scorekeeper.actions.errors import NotFoundError, NotYoursError, Refusal
from scorekeeper.actions.names import clean_name, fold_name
from scorekeeper.actions.table.access import Table, device
from scorekeeper.actions.table.games import start
from scorekeeper.store import Account, Club, Dispute, Event, EventTable, Game, Member, Round, db
from scorekeeper.store.tables.game import now
from tests.samples import record

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _app(app: Flask) -> Iterator[None]:
    passwords._unknown_hash.cache_clear()
    with app.app_context():
        yield


def account(name: str) -> Account:
    made = accounts.sign_up(name, PASSWORD)
    assert isinstance(made, Account)
    return made


NAMES = {
    "Ann": "Ann",
    "  Ann \t Lee ": "Ann Lee",
    "e\u0301": "é",
    "👩\u200d👧": "👩\u200d👧",
    "O'Brien & Söhne": "O'Brien & Söhne",
    "x" * 40: "x" * 40,
}
NO_NAMES = {
    "": "Enter a name.",
    " \u3000\n": "Enter a name.",
    "\u0301": "Enter a name.",
    "x" * 41: "This one has 41",
    "A\ud83d": "broken character",
    "A\u202eB": "invisible characters",
    "A\x07": "invisible characters",
    "\ufeffA": "invisible characters",
}


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names(name: str) -> None:
    assert clean_name(name) == NAMES[name]


@pytest.mark.parametrize("name", NO_NAMES, ids=lambda name: ascii(name[:8]))
def test_what_is_no_name(name: str) -> None:
    refused = clean_name(name)
    assert isinstance(refused, Refusal)
    assert NO_NAMES[name] in refused.messages[0]
    assert isinstance(accounts.sign_up(name, PASSWORD), Refusal)


@pytest.mark.parametrize(("one", "other"), [("Ann", "aNN"), ("Straße", "STRASSE"), ("Ａnn", "ann"), ("e\u0301", "É")])
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)
    account(one)
    assert accounts.sign_up(other, PASSWORD) == Refusal((accounts.TAKEN,))


@pytest.fixture
def _real_hashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hashes at their real cost."""
    monkeypatch.setattr(passwords, "generate_password_hash", generate_password_hash)
    passwords._unknown_hash.cache_clear()
    yield
    passwords._unknown_hash.cache_clear()


@pytest.mark.usefixtures("_real_hashes")
def test_passwords_are_hashed_by_scrypt() -> None:
    ann = account("Ann")
    assert ann.password.startswith("scrypt:32768:8:1$")
    assert PASSWORD not in ann.password


@pytest.mark.usefixtures("_real_hashes")
def test_an_unknown_name_takes_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    account("Ann")
    hashes: list[str] = []

    def counted(stored: str, password: str) -> bool:
        hashes.append(stored)
        return check_password_hash(stored, password)

    monkeypatch.setattr(passwords, "check_password_hash", counted)
    for name, password in (("Ann", "wrong password"), ("Nan", "wrong password"), ("Nan\ud83d", "wrong\ud83d")):
        assert accounts.sign_in(name, password, "here") == Refusal((accounts.WRONG,))
    assert len(hashes) == 3
    # The same method, with the same cost: the first part of a hash.
    assert {stored.split("$")[0] for stored in hashes} == {generate_password_hash("x").split("$")[0]}


def test_checking_a_password_does_not_hold_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    account("Ann")

    def checked(stored: str, password: str) -> bool:
        assert not db.session().in_transaction()
        return True

    monkeypatch.setattr(passwords, "check_password_hash", checked)
    assert isinstance(accounts.sign_in("Ann", PASSWORD, "here"), Account)


def test_accents_may_be_typed_in_two_ways() -> None:
    accounts.sign_up("Zoë", "pass\u00e9 compos\u00e9")
    assert isinstance(accounts.sign_in("Zoe\u0308", "passe\u0301 compose\u0301", "here"), Account)


def test_a_password_changed_during_sign_in_lets_nobody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = account("Ann")
    ann_id, epoch = ann.id, ann.epoch

    def changed_meanwhile(stored: str, password: str) -> bool:
        accounts.reset_password(ann_id, epoch, "a new password")
        return check_password_hash(stored, password)

    monkeypatch.setattr(passwords, "check_password_hash", changed_meanwhile)
    assert accounts.sign_in("Ann", PASSWORD, "here") == Refusal((accounts.WRONG,))


def test_a_reset_needs_the_epoch_of_the_account() -> None:
    ann = account("Ann")
    for account_id, epoch in ((ann.id, 1), (ann.id, -1), ("nobody", 0), ("", 0)):
        with pytest.raises(NotFoundError):
            accounts.reset_password(account_id, epoch, "a new password")


def played(club_id: str, members: list[Member]) -> Game:
    """A game at a table of the club, with a dispute."""
    phone = device(None, "phone")
    game = start(phone.id, record("original", hands=2) | {"players": [member.name for member in members]})
    assert isinstance(game, Game)
    event = Event(id="event", club_id=club_id, date=dt.date(2026, 11, 10), name="Tuesday")
    table = Round(event=event, number=1, method="draw", quality="", started_at=now())
    seating = EventTable(round=table, number=1, game_id=game.id)
    seating.sit(member.id for member in members)
    texts: dict[str, Any] = {"asked": "Ann's trick?", "verdict": "Ben takes it from Ann.", "effect": "Anna is not Ann"}
    dispute = Dispute(
        game=game,
        hand=1,
        answers=[["Who?", "Ann"]],
        rule="original.trick",
        applied=False,
        token="t",
        device=phone,
        **texts,
    )
    db.session.add_all([event, table, seating, dispute])
    db.session.commit()
    return game


def test_forgetting_takes_the_name_out_of_games_and_disputes() -> None:
    ann, ben = account("Ann"), account("Ben")
    club = clubs.create_club(ann.id, "Rooks")
    assert isinstance(club, Club)
    clubs.appoint_organizer(club.id, ben)
    assert not isinstance(members.add_members(require_member(ann.id, club.id), ["Cal", "Dot"]), Refusal)
    game = played(club.id, list(club.members))
    totals = Table(game, "scorer").sheet.totals
    ann_id = ann.id
    assert accounts.erase(ann, PASSWORD, "here") is None
    assert db.session.get(Account, ann_id) is None
    assert game.players == ["Former member", "Ben", "Cal", "Dot"]
    dispute = game.disputes[0]
    assert dispute.asked == "Former member's trick?"
    assert dispute.verdict == "Ben takes it from Former member."
    assert dispute.effect == "Anna is not Former member"
    assert dispute.answers == [["Who?", "Former member"]]
    cal = next(member for member in club.members if member.name == "Cal")
    assert members.forget_name(require_member(ben.id, club.id), cal) is None
    # Two of a table are told apart, and the game still scores as it did.
    assert game.players == ["Former member", "Ben", "Former member 2", "Dot"]
    assert Table(game, "scorer").sheet.totals == totals
    first = club.members[0]
    assert (first.name, first.erased, first.account_id, first.role) == ("Former member", True, None, "member")
    assert first.left_at is not None


def test_the_least_role_of_a_deed() -> None:
    ann, ben, eve = account("Ann"), account("Ben"), account("Eve")
    club = clubs.create_club(ann.id, "Rooks")
    assert isinstance(club, Club)
    members_actions.invite(require_member(ann.id, club.id))
    ben_there = members_actions.join_club(ben.id, club.id, club.invite_key or "", None, "Ben")
    assert isinstance(ben_there, Member)
    allowed = {"member": ["member"], "scorer": ["member", "scorer"], "organizer": ["member", "scorer", "organizer"]}
    for role, may in allowed.items():
        assert members.set_role(require_member(ann.id, club.id), ben_there, role) is None
        for needed in ("member", "scorer", "organizer"):
            if needed in may:
                assert require_role(ben.id, club.id, needed).me is ben_there
            else:
                with pytest.raises(NotYoursError, match=needed):
                    require_role(ben.id, club.id, needed)
    for stranger in (eve.id, "", "nobody"):
        with pytest.raises(NotFoundError):
            require_member(stranger, club.id)
