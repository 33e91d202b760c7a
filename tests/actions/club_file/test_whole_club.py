"""A club with tournaments, announced nights, rulings, renamed seats and protests: all of it comes back."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

from flask import Flask
from scorekeeper.actions.tournament import entries, rounds, tables
from scorekeeper.actions.tournament import tournaments as tournament_exporting
from scorekeeper.actions.tournament.access import require_tournament

from scorekeeper.actions import calendar
from scorekeeper.actions.calendar import Notice
from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.club_file import exporting, importing
from scorekeeper.actions.event.access import Visitor, require_event
from scorekeeper.actions.event.results import table_states
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.names import past_changes, seat_substitute
from scorekeeper.store import (
    Announcement,
    Club,
    Confirmation,
    Dispute,
    Event,
    Game,
    GameResult,
    Protest,
    Tournament,
    db,
)
from scorekeeper.store.queries import club as club_queries
from scorekeeper.store.tables.game import SCORER, now
from tests.actions.club_file.conftest import imported, new_club
from tests.actions.club_file.test_club_file import figures, played_club
from tests.actions.tournament.cup import ClubCup
from tests.actions.tournament.cup import hand as cup_hand
from tests.company import PASSWORD, Company, hand
from tests.web.club_pages import page_text

#: Where a file names a member by a number, and where by a list of numbers.
ONE, MANY = {"member", "decided_by", "merged_into"}, {"seats", "partners", "members"}


def full_club(company: Company) -> None:
    """All that a club can have."""
    played_club(company)
    season = club_queries.seasons_in_order(company.club.id)[1]
    played_cup(company, season.id)
    played_ladder(company)
    announced_events(company, db.session.query(Event).filter_by(name="Late night").one())
    argued_game(company, company.event("2026-09-01", "Argued night"))


def played_cup(company: Company, season_id: str) -> None:
    """Double elimination: hands at a table, totals from paper, a forfeit, a correction, a late entry, a withdrawal."""
    people = company.ids("Ann Ben Cal Dot Eve Fay")
    cup = ClubCup(company, people, format="double", hands=2, seeding="standing", season_id=season_id, name="Fall cup")
    cup.start()
    cup.enter(newcomers=("Ida", "Jon"))
    assert rounds.start_matches(cup.access) is None
    first, second = [match.key for match in cup.access.outcome.ready]
    cup.play(first, cup_hand(110), cup_hand(20))
    assert cup.total(second, 310, 145) is None
    assert rounds.start_matches(cup.access) is None
    entries.withdraw(cup.access, cup.access.outcome.ready[-1].groups[0][0])
    key = cup.access.outcome.ready[0].key
    assert tables.forfeit(cup.access, key, cup.access.outcome.ready[0].groups[1][0]) is None
    cup.access.tournament.prizes = ["A turkey", "A pie"]
    db.session.commit()


def played_ladder(company: Company) -> None:
    """New partners every round, for single players: two rounds, the second one open."""
    people = company.ids("Ann Ben Cal Dot Eve")
    cup = ClubCup(company, people, 1, format="individual", kind="players", rounds=3, hands=1, name="Ladder")
    cup.start()
    assert rounds.start_matches(cup.access) is None
    cup.play(cup.access.outcome.ready[0].key, cup_hand(95))
    rounds.draw_round(cup.access, 2)
    db.session.commit()


def announced_events(company: Company, event: Event) -> None:
    access = require_organizer(company.account, company.club.id)
    day = dt.date.today() + dt.timedelta(days=7)
    evening = Notice("Club night", day, dt.time(19, 30), dt.time(23), "America/Chicago", "Inn")
    first = calendar.announce(access, evening)
    second = calendar.announce(access, Notice("Cards & pie", day, dt.time(15), note="Bring\na pie."))
    assert isinstance(first, Announcement)
    assert isinstance(second, Announcement)
    for name, answer in (("Ann", "coming"), ("Ben", "maybe"), ("Cal", "not")):
        assert calendar.sign_up(access, first.id, answer, company.member(name).id) is None
    calendar.cancel(access, second.id)
    first.event = event
    db.session.commit()


def argued_game(company: Company, event: Event) -> None:
    """A substitute takes a seat, there is a ruling, one player accepts the result, another protests; totals wait."""
    event.slug = "original"
    db.session.commit()
    game = company.seat(event, "Ann Ben Cal Dot", byes="Fay")
    company.score(game, hand(100))
    seat_substitute(Table(game, SCORER, company.device), ["Ann", "Ben", "Cal", "Eve"], 3, company.member("Dot").id)
    game.disputes.append(
        Dispute(
            hand=1,
            asked="Did Ben revoke?",
            answers=[["Color led", "Red"]],
            verdict="Yes.",
            effect="Their bid fails.",
            rule="original.misplay",
            applied=False,
            token="t",
            device_id=company.device,
        )
    )
    db.session.commit()
    company.score(game, hand(120), hand(120))
    row = db.session.query(GameResult).filter_by(game_id=game.id).one()
    row.confirmations.append(Confirmation(member_id=company.member("Ben").id, score="120 0 / 0"))
    protest = Protest(member_id=company.member("Eve").id, words="The last hand was 95.", state="dismissed")
    protest.hand, protest.asked, protest.verdict, protest.rule = 1, "Did Ben revoke?", "Yes.", "original.misplay"
    protest.decided_by, protest.decided_at, protest.decided_words = company.member("Olga").id, now(), "It was 120."
    row.protests.append(protest)
    db.session.commit()
    other = company.seat(event, "Eve Fay Gus Ann", 2)
    other.opening = [55, -20]
    db.session.commit()


def text_of(account: str, club: Club) -> str:
    db.session.expire_all()
    return exporting.club_text(exporting.export_club(require_organizer(account, club.id)))


def with_order(text: str) -> dict[str, Any]:
    """The document with the members' order in place of their ids."""
    document: dict[str, Any] = json.loads(text)
    order = sorted((member["id"] for member in document["members"]), key=str)
    number = {member: place for place, member in enumerate(order)}

    def change(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: change(own, name) for name, own in value.items()}
        if key in MANY | ONE and type(value) is int:
            return number[value]
        if key == "substitutes" and isinstance(value, list):
            return [[number[helper], number.get(absent)] for helper, absent in value]
        if key == "left_seats" and isinstance(value, list):
            return [[seat, number[member], at] for seat, member, at in value]
        if key in ("people", "byes", "confirmations", "sign_ups") and value and isinstance(value[0], dict):
            return sorted((change(own) for own in value), key=lambda own: own["member"])
        return [change(own, key if key in MANY else "") for own in value] if isinstance(value, list) else value

    return {key: change(document[key]) for key in ("seasons", "nights", "tournaments", "announcements", "rules")}


