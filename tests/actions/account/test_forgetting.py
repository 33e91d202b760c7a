"""Somebody is forgotten: results stay confirmed, and records go out and in with everybody apart."""

from __future__ import annotations

import json

import pytest

from scorekeeper.actions import season_games
from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import require_member
from scorekeeper.actions.correction import reseating
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import checkin, tables
from scorekeeper.actions.event.access import Visitor, require_event
from scorekeeper.actions.event.results import table_states
from scorekeeper.actions.season.results import rebuild
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.store import db
from tests import company as club
from tests.actions.club_event import Company
from tests.company import SWEPT

pytestmark = pytest.mark.usefixtures("in_app")


def test_a_confirmed_result_stays_confirmed() -> None:
    company = Company(4, hands=1)
    company.come()
    event_round = company.draw()
    (table,) = event_round.tables
    number, seats, game = table.id, list(table.seats), table.game_id or ""
    phones = {member: Visitor("", company.phone()) for member in seats[:2]}
    key = company.access.event.checkin_key or ""
    for member, phone in phones.items():
        assert not isinstance(checkin.check_in_by_link(phone, key, member), Refusal)
    company.save(game)
    for phone in phones.values():
        score = table_states(company.access)[0].score
        assert tables.accept(require_event(phone, company.event_id), number, score) is None
    assert table_states(company.access)[0].confirmed
    access = require_member(company.olga.account_id, company.club_id)
    assert members.forget_name(access, access.member(seats[3])) is None
    (state,) = table_states(company.access)
    assert state.game.players[3] == "Former member"
    assert state.confirmed


def test_nobody_is_remembered_in_a_seat_that_was_mended() -> None:
    company = Company(5, hands=2)
    company.come()
    event_round = company.draw()
    seats, game = list(event_round.tables[0].seats), event_round.tables[0].game_id or ""
    (out,) = (bye.member_id for bye in event_round.byes)
    company.save(game)
    name = company.access.names[seats[1]]
    # They never sat there: somebody else did.
    assert reseating.reseat(company.access, reseating.Swap(1, (seats[1], out))) is None
    access = require_member(company.olga.account_id, company.club_id)
    assert members.forget_name(access, access.member(seats[1])) is None
    (state,) = table_states(company.access)
    assert state.game.players[1] == company.access.names[out]
    history = [(change.before, change.after) for change in state.game.name_changes]
    assert history
    assert name not in str(history)


def test_nobody_is_remembered_in_the_words_about_a_draw() -> None:
    company = Company(5, hands=2)
    company.come()
    event_round = company.draw()
    (out,) = (bye.member_id for bye in event_round.byes)
    seat = event_round.tables[0].seats[0]
    names = company.access.names
    event_round.quality = f"{names[out]} sits out a second time. {names[seat]} and {names[out]}, {names[out]}son met."
    expected = f"Former member sits out a second time. Former member and Former member, {names[out]}son met."
    db.session.commit()
    access = require_member(company.olga.account_id, company.club_id)
    for member in (out, seat):
        assert members.forget_name(access, access.member(member)) is None
    assert company.access.event.rounds[0].quality == expected


def test_forgotten_people_stay_different_people_in_records() -> None:
    company = club.Company()
    season = company.season()
    event = company.event("2026-03-03")
    company.play(event, "Ann Ben Cal Dot")
    company.play(event, "Eve Fay Gus Ben", *SWEPT, number=2)
    company.play(event, "Ann Ben Eve Dot", number=3)
    access = require_member(company.account, company.club.id)
    for name in ("Ann", "Eve"):
        assert members.forget_name(access, company.member(name)) is None
    records = list(season_games.records(season))
    assert [record["players"] for record in records] == [
        ["Former member", "Ben", "Cal", "Dot"],
        ["Former member 2", "Fay", "Gus", "Ben"],
        ["Former member", "Ben", "Former member 2", "Dot"],
    ]
    company.check(season)
    rebuild(season)
    db.session.commit()
    company.check(season)
    other = company.season("Elsewhere", counting="hand")
    text = "\n".join(map(json.dumps, records)).encode()
    chosen = {"Former member": "new", "Former member 2": "new"}
    assert season_games.import_records(company.access(other), company.device, text, chosen) == 3
    figures = [sorted(row.figure for row in standings_of(club_season).rows) for club_season in (season, other)]
    assert figures[0] == figures[1]
    company.check(other)
