"""The forms of an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort
from wtforms import BooleanField, Field, StringField
from wtforms.validators import InputRequired, Length, StopValidation

from scorekeeper.actions.event import contests, events
from scorekeeper.actions.event.access import EventAccess
from scorekeeper.actions.event.clock import MOST_MINUTES
from scorekeeper.actions.event.drafts import RoundDraft, method_choices
from scorekeeper.actions.event.seating import game_of, shape_of
from scorekeeper.league.pairings.values import RoundPlan
from scorekeeper.rules.game import Game
from scorekeeper.web import parse
from scorekeeper.web.page_form import CountField, DayField, PageForm, TextsField

#: The most tables of a night.
MOST_TABLES = 100


class EventForm(PageForm):
    """Open a night or change it; the game's options are a form of their own."""

    game = StringField("Game")
    name = StringField("Name")
    date = DayField("Date")
    rounds = CountField("Rounds (optional)")
    minutes = CountField("Minutes per round (optional)")
    season = StringField("Season")

    def validate_date(self, field: Field) -> None:
        """A day near today."""
        if field.data is None or not events.is_near(field.data):
            _replace_errors(field, events.DATE_FAULT)

    def validate_rounds(self, field: Field) -> None:
        """A number of rounds that a night can have, or nothing."""
        if field.errors or (field.data is not None and not 1 <= field.data <= events.MOST_ROUNDS):
            _replace_errors(field, events.ROUNDS_FAULT)

    def validate_minutes(self, field: Field) -> None:
        """A time that a round can last, or nothing."""
        if field.errors or (field.data is not None and not 1 <= field.data <= MOST_MINUTES):
            _replace_errors(field, events.MINUTES_FAULT)

    @property
    def unplaced(self) -> list[str]:
        """The problems that are not shown next to a field."""
        placed = {str(message) for field in self for message in field.errors}
        return [message for message in self.problems if message not in placed]

    def plan(self, game: Game, options: Mapping[str, Any]) -> events.EventPlan:
        """The plan of the night."""
        name, season = self.name.data or "", self.season.data or ""
        return events.EventPlan(name, self.date.data, game.slug, options, season, self.rounds.data, self.minutes.data)


def _replace_errors(field: Field, message: str) -> None:
    field.errors[:] = []
    raise StopValidation(message)


class ContestForm(PageForm):
    """Create a contest; the game's options are a form of their own."""

    game = StringField("Game")
    name = StringField("Name")
    date = DayField("Date")
    kind = StringField("Who enters")
    format = StringField("Format")
    best_of = CountField("Games per match")
    tables = CountField("Tables per team match")
    rounds = CountField("Rounds (optional)")
    hands = CountField("Hands per game (optional)")
    minutes = CountField("Minutes per round (optional)")
    season = StringField("Counts for")
    seeding = StringField("Seeds")
    seeded_by = StringField("Season that decides the seeds")
    third_place = BooleanField("Play a match for third place")
    first_tie = StringField("First tie-break")
    lot = StringField("Random seed (optional)")

    def draft(self, game: Game, options: Mapping[str, Any]) -> contests.ContestDraft:
        """The contest that the form describes."""
        return contests.ContestDraft(
            name=self.name.data or "",
            date=self.date.data,
            game=game.slug,
            options=options,
            kind=self.kind.data or "",
            format=self.format.data or "",
            best_of=self.best_of.data or 1,
            tables=self.tables.data or 2,
            rounds=self.rounds.data,
            hands=self.hands.data,
            minutes=self.minutes.data,
            seeding=self.seeding.data or "",
            seeded_by=self.seeded_by.data or "",
            season_id=self.season.data or "",
            third_place=self.third_place.data,
            first_tie=self.first_tie.data or "",
            lot=self.lot.data or "",
        )


class SettingsForm(PageForm):
    """The prizes of a contest, one per line, and the public page."""

    prizes = StringField("Prizes, one per line, first place first")
    public = BooleanField()
    initials = BooleanField("Show initials instead of names")


class DraftForm(PageForm):
    """A proposed round as its page sends it back, with the names that were tapped."""

    number = CountField(validators=[InputRequired()])
    size = CountField(validators=[InputRequired()])
    method = StringField()
    table = TextsField(validators=[Length(max=MOST_TABLES)])
    out = StringField()
    swap = TextsField()

    def draft(self, access: EventAccess) -> RoundDraft:
        """The draft; a form that no page of ours sends is a bad request."""
        size, method = self.size.data, self.method.data or ""
        number = self.number.data
        if not self.validate() or number is None or size not in game_of(access.event).players:
            abort(400)
        if method not in {choice.id for choice in method_choices(access, size)}:
            abort(404)
        shape = shape_of(access.event, method, size)
        tables = [_players(text) for text in self.table.data]
        if any(len(players) % shape.per_side(len(players)) for players in tables):
            abort(400)
        plan = RoundPlan(tuple(map(shape.table, tables)), _players(self.out.data or ""))
        return RoundDraft(number, method, size, plan)


def _players(text: str) -> tuple[str, ...]:
    """The ids of a table or of those who sit out."""
    ids = [parse.count(part) for part in text.split(",") if part]
    if None in ids:
        abort(400)
    return tuple(map(str, ids))
