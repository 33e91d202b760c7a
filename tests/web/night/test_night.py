"""A club night over the pages: who may do what, check-in, rounds, results, protests, hostile forms."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from scorekeeper.store import Evening as EveningRow
from scorekeeper.store import Game, GameResult, Member, Seating, db
from scorekeeper.store import Round as Turn
from tests.web.club_pages import Person, told
from tests.web.night_pages import Evening, hidden, value


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


#: Pages that only whoever runs the evening sees, and forms that only they may send.
RUNNERS_PAGES = ("/draw", "/codes", "/places", "/partners", "/checkin", "/change")
RUNNERS_FORMS = {
    "/in": {"member": "1"},
    "/out": {"member": "1"},
    "/guest": {"name": "Gus"},
    "/partners": {"draw": "yes"},
    "/checkin": {},
    "/draw": {"method": "hand"},
    "/draw/accept": {"number": "1"},
    "/draw/change": {"number": "1"},
    "/round/1/back": {},
    "/places": {"swap": "1"},
    "/change": {"name": "Mine now", "date": "2026-11-16", "game": "original"},
    "/close": {},
    "/reopen": {},
}


def state(app: Flask) -> object:
    with app.app_context():
        row = db.session.query(EveningRow).one()
        people = sorted(each.member_id for each in row.presences)
        return row.revision, row.name, row.checkin_key, row.closed_at, people, db.session.query(Member).count()


@pytest.mark.parametrize("page", RUNNERS_PAGES)
def test_only_who_runs_the_night_sees(evening: Evening, page: str) -> None:
    expected = {"organiser": 200, "scorer": 200, "member": 403, "former": 404, "stranger": 404}
    assert {who: evening.people[who].status(evening.path + page) for who in expected} == expected
    assert Person(evening.app).status(evening.path + page) == 404


@pytest.mark.parametrize("path", RUNNERS_FORMS)
def test_only_who_runs_the_night_does(evening: Evening, path: str) -> None:
    before = state(evening.app)
    for who, status in {"member": 403, "former": 404, "stranger": 404}.items():
        assert evening.people[who].post(evening.path + path, **RUNNERS_FORMS[path]).status_code == status, who
    assert Person(evening.app).post(evening.path + path, **RUNNERS_FORMS[path]).status_code == 404
    assert state(evening.app) == before


def test_everybody_of_the_club_looks_and_nobody_else(evening: Evening) -> None:
    for page in ("", "/screen", "/protests", "/log"):
        path = evening.path + page
        expected = {"organiser": 200, "scorer": 200, "member": 200, "former": 404, "stranger": 404}
        assert {who: evening.people[who].status(path) for who in expected} == expected, page
        assert Person(evening.app).status(path) == 404


def test_a_scorer_opens_a_night_and_a_member_does_not(evening: Evening) -> None:
    assert evening.opened("scorer")
    new = f"{evening.club}/nights/new?game=original"
    assert [evening.people[who].status(new) for who in ("member", "stranger")] == [403, 404]
    assert "Open a club night" not in evening.people["member"].text(evening.club)
    assert "Club night" in evening.people["member"].text(evening.club)


def test_an_evening_from_check_in_to_the_standing(evening: Evening) -> None:
    evening.come()
    evening.draw()
    assert len(evening.tables()) == 2
    for table in evening.tables():
        evening.scored(table)
    page = evening.organiser.text(evening.path)
    assert page.count("75") >= 2
    assert "Standing of the evening" in page
    evening.draw()
    assert "Round 2" in evening.organiser.text(evening.path)
    assert evening.organiser.post(f"{evening.path}/close").status_code == 422
    for table in evening.tables()[:2]:
        evening.scored(table)
    assert evening.organiser.post(f"{evening.path}/close").status_code == 303
    assert "closed" in evening.organiser.text(evening.path)


def test_check_in_by_the_link(evening: Evening) -> None:
    door = evening.door()
    phone = evening.checked_in("P01")
    assert "P01" in phone.text(evening.path)
    # The phone speaks for P01: it sees no page of who runs the night, and cannot be somebody else beside.
    assert phone.status(f"{evening.path}/draw") == 403
    other = Person(evening.app)
    assert "Another phone has checked in as P01" in told(other.post(door, member=str(evening.number("P01"))))
    assert other.status(evening.path) == 404
    assert other.post(door, name="Gus").status_code == 303
    assert "Gus" in evening.organiser.text(evening.path)
    assert "P02 is on the list" in told(Person(evening.app).post(door, name="p02"))


def test_a_name_with_an_account_is_here_but_has_no_phone(evening: Evening) -> None:
    phone = Person(evening.app)
    answer = phone.post(evening.door(), member=str(evening.number("Member")))
    assert answer.headers["Location"] == evening.door()
    assert "Sign in on this phone" in phone.text(evening.door())
    assert phone.status(evening.path) == 404
    member = evening.people["member"]
    assert "I am Member, and I am here" in member.text(evening.door())
    assert member.post(evening.door(), member=str(evening.number("Member"))).headers["Location"] == evening.path
    assert "The first round is not drawn yet" in member.text(evening.path)
    assert member.post(f"{evening.path}/home").status_code == 303


def test_a_link_taken_back_leads_nowhere(evening: Evening) -> None:
    old = evening.door()
    assert evening.organiser.post(f"{evening.path}/checkin").status_code == 303
    assert Person(evening.app).status(old) == 404
    new = evening.door()
    assert evening.organiser.post(f"{evening.path}/checkin", stop="yes").status_code == 303
    assert Person(evening.app).status(new) == 404
    assert Person(evening.app).post(new, name="Gus").status_code == 404


def test_a_player_keeps_the_score_of_the_own_table_and_of_no_other(evening: Evening) -> None:
    evening.come()
    phone = evening.checked_in("P01")
    evening.draw()
    mine = [table for table in evening.tables() if "P01" in evening.seats(table)]
    other = [table for table in evening.tables() if "P01" not in evening.seats(table)]
    assert "Table" in phone.text(evening.path)
    assert phone.post(f"{mine[0]}/score").headers["Location"].startswith("/t/")
    assert phone.post(f"{other[0]}/score").status_code == 404
    assert "/join/" in phone.get(mine[0]).text
    assert "/join/" not in phone.get(other[0]).text


def test_somebody_taken_off_the_list_has_no_voice_any_more(evening: Evening) -> None:
    evening.come()
    phone = evening.checked_in("P01")
    assert phone.status(evening.path) == 200
    number = evening.number("P01")
    assert evening.organiser.post(f"{evening.club}/members/{number}/remove").status_code == 303
    assert [phone.status(evening.path + page) for page in ("", "/screen", "/events")] == [404] * 3


def test_two_phones_accept_the_same_proposal_at_once(evening: Evening) -> None:
    evening.come()
    scorer = evening.people["scorer"]
    forms = [evening.proposal(), evening.proposal("hand")]
    barrier = Barrier(2)

    def send(person: Person, form: object) -> int:
        barrier.wait()
        return person.client.post(f"{evening.path}/draw/accept", data=form).status_code

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(send, (evening.organiser, scorer), forms))
    assert answers == [303, 303]
    with evening.app.app_context():
        assert (db.session.query(Turn).count(), db.session.query(Game).count()) == (1, 2)


def test_a_round_is_taken_back_and_places_are_changed(evening: Evening) -> None:
    evening.come()
    evening.draw()
    table = evening.tables()[0]
    one, two, three, _ = evening.seats(table)
    swap = {"swap": [str(evening.number(one)), str(evening.number(three))]}
    assert evening.organiser.client.post(f"{evening.path}/places", data=swap).status_code == 303
    assert evening.seats(table)[:2] == [three, two]
    assert evening.organiser.post(f"{evening.path}/places", swap="1").status_code == 422
    assert evening.organiser.post(f"{evening.path}/round/1/back").status_code == 303
    assert not evening.tables()


def test_the_proposal_shows_its_quality_and_takes_changes(evening: Evening) -> None:
    evening.come()
    form = evening.proposal()
    first, second = form.getlist("table")[0].split(",")[0], form.getlist("table")[1].split(",")[0]
    form.setlist("swap", [first, second])
    changed = evening.organiser.client.post(f"{evening.path}/draw/change", data=form)
    assert "Nobody has the same partner twice" in told(changed)
    assert hidden(changed).getlist("table")[0].split(",")[0] == second
    form.setlist("swap", [first])
    assert "Touch exactly two names" in told(evening.organiser.client.post(f"{evening.path}/draw/change", data=form))


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


@pytest.mark.parametrize("case", HOSTILE)
def test_a_made_up_proposal_draws_nothing(evening: Evening, case: str) -> None:
    evening.come()
    form = {"number": "1", "method": "new-partners", "size": "4", "out": ""} | HOSTILE[case]
    for path in ("accept", "change"):
        answer = evening.organiser.client.post(f"{evening.path}/draw/{path}", data=form)
        assert answer.status_code in (400, 404, 422), path
    with evening.app.app_context():
        assert (db.session.query(Turn).count(), db.session.query(Game).count()) == (0, 0)


@pytest.mark.parametrize("path", ["substitute", "stop", "go-on", "count", "score", "accept", "protest"])
def test_a_table_of_another_evening_is_not_here(evening: Evening, path: str) -> None:
    evening.come()
    evening.draw()
    number = evening.tables()[0].rpartition("/")[2]
    other = evening.opened()
    assert evening.organiser.post(f"{other}/table/{number}/{path}").status_code in (404, 422)
    with evening.app.app_context():
        assert db.session.query(GameResult).count() == 0
        assert not any(each.substitutes for each in db.session.query(Seating))


def test_a_substitute_is_marked_on_the_pages(evening: Evening) -> None:
    evening.come(*evening.names[:5])
    evening.draw()
    (table,) = evening.tables()
    leaver = evening.seats(table)[0]
    (free,) = {*evening.names[:5]} - {*evening.seats(table)}
    assert "Touch who leaves" in told(evening.organiser.post(f"{table}/substitute", absent="x"))
    form = {"absent": str(evening.number(leaver)), "helper": str(evening.number(free))}
    assert evening.organiser.post(f"{table}/substitute", **form).status_code == 303
    assert f"{free} (for {leaver})" in evening.organiser.text(table)
    screen = evening.organiser.text(f"{evening.path}/screen")
    assert f"{free} (for {leaver})" in screen
    # Whoever plays on for somebody does not sit out any more.
    assert "Sitting out" not in screen
    assert "Sitting out" not in evening.organiser.text(f"{evening.path}/places")


def test_those_of_last_time_come_by_one_touch(evening: Evening) -> None:
    assert "last time" not in evening.organiser.text(evening.path)
    evening.come(*evening.names[:5])
    evening.path = evening.opened()
    page = evening.organiser.get(evening.path)
    assert "Everybody who was here last time: 5" in told(page)
    form = page.text.partition(f'action="{evening.path}/in"')[2].partition("</form>")[0]
    touched = re.findall(r'type="hidden" name="member" value="(\d+)"', form)
    assert sorted(map(int, touched)) == sorted(evening.number(name) for name in evening.names[:5])
    assert evening.organiser.client.post(f"{evening.path}/in", data={"member": touched}).status_code == 303
    page = evening.organiser.text(evening.path)
    assert "5 here" in page
    # It is asked only while nobody is here; and who has no say is not asked.
    assert "last time" not in page
    assert "last time" not in evening.people["member"].text(evening.opened())


def test_the_next_round_is_proposed_by_one_touch(evening: Evening) -> None:
    evening.come()
    evening.draw()
    assert "the same way" not in evening.organiser.text(evening.path)
    for table in evening.tables():
        evening.scored(table)
    page = evening.organiser.get(evening.path)
    assert "Draw round 2 the same way" in told(page)
    assert 'name="method" value="new-partners"' in page.text
    form = {key: value(page.text, key) for key in ("size", "method")}
    assert "Round 2: shall it be so?" in told(evening.organiser.post(f"{evening.path}/draw", **form))
    assert "the same way" not in evening.people["member"].text(evening.path)


def test_an_open_protest_waits_on_top_for_an_organiser(evening: Evening) -> None:
    evening.come(*evening.names[:4])
    evening.draw()
    (table,) = evening.tables()
    phone = evening.checked_in(evening.seats(table)[0])
    evening.scored(table)
    assert phone.post(f"{table}/protest", words="The bid was 95.").status_code == 303
    assert "1 open protest waits for your decision" in evening.organiser.text(evening.path)
    assert "waits for your decision" not in phone.text(evening.path)


def test_the_screen_shows_tables_scores_and_the_standing(evening: Evening) -> None:
    evening.come(*evening.names[:5])
    assert "5 here" in evening.organiser.text(f"{evening.path}/screen")
    evening.draw()
    (table,) = evening.tables()
    page = evening.organiser.text(f"{evening.path}/screen")
    assert "not begun" in page
    assert "Sitting out:" in page
    phone = Person(evening.app)
    game = evening.scored(table, phone)
    page = evening.organiser.text(f"{evening.path}/screen")
    assert "75" in page
    assert "Standing" in page
    # The only hand is played: one side has won, and nothing is to go for anybody.
    for page in (phone.text(game), phone.text(f"{game}/screen")):
        assert "won" in page
        assert "level" not in page
        assert "to go" not in page


def test_every_page_of_a_night_answers(evening: Evening) -> None:
    evening.come()
    for page in ("", "/draw", "/partners", "/codes", "/places", "/change", "/screen", "/checkin", "/log", "/protests"):
        assert evening.organiser.status(evening.path + page) == 200, page
    evening.draw()
    for page in ("/codes", "/places", "/draw?size=6", "/draw?size=x", "/change?game=regular"):
        assert evening.organiser.status(evening.path + page) == 200, page
    assert evening.organiser.status(evening.path + "/change?game=chess") == 404
    assert evening.organiser.get(evening.path + "/draw/accept").status_code == 303
    assert evening.organiser.status(f"{evening.club}/nights/new") == 200
