"""Names of people and clubs: what may be one, and when two are the same."""

from __future__ import annotations

import unicodedata

from scorekeeper.actions.errors import Refusal
from scorekeeper.rules.document import LONGEST_NAME

LONGEST_CLUB = 60
#: What is left of a name when its person asks to be forgotten.
FORMER = "Former member"
#: Unseen characters that belong into names: they join the parts of one picture or letter.
JOINERS = "\u200c\u200d"


def clean_name(name: str, longest: int = LONGEST_NAME) -> str | Refusal:
    """The name as it is kept, blanks put in order, or what is wrong with it."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    kinds = {unicodedata.category(sign) for sign in tidy if sign not in JOINERS}
    if "Cs" in kinds:
        return Refusal(("The name holds half a character: type it again.",))
    if kinds & {"Cc", "Cf", "Co"}:
        return Refusal(("The name holds signs that nobody can see: type it again with letters.",))
    if not any(kind[0] in "LNPSC" for kind in kinds):
        return Refusal((f"A name has 1 to {longest} characters: this one is empty.",))
    if len(tidy) > longest:
        return Refusal((f"A name has 1 to {longest} characters: this one has {len(tidy)}.",))
    return tidy


def fold_name(name: str) -> str:
    """The name for comparing: capitals, blanks, and ways of writing a letter make no difference."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(sign for sign in plain if sign not in JOINERS).split())
