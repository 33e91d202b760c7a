"""Accounts and clubs from the command line, as whoever runs the server uses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.store import db
from scorekeeper.web import create_app
from tests.cli import terminal
from tests.rows import each_row

PASSWORD = "correct horse battery"


class Keeper:
    """Somebody at the terminal of the server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *arguments: str, typed: str = "") -> tuple[int, str, str]:
        """A command with its status, what it printed, and what it complained about."""
        done = terminal.run(*arguments, text=typed, environment=self._environment)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def run_apart(self, *arguments: str, typed: str = "") -> tuple[int, str, str]:
        """The same in a process of its own."""
        done = terminal.run_apart(*arguments, text=typed, environment=self._environment)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    @property
    def _environment(self) -> dict[str, str]:
        return {"SCOREKEEPER_INSTANCE": str(self.folder)}


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    keeper = Keeper(tmp_path)
    assert keeper.run("account", "create", "Ann", typed=f"{PASSWORD}\n")[:2] == (0, "Ann can sign in.\n")
    return keeper


def test_a_club_from_the_terminal(keeper: Keeper) -> None:
    assert keeper.run("club", "list") == (0, "", "")
    status, printed, _ = keeper.run("club", "create", "The Rooks", "--organizer", "ANN")
    club = printed.split()[0]
    assert (status, printed) == (0, f"{club}  The Rooks\n")
    assert keeper.run("club", "list")[1] == f"{club}     1  The Rooks\n"
    assert keeper.run_apart("account", "create", "Ben", typed=PASSWORD)[0] == 0
    assert keeper.run("club", "organizer", club, "ben")[1] == "Ben is now an organizer of The Rooks.\n"
    assert keeper.run("club", "list")[1] == f"{club}     2  The Rooks\n"


def test_a_reset_link_from_the_terminal(keeper: Keeper) -> None:
    status, link, _ = keeper.run("account", "reset", "ann")
    assert status == 0
    assert link.startswith("/account/reset/")
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False}, keeper.folder)
    phone = app.test_client()
    form = {"password": "another secret", "again": "another secret"}
    assert phone.post(link.strip(), data=form).status_code == 303
    assert phone.get("/account").status_code == 200
    assert app.test_client().post(link.strip(), data=form).status_code == 404
    with app.app_context():
        db.engine.dispose()


def test_erasing_from_the_terminal(keeper: Keeper) -> None:
    status, _, complaint = keeper.run("account", "erase", "Ann", typed="yes\n")
    assert (status, complaint) == (1, "scorekeeper: nothing was deleted; answer yes or pass --yes\n")
    assert keeper.run("account", "erase", "Ann", "--yes")[0] == 0
    assert keeper.run("account", "reset", "Ann")[0] == 1


@each_row(
    ("arguments", "message"),
    [
        (("account", "create", "ann"), "This name is already in use"),
        (("account", "create", " "), "Enter a name."),
        (("account", "reset", "Nobody"), "“Nobody” was not found"),
        (("account", "erase", "Nobody", "--yes"), "“Nobody” was not found"),
        (("club", "create", "Rooks", "--organizer", "Nobody"), "“Nobody” was not found"),
        (("club", "create", "", "--organizer", "Ann"), "Enter a name."),
        (("club", "organizer", "none", "Ann"), "“none” was not found"),
    ],
)
def test_what_cannot_be_done(keeper: Keeper, arguments: tuple[str, ...], message: str) -> None:
    status, _, error = keeper.run(*arguments, typed=PASSWORD)
    assert status == 1
    assert error.startswith("scorekeeper: ")
    assert message in error


def test_a_short_password_is_refused(keeper: Keeper) -> None:
    status, _, error = keeper.run("account", "create", "Ben", typed="short")
    assert (status, "at least 8 characters. This one has 5" in error) == (1, True)


def test_wrong_usage(keeper: Keeper) -> None:
    for arguments in (("club",), ("account", "create"), ("club", "create", "Rooks")):
        assert keeper.run(*arguments)[0] == 2
