"""The forms of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Field, StringField
from wtforms.validators import InputRequired

from scorekeeper.actions.tournament.tournaments import TournamentDraft
from scorekeeper.rules.game import Game
from scorekeeper.web import parse
from scorekeeper.web.page_form import CountField, DayField, PageForm


class TournamentForm(PageForm):
    """Create a tournament; the game's options are a form of their own."""

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
    seeding = StringField("Seeds")
    season = StringField("Season that decides the seeds")
    third_place = BooleanField("Play a match for third place")
    first_tie = StringField("First tie-break")
    lot = StringField("Random seed (optional)")

    def draft(self, game: Game, options: Mapping[str, Any]) -> TournamentDraft:
        """The tournament as it was planned here."""
        return TournamentDraft(
            self.name.data or "",
            self.date.data,
            game.slug,
            options,
            self.kind.data or "",
            self.format.data or "",
            self.best_of.data or 1,
            self.tables.data or 2,
            self.rounds.data,
            self.hands.data,
            self.minutes.data,
            self.seeding.data or "",
            self.season.data or "",
            self.third_place.data,
            self.first_tie.data or "",
            self.lot.data or "",
        )


class NumbersField(Field):  # type: ignore[misc]  # wtforms has no type hints
    """Every whole number that was sent under one name; None for anything else."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the numbers."""
        self.data = [parse.integer(text) for text in valuelist]


class TextsField(Field):  # type: ignore[misc]
    """Every text that was sent under one name."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the texts as they are."""
        self.data = list(valuelist)


class EntryForm(PageForm):
    """Enter members and newcomers, or take an entry out."""

    member = NumbersField()
    newcomer = TextsField()
    name = StringField()
    #: The number of the entry that withdraws, comes back or moves up.
    withdraw = StringField()
    back = StringField()
    up = StringField()


class PlayForm(PageForm):
    """Start matches or draw a round."""

    match = TextsField()
    number = CountField()


class TotalsForm(PageForm):
    """Totals from paper."""

    total = NumbersField()


class MatchForm(PageForm):
    """Who forfeits a match."""

    entry = StringField()


class SeatForm(PageForm):
    """Who leaves a seat and who takes it."""

    absent = CountField(validators=[InputRequired("Choose who leaves and who takes the seat.")])
    helper = CountField(validators=[InputRequired("Choose who leaves and who takes the seat.")])


class SettingsForm(PageForm):
    """Prizes, one per line, and the public page."""

    prizes = StringField("Prizes, one per line, first place first")
    public = BooleanField("Anyone with the link can see this tournament")
