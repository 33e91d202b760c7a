"""Results of a night: accepted by the other side, or protested against and decided by an organiser."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.store import Confirmation, GameResult, Protest, db
from tests.web.club_pages import Person, told
from tests.web.night_pages import Evening, hidden


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def test_the_other_side_accepts(evening: Evening) -> None:
    evening.come()
    phones = {name: evening.checked_in(name) for name in evening.names[:8]}
    evening.draw()
    table = evening.tables()[0]
    one, partner, other, _ = evening.seats(table)
    game = evening.scored(table, phones[one])
    assert "the other side accepts it on its phone" in phones[one].text(game)
    assert "Accept this result" not in phones[one].text(evening.path)
    assert "Accept this result" not in phones[partner].text(table)
    page = phones[other].get(evening.path)
    assert "Accept this result" in page.text
    revision = hidden(page)["revision"]
    assert "has just been corrected" in told(phones[other].post(f"{table}/accept", revision=str(int(revision) + 1)))
    assert "confirmed" not in evening.organiser.text(table)
    assert phones[other].post(f"{table}/accept", revision=revision).status_code == 303
    assert phones[other].post(f"{table}/accept", revision=revision).status_code == 303
    assert "over, confirmed" in evening.organiser.text(table)
    assert "is confirmed" in phones[one].text(game)
    with evening.app.app_context():
        assert db.session.query(Confirmation).count() == 1
    # A correction asks again.
    hand = {"stage": "whole", "hand": "1", "base": "1", "token": "corrected"}
    facts = {"bidder": "0", "bid": "70", "trump": "red", "captured[0]": "80", "captured[1]": "40"}
    assert phones[one].post(f"{game}/hand", **hand, **facts).status_code == 303
    assert "confirmed" not in evening.organiser.text(table)
    assert "Accept this result" in phones[other].text(table)


def test_nobody_knows_who_entered_it_so_both_sides_accept(evening: Evening) -> None:
    evening.come()
    phones = {name: evening.checked_in(name) for name in evening.names}
    evening.draw()
    table = evening.tables()[0]
    one, _, other, _ = evening.seats(table)
    evening.scored(table)
    for name, confirmed in ((one, False), (other, True)):
        revision = hidden(phones[name].get(table))["revision"]
        assert phones[name].post(f"{table}/accept", revision=revision).status_code == 303
        assert ("over, confirmed" in evening.organiser.text(table)) == confirmed


def test_a_phone_that_nobody_knows_is_told_where_the_result_went(evening: Evening) -> None:
    evening.come()
    evening.draw()
    phone = Person(evening.app)
    game = evening.scored(evening.tables()[0], phone)
    page = phone.text(game)
    assert "the result is there already" in page
    assert "Once more, same seats" not in page
    assert "Accept" not in page


def test_an_organiser_does_not_judge_the_own_table_where_another_can(evening: Evening) -> None:
    evening.come("Organiser", *evening.names[:3])
    evening.draw()
    (table,) = evening.tables()
    evening.scored(table)
    assert evening.organiser.post(f"{table}/protest", words="No").status_code == 303
    with evening.app.app_context():
        path = f"{evening.path}/protests/{db.session.query(Protest).one().id}"
    number = evening.number("Scorer")
    assert evening.organiser.post(f"{evening.club}/members/{number}/role", role="organiser").status_code == 303
    assert "let another organiser decide" in told(evening.organiser.post(path, decision="upheld", words="Mine"))
    assert evening.people["scorer"].post(path, decision="dismissed", words="The sheet is right").status_code == 303


def test_only_a_player_of_the_table_accepts_or_protests(evening: Evening) -> None:
    evening.come()
    phones = {name: evening.checked_in(name) for name in evening.names}
    evening.draw()
    first, second = evening.tables()
    outsider = phones[evening.seats(second)[0]]
    player = phones[evening.seats(first)[0]]
    assert "still goes on" in told(player.post(f"{first}/accept", revision="0"))
    assert "still goes on" in told(player.post(f"{first}/protest", words="No!"))
    evening.scored(first)
    for path, form in ((f"{first}/accept", {"revision": "1"}), (f"{first}/protest", {"words": "No!"})):
        for who in (outsider, evening.people["member"], evening.people["stranger"], Person(evening.app)):
            assert who.post(path, **form).status_code == 404
    with evening.app.app_context():
        assert (db.session.query(Confirmation).count(), db.session.query(Protest).count()) == (0, 0)


def test_a_protest_goes_to_an_organiser_and_stays_in_the_log(evening: Evening) -> None:
    evening.come()
    phones = {name: evening.checked_in(name) for name in evening.names}
    evening.draw()
    table = evening.tables()[0]
    author = evening.seats(table)[2]
    game = evening.scored(table)
    phone = phones[author]
    assert "Say in a few words" in told(phone.post(f"{table}/protest", words="  "))
    assert phone.post(f"{table}/score").status_code == 303
    # A rule of the dispute pages, kept at the table, belongs to it.
    assert phone.post(f"{game}/settle/rule/set-back", token="kept").status_code == 303
    dispute = phone.get(table).text.partition('name="dispute" value="')[2].partition('"')[0]
    assert phone.post(f"{table}/protest", words="They were set back", dispute="999").status_code == 404
    assert phone.post(f"{table}/protest", words="They were <b>set</b> back", dispute=dispute).status_code == 303
    assert "already" in told(phone.post(f"{table}/protest", words="Again"))
    number = evening.organiser.get(f"{evening.path}/protests").text.partition("/protests/")[2].partition('"')[0]
    decide = f"{evening.path}/protests/{number}"
    assert [phones[author].post(decide, decision="upheld", words="Yes").status_code] == [403]
    assert evening.people["scorer"].post(decide, decision="upheld", words="Yes").status_code == 403
    assert "1 open protest" in evening.organiser.text(evening.path)
    page = evening.organiser.text(f"{evening.path}/protests")
    assert "They were <b>set</b> back" in page
    assert "The rule" in page
    assert "Say why" in told(evening.organiser.post(decide, decision="upheld", words=" "))
    assert evening.organiser.post(decide, decision="upheld", words="The nest was counted twice").status_code == 303
    assert "already" in told(evening.organiser.post(decide, decision="dismissed", words="No"))
    log = evening.organiser.text(f"{evening.path}/log")
    assert f"The protest of {author} was upheld: The nest was counted twice" in log
    # The organiser corrects the hand, or the game does not count.
    assert evening.organiser.post(f"{table}/count", counts="no").status_code == 303
    assert "does not count" in evening.organiser.text(table)
    with evening.app.app_context():
        assert not db.session.query(GameResult).one().counted


def test_a_protest_is_taken_back_by_its_author_alone(evening: Evening) -> None:
    evening.come()
    phones = {name: evening.checked_in(name) for name in evening.names}
    evening.draw()
    table = evening.tables()[0]
    author, other = evening.seats(table)[2:]
    evening.scored(table)
    assert phones[author].post(f"{table}/protest", words="No").status_code == 303
    with evening.app.app_context():
        path = f"{evening.path}/protests/{db.session.query(Protest).one().id}"
    assert phones[other].post(path, withdraw="yes").status_code == 404
    assert phones[author].post(path, withdraw="yes").status_code == 303
    assert "Taken back." in evening.organiser.text(f"{evening.path}/protests")
