"""Seasons from the command line: out, in again elsewhere, scored again, rebuilt, proved."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from scorekeeper.league.results import Played, from_sheet
from scorekeeper.league.season_totals import season_totals as whole_season
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import of_partnerships, of_players
from scorekeeper.league.totals import night_totals
from scorekeeper.rules import Sheet, score
from scorekeeper.store import GameResult, db
from scorekeeper.web import create_app
from tests.cli.test_club import PASSWORD, Keeper
from tests.company import SWEEP, SWEPT, Company, hand


@pytest.fixture
def here(tmp_path: Path) -> tuple[Keeper, str, str]:
    """A season of 12 games in 4 nights; the terminal, the season's id, its JSON."""
    folder = tmp_path / "here"
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False}, folder)
    dice = random.Random(7)
    with app.app_context():
        company = Company()
        season = company.season(scheme=Scheme("margin"))
        for day in range(4):
            event = company.event(f"2026-0{day + 1}-10")
            for number in range(1, 4):
                names = " ".join(dice.sample(["Ann", "Ben", "Cal", "Dot", "Eve", "Fay"], 4))
                game = company.seat(event, names, number)
                begin = hand(dice.randrange(0, 125, 5), dice.randrange(4), dice.randrange(70, 125, 5))
                company.score_to_the_end(game, begin, *dice.choice([SWEEP, SWEPT]) * 2)
        key = season.id
        client = app.test_client()
        client.post("/account/in", data={"name": "Olga", "password": PASSWORD})
        json_text = client.get(f"/clubs/{company.club.id}/seasons/{key}/standings.json").text
    with app.app_context():
        db.engine.dispose()
    return Keeper(folder), key, json_text


def test_rescoring_exported_records_gives_the_same_standings(here: tuple[Keeper, str, str], tmp_path: Path) -> None:
    keeper, key, json_text = here
    status, lines, _ = keeper.run("club", "export", key)
    assert status == 0
    records = [json.loads(line) for line in lines.splitlines()]
    assert len(records) == 12
    file = tmp_path / "season.jsonl"
    file.write_text(lines, "utf-8")
    status, scored, _ = keeper.run("score", "--lines", str(file))
    assert status == 0
    events: dict[str, list] = {}
    for number, (record, line) in enumerate(zip(records, scored.splitlines(), strict=True)):
        day = record["date"]
        sheet = score(record)
        assert isinstance(sheet, Sheet)
        result = from_sheet(Played(str(number), day, number, record["players"]), record, json.loads(line), sheet.bids)
        events.setdefault(day, []).append(result)
    whole = whole_season(Scheme("margin"), {day: night_totals(results) for day, results in events.items()})
    standings = json.loads(json_text)
    for table, rows in ((of_players(whole), standings["players"]), (of_partnerships(whole), standings["partnerships"])):
        # Names sort otherwise than the numbers of members, so partners are compared as sets.
        ours = {frozenset(row.entrant): (row.place, str(row.figure), row.account.totals.games) for row in table.rows}
        theirs = {frozenset(row["name"].split(" & ")): (row["place"], row["exact"], row["games"]) for row in rows}
        assert ours == theirs
        assert len(ours) > 5


def test_importing_records_elsewhere_gives_the_same_standings(here: tuple[Keeper, str, str], tmp_path: Path) -> None:
    keeper, key, _ = here
    file = tmp_path / "season.jsonl"
    file.write_text(keeper.run("club", "export", key)[1], "utf-8")
    there = Keeper(tmp_path / "there")
    there.run("account", "create", "Zoe", typed=f"{PASSWORD}\n")
    club = there.run("club", "create", "Others", "--organizer", "Zoe")[1].split()[0]
    made = there.run("club", "season", club, "2026", "2026-01-01", "2026-12-31", "--counts", "margin")
    season = made[1].split()[0]
    assert "open    Others: 2026" in there.run("club", "seasons")[1]
    assert there.run("club", "import", season, str(file)) == (0, "Imported 12 games into 2026.\n", "")
    for more in ([], ["--pairs"]):
        ours = keeper.run("club", "standings", key, *more)[1].splitlines()
        assert sorted(there.run("club", "standings", season, *more)[1].splitlines()) == sorted(ours)
        assert len(ours) > 5
    assert there.run("club", "check", "--all")[:2] == (0, "2026: stored and computed results match.\n")
    assert there.run("club", "export", season)[1] == file.read_text("utf-8")
    again = there.run("club", "import", season, str(file))
    assert again[0] == 1
    assert "Line 1: this game is already in the season." in again[2]
    assert "nothing was imported" in again[2]


