"""WTForms made from the engine's fields: no list of games here, no rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from flask import request
from flask_wtf import FlaskForm
from wtforms import Field as FormField
from wtforms import HiddenField

from scorekeeper.rules.fields.basic import Field
from scorekeeper.rules.values import Fault
from scorekeeper.web.forms.read import ABSENT, read


class EntryField(FormField):  # type: ignore[misc]  # wtforms has no type hints
    """One entry of a hand, an option, or a question, as the engine describes it.

    It has no validators: the engine checks the record as a whole, and its faults are attached here.
    """

    def __init__(self, entry: Field, **more: Any) -> None:
        super().__init__(entry.label, default=ABSENT, **more)
        self.entry = entry
        self.faults: list[Fault] = []

    def process(self, formdata: Any, *args: Any, **kwargs: Any) -> None:
        """Keep the whole form: an entry may have several inputs, named by the engine's paths."""
        self.formdata = formdata
        super().process(formdata, *args, **kwargs)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the value that was sent."""
        self.data = read(self.entry, self.formdata, self.entry.key)

    @property
    def is_given(self) -> bool:
        """Something was entered."""
        return self.data is not ABSENT

    def faults_at(self, path: str) -> list[Fault]:
        """What is wrong exactly there."""
        return [fault for fault in self.faults if fault.path == path]


class EntryForm(FlaskForm):  # type: ignore[misc]
    """A form of entries."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """Only forms are read, whatever else a request may carry."""

        def wrap_formdata(self, form: object, formdata: object) -> object:
            """The form that was sent, if one was."""
            return (request.form or None) if request.method == "POST" else None

    def entries(self, *whens: str) -> list[EntryField]:
        """The entries of these moments (all of them if none is named)."""
        fields = [field for field in self if isinstance(field, EntryField)]
        return [field for field in fields if not whens or field.entry.when in whens]

    def facts(self) -> dict[str, Any]:
        """What was entered, by key."""
        return {field.entry.key: field.data for field in self.entries() if field.is_given}

    def edits(self, key: str) -> bool:
        """A button has just put an entry of this list in, or taken one out."""
        return any(request.form.get(edit, "").startswith(f"{key}[") for edit in ("put", "drop"))

    def attach_faults(self, faults: Iterable[Fault]) -> list[Fault]:
        """Put every fault beside its field; those without one are returned."""
        fields = {field.entry.key: field for field in self.entries()}
        unplaced = []
        for fault in faults:
            if fault.key in fields:
                fields[fault.key].faults.append(fault)
            else:
                unplaced.append(fault)
        return unplaced


Kind = TypeVar("Kind", bound=EntryForm)


class HandForm(EntryForm):
    """A hand's form: which hand, made from which version, and the form's own mark."""

    hand = HiddenField()
    base = HiddenField()
    token = HiddenField()


def make_form(kind: type[Kind], fields: Sequence[Field], values: Mapping[str, Any], **hidden: Any) -> Kind:
    """A form with these fields, holding these values unless something was sent."""
    data = {f"entry_{index}": values.get(field.key, ABSENT) for index, field in enumerate(fields)}
    return _form_class(kind, fields)(data=data | hidden)


#: Classes by the identity of their fields, which the engine makes once for each setting; a class keeps them alive.
_CLASSES: dict[tuple[type[EntryForm], tuple[int, ...]], type[EntryForm]] = {}
MOST_CLASSES = 500


def _form_class(kind: type[Kind], fields: Sequence[Field]) -> type[Kind]:
    """A form class for these fields; to make one takes longer than to fill it."""
    key = kind, tuple(map(id, fields))
    known = _CLASSES.get(key)
    if known is None:
        if len(_CLASSES) >= MOST_CLASSES:
            _CLASSES.clear()
        entries = {f"entry_{index}": EntryField(field) for index, field in enumerate(fields)}
        known = _CLASSES[key] = type("Entries", (kind,), entries)
    return cast(type[Kind], known)
