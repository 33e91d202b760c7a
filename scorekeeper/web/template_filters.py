"""Template filters and context: figures with real minus signs, colors with shapes, moments, the bar."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any

from flask import Flask, request, session, url_for
from markupsafe import Markup

from scorekeeper.actions.event.access import event_noun
from scorekeeper.league.rating import Rating
from scorekeeper.league.standings.counting import Way
from scorekeeper.league.totals import Totals
from scorekeeper.league.words import (
    called,
    counted,
    day,
    days,
    listed,
    number,
    ordinal,
    percent,
    time_of_day,
    weekday,
    whole_percent,
)
from scorekeeper.rulebook import Rule
from scorekeeper.rulebook import rule as find_rule
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.values import figure
from scorekeeper.web.addresses import is_reachable
from scorekeeper.web.cache import render_piece, render_widget
from scorekeeper.web.preferences import TEXT_SIZE, THEME, has_feedback

#: The colors of the cards that the sprite has a picture of.
COLORS = ("red", "yellow", "blue", "green", "black")


def gain(points: int) -> str:
    """Points of a hand: with their sign."""
    return f"+{figure(points)}" if points > 0 else figure(points)


def whole(points: Fraction) -> str:
    """A figure rounded to a whole number."""
    return number(round(points))


def shown_figure(way: Way, figure: Fraction | int) -> str:
    """A figure as the standings print it."""
    return percent(figure) if way.share else number(figure)


def rating_words(rating: Rating) -> str:
    """A rating with its uncertainty."""
    return f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}"


def games_words(totals: Totals) -> str:
    """Games, games won and byes."""
    byes = f", {counted(totals.byes, 'bye', 'byes')}" if totals.byes else ""
    return f"{counted(totals.games, 'game', 'games')}, {number(totals.wins)} won{byes}"


def shape(color: str) -> Markup:
    """A small card with the shape of a color, or nothing where there is none."""
    if color not in COLORS:
        return Markup("")
    sprite = url_for("static", filename="icons/sprite.svg")
    return Markup(
        '<svg class="shape {0}" width="15" height="20" aria-hidden="true"><use href="{1}#{0}"/></svg>'
    ).format(color, sprite)


def moment(at: datetime) -> Markup:
    """A moment in universal time; script shows it in the time zone of the phone."""
    return Markup('<time datetime="{}">{}, {} UTC</time>').format(at.isoformat(), day(at), time_of_day(at))


def option_label(rule: Rule) -> str:
    """The option that changes a rule, as the form of its game calls it."""
    options = BY_SLUG[rule.game].options if rule.game in BY_SLUG else ()
    return next((option.label for option in options if option.key == rule.option), rule.option)


def rule_title(name: str) -> str:
    """The title of a rule by the name that a fault cites."""
    return find_rule(name).title


#: The places of the bar: name of the picture, label, endpoint.
MAIN_PLACES = (
    ("play", "Play", "start.home"),
    ("settle", "Settle", "settle.choose"),
    ("rules", "Rules", "rules.overview"),
    ("clubs", "Club", "clubs.my_clubs"),
)
#: Where a page belongs, by the name of its blueprint; all others belong to the club.
PLACE_OF = dict.fromkeys(("start", "house_rules", "table", "share", "exports", "names", "offline"), "play")
PLACE_OF |= {"settle": "settle", "rules": "rules", "api": "", "preferences": "play", "about": "play"}
#: The places of the bar at a table.
GAME_PLACES = (
    ("score", "Score", "table.page"),
    ("settle", "Settle", "settle.situations"),
    ("rules", "Rules", "rules.chapter"),
    ("share", "Share", "share.page"),
)


def current_place() -> str:
    """The place of the bar to which this page belongs."""
    return PLACE_OF.get(request.blueprint or "", "clubs" if request.blueprint else "")


def current_game_place() -> str:
    """The place of a table's bar to which this page belongs."""
    blueprint = request.blueprint or ""
    return blueprint if blueprint in ("settle", "rules", "share") else "score"


def _context() -> dict[str, Any]:
    # A page that only follows leaves what is to be said to the page that a person opened.
    follows = "X-Follow" in request.headers
    # Where the page can be had again; the answer to a form cannot, unless its view says where.
    address = request.full_path.rstrip("?") if request.method == "GET" else None
    return {
        "has_device": "device" in session,
        "has_account": "account" in session,
        "follows": follows,
        "is_local_address": not is_reachable(),
        "address": address,
        "main_places": MAIN_PLACES,
        "current_place": current_place(),
        "game_places": GAME_PLACES,
        "current_game_place": current_game_place(),
        "theme": THEME.chosen(),
        "text_size": TEXT_SIZE.chosen(),
        "has_feedback": has_feedback(),
    }


FILTERS = (
    *(figure, gain, whole, shape, moment, option_label, rule_title, render_widget),
    *(games_words, rating_words, shown_figure, event_noun),
    *(called, counted, day, days, listed, number, ordinal, percent, time_of_day, weekday, whole_percent),
)


def register(app: Flask) -> None:
    """Add the filters and the context of all templates."""
    for template_filter in FILTERS:
        app.add_template_filter(template_filter)
    app.add_template_global(render_piece)
    app.context_processor(_context)
