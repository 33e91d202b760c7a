"""Sign up, sign in and manage an account."""

from __future__ import annotations

from typing import ClassVar

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, PasswordField, StringField
from wtforms.validators import EqualTo, InputRequired, ValidationError

from scorekeeper.actions.account import accounts
from scorekeeper.actions.account.passwords import LONGEST_PASSWORD, SHORTEST_PASSWORD, password_faults
from scorekeeper.actions.club.clubs import clubs_of
from scorekeeper.web.addresses import client_address
from scorekeeper.web.page_form import NameField, PageForm
from scorekeeper.web.session import end_session, read_reset, require_account, safe_path, start_session

USERNAME = {"autocomplete": "username", "autocapitalize": "words"}
OLD_PASSWORD = {"autocomplete": "current-password"}
NEW_PASSWORD = {"autocomplete": "new-password"}
NO_NAME = "Enter your name."
NO_PASSWORD = "Enter your password."
DIFFERENT = "The passwords do not match. Type the same one twice."


class SafePassword:
    """Validator: the password is neither too short nor too long."""

    field_flags: ClassVar = {"required": True, "minlength": SHORTEST_PASSWORD, "maxlength": LONGEST_PASSWORD}

    def __call__(self, form: object, field: PasswordField) -> None:
        """Raise the first fault of the password."""
        for fault in password_faults(field.data or ""):
            raise ValidationError(fault)


class SamePassword(EqualTo):  # type: ignore[misc]
    """The validator of the repeated password."""

    field_flags: ClassVar = {"required": True, "maxlength": LONGEST_PASSWORD}


class SignUpForm(PageForm):
    """A name and a password for a new account."""

    next = HiddenField(filters=[safe_path])
    name = NameField("Your name", render_kw=USERNAME)
    password = PasswordField("Password", [SafePassword()], render_kw=NEW_PASSWORD)
    again = PasswordField("Repeat password", [SamePassword("password", DIFFERENT)], render_kw=NEW_PASSWORD)


class SignInForm(PageForm):
    """The name and the password of an account."""

    next = HiddenField(filters=[safe_path])
    name = StringField("Your name", [InputRequired(NO_NAME)], render_kw=USERNAME)
    password = PasswordField("Password", [InputRequired(NO_PASSWORD)], render_kw=OLD_PASSWORD)


class ResetForm(PageForm):
    """A new password."""

    password = PasswordField("New password", [SafePassword()], render_kw=NEW_PASSWORD)
    again = PasswordField("Repeat password", [SamePassword("password", DIFFERENT)], render_kw=NEW_PASSWORD)


class PasswordForm(ResetForm):
    """A new password instead of the old one."""

    old = PasswordField("Current password", [InputRequired(NO_PASSWORD)], render_kw=OLD_PASSWORD)


class EraseForm(PageForm):
    """The password that confirms deleting the account."""

    password = PasswordField("Password", [InputRequired(NO_PASSWORD)], render_kw=OLD_PASSWORD)


blueprint = Blueprint("account", __name__, url_prefix="/account")


@blueprint.get("")
def page() -> str:
    """Show the account that is signed in."""
    return render_template("account/page.html", account=require_account())


@blueprint.route("/new", methods=["GET", "POST"])
def sign_up() -> ResponseReturnValue:
    """Sign up with a name and a password."""
    form = SignUpForm(next=request.args.get("next"))
    account = form.submit(lambda: accounts.sign_up(form.name.data, form.password.data, client_address()))
    if account is None:
        return form.page("account/sign_up.html")
    start_session(account)
    return redirect(form.next.data, 303)


@blueprint.route("/in", methods=["GET", "POST"])
def sign_in() -> ResponseReturnValue:
    """Sign in."""
    form = SignInForm(next=request.args.get("next"))
    account = form.submit(lambda: accounts.sign_in(form.name.data, form.password.data, client_address()))
    if account is None:
        return form.page("account/sign_in.html")
    start_session(account)
    return redirect(form.next.data, 303)


@blueprint.post("/out")
def sign_out() -> ResponseReturnValue:
    """Sign out. Games that the phone scores or watches by a link stay on the phone."""
    end_session()
    flash("You are signed out. The games on this phone stay here.")
    return redirect(url_for("start.home"), 303)


@blueprint.route("/password", methods=["GET", "POST"])
def password() -> ResponseReturnValue:
    """Change the password and sign out all other phones."""
    account, form = require_account(), PasswordForm()
    changed = form.submit(
        lambda: accounts.change_password(account, form.old.data, form.password.data, client_address())
    )
    if changed is None:
        return form.page("account/password.html", account=account)
    start_session(changed)
    flash("Password changed. All other phones are signed out.")
    return redirect(url_for("account.page"), 303)


@blueprint.route("/reset/<token>", methods=["GET", "POST"])
def reset(token: str) -> ResponseReturnValue:
    """Set a new password by a link that works once."""
    account, form = read_reset(token), ResetForm()
    changed = form.submit(lambda: accounts.reset_password(account.id, account.epoch, form.password.data))
    if changed is None:
        return form.page("account/reset.html", account=account)
    start_session(changed)
    flash("Password changed. You are signed in.")
    return redirect(url_for("clubs.my_clubs"), 303)


@blueprint.route("/erase", methods=["GET", "POST"])
def erase() -> ResponseReturnValue:
    """Delete the account; games stay under “Former member”."""
    account, form = require_account(), EraseForm()
    if not form.saves(lambda: accounts.erase(account, form.password.data, client_address())):
        clubs = [access.club.name for access in clubs_of(account.id)]
        return form.page("account/erase.html", account=account, clubs=clubs)
    end_session()
    flash("Your account was deleted.")
    return redirect(url_for("start.home"), 303)
