"""Fixtures that several rooms use."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from flask import Flask, g, has_request_context
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import event, text
from sqlalchemy.orm import ORMExecuteState, Session
from werkzeug.routing import Rule
from werkzeug.security import generate_password_hash

from scorekeeper.actions.account import passwords
from scorekeeper.store import SecretMark, db
from scorekeeper.store.database import open_database
from scorekeeper.store.transaction import is_writing
from scorekeeper.web import app as app_module
from scorekeeper.web import create_app
from tests import budget, postgres


class Compiled(BytecodeCache):
    """Templates that one app has compiled, for the next."""

    def __init__(self) -> None:
        self._bytecode: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """What is kept; the bucket itself sees whether its template has changed."""
        if bucket.key in self._bytecode:
            bucket.bytecode_from_string(self._bytecode[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        self._bytecode[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()

#: Takes what a test has counted, by name.
Figures = Callable[..., None]
FIGURES = "figures"
#: Why a browser test is skipped.
NO_BROWSER = "Chromium was not found"
#: Set in `make fuzz` and `make soak`.
LONG_RUNS = ("FUZZ_MINUTES", "SOAK", "SOAK_KILLS")

#: Rows are numbered from 1 again, as SQLite does by itself.
RESTART_NUMBERS = text("SELECT setval(format('%I', sequencename)::regclass, 1, false) FROM pg_sequences")

#: Passwords of tests are no secrets: their hashes cost next to nothing. One test looks at the real one.
passwords.generate_password_hash = partial(generate_password_hash, method="scrypt:128:1:1")


#: Compiling the addresses of an app takes most of its start, and they are the same in every app of a worker.
_builders: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}
_compile_builder = Rule._compile_builder


def _compile_builder_once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    key = (rule.rule, rule.subdomain, rule.host, repr(rule.defaults), append_unknown)
    if key not in _builders:
        _builders[key] = _compile_builder(rule, append_unknown)
    return _builders[key]


Rule._compile_builder = _compile_builder_once  # type: ignore[method-assign]


#: The database of an app is in its folder; on PostgreSQL each folder has a database of its own.
if postgres.is_chosen():

    def _open_on_postgres(app: Flask) -> None:
        app.config["DATABASE_URL"] = app.config["DATABASE_URL"] or postgres.address_for(app.instance_path)
        open_database(app)

    app_module.open_database = _open_on_postgres


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests of the other database, and long ones unless asked for; start early what takes its time."""
    left_out = {"sqlite" if postgres.is_chosen() else "postgres"}
    if not budget.IS_WHOLE and "long" not in config.option.markexpr:
        left_out.add("long")
    deselected = [item for item in items if any(map(item.get_closest_marker, left_out))]
    config.hook.pytest_deselected(items=deselected)
    items[:] = [item for item in items if item not in set(deselected)]
    items.sort(key=lambda item: item.get_closest_marker("early") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which tests were left out, and what the long random tests have counted, all parameters of a test together."""
    left_out = [report for report in terminalreporter.getreports("skipped") if NO_BROWSER in str(report.longrepr)]
    if left_out:
        terminalreporter.line(f"Left out: {len(left_out)} browser tests. {NO_BROWSER}; install the package chromium.")
    if not any(variable in os.environ for variable in LONG_RUNS):
        return
    counts: dict[str, Counter[str]] = {}
    for report in terminalreporter.getreports("passed"):
        for name, counted in report.user_properties:
            if name == FIGURES:
                test = report.nodeid.rpartition("::")[2].partition("[")[0]
                counts.setdefault(test, Counter()).update(counted)
    for test, counted in counts.items():
        figures = ", ".join(f"{what.replace('_', ' ')} {number:,}" for what, number in counted.items())
        terminalreporter.line(f"{test}: {figures}")


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    """For a random test to say what it has counted, in the summary of a long run."""
    return lambda **counted: request.node.user_properties.append((FIGURES, counted))


def _needs_lock(session: Session) -> None:
    """A request that writes must have begun with the write lock; tests themselves may write as they like."""
    assert not has_request_context() or is_writing(session.connection()), "written without begin_writing"


@event.listens_for(Session, "before_flush")
def _before_flush(session: Session, *_: object) -> None:
    if session.new or session.dirty or session.deleted:
        _needs_lock(session)


@event.listens_for(Session, "do_orm_execute")
def _before_execute(state: ORMExecuteState) -> None:
    if not state.is_select:
        _needs_lock(state.session)


@pytest.fixture(scope="session")
def lasting_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app for all tests of a worker: routes, templates and queries are made ready once."""
    settings = {"TESTING": True, "WTF_CSRF_ENABLED": False, "API_BURST": 100_000}
    app = create_app(settings, tmp_path_factory.mktemp("app"))
    app.before_request(_anew)
    yield app
    put_away(app)


def _anew() -> None:
    """Every request is somebody's own, though a test may keep the store open around them."""
    g.pop("account", None)


@pytest.fixture
def app(lasting_app: Flask) -> Iterator[Flask]:
    """An app with an empty database."""
    settings = dict(lasting_app.config)
    yield lasting_app
    empty(lasting_app, settings)


@pytest.fixture
def in_app(app: Flask) -> Iterator[Flask]:
    """The same with its store at hand."""
    with app.app_context():
        yield app


def empty(app: Flask, settings: Mapping[str, Any]) -> None:
    """End an app's streams, put back its settings and delete all that was saved but the mark of its secret key."""
    app.extensions["hub"].close()
    forget_requests(app)
    app.config.clear()
    app.config.update(settings)
    with app.app_context(), db.engine.begin() as connection:
        for table in reversed(db.metadata.sorted_tables):
            if table.name != SecretMark.__tablename__:
                connection.execute(table.delete())
        if postgres.is_chosen():
            connection.execute(RESTART_NUMBERS)


def forget_requests(app: Flask) -> None:
    """Every address may ask as if for the first time: nothing is written about it before it has asked for a lot."""
    for allowance in app.extensions["allowances"].values():
        allowance.clear()


def put_away(app: Flask) -> None:
    """End an app's streams and let go of its database."""
    app.extensions["hub"].close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without script."""
    return app.test_client()
