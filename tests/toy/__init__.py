"""A toy game, a toy option and a toy page, added to a copy of the project exactly as CONTRIBUTING.md says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
TOY = Path(__file__).parent
#: What the copy consists of.
PARTS = ("scorekeeper", "templates", "static", "tests", "pyproject.toml", "README.md", "CONTRIBUTING.md")
#: Compiled files go along, except those that another worker is just writing: they spare the copy most of its start.
LEFT_OUT = shutil.ignore_patterns("node_modules", "*.pyc.*")
SECONDS = 240


@dataclass(frozen=True)
class Project:
    """A copy of the project in a folder of its own."""

    folder: Path

    def run(self, *arguments: str, text: str = "") -> str:
        """Run Python in the copy; its output."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            input=text,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
            env=os.environ | {"PYTHONPATH": str(self.folder), "SCOREKEEPER_INSTANCE": str(self.folder / "instance")},
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout

    def probe(self, question: dict[str, Any]) -> Any:
        """What the copy answers to `probe.py`."""
        return json.loads(self.run("-m", "tests.toy.probe", text=json.dumps(question)))

    def put(self, source: str, target: str) -> None:
        """Add a file of the toy to the copy."""
        path = self.folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(TOY / source, path)

    def append(self, source: str, target: str) -> None:
        """Add text of the toy to the end of a file."""
        with (self.folder / target).open("a", encoding="utf-8") as file:
            file.write(f"\n{(TOY / source).read_text('utf-8')}")

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace the one place in a file where `old` stands."""
        path = self.folder / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{file}: {old!r} stands there {text.count(old)} times"
        path.write_text(text.replace(old, new), "utf-8")


def copy_project(folder: Path) -> Project:
    """A copy without the toy in it."""
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=LEFT_OUT)
        else:
            shutil.copyfile(source, folder / part)
    return Project(folder)


def add_game(project: Project) -> None:
    """The steps of “Add a game”."""
    project.put("sevens.txt", "scorekeeper/rules/games/sevens.py")
    project.edit("scorekeeper/rules/games/__init__.py", '    "donkey",\n', '    "donkey",\n    "sevens",\n')
    project.put("sevens.toml", "scorekeeper/rulebook/sevens.toml")
    project.put("sevens.json", "tests/cases/sevens.json")
    sample = '    "sevens": lambda dice: {"captured": split(dice, 28, 7, 4)},\n'
    project.edit("tests/samples.py", '    "donkey": lambda', f'{sample}    "donkey": lambda')


def add_option(project: Project) -> None:
    """The steps of “Add an option”, in a game that is there already."""
    game = "scorekeeper/rules/games/high14.py"
    option = 'YesNo(key="short", label="Short game", rule="high14.short", default=False)'
    project.edit(game, "default=TARGET),\n", f"default=TARGET),\n        {option},\n")
    project.edit(game, "import Whole\n", "import Whole, YesNo\n")
    project.edit(
        game,
        'End(points=setting.options["target"])',
        'End(points=20 if setting.options["short"] else setting.options["target"])',
    )
    project.append("option.toml", "scorekeeper/rulebook/high14.toml")
    cases = project.folder / "tests/cases/high14.json"
    more = json.loads((TOY / "option.json").read_text("utf-8"))
    cases.write_text(json.dumps([*json.loads(cases.read_text("utf-8")), *more]), "utf-8")


def add_page(project: Project) -> None:
    """The steps of “Add a page”."""
    project.put("page.txt", "scorekeeper/web/rules/glossary_routes.py")
    project.put("page.html", "templates/rules/glossary.html")
    project.edit("scorekeeper/web/blueprints.py", '"rules": ("routes",)', '"rules": ("routes", "glossary_routes")')