def test_nothing_half_done(here: tuple[Keeper, str, str], tmp_path: Path) -> None:
    keeper, key, _ = here
    lines = keeper.run("club", "export", key)[1].splitlines()
    before = keeper.run("club", "standings", key)[1]
    good = json.loads(lines[0]) | {"date": "2026-09-09", "players": ["Ann", "Ben", "Quin", "Dot"]}
    file = tmp_path / "wrong.jsonl"
    file.write_text(json.dumps(good) + "\n{}\nnonsense\n", "utf-8")
    status, _, complaint = keeper.run("club", "import", key, str(file))
    assert status == 1
    assert "Line 2: game:" in complaint
    assert "Line 3:" in complaint
    assert "Line 1" not in complaint
    assert keeper.run("club", "standings", key)[1] == before
    assert "Quin" not in keeper.run("club", "export", key)[1]


def test_tampered_results_are_detected_and_rebuilt(here: tuple[Keeper, str, str]) -> None:
    keeper, key, _ = here
    before = keeper.run("club", "standings", key)[1]
    assert keeper.run("club", "check", key)[0] == 0
    app = create_app({"TESTING": True}, keeper.folder)
    with app.app_context():
        row = db.session.query(GameResult).first()
        row.hands = 99
        db.session.commit()
        db.engine.dispose()
    status, printed, why = keeper.run("club", "check", key)
    assert (status, printed) == (1, "2026: results DIFFER.\n")
    assert "does not match its record" in why
    repaired = "2026: results DIFFER.\n2026: 12 games, repaired.\n"
    assert keeper.run("club", "check", key, "--repair")[:2] == (0, repaired)
    assert keeper.run("club", "check", "--all")[0] == 0
    assert keeper.run("club", "standings", key)[1] == before


def test_wrong_usage(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    assert keeper.run("club", "check", "nowhere")[0] == 1
    assert keeper.run("club", "check", "--repair")[0] == 2
    assert keeper.run("club", "season", "nowhere", "x", "soon", "later")[0] == 1


def test_two_events_of_a_day_stay_two_elsewhere(tmp_path: Path) -> None:
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False}, tmp_path / "here")
    with app.app_context():
        company = Company()
        # The best night counts: two nights with a win each are one win, one night with both would be two.
        season = company.season(scheme=Scheme("wins", best=1))
        for names in ("Ann Ben Cal Dot", "Ann Dot Cal Ben"):
            company.play(company.event("2026-03-03"), names, note="A fine night")
        company.play(company.event("2026-03-10"), "Ben Ann Dot Cal")
        key = season.id
        other = company.season("Elsewhere", counting="hand", scheme=Scheme("wins", best=1)).id
        db.engine.dispose()
    keeper, file = Keeper(tmp_path / "here"), tmp_path / "season.jsonl"
    file.write_text(keeper.run("club", "export", key)[1], "utf-8")
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [record.get("note") for record in records] == [
        "A fine night, night 1 of the day",
        "A fine night, night 2 of the day",
        None,
    ]
    assert keeper.run("score", "--lines", str(file))[0] == 0
    assert keeper.run("club", "import", other, str(file))[0] == 0
    assert keeper.run("club", "standings", other)[1] == keeper.run("club", "standings", key)[1]
    assert "   1         1    3     3      2  Ann" in keeper.run("club", "standings", other)[1]
    assert keeper.run("club", "export", other)[1] == file.read_text("utf-8")
    assert keeper.run("club", "check", "--all")[0] == 0


def test_a_whole_club_goes_out_and_comes_in(here: tuple[Keeper, str, str], tmp_path: Path) -> None:
    keeper, season, _ = here
    club = keeper.run("club", "list")[1].split()[0]
    status, text, _ = keeper.run("club", "export", club)
    assert status == 0
    copy = keeper.run("club", "create", "The Copy", "--organizer", "Olga")[1].split()[0]
    file = tmp_path / "club.json"
    file.write_text(text, "utf-8")
    done = keeper.run("club", "import", copy, str(file))
    assert done == (0, "Imported 9 members, 1 season, 4 nights and 12 games.\n", "")
    seasons = [line.split()[0] for line in keeper.run("club", "seasons")[1].splitlines()]
    (other,) = set(seasons) - {season}
    for more in ((), ("--pairs",)):
        assert keeper.run("club", "standings", other, *more) == keeper.run("club", "standings", season, *more)
    assert keeper.run("club", "check", "--all")[0] == 0
    status, _, errors = keeper.run("club", "import", copy, str(file))
    assert status != 0
    assert "already has seasons or nights" in errors
