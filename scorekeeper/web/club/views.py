"""Panels and forms of the club pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import render_template
from wtforms import RadioField, TextAreaField
from wtforms.validators import DataRequired, InputRequired

from scorekeeper.actions.club.access import ClubAccess, Member
from scorekeeper.actions.club.members import NO_NAMES
from scorekeeper.actions.names import LONGEST_CLUB
from scorekeeper.web.page_form import CountField, NameField, PageForm

#: In the order in which they stand on the page.
ORDER = ("nights", "calendar", "tournaments", "seasons", "careers", "statistics")
CLUB: dict[str, Callable[[ClubAccess], Any]] = {}
PERSON: dict[str, Callable[[ClubAccess, Member], Any]] = {}


def club_panels(access: ClubAccess) -> Mapping[str, Any]:
    """The values of every panel of a club's page."""
    return {name: CLUB[name](access) for name in ORDER if name in CLUB}


def member_panels(access: ClubAccess, member: Member) -> Mapping[str, Any]:
    """The values of every panel of a member's page."""
    return {name: PERSON[name](access, member) for name in ORDER if name in PERSON}


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


def club_page(access: ClubAccess, new_members_form: NewMembersForm | None = None) -> str:
    """The page of a club, with the form for new members as it was sent."""
    return render_template(
        "club/page.html",
        access=access,
        new_members_form=new_members_form or NewMembersForm(),
        panels=club_panels(access),
    )


def settings_page(access: ClubAccess, refused: Sequence[str] = (), club_form: ClubForm | None = None) -> str:
    """Rename or leave a club."""
    club_form = club_form or ClubForm(name=access.club.name)
    return render_template("club/settings.html", access=access, refused=refused, club_form=club_form)


def member_page(access: ClubAccess, member: Member, problems: Sequence[str] = (), link: str = "") -> str:
    """The page of a member, perhaps with a link for a new password."""
    return render_template(
        "club/member.html",
        access=access,
        member=member,
        problems=problems,
        link=link,
        member_form=MemberForm(name=member.name),
        role_form=RoleForm(role=member.role),
        panels=member_panels(access, member),
    )
