"""Signing up, in and out; passwords; deleting an account."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import clubs
from scorekeeper.actions.errors import Refusal
from scorekeeper.web.session import current_account, needed_account, read_reset, safe_path
from scorekeeper.web.session import sign_in as remember
from scorekeeper.web.session import sign_out as forget

blueprint = Blueprint("account", __name__, url_prefix="/account")


def _said(key: str) -> str:
    return request.form.get(key, "")


def _address() -> str:
    return request.remote_addr or ""


def _next() -> str:
    return safe_path(request.values.get("next", ""))


@blueprint.get("")
def page() -> str:
    """The account of this phone."""
    needed_account()
    return render_template("account/page.html", account=current_account())


@blueprint.route("/new", methods=["GET", "POST"])
def sign_up() -> ResponseReturnValue:
    """A name and a password are all it takes."""
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        made = accounts.sign_up(_said("name"), _said("password"), _said("again"))
        if not isinstance(made, Refusal):
            remember(made)
            return redirect(_next(), 303)
        problems = made.messages
    return _asked("account/sign_up.html", problems)


@blueprint.route("/in", methods=["GET", "POST"])
def sign_in() -> ResponseReturnValue:
    """Whoever is known."""
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        known = accounts.sign_in(_said("name"), _said("password"), _address())
        if not isinstance(known, Refusal):
            remember(known)
            return redirect(_next(), 303)
        problems = known.messages
    return _asked("account/sign_in.html", problems)


def _asked(template: str, problems: tuple[str, ...]) -> ResponseReturnValue:
    name = _said("name")
    return render_template(template, problems=problems, name=name, next=_next()), 422 if problems else 200


@blueprint.post("/out")
def sign_out() -> ResponseReturnValue:
    """This phone is nobody's again."""
    forget()
    flash("You are signed out.")
    return redirect(url_for("start.start"), 303)


@blueprint.route("/password", methods=["GET", "POST"])
def password() -> ResponseReturnValue:
    """Another password; other phones are signed out."""
    account_id = needed_account()
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        changed = accounts.change_password(account_id, _said("old"), _said("password"), _said("again"), _address())
        if not isinstance(changed, Refusal):
            remember(changed)
            flash("The password is new; every other phone is signed out.")
            return redirect(url_for("account.page"), 303)
        problems = changed.messages
    text = render_template("account/password.html", account=current_account(), problems=problems)
    return text, 422 if problems else 200


@blueprint.route("/reset/<token>", methods=["GET", "POST"])
def reset(token: str) -> ResponseReturnValue:
    """A new password by a link, once."""
    account_id, epoch = read_reset(token)
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        changed = accounts.reset_password(account_id, epoch, _said("password"), _said("again"))
        if not isinstance(changed, Refusal):
            remember(changed)
            flash("The password is new, and you are signed in.")
            return redirect(url_for("clubs.mine"), 303)
        problems = changed.messages
    account = accounts.current(account_id, epoch)
    return render_template("account/reset.html", account=account, problems=problems), 422 if problems else 200


@blueprint.route("/erase", methods=["GET", "POST"])
def erase() -> ResponseReturnValue:
    """Delete the account; what was played stays under “Former member”."""
    account_id = needed_account()
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        refused = accounts.erase(account_id, _said("password"), _address())
        if refused is None:
            forget()
            flash("Your account is deleted.")
            return redirect(url_for("start.start"), 303)
        problems = refused.messages
    places = clubs.mine(account_id)
    text = render_template("account/erase.html", account=current_account(), places=places, problems=problems)
    return text, 422 if problems else 200
