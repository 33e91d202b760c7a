"""A whole club as one file: imported into an empty club, every figure is the same, and nothing secret is in it."""

from __future__ import annotations

import copy
import datetime as dt
import json
from fractions import Fraction
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from scorekeeper.actions.club_file.fields import FIELDS
from sqlalchemy import inspect

from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.club_file import exporting, importing
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import Visitor, require_event
from scorekeeper.actions.event.results import event_standings
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import counted_byes
from scorekeeper.actions.season.results import differences, refresh_event, refresh_result
from scorekeeper.actions.season.standings import ratings_of, standings_of
from scorekeeper.actions.season.totals import KINDS, recompute_totals
from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import require_scorer
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.store import Bye, Club, ClubRules, Event, Member, Presence, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.event import event_table_of
from scorekeeper.store.tables.game import now
from tests.actions.club_file.conftest import imported, new_club
from tests.company import PASSWORD, SWEEP, SWEPT, Company, hand

#: What the file leaves out, by table: ids and links to others (which the file says by numbers), keys of doors, phones,
#: and what is computed again.
LEFT_OUT = {
    "member": {"id", "club_id", "account_id", "waiting_at", "calendar_key", "same_as"},
    "club_rules": {"id", "club_id"},
    "season": {"id", "club_id", "public_key", "revision", "deleted_at"},
    "event": {
        "id",
        "club_id",
        "season_id",
        "checkin_key",
        "screen_key",
        "public_key",
        "draft",
        "revision",
        "deleted_at",
        "totals",
        "ratings",
    },
    "presence": {"event_id", "member_id", "device_id"},
    "round": {"id", "event_id"},
    "bye": {"round_id", "member_id"},
    "seating": {"id", "round_id", "game_id"},
    "game": {
        "id",
        "scorer_key",
        "watch_key",
        "names_number",
        "is_of_event",
        "is_of_tournament",
        "is_of_closed_event",
    },
    "version": {"id", "game_id", "token", "device_id"},
    "dispute": {"id", "game_id", "token", "device_id"},
    "name_change": {"id", "game_id", "token", "device_id", "member_id"},
    "result": {"id", "game_id", "club_id", "season_id", "event_id", "round", "date", "plain", "made_at"},
    "confirmation": {"result_id", "member_id", "device_id"},
    "protest": {"id", "result_id", "member_id", "device_id", "decided_by"},
    "tournament": {"id", "club_id", "season_id", "public_key", "revision"},
    "tournament_entry": {"id", "tournament_id"},
    "tournament_round": {"id", "tournament_id"},
    "tournament_game": {"id", "tournament_id", "game_id"},
    "announcement": {"id", "club_id", "event_id"},
    "sign_up": {"announcement_id", "member_id"},
    "club_log": {"id", "club_id", "about", "member_id", "undo"},
}
#: Tables of which nothing is in the file: accounts, phones and what they may do, and what is computed again. Of a club
#: itself it holds the name.
TABLES_LEFT_OUT = {
    "account",
    "club",
    "device",
    "grant",
    "saved_rules",
    "season_total",
    "season_meeting",
    "secret_mark",
    "throttle",
}


SPRING = (dt.date(2026, 1, 1), dt.date(2026, 6, 30))
FALL = (dt.date(2026, 7, 1), dt.date(2026, 12, 31))


