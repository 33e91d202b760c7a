"""Schemathesis reads the description and sends whatever it can think of: nothing breaks, all is as described.

Some of its checks are told what this API promises: a record that fits the schema may still break
a rule of the game (422) or come too late (412), and a missing If-Match is 428. One is left out:
a wrong key is answered 404, not 401, so that nothing is given away (see test_api_stored).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth

from scorekeeper.store import db
from scorekeeper.web import create_app
from scorekeeper.web.api.protocol import ANYBODY, OPERATIONS
from tests.budget import IS_WHOLE
from tests.fuzz.minutes import VARIABLE, rounds
from tests.web.api.programs import ALL, SET, Program

CONFIG = {
    "checks": {
        "positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", 401, 403, 404, 409, 412, 422]},
        "negative_data_rejection": {"expected-statuses": [400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 428]},
        "missing_required_header": {"expected-statuses": [401, 428]},
    }
}
#: For each kind of request; again and again for the minutes of `make fuzz`, and always others.
EXAMPLES = 16 if IS_WHOLE else 4
#: The cases of a record's schema are thousands: every so many is sent, and every other method.
MOST_COVERED = 80
QUICK = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=VARIABLE not in os.environ,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
#: The client that is called in process does not unpack what is compressed.
PLAIN = {"Accept-Encoding": "identity"}
LABELS = [f"{operation.method} {operation.address}" for operation in OPERATIONS]
STORED = [f"{operation.method} {operation.address}" for operation in OPERATIONS if operation.rights != ANYBODY]
#: Of the minutes, for one kind of request: sound and malformed to each address, then with both keys to stored games.
SHARE = 1 / (2 * len(LABELS) + 4 * len(STORED))


@schemathesis.serializer("application/x-ndjson")
def lines(_: Any, value: Any) -> bytes:
    return json.dumps(value).encode()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app for all: the games that are started stay."""
    folder: Path = tmp_path_factory.mktemp("app")
    app = create_app({"API_BURST": 1_000_000}, folder)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="module")
def schema(app: Flask) -> Any:
    return described(app)


def described(app: Flask) -> Any:
    """The description as schemathesis reads it."""
    return schemathesis.openapi.from_wsgi("/api/openapi.json", app, config=schemathesis.Config.from_dict(CONFIG))


def checked(case: Any) -> int:
    """Send it, and let every check look at the answer."""
    return int(case.call_and_validate(headers=PLAIN, excluded_checks=[ignored_auth]).status_code)


def can_be_wrong(operation: Any) -> bool:
    """There is something in it that can be malformed."""
    return bool(operation.body or operation.path_parameters)


def sent(operation: Any, mode: GenerationMode, **fixed: Any) -> list[int]:
    statuses: list[int] = []

    @QUICK
    @given(case=operation.as_strategy(generation_mode=mode, **fixed))
    def send(case: Any) -> None:
        statuses.append(checked(case))

    for _ in rounds(SHARE):
        send()
    return statuses


@pytest.mark.parametrize("label", LABELS)
def test_whatever_is_generated(schema: Any, label: str) -> None:
    operation = schema.find_operation_by_label(label)
    assert sent(operation, GenerationMode.POSITIVE)
    if can_be_wrong(operation):
        assert all(status >= 400 or label in STARTS_WITH_LINES for status in sent(operation, GenerationMode.NEGATIVE))


#: JSON Lines have no wrong shape: each line is answered for itself.
STARTS_WITH_LINES = ("POST /api/score", "POST /api/judge")


@pytest.mark.parametrize("label", STORED)
@pytest.mark.parametrize("role", ["scorer", "watch"])
def test_stored_games_with_a_real_key(app: Flask, schema: Any, label: str, role: str) -> None:
    program = Program(app.test_client(), SET, ALL)
    operation = schema.find_operation_by_label(label)
    headers = {"Authorization": f"Bearer {program.started['keys'][role]}"}
    places = {"game_id": program.started["id"], **({"hand": 1} if "{hand}" in label else {})}
    statuses = sent(operation, GenerationMode.POSITIVE, headers=headers, path_parameters=places)
    if label.startswith("GET"):
        assert set(statuses) <= {200, 304}
    else:
        # A hand is deleted once; after that it is not there.
        assert not set(statuses[: statuses.index(204)] if 204 in statuses else statuses) & {401, 404}
        assert role == "scorer" or 201 not in statuses
        sent(operation, GenerationMode.NEGATIVE, headers=headers, path_parameters=places)
    assert role == "scorer" or program.hands == [SET, ALL]


def edges(schema: Any, operation: Any) -> list[Any]:
    """Cases at the limits of every entry, and methods that the address does not take; of thousands every so many."""
    modes, config = list(GenerationMode), schema.config.generation
    cases = list(schema.iter_coverage_cases(operation, generation_modes=modes, generation_config=config))
    every = max(1, len(cases) // MOST_COVERED)
    own = operation.method.upper()
    return [case for number, case in enumerate(cases) if case.method != own or number % every == 0]


@pytest.mark.long
@pytest.mark.parametrize("label", LABELS)
def test_the_edges_of_every_shape(app: Flask, schema: Any, label: str) -> None:
    cases = edges(schema, schema.find_operation_by_label(label))
    assert len(cases) > 5
    program = Program(app.test_client(), SET)
    for case in cases:
        checked(case)
        if "game_id" in (case.path_parameters or {}):
            case.path_parameters["game_id"] = program.started["id"]
            case.headers["Authorization"] = f"Bearer {program.scorer}"
            checked(case)


def test_other_methods_are_tried(app: Flask) -> None:
    schema = described(app)
    cases = edges(schema, schema.find_operation_by_label("GET /api/games"))
    assert {"POST", "PUT", "DELETE", "PATCH"} <= {case.method for case in cases}
