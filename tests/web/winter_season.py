"""A club with a season of three games, on the web."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask

from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import require_member
from scorekeeper.store import Season, db
from tests.company import PASSWORD, Company
from tests.web.club_pages import Person


@dataclass
class Club:
    app: Flask
    company: Company
    organizer: Person
    season: str
    path: str
    games: list[str]

    def row(self) -> Season:
        season = db.session.get(Season, self.season)
        assert season is not None
        return season


def signed_in(app: Flask, name: str) -> Person:
    person = Person(app)
    person.name = name
    assert person.post("/account/in", name=name, password=PASSWORD).status_code == 303
    return person


def joined(club: Club, name: str, role: str) -> Person:
    person = Person(club.app, name)
    access = require_member(club.company.account, club.company.club.id)
    members.invite(access)
    db.session.commit()
    person.join(f"/clubs/{club.company.club.id}/join/{club.company.club.invite_key}")
    db.session.expire_all()
    member = club.company.member(name)
    assert members.set_role(access, member, role) is None
    db.session.commit()
    return person


def key(club: Club, *names: str) -> str:
    return "+".join(sorted(str(member_id) for member_id in club.company.ids(" ".join(names))))
