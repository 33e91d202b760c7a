"""QR codes."""

from __future__ import annotations

from io import BytesIO

import segno
from markupsafe import Markup


def qr(text: str) -> Markup:
    """A QR code as an inline picture, dark on light in every color scheme."""
    out = BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, dark="#1d1a16", light="#fff"
    )
    return Markup(out.getvalue().decode())
