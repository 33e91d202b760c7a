"""The pages of a tournament: forms as the pages send them, lists, drawings, files, and who may see it."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
import time
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.cli.commands import main
from scorekeeper.store import Club, db
from tests.web.club_pages import Person, page_text

NAMES = [f"P{number:02}" for number in range(1, 25)]


class Cup:
    """An organizer, a club and a tournament, over the pages."""

    def __init__(self, app: Flask, people: int = 8, **plan: str) -> None:
        self.olga = Person(app, "Olga")
        self.club = self.olga.create_club()
        self.olga.add(self.club, *NAMES[:people])
        usual = {"game": "original", "name": "Spring cup", "date": today(), "kind": "pairs", "format": "double"}
        answer = self.olga.post(f"{self.club}/tournaments/new", **usual | {"best_of": "1", "seeding": "hand"} | plan)
        assert answer.status_code == 303, page_text(answer)
        self.path = answer.headers["Location"].removesuffix("/entrants")
        size = 1 if plan.get("kind") == "players" else 2
        for first in range(0, people, size):
            self.enter(*NAMES[first : first + size])

    def enter(self, *names: str) -> None:
        ids = [str(self.olga.member(self.club, name)) for name in names]
        answer = self.olga.client.post(f"{self.path}/entrants", data=MultiDict([("member", number) for number in ids]))
        assert answer.status_code == 303, page_text(answer)

    def do(self, deed: str, **form: str) -> None:
        answer = self.olga.post(f"{self.path}/{deed}", **form)
        assert answer.status_code == 303, page_text(answer)

    @property
    def page(self) -> str:
        return self.olga.text(self.path)

    def games(self) -> list[str]:
        """The paths of the tables that play now."""
        text = self.olga.get(self.path).text.split(">Playing</h2>")[1].split("</ul>")[0]
        return list(dict.fromkeys(re.findall(rf"{self.path}/table/\d+", text)))

    def totals(self, path: str, *totals: int) -> None:
        answer = self.olga.client.post(f"{path}/totals", data=MultiDict([("total", str(own)) for own in totals]))
        assert answer.status_code == 303, page_text(answer)

    def finish(self) -> None:
        """Every first-named side wins 300 to 100."""
        while " Playing " in (page := self.page) or "Ready to start" in page:
            if "Ready to start" in page:
                self.do("play")
            for path in self.games():
                self.totals(path, 300, 100)


def test_a_double_elimination_to_its_prizes(app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cup = Cup(app)
    assert "Start tournament" in cup.page
    cup.do("start")
    assert " Playing " in cup.page
    assert "P01 & P02" in cup.page
    assert len(cup.games()) == 2
    cup.do("settings", prizes="A ham\nA pie", public="on")
    cup.finish()
    page = cup.page
    assert "P01 & P02 Winner. A ham." in page
    assert "Final table" in page
    assert "Prize: A pie" in page
    assert "Winners’ bracket" in page
    assert "Losers’ bracket" in page
    svg = cup.olga.get(cup.path).text
    assert svg.count('role="img"') == 2
    assert '<text class="key" x="2" y="-3">Match 5</text>' in svg
    document = cup.olga.get(f"{cup.path}/event.json").get_data(as_text=True)
    file = tmp_path / "cup.json"
    file.write_text(document, "utf-8")
    assert main(["tournament", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(document)["outcome"]


def test_files_and_pages_to_print(app: Flask) -> None:
    cup = Cup(app)
    cup.do("start")
    for what, words in {
        "slips": "Signed",
        "cards": "Table 2",
        "seating": "P08 1 P07 & P08 against P01 & P02",
        "bracket": "Winners’ bracket",
    }.items():
        assert words in cup.olga.text(f"{cup.path}/print/{what}"), what
    poster = cup.olga.get(f"{cup.path}/print/seating").text
    seating = re.findall(r'<th scope="row">(P[0-9]+)</th><td class="num">([0-9])', poster)
    assert seating == [
        *(("P01", "1"), ("P02", "1"), ("P03", "2"), ("P04", "2")),
        *(("P05", "2"), ("P06", "2"), ("P07", "1"), ("P08", "1")),
    ]
    cup.totals(cup.games()[0], 300, -20)
    rows = list(csv.reader(io.StringIO(cup.olga.get(f"{cup.path}/matches.csv").get_data(as_text=True))))
    assert rows[1][:6] == ["W1-1", "Winners’ round 1, match 1", "1", "1", "P01 & P02", "300"]
    assert rows[2][5:9] == ["-20", "0.0", "", "played"]
    entries = list(csv.reader(io.StringIO(cup.olga.get(f"{cup.path}/entries.csv").get_data(as_text=True))))
    assert entries[1] == ["1", "P01 & P02", "P01 & P02", "1", "", ""]
    standings = cup.olga.get(f"{cup.path}/standings.csv").get_data(as_text=True)
    assert standings.count("\n") == 5
    assert cup.olga.get(f"{cup.path}/records.jsonl").get_data(as_text=True).count("\n") == 2


def test_a_swiss_tournament_says_what_the_next_round_is_waiting_for(app: Flask) -> None:
    cup = Cup(app, format="swiss", rounds="2")
    cup.do("start")
    assert "Round 1 of 2" in cup.page
    first, second = cup.games()
    cup.totals(first, 300, 100)
    assert "1 of 2 tables is done. Waiting for table 2 (not started)." in cup.page
    assert "Draw round 2" not in cup.page
    cup.totals(second, 200, 100)
    assert "Draw round 2" in cup.page
    cup.do("round", number="2")
    for path in cup.games():
        cup.totals(path, 300, 100)
    assert "Winner" in cup.page
    assert "Tie-breaks, in order: Opponents’ score" in cup.page
    assert "A round without an opponent counts as a game against somebody with your own score." in cup.page


def test_why_one_entry_is_ahead_of_another(app: Flask) -> None:
    """Both winners of the first round have one win, and their opponents none; the larger margin is ahead."""
    cup = Cup(app, format="swiss", rounds="2")
    assert cup.olga.status(f"{cup.path}/why?one=1&other=2") == 404
    cup.do("start")
    first, second = cup.games()
    cup.totals(first, 300, 100)
    cup.totals(second, 200, 150)
    rows = list(csv.reader(io.StringIO(cup.olga.get(f"{cup.path}/standings.csv").text)))
    ahead, behind, last = rows[1][1], rows[2][1], rows[4][1]
    question = f"Why are {ahead} ahead of {behind}?"
    reason = (
        f"{ahead} are ahead of {behind}: both have 1 win; both have an opponents’ score of 0; they never met; "
        f"{ahead} have a margin of 200, {behind} a margin of 50."
    )
    assert f"{question} {reason}" in cup.page
    assert "Behind by margin" in cup.page
    link = re.search(r'href="([^"]*/why[^"]*)"', cup.olga.get(cup.path).text)
    assert link is not None
    assert reason in cup.olga.text(link[1].replace("&amp;", "&"))
    numbers = {cup.olga.text(f"{cup.path}/why?one={one}&other={two}") for one in "1234" for two in "1234" if one != two}
    assert any(f"{ahead} have 1 win, {last} 0 wins." in text for text in numbers)
    assert "Choose two different names." in cup.olga.text(f"{cup.path}/why?one=1&other=1")
    assert cup.olga.status(f"{cup.path}/why?one=1&other=9") == 404


def test_new_partners_carry_points(app: Flask) -> None:
    cup = Cup(app, 5, kind="players", format="new-partners", rounds="3", hands="4")
    cup.do("start")
    assert "Sitting out: " in cup.page
    cup.totals(cup.games()[0], 240, 180)
    assert re.findall(r"\b(240|180)\b", cup.page).count("240") >= 2


def test_who_may_look_and_who_may_change(app: Flask) -> None:
    cup = Cup(app)
    cup.do("start")
    game = cup.games()[0]
    member, stranger = Person(app, "Mia"), Person(app, "Sam")
    member.join(cup.olga.invitation(cup.club))
    paths = ["", "/entrants", "/export", "/log", "/event.json", "/print/slips", "/summary", "/protests", "/screen"]
    for path in paths:
        assert member.status(f"{cup.path}{path}") == 200, path
        assert stranger.status(f"{cup.path}{path}") == 404, path
    # A bracket has places, but no tie-breaks to explain.
    assert member.status(f"{cup.path}/why?one=1&other=2") == 404
    assert member.status(f"{cup.path}/codes") == 403
    assert "Scorer link" not in member.text(game)
    assert "Start tournament" not in member.text(cup.path)
    for deed in ("start", "play", "round", "undo", "clock/time-up", "settings", "entrants"):
        assert member.post(f"{cup.path}/{deed}").status_code == 403, deed
        assert stranger.post(f"{cup.path}/{deed}").status_code == 404, deed
    assert member.post(f"{game}/totals", total="1").status_code == 403
    assert member.status(f"{cup.path}/settings") == 403


def test_the_public_page(app: Flask) -> None:
    cup = Cup(app)
    cup.do("start")
    cup.do("settings", public="on")
    link = re.search(r'value="https?://[^/]+(/e/[^"]+)"', cup.olga.get(f"{cup.path}/settings").text)
    assert link
    visitor = app.test_client()
    page = visitor.get(link[1])
    assert page.status_code == 200
    assert "noindex" in page.headers["X-Robots-Tag"]
    assert "P01 &amp; P02" in page.text
    assert "<form" not in page.text
    assert "/event/" not in page.text
    join = re.search(r'value="https?://[^/]+(/t/[^"]+)"', cup.olga.get(cup.games()[0]).text)
    assert join
    assert visitor.get(f"{join[1]}/open").status_code == 303
    game_id = join[1].split("/")[2]
    assert visitor.get(f"/t/{game_id}/event").headers["Location"] == link[1]
    assert cup.olga.get(f"/t/{game_id}/event").headers["Location"] == cup.path
    assert cup.olga.status("/t/nothing/event") == 404
    cup.do("settings", prizes="")
    assert visitor.get(link[1]).status_code == 404


def test_late_entry_withdrawal_and_forfeit_over_the_pages(app: Flask) -> None:
    cup = Cup(app, 6)
    cup.do("start")
    answer = cup.olga.client.post(f"{cup.path}/entrants", data=MultiDict([("newcomer", "Zoe"), ("newcomer", "Yan")]))
    assert answer.status_code == 303, page_text(answer)
    assert "Zoe & Yan" in cup.page
    cup.do("play")
    cup.do("entrants", withdraw="1")
    assert "Walkover" in cup.page
    cup.do("entrants", back="1")
    assert "Walkover" not in cup.page
    before = cup.games()
    cup.do("match/W1-2/forfeit", entrant="2")
    assert "Walkover" in cup.page
    (table,) = {*before} - {*cup.games()}
    assert "Undo forfeit" in cup.olga.text(table)
    cup.do("match/W1-2/unforfeit")
    assert "Walkover" not in cup.page


def test_wrong_plans_and_totals_are_explained(app: Flask) -> None:
    cup = Cup(app)
    answer = cup.olga.post(f"{cup.club}/tournaments/new", game="original", name="X", kind="players", format="swiss")
    assert answer.status_code == 422
    assert "need pairs or teams" in page_text(answer)
    assert cup.olga.status(f"{cup.club}/tournaments/new?game=nothing") == 404
    assert "What are you playing?" in cup.olga.text(f"{cup.club}/tournaments/new")
    answer = cup.olga.post(f"{cup.path}/entrants", member="999999")
    assert answer.status_code in (404, 422)
    cup.do("start")
    answer = cup.olga.client.post(f"{cup.games()[0]}/totals", data=MultiDict([("total", "x"), ("total", "1")]))
    assert (answer.status_code, "every side" in page_text(answer)) == (422, True)
    cup.do("undo", number="1")
    assert "Not started yet" in cup.page
    cup.do("delete")
    assert cup.olga.status(cup.path) == 404


def test_a_side_that_comes_through_a_bye_is_named_by_where_it_comes_from(app: Flask) -> None:
    cup = Cup(app, 12)
    cup.do("start")
    page = cup.olga.get(cup.path).text
    # Six pairs in a bracket of eight: the losers of the first round have nobody to play in the losers' first round.
    assert "Loser of match 2</text>" in page
    assert "Winner of match 0" not in page


def test_a_tournament_by_minutes_counts_down_at_every_table(app: Flask) -> None:
    cup = Cup(app, format="swiss", rounds="2", minutes="20")
    before = time.time()
    cup.do("start")
    first, second = cup.games()
    cup.do("settings", public="on")
    key = re.search(r'value="https?://[^/"]+(/e/[^"]+)"', cup.olga.get(f"{cup.path}/settings").text)
    assert key
    scorer = Person(app)
    link = re.search(r'value="https?://[^/"]+(/t/[^"]+)"', cup.olga.get(first).text)
    assert link
    game = scorer.get(f"{link[1]}/open").headers["Location"]

    def ends(person: Person, path: str) -> list[int]:
        """The moments to which a page counts down, in seconds since 1970."""
        return [int(text) // 1000 for text in re.findall(r'data-clock="(\d+)"', person.get(path).text)]

    for person, path in ((cup.olga, cup.path), (Person(app), key[1]), (scorer, game), (cup.olga, f"{cup.path}/screen")):
        moments = ends(person, path)
        assert len(moments) == 1
        assert all(before + 1_199 <= moment <= time.time() + 1_201 for moment in moments)
        assert "js/clock.js" in person.get(path).text
    # A table that is done has no clock, and a stopped one says why.
    cup.totals(second, 300, 100)
    assert len(ends(cup.olga, cup.path)) == 1
    facts = {"bidder": "0", "bid": "70", "trump": "red", "captured[0]": "75", "captured[1]": "45"}
    head = {"stage": "whole", "hand": "1", "base": "0", "token": "hand 1"}
    assert scorer.post(f"{game}/hand", **head, **facts).status_code == 303
    cup.do("clock/time-up")
    assert ends(cup.olga, cup.path) == ends(scorer, game) == []
    assert "Time is up" in scorer.text(game)


def test_a_tournament_by_hands_has_no_clock(app: Flask) -> None:
    cup = Cup(app, format="swiss", rounds="2", hands="4")
    cup.do("start")
    assert "data-clock" not in cup.olga.get(cup.path).text


def test_a_substitute_plays_on_and_the_entry_keeps_the_game(app: Flask) -> None:
    cup = Cup(app, format="swiss", rounds="2", hands="2")
    cup.olga.add(cup.club, "Quinn")
    cup.do("start")
    first, second = cup.games()
    link = re.search(r'value="https?://[^/"]+(/t/[^"]+)"', cup.olga.get(first).text)
    assert link
    scorer = Person(app)
    game = scorer.get(f"{link[1]}/open").headers["Location"]
    facts = {"bidder": "0", "bid": "70", "trump": "red", "captured[0]": "75", "captured[1]": "45"}

    def play(number: int) -> None:
        head = {"stage": "whole", "hand": str(number), "base": "0", "token": f"hand {number}"}
        assert scorer.post(f"{game}/hand", **head, **facts).status_code == 303

    play(1)
    ids = {name: str(cup.olga.member(cup.club, name)) for name in (*NAMES[:8], "Quinn")}
    seats = re.findall(r'name="absent" value="(\d+)"', cup.olga.get(first).text)
    absent, busy = seats[0], next(number for number in ids.values() if number not in (*seats, ids["Quinn"]))
    leaver = next(name for name, number in ids.items() if number == absent)
    for form, words in (
        ({}, "Choose who leaves and who takes the seat."),
        ({"absent": absent, "helper": busy}, "is playing at table 2. Choose someone who is free."),
    ):
        answer = cup.olga.post(f"{first}/substitute", **form)
        assert answer.status_code == 422
        assert words in page_text(answer)
    assert cup.olga.post(f"{first}/substitute", absent=busy, helper=ids["Quinn"]).status_code == 404
    assert cup.olga.post(f"{first}/substitute", absent=absent, helper=ids["Quinn"]).status_code == 303
    assert f"Quinn (for {leaver})" in cup.olga.text(first)
    assert f"Quinn substitutes for {leaver} at table 1" in cup.olga.text(f"{cup.path}/log")
    play(2)
    history = scorer.text(f"{game}/history")
    assert f"Quinn took over {leaver}’s seat from hand 2." in history
    # The entry has the win, with both hands, and nobody else is in the standings.
    rows = list(csv.reader(io.StringIO(cup.olga.get(f"{cup.path}/standings.csv").text)))
    assert any(leaver in cell for cell in rows[1])
    assert not any("Quinn" in cell for row in rows for cell in row)
    answer = cup.olga.post(f"{first}/substitute", absent=ids["Quinn"], helper=absent)
    assert "This game is over, so nobody can be replaced." in page_text(answer)
    assert second


def test_a_tournament_has_the_clock_of_a_night(app: Flask) -> None:
    cup = Cup(app, format="swiss", rounds="2", minutes="20")
    cup.do("start")
    first, second = cup.games()
    assert "20:00 left" in cup.page
    cup.do("clock/pause")
    assert "paused" in cup.page
    cup.do("clock/pause")
    cup.do("clock/extend")
    assert "25:00 left" in cup.page or "24:59 left" in cup.page
    cup.do("clock/time-up")
    assert "Every table finishes its hand and stops." in cup.page
    cup.do("clock/play-on")
    assert "Time is up Every" not in cup.page
    cup.do("clock/stop-all")
    # Nothing was played: the matches can be started again.
    assert "2 matches can start." in cup.page
    assert first != second


def test_a_tournament_on_the_big_screen_and_by_table_codes(app: Flask) -> None:
    cup = Cup(app)
    screen = re.search(r'value="https?://[^/]+(/screen/[^"]+)"', cup.olga.get(f"{cup.path}/screen-link").text)
    assert screen
    television = Person(app)
    assert "4 entries P01 & P02, P03 & P04" in television.text(screen[1])
    cup.do("start")
    page = television.get(screen[1]).text
    assert page.count('class="tbl') == 2
    assert page.count('role="img"') == 2
    assert "<form" not in page
    assert "/event/" not in page
    assert "Check in" not in television.text(screen[1])
    # The code of a table opens the game of the match that is played there now.
    assert cup.olga.post(f"{cup.club}/cards").status_code == 303
    with app.app_context():
        key = db.session.query(Club).one().table_key
    code = f"/c/{key}/table/1"
    assert "A match has started." in television.text(code)
    cup.totals(cup.games()[0], 300, 100)
    assert "No match is being played here." in television.text(code)
    cup.totals(cup.games()[0], 300, 100)
    cup.do("play")
    assert "A match has started." in television.text(code)


def test_a_player_accepts_and_protests_a_match(app: Flask) -> None:
    cup = Cup(app, format="swiss", rounds="2", hands="1")
    player = Person(app, "Paula")
    player.claim(cup.olga.invitation(cup.club), cup.olga.member(cup.club, "P01"))
    cup.do("start")
    first = cup.games()[0]
    assert "You play at table 1 with P02 against" in player.text(cup.path)
    cup.totals(first, 100, 300)
    page = player.get(cup.path).text
    assert "Needs you" in page
    score = re.search(r'name="score" value="([^"]+)"', page)
    assert score
    assert player.post(f"{first}/protest", words="It was 310.").status_code == 303
    assert "Accept this result" not in player.get(cup.path).text
    assert "Accept this result" not in player.get(first).text
    page = cup.olga.get(cup.path).text
    assert "Decide the protest at table 1" in page
    number = re.search(r"/protests/(\d+)", cup.olga.get(f"{cup.path}/protests").text)
    assert number
    cup.do(f"protests/{number[1]}", decision="dismissed", words="The slip says 300.")
    assert "Accept this result" in player.get(cup.path).text
    assert player.post(f"{first}/accept", score=score[1]).status_code == 303
    assert "P01 accepted the result of table 1." in cup.olga.text(f"{cup.path}/log")
    assert "P01 & P02" in cup.olga.text(f"{cup.path}/summary")


def test_a_night_has_no_pages_of_a_tournament_and_the_other_way_round(app: Flask) -> None:
    cup = Cup(app)
    for path in ("draw", "draft", "partners", "checkin", "change", "places"):
        assert cup.olga.status(f"{cup.path}/{path}") == 404, path
    for path in ("in", "out", "guest", "draw/accept"):
        assert cup.olga.post(f"{cup.path}/{path}").status_code == 404, path
    night = cup.olga.post(f"{cup.club}/nights/new", game="original", name="Night", date=today()).headers["Location"]
    for path in ("entrants", "event.json", "matches.csv", "why", "print/bracket"):
        assert cup.olga.status(f"{night}/{path}") == 404, path
    for path in ("start", "play", "round", "undo", "entrants"):
        assert cup.olga.post(f"{night}/{path}").status_code == 404, path


def test_a_tournament_counts_for_a_season(app: Flask) -> None:
    cup = Cup(app)
    days = {"starts": "2026-01-01", "ends": "2026-12-31"}
    season = cup.olga.post(f"{cup.club}/seasons/new", name="Year", way="wins", **days)
    assert season.status_code == 303, page_text(season)
    page = cup.olga.text(f"{cup.club}/tournaments/new?game=original")
    assert "Counts for No season Year" in page
    assert "Season that decides the seeds None Year" in page


def today() -> str:
    return dt.date.today().isoformat()
