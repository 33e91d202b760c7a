"""The picture of a score sheet, for messengers and for people who share it. Its key opens nothing else."""

from __future__ import annotations

from flask import Blueprint, Response, request

from scorekeeper.actions.table.access import require_picture
from scorekeeper.web.finish.picture import png, svg

blueprint = Blueprint("pictures", __name__, url_prefix="/t/<game_id>")

#: Another revision has another address; a link that was reset ends soon.
KEPT_FOR = "private, max-age=300"


@blueprint.get("/picture/<key>.<any(png, svg):kind>")
def picture(game_id: str, key: str, kind: str) -> Response:
    """The picture as PNG or SVG."""
    drawing = svg(require_picture(game_id, key))
    response = (
        Response(drawing, mimetype="image/svg+xml") if kind == "svg" else Response(png(drawing), mimetype="image/png")
    )
    response.headers["Cache-Control"] = KEPT_FOR
    response.headers["X-Robots-Tag"] = "noindex"
    response.add_etag()
    response.make_conditional(request)
    return response
