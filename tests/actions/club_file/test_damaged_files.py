"""Files that are damaged, or not the file of a club: nothing changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from scorekeeper.actions.club_file import events, importing, reading
from scorekeeper.actions.errors import Refusal
from scorekeeper.store import ClubRules, Event, Member, Presence, db
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import WRITING
from tests.actions.club_file.conftest import imported, new_club
from tests.actions.club_file.test_whole_club import announced_events, argued_game, played_cup, text_of
from tests.company import Company


def put(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of a document at a place such as `events.0.name`."""

    def change(document: dict[str, Any]) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        place: Any = document
        for part in way:
            place = place[part]
        place[last] = value

    return change


GAME, RESULT = "nights.0.rounds.0.tables.0.game", "nights.0.rounds.0.tables.0.result"


CUP, CUP_GAME = "tournaments.0", "tournaments.0.games.0"


def twice(path: str) -> Callable[[dict[str, Any]], None]:
    """The first object of a list a second time."""

    def change(document: dict[str, Any]) -> None:
        place: Any = document
        for part in path.split("."):
            place = place[int(part) if part.isdigit() else part]
        place.append(place[0])

    return change


#: What is done to a file, and what the refusal says.
DAMAGE = [
    (put("format", "scorekeeper-club/9"), "from a newer version"),
    (put("format", ["scorekeeper-club/2"]), "not a club file"),
    (put("members", 5), "“members” must be a list of objects."),
    (put("members.0.name", "\ud800"), "member 1: “name” can't be read."),
    (put("members.0.name", ["Ann"]), "member 1: “name” can't be read."),
    (put("members.1.name", "olga"), "Two members have the same name."),
    (put("members.1.merged_into", 9999), "member 2: there is no merged_into 9999."),
    (twice("members"), "is in the list twice."),
    (twice("seasons"), "season 3: id 1 is in the list twice."),
    (twice("rules"), "Two saved rules of a game have the same name."),
    (put("seasons.0.scheme", {"counts": "magic"}), "season 1"),
    (put("seasons.0.scheme", {"counts": []}), "the scoring method can't be read."),
    (put("seasons.0.starts", "yesterday"), "season 1: “starts” can't be read."),
    (put("seasons.0.handicaps", {"fixed": {"9999": 5}}), "there is no member '9999'."),
    (put("seasons.0.handicaps", {"fixed": [1]}), "the handicaps can't be read."),
    (put("seasons.0.handicaps", {"fixed": {"9" * 5000: 5}}), "there is no member '999"),
    (put("seasons.1.lots", [{"at": "2026-01-01", "drawn": [["9999"]]}]), "there is no member"),
    (twice("nights"), "Two games have the same id."),
    (put("nights.1.id", 1), "night 2: id 1 is in the list twice."),
    (put("nights.0.season", 77), "night 1: there is no season 77."),
    (put("nights.0.slug", "chess"), "there is no such game."),
    (twice("nights.0.people"), "is in the list twice."),
    (put("nights.0.rounds.0.number", 10**30), "“number” can't be read."),
    (put("nights.0.rounds.0.byes.0.member", 9999), "there is no member 9999."),
    (twice("nights.0.rounds.0.byes"), "is in the list twice."),
    (twice("nights.0.rounds.0.tables"), "Two games have the same id."),
    (put("nights.0.rounds.0.tables.0.number", 10**30), "“number” can't be read."),
    (put("nights.0.rounds.0.tables.0.seats", [1, 1, 1, 1]), "names somebody twice."),
    (put("nights.0.rounds.0.tables.0.seats", "abcd"), "names somebody who is not a member."),
    (put("nights.0.rounds.0.tables.0.left_seats", [[9, 2, 1]]), "there is no such seat."),
    (put("nights.0.rounds.0.tables.0.left_seats", [[0, 2, None]]), "“left_seats” can't be read."),
    (put("nights.0.rounds.1.number", 1), "number 1 is in the list twice."),
    (put(f"{GAME}.id", None), "there is no id None."),
    (put(f"{GAME}.slug", "chess"), "there is no such game."),
    (put(f"{GAME}.players", {}), "night 1, round 1, table 1, game"),
    (put(f"{GAME}.dealer", -3), "night 1, round 1, table 1, game"),
    (put(f"{GAME}.opening", [55]), "Opening totals has 1 values."),
    (put(f"{GAME}.opening", {"0": 55}), "Opening totals: an object is not a list."),
    (put(f"{GAME}.versions.0.facts", {"bidder": 9, "bid": 10**9}), "hand 1"),
    (put(f"{GAME}.versions.1.facts", [1]), "“facts” can't be read."),
    (put(f"{GAME}.versions.0.done", "<script>"), "this is not a version of a hand."),
    (put(f"{GAME}.versions.1.hand", 1), "a version of a hand appears twice."),
    (put(f"{GAME}.rulings.0.rule", "original.magic"), "there is no such rule."),
    (put(f"{GAME}.rulings.0.rule", "magic"), "there is no such rule."),
    (put(f"{GAME}.rulings.0.answers", [["one"]]), "“answers” can't be read."),
    (put(f"{GAME}.rulings.0.verdict", "x" * 20_000), "“verdict” can't be read."),
    (put(f"{GAME}.name_changes.0.number", 7), "the name changes are not in order."),
    (put(f"{GAME}.name_changes.0.after", [[]]), "the names can't be read."),
    (put(f"{GAME}.name_changes.0.after", [[[1, name]] for name in "ABCD"]), "the last name change has other names"),
    (put(f"{GAME}.name_changes.0.member", 9999), "there is no member 9999."),
    (put(f"{RESULT}.confirmations.0.member", 9999), "there is no member 9999."),
    (twice(f"{RESULT}.confirmations"), "is in the list twice."),
    (put(f"{RESULT}.protests.0.state", "shouted"), "table 1, result, protest 1: “state” can't be read."),
    (put(f"{RESULT}.protests.0.decided_by", 9999), "there is no decided_by 9999."),
    (twice("tournaments"), "Two games have the same id."),
    (put(f"{CUP}.season", 77), "tournament 1: there is no season 77."),
    (put(f"{CUP}.plan", {"format": "magic"}), "“plan” can't be read."),
    (put(f"{CUP}.plan.rounds", 10**6), "“plan” can't be read."),
    (put(f"{CUP}.entry_size", 10**5), "this is not a tournament."),
    (put(f"{CUP}.prizes", [5]), "this is not a tournament."),
    (put(f"{CUP}.forfeits", [["W1-1", "99"]]), "“forfeits” can't be read."),
    (twice(f"{CUP}.entries"), "number 1 is in the list twice."),
    (put(f"{CUP}.entries.0.members", [9998, 9999]), "names somebody who is not a member."),
    (put(f"{CUP}.entries.0.members", [1]), "entry 1"),
    (put(f"{CUP}.entries.0.seed", 10**6), "the seeds can't be read."),
    (put(f"{CUP}.entries.0.seed", 2), "the seeds can't be read."),
    (put(f"{CUP}.rounds", [{"number": 1, "matches": [[["99"], ["1"]]], "byes": []}]), "somebody in it did not enter."),
    (put(f"{CUP_GAME}.match", "<script>"), "this is not a game of the tournament."),
    (put(f"{CUP_GAME}.sides", [["1"], ["99"]]), "this is not a game of the tournament."),
    (put(f"{CUP_GAME}.sides", [["1"], ["2"], ["3"]]), "the game has other players than its match."),
    (put(f"{CUP_GAME}.seats", [1, 2]), "the game has other players than its match."),
    (put(f"{CUP_GAME}.seats", [9999]), "“seats” names somebody who is not a member."),
    (put(f"{CUP_GAME}.totals", [1, "2"]), "“totals” can't be read."),
    (put(f"{CUP_GAME}.game.slug", "chess"), "there is no such game."),
    (put(f"{CUP_GAME}.game", None), "this is not a game of the tournament."),
    (put("announcements.1.night", 77), "there is no night 77."),
    (put("announcements.1.starts", "late"), "“starts” can't be read."),
    (put("announcements.1.sign_ups.0.answer", "perhaps"), "announced night 2, sign-up 1: “answer” can't be read."),
    (twice("announcements.1.sign_ups"), "is in the list twice."),
    (put("log.0.sentence", [{}]), "the sentence can't be read."),
    (put("log.0.at", "now"), "“at” can't be read."),
]


