"""A dispute on a page: what is known of the table, the questions as widgets, and the ruling with its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.actions.table.access import Table
from scorekeeper.judge.disputes import Case, Ruling, Situation, settle, situations, with_players
from scorekeeper.rulebook import PARTS, Rule, disputed_rules, plain_words, rule, spelled
from scorekeeper.rules import Fault
from scorekeeper.rules.document import read_options
from scorekeeper.rules.fields import Field
from scorekeeper.rules.game import Game
from scorekeeper.web.forms.auction import live_auction
from scorekeeper.web.forms.describe import TableNames, describe
from scorekeeper.web.forms.from_fields import FormContext, entry_widget
from scorekeeper.web.forms.read import ABSENT, read
from scorekeeper.web.forms.widgets import Folded, Widget
from scorekeeper.web.rules.views import rule_at_table
from scorekeeper.web.table.hand_form import EDITS, edited
from scorekeeper.web.table.views import at_table, counted

Form = MultiDict[str, str]
#: The prefix of options that are asked away from a table.
OPTIONS = "options"
USUAL = 4
#: The headings of the list, with the situations under each.
GROUPS = (
    ("Play", ("misplay", "no-follow", "two-misplays", "trick", "follow", "rook-follow", "rook-duty")),
    ("Turn and cards", ("out-of-turn", "exposed", "claim", "capture", "pile", "out")),
    ("Deal and bidding", ("misdeal", "shown-in-deal", "missing-card", "auction", "bid-out-of-turn", "nobody-bid")),
    ("Nest and table talk", ("nest-size", "nest-counter", "table-talk")),
    ("Melds", ("meld", "opening")),
    ("Score", ("fifteens", "worth", "line", "wrong-total", "agreed")),
)
OTHER_GROUP = "More"
#: More words by which a situation is found.
HINTS = {
    "misplay": ("misplay", "follow", "color"),
    "no-follow": ("misplay", "follow", "color"),
    "rook-duty": ("misplay",),
    "two-misplays": ("misplay", "twice"),
    "rook-follow": ("rook", "trump"),
    "out-of-turn": ("lead", "early", "wrong"),
    "exposed": ("drop", "show", "face"),
    "claim": ("lay", "tram"),
    "bid-out-of-turn": ("bid", "pass"),
    "misdeal": ("misdeal",),
    "shown-in-deal": ("misdeal", "show", "expose"),
    "missing-card": ("misdeal", "lose", "deck", "short"),
    "wrong-total": ("mistake", "correct", "total"),
    "table-talk": ("table", "signal"),
    "nobody-bid": ("pass",),
    "auction": ("pass",),
    "worth": ("score", "point", "count"),
    "line": ("tie", "target", "end"),
    "agreed": ("adjust", "penalty", *plain_words("house rules")[:1]),
}


@dataclass(frozen=True)
class Start:
    """An entry of the list: words, the situation, and the answers that the words already give."""

    words: str
    situation: str
    answers: Mapping[str, Any]


@dataclass(frozen=True)
class Dispute:
    """A situation being asked about: its questions, and the ruling once all are answered."""

    situation: Situation
    words: str
    widgets: Sequence[Widget]
    faults: Sequence[Fault]
    ruling: Ruling | None
    rules: Sequence[Rule]
    #: Questions and answers in words, to be kept.
    answers: tuple[tuple[str, str], ...]
    #: Everything that was sent, to send it again.
    sent: Sequence[tuple[str, str]]


def case_at(table: Table, hand: int) -> Case:
    """The case of a hand at a table: the one being played, or one that is scored."""
    setting, play = at_table(table)
    position, scored = table.position(hand), table.sheet.hands
    place = len(scored) if position is None else position
    finished = place < len(scored)
    before = table.sheet.before(place + 1)
    facts = table.hands[position].facts if position is not None else None
    dealer = scored[place].dealer if finished else table.sheet.next_dealer
    names = tuple(table.names_at(place + 1))
    now = table.sheet.totals
    return Case(
        setting, play, names, dealer, before, now, counted(table, place + 1), facts or {}, finished, counted(table)
    )


def case_of(game: Game, form: Form) -> tuple[Case, list[Fault]]:
    """The case of a game away from a table, with the options that were sent."""
    known = {option.key: read(option, form, f"{OPTIONS}.{option.key}") for option in game.options}
    given = {key: value for key, value in known.items() if value is not ABSENT and value != game.defaults[key]}
    players = USUAL if USUAL in game.players else game.players[0]
    options, faults = read_options(game, given, players)
    setting, play = game.setting(players, options)
    return Case(setting, play), faults


def option_widgets(game: Game, form: Form, faults: Sequence[Fault]) -> list[Widget]:
    """The options of a game as questions."""
    named = [replace(option, key=f"{OPTIONS}.{option.key}", needed=True) for option in game.options]
    context = FormContext([], [], [], faults=lambda path: [fault for fault in faults if fault.path == path])
    return [entry_widget(option, _answer(option, form), context) for option in named]


def start_groups(case: Case) -> list[tuple[str, list[Start]]]:
    """What can have happened, in the players' words, by heading."""
    starts = _starts(case)
    rest = [start for start in starts if not any(start.situation in ids for _, ids in GROUPS)]
    groups = [(title, [start for start in starts if start.situation in ids]) for title, ids in GROUPS]
    return [group for group in (*groups, (OTHER_GROUP, rest)) if group[1]]


