"""What the tables of the club promise by themselves."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import inspect
from sqlalchemy.exc import IntegrityError

from scorekeeper.store import (
    Account,
    Bye,
    Club,
    EntrantMember,
    Event,
    EventTable,
    Game,
    GameResult,
    Member,
    Round,
    Season,
    db,
)
from scorekeeper.store.queries.club import clubs_with_sizes, tables_of

DAY = dt.date(2026, 11, 10)


@pytest.fixture
def game(app: Flask, client: FlaskClient) -> Iterator[Game]:
    """A game, in an app whose database can be asked."""
    client.post("/new/original", data={"players": ["Ann", "Ben", "Cal", "Dot"]})
    with app.app_context():
        account = Account(id="a", name="Ann", folded_name="ann", password="x")
        club = Club(id="c", name="Rooks")
        db.session.add_all([account, club, Member(club=club, name="Ann", account=account, role="organizer")])
        db.session.add(Event(id="e", club=club, date=DAY, name="Tuesday"))
        db.session.add(Season(id="s", club=club, name="Winter", starts=DAY, ends=DAY))
        db.session.commit()
        yield db.session.query(Game).one()


def result(game: Game, **more: object) -> GameResult:
    return GameResult(game_id=game.id, club_id="c", event_id="e", date=DAY, slug="original", **more)


def broken(*rows: object) -> None:
    db.session.add_all(rows)
    with pytest.raises(IntegrityError):
        db.session.commit()
    db.session.rollback()


def test_duplicates_are_refused(game: Game) -> None:
    broken(Account(id="b", name="ANN", folded_name="ann", password="y"))
    broken(Member(club_id="c", name="Other", account_id="a"))
    db.session.add_all([result(game), Round(id=1, event_id="e", number=1, method="draw", quality="")])
    db.session.add(EventTable(round_id=1, number=1, game_id=game.id))
    db.session.commit()
    broken(result(game))
    broken(Round(event_id="e", number=1, method="draw", quality=""))
    broken(EventTable(round_id=1, number=2, game_id=game.id))


def test_required_keys(game: Game) -> None:
    broken(Member(club_id="no", name="X"))
    broken(EntrantMember(event_id="e", entrant_id=1, member_id=99))
    broken(Bye(round_id=99, member_id=1))
    broken(result(game, season_id="no"))
    assert [member.account_id for member in db.session.query(Member)] == ["a"]


def test_what_is_there_by_itself(game: Game) -> None:
    season, event = db.session.get(Season, "s"), db.session.get(Event, "e")
    assert season is not None
    assert event is not None
    assert (season.counting, season.scheme, season.handicaps, season.lots) == ("date", {}, {}, [])
    assert (season.slug, season.options, season.public_key, season.initials, season.revision) == (*[None] * 3, False, 0)
    assert (event.totals, event.ratings, event.revision, event.season_id) == (None, None, 0, None)
    # None is nothing, not the JSON word for it.
    assert db.session.query(Season).filter(Season.options.is_(None)).count() == 1
    assert db.session.query(Event).filter(Event.totals.is_(None)).count() == 1


def test_lists_of_events_do_not_read_their_totals(game: Game) -> None:
    db.session.expire_all()
    event = db.session.query(Event).one()
    assert {"totals", "ratings"} <= inspect(event).unloaded


def test_questions_about_clubs(game: Game) -> None:
    db.session.add(Club(id="d", name="Birds"))
    db.session.add(Member(club_id="c", name="Ben", left_at=dt.datetime(2026, 11, 1, tzinfo=dt.UTC)))
    seating = EventTable(round=Round(event_id="e", number=1, method="draw", quality=""), number=1)
    db.session.add(seating)
    db.session.commit()
    assert [(club.name, size) for club, size in clubs_with_sizes()] == [("Birds", 0), ("Rooks", 1)]
    assert tables_of("c") == []
    seating.game_id = game.id
    db.session.commit()
    assert tables_of("c") == [(seating, game)]
    assert tables_of("d") == []
