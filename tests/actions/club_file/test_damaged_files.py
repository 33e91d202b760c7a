"""Files that are damaged or hostile, or not the file of a club: nothing changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from scorekeeper.actions.club_file import games, importing, reading
from scorekeeper.actions.errors import Refusal
from scorekeeper.store import Event, Member, db
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import WRITING
from tests.actions.club_file.conftest import imported, new_club, text_of
from tests.actions.club_file.whole_club import WholeClub

NOW = "2026-01-01T00:00:00+00:00"
Change = Callable[[dict[str, Any]], None]


def at(document: dict[str, Any], path: str) -> tuple[Any, Any]:
    """The last object on a path such as `event.0.name`, and the last key."""
    *way, last = [int(part) if part.lstrip("-").isdigit() else part for part in path.split(".")]
    place: Any = document
    for part in way:
        place = place[part]
    return place, last


def put(path: str, value: Any) -> Change:
    """Another value at a place."""

    def change(document: dict[str, Any]) -> None:
        place, last = at(document, path)
        place[last] = value

    return change


def put_where(table: str, where: Callable[[dict[str, Any]], bool], **values: Any) -> Change:
    """Other values in the first row of a table that is such a row."""

    def change(document: dict[str, Any]) -> None:
        next(row for row in document[table] if where(row)).update(values)

    return change


def without(path: str) -> Change:
    """Nothing at a place."""

    def change(document: dict[str, Any]) -> None:
        place, last = at(document, path)
        del place[last]

    return change


def twice(table: str) -> Change:
    """The first row of a table a second time."""

    def change(document: dict[str, Any]) -> None:
        document[table].append(document[table][0])

    return change


def deep(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def in_a_circle(document: dict[str, Any]) -> None:
    document["member"][0]["same_as"], document["member"][1]["same_as"] = 2, 1


def second_member(document: dict[str, Any]) -> None:
    """Two members in one seat from the first hand on."""
    chair = document["seat"][0]
    document["seat"].append(chair | {"member": chair["member"] % len(document["member"]) + 1})


def one_member_twice(document: dict[str, Any]) -> None:
    document["seat"][0]["member"] = document["seat"][1]["member"]


def same_seed(document: dict[str, Any]) -> None:
    first, second, *_ = [row for row in document["entrant"] if "seed" in row]
    first["seed"] = second["seed"]


def next_row(table: str, key: str, other: str) -> Change:
    """The next row of another table, in the first row that names one."""

    def change(document: dict[str, Any]) -> None:
        row = next(row for row in document[table] if key in row)
        row[key] = row[key] % len(document[other]) + 1

    return change


def is_contest(row: dict[str, Any]) -> bool:
    return "plan" in row


def has_match(row: dict[str, Any]) -> bool:
    return "match" in row


#: What is done to a file, and what the refusal says.
DAMAGE: list[tuple[Change, str]] = [
    (put("format", "scorekeeper-club/9"), "from a newer version"),
    (put("format", ["scorekeeper-club/2"]), "not a club file"),
    (put("surprise", []), "A club file has no “surprise”."),
    (put("member", 5), "“member” must be a list."),
    (put("member.0", 5), "member 1: it must be an object."),
    (put("member.0.password", "x"), "member 1: “password” is unknown here."),
    (put("member.0.account_id", "x"), "“account_id” is unknown here."),
    (without("member.0.name"), "member 1: “name” is missing."),
    (without("member.0.joined_at"), "member 1: “joined_at” is missing."),
    (put("member.0.name", "\ud800"), "member 1: “name” can't be read."),
    (put("member.0.name", "A\0n"), "member 1: “name” can't be read."),
    (put("member.0.name", ["Ann"]), "member 1: “name” can't be read."),
    (put("member.0.name", "A" * 41), "member 1: “name” can't be read."),
    (put("member.0.erased", 1), "“erased” can't be read."),
    (put("member.0.joined_at", "0001-01-01T00:00:00+23:00"), "“joined_at” can't be read."),
    (put_where("member", lambda row: row["name"] == "Ann", name="olga"), "Two members have the same name."),
    (put("member.1.same_as", 9999), "member 2: there is no member 9999."),
    (put("member.1.same_as", -1), "there is no member -1."),
    (put("member.1.same_as", True), "there is no member True."),
    (put("member.1.same_as", 10**30), "there is no member 1000000"),
    (put("member.1.same_as", 2), "it is merged into a member who is merged into another."),
    (in_a_circle, "it is merged into a member who is merged into another."),
    (put("member", [{}] * 1_000_000), "member 1: “name” is missing."),
    (twice("club_rules"), "saved rules 2: it is in the list twice."),
    (put("club_rules.0.slug", "chess"), "there is no such game."),
    (put("club_rules.0.players", 17), "the game has another number of players."),
    (put("season.0.scheme", {"counts": "magic"}), "season 1: There is no scoring method “magic”."),
    (put("season.0.scheme", {"counts": []}), "the scoring method can't be read."),
    (put("season.0.scheme", {"bye": "1e999999999"}), "the scoring method can't be read."),
    (put("season.0.scheme", {"points_by_place": ["a"]}), "the scoring method can't be read."),
    (put("season.0.scheme", {"best": 1.5}), "the scoring method can't be read."),
    (put("season.0.scheme", {"ties": deep(30)}), "“scheme” can't be read."),
    (put("season.0.scheme", {"counts": "\0"}), "“scheme” can't be read."),
    (put("season.0.scheme", {"counts": "\ud800"}), "“scheme” can't be read."),
    (put("season.0.starts", "yesterday"), "season 1: “starts” can't be read."),
    (put("season.0.starts", "9999-12-31"), "season 1: "),
    (put("season.0.handicaps", {"fixed": {"9999": 5}}), "there is no member 9999."),
    (put("season.0.handicaps", {"fixed": [1]}), "“handicaps” can't be read."),
    (put("season.0.handicaps", {"fixed": {"1": 10**30}}), "the handicaps can't be read."),
    (put("season.0.handicaps", {"fixed": {"9" * 5000: 5}}), "there is no member '999"),
    (put("season.0.handicaps", {"rolling": []}), "the handicaps can't be read."),
    (put("season.0.lots", [{"at": "2026-01-01", "drawn": [["9999"]]}]), "there is no member 9999."),
    (put("season.0.lots", [{"drawn": [["1"]]}]), "“lots” can't be read."),
    (put("season.0.lots", [7]), "“lots” can't be read."),
    (put("event.0.season", 77), "event 1: there is no season 77."),
    (put("event.0.slug", "chess"), "there is no such game."),
    (put("event.0.options", {"magic": 1}), "event 1: "),
    (put("event.0.date", "0001-01-01"), "choose days between 1900 and 2999."),
    (put("event.0.minutes", 10**6), "its figures can't be read."),
    (put("event.0.minutes", 10**30), "“minutes” can't be read."),
    (put("event.0.minutes", -5), "“minutes” can't be read."),
    (put("event.0.entrant_size", 10**5), "its entrants can't be read."),
    (put("event.0.seeding", "magic"), "its entrants can't be read."),
    (put("event.0.prizes", [5]), "“prizes” can't be read."),
    (put_where("event", is_contest, plan={"format": "magic"}), "“plan” can't be read."),
    (put_where("event", is_contest, plan={"format": "swiss", "rounds": 10**6}), "“plan” can't be read."),
    (put_where("event", is_contest, plan={"format": "swiss", "magic": 1}), "“plan” can't be read."),
    (put_where("event", is_contest, plan=[1]), "“plan” can't be read."),
    (put_where("event", is_contest, entrant_size=3), "it has another number of members than its event."),
    (twice("entrant"), "it is in the list twice."),
    (put("entrant.0.event", 77), "entrant 1: there is no event 77."),
    (without("entrant.0.event"), "entrant 1: there is no event None."),
    (put("entrant.0.number", 0), "its members can't be read."),
    (put_where("entrant", lambda row: "seed" in row, seed=10**6), "its seed can't be read."),
    (same_seed, "its seed can't be read."),
    (next_row("entrant_member", "event", "event"), "its entrant takes part in another event."),
    (put("entrant_member.0.member", 9999), "there is no member 9999."),
    (twice("entrant_member"), "its members can't be read."),
    (twice("round"), "it is in the list twice."),
    (put("round.0.number", 10**30), "“number” can't be read."),
    (without("round.0.started_at"), "a round that has not started is before one that has."),
    (put("game.0.slug", "chess"), "game 1: there is no such game."),
    (put("game.0.players", {}), "game 1: “players” can't be read."),
    (put("game.0.players", ["Ann", "Ben", "Cal"]), "its game has another number of players."),
    (put("game.0.players", ["Ann", "Ben", "Cal", 4]), "game 1: "),
    (put("game.0.dealer", 30), "game 1: "),
    (put("game.0.opening", [55]), "Opening totals has 1 values."),
    (put("game.0.options", {"target": 10**40}), "game 1: "),
    (put("version.-1.facts", {"bidder": 9, "bid": 10**9}), "hand "),
    (put("version.0.facts", {"note": deep(30)}), "hand version 1: “facts” can't be read."),
    (put("version.0.facts", {"note": ["x"] * 3_000}), "hand version 1: “facts” can't be read."),
    (put("version.0.facts", [1]), "“facts” can't be read."),
    (put("version.0.done", "<script>"), "this is not a version of a hand."),
    (put("version.0.hand", 10**5), "this is not a version of a hand."),
    (twice("version"), "it is in the list twice."),
    (put("dispute.0.rule", "original.magic"), "ruling 1: there is no such rule."),
    (put("dispute.0.answers", [["one"]]), "“answers” can't be read."),
    (put("dispute.0.verdict", "x" * 20_000), "“verdict” can't be read."),
    (put("name_change.0.number", 7), "its name changes are not in order."),
    (put("name_change.0.after", [[]]), "name change 1: the names can't be read."),
    (put("name_change.0.after", [[[1, name]] for name in "ABCD"]), "its last name change has other names."),
    (put("name_change.0.member", 9999), "there is no member 9999."),
    (put("event_table.0.game", 9999), "table 1: there is no game 9999."),
    (next_row("event_table", "game", "game"), "it is in the list twice."),
    (without("event_table.0.game"), "it is played at no table."),
    (put("event_table.0.match", "W1-1"), "its event has no matches."),
    (put("event_table.0.number", 0), "table 1: its number can't be read."),
    (put("event_table.0.paper", [1, "2"]), "its totals from paper can't be read."),
    (put("event_table.0.paper", [1]), "its totals from paper can't be read."),
    (put("event_table.0.paper", {"0": 1}), "“paper” can't be read."),
    (put_where("event_table", has_match, match="<script>"), "its match can't be read."),
    (put("seat.0.table", 9999), "seat 1: there is no table 9999."),
    (put("seat.0.member", 9999), "seat 1: there is no member 9999."),
    (put("seat.0.entrant", 9999), "seat 1: there is no entrant 9999."),
    (put_where("seat", lambda row: "entrant" in row, entrant=1), "its entrant takes part in another event."),
    (put_where("seat", lambda row: "entrant" in row, entrant=None), "it has no entrant."),
    (put("seat.0.seat", 19), "its seats can't be read."),
    (put("seat.0.seat", 10**6), "this is not a seat."),
    (put("seat.0.first_hand", 0), "this is not a seat."),
    (put("seat", [{"table": 1, "seat": 0, "member": 1}] * 50_000), "too many people sat here."),
    (put("round", [{"event": 1, "number": n, "method": "x", "made_at": NOW} for n in range(1, 9_000)]), "two rounds"),
    (second_member, "two members have seat 0 from the same hand on."),
    (one_member_twice, "somebody has two seats."),
    (twice("bye"), "it is in the list twice."),
    (put("bye.0.member", 9999), "bye 1: there is no member 9999."),
    (put("bye.0.entrant", 26), "its entrant takes part in another event."),
    (put("forfeit.0.entrant", 1), "its entrant takes part in another event."),
    (put("forfeit.0.match", "<script>"), "its match can't be read."),
    (twice("result"), "it is in the list twice."),
    (next_row("result", "season", "season"), "its result counts for another season."),
    (put("confirmation.0.member", 9999), "there is no member 9999."),
    (put("confirmation.0.score", 5), "“score” can't be read."),
    (twice("confirmation"), "it is in the list twice."),
    (put("protest.0.state", "shouted"), "protest 1: “state” can't be read."),
    (put("protest.0.decided_by", 9999), "there is no member 9999."),
    (put("announcement.0.event", 77), "there is no event 77."),
    (put("announcement.0.starts", "late"), "“starts” can't be read."),
    (put("sign_up.0.answer", "perhaps"), "sign-up 1: “answer” can't be read."),
    (twice("sign_up"), "it is in the list twice."),
    (put("club_log.0.sentence", [{}]), "log entry 1: there is no member {}."),
    (put("club_log.0.sentence", {"a": 1}), "log entry 1: “sentence” can't be read."),
    (put("club_log.0.at", "now"), "“at” can't be read."),
    (put("club_log.0.about", 1), "log entry 1: “about” can't be read."),
    (put_where("club_log", lambda row: row["kind"] == "member", about=9999), "there is no member 9999."),
]


def test_a_damaged_file_changes_nothing(whole: WholeClub) -> None:
    sound = text_of(whole.account, whole.club)
    account, club = new_club("Rita")
    before = stored()
    wrong = []
    for number, (change, message) in enumerate(DAMAGE):
        document = json.loads(sound)
        change(document)
        refusal = imported(account, club, json.dumps(document).encode())
        assert isinstance(refusal, Refusal), (number, message)
        if message not in refusal.messages[0] or len(refusal.messages[0]) > 300:
            wrong.append((number, message, refusal.messages))
    assert wrong == []
    assert stored() == before
    assert isinstance(imported(account, club, sound.encode()), importing.Imported)


def stored() -> dict[str, int]:
    """How many rows each table has."""
    db.session.rollback()
    counts = {name: select(func.count()).select_from(table) for name, table in db.metadata.tables.items()}
    return {name: db.session.scalar(query) or 0 for name, query in counts.items() if name != "device"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "This is not JSON"),
        (b"[]", "must be one object"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"format": "rook-record/1"}', "This is not a club file."),
        (b'{"format": "scorekeeper-club/2", "member": ' + b"9" * 5000 + b"}", "far too long"),
        (b'{"format": "scorekeeper-club/2", "member": [' + b"{}," * 2_000_001 + b"{}]}", "at most 2,000,000 lists"),
        (b" " * 40_000_001, "This file is too big. A club file can be at most 40 MB."),
    ],
)
def test_a_file_that_is_not_a_club_is_refused(whole: WholeClub, text: bytes, message: str) -> None:
    account, club = new_club("Rita")
    refusal = imported(account, club, text)
    assert isinstance(refusal, Refusal)
    assert message in refusal.messages[0]


def test_reading_a_club_file_blocks_nobody(whole: WholeClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another connection writes while the games are scored; only then the lock is taken, once."""
    sound = text_of(whole.account, whole.club)
    account, club = new_club("Rita")
    member = whole.member("Ann").id
    scored, score = [], games.score

    def score_while_others_write(record: Any) -> Any:
        assert not db.session().in_transaction()
        if not scored:
            with db.engine.connect().execution_options(**{WRITING: True}) as other:
                other.execute(update(Member).where(Member.id == member).values(name="Annabel"))
                other.commit()
        scored.append(record)
        return score(record)

    monkeypatch.setattr(games, "score", score_while_others_write)
    assert isinstance(imported(account, club, sound.encode()), importing.Imported)
    assert len(scored) >= 15
    db.session.expire_all()
    assert "Annabel" in [own.name for own in whole.club.members]
    assert "Ann" in [own.name for own in club.members]


def test_a_night_begins_while_a_file_is_read(whole: WholeClub, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = text_of(whole.account, whole.club)
    account, club = new_club("Rita")
    club_id, check = club.id, importing.check_games

    def check_while_a_night_begins(contents: reading.ClubContents) -> None:
        with db.engine.connect().execution_options(**{WRITING: True}) as other:
            row = {"id": "mine", "club_id": club_id, "date": date(2026, 5, 5), "name": "Mine", "created_at": now()}
            other.execute(insert(Event).values(**row, revision=0))
            other.commit()
        check(contents)

    monkeypatch.setattr(importing, "check_games", check_while_a_night_begins)
    assert imported(account, club, sound.encode()) == importing.NOT_EMPTY
    db.session.expire_all()
    assert [member.name for member in club.members] == ["Rita"]
