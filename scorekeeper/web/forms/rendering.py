"""Widgets as HTML. A widget is a value, so what it prints is remembered: the next hand asks the same questions."""

from __future__ import annotations

import pickle
from functools import lru_cache

from flask import current_app, request
from markupsafe import Markup

from scorekeeper.web.forms.widgets import Widget


def render_widget(widget: Widget) -> Markup:
    """A widget with all its parts as HTML."""
    # The links of its faults begin with the path under which the app is mounted.
    return _render(pickle.dumps(widget), request.script_root)


@lru_cache(maxsize=2000)
def _render(pickled: bytes, _script_root: str) -> Markup:
    widget: Widget = pickle.loads(pickled)  # written a moment ago, by us
    return Markup(current_app.jinja_env.get_template(f"widgets/{widget.partial}.html").render(widget=widget))
