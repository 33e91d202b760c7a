"""Pieces of pages that are pure functions of values, remembered.

The next hand asks the same questions of the same people, and the hands before it stay as they were.
"""

from __future__ import annotations

import pickle
from functools import lru_cache
from typing import Any

from flask import current_app, request
from markupsafe import Markup

from scorekeeper.web.forms.widgets import Widget


def render_widget(widget: Widget) -> Markup:
    """A widget with all its parts as HTML."""
    return render_piece(f"widgets/{widget.partial}.html", widget=widget)


def render_piece(template: str, **values: Any) -> Markup:
    """A template that uses nothing but these values, as HTML."""
    # Links begin with the path under which the app is mounted.
    return _render(template, pickle.dumps(values), request.script_root)


@lru_cache(maxsize=4000)
def _render(template: str, pickled: bytes, _script_root: str) -> Markup:
    values = pickle.loads(pickled)  # written a moment ago, by us
    return Markup(current_app.jinja_env.get_template(template).render(values))
