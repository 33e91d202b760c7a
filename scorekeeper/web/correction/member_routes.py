"""Merging two members of a club."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.access import ClubAccess, Member, require_organizer
from scorekeeper.actions.correction.merging import merge as merge_members
from scorekeeper.actions.correction.merging import plan_merge
from scorekeeper.actions.errors import Refusal
from scorekeeper.web import parse
from scorekeeper.web.correction.forms import MergeForm
from scorekeeper.web.session import require_account

blueprint = Blueprint("member_corrections", __name__, url_prefix="/clubs/<club_id>/members/<int:member_id>/merge")


@blueprint.get("")
def choose(club_id: str, member_id: int) -> ResponseReturnValue:
    """Choose the name that stays; then see what merging does."""
    access = require_organizer(require_account().id, club_id)
    gone, stays_id = access.member(member_id), parse.count(request.args.get("stays", ""))
    if stays_id is None:
        return _choices(access, gone)
    plan = plan_merge(access, gone, access.member(stays_id))
    if isinstance(plan, Refusal):
        return _choices(access, gone, plan.messages), 422
    return render_template("correction/merge_question.html", access=access, plan=plan)


def _choices(access: ClubAccess, gone: Member, problems: Sequence[str] = ()) -> str:
    others = [member for member in (*access.members, *access.former_members) if member is not gone]
    return render_template("correction/merge.html", access=access, gone=gone, others=others, refused=problems)


@blueprint.post("")
def merge(club_id: str, member_id: int) -> ResponseReturnValue:
    """Merge the two, after somebody was asked."""
    access, form = require_organizer(require_account().id, club_id), MergeForm()
    gone, stays = access.member(member_id), access.member(form.stays.data or 0)
    refusal = merge_members(access, gone, stays)
    if refusal is not None:
        return _choices(access, gone, refusal.messages), 422
    flash(f"{gone.name} was merged into {stays.name}. You can undo this in the club log.")
    return redirect(url_for("members.page", club_id=club_id, member_id=stays.id), 303)
