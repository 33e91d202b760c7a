"""Nothing lost and nothing doubled: marks of versions, two writers, the same request twice."""

from __future__ import annotations

import threading

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.rows import each_row
from tests.web.api.programs import ALL, BID, SET, Program, refused

OURS = SET | {"note": "ours"}


@pytest.fixture
def program(client: FlaskClient) -> Program:
    return Program(client, SET)


@each_row("path", ["", "/record", "/hands", "/versions", "/hands/1"])
def test_every_response_has_an_etag(program: Program, path: str) -> None:
    first = program.get(path)
    mark = first.headers["ETag"]
    again = program.get(path, if_none_match=mark)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", mark)
    assert {"Authorization", "Cookie"} <= set(first.headers["Vary"].split(", "))
    assert "private" in first.headers["Cache-Control"]
    program.put(1, OURS, if_match="*")
    changed = program.get(path, if_none_match=mark)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != mark


def test_the_mark_of_a_hand_is_its_own(program: Program) -> None:
    """Another hand's change spoils no correction."""
    mark = program.get("/hands/1").headers["ETag"]
    program.add(ALL)
    assert program.get("/hands/1", if_none_match=mark).status_code == 304
    assert program.put(1, OURS, if_match=mark).status_code == 200


def test_a_change_names_the_version_it_means(program: Program) -> None:
    for answer in (program.put(1, OURS), program.delete(1), program.put(1, OURS, if_match=""), program.put(9, OURS)):
        assert "If-Match" in refused(answer, 428, "record.match")["message"]
    for mark in ('"2"', "nonsense", 'W/"1"', '"1', "1.0", ","):
        refused(program.put(1, OURS, if_match=mark), 412, "record.match")
        refused(program.delete(1, if_match=mark), 412, "record.match")
    assert program.hands == [SET]
    answer = program.put(1, OURS, if_match='"7", "1"')
    assert (answer.status_code, answer.headers["ETag"], answer.json["version"]) == (200, '"2"', 2)


def test_two_writers_and_nothing_is_lost(client: FlaskClient) -> None:
    one = Program(client, BID)
    mark = one.get("/hands/1").headers["ETag"]
    theirs = one.put(1, SET, if_match=mark)
    assert theirs.status_code == 200
    late = one.put(1, BID | {"note": "ours"}, if_match=mark)
    refused(late, 412, "record.match")
    assert late.json["current"] == theirs.json
    assert late.headers["ETag"] == theirs.headers["ETag"]
    merged = late.json["current"]["facts"] | {"note": "ours"}
    assert one.put(1, merged, if_match=late.headers["ETag"]).status_code == 200
    assert one.hands == [OURS]


def test_changing_a_hand_that_was_just_deleted(program: Program) -> None:
    program.delete(1, if_match='"1"')
    late = program.put(1, OURS, if_match='"1"')
    refused(late, 412)
    assert (late.json["current"]["facts"], late.json["current"]["done"]) == (None, "deleted")
    refused(program.put(1, OURS, if_match="*"), 412)
    refused(program.delete(1, if_match="*"), 404)
    assert program.put(1, OURS, if_match=late.headers["ETag"]).status_code == 200
    assert program.hands == [OURS]


def test_a_hand_that_never_existed_cannot_be_changed(program: Program) -> None:
    for hand in (0, 2, 99, 10**30):
        refused(program.put(hand, OURS, if_match="*"), 404)
        refused(program.delete(hand, if_match='"0"'), 404)
    assert program.hands == [SET]


def test_a_new_hand_only_if_the_game_has_not_gone_on(program: Program) -> None:
    mark = program.get().headers["ETag"]
    assert program.add(ALL, if_match=mark).status_code == 201
    late = program.add(ALL, if_match=mark)
    refused(late, 412, "record.match")
    assert late.json["current"] == program.get().json
    assert late.headers["ETag"] == program.get().headers["ETag"]
    refused(program.add(ALL, if_match="nonsense"), 412)
    assert program.hands == [SET, ALL]
    assert program.add(SET, if_match="*").status_code == 201


