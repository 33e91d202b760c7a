"""Names of people and clubs: what may be one, and when two are the same."""

from __future__ import annotations

import unicodedata

from scorekeeper.actions.errors import Refusal
from scorekeeper.rules.document import LONGEST_NAME as LONGEST_NAME

LONGEST_CLUB = 60
#: What is left of a name when its person asks to be forgotten.
FORMER = "Former member"
#: Invisible characters that belong in names: they join the parts of one emoji or letter.
JOINERS = "\u200c\u200d"


def clean_name(name: str, longest: int = LONGEST_NAME) -> str | Refusal:
    """The name to store, with single spaces, or what is wrong with it."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    categories = {unicodedata.category(character) for character in tidy if character not in JOINERS}
    if "Cs" in categories:
        return Refusal(("The name contains a broken character. Type it again.",))
    if categories & {"Cc", "Cf", "Co"}:
        return Refusal(("The name contains invisible characters. Type it again.",))
    if not any(category[0] in "LNPSC" for category in categories):
        return Refusal(("Enter a name.",))
    if len(tidy) > longest:
        return Refusal((f"Names have at most {longest} characters. This one has {len(tidy)}.",))
    return tidy


def fold_name(name: str) -> str:
    """The name for comparing: capitals, spaces and ways of writing a letter make no difference."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(character for character in plain if character not in JOINERS).split())


def replace_half_characters(text: str) -> str:
    """Text that can be stored and looked up, whatever was sent."""
    return text.encode("utf-8", "replace").decode()
