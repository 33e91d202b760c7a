"""The forms of a club and its members."""

from __future__ import annotations

from wtforms import RadioField, TextAreaField
from wtforms.validators import DataRequired, InputRequired

from scorekeeper.actions.club.members import NO_NAMES
from scorekeeper.actions.names import LONGEST_CLUB
from scorekeeper.web.page_form import CountField, NameField, PageForm

WORDS = {"autocapitalize": "words"}
#: As the form shows them, the lowest first.
ROLES = ["member", "scorer", "organizer"]


class ClubForm(PageForm):
    """The name of a club."""

    name = NameField("Club name", LONGEST_CLUB, render_kw=WORDS)


class MemberForm(PageForm):
    """The name of a member."""

    name = NameField("Name")


class RoleForm(PageForm):
    """The role of a member."""

    role = RadioField("Role", choices=ROLES)


class NewMembersForm(PageForm):
    """The names of new members, one per line."""

    names = TextAreaField("Names, one per line", [DataRequired(NO_NAMES)], render_kw={"rows": 6, **WORDS})


class ClaimForm(PageForm):
    """Joining a club as a member on its list that nobody has claimed."""

    member = CountField("Member", [InputRequired()])


class JoinForm(PageForm):
    """Joining a club under a new name."""

    name = NameField("Your name in this club", render_kw=WORDS)
