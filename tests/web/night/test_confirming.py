"""Results of a night: accepted by the other side, or protested against and decided by an organizer."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.store import Confirmation, GameResult, Protest, db
from tests.web.club_pages import Person, page_text
from tests.web.night_pages import Night, hidden


@pytest.fixture
def night(app: Flask) -> Night:
    return Night(app)


def test_the_other_side_accepts(night: Night) -> None:
    night.come()
    phones = {name: night.checked_in(name) for name in night.names[:8]}
    night.draw()
    table = night.tables()[0]
    one, partner, other, _ = night.seats(table)
    game = night.scored(table, phones[one])
    assert "The other side can accept it on its phone" in phones[one].text(game)
    assert "Accept this result" not in phones[one].text(night.path)
    assert "Accept this result" not in phones[partner].text(table)
    page = phones[other].get(night.path)
    assert "Accept this result" in page.text
    score = hidden(page)["score"]
    assert "was just corrected" in page_text(phones[other].post(f"{table}/accept", score=f"{score}0"))
    assert "Accepted" not in night.organizer.text(table)
    assert phones[other].post(f"{table}/accept", score=score).status_code == 303
    assert phones[other].post(f"{table}/accept", score=score).status_code == 303
    assert "Accepted" in night.organizer.text(table)
    assert "is confirmed" in phones[one].text(game)
    with night.app.app_context():
        assert db.session.query(Confirmation).count() == 1
    # A correction asks again.
    hand = {"stage": "whole", "hand": "1", "base": "1", "token": "corrected"}
    facts = {"bidder": "0", "bid": "70", "trump": "red", "captured[0]": "80", "captured[1]": "40"}
    assert phones[one].post(f"{game}/hand", **hand, **facts).status_code == 303
    assert "Accepted" not in night.organizer.text(table)
    assert "Accept this result" in phones[other].text(table)


def test_a_result_entered_by_an_unknown_phone_needs_both_sides(night: Night) -> None:
    night.come()
    phones = {name: night.checked_in(name) for name in night.names}
    night.draw()
    table = night.tables()[0]
    one, _, other, _ = night.seats(table)
    night.scored(table)
    for name, confirmed in ((one, False), (other, True)):
        score = hidden(phones[name].get(table))["score"]
        assert phones[name].post(f"{table}/accept", score=score).status_code == 303
        assert ("Accepted" in night.organizer.text(table)) == confirmed


def test_an_unknown_phone_learns_where_the_result_went(night: Night) -> None:
    night.come()
    night.draw()
    phone = Person(night.app)
    game = night.scored(night.tables()[0], phone)
    page = phone.text(game)
    assert "The club already has the result" in page
    assert "Rematch" not in page
    assert "Accept" not in page


def test_an_organizer_does_not_judge_the_own_table_where_another_can(night: Night) -> None:
    night.come("Organizer", *night.names[:3])
    night.draw()
    (table,) = night.tables()
    night.scored(table)
    assert night.organizer.post(f"{table}/protest", words="No").status_code == 303
    with night.app.app_context():
        path = f"{night.path}/protests/{db.session.query(Protest).one().id}"
    number = night.number("Scorer")
    assert night.organizer.post(f"{night.club}/members/{number}/role", role="organizer").status_code == 303
    assert "Another organizer must decide" in page_text(night.organizer.post(path, decision="upheld", words="Mine"))
    assert night.people["scorer"].post(path, decision="dismissed", words="The sheet is right").status_code == 303


def test_only_a_player_of_the_table_accepts_or_protests(night: Night) -> None:
    night.come()
    phones = {name: night.checked_in(name) for name in night.names}
    night.draw()
    first, second = night.tables()
    outsider = phones[night.seats(second)[0]]
    player = phones[night.seats(first)[0]]
    assert "still being played" in page_text(player.post(f"{first}/accept", score="0"))
    assert "still being played" in page_text(player.post(f"{first}/protest", words="No!"))
    night.scored(first)
    for path, form in ((f"{first}/accept", {"score": "75 45 / 0"}), (f"{first}/protest", {"words": "No!"})):
        for person in (outsider, night.people["member"], night.people["stranger"], Person(night.app)):
            assert person.post(path, **form).status_code == 404
    with night.app.app_context():
        assert (db.session.query(Confirmation).count(), db.session.query(Protest).count()) == (0, 0)


def test_an_organizer_decides_a_protest_and_the_log_keeps_it(night: Night) -> None:
    night.come()
    phones = {name: night.checked_in(name) for name in night.names}
    night.draw()
    table = night.tables()[0]
    author = night.seats(table)[2]
    game = night.scored(table)
    phone = phones[author]
    assert "Describe what is wrong" in page_text(phone.post(f"{table}/protest", words="  "))
    assert phone.post(f"{table}/score").status_code == 303
    # A rule of the dispute pages, kept at the table, belongs to it.
    assert phone.post(f"{game}/settle/rule/set-back", token="kept").status_code == 303
    dispute = phone.get(table).text.partition('name="dispute" value="')[2].partition('"')[0]
    assert phone.post(f"{table}/protest", words="They were set back", dispute="999").status_code == 404
    assert phone.post(f"{table}/protest", words="They were <b>set</b> back", dispute=dispute).status_code == 303
    assert "already" in page_text(phone.post(f"{table}/protest", words="Again"))
    number = night.organizer.get(f"{night.path}/protests").text.partition("/protests/")[2].partition('"')[0]
    decide = f"{night.path}/protests/{number}"
    assert [phones[author].post(decide, decision="upheld", words="Yes").status_code] == [403]
    assert night.people["scorer"].post(decide, decision="upheld", words="Yes").status_code == 403
    assert "Protests (1 open)" in night.organizer.text(night.path)
    page = night.organizer.text(f"{night.path}/protests")
    assert "They were <b>set</b> back" in page
    assert "Rule" in page
    assert "Enter a reason" in page_text(night.organizer.post(decide, decision="upheld", words=" "))
    assert night.organizer.post(decide, decision="upheld", words="The nest was counted twice").status_code == 303
    assert "already" in page_text(night.organizer.post(decide, decision="dismissed", words="No"))
    log = night.organizer.text(f"{night.path}/log")
    assert f"The protest of {author} was upheld: The nest was counted twice" in log
    # The organizer corrects the hand, or the game does not count.
    assert night.organizer.post(f"{table}/count", counts="no").status_code == 303
    assert "does not count" in night.organizer.text(table)
    with night.app.app_context():
        assert not db.session.query(GameResult).one().counted


def test_only_its_author_can_withdraw_a_protest(night: Night) -> None:
    night.come()
    phones = {name: night.checked_in(name) for name in night.names}
    night.draw()
    table = night.tables()[0]
    author, other = night.seats(table)[2:]
    night.scored(table)
    assert phones[author].post(f"{table}/protest", words="No").status_code == 303
    with night.app.app_context():
        path = f"{night.path}/protests/{db.session.query(Protest).one().id}"
    assert phones[other].post(path, withdraw="yes").status_code == 404
    assert phones[author].post(path, withdraw="yes").status_code == 303
    assert "Withdrawn." in night.organizer.text(f"{night.path}/protests")
