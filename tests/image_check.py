"""`make image-check`: the build steps of the Dockerfile in a clean folder, then a server from what they installed."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

PROJECT = Path(__file__).parent.parent
DOCKERFILE = PROJECT / "Dockerfile"
PATIENCE = 60


def steps() -> Iterator[tuple[str, str]]:
    """The instructions of the Dockerfile, each with its text."""
    for line in DOCKERFILE.read_text().splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest


def copy_sources(folder: Path) -> None:
    """Do what COPY does."""
    for *sources, target in (shlex.split(text) for word, text in steps() if word == "COPY"):
        for source in sources:
            if (PROJECT / source).is_dir():
                shutil.copytree(PROJECT / source, folder / target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(PROJECT / source, folder / target)


def start_command() -> list[str]:
    """What CMD starts."""
    return list(json.loads(next(text for word, text in steps() if word == "CMD")))


def build(folder: Path) -> Path:
    """Run the installing steps in a new environment; its folder of programs."""
    (folder / "build").mkdir()
    copy_sources(folder / "build")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    programs = folder / "venv" / "bin"
    for word, text in steps():
        # The user of the image is not made on this machine.
        if word == "RUN" and text.startswith("python "):
            world = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "PIP_QUIET": "1"}
            subprocess.run(text, shell=True, cwd=folder / "build", env=world, check=True)
    return programs


def answers(programs: Path, folder: Path) -> bool:
    """Start the server as the image does; whether it gets ready."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    world = os.environ | {"SCOREKEEPER_INSTANCE": str(folder / "data")}
    program, *arguments = start_command()
    with subprocess.Popen([programs / program, *arguments, "--port", str(port)], cwd=folder, env=world) as server:
        try:
            return _is_ready(port)
        finally:
            server.terminate()


def _is_ready(port: int) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            page = urlopen(f"http://127.0.0.1:{port}/", timeout=5).read()
            return urlopen(f"http://127.0.0.1:{port}/ready", timeout=5).read() == b"ready\n" and b"Rook" in page
        except OSError:
            time.sleep(0.1)
    return False


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        is_fine = answers(build(Path(name)), Path(name))
    sys.exit(0 if is_fine else "image-check: the server did not get ready")
