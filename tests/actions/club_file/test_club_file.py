"""A whole club as one file: imported into an empty club, every figure is the same, and nothing secret is in it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.club_file import importing
from scorekeeper.actions.club_file.format import TABLES
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import Visitor, require_event
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.actions.event.contests import document as contest_document
from scorekeeper.actions.event.drafts import stored_draft
from scorekeeper.actions.event.results import event_standings
from scorekeeper.actions.season.details import counted_byes
from scorekeeper.actions.season.results import differences
from scorekeeper.actions.season.standings import ratings_of, standings_of
from scorekeeper.actions.season.totals import KINDS
from scorekeeper.store import Club, Event, Season, db
from scorekeeper.store.columns import columns_of
from scorekeeper.store.queries import season as season_queries
from tests.actions.club_file.conftest import imported, new_club, text_of
from tests.actions.club_file.whole_club import WholeClub
from tests.company import PASSWORD

#: What the file leaves out, by table: ids, keys of links, clubs, accounts, phones, and what is computed again.
LEFT_OUT = {
    "member": {"id", "club_id", "account_id", "waiting_at", "calendar_key"},
    "club_rules": {"id", "club_id"},
    "season": {"id", "club_id", "public_key", "revision", "deleted_at"},
    "event": {
        "id",
        "club_id",
        "checkin_key",
        "screen_key",
        "public_key",
        "revision",
        "deleted_at",
        "totals",
        "ratings",
    },
    "entrant": {"id"},
    "entrant_member": {"id", "device_id"},
    # The quality of a draw is said in words, with names that people may have asked to forget.
    "round": {"id", "quality"},
    "game": {"id", "scorer_key", "watch_key", "names_number", "revision"},
    "version": {"id", "token", "device_id"},
    "dispute": {"id", "token", "device_id"},
    "name_change": {"id", "token", "device_id"},
    "event_table": {"id"},
    "seat": {"id"},
    "bye": set(),
    "forfeit": set(),
    "result": {
        "id",
        "club_id",
        "event_id",
        "round",
        "date",
        "slug",
        "hands",
        "lowest_wins",
        "on_paper",
        "made_at",
    },
    "confirmation": {"device_id"},
    "protest": {"id", "device_id"},
    "announcement": {"id", "club_id"},
    "sign_up": set(),
    "club_log": {"id", "club_id", "undo"},
}
#: Tables of which nothing is in the file: accounts, phones and what they may do, and what is computed again. Of a club
#: itself it holds the name.
TABLES_LEFT_OUT = {"account", "club", "device", "grant", "placing", "saved_rules", "secret_mark", "throttle"}


def test_every_column_is_in_the_file_or_left_out_on_purpose() -> None:
    assert {*db.metadata.tables} == LEFT_OUT.keys() | TABLES_LEFT_OUT, "decide about new tables"
    assert [table.name for table in TABLES] == [*LEFT_OUT]
    for table in TABLES:
        about = {"about"} if table.name == "club_log" else set()
        written = {*table.columns, *(own.column for own in table.references.values()), *about}
        assert written.isdisjoint(LEFT_OUT[table.name]), table.name
        assert columns_of(table.model).keys() == written | LEFT_OUT[table.name], f"{table.name}: decide about columns"


def season_figures(club: Club, season: Season) -> dict[str, Any]:
    """Everything that can be read off a season, with names in place of ids."""
    names = {str(member.id): member.name for member in club.members}
    events = season_queries.events_of(season.id)
    numbers = {event.id: number for number, event in enumerate(events)}
    return {
        "standings": [rows(names, standings_of(season, kind)) for kind in KINDS],
        "ratings": sorted((names[player], rating) for player, rating in ratings_of(season).items()),
        "byes": sorted(
            (numbers[bye.night], bye.round, sorted(names[player] for player in bye.players))
            for bye in counted_byes(season, [event.id for event in events])
        ),
        "closed": season.closed_at,
    }


def rows(names: dict[str, str], standings: Any) -> list[Any]:
    return [
        (row.place, [names[player] for player in row.entrant], row.figure, row.account.nights, row.account.margin)
        for row in standings.rows
    ]


def event_figures(club: Club, account: str) -> list[Any]:
    """The standings of every night, and everything about every contest."""
    names = {str(member.id): member.name for member in club.members}
    figures: list[Any] = []
    for event in db.session.query(Event).filter_by(club_id=club.id, deleted_at=None).order_by(Event.date, Event.name):
        access = require_event(Visitor(account, ""), event.id)
        figures.append((event.date, event.name))
        figures += [rows(names, event_standings(access, partners)) for partners in (False, True)]
        figures.append(contest_document(ContestView(access)) if event.plan is not None else None)
        draft = stored_draft(access)
        figures.append(None if draft is None else [[names[own] for own in table.seats] for table in draft.plan.tables])
    return figures


def spreadsheets(app: Flask, club: Club, season: Season) -> list[str]:
    """The spreadsheets and the records of a season."""
    client = app.test_client()
    client.post("/account/in", data={"name": "Olga", "password": PASSWORD})
    names = ("standings.csv?of=players", "standings.csv?of=pairs", "games.csv", "standings.json", "records.jsonl")
    answers = [client.get(f"/clubs/{club.id}/seasons/{season.id}/{name}") for name in names]
    assert [answer.status_code for answer in answers] == [200] * len(names)
    return [answer.text for answer in answers]


def test_a_club_s_file_in_an_empty_club_gives_every_figure_again(whole: WholeClub, app: Flask) -> None:
    text = text_of(whole.account, whole.club)
    account, club = new_club(account=whole.account)
    done = imported(account, club, text.encode())
    # Olga, eight names, two guests of the cup, Harold and Kit; the newcomer at the door and the deleted night are not.
    assert done == importing.Imported(13, 2, 3, 15, 2), done
    assert done.sentence == "13 members, 2 seasons, 3 nights, 15 games and 2 tournaments"
    db.session.expire_all()
    old, new = (
        sorted(season_queries.seasons_of(key), key=lambda season: season.starts) for key in (whole.club.id, club.id)
    )
    for old_season, new_season in zip(old, new, strict=True):
        figures = season_figures(club, new_season)
        assert figures == season_figures(whole.club, old_season)
        assert len(figures["standings"][0]) >= 6
        assert differences(new_season) == differences(old_season) == []
        assert spreadsheets(app, club, new_season) == spreadsheets(app, whole.club, old_season)
    # Fay sat out with Eve, her fixed partner, and played for Dot after all; Gus and Hal had no partner.
    byes = [bye[2] for bye in season_figures(club, new[1])["byes"]]
    assert byes == [["Eve", "Fay"], ["Former member"], ["Hal"], ["Eve", "Fay"]]
    assert event_figures(club, account) == event_figures(whole.club, account)
    first, again = json.loads(text), json.loads(text_of(account, club))
    logs = first.pop("club_log"), again.pop("club_log")
    assert again | {"name": first["name"]} == first
    assert [entry["sentence"] for entry in logs[0]] == [entry["sentence"] for entry in logs[1]][1 : len(logs[0]) + 1]
    sentences = [decision.sentence for decision in read_log(require_organizer(account, club.id))]
    assert sentences[0] == "The club file of The Tuesday Rooks was imported."
    assert "Harold was merged into Hal." in sentences


def test_the_file_contains_no_passwords_or_keys(whole: WholeClub) -> None:
    whole.club.invite_key, whole.club.calendar_key, whole.club.table_key = "invitesecret", "calsecret", "tablesecret"
    db.session.commit()
    text = text_of(whole.account, whole.club)
    secrets = ["invitesecret", "calsecret", "tablesecret", whole.account, whole.device, whole.club.id]
    for table in TABLES:
        for row in db.session.query(table.model):
            names = [name for name in columns_of(table.model) if name.endswith(("key", "token", "device_id"))]
            secrets += [getattr(row, name) for name in names]
            secrets += [row.id] if table.id_type is str else []
    leaked = [secret for secret in secrets if secret and secret in text and secret != "t"]
    assert len(secrets) > 100
    assert leaked == []
    # Who was forgotten, and who still waits at the door.
    assert "Gus" not in text
    assert "Newcomer" not in text


def test_a_file_needs_an_empty_club_and_an_organizer(whole: WholeClub) -> None:
    text = text_of(whole.account, whole.club).encode()
    assert imported(whole.account, whole.club, text) == importing.NOT_EMPTY
    stranger, club = new_club("Rita")
    with pytest.raises(NotFoundError):
        require_organizer(stranger, whole.club.id)
    assert isinstance(imported(stranger, club, text), importing.Imported)
    db.session.expire_all()
    # Others can join afterward.
    assert not isinstance(members.add_members(require_organizer(stranger, club.id), ["Liz"]), Refusal)
    # Who imports it stays the only organizer; nobody else has a role or an account.
    assert [(member.name, member.role) for member in club.members if member.account_id] == [("Rita", "organizer")]
    assert {member.role for member in club.members if member.name != "Rita"} == {"member"}
