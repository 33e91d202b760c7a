"""Drawing a round, and the tables of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import drafts, rounds, tables
from scorekeeper.actions.night.access import RUNNER, NightAccess, require_night, require_night_to_change
from scorekeeper.actions.night.drafts import RoundDraft
from scorekeeper.actions.night.results import TableState, table_state, table_states, unfinished_tables
from scorekeeper.actions.night.seating import FIXED, MOVEMENT, game_of, history, sizes_of
from scorekeeper.league.pairings import Repeat, RoundPlan, TablePlan, repeated_opponents, repeated_partners, times_out
from scorekeeper.league.words import listed
from scorekeeper.rules.game import Movement
from scorekeeper.web import parse
from scorekeeper.web.addresses import qr
from scorekeeper.web.night import forms
from scorekeeper.web.night.forms import DraftForm, MethodForm
from scorekeeper.web.night.page import waiting_sentence
from scorekeeper.web.night.views import RoundView, current_round_view, known_visitor, table_card, visitor
from scorekeeper.web.page_form import PageForm

blueprint = Blueprint("rounds", __name__, url_prefix="/night/<night_id>")

#: Four names of this length fit side by side on a phone.
LONGEST_SHORT_NAME = 9
#: More repeats at one table are only counted.
NAMED_REPEATS = 3
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

#: The id of a person and the name.
Seat = tuple[str, str]


@dataclass(frozen=True)
class SeatingTable:
    """A table to be seated: its sides as ids and names, and remarks on it."""

    number: int
    sides: tuple[tuple[Seat, ...], ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Seating:
    """The tables of a round, and who sits out, with a remark for each."""

    tables: tuple[SeatingTable, ...]
    out: tuple[tuple[Seat, str], ...]
    #: Who is here and not in the round.
    others: tuple[Seat, ...] = ()

    @property
    def has_long_names(self) -> bool:
        """Whether four names in a row would have to be broken on a phone."""
        return any(len(name) > LONGEST_SHORT_NAME for table in self.tables for side in table.sides for _, name in side)


def draft_seating(access: NightAccess, draft: RoundDraft) -> Seating:
    """The seating of a proposed round, with everything that repeats in it."""
    names = {str(member): name for member, name in access.names.items()}
    earlier = history(access)
    movement = game_of(access.night).movement if draft.method == MOVEMENT else None
    tables = tuple(
        SeatingTable(
            number,
            tuple(tuple((player, names.get(player, "?")) for player in side) for side in table.sides),
            (*_repeats(earlier, table, names, draft.method in FIXED), *_stages(movement, table, names)),
        )
        for number, table in enumerate(draft.plan.tables, 1)
    )
    out = tuple(((player, names.get(player, "?")), _out_remark(earlier, player)) for player in draft.plan.sitting_out)
    return Seating(tables, out)


def round_seating(access: NightAccess, current_round: RoundView) -> Seating:
    """The seating of a round that was drawn, and who else is here."""
    tables = tuple(
        SeatingTable(
            table.number,
            tuple(tuple((str(member), name) for member, name in side.members) for side in table.sides),
            (table.words,) if table.begun else (),
        )
        for table in current_round.tables
    )
    placed = {member for table in current_round.tables for member, _ in table.seats} | {*dict(current_round.out)}
    present = [presence.member_id for presence in access.present if presence.member_id not in placed]
    others = sorted(((str(member), access.names[member]) for member in present), key=lambda seat: seat[1].casefold())
    out = tuple(((str(member), name), "sits out") for member, name in current_round.out)
    return Seating(tables, out, tuple(others))


def _out_remark(earlier: Sequence[RoundPlan], player: str) -> str:
    before = times_out(earlier, player)
    return f"sits out for the {ORDINALS[before]} time" if before < len(ORDINALS) else f"has sat out {before} times"


def _repeats(earlier: Sequence[RoundPlan], table: TablePlan, names: Mapping[str, str], fixed: bool) -> tuple[str, ...]:
    """Who was together before: partners, unless they stay together all night, and opponents."""
    partners = (
        [] if fixed else [_repeat(repeat, names, "were partners") for repeat in repeated_partners(earlier, table)]
    )
    opponents = [_repeat(repeat, names, "met") for repeat in repeated_opponents(earlier, table)]
    more = len(opponents) - NAMED_REPEATS
    rest = [f"{more} more {'pair' if more == 1 else 'pairs'} met before."] if more > 0 else []
    return (*partners, *opponents[:NAMED_REPEATS], *rest)


def _repeat(repeat: Repeat, names: Mapping[str, str], verb: str) -> str:
    pair = listed([names.get(player, "?") for player in repeat.pair])
    rounds = listed([str(number) for number in repeat.rounds])
    return f"{pair} {verb} in {'round' if len(repeat.rounds) == 1 else 'rounds'} {rounds}."


def _stages(movement: Movement | None, table: TablePlan, names: Mapping[str, str]) -> tuple[str, ...]:
    """Who plays with whom, stretch by stretch of hands."""
    seats = [names.get(player, "?") for player in table.seats]
    if movement is None or len(seats) != len(movement.seats):
        return ()
    return tuple(
        f"Hands {first} to {last}: " + " against ".join(" & ".join(seats[seat] for seat in side) for side in sides)
        for first, last, sides in movement.stretches()
    )


TWO_NAMES = "Choose exactly two names to swap."


@blueprint.get("/draw")
def methods(night_id: str) -> str:
    """Choose how the next round is drawn."""
    access = require_night(visitor(), night_id, RUNNER)
    return _methods(access, _size(access, parse.count(request.args.get("size", ""))))


def _methods(access: NightAccess, size: int, problems: Sequence[str] = ()) -> str:
    return render_template(
        "night/choose_method.html",
        access=access,
        night=access.night,
        choices=drafts.method_choices(access, size),
        sizes=sizes_of(access.night),
        size=size,
        refused=problems,
        number=len(access.night.rounds) + 1,
    )


def _size(access: NightAccess, wanted: int | None) -> int:
    """The number at a table that was chosen, or the usual one."""
    return wanted if wanted in game_of(access.night).players else sizes_of(access.night)[0]


@blueprint.post("/draw")
def propose(night_id: str) -> ResponseReturnValue:
    """Draw a round and show it before it starts."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), MethodForm()
    size = _size(access, form.size.data)
    draft = drafts.draw(access, form.method.data or "", size)
    if isinstance(draft, Refusal):
        return _methods(access, size, draft.messages), 422
    return _back_to_draft(night_id)


