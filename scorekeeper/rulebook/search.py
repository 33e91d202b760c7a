"""Find rules by the words that players use, with synonyms and tolerance for misspelling."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from math import log

from scorekeeper.rulebook.book import PARTS, Rule, chapters

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
#: Phrases, and what the rulebook says instead.
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
    (r"\b(exposed?|shown|showed|flashed)\b.*\b(deal|dealt|dealing)\b", ("misdeal", "shown-in-deal", "misdeal-other")),
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
#: House rules that no printed source has.
HOUSE_RULES = re.compile(
    r"\bmoon\b|\b180\b|\bnell?o\b|\bnil\b|\bmis[eè]re\b|\bkentucky\b|\btennessee\b|\bred (1|one|ace)\b"
    r"|\b(call(ing)?|secret) (a |your |my )?partner\b|\bpartner card\b|\b10\.5\b|\bsandbag"
)


def in_rulebook_words(text: str) -> str:
    """A text in lower case, with phrases replaced by the rulebook's words."""
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", text.casefold())
    for phrase, meaning in PHRASES.items():
        plain = plain.replace(phrase, meaning)
    return plain


def plain_words(text: str) -> list[str]:
    """The significant words of a text, each in its plain form."""
    return [plain_word(word) for word in re.findall(r"[a-z0-9]+", in_rulebook_words(text)) if word not in SMALL]


@lru_cache(maxsize=10_000)
def plain_word(word: str) -> str:
    """A word without its ending, replaced by its first synonym."""
    stem = re.sub(r"(?<=\w{3})(ies|es|s|ing|ed)$", lambda match: "y" if match[1] == "ies" else "", word)
    for row in ALIKE:
        if not {word, stem, f"{stem}e"}.isdisjoint(row):
            return row[0]
    return stem


def is_house_rule(question: str) -> bool:
    """True for questions about house rules that no source prints, such as shooting the moon."""
    return HOUSE_RULES.search(question.casefold()) is not None


def asked_rules(question: str) -> tuple[str, ...]:
    """The ids of the rules that answer a question everybody asks, the best first."""
    plain = question.casefold()
    return next((ids for pattern, ids in ASKED if re.search(pattern, plain)), ())


#: How near a misspelt word must be to a known one.
NEAR = 0.74
#: What a word is worth by the place in which it is found.
NAME, TITLE, TEXT, REASON = 2, 6, 2, 1
#: The words of the question name the rule.
NAMED = 1.2
#: What a rule is worth in addition if it is known to answer the question.
KNOWN_ANSWER = 60
#: Hints and examples rank below rules.
ADVICE_WORTH = 0.5
#: Matches must be at least this good, compared with the best one.
GOOD = 1 / 3
#: How much more the rules of the favored games count, the nearest game first.
FAVORED = (1.5, 1.3)
#: Only this many characters of a question are read.
LONGEST = 200


@dataclass(frozen=True)
class Match:
    """A rule that answers, and how well."""

    rule: Rule
    worth: float


@dataclass(frozen=True)
class RuleGroup:
    """One rule as several games have it: the best hit, games with the same answer, games with another one."""

    rule: Rule
    same: tuple[Rule, ...]
    different: tuple[Rule, ...]


@dataclass(frozen=True)
class _Entry:
    """A rule with the words of its name, of its title and question, of its verdict and text, of its reason."""

    rule: Rule
    name: frozenset[str]
    title: frozenset[str]
    text: frozenset[str]
    reason: frozenset[str]

    def worth(self, word: str) -> int:
        """What one word is worth here; a title says more than a text."""
        places = ((NAME, self.name), (TITLE, self.title), (TEXT, self.text), (REASON, self.reason))
        return sum(worth for worth, words in places if word in words)


@cache
def _index() -> tuple[_Entry, ...]:
    rules = [rule for game, book in chapters().items() if game != "record" for rule in book.rules]
    return tuple(
        _Entry(
            rule,
            frozenset(plain_words(rule.id.replace("-", " "))),
            frozenset(plain_words(f"{rule.title} {rule.ask}")),
            frozenset(plain_words(f"{PARTS[rule.part]} {rule.verdict} {rule.text}")),
            frozenset(plain_words(rule.reason)),
        )
        for rule in rules
    )


@cache
def _rarity() -> dict[str, float]:
    """The weight of each word in the rulebook: rare words weigh more than common ones."""
    counts = Counter(word for entry in _index() for word in entry.name | entry.title | entry.text | entry.reason)
    return {word: log(1 + len(_index()) / count) for word, count in counts.items()}