def matching_starts(case: Case, question: str) -> list[Start]:
    """What can have happened, found by words; the best match first."""
    wanted = set(plain_words(spelled(question)))
    matches = [(len(wanted & _search_words(start)), start) for start in _starts(case)]
    return [start for count, start in sorted(matches, key=lambda match: -match[0]) if count]


def _search_words(start: Start) -> set[str]:
    return {*plain_words(start.words), *plain_words(" ".join(HINTS.get(start.situation, ())))}


def _starts(case: Case) -> list[Start]:
    return [Start(words, situation.id, given) for situation in situations(case) for words, given in situation.starts]


def question_parts(case: Case) -> list[tuple[str, list[Rule]]]:
    """The rules of this game that people ask about, by the parts of its chapter."""
    rules = disputed_rules(case.setting.game.slug)
    parts = [(title, [rule for rule in rules if rule.part == part]) for part, title in PARTS.items()]
    return [(title, rules) for title, rules in parts if rules]


def read_dispute(case: Case, situation: Situation, form: Form) -> Dispute:
    """The questions up to the first open one, and the ruling once all are answered."""
    form = edited(form)
    answers = _answers(case, situation, form)
    result = settle(situation, case, answers)
    faults = result if isinstance(result, tuple) else ()
    ruling = result if isinstance(result, Ruling) else None
    fields = _open_questions(situation, case, answers)
    keys = {field.key for field in fields}
    return Dispute(
        situation,
        next((words for words, given in situation.starts if given.items() <= answers.items()), situation.words),
        [_widget(case, field, answers, faults) for field in fields],
        [fault for fault in faults if fault.key not in keys],
        ruling,
        [rule_at_table(rule(name), case.setting) for name in (ruling.rule, *ruling.also)] if ruling else [],
        _answers_in_words(case, fields, answers),
        [(key, value) for key, value in form.items(multi=True) if value and key not in EDITS],
    )


def _answers(case: Case, situation: Situation, form: Form) -> dict[str, Any]:
    """The answers; a question may depend on the answers to those before it."""
    answers: dict[str, Any] = {}
    for _ in range(len(form) + 1):
        values = {field.key: _answer(field, form) for field in situation.questions(case, answers)}
        more = {key: value for key, value in values.items() if value is not ABSENT}
        if more == answers:
            break
        answers = more
    return answers


def _answer(field: Field, form: Form) -> Any:
    """The answer that was sent, or what the table knows already."""
    value = read(field, form, field.key)
    return field.default if value is ABSENT and field.default is not None else value


def _open_questions(situation: Situation, case: Case, answers: Mapping[str, Any]) -> list[Field]:
    """The questions up to the first one that is open; all of them where one page is quicker."""
    shown = []
    for field in situation.questions(case, answers):
        shown.append(field)
        if field.needed and field.key not in answers and not situation.at_once:
            break
    return shown


def _widget(case: Case, field: Field, answers: Mapping[str, Any], faults: Sequence[Fault]) -> Widget:
    case = with_players(case, answers)
    names, named = case.player_names, case.sides
    entries = [case.team(team) for team in range(len(case.teams))]
    value = answers.get(field.key, ABSENT)
    dealer = answers.get("dealer", case.dealer)
    dealer = dealer if dealer in range(case.setting.players) else None
    auction = live_auction((case.setting, case.play), names, dealer, answers)
    context = FormContext(names, entries, list(range(len(entries))), named, auction=auction, auction_open=True)
    context = replace(context, faults=lambda path: [fault for fault in faults if fault.path == path])
    widget = entry_widget(field, value, context)
    if field.when != "more" or field.needed:
        return widget
    return Folded(field.key, widget.label, [], widget, field.key in answers or bool(widget.faults))


def _answers_in_words(case: Case, fields: Sequence[Field], answers: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    names = TableNames(case.player_names, [case.team(team) for team in range(len(case.teams))], case.sides)
    answered = [field for field in fields if field.key in answers]
    return tuple((field.ask or field.label, describe(field, answers[field.key], names)) for field in answered)
