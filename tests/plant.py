"""Plant known bugs in a copy of the project, one at a time, and see whether the tests notice: `make plant`.

`planted_bugs.toml` lists each bug by its file and the line that it changes. The tests of the bug's own room run
first; what they do not catch, all the tests of `make test` get to see.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_name("planted_bugs.toml")
#: So many bugs may stay unnoticed.
MOST_MISSED = 2
#: Minutes after which a run of the tests is given up.
MINUTES = 20


@dataclass(frozen=True)
class Bug:
    """A line of a file, and what it becomes."""

    file: str
    line: str
    becomes: str
    tests: tuple[str, ...]

    @property
    def number(self) -> int:
        """Where the line is now. A line that is missing or there twice needs a better entry in the list."""
        lines = (ROOT / self.file).read_text("utf-8").splitlines()
        numbers = [number for number, line in enumerate(lines, 1) if line.strip() == self.line]
        assert len(numbers) == 1, f"{self.file}: {self.line!r} is there {len(numbers)} times"
        return numbers[0]

    def plant(self, folder: Path) -> None:
        """Change the line in a copy of the project."""
        path = folder / self.file
        lines = path.read_text("utf-8").splitlines(keepends=True)
        at = self.number - 1
        lines[at] = lines[at].replace(self.line, self.becomes)
        path.write_text("".join(lines), "utf-8")


def bugs() -> Iterator[Bug]:
    """The list."""
    for entry in tomllib.loads(LIST.read_text("utf-8"))["bug"]:
        yield Bug(entry["file"], entry["line"], entry["becomes"], tuple(entry["tests"]))


def is_caught(bug: Bug) -> bool:
    """Whether a test fails on a copy with this bug."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        copy_project(folder)
        bug.plant(folder)
        return fails(folder, *bug.tests) or fails(folder, "tests")


def copy_project(folder: Path) -> None:
    """Copy the files that git knows."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, names.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)


def fails(folder: Path, *tests: str) -> bool:
    """Whether these tests fail in a copy of the project."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "0", *tests]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=60 * MINUTES, check=False)
    # 2: a module cannot be imported.
    assert done.returncode in (0, 1, 2), done.stdout.decode()[-2000:]
    return done.returncode != 0


def main() -> int:
    """Plant every bug; exit status 1 if too many stay unnoticed."""
    planted = list(bugs())
    with tempfile.TemporaryDirectory() as temporary:
        copy_project(Path(temporary))
        tests = sorted({name for bug in planted for name in bug.tests})
        assert not fails(Path(temporary), *tests), "the tests fail without a bug"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        caught = list(pool.map(is_caught, planted))
    for bug, is_noticed in zip(planted, caught, strict=True):
        if not is_noticed:
            print(f"not caught: {bug.file}:{bug.number}: {bug.line}  ->  {bug.becomes}")
    print(f"{sum(caught)} of {len(planted)} planted bugs are caught.")
    return int(caught.count(False) > MOST_MISSED)


if __name__ == "__main__":
    sys.exit(main())
