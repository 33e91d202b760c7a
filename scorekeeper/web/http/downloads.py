"""Files to download: spreadsheets (CSV) and other texts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from flask import Response

#: A spreadsheet takes a cell that starts like this for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def download(text: str, mimetype: str, name: str) -> Response:
    """A text as a file."""
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def spreadsheet(head: Sequence[str], rows: Iterable[Sequence[object]], name: str) -> Response:
    """Rows as a CSV file that spreadsheet programs read as UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([cell(value) for value in row] for row in rows)
    return download("\ufeff" + out.getvalue(), "text/csv", name)


def cell(value: object) -> object:
    """The value of a cell; text that looks like a formula is marked as text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
