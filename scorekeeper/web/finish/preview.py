"""The preview of a link in a message: the score in words, and the address of its picture."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.actions.keys import picture_key
from scorekeeper.actions.table.access import Table
from scorekeeper.rules.values import figure
from scorekeeper.web.finish.picture import HEIGHT, WIDTH
from scorekeeper.web.finish.ranking import final_sides, headline
from scorekeeper.web.table.views import at_table


@dataclass(frozen=True)
class Preview:
    """What a messenger shows of a link."""

    title: str
    description: str
    #: The link itself, and the picture: both with the server's name.
    url: str
    image: str
    width: int = WIDTH
    height: int = HEIGHT


def link_preview(table: Table, key: str) -> Preview:
    """The preview of the link that has this key."""
    name = at_table(table)[0].game.name
    scores = ", ".join(f"{side.name} {figure(side.total)}" for side in final_sides(table))
    title = headline(table) if table.sheet.over else f"{name}, hand {len(table.sheet.hands) + 1}"
    return Preview(
        title,
        f"{name}: {scores}" if table.sheet.over else scores,
        join_link(table.game.id, key),
        picture_link(table, key),
    )


def join_link(game_id: str, key: str) -> str:
    """The address by which another phone opens a game."""
    return url_for("share.join", game_id=game_id, key=key, _external=True)


def picture_link(table: Table, key: str, kind: str = "png") -> str:
    """The address of the picture; it names the revision, so that nobody shows an older one."""
    return url_for(
        "pictures.picture",
        game_id=table.game.id,
        key=picture_key(key),
        kind=kind,
        v=table.game.revision,
        _external=True,
    )
