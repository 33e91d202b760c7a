"""The table of what the API does: an address is declared once, for the router and for its description."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from flask import Blueprint
from flask.typing import ResponseReturnValue

PREFIX = "/api"
blueprint = Blueprint("api", __name__, url_prefix=PREFIX)

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])

#: Who may call an address: anybody, who may read the game, who may change it.
ANYBODY, READER, SCORER = "anybody", "reader", "scorer"


@dataclass(frozen=True)
class Operation:
    """One method of one address; `body` and `answer` name shapes of the description."""

    name: str
    method: str
    #: As Flask writes it, under /api.
    path: str
    summary: str
    answer: str | None
    status: int = 200
    text: str = ""
    body: str | None = None
    #: Takes JSON Lines as well, and answers a line for a line.
    lines: bool = False
    rights: str = ANYBODY
    #: Headers and entries of the query, by their names in the description.
    takes: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The path as a description writes it."""
        return PREFIX + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", self.path)

    @property
    def places(self) -> list[str]:
        """What stands for something in the path."""
        return re.findall(r"{(\w+)}", self.address)


OPERATIONS: list[Operation] = []


def operation(method: str, path: str, answer: str | None, **more: object) -> Callable[[View], View]:
    """Declare a view: its address, its shapes, its rights; the docstring says what it does."""

    def declared(view: View) -> View:
        name = view.__name__
        summary = (view.__doc__ or "").strip().rstrip(".")
        OPERATIONS.append(Operation(name, method, path, summary, answer, **more))  # type: ignore[arg-type]
        blueprint.add_url_rule(path, name, view, methods=[method])
        return view

    return declared
