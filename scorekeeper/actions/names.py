"""Names of people and clubs: which ones are valid, and which ones are equal."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from scorekeeper.actions.errors import Refusal
from scorekeeper.rules.document import LONGEST_NAME as LONGEST_NAME

LONGEST_CLUB = 60
#: The name of a member who asked to be forgotten.
FORMER = "Former member"
#: Invisible characters that belong in names: they join the parts of one emoji or letter.
JOINERS = "\u200c\u200d"
#: Next to a plain letter or at an end they join nothing, and make two names that look the same.
STRAY_JOINER = re.compile(f"(?:^|(?<=[ -~]))[{JOINERS}]+|[{JOINERS}]+(?=[ -~]|$)")
#: Categories of invisible characters: control, format (direction, zero width), private.
INVISIBLE = frozenset(("Cc", "Cf", "Co"))


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in INVISIBLE and character not in JOINERS


def visible_name(name: str) -> str:
    """A player's name as it looks: line breaks and tabs become spaces, invisible characters are removed.

    Joiners stay between characters that need them (an emoji of several, a Persian name), not between plain letters.
    """
    plain = "".join(character for character in " ".join(name.split()) if not _is_invisible(character))
    return STRAY_JOINER.sub("", plain).strip()


def with_visible_names(record: dict[str, Any]) -> dict[str, Any]:
    """A received record with visible names; values that are not text are left for the validation."""
    players = record.get("players")
    if not isinstance(players, list):
        return record
    return record | {"players": [visible_name(name) if isinstance(name, str) else name for name in players]}


def clean_name(name: str, longest: int = LONGEST_NAME) -> str | Refusal:
    """The name to store, with single spaces, or a refusal."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    tidy = STRAY_JOINER.sub("", tidy)
    categories = {unicodedata.category(character) for character in tidy if character not in JOINERS}
    if "Cs" in categories:
        return Refusal(("The name contains a broken character. Type it again.",))
    if categories & INVISIBLE:
        return Refusal(("The name contains invisible characters. Type it again.",))
    if not any(category[0] in "LNPSC" for category in categories):
        return Refusal(("Enter a name.",))
    if len(tidy) > longest:
        return Refusal((f"Names have at most {longest} characters. This one has {len(tidy)}.",))
    return tidy


def fold_name(name: str) -> str:
    """The name for comparing: capitals, spaces and Unicode forms make no difference."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(character for character in plain if character not in JOINERS).split())


def replace_half_characters(text: str) -> str:
    """Replace halves of surrogate pairs, which can't be stored."""
    return text.encode("utf-8", "replace").decode()
