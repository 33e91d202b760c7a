"""Files to download: spreadsheets (CSV) and other texts."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from flask import Response

#: A spreadsheet takes a cell that starts like this for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: Negative numbers and fractions are numbers, also where they come as text.
NUMBER = re.compile(r"-?[0-9]+(?:[./][0-9]+)?")


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
    """The value of a cell; text that looks like a formula is marked as text, and a number is none."""
    is_formula = isinstance(value, str) and value.startswith(FORMULA) and not NUMBER.fullmatch(value)
    return f"'{value}" if is_formula else value