def _back_to_draft(night_id: str) -> ResponseReturnValue:
    return redirect(url_for("rounds.draft", night_id=night_id), 303)


@blueprint.get("/draft")
def draft(night_id: str) -> ResponseReturnValue:
    """The next round as it was drawn last."""
    access = require_night(visitor(), night_id, RUNNER)
    last = drafts.stored_draft(access)
    if last is None:
        return redirect(url_for("rounds.methods", night_id=night_id), 303)
    return _proposal(access, drafts.describe(access, last))


def _proposal(access: NightAccess, draft: RoundDraft, problems: Sequence[str] = ()) -> str:
    current_round = current_round_view(access) if unfinished_tables(access) else None
    return render_template(
        "night/proposal.html",
        access=access,
        night=access.night,
        draft=draft,
        seating=draft_seating(access, draft),
        waiting=waiting_sentence(current_round) if current_round else "",
        refused=problems,
        address=url_for("rounds.draft", night_id=access.night.id),
    )


@blueprint.post("/draw/change")
def change(night_id: str) -> ResponseReturnValue:
    """Swap two people in the proposal."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), DraftForm()
    draft, swap = form.draft(access), form.swap.data
    if len(swap) != 2:
        reviewed = drafts.review(access, draft)
        current = draft if isinstance(reviewed, Refusal) else reviewed
        return _proposal(access, current, [TWO_NAMES]), 422
    reviewed = drafts.review(access, draft.swap(*swap))
    if isinstance(reviewed, Refusal):
        return _proposal(access, draft, reviewed.messages), 422
    drafts.keep(access, reviewed)
    return _back_to_draft(night_id)


@blueprint.post("/draw/accept")
def accept(night_id: str) -> ResponseReturnValue:
    """Start the round with a game at each table; two names that are still tapped are swapped first."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), DraftForm()
    draft, swap = form.draft(access), form.swap.data
    if len(swap) > 2:
        return _proposal(access, draft, [TWO_NAMES]), 422
    if len(swap) == 2:
        draft = draft.swap(*swap)
    result = rounds.accept(access, draft)
    if isinstance(result, Refusal) and draft.number > len(access.night.rounds):
        return _proposal(access, draft, result.messages), 422
    if isinstance(result, Refusal):
        flash(result.messages[0])
    return redirect(url_for("night.page", night_id=night_id), 303)


@blueprint.get("/draw/change")
@blueprint.get("/draw/accept")
def round_forms(night_id: str) -> ResponseReturnValue:
    """Send somebody who opens a form's address to the methods."""
    return redirect(url_for("rounds.methods", night_id=night_id), 303)


@blueprint.get("/codes")
def codes(night_id: str) -> str:
    """The QR codes of all tables of the round, to show or to print."""
    access = require_night(visitor(), night_id, RUNNER)
    current_round = access.current_round
    pictures = {state.table.id: qr(_link(state)) for state in table_states(access, current_round)}
    return render_template(
        "night/codes.html",
        access=access,
        night=access.night,
        current_round=current_round_view(access),
        pictures=pictures,
    )


def _link(state: TableState) -> str:
    """The link by which a phone at the table takes over the scoring."""
    return url_for("share.join", game_id=state.game.id, key=state.game.scorer_key, _external=True)


@blueprint.get("/table/<int:table_id>")
def table_page(night_id: str, table_id: int) -> str:
    """One table: its QR code for people who may score, its state, what can be done."""
    return _table_page(require_night(visitor(), night_id), table_id)


