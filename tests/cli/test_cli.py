"""The command line, as a person uses it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from scorekeeper.rules import GAMES
from tests.cli.terminal import run, run_apart
from tests.rows import each_row
from tests.rules.test_cases import CASES, place
from tests.samples import record

GOOD = json.dumps(record("original", hands=2))
BAD = json.dumps({**record("original", hands=0), "dealer": 9})


def answers(done: subprocess.CompletedProcess[bytes]) -> list[Any]:
    return [json.loads(line) for line in done.stdout.splitlines()]


@each_row("path", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_the_cases_through_the_command_line(path: Path) -> None:
    cases = json.loads(path.read_text("utf-8"))
    command, key = ("judge", "question") if "question" in cases[0] else ("score", "record")
    lines = "\n".join(json.dumps(case[key]) for case in cases)
    for case, got in zip(cases, answers(run(command, "--lines", "-", text=lines)), strict=True):
        check(case, got)


def check(case: dict[str, Any], got: dict[str, Any]) -> None:
    if case.get("error"):
        assert got["errors"], case["name"]
    elif "errors" in case:
        places = [(error.get("hand"), place(error.get("path"))) for error in got["errors"]]
        assert places == [(error.get("hand"), error.get("path")) for error in case["errors"]], case["name"]
    else:
        points = {"points": [hand["points"] for hand in got.get("hands", [])]}
        assert {key: (got | points)[key] for key in case["expect"]} == case["expect"], case["name"]


def test_one_document_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(GOOD)
    by_file, by_input = run_apart("score", str(file)), run_apart("score", "-", text=GOOD)
    assert by_file.returncode == by_input.returncode == 0
    assert json.loads(by_file.stdout) == json.loads(by_input.stdout)
    assert json.loads(by_file.stdout)["format"] == "rook-score/1"


def test_errors_exit_with_one() -> None:
    done = run_apart("score", "-", text=BAD)
    assert done.returncode == 1
    error = json.loads(done.stdout)["errors"][0]
    assert sorted(error) == ["message", "path", "rule"]
    assert (error["path"], error["rule"]) == ("dealer", "original.dealer")


def test_lines_answer_in_order_and_ignore_blank_ones() -> None:
    text = b"\xef\xbb\xbf" + f"{GOOD}\r\n\n  \n{BAD}\nnonsense\n{GOOD}".encode()
    done = run("score", "--lines", "-", text=text)
    assert done.returncode == 1
    assert ["errors" in answer for answer in answers(done)] == [False, True, True, False]
    assert run("score", "--lines", "-", text=GOOD).returncode == 0
    assert run("score", "--lines", "-", text="").stdout == b""


@each_row("text", ["", "[]", "{" * 100_000, '{"ask": "trick", "ask": "trick"}', "NaN", b"\xff", '"\\ud800"'])
@each_row("command", ["score", "judge"])
def test_anything_but_json_is_an_error(command: str, text: str | bytes) -> None:
    done = run(command, "-", text=text)
    assert done.returncode == 1
    assert json.loads(done.stdout)["errors"][0]["rule"].startswith("record.")


def test_half_a_character_is_printed_all_the_same() -> None:
    odd = json.dumps({**json.loads(GOOD), "date": "\ud800", "\udfff": 1})
    assert run_apart("score", "-", text=odd).returncode == 1
    assert run_apart("score", "--text", "-", text=odd).returncode == 1
    assert run_apart("score", "--text", "-", text=json.dumps({**json.loads(GOOD), "date": "\ud800"})).returncode == 0


def test_a_file_that_is_not_there() -> None:
    done = run("score", "no-such-file.json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"no-such-file.json" in done.stderr
    assert run("score", "--lines", ".").returncode == 2


def test_a_sheet_to_read() -> None:
    hands = [{"bidder": 1, "bid": 95, "trump": "green", "captured": [45, 75]}, {"open": True, "bidder": 2, "bid": 80}]
    document = {**record("original", hands=0), "hands": hands, "options": {}}
    text = run("score", "--text", "-", text=json.dumps(document)).stdout.decode()
    assert "The Original ROOK" in text
    assert "Hand 1, dealt by Ann" in text
    assert "−95  Bid 95, captured 75: set back 95  [original.set-back]" in text
    assert "Still being played, dealt by Ben: Cal, 80" in text
    assert text.endswith("The game is not over. Ben deals next.\n")
    assert "paper" not in text
    text = run("score", "--text", "-", text=json.dumps(document | {"opening": [120, -85]})).stdout.decode()
    assert "Brought from paper: Ann & Cal 120   Ben & Dot −85\n\nHand 1" in text
    assert "Totals: Ann & Cal 165   Ben & Dot −180" in text


def test_a_sheet_to_read_of_a_finished_and_of_a_wrong_game() -> None:
    donkey = {"format": "rook-record/1", "game": "donkey", "players": ["Ann", "Ben"], "hands": [{"winner": 1}]}
    assert run("score", "--text", "-", text=json.dumps(donkey)).stdout.decode().endswith("Ben won the game.\n")
    wrong = run("score", "--text", "-", text=json.dumps(donkey | {"hands": [{"winner": 2}]}))
    assert wrong.returncode == 1
    assert wrong.stdout.decode().startswith("Hand 1, winner: Winner can't be 2")


def test_the_table_of_games() -> None:
    text = run("games").stdout.decode()
    for game in GAMES:
        assert f"\n{game.slug} " in text
        assert game.name in text


def test_the_rulebook_in_the_terminal() -> None:
    whole, part = run("rules", "original"), run("rules", "original", "table", "talk")
    assert whole.returncode == part.returncode == 0
    assert len(part.stdout) < len(whole.stdout)
    assert b"[original.table-talk]" in part.stdout
    assert b"[original.deal]" not in part.stdout
    assert run("rules", "original", "xylophone").returncode == 1
    assert run("rules", "whist").returncode == 2


def test_the_schema_is_printed() -> None:
    assert json.loads(run("schema").stdout)["title"] == "rook-record/1"


def test_help_names_every_command() -> None:
    text = run("--help").stdout.decode()
    for command in ("score", "judge", "games", "rules", "schema", "run"):
        assert f"\n    {command} " in text
    assert run().returncode == 2


def test_closing_the_pipe_early_is_not_an_error() -> None:
    command = f"{sys.executable} -m scorekeeper rules original | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.stderr == b""


def test_scoring_imports_no_server() -> None:
    code = (
        "import sys, scorekeeper.cli.documents, scorekeeper.judge;"
        "print([name for name in ('flask', 'sqlalchemy', 'gunicorn') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
