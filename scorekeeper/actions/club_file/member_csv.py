"""Members from a spreadsheet: what it would add is shown first."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.names import clean_name, fold_name, replace_half_characters
from scorekeeper.store import Club, Member

#: No list is longer.
MOST_ROWS = 2_000
#: How a column of names may be headed, and the two that make one.
HEADS = ("name", "full name", "member", "player")
FIRST, LAST = ("first name", "first", "given name"), ("last name", "last", "surname", "family name")
#: What an exported spreadsheet puts an apostrophe before.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class MemberRows:
    """What a spreadsheet would do: names to add, names that are there already, and rows that hold none."""

    new: tuple[str, ...] = ()
    #: A name and why it is left out.
    duplicates: tuple[tuple[str, str], ...] = ()
    wrong: tuple[str, ...] = ()


def read_member_rows(club: Club, text: bytes) -> MemberRows:
    """Read names from a spreadsheet; nothing is stored."""
    rows = _rows(text)
    if len(rows) > MOST_ROWS:
        return MemberRows(wrong=(f"A list can have at most {MOST_ROWS:,} rows.",))
    known = {fold_name(member.name): member for member in club.listed_members if not member.retired}
    new: dict[str, str] = {}
    duplicates, wrong = [], []
    for number, name in _names(rows):
        tidy = clean_name(name)
        if isinstance(tidy, Refusal):
            wrong.append(f"Row {number}: {tidy.messages[0]}")
        elif (why := _why_known(fold_name(tidy), known, new)) is not None:
            duplicates.append((tidy, why))
        else:
            new[fold_name(tidy)] = tidy
    return MemberRows(tuple(new.values()), tuple(duplicates), tuple(wrong))


def _why_known(key: str, known: Mapping[str, Member], new: Mapping[str, str]) -> str | None:
    if key in new:
        return "twice in the file"
    if key not in known:
        return None
    return "former member" if known[key].left_at is not None else "already a member"


def _rows(text: bytes) -> list[list[str]]:
    """The rows with something in them."""
    try:
        decoded = text.decode("utf-8-sig")
    except UnicodeDecodeError:
        decoded = text.decode("cp1252", "replace")
    decoded = replace_half_characters(decoded.replace("\0", ""))
    first = decoded.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(decoded, newline=""), delimiter=delimiter))
    except csv.Error:
        # Such as a quote that is never closed.
        return []
    return [row for row in rows if any(cell.strip() for cell in row)]


def _names(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    """The name in every row, with the number of the row."""
    head = [cell.strip().casefold() for cell in rows[0]] if rows else []
    columns = _columns(head)
    for number, row in enumerate(rows[1:] if columns else rows, 2 if columns else 1):
        cells = [row[column] for column in columns or [0] if column < len(row)]
        yield number, " ".join(filter(None, map(_text, cells)))


def _columns(head: Sequence[str]) -> list[int]:
    """The columns of the name; none where the first row is no head."""
    whole = [column for column, cell in enumerate(head) if cell in HEADS][:1]
    halves = [next((column for column, cell in enumerate(head) if cell in heads), None) for heads in (FIRST, LAST)]
    return whole or [column for column in halves if column is not None]


def _text(cell: str) -> str:
    """A cell without the apostrophe that marks what looks like a formula as text."""
    text = cell.strip()
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text
