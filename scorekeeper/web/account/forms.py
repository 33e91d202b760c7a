"""The forms of an account."""

from __future__ import annotations

from typing import ClassVar

from wtforms import HiddenField, PasswordField, StringField
from wtforms.validators import EqualTo, InputRequired, ValidationError

from scorekeeper.actions.account.passwords import LONGEST_PASSWORD, SHORTEST_PASSWORD, password_faults
from scorekeeper.web.page_form import NameField, PageForm
from scorekeeper.web.session import safe_path

USERNAME = {"autocomplete": "username", "autocapitalize": "words"}
OLD_PASSWORD = {"autocomplete": "current-password"}
NEW_PASSWORD = {"autocomplete": "new-password"}
NO_NAME = "Enter your name."
NO_PASSWORD = "Enter your password."
DIFFERENT = "The passwords do not match. Type the same one twice."


class SafePassword:
    """The validator of a new password."""

    field_flags: ClassVar = {"required": True, "minlength": SHORTEST_PASSWORD, "maxlength": LONGEST_PASSWORD}

    def __call__(self, form: object, field: PasswordField) -> None:
        """Refuse a password that is too short or too long."""
        for fault in password_faults(field.data or ""):
            raise ValidationError(fault)


class SamePassword(EqualTo):  # type: ignore[misc]
    """The validator of the repeated password."""

    field_flags: ClassVar = {"required": True, "maxlength": LONGEST_PASSWORD}


class SignUpForm(PageForm):
    """A name and a password."""

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