def _table_page(access: NightAccess, table_id: int, problems: Sequence[str] = (), words: str = "") -> str:
    state = table_state(access, access.table(table_id))
    card = table_card(access, state)
    link = _link(state) if access.runs or card.mine else ""
    return render_template(
        "night/table.html",
        access=access,
        night=access.night,
        table=card,
        link=link,
        code=qr(link) if link else "",
        free=_free_members(access, state),
        disputes=state.game.disputes,
        protests=tables.protests_at(state),
        names=access.names,
        refused=problems,
        words=words,
    )


def _free_members(access: NightAccess, state: TableState) -> list[tuple[int, str]]:
    """People who are here and sit at no table of the round that still plays, by name."""
    playing = [other for other in table_states(access, state.round) if not other.ended]
    seated = {member for other in playing for member in other.table.seats}
    present = [presence.member_id for presence in access.present]
    free = [(member, access.names[member]) for member in present if member not in seated]
    return sorted(free, key=lambda row: row[1].casefold())


def _back_to_table(
    access: NightAccess, table_id: int, refusal: Refusal | None, message: str, words: str = ""
) -> ResponseReturnValue:
    """Back to the table, or the table with what was wrong."""
    if refusal is not None:
        return _table_page(access, table_id, refusal.messages, words), 422
    flash(message)
    return redirect(url_for("rounds.table_page", night_id=access.night.id, table_id=table_id), 303)


def _form_refusal(form: PageForm) -> Refusal | None:
    """What is wrong with a form by itself."""
    return None if form.validate() else Refusal(tuple(form.problems))


@blueprint.post("/table/<int:table_id>/score")
def take_over(night_id: str, table_id: int) -> ResponseReturnValue:
    """Score this table on this phone."""
    access = require_night_to_change(known_visitor(), night_id)
    return redirect(url_for("table.page", game_id=tables.take_over(access, table_id)), 303)


@blueprint.post("/table/<int:table_id>/substitute")
def substitute(night_id: str, table_id: int) -> ResponseReturnValue:
    """Let somebody play on for somebody else."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), forms.SubstituteForm()
    refusal = _form_refusal(form) or tables.substitute(access, table_id, *form.members())
    return _back_to_table(access, table_id, refusal, "Substitute saved.")


@blueprint.post("/table/<int:table_id>/stop")
def stop(night_id: str, table_id: int) -> ResponseReturnValue:
    """Stop a game that cannot be finished."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    refusal = tables.stop(access, table_id, forms.StopForm().counts.data)
    return _back_to_table(access, table_id, refusal, "Game stopped.")


@blueprint.post("/table/<int:table_id>/go-on")
def resume(night_id: str, table_id: int) -> ResponseReturnValue:
    """Let a stopped game go on."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return _back_to_table(access, table_id, tables.resume(access, table_id), "Game resumed.")


@blueprint.post("/table/<int:table_id>/count")
def count(night_id: str, table_id: int) -> ResponseReturnValue:
    """Let a result count, or not."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), forms.CountForm()
    counts = form.counts.data == "yes"
    refusal = _form_refusal(form) or tables.count(access, table_id, counts)
    return _back_to_table(
        access, table_id, refusal, "This game counts now." if counts else "This game no longer counts."
    )


@blueprint.post("/table/<int:table_id>/accept")
def accept_result(night_id: str, table_id: int) -> ResponseReturnValue:
    """Accept the result for the other side."""
    access = require_night_to_change(known_visitor(), night_id)
    refusal = tables.accept(access, table_id, forms.AcceptForm().score.data or "")
    return _back_to_table(access, table_id, refusal, "Result accepted.")


@blueprint.post("/table/<int:table_id>/protest")
def protest(night_id: str, table_id: int) -> ResponseReturnValue:
    """Protest against the result."""
    access, form = require_night_to_change(known_visitor(), night_id), forms.ProtestForm()
    words = form.words.data or ""
    made = tables.protest(access, table_id, words, form.dispute.data)
    refusal = made if isinstance(made, Refusal) else None
    return _back_to_table(access, table_id, refusal, "Protest sent to the organizers.", words)


@blueprint.get("/protests", endpoint="protests")
def protests_page(night_id: str) -> str:
    """Every protest of the night, open ones first."""
    return _protests(require_night(visitor(), night_id))


def _protests(access: NightAccess, problems: Sequence[str] = ()) -> str:
    rows = [(table_card(access, state), made) for state, made in tables.all_protests(table_states(access))]
    return render_template(
        "night/protests.html", access=access, night=access.night, rows=rows, names=access.names, refused=problems
    )


@blueprint.post("/protests/<int:protest_id>")
def decide(night_id: str, protest_id: int) -> ResponseReturnValue:
    """Uphold a protest or dismiss it; or withdraw one's own."""
    access, form = require_night_to_change(known_visitor(), night_id), forms.DecisionForm()
    if form.withdraw.data:
        tables.withdraw(access, protest_id)
        return redirect(url_for("rounds.protests", night_id=night_id), 303)
    access.require("organizer")
    upheld = form.decision.data == "upheld"
    refusal = _form_refusal(form) or tables.decide(access, protest_id, upheld, form.words.data or "")
    if refusal is not None:
        return _protests(access, refusal.messages), 422
    flash("Decision saved. If points change, correct the hand at the table.")
    return redirect(url_for("rounds.protests", night_id=night_id), 303)