def played_club(company: Company) -> list[Season]:
    """Two seasons, one closed: corrections, byes, a substitute, partners, lots, handicaps, a game that is stopped."""
    first = company.season("Spring", SPRING, scheme=Scheme("margin"))
    handicaps = {str(company.member("Eve").id): 15}
    scheme = Scheme("wins", bye=Fraction(1, 2), substitutes="absent")
    second = company.season("Fall", FALL, scheme=scheme)
    early = company.event("2026-03-03")
    one = company.play(early, "Ann Ben Cal Dot", hand(75), *SWEEP[:2], byes="Gus Hal")
    company.play(early, "Ben Eve Fay Ann", *SWEPT, number=2)
    company.play(company.event("2026-03-03", "Late night"), "Cal Dot Eve Fay", hand(45, 1), *SWEPT[1:])
    for row in db.session.query(Bye):
        row.partners = company.ids("Hal") if row.member_id == company.member("Gus").id else company.ids("Gus")
    db.session.add_all(
        Presence(event_id=early.id, member_id=member, team=1 + index // 2, device_id=company.device)
        for index, member in enumerate(company.ids("Ann Cal Ben Dot Gus Hal"))
    )
    db.session.commit()
    company.change(one, 1, hand(80))
    refresh_event(early)
    db.session.commit()
    assert seasons.close(company.access(first)) is None
    # The closed season keeps its result; the history knows both.
    company.change(one, 1, hand(100))
    played_fall(company, second)
    second.handicaps = {"fixed": handicaps}
    drawn = [[str(company.member("Dot").id)], [str(company.member("Ben").id)]]
    second.lots = [{"at": "2026-09-01T20:00:00+00:00", "drawn": drawn}]
    recompute_totals(second)
    rules = {"slug": "original", "name": "Ours", "players": 4, "options": {"target": 500}}
    db.session.add(ClubRules(club_id=company.club.id, **rules))
    access = require_organizer(company.account, company.club.id)
    db.session.commit()
    for event in db.session.query(Event):
        event.slug = "original"
    # Gus was on the list twice; and there was a night by mistake.
    gus = company.member("Gus").id
    db.session.add(Member(club_id=company.club.id, name="Gustav", same_as=gus, left_at=now()))
    db.session.add(Event(id="junk", club_id=company.club.id, date=SPRING[0], name="Junk", deleted_at=now()))
    db.session.commit()
    assert members.forget_name(access, company.member("Hal")) is None
    assert members.remove_member(access, company.member("Gus")) is None
    seasons.publish(company.access(second), True, False)
    return [first, second]


def played_fall(company: Company, season: Season) -> None:
    event = company.event("2026-08-04")
    event.season_id, event.checkin_key, event.screen_key = season.id, "checkinsecret", "screensecret"
    db.session.commit()
    game = company.seat(event, "Ann Ben Cal Dot", byes="Eve Fay")
    company.score(game, hand(90), hand(85))
    table = event_table_of(game.id)
    assert table is not None
    # Fay takes Dot's seat from the third hand on.
    table.seats = company.ids("Ann Ben Cal Fay")
    table.substitutes = [company.ids("Fay Dot")]
    table.left_seats = [[3, company.member("Dot").id, 3]]
    db.session.commit()
    company.score_to_the_end(game, *SWEEP)
    stopped = company.score(company.seat(event, "Dot Eve Fay Ann", 2), hand(60, 1))
    table = event_table_of(stopped.id)
    assert table is not None
    refresh_result(table, stopped=True)
    db.session.commit()
    uncounted = company.play(event, "Ben Cal Dot Eve", number=3)
    assert seasons.count(company.access(season), uncounted.id, False) is None
    deleted = company.play(event, "Ann Ben Eve Fay", number=4)
    games.delete(require_scorer(company.device, deleted.id))
    db.session.commit()


def figures(club: Club, season: Season, account: str) -> dict[str, Any]:
    """Everything that can be read off a season, with names in place of ids."""
    names = {str(member.id): member.name for member in club.members}
    events = season_queries.events_of(season.id)
    numbers = {event.id: number for number, event in enumerate(events)}

    def rows(table: Any) -> list[Any]:
        return [
            (row.place, [names[player] for player in row.entrant], row.figure, row.account.events, row.account.margin)
            for row in table.rows
        ]

    visitor = Visitor(account, "")
    return {
        "standings": [rows(standings_of(season, kind)) for kind in KINDS],
        "ratings": sorted((names[player], rating) for player, rating in ratings_of(season).items()),
        "byes": sorted(
            (numbers[bye.event], bye.round, sorted(names[player] for player in bye.players))
            for bye in counted_byes(season, [event.id for event in events])
        ),
        "nights": [
            (event.date, event.name, rows(event_standings(require_event(visitor, event.id), partnerships)))
            for event in events
            for partnerships in (False, True)
        ],
    }


def files(client: FlaskClient, club: Club, season: Season) -> list[str]:
    """The spreadsheets and the records of a season."""
    address = f"/clubs/{club.id}/seasons/{season.id}"
    names = ("standings.csv?of=players", "standings.csv?of=pairs", "games.csv", "standings.json", "records.jsonl")
    texts = [client.get(f"{address}/{name}") for name in names]
    assert [text.status_code for text in texts] == [200] * len(names)
    return [text.text for text in texts]


def test_a_club_s_file_in_an_empty_club_gives_every_figure_again(company: Company, app: Flask) -> None:
    old_seasons = played_club(company)
    text = exporting.club_text(exporting.export_club(require_organizer(company.account, company.club.id)))
    account, club = new_club(account=company.account)
    done = imported(account, club, text.encode())
    assert done == importing.Imported(10, 2, 3, 7), done
    assert done.sentence == "10 members, 2 seasons, 3 nights and 7 games"
    db.session.expire_all()
    new_seasons = sorted(season_queries.seasons_of(club.id), key=lambda season: season.starts)
    client = app.test_client()
    client.post("/account/in", data={"name": "Olga", "password": PASSWORD})
    for old, new in zip(old_seasons, new_seasons, strict=True):
        assert figures(club, new, account) == figures(company.club, old, account)
        assert figures(club, new, account)["standings"][0]
        assert files(client, club, new) == files(client, company.club, old)
        assert differences(new) == differences(old) == []
        assert new.closed_at == old.closed_at
    spring, fall = (figures(club, season, account)["byes"] for season in new_seasons)
    assert (len(spring), len(fall)) == (1, 1)
    # Fay had the bye of the first round and played for Dot after all.
    assert (spring[0][2], fall[0][2]) == (["Former member", "Gus"], ["Eve"])
    merged = {member.name: member.same_as for member in club.members if member.same_as is not None}
    assert merged == {"Gustav": next(member.id for member in club.members if member.name == "Gus")}
    assert sum(len(event["people"]) for event in json.loads(text)["nights"]) == 6
    again = json.loads(exporting.club_text(exporting.export_club(require_organizer(account, club.id))))
    first = json.loads(text)
    assert [season["scheme"] for season in again["seasons"]] == [season["scheme"] for season in first["seasons"]]
    assert named(again)["nights"] == named(first)["nights"]
    assert again["rules"] == first["rules"]
    old_log, new_log = (
        [entry.sentence for entry in read_log(require_organizer(account, key))] for key in (company.club.id, club.id)
    )
    assert "The club file of The Tuesday Rooks was imported." in new_log
    assert set(old_log) <= set(new_log)


def named(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the members' order in place of their ids."""
    order = sorted((member["id"] for member in document["members"]), key=str)
    number = {member: place for place, member in enumerate(order)}
    document = copy.deepcopy(document)
    for event in document["nights"]:
        for person in event["people"]:
            person["member"] = number[person["member"]]
        event["people"].sort(key=lambda person: person["member"])
        for event_round in event["rounds"]:
            for bye in event_round["byes"]:
                bye["member"], bye["partners"] = number[bye["member"]], [number[one] for one in bye["partners"]]
            event_round["byes"].sort(key=lambda bye: bye["member"])
            for table in event_round["tables"]:
                table["seats"] = [number[member] for member in table["seats"]]
                table["substitutes"] = [[number[one], number[other]] for one, other in table["substitutes"]]
                table["left_seats"] = [[seat, number[one], at] for seat, one, at in table["left_seats"]]
    return document


def test_the_file_contains_no_passwords_or_keys(company: Company) -> None:
    played_club(company)
    company.club.invite_key, company.club.calendar_key = "invitesecret", "calendarsecret"
    db.session.commit()
    text = exporting.club_text(exporting.export_club(require_organizer(company.account, company.club.id)))
    games_of_club = list(db.session.query(Event))
    secrets = [event.checkin_key for event in games_of_club] + [event.screen_key for event in games_of_club]
    secrets += ["invitesecret", "calendarsecret", company.account, company.device, company.club.id]
    for table in FIELDS:
        for row in db.session.query(table):
            secrets += [value for name, value in vars(row).items() if name.endswith(("key", "token", "device_id"))]
    assert "checkinsecret" in secrets
    assert not [secret for secret in secrets if secret and secret in text]
    assert "Hal" not in text


def test_the_file_contains_every_column_not_left_out_on_purpose() -> None:
    tables = {table.__tablename__ for table in FIELDS}
    assert tables.isdisjoint(TABLES_LEFT_OUT)
    assert {*db.metadata.tables} == tables | TABLES_LEFT_OUT, "put new tables into fields.LEFT_OUT or TABLES_LEFT_OUT"
    for table, names in FIELDS.items():
        left_out = LEFT_OUT[table.__tablename__]
        assert not left_out & set(names), table
        assert set(inspect(table).columns.keys()) - left_out == set(names), (
            f"{table}: put new columns into fields.LEFT_OUT or LEFT_OUT"
        )


def test_a_file_needs_an_empty_club_and_an_organizer(company: Company) -> None:
    played_club(company)
    access = require_organizer(company.account, company.club.id)
    text = exporting.club_text(exporting.export_club(access)).encode()
    refusal = imported(company.account, company.club, text)
    assert isinstance(refusal, Refusal)
    assert refusal.messages[0].startswith("This club already has seasons or nights.")
    stranger, club = new_club("Rita")
    with pytest.raises(NotFoundError):
        require_organizer(stranger, company.club.id)
    done = imported(stranger, club, text)
    assert isinstance(done, importing.Imported)
    db.session.expire_all()
    # Others can join afterward.
    assert isinstance(members.add_members(require_organizer(stranger, club.id), ["Kit"]), list)
    # Who imports it stays the only organizer; nobody else has a role or an account.
    assert [(member.name, member.role) for member in club.members if member.account_id] == [("Rita", "organizer")]
    assert {member.role for member in club.members if member.name != "Rita"} == {"member"}
