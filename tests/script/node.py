"""Modules of the script in Node: those that need no page are tested without a browser."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

from scorekeeper.web.paths import root

RUNNER = Path(__file__).with_name("runner.js")
SCRIPTS = Path(root(), "static", "js")


class Node:
    """A process of Node that evaluates functions, as a page of Playwright does."""

    def __init__(self, time_zone: str = "UTC") -> None:
        # Playwright brings a Node of its own, so that nobody has to install one.
        command = [compute_driver_executable()[0], str(RUNNER), str(SCRIPTS)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=os.environ | {"TZ": time_zone, "NODE_NO_WARNINGS": "1"},
        )

    def evaluate(self, source: str, argument: Any = None) -> Any:
        """What a function returns for this argument."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps({"source": source, "argument": argument}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["value"]

    def close(self) -> None:
        """End the process."""
        self.process.communicate()
