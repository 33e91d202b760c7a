"""Files that are damaged, or not the file of a club: nothing changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.club_file import exporting, importing
from scorekeeper.actions.errors import Refusal
from scorekeeper.store import db
from scorekeeper.store.queries import season as season_queries
from tests.actions.club_file.conftest import imported, new_club
from tests.company import Company


def put(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of a document at a place such as `nights.0.name`."""

    def change(document: dict[str, Any]) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        place: Any = document
        for part in way:
            place = place[part]
        place[last] = value

    return change


GAME = "nights.0.rounds.0.tables.0.game"


DAMAGE = [
    put("format", "scorekeeper-club/9"),
    put("members", 5),
    put("members.0.name", "\ud800"),
    put("members.0.name", ["Ann"]),
    put("members.1.name", "olga"),
    put("seasons.0.scheme", {"counts": "magic"}),
    put("seasons.0.scheme", {"counts": []}),
    put("seasons.0.starts", "yesterday"),
    put("seasons.0.handicaps", {"fixed": {"9999": 5}}),
    put("seasons.0.handicaps", {"fixed": [1]}),
    put("seasons.1.lots", [{"at": "2026-01-01", "drawn": [["9999"]]}]),
    put("nights.0.season", 77),
    put("nights.0.slug", "chess"),
    put("nights.0.rounds.0.number", 10**30),
    put("nights.0.rounds.0.byes.0.member", 9999),
    put("nights.0.rounds.0.tables.0.seats", [1, 1, 1, 1]),
    put("nights.0.rounds.0.tables.0.seats", "abcd"),
    put("nights.0.rounds.0.tables.0.left_seats", [[9, 2, 1]]),
    put("nights.0.rounds.0.tables.0.left_seats", [[0, 2, None]]),
    put("nights.0.rounds.1.number", 1),
    put(f"{GAME}.id", None),
    put(f"{GAME}.slug", "chess"),
    put(f"{GAME}.players", {}),
    put(f"{GAME}.dealer", -3),
    put(f"{GAME}.versions.0.facts", {"bidder": 9, "bid": 10**9}),
    put(f"{GAME}.versions.1.facts", [1]),
    put(f"{GAME}.versions.0.done", "<script>"),
    put(f"{GAME}.versions.1.hand", 1),
    put("log.0.sentence", [{}]),
    put("log.0.at", "now"),
]


def test_a_damaged_file_changes_nothing(company: Company) -> None:
    season = company.season()
    night = company.night("2026-03-03")
    night.season_id = season.id
    db.session.commit()
    company.play(night, "Ann Ben Cal Dot", byes="Eve Fay")
    company.play(night, "Ann Ben Cal Dot", number=2)
    company.season("Cup", counting="hand")
    sound = exporting.club_text(exporting.export_club(require_organizer(company.account, company.club.id)))
    account, club = new_club("Rita")
    for number, change in enumerate(DAMAGE):
        document = json.loads(sound)
        change(document)
        assert isinstance(imported(account, club, json.dumps(document).encode()), Refusal), number
        db.session.expire_all()
        assert [member.name for member in club.members] == ["Rita"]
        assert not season_queries.seasons_of(club.id)
    assert imported(account, club, sound.encode()) == importing.Imported(9, 2, 1, 2)


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"format": "rook-record/1"}'])
def test_what_is_no_club_is_refused(company: Company, text: bytes) -> None:
    account, club = new_club("Rita")
    assert isinstance(imported(account, club, text), Refusal)
