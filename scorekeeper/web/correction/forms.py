"""The forms of corrections."""

from __future__ import annotations

from wtforms import BooleanField, StringField
from wtforms.validators import InputRequired

from scorekeeper.actions.correction.reseating import Swap
from scorekeeper.web.night.forms import MemberField, MembersField
from scorekeeper.web.page_form import CountField, PageForm


class SeatsForm(PageForm):
    """Swap two people of a round, or everybody at two tables; `confirmed` after somebody was asked."""

    round = CountField()
    swap = MembersField()
    table = MembersField()
    confirmed = BooleanField()

    def swap_in(self, latest: int) -> Swap:
        """The swap, in the latest round unless another one is named."""
        number = self.round.data if self.round.data is not None else latest
        return Swap(number, tuple(self.swap.data or ()), tuple(self.table.data or ()))


class MoveForm(PageForm):
    """The season to which a night moves."""

    season = StringField(validators=[InputRequired("Choose where the night goes.")])


class ReopenForm(PageForm):
    """Why a season is reopened."""

    reason = StringField("Reason")


class MergeForm(PageForm):
    """The member who stays."""

    stays = MemberField()


class AskForm(PageForm):
    """A question whose answer is yes."""
