"""The pages of a club and of a member, as several routes show them."""

from __future__ import annotations

from collections.abc import Sequence

from flask import render_template

from scorekeeper.actions.club.access import ClubAccess, Member
from scorekeeper.web.club.forms import ClubForm, MemberForm, NewMembersForm, RoleForm
from scorekeeper.web.club_panels import club_panels, member_panels


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
