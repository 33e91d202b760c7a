"""The About page."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.rules import GAMES

#: File name without its end, and what the picture shows.
PICTURES = {
    "start": "Resume your game, or start one of sixteen.",
    "new": "Type the names, and start.",
    "bid": "A hand takes six taps: bidder, bid and trump first.",
    "result": "See who gets what before you save.",
    "individual": "In games without partners, every player has a row.",
    "finish": "The winner, the chart and a rematch.",
    "ruling": "Settle a dispute: the ruling, and what it does to this hand.",
    "rules": "Search the rules of all games.",
    "night": "A club night: who sits where, and which tables are still playing.",
    "standings": "Season standings, with every point explained.",
}
SCHEMES = ("light", "dark")


def file_name(picture: str, scheme: str) -> str:
    """Where a picture lies in the static folder."""
    return f"pictures/{picture}-{scheme}.png"


blueprint = Blueprint("about", __name__)


@blueprint.get("/about")
def page() -> str:
    """What the app does, and how it looks."""
    pictures = [(text, [(scheme, file_name(name, scheme)) for scheme in SCHEMES]) for name, text in PICTURES.items()]
    return render_template("about/page.html", games=GAMES, pictures=pictures)
