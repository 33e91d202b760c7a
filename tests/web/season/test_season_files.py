"""A season out and in: public page, spreadsheets, JSON, records, games added."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import require_member
from scorekeeper.store import Game, db
from tests.company import SWEPT
from tests.web.club_pages import Person, page_text
from tests.web.winter_season import Club, joined


def test_the_public_page_can_be_switched_off_and_shortens_names(club: Club) -> None:
    club.organizer.post(f"{club.path}/share", on="on")
    first = f"/s/{club.row().public_key}"
    answer = Person(club.app).get(first)
    assert answer.status_code == 200
    assert "Ann" in page_text(answer)
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "noindex" in answer.text
    assert "/clubs" not in answer.text
    club.organizer.post(f"{club.path}/share", on="on", initials="on")
    text = page_text(Person(club.app).get(first))
    assert "Ann" not in text
    assert "A." in text
    club.organizer.post(f"{club.path}/share")
    assert Person(club.app).status(first) == 404
    club.organizer.post(f"{club.path}/share", on="on")
    db.session.expire_all()
    assert Person(club.app).status(first) == 404
    assert Person(club.app).status("/s/None") == 404
    assert Person(club.app).status("/s/") == 404


def test_a_spreadsheet_contains_no_formulas(club: Club) -> None:
    ann = club.company.member("Ann")
    access = require_member(club.company.account, club.company.club.id)
    assert members.rename_member(access, ann, "=1+1") is None
    for page in ("standings.csv", "games.csv"):
        rows = list(csv.reader(io.StringIO(club.organizer.get(f"{club.path}/{page}").text.removeprefix("\ufeff"))))
        assert len(rows) > 3
        assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@"))]
    assert any("'=1+1" in cell for row in rows for cell in row)


def test_standings_as_json(club: Club) -> None:
    page_text = json.loads(club.organizer.get(f"{club.path}/standings.json").text)
    assert page_text["season"] == "Winter"
    first = page_text["players"][0]
    assert (first["place"], first["name"], first["exact"]) == (1, "Ann", "3")
    games = json.loads(club.organizer.get(f"{club.path}/games.json").text)
    assert [side["points"] for side in games[0]["sides"]] == [360, 0]


def brought(club: Club, text: str, **more: str) -> object:
    return club.organizer.client.post(f"{club.path}/import", data={"text": text} | more)


def test_records_come_in_all_or_none(club: Club) -> None:
    lines = club.organizer.get(f"{club.path}/records.jsonl").text.splitlines()
    assert len(lines) == 3
    good = json.loads(lines[0]) | {"date": "2026-02-03", "players": ["Ann", "Quin", "Cal", "Dot"]}
    bad = good | {"date": "1999-01-01"}
    worse = good | {"hands": [{"bid": 7}]}
    answer = brought(club, "\n".join(map(json.dumps, (good, bad, worse))))
    assert answer.status_code == 422
    assert "Line 2: Jan 1, 1999 is not in this season, which runs from Jan 1 to Dec 31, 2026." in page_text(answer)
    assert "Line 3: hand 1" in page_text(answer)
    assert "Quin" not in club.organizer.text(f"/clubs/{club.company.club.id}")
    assert "3 games" in club.organizer.text(club.path)
    asked = brought(club, json.dumps(good))
    assert asked.status_code == 200
    assert "These names are not on the list" in page_text(asked)
    assert "3 games" in club.organizer.text(club.path)
    done = brought(club, json.dumps(good), sure="yes", **{"who-0": "new"})
    assert done.status_code == 303
    assert "Quin" in club.organizer.text(f"/clubs/{club.company.club.id}")
    assert "3 nights, 4 games" in club.organizer.text(club.path)
    again = brought(club, json.dumps(good))
    assert "Line 1: this game is already in the season." in page_text(again)
    club.company.check(club.row())


def test_a_game_scored_on_this_phone_is_added(club: Club) -> None:
    head = {
        "format": "rook-record/1",
        "game": "original",
        "players": ["Annie", "Ben", "Cal", "Dot"],
        "date": "2026-04-01",
    }
    hands = [{"bidder": 1, "bid": 70, "trump": "red", "captured": [0, 120]}] * 3
    answer = club.organizer.post("/import", text=json.dumps(head | {"hands": hands}))
    game = answer.headers["Location"].rpartition("/")[2]
    page = club.organizer.text(f"{club.path}/add")
    assert "Annie & Cal 0, Ben & Dot 360 Apr 1, 2026" in page
    seats = [str(member_id) for member_id in club.company.ids("Ann Ben Cal Dot")]
    wrong = club.organizer.client.post(f"{club.path}/add/{game}", data={"seat": seats[:1] * 4, "day": "2026-04-01"})
    assert "Two players are the same member. Choose a different member for each." in page_text(wrong)
    done = club.organizer.client.post(f"{club.path}/add/{game}", data={"seat": seats, "day": "2026-04-01"})
    assert done.status_code == 303
    assert "3 nights, 4 games" in club.organizer.text(club.path)
    assert "There is no finished game on this phone" in club.organizer.text(f"{club.path}/add")
    assert club.organizer.status(f"{club.path}/add/{game}") == 404
    club.company.check(club.row())


def test_somebody_else_s_game_cannot_be_added(club: Club) -> None:
    other = Person(club.app, "Zoe")
    head = {"format": "rook-record/1", "game": "original", "players": ["A", "B", "C", "D"], "date": "2026-04-01"}
    answer = other.post("/import", text=json.dumps(head | {"hands": SWEPT}))
    game = answer.headers["Location"].rpartition("/")[2]
    assert club.organizer.status(f"{club.path}/add/{game}") == 404
    assert club.organizer.status(f"{club.path}/games/{game}") == 404


def shared(club: Club, hands: list[dict[str, object]]) -> tuple[str, list[str]]:
    """A game of another phone: its id, and the links that its Share page shows."""
    other = Person(club.app)
    head = {
        "format": "rook-record/1",
        "game": "original",
        "players": ["Ann", "Ben", "Cal", "Dot"],
        "date": "2026-04-01",
    }
    path = other.post("/import", text=json.dumps(head | {"hands": hands})).headers["Location"]
    return path.rpartition("/")[2], re.findall(r'value="(https?://[^"]+/join/[^"]+)"', other.get(f"{path}/share").text)


@pytest.mark.parametrize("which", ["scorer", "watcher", "path"])
def test_the_link_of_a_game_finds_it(club: Club, which: str) -> None:
    game, (scorer, watcher) = shared(club, SWEPT)
    link = {"scorer": scorer, "watcher": f"  {watcher} ", "path": "/" + watcher.split("/", 3)[3]}[which]
    answer = club.organizer.post(f"{club.path}/add", link=link)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{club.path}/add/{game}"), page_text(answer)
    assert "Who played?" in club.organizer.text(f"{club.path}/add/{game}")
    # By the watch link the phone may look, and change nothing.
    assert club.organizer.status(f"/t/{game}/share") == (200 if which == "scorer" else 403)


def test_a_dead_link_says_so(club: Club) -> None:
    game, (scorer, _) = shared(club, SWEPT)
    for link in (scorer[:-1] + "!", scorer[:-3], f"/t/{game}", "/t/none/join/none", "https://example.org/", " "):
        answer = club.organizer.post(f"{club.path}/add", link=link)
        assert answer.status_code == 422
        assert "There is no game at this link" in page_text(answer)
    assert club.organizer.status(f"{club.path}/add/{game}") == 404


def test_a_link_to_a_game_that_cannot_be_added_says_why(club: Club) -> None:
    _, (running, _) = shared(club, SWEPT[:1])
    assert "not over yet" in page_text(club.organizer.post(f"{club.path}/add", link=running))
    _, (over, _) = shared(club, SWEPT)
    club.row().slug = "boston"
    db.session.commit()
    assert "This season is for another game" in page_text(club.organizer.post(f"{club.path}/add", link=over))
    # A game of a club night has its season already.
    club.row().slug = None
    game = db.session.get(Game, club.games[0])
    assert game is not None
    link = f"/t/{game.id}/join/{game.scorer_key}"
    db.session.commit()
    assert "already belongs to a club night" in page_text(club.organizer.post(f"{club.path}/add", link=link))


def test_a_member_adds_no_game_by_its_link(club: Club) -> None:
    game, (scorer, _) = shared(club, SWEPT)
    member = joined(club, "Pam", "member")
    assert member.post(f"{club.path}/add", link=scorer).status_code == 403
    assert member.status(f"/t/{game}") == 404