def test_a_damaged_file_changes_nothing(company: Company) -> None:
    season = company.season()
    event = company.event("2026-03-03")
    event.season_id = season.id
    db.session.commit()
    company.season("Cup", counting="hand")
    # What is damaged below is in the first game of the first night.
    argued_game(company, event)
    company.play(company.event("2026-04-03"), "Ann Ben Cal Dot")
    rules = {"slug": "original", "name": "Ours", "players": 4, "options": {"target": 500}}
    db.session.add(ClubRules(club_id=company.club.id, **rules))
    db.session.add(Presence(event_id=event.id, member_id=company.member("Ann").id))
    db.session.commit()
    played_cup(company, season.id)
    announced_events(company, event)
    sound = text_of(company.account, company.club)
    account, club = new_club("Rita")
    before = stored()
    for number, (change, message) in enumerate(DAMAGE):
        document = json.loads(sound)
        change(document)
        refusal = imported(account, club, json.dumps(document).encode())
        assert isinstance(refusal, Refusal), (number, message)
        assert message in refusal.messages[0], (number, refusal.messages)
    assert stored() == before
    assert imported(account, club, sound.encode()) == importing.Imported(11, 2, 2, 7, 1)


def stored() -> dict[str, int]:
    """How many rows each table has."""
    db.session.rollback()
    counts = {name: select(func.count()).select_from(table) for name, table in db.metadata.tables.items()}
    return {name: db.session.scalar(query) or 0 for name, query in counts.items() if name != "device"}


