"""House rules as checks: which room may use which, and what each file may be."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import scorekeeper
from scorekeeper.rules import GAMES
from scorekeeper.web.blueprints import page_modules
from tests.rows import each_row

CODE = Path(scorekeeper.__file__).parent

#: Every room, and the rooms it may use.
ROOMS = {
    "rules": set(),
    "judge": {"rules"},
    "rulebook": set(),
    "league": set(),
    "store": set(),
    "actions": {"rules", "store", "league"},
    "cli": {"rules", "judge", "rulebook", "league", "actions", "web"},
    "web": {"rules", "judge", "rulebook", "league", "actions"},
}
PURE = {"rules", "judge", "rulebook", "league"}
IMPURE = {
    "flask",
    "werkzeug",
    "sqlalchemy",
    "flask_sqlalchemy",
    "wtforms",
    "gunicorn",
    "socket",
    "sqlite3",
    "subprocess",
    "os",
}


#: More modules directly in one folder are hard to find one's way in; games and migrations are one file each.
MOST_MODULES = 25

#: In files about it, and in the list of areas, this is the company of people, which shares its word with a game.
COMPANY = {"club", "club.id"}
COMPANY_FILES = {CODE / "web" / "blueprints.py", CODE / "cli" / "commands.py", CODE / "web" / "api" / "routes.py"}
COMPANY_FILES |= {CODE / "store" / "migrations" / "versions" / "0001_release.py"}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def modules_used(path: Path) -> Iterator[str]:
    """The modules of the project that a file imports, also by `from package import module`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


def files(room: str) -> list[Path]:
    paths = sorted((CODE / room).rglob("*.py"))
    assert paths
    return paths


