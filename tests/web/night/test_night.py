"""A club night over the pages: who may do what, check-in, rounds, results, protests, hostile forms."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from scorekeeper.store import Game, GameResult, NightTable, Round, db
from tests.rows import each_row
from tests.web.club_pages import Person, page_text
from tests.web.night_pages import Night, hidden, value


@pytest.fixture
def night(app: Flask) -> Night:
    return Night(app)


def test_a_scorer_opens_a_night_and_a_member_does_not(night: Night) -> None:
    assert night.opened("scorer")
    new = f"{night.club}/nights/new?game=original"
    assert [night.people[role].status(new) for role in ("member", "stranger")] == [403, 404]
    assert "Open a club night" not in night.people["member"].text(night.club)
    assert "Club night" in night.people["member"].text(night.club)


def test_a_night_from_check_in_to_the_standings(night: Night) -> None:
    night.come()
    night.draw()
    assert len(night.tables()) == 2
    for table in night.tables():
        night.scored(table)
    page = night.organizer.text(night.path)
    assert page.count("75") >= 2
    assert "Tonight’s standings" in page
    night.draw()
    assert "Round 2" in night.organizer.text(night.path)
    assert night.organizer.post(f"{night.path}/close").status_code == 422
    for table in night.tables()[:2]:
        night.scored(table)
    assert night.organizer.post(f"{night.path}/close").status_code == 303
    assert "closed" in night.organizer.text(night.path)


def test_check_in_by_the_link(night: Night) -> None:
    door = night.door()
    phone = night.checked_in("P01")
    assert "P01" in phone.text(night.path)
    # The phone speaks for P01: it sees no page of who runs the night, and cannot be somebody else beside.
    assert phone.status(f"{night.path}/draw") == 403
    other = Person(night.app)
    assert "Another phone has checked in as P01" in page_text(other.post(door, member=str(night.number("P01"))))
    assert other.status(night.path) == 404
    assert other.post(door, name="Gus").status_code == 303
    assert "Gus" in night.organizer.text(night.path)
    assert "P02 is already a member" in page_text(Person(night.app).post(door, name="p02"))


def test_a_name_with_an_account_is_here_but_has_no_phone(night: Night) -> None:
    phone = Person(night.app)
    answer = phone.post(night.door(), member=str(night.number("Member")))
    assert answer.headers["Location"] == night.door()
    assert "To accept results on this phone, sign in first." in phone.text(night.door())
    assert phone.status(night.path) == 404
    member = night.people["member"]
    assert "Check in as Member" in member.text(night.door())
    assert member.post(night.door(), member=str(night.number("Member"))).headers["Location"] == night.path
    assert "The first round has not been drawn yet" in member.text(night.path)
    assert member.post(f"{night.path}/home").status_code == 303


def test_a_reset_link_opens_nothing(night: Night) -> None:
    old = night.door()
    assert night.organizer.post(f"{night.path}/checkin").status_code == 303
    assert Person(night.app).status(old) == 404
    new = night.door()
    assert night.organizer.post(f"{night.path}/checkin", stop="yes").status_code == 303
    assert Person(night.app).status(new) == 404
    assert Person(night.app).post(new, name="Gus").status_code == 404


def test_a_player_keeps_the_score_of_the_own_table_and_of_no_other(night: Night) -> None:
    night.come()
    phone = night.checked_in("P01")
    night.draw()
    mine = [table for table in night.tables() if "P01" in night.seats(table)]
    other = [table for table in night.tables() if "P01" not in night.seats(table)]
    assert "Table" in phone.text(night.path)
    assert phone.post(f"{mine[0]}/score").headers["Location"].startswith("/t/")
    assert phone.post(f"{other[0]}/score").status_code == 404
    assert "/join/" in phone.get(mine[0]).text
    assert "/join/" not in phone.get(other[0]).text


def test_somebody_taken_off_the_list_has_no_voice_any_more(night: Night) -> None:
    night.come()
    phone = night.checked_in("P01")
    assert phone.status(night.path) == 200
    number = night.number("P01")
    assert night.organizer.post(f"{night.club}/members/{number}/remove").status_code == 303
    assert [phone.status(night.path + page) for page in ("", "/screen", "/events")] == [404] * 3


def test_two_phones_accept_the_same_proposal_at_once(night: Night) -> None:
    night.come()
    scorer = night.people["scorer"]
    forms = [night.proposal(), night.proposal("hand")]
    barrier = Barrier(2)

    def send(person: Person, form: object) -> int:
        barrier.wait()
        return person.client.post(f"{night.path}/draw/accept", data=form).status_code

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(send, (night.organizer, scorer), forms))
    assert answers == [303, 303]
    with night.app.app_context():
        assert (db.session.query(Round).count(), db.session.query(Game).count()) == (1, 2)


def test_undoing_a_round_and_swapping_seats(night: Night) -> None:
    night.come()
    night.draw()
    table = night.tables()[0]
    one, two, three, _ = night.seats(table)
    swap = {"swap": [str(night.number(one)), str(night.number(three))]}
    assert night.organizer.client.post(f"{night.path}/places", data=swap).status_code == 303
    assert night.seats(table)[:2] == [three, two]
    assert night.organizer.post(f"{night.path}/places", swap="1").status_code == 422
    assert night.organizer.post(f"{night.path}/round/1/back").status_code == 303
    assert not night.tables()


def test_the_proposal_shows_its_quality_and_takes_changes(night: Night) -> None:
    night.come()
    form = night.proposal()
    first, second = form.getlist("table")[0].split(",")[0], form.getlist("table")[1].split(",")[0]
    form.setlist("swap", [first, second])
    changed = night.organizer.client.post(f"{night.path}/draw/change", data=form, follow_redirects=True)
    assert "Nobody has the same partner twice" in page_text(changed)
    assert hidden(changed).getlist("table")[0].split(",")[0] == second
    form.setlist("swap", [first])
    assert "Choose exactly two names to swap." in page_text(
        night.organizer.client.post(f"{night.path}/draw/change", data=form)
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
def test_a_made_up_proposal_draws_nothing(night: Night, case: str) -> None:
    night.come()
    form = {"number": "1", "method": "new-partners", "size": "4", "out": ""} | HOSTILE[case]
    for path in ("accept", "change"):
        answer = night.organizer.client.post(f"{night.path}/draw/{path}", data=form)
        assert answer.status_code in (400, 404, 422), path
    with night.app.app_context():
        assert (db.session.query(Round).count(), db.session.query(Game).count()) == (0, 0)


@pytest.mark.parametrize("path", ["substitute", "stop", "go-on", "count", "score", "accept", "protest"])
def test_a_table_of_another_night_is_not_here(night: Night, path: str) -> None:
    night.come()
    night.draw()
    number = night.tables()[0].rpartition("/")[2]
    other = night.opened()
    assert night.organizer.post(f"{other}/table/{number}/{path}").status_code in (404, 422)
    with night.app.app_context():
        assert db.session.query(GameResult).count() == 0
        assert not any(table.substitutes for table in db.session.query(NightTable))


def test_those_of_last_time_come_by_one_touch(night: Night) -> None:
    assert "last time" not in night.organizer.text(night.path)
    night.come(*night.names[:5])
    night.path = night.opened()
    page = night.organizer.get(night.path)
    assert "Check in everyone from last time (5)" in page_text(page)
    form = page.text.partition(f'action="{night.path}/in"')[2].partition("</form>")[0]
    touched = re.findall(r'type="hidden" name="member" value="(\d+)"', form)
    assert sorted(map(int, touched)) == sorted(night.number(name) for name in night.names[:5])
    assert night.organizer.client.post(f"{night.path}/in", data={"member": touched}).status_code == 303
    page = night.organizer.text(night.path)
    assert "5 here" in page
    # It is asked only while nobody is here; and who has no say is not asked.
    assert "last time" not in page
    assert "last time" not in night.people["member"].text(night.opened())


def test_the_next_round_is_proposed_by_one_touch(night: Night) -> None:
    night.come()
    night.draw()
    assert "Draw round 2" not in night.organizer.text(night.path)
    for table in night.tables():
        night.scored(table)
    page = night.organizer.get(night.path)
    assert "Draw round 2" in page_text(page)
    assert 'name="method" value="new-partners"' in page.text
    form = {key: value(page.text, key) for key in ("size", "method")}
    assert "Proposed seating for round 2" in page_text(
        night.organizer.client.post(f"{night.path}/draw", data=form, follow_redirects=True)
    )
    assert "Draw round 2" not in night.people["member"].text(night.path)


def test_an_open_protest_is_at_the_top_for_an_organizer(night: Night) -> None:
    night.come(*night.names[:4])
    night.draw()
    (table,) = night.tables()
    phone = night.checked_in(night.seats(table)[0])
    night.scored(table)
    assert phone.post(f"{table}/protest", words="The bid was 95.").status_code == 303
    assert "Needs you" in night.organizer.text(night.path)
    assert "Protests (1 open)" in night.organizer.text(night.path)
    # The author waits for the organizer: nothing is to be done on this phone but to accept the result.
    assert "Needs you" not in Person(night.app).text(night.path)


def test_the_screen_shows_tables_scores_and_the_standing(night: Night) -> None:
    night.come(*night.names[:5])
    assert "5 here" in night.organizer.text(f"{night.path}/screen")
    night.draw()
    (table,) = night.tables()
    page = night.organizer.text(f"{night.path}/screen")
    assert "Not started" in page
    assert "Sitting out:" in page
    phone = Person(night.app)
    game = night.scored(table, phone)
    page = night.organizer.text(f"{night.path}/screen")
    assert "75" in page
    assert "Tonight’s standings" in page
    # The only hand is played: one side has won, and nothing is to go for anybody.
    for page in (phone.text(game), phone.text(f"{game}/screen")):
        assert " win!" in page
        assert "level" not in page
        assert "to go" not in page


def test_every_page_of_a_night_answers(night: Night) -> None:
    night.come()
    for page in ("", "/draw", "/partners", "/codes", "/places", "/change", "/screen", "/checkin", "/log", "/protests"):
        assert night.organizer.status(night.path + page) == 200, page
    night.draw()
    for page in ("/codes", "/places", "/draw?size=6", "/draw?size=x", "/change?game=regular"):
        assert night.organizer.status(night.path + page) == 200, page
    assert night.organizer.status(night.path + "/change?game=chess") == 404
    assert night.organizer.get(night.path + "/draw/accept").status_code == 303
    assert night.organizer.status(f"{night.club}/nights/new") == 200