def test_a_file_that_is_far_too_large(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    account, club = new_club("Rita")
    monkeypatch.setattr(reading, "LARGEST_FILE", 2_000_000)
    refusal = imported(account, club, b" " * 2_000_001)
    assert refusal == Refusal(("This file is too big. A club file can be at most 2 MB.",))


def test_reading_a_club_file_blocks_nobody(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another connection writes while the games are scored; only then the lock is taken, once."""
    company.play(company.event("2026-03-03"), "Ann Ben Cal Dot")
    sound = text_of(company.account, company.club)
    account, club = new_club("Rita")
    member = company.member("Ann").id
    scored, read_game = [], events.read_game

    def read_while_others_write(*args: Any) -> Any:
        assert not db.session().in_transaction()
        with db.engine.connect().execution_options(**{WRITING: True}) as other:
            other.execute(update(Member).where(Member.id == member).values(name="Annabel"))
            other.commit()
        scored.append(args)
        return read_game(*args)

    monkeypatch.setattr(events, "read_game", read_while_others_write)
    assert imported(account, club, sound.encode()) == importing.Imported(9, 0, 1, 1)
    assert len(scored) == 1
    db.session.expire_all()
    assert company.club.members[1].name == "Annabel"
    assert "Ann" in [own.name for own in club.members]


def test_a_event_begins_while_a_file_is_read(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    company.play(company.event("2026-03-03"), "Ann Ben Cal Dot")
    sound = text_of(company.account, company.club)
    account, club = new_club("Rita")
    club_id, read_game = club.id, events.read_game

    def read_while_a_event_begins(*args: Any) -> Any:
        with db.engine.connect().execution_options(**{WRITING: True}) as other:
            row = {"id": "mine", "club_id": club_id, "date": date(2026, 5, 5), "name": "Mine", "created_at": now()}
            other.execute(insert(Event).values(**row, revision=0))
            other.commit()
        return read_game(*args)

    monkeypatch.setattr(events, "read_game", read_while_a_event_begins)
    assert imported(account, club, sound.encode()) == importing.NOT_EMPTY
    db.session.expire_all()
    assert [member.name for member in club.members] == ["Rita"]


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"format": "rook-record/1"}'])
def test_a_file_that_is_not_a_club_is_refused(company: Company, text: bytes) -> None:
    account, club = new_club("Rita")
    assert isinstance(imported(account, club, text), Refusal)
