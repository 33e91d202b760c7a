"""A club night over the pages: who may do what, check-in, rounds, results, protests, hostile forms."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from scorekeeper.store import EventTable, Game, GameResult, Round, db
from tests.rows import each_row
from tests.web.club_pages import Person, page_text
from tests.web.event_pages import Event, hidden, value


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app)


def test_a_scorer_opens_an_event_and_a_member_does_not(event: Event) -> None:
    assert event.opened("scorer")
    new = f"{event.club}/nights/new?game=original"
    assert [event.people[role].status(new) for role in ("member", "stranger")] == [403, 404]
    assert "Open a club night" not in event.people["member"].text(event.club)
    assert "Club night" in event.people["member"].text(event.club)


def test_an_event_from_check_in_to_the_standings(event: Event) -> None:
    event.come()
    event.draw()
    assert len(event.tables()) == 2
    for table in event.tables():
        event.scored(table)
    page = event.organizer.text(event.path)
    assert page.count("75") >= 2
    assert "Tonight’s standings" in page
    event.draw()
    assert "Round 2" in event.organizer.text(event.path)
    assert event.organizer.post(f"{event.path}/close").status_code == 422
    for table in event.tables()[:2]:
        event.scored(table)
    assert event.organizer.post(f"{event.path}/close").status_code == 303
    assert "closed" in event.organizer.text(event.path)


def test_check_in_by_the_link(event: Event) -> None:
    door = event.door()
    phone = event.checked_in("P01")
    assert "P01" in phone.text(event.path)
    # The phone speaks for P01: it sees no page of who runs the night, and cannot be somebody else beside.
    assert phone.status(f"{event.path}/draw") == 403
    other = Person(event.app)
    assert "Another phone has checked in as P01" in page_text(other.post(door, member=str(event.number("P01"))))
    assert other.status(event.path) == 404
    assert other.post(door, name="Gus").status_code == 303
    assert "Gus" in event.organizer.text(event.path)
    assert "P02 is already a member" in page_text(Person(event.app).post(door, name="p02"))


def test_a_name_with_an_account_is_here_but_has_no_phone(event: Event) -> None:
    phone = Person(event.app)
    answer = phone.post(event.door(), member=str(event.number("Member")))
    assert answer.headers["Location"] == event.door()
    assert "To accept results on this phone, sign in first." in phone.text(event.door())
    assert phone.status(event.path) == 404
    member = event.people["member"]
    assert "Check in as Member" in member.text(event.door())
    assert member.post(event.door(), member=str(event.number("Member"))).headers["Location"] == event.path
    assert "The first round has not been drawn yet" in member.text(event.path)
    assert member.post(f"{event.path}/home").status_code == 303


def test_a_reset_link_opens_nothing(event: Event) -> None:
    old = event.door()
    assert event.organizer.post(f"{event.path}/checkin").status_code == 303
    assert Person(event.app).status(old) == 404
    new = event.door()
    assert event.organizer.post(f"{event.path}/checkin", stop="yes").status_code == 303
    assert Person(event.app).status(new) == 404
    assert Person(event.app).post(new, name="Gus").status_code == 404


def test_a_player_keeps_the_score_of_the_own_table_and_of_no_other(event: Event) -> None:
    event.come()
    phone = event.checked_in("P01")
    event.draw()
    mine = [table for table in event.tables() if "P01" in event.seats(table)]
    other = [table for table in event.tables() if "P01" not in event.seats(table)]
    assert "Table" in phone.text(event.path)
    assert phone.post(f"{mine[0]}/score").headers["Location"].startswith("/t/")
    assert phone.post(f"{other[0]}/score").status_code == 404
    assert "/join/" in phone.get(mine[0]).text
    assert "/join/" not in phone.get(other[0]).text


def test_somebody_taken_off_the_list_has_no_voice_any_more(event: Event) -> None:
    event.come()
    phone = event.checked_in("P01")
    assert phone.status(event.path) == 200
    number = event.number("P01")
    assert event.organizer.post(f"{event.club}/members/{number}/remove").status_code == 303
    assert [phone.status(event.path + page) for page in ("", "/screen", "/events")] == [404] * 3


def test_two_phones_accept_the_same_proposal_at_once(event: Event) -> None:
    event.come()
    scorer = event.people["scorer"]
    forms = [event.proposal(), event.proposal("hand")]
    barrier = Barrier(2)

    def send(person: Person, form: object) -> int:
        barrier.wait()
        return person.client.post(f"{event.path}/draw/accept", data=form).status_code

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(send, (event.organizer, scorer), forms))
    assert answers == [303, 303]
    with event.app.app_context():
        assert (db.session.query(Round).count(), db.session.query(Game).count()) == (1, 2)


def test_undoing_a_round_and_swapping_seats(event: Event) -> None:
    event.come()
    event.draw()
    table = event.tables()[0]
    one, two, three, _ = event.seats(table)
    swap = {"swap": [str(event.number(one)), str(event.number(three))]}
    assert event.organizer.client.post(f"{event.path}/places", data=swap).status_code == 303
    assert event.seats(table)[:2] == [three, two]
    assert event.organizer.post(f"{event.path}/places", swap="1").status_code == 422
    assert event.organizer.post(f"{event.path}/round/1/back").status_code == 303
    assert not event.tables()


def test_the_proposal_shows_its_quality_and_takes_changes(event: Event) -> None:
    event.come()
    form = event.proposal()
    first, second = form.getlist("table")[0].split(",")[0], form.getlist("table")[1].split(",")[0]
    form.setlist("swap", [first, second])
    changed = event.organizer.client.post(f"{event.path}/draw/change", data=form, follow_redirects=True)
    assert "Nobody has the same partner twice" in page_text(changed)
    assert hidden(changed).getlist("table")[0].split(",")[0] == second
    form.setlist("swap", [first])
    assert "Choose exactly two names to swap." in page_text(
        event.organizer.client.post(f"{event.path}/draw/change", data=form)
    )


HOSTILE = {
    "nobody known": {"table": ["1,2,3,999999", "4,5,6,7"]},
    "somebody twice": {"table": ["1,1,2,3"]},
    "too few": {"table": ["1,2"]},
    "half a side": {"table": ["1,2,3"]},
    "no table": {},
    "words": {"table": ["a,b,c,d"]},
    "a huge number": {"table": ["9" * 400 + ",1,2,3"]},
    "signs": {"table": ["١,٢,٣,٤"]},
    "no such way": {"method": "magic"},
    "no such size": {"size": "5"},
    "no number": {"number": "x"},
    "a later round": {"number": "7", "table": ["1,2,3,4"]},
    "many tables": {"table": ["1,2,3,4"] * 300},
}


@each_row("case", HOSTILE)
def test_a_made_up_proposal_draws_nothing(event: Event, case: str) -> None:
    event.come()
    form = {"number": "1", "method": "new-partners", "size": "4", "out": ""} | HOSTILE[case]
    for path in ("accept", "change"):
        answer = event.organizer.client.post(f"{event.path}/draw/{path}", data=form)
        assert answer.status_code in (400, 404, 422), path
    with event.app.app_context():
        assert (db.session.query(Round).count(), db.session.query(Game).count()) == (0, 0)


@pytest.mark.parametrize("path", ["substitute", "stop", "go-on", "count", "score", "accept", "protest"])
def test_a_table_of_another_event_is_not_here(event: Event, path: str) -> None:
    event.come()
    event.draw()
    number = event.tables()[0].rpartition("/")[2]
    other = event.opened()
    assert event.organizer.post(f"{other}/table/{number}/{path}").status_code in (404, 422)
    with event.app.app_context():
        assert db.session.query(GameResult).count() == 0
        assert not any(table.substitutes for table in db.session.query(EventTable))


def test_those_of_last_time_come_by_one_touch(event: Event) -> None:
    assert "last time" not in event.organizer.text(event.path)
    event.come(*event.names[:5])
    event.path = event.opened()
    page = event.organizer.get(event.path)
    assert "Check in everyone from last time (5)" in page_text(page)
    form = page.text.partition(f'action="{event.path}/in"')[2].partition("</form>")[0]
    touched = re.findall(r'type="hidden" name="member" value="(\d+)"', form)
    assert sorted(map(int, touched)) == sorted(event.number(name) for name in event.names[:5])
    assert event.organizer.client.post(f"{event.path}/in", data={"member": touched}).status_code == 303
    page = event.organizer.text(event.path)
    assert "5 here" in page
    # It is asked only while nobody is here; and who has no say is not asked.
    assert "last time" not in page
    assert "last time" not in event.people["member"].text(event.opened())


def test_the_next_round_is_proposed_by_one_touch(event: Event) -> None:
    event.come()
    event.draw()
    assert "Draw round 2" not in event.organizer.text(event.path)
    for table in event.tables():
        event.scored(table)
    page = event.organizer.get(event.path)
    assert "Draw round 2" in page_text(page)
    assert 'name="method" value="new-partners"' in page.text
    form = {key: value(page.text, key) for key in ("size", "method")}
    assert "Proposed seating for round 2" in page_text(
        event.organizer.client.post(f"{event.path}/draw", data=form, follow_redirects=True)
    )
    assert "Draw round 2" not in event.people["member"].text(event.path)


def test_an_open_protest_is_at_the_top_for_an_organizer(event: Event) -> None:
    event.come(*event.names[:4])
    event.draw()
    (table,) = event.tables()
    phone = event.checked_in(event.seats(table)[0])
    event.scored(table)
    assert phone.post(f"{table}/protest", words="The bid was 95.").status_code == 303
    assert "Needs you" in event.organizer.text(event.path)
    assert "Protests (1 open)" in event.organizer.text(event.path)
    # The author waits for the organizer: nothing is to be done on this phone but to accept the result.
    assert "Needs you" not in Person(event.app).text(event.path)


def test_the_screen_shows_tables_scores_and_the_standing(event: Event) -> None:
    event.come(*event.names[:5])
    assert "5 here" in event.organizer.text(f"{event.path}/screen")
    event.draw()
    (table,) = event.tables()
    page = event.organizer.text(f"{event.path}/screen")
    assert "Not started" in page
    assert "Sitting out:" in page
    phone = Person(event.app)
    game = event.scored(table, phone)
    page = event.organizer.text(f"{event.path}/screen")
    assert "75" in page
    assert "Tonight’s standings" in page
    # The only hand is played: one side has won, and nothing is to go for anybody.
    for page in (phone.text(game), phone.text(f"{game}/screen")):
        assert " win!" in page
        assert "level" not in page
        assert "to go" not in page


def test_every_page_of_an_event_answers(event: Event) -> None:
    event.come()
    for page in ("", "/draw", "/partners", "/codes", "/places", "/change", "/screen", "/checkin", "/log", "/protests"):
        assert event.organizer.status(event.path + page) == 200, page
    event.draw()
    for page in ("/codes", "/places", "/draw?size=6", "/draw?size=x", "/change?game=regular"):
        assert event.organizer.status(event.path + page) == 200, page
    assert event.organizer.status(event.path + "/change?game=chess") == 404
    assert event.organizer.get(event.path + "/draw/accept").status_code == 303
    assert event.organizer.status(f"{event.club}/nights/new") == 200


def test_a_table_that_kept_its_score_on_paper_is_finished_by_its_totals(event: Event) -> None:
    event.come()
    event.draw()
    first, second = event.tables()
    names = event.seats(first)
    assert "Totals from paper" in event.organizer.text(first)
    assert event.people["member"].post(f"{first}/totals", total="1").status_code == 403
    answer = event.organizer.client.post(f"{first}/totals", data={"total": ["300", ""]})
    assert (answer.status_code, "whole number" in page_text(answer)) == (422, True)
    assert 'name="total"' in answer.text
    assert 'value="300"' in answer.text
    assert event.organizer.client.post(f"{first}/totals", data={"total": ["-20", "310"]}).status_code == 303
    page = event.organizer.get(event.path).text
    assert "Final, on paper" in page
    assert f"<strong>{names[2]} &amp; {names[3]}</strong>" in page
    assert "−20" in page
    summary = event.organizer.text(f"{event.path}/summary")
    assert "On paper" in summary
    # Hands that were saved are corrected as hands.
    event.scored(second)
    assert "Totals from paper" not in event.organizer.text(second)
    assert event.organizer.client.post(f"{second}/totals", data={"total": ["1", "2"]}).status_code == 422
    assert event.organizer.post(f"{first}/totals", clear="yes").status_code == 303
    assert "Not started" in event.organizer.text(first)


def test_a_night_is_printed_and_exported(event: Event) -> None:
    event.come()
    event.draw()
    first, _ = event.tables()
    names = event.seats(first)
    slips = event.organizer.text(f"{event.path}/print/slips")
    assert slips.count("Signed") == 4
    cards = event.organizer.text(f"{event.path}/print/cards")
    assert cards.count("Points Total") == 4
    assert f"{names[0]} 1 {names[0]} & {names[1]} against" in event.organizer.text(f"{event.path}/print/seating")
    event.scored(first)
    assert event.organizer.get(f"{event.path}/records.jsonl").text.count("rook-record") == 2
    standings = event.organizer.get(f"{event.path}/standings.csv").text.lstrip("\ufeff").splitlines()
    assert standings[0] == "place,name,score,games,won,byes,margin"
    assert standings[1].endswith(",1.0,1,1.0,0,30")
    assert len(event.organizer.get(f"{event.path}/entries.csv").text.splitlines()) == 9
    for page in ("Result slips", "Blank score cards", "Seating poster", "Standings (CSV)"):
        assert page in event.people["member"].text(f"{event.path}/export")
    assert "Bracket" not in event.people["member"].text(f"{event.path}/export")


def test_who_came_late_or_left_early_is_seen(event: Event) -> None:
    event.come(*event.names[:4])
    event.draw()
    event.come("P08")
    assert "Came after the draw and has no table: P08" in event.organizer.text(event.path)
    leaver = str(event.number("P01"))
    assert "P01 table 1" in event.organizer.text(event.path)
    answer = event.organizer.client.post(f"{event.path}/out", data={"member": [leaver]}, follow_redirects=True)
    assert "P01 still has a seat at table 1. Name a substitute on the page of the table." in page_text(answer)


def test_an_upheld_protest_leads_to_the_hand(event: Event) -> None:
    event.come()
    event.draw()
    table = event.tables()[0]
    event.scored(table)
    loser = event.checked_in(event.seats(table)[2])
    assert "Accept this result" in loser.text(event.path)
    assert loser.post(f"{table}/protest", words="It was 80.").status_code == 303
    assert "Accept this result" not in loser.text(event.path)
    assert "Decide the protest at table 1" in event.organizer.text(event.path)
    assert "Decide the protest" not in event.people["scorer"].text(event.path)
    number = re.search(r"/protests/(\d+)", event.organizer.get(f"{event.path}/protests").text)
    assert number
    event.organizer.post(f"{event.path}/protests/{number[1]}", decision="upheld", words="The slip says 80.")
    page = event.organizer.get(f"{event.path}/protests").text
    assert "What to do next:" in page
    assert "Correct a hand at table 1" in page
    assert f'action="{table}/score"' in page