def tournament_document(tournament_id: str, account: str) -> dict[str, Any]:
    db.session.rollback()
    db.session.expire_all()
    return tournament_exporting.document(require_tournament(account, tournament_id))


def test_a_whole_club_survives_export_and_import(company: Company, app: Flask) -> None:
    full_club(company)
    text = text_of(company.account, company.club)
    account, club = new_club(account=company.account)
    done = imported(account, club, text.encode())
    assert done == importing.Imported(12, 2, 4, 15, 2), done
    again = text_of(account, club)
    first, second = with_order(text), with_order(again)
    for season in (*first["seasons"], *second["seasons"]):
        # They name players as text: the test of every figure looks at these.
        season.pop("handicaps"), season.pop("lots")
    for part in first:
        assert second[part] == first[part], part
    assert [len(first[part]) for part in first] == [2, 4, 2, 2, 1]
    old_seasons, new_seasons = (club_queries.seasons_in_order(key) for key in (company.club.id, club.id))
    for old, new in zip(old_seasons, new_seasons, strict=True):
        assert figures(club, new, account) == figures(company.club, old, account)
    old_cups, new_cups = (club_queries.tournaments_in_order(key) for key in (company.club.id, club.id))
    pages = [(f"/clubs/{company.club.id}/calendar", f"/clubs/{club.id}/calendar")]
    for old_cup, new_cup in zip(old_cups, new_cups, strict=True):
        document = tournament_document(old_cup.id, account)
        assert tournament_document(new_cup.id, account) == document
        assert document["outcome"]["standings"]
        assert len(document["games"]) > 0
        pages.append((f"/tournament/{old_cup.id}", f"/tournament/{new_cup.id}"))
    assert new_cups[0].season is not None
    assert (new_cups[0].season.name, new_cups[0].prizes) == ("Fall", ["A turkey", "A pie"])
    look_at_argued_event(club, account)
    look_at_announcements(club)
    client = app.test_client()
    client.post("/account/in", data={"name": "Olga", "password": PASSWORD})
    for old_page, new_page in pages:
        answers = client.get(old_page), client.get(new_page)
        assert [answer.status_code for answer in answers] == [200, 200], new_page
        texts = [page_text(answer).replace("The Copy", "The Tuesday Rooks") for answer in answers]
        assert texts[0] == texts[1]


def look_at_argued_event(club: Club, account: str) -> None:
    event = db.session.query(Event).filter_by(club_id=club.id, name="Argued night").one()
    access = require_event(Visitor(account, ""), event.id)
    names = {member.id: member.name for member in club.members}
    state = table_states(access, event.rounds[0])[0]
    assert state.result is not None
    (mark,) = state.result.confirmations
    assert (names[mark.member_id], mark.score) == ("Ben", "120 0 / 0")
    (protest,) = state.result.protests
    assert (names[protest.member_id], protest.words, protest.state) == ("Eve", "The last hand was 95.", "dismissed")
    assert (names[protest.decided_by or 0], protest.decided_words) == ("Olga", "It was 120.")
    (ruling,) = state.game.disputes
    assert (ruling.asked, ruling.answers) == ("Did Ben revoke?", [["Color led", "Red"]])
    (change,) = past_changes(Table(state.game, SCORER))
    assert [(own.old, own.new, own.hand) for own in change.changes] == [("Dot", "Eve", 2)]
    assert names[state.game.name_changes[0].member_id or 0] == "Dot"
    waiting = table_states(access, event.rounds[1])[0]
    assert Table(waiting.game, SCORER).sheet.totals == (55, -20)


def look_at_announcements(club: Club) -> None:
    names = {member.id: member.name for member in club.members}
    pie, event = club_queries.announcements_in_order(club.id)
    assert (pie.name, pie.canceled_at is not None, pie.note) == ("Cards & pie", True, "Bring\na pie.")
    assert (event.starts, event.ends) == (dt.time(19, 30), dt.time(23))
    assert (event.zone, event.place) == ("America/Chicago", "Inn")
    answers = {names[row.member_id]: row.answer for row in event.sign_ups}
    assert answers == {"Ann": "coming", "Ben": "maybe", "Cal": "not"}
    assert event.event is not None
    assert (event.event.name, event.event.club_id) == ("Late night", club.id)


def test_no_key_of_a_tournament_is_in_the_file(company: Company) -> None:
    full_club(company)
    tournament = db.session.query(Tournament).first()
    assert tournament is not None
    tournament.public_key = "publicsecret"
    db.session.commit()
    text = text_of(company.account, company.club)
    assert "publicsecret" not in text
    for game in db.session.query(Game):
        for secret in (game.id, game.scorer_key, game.watch_key):
            assert secret not in text
