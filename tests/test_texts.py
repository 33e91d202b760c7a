"""Every text that people read is plain American English: no word or turn from this list in any of them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import scorekeeper
from scorekeeper.judge import Answer, answer
from scorekeeper.judge.disputes import Case, Ruling, settle, situations
from scorekeeper.rules import GAMES, Sheet, score
from tests.rows import each_row
from tests.rules.test_cases import cases

CODE = Path(scorekeeper.__file__).parent
ROOT = CODE.parent

#: Inversions, riddles, old words, British spellings, and people of unknown gender as “he”.
FORBIDDEN = [
    r"§",
    r"\b(he|him|his|himself)\b",
    r"\b(whilst|amongst|towards|afterwards|upwards|downwards|leftwards|forwards)\b",
    r"\b(colour|favour|honour|neighbour|organis|recognis|cancell|practis|centre|metre|grey|cheque|programme)\w*",
    r"\b(shall|hath|whom|anew|afresh|upon|nought|reckon|reckons|beside)\b",
    r"\b(whoever|one who|so far|once more|for good)\b",
    r"\b(bring|brings|brought|bringing) (in|back)\b",
    r"\b(goes|go|went|come|comes) round\b|\bround the table\b",
    r"\btake (it|them) along\b|\btaken? back\b.*\bcall\b|\bshall it be so\b",
    r"^(Goes|Has|Have|Laid|Told) (the|he|a) \w+ ",
    r"\bhas (he|she|his|her)\b|\bhow many \w+ has\b",
    r"\balone in front\b|\bat the line\b|\bover the line\b|\b(are|is|level) level\b",
    r", for (the|only|nobody|it|they|he) ",
    r"\btouch one\b|\bpossible are\b|\bfigure is missing\b|\bevery such hand\b|\bdoes not belong here\b",
    r"\b(noted|booked|book it|book them)\b",
    r"\bpacks?\b",
    r"\bfollow color\b",
    r"\bspeaks first\b|\bnothing beside\b",
    r"\b(Everyone|Everybody) for (himself|themself)\b",
]
PATTERN = re.compile("|".join(f"(?:{words})" for words in FORBIDDEN), re.IGNORECASE)

#: Rooms of the package, and folders of templates and script, whose texts are checked.
ROOMS = ["rules", "judge", "rulebook", "cli", "web/settle", "web/rules", "web/api"]
ROOMS += ["web/season", "actions/season", "league"]
TEMPLATES = ["settle", "rules", "api", "account", "season", "club"]
SCRIPTS = ["settle.js", "offline/describe.js", "offline/score.js", "offline/scoring.js", "offline/hand-kinds.js"]


def wrong(text: str) -> str | None:
    """The first forbidden words of a text, if it has any."""
    match = PATTERN.search(text)
    return f"“{match[0]}” in “{text}”" if match else None


@each_row(
    "text",
    [
        "Goes the side out with this play?",
        "May he go out?",
        "How many cards has he left before discarding?",
        "375 points: at or over 300, and alone in front.",
        "Doubled, for the bid failed",
        "Captured is missing: every such hand has it.",
        "Bidder: touch one.",
        "Round 3: shall it be so?",
        "Trump colour",
        "Whom you agree on, deals.",
        "Password so far",
        "See § 3",
    ],
)
def test_the_list_knows_the_old_texts(text: str) -> None:
    assert wrong(text)


def strings(path: Path) -> Iterator[str]:
    """The texts of a module: its string literals with a space in them, without docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) if _has_docstring(node)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and " " in node.value
            and id(node) not in docs
        ):
            yield node.value


def _has_docstring(node: Any) -> bool:
    return bool(node.body) and isinstance(node.body[0], ast.Expr) and ast.get_docstring(node) is not None


#: Words that people search for, not words that we write.
SEARCHED = {CODE / "rulebook" / "search.py"}


@each_row("room", ROOMS)
def test_the_texts_of_a_room(room: str) -> None:
    paths = set((CODE / room).rglob("*.py")) - SEARCHED
    assert paths
    assert not [f"{path.name}: {problem}" for path in paths for text in strings(path) if (problem := wrong(text))]


def test_the_rulebook() -> None:
    texts = [
        rule[key]
        for path in (CODE / "rulebook").glob("*.toml")
        for rule in tomllib.loads(path.read_text("utf-8"))["rules"]
        for key in ("title", "ask", "verdict", "text", "reason")
        if key in rule
    ]
    assert len(texts) > 1500
    assert not list(filter(None, map(wrong, texts)))


def test_the_description_of_the_api() -> None:
    text = (CODE / "web" / "api" / "description.toml").read_text("utf-8")
    assert not list(filter(None, map(wrong, re.findall('"([^"]* [^"]*)"', text))))


class Words(HTMLParser):
    """The words of a template, and of the attributes that people hear or read."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", text, flags=re.DOTALL))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [
            value for name, value in attrs if value and name in ("aria-label", "placeholder", "title", "alt")
        ]

    def handle_data(self, data: str) -> None:
        self.texts.append(" ".join(data.split()))


@each_row("area", TEMPLATES)
def test_the_templates_of_an_area(area: str) -> None:
    paths = list((ROOT / "templates" / area).glob("*.html"))
    assert paths
    texts = [text for path in paths for text in Words(path.read_text("utf-8")).texts]
    assert not list(filter(None, map(wrong, texts)))


@each_row("name", SCRIPTS)
def test_the_texts_of_a_script(name: str) -> None:
    lines = (ROOT / "static" / "js" / name).read_text("utf-8").splitlines()
    code = "\n".join(line for line in lines if not line.strip().startswith(("//", "/*", "*")))
    texts = [text for pair in re.findall(r'"([^"\n]* [^"\n]*)"|`([^`]* [^`]*)`', code) for text in pair if text]
    assert not list(filter(None, map(wrong, texts)))


def test_what_the_engine_says_of_the_worked_cases() -> None:
    """The reasons on their sheets, and the faults of those that are refused."""
    texts: set[str] = set()
    for case in cases("record"):
        sheet = score(case.values[0]["record"])
        if isinstance(sheet, Sheet):
            texts |= {line.why for hand in sheet.hands for line in hand.lines}
        else:
            # Keys of the record are listed as they are.
            texts |= {re.sub(r"Use only [a-z0-9_, ]+\.", "", fault.message) for fault in sheet}
    for case in cases("question"):
        result = answer(case.values[0]["question"])
        texts |= {result.why} if isinstance(result, Answer) else {fault.message for fault in result}
    assert len(texts) > 150
    assert not list(filter(None, map(wrong, texts)))


@each_row("game", GAMES, ids=lambda game: game.slug)
def test_what_the_game_asks_and_the_judge_rules(game: Any) -> None:
    """Labels, questions and choices of every field, and every ruling that needs no answer."""
    setting, play = game.setting(game.players[0], game.defaults)
    case = Case(setting, play)
    rulings = [settle(situation, case, {}) for situation in situations(case)]
    texts = [words for situation in situations(case) for words, _ in situation.starts]
    texts += [ruling.verdict for ruling in rulings if isinstance(ruling, Ruling)]
    texts += [text for field in play.fields.values() for text in (field.label, field.ask, field.missing_message)]
    texts += [option.label for option in game.options] + [game.summary, game.name, game.group]
    assert not list(filter(None, map(wrong, texts)))
