"""The table's words: which mean the same, which say nothing, and which belong to house rules."""

from __future__ import annotations

import re
from functools import lru_cache

#: Words that mean the same at the table, with their usual misspellings; the first of each row stands for all.
ALIKE = (
    ("misplay", "renege", "reneg", "renig", "renigg", "reneig", "revoke"),
    ("nest", "kitty", "kiddy", "kiddie", "kittie", "widow", "blind"),
    ("rook", "bird", "crow"),
    ("color", "suit", "colour"),
    ("trick", "book"),
    ("misdeal", "misdealt", "redeal"),
    ("pass", "throw", "thrown"),
    ("tie", "tied", "level", "even"),
    ("lead", "led"),
    ("bid", "bidd"),
    ("win", "won", "winner", "winn"),
    ("rookie", "rooky"),
    ("talk", "talked"),
    ("point", "pts"),
    ("deck", "pack"),
    ("show", "shown", "showed", "expose", "exposed", "flash", "drop", "dropped"),
    ("stop", "freeze", "frozen", "froze", "block", "blocked"),
)
#: Turns of speech, and what the rulebook says instead.
PHRASES = {
    "going set": "set back",
    "went set": "set back",
    "go set": "set back",
    "got set": "set back",
    "setback": "set back",
    "table-talk": "table talk",
    "tabletalk": "table talk",
    "mis-deal": "misdeal",
    "how many players": "players",
    "how many people": "players",
    "how many cards": "deck",
}
#: Words that every question has and no answer needs.
SMALL = frozenset(
    re.findall(
        r"\w+",
        """a an and are as at be but by can d did do does doesn don for from get gets goes going has have he her him his
        how i if in is isn it its just ll m many may me much must my no not of on one or our please re s said says she
        should so somebody someone t than that the their them then there they this to too up us ve was we were what when
        where which who whose why will with you your""",
    )
)
#: Questions that are asked in few words, and the rules that answer them, the best first.
ASKED: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\b(bid|bids|pass|passed)\b.*out of turn", ("bid-out-of-turn",)),
    (r"\b(led|lead|leads)\b.*out of turn|\bwrong player led\b", ("lead-out-of-turn",)),
    (r"\bout of turn\b", ("out-of-turn", "lead-out-of-turn", "bid-out-of-turn")),
    (
        r"\b(exposed?|shown|showed|flashed)\b.*\b(deal|dealt|dealing)\b",
        ("misdeal", "shown-in-deal", "misdeal-other"),
    ),
    (r"\b(exposed?|dropped|flashed)\b", ("exposed-card", "shown-in-deal")),
    (r"\b(draw|drew|drawn)\b.*\b(tied?|same|equal)\b|\b(tied?|same|equal)\b.*\b(draw|drew)\b", ("draw-tie",)),
    (
        r"\b(two|second|both|another) (misplays?|reneg\w*|renig\w*)|\b(reneged|misplayed) (twice|again)",
        ("two-misplays",),
    ),
    (r"\b(freez\w*|frozen?|froze)\b", ("stop-cards", "stop-top-card")),
    (r"\b(lost|missing)\b.*\bcards?\b|\bcards?\b.*\b(lost|missing)\b|\bdeck\b.*\bshort\b", ("missing-card",)),
    (r"\b(added|counted|wrote|entered) (it |that )?wrong|\bwrong (score|total)", ("wrong-total",)),
    (r"\bhow (much|high)\b.*\bbid\b", ("how-high", "bid")),
    (r"\b(object|goal|aim) of (the |this )?game\b", ("object",)),
    (r"how many points|points (in|per) (a |each |the )?hand|point values?|worth", ("counters", "total", "values")),
    (
        r"points? to win|how (do|to) (you |we |i )?win|what do we play to|winning score",
        ("target", "six-hands", "winner"),
    ),
    (r"\b(go|goes|going|went) out\b", ("going-out", "target", "either-side", "both-past")),
    (r"\b(misplay|reneg\w*|renig\w*|revok\w*)\W*$", ("misplay", "misplay-in-time")),
    (r"\bwho leads?\b|\bfirst lead\b|\blead(s)? first\b", ("lead",)),
    (r"\bwho deals\b|\bnext dealer\b", ("dealer", "deal")),
    (
        r"\bnobody (wants to )?bids?\b|\b(all|everybody|everyone|four) pass(ed|es)?\b",
        ("passed-out", "no-offer", "dealer-five"),
    ),
    (
        r"\b(got |go |went |going )?set( back)?\W*$|\b(miss|make|made|short of) (the |our |my )?bid",
        ("set-back", "failed", "made"),
    ),
    (r"^\W*(the )?(kitty|kiddy|widow|nest)\W*$", ("nest",)),
    (r"^\W*rookies?\W*$", ("rookies",)),
    (r"^\W*slap(ping|ped|s)?\W*$", ("slap",)),
    (r"^\W*(a )?tied?\W*$|\bties?\b", ("tie",)),
    (r"\bfollow(ing)? (suit|colou?r)\b", ("follow",)),
    (r"^\W*trum(p|ph|ps)\W*$|\b(names?|calls?|picks?) trum", ("trump",)),
    (r"^\W*(the )?(rook|bird)( card)?\W*$", ("rook-card", "rook-cards")),
    (r"^\W*mis-?deal(t|s)?\W*$|\bdealt wrong", ("misdeal", "misdeal-other", "misdeal-late")),
    (r"\bbid (again )?after (i |a )?pass|\bpass(ed)? .*bid again|\bis a pass final", ("pass-again", "pass")),
    (r"\b(lowest|minimum|highest|maximum) bid\b", ("bid", "bids")),
    (r"\bcounters? in the (kitty|kiddy|widow|nest)|\bbury", ("nest-counters", "nest-counter")),
)
#: What belongs to other people's Rook: in none of the printed rules that this book tells.
HOUSE_RULES = re.compile(
    r"\bmoon\b|\b180\b|\bnell?o\b|\bnil\b|\bmis[eè]re\b|\bkentucky\b|\btennessee\b|\bred (1|one|ace)\b"
    r"|\b(call(ing)?|secret) (a |your |my )?partner\b|\bpartner card\b|\b10\.5\b|\bsandbag"
)


def in_rulebook_words(text: str) -> str:
    """A text in small letters, with the rulebook's words for turns of speech."""
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", text.casefold())
    for phrase, meaning in PHRASES.items():
        plain = plain.replace(phrase, meaning)
    return plain


def plain_words(text: str) -> list[str]:
    """The telling words of a text, each in its plain form."""
    return [plain_word(word) for word in re.findall(r"[a-z0-9]+", in_rulebook_words(text)) if word not in SMALL]


@lru_cache(maxsize=10_000)
def plain_word(word: str) -> str:
    """A word without its ending, as the table's first word for it."""
    stem = re.sub(r"(?<=\w{3})(ies|es|s|ing|ed)$", lambda match: "y" if match[1] == "ies" else "", word)
    for row in ALIKE:
        if not {word, stem, f"{stem}e"}.isdisjoint(row):
            return row[0]
    return stem


def is_house_rule(question: str) -> bool:
    """True for what only house rules know, such as shooting the moon."""
    return HOUSE_RULES.search(question.casefold()) is not None


def asked_rules(question: str) -> tuple[str, ...]:
    """The ids of the rules that answer a question everybody asks, the best first."""
    plain = question.casefold()
    return next((ids for pattern, ids in ASKED if re.search(pattern, plain)), ())
