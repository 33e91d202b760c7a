"""The log of gunicorn, in the form of ours."""

from __future__ import annotations

import os
from typing import Any

from gunicorn.glogging import Logger

from scorekeeper.web.serving.log_lines import FORMATTERS


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no type hints
    """Gunicorn's log, line by line like the app's."""

    def setup(self, cfg: Any) -> None:
        """Replace the formatters."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(FORMATTERS[os.environ.get("SCOREKEEPER_LOG", "text")]())