def test_the_same_new_hand_sent_twice_is_saved_once(program: Program) -> None:
    first, second = (program.add(ALL, idempotency_key="k1") for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json == second.json
    assert first.headers["Location"] == second.headers["Location"]
    assert program.hands == [SET, ALL]
    assert program.add(ALL, idempotency_key="k2").status_code == 201
    assert [program.add({"passed_out": True}).status_code for _ in range(2)] == [201, 201]


def test_a_mark_with_the_games_own_precondition(program: Program) -> None:
    """The answer was lost on the way, the game has gone on: it is still the same hand."""
    mark = program.get().headers["ETag"]
    answers = [program.add(ALL, idempotency_key="k", if_match=mark).status_code for _ in range(2)]
    assert answers == [201, 200]
    program.put(2, SET, if_match='"1"')
    again = program.add(ALL, idempotency_key="k", if_match=mark)
    assert (again.status_code, again.json["facts"], again.json["version"]) == (200, SET, 2)


def test_a_token_belongs_to_one_hand(program: Program) -> None:
    program.add(ALL, idempotency_key="k")
    assert "Idempotency-Key" in refused(program.add(SET, idempotency_key="k"), 422, "record.match")["message"]
    assert program.hands == [SET, ALL]


def test_the_same_change_sent_twice_is_saved_once(program: Program) -> None:
    for _ in range(2):
        answer = program.put(1, OURS, if_match='"1"', idempotency_key="k")
        assert (answer.status_code, answer.json["version"]) == (200, 2)
    for _ in range(2):
        assert program.delete(1, if_match='"2"', idempotency_key="k").status_code == 204
    assert [version["version"] for version in program.get("/versions").json["versions"]] == [1, 2, 3]


def test_marks_have_a_length(program: Program) -> None:
    for mark in ("", "k" * 201):
        refused(program.add(ALL, idempotency_key=mark), 422, "record.match")
    assert program.add(ALL, idempotency_key="é" * 200).status_code == 201


def test_hands_after_the_end_are_dropped_only_when_confirmed(client: FlaskClient) -> None:
    """300 points end the game: with 120 more in hand 1 it is over after hand 3, before hand 4."""
    less = ALL | {"captured": [70, 50]}
    program = Program(client, less, ALL, less, less)
    answer = program.put(1, ALL, if_match='"1"')
    assert refused(answer, 409, "original.after-end")["message"].startswith("This change ends the game")
    assert answer.json["dropped"] == [4]
    refused(program.put(1, ALL, query="?confirmed=false", if_match='"1"'), 409)
    refused(program.put(1, ALL, query="?confirmed=perhaps", if_match='"1"'), 422)
    assert len(program.hands) == 4
    assert program.put(1, ALL, query="?confirmed=true", if_match='"1"').status_code == 200
    assert program.hands == [ALL, ALL, less]
    assert program.get().json["sheet"]["winners"] == [0]


def test_a_deletion_that_ends_the_game_earlier(client: FlaskClient) -> None:
    lost = {"bidder": 0, "bid": 120, "trump": "red", "captured": [115, 5]}
    program = Program(client, lost, ALL, ALL, ALL, ALL)
    answer = program.delete(1, if_match="*")
    refused(answer, 409, "original.after-end")
    assert answer.json["dropped"] == [5]
    assert program.delete(1, query="?confirmed=true", if_match="*").status_code == 204
    assert program.hands == [ALL] * 3


def test_a_hand_after_the_end_is_refused(client: FlaskClient) -> None:
    program = Program(client, ALL, ALL, ALL)
    refused(program.add(SET), 422, "original.after-end")


@pytest.mark.parametrize("same_mark", [True, False])
def test_many_at_once(app: Flask, client: FlaskClient, same_mark: bool) -> None:
    """Eight programs write at the same moment: of the same correction one is saved, of new hands each."""
    program = Program(client, SET)
    gate = threading.Barrier(8)
    statuses: list[int] = []

    def write(number: int) -> None:
        own = object.__new__(Program)
        own.client, own.url, own.scorer = app.test_client(), program.url, program.scorer
        gate.wait()
        if same_mark:
            statuses.append(own.put(1, SET | {"note": str(number)}, if_match='"1"').status_code)
        else:
            statuses.append(own.add({"passed_out": True}, idempotency_key=str(number % 4)).status_code)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == ([200] + [412] * 7 if same_mark else [200] * 4 + [201] * 4)
    assert len(program.hands) == (1 if same_mark else 5)
    assert len(program.get("/versions").json["versions"]) == (2 if same_mark else 5)