def test_every_room_is_placed() -> None:
    rooms = {path.name for path in CODE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert rooms == set(ROOMS)


@each_row("room", ROOMS)
def test_a_room_uses_only_its_neighbors(room: str) -> None:
    for path in files(room):
        used = {name.split(".")[1] for name in imports(path) if name.startswith("scorekeeper.")}
        assert used <= ROOMS[room] | {room}, path


def areas_used(room: str) -> dict[str, set[str]]:
    """By area of a room, the other areas that it imports. An area is a folder, or a module of the room itself."""
    areas = {path.stem for path in (CODE / room).iterdir() if path.suffix == ".py" or any(path.glob("*.py"))}
    used: dict[str, set[str]] = {area: set() for area in areas}
    for path in files(room):
        own = path.relative_to(CODE / room).parts[0].removesuffix(".py")
        parts = [name.split(".") for name in modules_used(path) if name.startswith(f"scorekeeper.{room}.")]
        used[own] |= {part[2] for part in parts if part[2] in areas} - {own}
    return used


@each_row("room", ["actions", "web"])
def test_areas_do_not_import_each_other_in_a_circle(room: str) -> None:
    used = areas_used(room)
    assert any(used.values())
    while free := [area for area, others in used.items() if not others]:
        used = {area: others - {*free} for area, others in used.items() if area not in free}
    assert not used, "these areas, or some of them, import each other in a circle"


@each_row("room", sorted(PURE))
def test_a_pure_room_stays_pure(room: str) -> None:
    for path in files(room):
        assert not {name.split(".")[0] for name in imports(path)} & IMPURE, path


def is_page_module(path: Path) -> bool:
    """Whether a module answers requests."""
    return path.stem == "routes" or path.stem.endswith("_routes")


def test_only_its_own_area_imports_a_page_module() -> None:
    """The factory takes them from one table, which names them all; programs' routes are part of their package."""
    paths = {path for path in files("web") if is_page_module(path)}
    assert len(paths) > 10
    programs = CODE / "web" / "api"
    listed = {CODE / "web" / f"{module.replace('.', '/')}.py" for module in page_modules()}
    assert {path for path in paths if path.parent != programs} <= listed
    names = {".".join(("scorekeeper", *path.relative_to(CODE).with_suffix("").parts)): path for path in paths}
    for path in set(CODE.rglob("*.py")) - {programs / "__init__.py"}:
        used = names.keys() & set(modules_used(path))
        assert not {module for module in used if names[module].parent != path.parent}, path


def test_one_module_turns_text_of_a_request_into_numbers() -> None:
    for path in set(files("web")) - {CODE / "web" / "parse.py"}:
        called = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
        assert not called & {"isdecimal", "isdigit", "isnumeric", "fromisoformat"}, path


def test_no_folder_is_crowded() -> None:
    one_file_each = {CODE / "rules" / "games", CODE / "store" / "migrations" / "versions"}
    for folder in {path.parent for path in CODE.rglob("*.py")} - one_file_each:
        modules = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
        assert len(modules) <= MOST_MODULES, folder


def test_nothing_outside_its_own_file_names_a_game() -> None:
    slugs = {game.slug for game in GAMES}
    allowed = {CODE / "rules" / "games" / "__init__.py", *(CODE / "rules" / "games" / f"{slug}.py" for slug in slugs)}
    for path in set(CODE.rglob("*.py")) - allowed:
        words = {
            node.value
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        named = {
            word
            for word in words
            if word.split(".")[0] in slugs and (word in slugs or ("." in word and " " not in word))
        }
        is_company = "club" in path.stem or path in COMPANY_FILES
        assert not (named - COMPANY if is_company else named), path
        assert not [name for name in imports(path) if name.startswith("scorekeeper.rules.games.")], path


def test_templates_name_no_game() -> None:
    slugs = {game.slug for game in GAMES}
    for path in (CODE.parent / "templates").rglob("*.html"):
        text = path.read_text("utf-8")
        assert not [slug for slug in slugs if f'"{slug}"' in text or f"'{slug}'" in text], path


def test_no_file_grows_past_500_lines() -> None:
    for path in [*CODE.rglob("*.py"), *(CODE.parent / "tests").rglob("*.py"), *(CODE.parent / "static").rglob("*.css")]:
        assert len(path.read_text("utf-8").splitlines()) <= 500, path


def test_template_lines_fit_a_screen() -> None:
    paths = list((CODE.parent / "templates").rglob("*.html"))
    assert paths
    for path in paths:
        assert max(map(len, path.read_text("utf-8").splitlines()), default=0) <= 140, path


def test_no_line_of_script_is_longer_than_120_characters() -> None:
    for path in (CODE.parent / "static").rglob("*.js"):
        lines = path.read_text("utf-8").splitlines()
        assert not [line for line in lines if len(line) > 120], path
        assert len(lines) <= 350, path


def test_no_code_parses_meaning_from_a_rule_or_a_sentence() -> None:
    """What a line, a fault or a ruling is about is a value, not an ending of its rule or a word of its text."""
    methods, texts = {"startswith", "endswith", "rpartition"}, {"rule", "why", "message", "verdict"}
    for path in CODE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Attribute) or node.attr not in methods:
                continue
            subject = node.value
            name = subject.attr if isinstance(subject, ast.Attribute) else ast.unparse(subject)
            assert name not in texts, f"{path}:{node.lineno}"
            assert not any(f"['{text}']" in name for text in texts), f"{path}:{node.lineno}"


#: Names that say neither what a value is nor what a function does.
VAGUE_NAMES = {"told", "said", "found", "each", "seen", "who", "kept", "laid"}
#: In tests, these too; elsewhere they are words of the record and of the pages.
VAGUE_TEST_NAMES = VAGUE_NAMES | {"shown", "taken"}
TESTS = CODE.parent / "tests"


def named(path: Path) -> Iterator[str]:
    """Every variable, parameter, attribute, function and class that a file gives a name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg


def test_names_say_what_things_are() -> None:
    for folder, vague in ((CODE, VAGUE_NAMES), (TESTS, VAGUE_TEST_NAMES)):
        paths = list(folder.rglob("*.py"))
        assert len(paths) > 100
        word = re.compile(rf"\b_*(?:{'|'.join(vague)})_*\b", re.IGNORECASE)
        for path in paths:
            # A file without these words has no such names, and need not be parsed.
            names = named(path) if word.search(path.read_text("utf-8")) else ()
            assert not {name for name in names if name.strip("_").lower() in vague}, path
