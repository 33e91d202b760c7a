"""Tables: tournaments, their entries, rounds and games."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.base import Base
from scorekeeper.store.sealed_keys import SealedKey
from scorekeeper.store.tables.club import Club
from scorekeeper.store.tables.game import Game, UtcTime, now
from scorekeeper.store.tables.season import Season


class Tournament(Base):
    """A tournament of a club. Brackets and standings are computed."""

    __tablename__ = "tournament"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey(Club.id), index=True)
    name: Mapped[str] = mapped_column(String(60))
    date: Mapped[dt.date]
    slug: Mapped[str] = mapped_column(String(20))
    options: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    #: The league's plan as plain values.
    plan: Mapped[dict[str, Any]] = mapped_column(JSON)
    #: How many people an entry has.
    entry_size: Mapped[int]
    #: A game ends after so many hands or minutes; None for both if it is played to its end.
    hands: Mapped[int | None]
    minutes: Mapped[int | None]
    #: What decides the seeds: "lot", "hand", "standing" or "rating".
    seeding: Mapped[str] = mapped_column(String(10))
    #: The season whose standings or ratings seed it.
    season_id: Mapped[str | None] = mapped_column(ForeignKey("season.id"))
    #: Prizes in words, the first place first.
    prizes: Mapped[list[str]] = mapped_column(JSON, default=list)
    #: Pairs of a match and the number of the entry that forfeited it.
    forfeits: Mapped[list[list[Any]]] = mapped_column(JSON, default=list)
    #: The key of the public page; None while there is no page.
    public_key: Mapped[str | None] = mapped_column(SealedKey, unique=True)
    created_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    started_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Counts every change, so that a page can tell that it is out of date.
    revision: Mapped[int] = mapped_column(default=0)

    club: Mapped[Club] = relationship()
    season: Mapped[Season | None] = relationship()
    entries: Mapped[list[TournamentEntry]] = relationship(
        order_by="TournamentEntry.number", back_populates="tournament"
    )
    rounds: Mapped[list[TournamentRound]] = relationship(order_by="TournamentRound.number", back_populates="tournament")
    games: Mapped[list[TournamentGame]] = relationship(order_by="TournamentGame.id", back_populates="tournament")


class TournamentEntry(Base):
    """A person, a pair or a team in a tournament."""

    __tablename__ = "tournament_entry"
    __table_args__ = (UniqueConstraint("tournament_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id"))
    #: From 1 in order of entry; lots are drawn by it.
    number: Mapped[int]
    #: The name of a team; None if the names of its members are used.
    name: Mapped[str | None] = mapped_column(String(60))
    #: Ids of members.
    members: Mapped[list[int]] = mapped_column(JSON)
    #: The place in the draw; before the start only if it is set by hand.
    seed: Mapped[int | None]
    #: How many rounds were drawn before it entered.
    joined: Mapped[int] = mapped_column(default=0)
    withdrawn_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)

    tournament: Mapped[Tournament] = relationship(back_populates="entries")


class TournamentRound(Base):
    """A drawn round: the numbers of the entries in every match, and byes."""

    __tablename__ = "tournament_round"
    __table_args__ = (UniqueConstraint("tournament_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id"))
    number: Mapped[int]
    matches: Mapped[list[Any]] = mapped_column(JSON)
    byes: Mapped[list[Any]] = mapped_column(JSON)
    made_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    tournament: Mapped[Tournament] = relationship(back_populates="rounds")


class TournamentGame(Base):
    """A game of a match: table, seats, and totals if the score was kept on paper."""

    __tablename__ = "tournament_game"

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id"), index=True)
    #: The key of the match, such as “W1-3” or “2-1”.
    match: Mapped[str] = mapped_column(String(12))
    #: The number of the game in its match, and of its table there.
    leg: Mapped[int]
    board: Mapped[int]
    #: The number of the table in the room.
    place: Mapped[int]
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), unique=True)
    #: The numbers of the entries on each side. The bracket counts a game only for these sides.
    sides: Mapped[list[list[str]]] = mapped_column(JSON)
    #: Ids of members in seat order.
    seats: Mapped[list[int]] = mapped_column(JSON)
    #: The final totals of a game on paper.
    totals: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    #: It counts as it is, although it was not played to its end.
    stopped: Mapped[bool] = mapped_column(default=False, server_default=false())
    started_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    tournament: Mapped[Tournament] = relationship(back_populates="games")
    game: Mapped[Game] = relationship()
