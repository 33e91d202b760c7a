"""The forms of a club and its members."""

from __future__ import annotations

from flask import request
from wtforms import BooleanField, FileField, RadioField, TextAreaField
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


class FileForm(PageForm):
    """A file, or its text; then again when somebody has seen what it would do."""

    file = FileField("File")
    text = TextAreaField("Or paste the text")
    sure = BooleanField()

    @property
    def content(self) -> bytes:
        """The file, or what was pasted."""
        file = request.files.get(self.file.name)
        if file and file.filename and not hasattr(self, "_content"):
            self._content = file.read()
        return getattr(self, "_content", b"") or (self.text.data or "").encode("utf-8", "surrogatepass")
