"""Forms made from the engine's fields: no list of games here, no rules.

They have no validators: the engine checks the record as a whole, and its faults are attached here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import request

from scorekeeper.rules.fields import Field, PerSide
from scorekeeper.rules.values import Fault
from scorekeeper.web.forms.read import ABSENT, read


@dataclass(slots=True)
class EntryField:
    """One entry of a hand, or an option, as the engine describes it, with its value."""

    entry: Field
    data: Any = ABSENT
    faults: list[Fault] = field(default_factory=list)

    @property
    def is_given(self) -> bool:
        """Something was entered."""
        return self.data is not ABSENT

    def faults_at(self, path: str) -> list[Fault]:
        """What is wrong exactly there."""
        return [fault for fault in self.faults if fault.path == path]


class EntryForm:
    """A form of entries that hold what was sent, or these values if nothing was."""

    def __init__(self, fields: Iterable[Field], values: Mapping[str, Any], reads_sent: bool = True) -> None:
        is_sent = reads_sent and request.method == "POST"
        self._sent: dict[str, str] = request.form.to_dict() if is_sent else {}
        self._sent_keys = {re.split(r"[.\[]", name, maxsplit=1)[0] for name in self._sent}
        self._fields = [EntryField(field, self._value(field, values)) for field in fields]

    def _value(self, field: Field, values: Mapping[str, Any]) -> Any:
        if not self._sent:
            return values.get(field.key, ABSENT)
        # Only a list for the sides may hold something where nothing was sent.
        is_there = field.key in self._sent_keys or isinstance(field, PerSide)
        return read(field, self._sent, field.key) if is_there else ABSENT

    @property
    def is_sent(self) -> bool:
        """Somebody has sent it, perhaps not to save it."""
        return bool(self._sent)

    def hidden(self, name: str, usual: object) -> str:
        """What the form says of itself, or what a new one says."""
        return self._sent.get(name, str(usual))

    def entries(self, *whens: str) -> list[EntryField]:
        """The entries of these moments (all of them if none is named)."""
        return [field for field in self._fields if field.entry.when in whens] if whens else self._fields

    def facts(self) -> dict[str, Any]:
        """What was entered, by key."""
        return {field.entry.key: field.data for field in self._fields if field.is_given}

    def edits(self, key: str) -> bool:
        """A button has just opened this list, put an entry in, or taken one out."""
        return self._sent.get("do") == key or any(
            self._sent.get(edit, "").startswith(f"{key}[") for edit in ("put", "drop")
        )

    def attach_faults(self, faults: Iterable[Fault]) -> list[Fault]:
        """Put every fault beside its field; those without one are returned."""
        fields = {field.entry.key: field for field in self._fields}
        unplaced = []
        for fault in faults:
            if fault.key in fields:
                fields[fault.key].faults.append(fault)
            else:
                unplaced.append(fault)
        return unplaced
