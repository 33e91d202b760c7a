"""Commands as a person types them: here, which is quick, or in a process of their own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from subprocess import CompletedProcess

import pytest

from scorekeeper.cli import main

SECONDS = 120


def run(
    *arguments: str, text: str | bytes = "", environment: Mapping[str, str] | None = None
) -> CompletedProcess[bytes]:
    """A command with its status, what it printed, and what it complained about."""
    streams = {"stdin": _stream(_bytes(text)), "stdout": _stream(), "stderr": _stream()}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (environment or {}).items():
            patch.setenv(name, value)
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = int(ended.code or 0)
    for stream in streams.values():
        stream.flush()
    printed, complained = (streams[name].buffer.getvalue() for name in ("stdout", "stderr"))
    return CompletedProcess(arguments, status, printed, complained)


def run_apart(
    *arguments: str, text: str | bytes = "", environment: Mapping[str, str] | None = None
) -> CompletedProcess[bytes]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "scorekeeper", *arguments]
    variables = os.environ | dict(environment or {})
    done = subprocess.run(command, input=_bytes(text), capture_output=True, timeout=SECONDS, check=False, env=variables)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _stream(data: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