@cache
def _vocabulary() -> tuple[str, ...]:
    return tuple(sorted({*_rarity(), *(word for row in ALIKE for word in row)}))


def _known(word: str) -> str:
    """The word itself, or the nearest one that the rulebook knows."""
    if word in _rarity() or word.isdigit():
        return word
    near = get_close_matches(word, _vocabulary(), n=1, cutoff=NEAR)
    return plain_word(near[0]) if near else word


def spelled(question: str) -> str:
    """The question with corrected spelling."""
    return re.sub(r"[a-z]+", lambda match: _spelled_word(match[0]), in_rulebook_words(question[:LONGEST]))


def _spelled_word(word: str) -> str:
    plain = plain_word(word)
    return word if word in SMALL or plain in _rarity() else _known(plain)


def search(question: str, game: str = "", most: int = 20) -> list[Match]:
    """The rules that answer best, of one game if given. Questions about house rules find nothing."""
    entries = [entry for entry in _index() if not game or entry.rule.game == game]
    return _best(entries, question)[:most]


def search_groups(question: str, favored: Sequence[str] = (), most: int = 8) -> list[RuleGroup]:
    """The rules of all games that answer best, each rule once, and the favored games first."""
    favored = [*filter(_is_game_name, _words(question)), *favored]
    groups: dict[str, list[Rule]] = {}
    for match in _best(_index(), question, favored):
        groups.setdefault(match.rule.id, []).append(match.rule)
    return [_group(sorted(rules, key=lambda rule: _distance(rule, favored))) for rules in groups.values()][:most]


def _words(question: str) -> list[str]:
    """The significant words of a question, without repetition and spelled as in the rulebook."""
    return list(dict.fromkeys(_known(word) for word in plain_words(spelled(question))))


def _distance(rule: Rule, favored: Sequence[str]) -> int:
    """How far a rule is from the table: the favored games in their order, then the others."""
    return favored.index(rule.game) if rule.game in favored else len(favored)


def _best(entries: Iterable[_Entry], question: str, favored: Sequence[str] = ()) -> list[Match]:
    """The rules that match well, the best first; favored games count more."""
    words = _words(question)
    wanted = [word for word in words if not _is_game_name(word)] or words
    if not wanted or is_house_rule(question):
        return []
    answers = asked_rules(spelled(question))
    favor = dict(reversed([*zip(favored, FAVORED, strict=False)]))
    matches = [(Match(entry.rule, _worth(entry, wanted)), entry.rule.id in answers) for entry in entries]
    best = max((match.worth for match, _ in matches), default=0)
    good = [match for match, known in matches if known or (match.worth > 0 and match.worth >= best * GOOD)]
    weighed = [Match(match.rule, _weigh(match, answers, favor)) for match in good]
    return sorted(weighed, key=lambda match: (-match.worth, _distance(match.rule, favored), match.rule.name))


@lru_cache(maxsize=1000)
def _is_game_name(word: str) -> bool:
    """Whether the word only names a game, because none of its titles has it."""
    return word in chapters() and not any(word in entry.title for entry in _index() if entry.rule.game == word)


def _weigh(match: Match, answers: Sequence[str], favor: Mapping[str, float]) -> float:
    """The worth of a match, more for a known answer and for a favored game."""
    id_ = match.rule.id
    known = KNOWN_ANSWER / (1 + answers.index(id_)) if id_ in answers else 0
    return (match.worth + known) * favor.get(match.rule.game, 1)


def _worth(entry: _Entry, wanted: Sequence[str]) -> float:
    """Rules with more of the words come first, and rare words say more than common ones."""
    rarity = {word: _rarity().get(word, 0.0) for word in wanted}
    present = sum(rarity[word] for word in wanted if entry.worth(word))
    if not present:
        return 0.0
    named = NAMED if entry.name <= set(wanted) else 1.0
    coverage: float = pow(present / sum(rarity.values()), 1.5)
    kind = ADVICE_WORTH if entry.rule.is_advice else 1.0
    return kind * named * coverage * sum(rarity[word] * entry.worth(word) for word in wanted)


def _group(rules: Sequence[Rule]) -> RuleGroup:
    """Group the first of these rules with the other games' rules, by whether their answer is the same."""
    first, *others = rules
    same = tuple(other for other in others if (other.verdict or other.text) == (first.verdict or first.text))
    return RuleGroup(first, same, tuple(other for other in others if other not in same))
