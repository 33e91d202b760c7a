"""The About page."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.rules import GAMES
from scorekeeper.web.about.pictures import PICTURES, SCHEMES, file_name

blueprint = Blueprint("about", __name__)


@blueprint.get("/about")
def page() -> str:
    """What the app does, and how it looks."""
    pictures = [(text, [(scheme, file_name(name, scheme)) for scheme in SCHEMES]) for name, text in PICTURES.items()]
    return render_template("about/page.html", games=GAMES, pictures=pictures)
