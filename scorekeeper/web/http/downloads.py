"""Downloads: spreadsheets (CSV) and other text files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from flask import Response

#: Spreadsheet programs take a cell that starts like this for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: Negative numbers and fractions are safe, even as text.
NUMBER = re.compile(r"-?[0-9]+(?:[./][0-9]+)?")


def download(text: str, mimetype: str, name: str) -> Response:
    """Send text as a file."""
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def spreadsheet(head: Sequence[str], rows: Iterable[Sequence[object]], name: str) -> Response:
    """Send rows as a CSV file that spreadsheet programs read as UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([cell(value) for value in row] for row in rows)
    return download("\ufeff" + out.getvalue(), "text/csv", name)


def cell(value: object) -> object:
    """The value of a cell. Text that looks like a formula is escaped, unless it is a number."""
    is_formula = isinstance(value, str) and value.startswith(FORMULA) and not NUMBER.fullmatch(value)
    return f"'{value}" if is_formula else value
