"""Results of a night: accepted by the other side, or protested against and decided by an organizer."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.store import Confirmation, GameResult, Protest, db
from tests.web.club_pages import Person, page_text
from tests.web.event_pages import Event, hidden


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app)


def test_the_other_side_accepts(event: Event) -> None:
    event.come()
    phones = {name: event.checked_in(name) for name in event.names[:8]}
    event.draw()
    table = event.tables()[0]
    one, partner, other, _ = event.seats(table)
    game = event.scored(table, phones[one])
    assert "The other side can accept it on its phone" in phones[one].text(game)
    assert "Accept this result" not in phones[one].text(event.path)
    assert "Accept this result" not in phones[partner].text(table)
    page = phones[other].get(event.path)
    assert "Accept this result" in page.text
    score = hidden(page)["score"]
    assert "was just corrected" in page_text(phones[other].post(f"{table}/accept", score=f"{score}0"))
    assert "Accepted" not in event.organizer.text(table)
    assert phones[other].post(f"{table}/accept", score=score).status_code == 303
    assert phones[other].post(f"{table}/accept", score=score).status_code == 303
    assert "Accepted" in event.organizer.text(table)
    assert "is confirmed" in phones[one].text(game)
    with event.app.app_context():
        assert db.session.query(Confirmation).count() == 1
    # A correction asks again.
    hand = {"stage": "whole", "hand": "1", "base": "1", "token": "corrected"}
    facts = {"bidder": "0", "bid": "70", "trump": "red", "captured[0]": "80", "captured[1]": "40"}
    assert phones[one].post(f"{game}/hand", **hand, **facts).status_code == 303
    assert "Accepted" not in event.organizer.text(table)
    assert "Accept this result" in phones[other].text(table)


def test_a_result_entered_by_an_unknown_phone_needs_both_sides(event: Event) -> None:
    event.come()
    phones = {name: event.checked_in(name) for name in event.names}
    event.draw()
    table = event.tables()[0]
    one, _, other, _ = event.seats(table)
    event.scored(table)
    for name, confirmed in ((one, False), (other, True)):
        score = hidden(phones[name].get(table))["score"]
        assert phones[name].post(f"{table}/accept", score=score).status_code == 303
        assert ("Accepted" in event.organizer.text(table)) == confirmed


def test_an_unknown_phone_learns_where_the_result_went(event: Event) -> None:
    event.come()
    event.draw()
    phone = Person(event.app)
    game = event.scored(event.tables()[0], phone)
    page = phone.text(game)
    assert "The club already has the result" in page
    assert "Rematch" not in page
    assert "Accept" not in page


def test_an_organizer_does_not_judge_the_own_table_where_another_can(event: Event) -> None:
    event.come("Organizer", *event.names[:3])
    event.draw()
    (table,) = event.tables()
    event.scored(table)
    assert event.organizer.post(f"{table}/protest", words="No").status_code == 303
    with event.app.app_context():
        path = f"{event.path}/protests/{db.session.query(Protest).one().id}"
    number = event.number("Scorer")
    assert event.organizer.post(f"{event.club}/members/{number}/role", role="organizer").status_code == 303
    assert "Another organizer must decide" in page_text(event.organizer.post(path, decision="upheld", words="Mine"))
    assert event.people["scorer"].post(path, decision="dismissed", words="The sheet is right").status_code == 303


def test_only_a_player_of_the_table_accepts_or_protests(event: Event) -> None:
    event.come()
    phones = {name: event.checked_in(name) for name in event.names}
    event.draw()
    first, second = event.tables()
    outsider = phones[event.seats(second)[0]]
    player = phones[event.seats(first)[0]]
    assert "still being played" in page_text(player.post(f"{first}/accept", score="0"))
    assert "still being played" in page_text(player.post(f"{first}/protest", words="No!"))
    event.scored(first)
    for path, form in ((f"{first}/accept", {"score": "75 45 / 0"}), (f"{first}/protest", {"words": "No!"})):
        for person in (outsider, event.people["member"], event.people["stranger"], Person(event.app)):
            assert person.post(path, **form).status_code == 404
    with event.app.app_context():
        assert (db.session.query(Confirmation).count(), db.session.query(Protest).count()) == (0, 0)


def test_an_organizer_decides_a_protest_and_the_log_keeps_it(event: Event) -> None:
    event.come()
    phones = {name: event.checked_in(name) for name in event.names}
    event.draw()
    table = event.tables()[0]
    author = event.seats(table)[2]
    game = event.scored(table)
    phone = phones[author]
    assert "Describe what is wrong" in page_text(phone.post(f"{table}/protest", words="  "))
    assert phone.post(f"{table}/score").status_code == 303
    # A rule of the dispute pages, kept at the table, belongs to it.
    assert phone.post(f"{game}/settle/rule/set-back", token="kept").status_code == 303
    dispute = phone.get(table).text.partition('name="dispute" value="')[2].partition('"')[0]
    assert phone.post(f"{table}/protest", words="They were set back", dispute="999").status_code == 404
    assert phone.post(f"{table}/protest", words="They were <b>set</b> back", dispute=dispute).status_code == 303
    assert "already" in page_text(phone.post(f"{table}/protest", words="Again"))
    number = event.organizer.get(f"{event.path}/protests").text.partition("/protests/")[2].partition('"')[0]
    decide = f"{event.path}/protests/{number}"
    assert [phones[author].post(decide, decision="upheld", words="Yes").status_code] == [403]
    assert event.people["scorer"].post(decide, decision="upheld", words="Yes").status_code == 403
    assert "Protests (1 open)" in event.organizer.text(event.path)
    page = event.organizer.text(f"{event.path}/protests")
    assert "They were <b>set</b> back" in page
    assert "Rule" in page
    assert "Enter a reason" in page_text(event.organizer.post(decide, decision="upheld", words=" "))
    assert event.organizer.post(decide, decision="upheld", words="The nest was counted twice").status_code == 303
    assert "already" in page_text(event.organizer.post(decide, decision="dismissed", words="No"))
    log = event.organizer.text(f"{event.path}/log")
    assert f"The protest of {author} was upheld: The nest was counted twice" in log
    # The organizer corrects the hand, or the game does not count.
    assert event.organizer.post(f"{table}/count", counts="no").status_code == 303
    assert "does not count" in event.organizer.text(table)
    with event.app.app_context():
        assert not db.session.query(GameResult).one().counted


def test_only_its_author_can_withdraw_a_protest(event: Event) -> None:
    event.come()
    phones = {name: event.checked_in(name) for name in event.names}
    event.draw()
    table = event.tables()[0]
    author, other = event.seats(table)[2:]
    event.scored(table)
    assert phones[author].post(f"{table}/protest", words="No").status_code == 303
    with event.app.app_context():
        path = f"{event.path}/protests/{db.session.query(Protest).one().id}"
    assert phones[other].post(path, withdraw="yes").status_code == 404
    assert phones[author].post(path, withdraw="yes").status_code == 303
    assert "Withdrawn." in event.organizer.text(f"{event.path}/protests")
