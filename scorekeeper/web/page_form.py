"""Base classes of all forms other than hands, with WTForms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import BooleanField, Field, FileField, IntegerField, StringField, TextAreaField
from wtforms.validators import ValidationError

from scorekeeper.actions.errors import Refusal, Wait
from scorekeeper.actions.names import LONGEST_NAME, clean_name
from scorekeeper.web import parse

V = TypeVar("V")


class PageForm(FlaskForm):  # type: ignore[misc]  # wtforms has no type hints
    """A form of a page. `problems` are the messages to show above it, without repeats."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """Read the form of the request, never its JSON."""

        def wrap_formdata(self, form: object, formdata: object) -> object:
            """The form that was sent, if any."""
            return request.form if request.method == "POST" else None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.refused: list[str] = []
        #: Seconds until it may be sent again, if it was sent too often.
        self.wait = 0

    def refuse(self, messages: Iterable[str]) -> None:
        """Add the messages of a refused action."""
        self.refused.extend(messages)

    def submit(self, action: Callable[[], V | Refusal], faults: Callable[[], Iterable[str]] = tuple) -> V | None:
        """Run the action if a valid form was sent; its result, or None if there is none or it was refused.

        `faults` are what the action would refuse as well, for an invalid form.
        """
        if not self.is_submitted():
            return None
        if not self.validate():
            self.refuse(faults())
            return None
        result = action()
        if not isinstance(result, Refusal):
            return result
        self.refuse(result.messages)
        self.wait = result.seconds if isinstance(result, Wait) else 0
        return None

    def refusal(self) -> Refusal | None:
        """The problems of an invalid form, or None if it is valid."""
        return None if self.validate() else Refusal(tuple(self.problems))

    def saves(self, action: Callable[[], Refusal | None], faults: Callable[[], Iterable[str]] = tuple) -> bool:
        """Run the action if a valid form was sent; whether it was done."""
        return self.submit(lambda: action() or True, faults) is not None

    def page(self, template: str, **values: Any) -> ResponseReturnValue:
        """The page that shows the form, with its status."""
        return render_template(template, form=self, **values), self.status, self.headers

    @property
    def problems(self) -> list[str]:
        """Everything that is wrong, in the order of the fields."""
        wrong = [str(message) for field in self for message in field.errors]
        return list(dict.fromkeys([*wrong, *self.refused]))

    @property
    def status(self) -> int:
        """The HTTP status of the page that shows the form."""
        if self.wait:
            return 429
        return 422 if self.problems else 200

    @property
    def headers(self) -> dict[str, str]:
        """The HTTP headers of that page."""
        return {"Retry-After": str(self.wait)} if self.wait else {}


class FileForm(PageForm):
    """A file, or its text; sent again to confirm the preview."""

    file = FileField("File")
    text = TextAreaField("Or paste the text")
    sure = BooleanField()

    @property
    def content(self) -> bytes:
        """The file, or what was pasted."""
        file = request.files.get(self.file.name)
        uploaded = b""
        if file and file.filename:
            file.seek(0)
            uploaded = file.read()
        return uploaded or (self.text.data or "").encode("utf-8", "surrogatepass")


class CleanName:
    """The validator of a name of a person, club, event or season."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.field_flags = {"required": True, "maxlength": longest}

    def __call__(self, form: object, field: StringField) -> None:
        """Refuse what cannot be a name."""
        # A default that was not sent back is no answer.
        name = clean_name(field.data if field.raw_data else "", self.longest)
        if isinstance(name, Refusal):
            raise ValidationError(name.messages[0])


class NameField(StringField):  # type: ignore[misc]
    """A name of a person, club, event or season."""

    def __init__(self, label: str, longest: int = LONGEST_NAME, **more: Any) -> None:
        super().__init__(label, [CleanName(longest)], **more)


class CountField(IntegerField):  # type: ignore[misc]
    """A whole number that may be left empty."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the digits; anything else is a problem."""
        text = valuelist[0].strip() if valuelist else ""
        self.data = parse.count(text)
        if text and self.data is None:
            raise ValidationError(f"{self.label.text}: enter a whole number.")


class MemberField(Field):  # type: ignore[misc]
    """The id of the member whose name was tapped, or None."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the id."""
        self.data = parse.count(valuelist[0]) if valuelist else None


class MembersField(Field):  # type: ignore[misc]
    """The ids of the members whose names were tapped."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read every id, and ignore anything else."""
        self.data = [member for member in map(parse.count, valuelist) if member is not None]


class TextsField(Field):  # type: ignore[misc]
    """Every text that was sent under one name."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the texts as they are."""
        self.data = list(valuelist)


class DayField(StringField):  # type: ignore[misc]
    """A day from a date picker, or typed as 2026-11-10."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the day; anything else is a problem."""
        text = valuelist[0].strip() if valuelist else ""
        self.data = parse.date(text)
        if text and self.data is None:
            raise ValidationError(f"{self.label.text}: enter a day such as 2026-11-10.")

    def _value(self) -> str:
        return self.data.isoformat() if self.data else (self.raw_data[0] if self.raw_data else "")


class AddressForm(PageForm):
    """A form read from the address; it changes nothing, so it needs no token."""

    class Meta(PageForm.Meta):
        """Read from the address, or from the form that is sent."""

        csrf = False

        def wrap_formdata(self, form: object, formdata: object) -> object:
            """The query and the form."""
            return request.values
