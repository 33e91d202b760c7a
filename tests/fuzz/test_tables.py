"""Random tables on several phones, by requests to the real app, against a model that shares no code with it.

Phones start, bid, save, correct, delete, undo, rename, hand over seats, reset links and import, and a program does the
same over the JSON API. Some phones have no network: what waits on them stays until it is saved, is sent late, twice and
out of order, and any request may arrive again at any time. After every step the game is what the model says, version by
version.
"""

from __future__ import annotations

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test

from tests.budget import IS_WHOLE
from tests.conftest import Figures
from tests.fuzz.actions import action, actions_of
from tests.fuzz.minutes import rounds
from tests.fuzz.model import AGAIN, CONFLICT, ENDS_EARLIER, MISSING, REFUSED, SAVED, SCORER, Sent
from tests.fuzz.phones import Call
from tests.fuzz.played_tables import has_versions, times
from tests.fuzz.started_tables import DENIED, seeds
from tests.fuzz.waiting_tables import WaitingTables

EXAMPLES, STEPS = (60 if IS_WHOLE else 22), 30
#: What the API answers; a new hand has 201, and a deleted one 204.
STATUSES = {SAVED: 200, AGAIN: 200, CONFLICT: 412, ENDS_EARLIER: 409, REFUSED: 422, MISSING: 404}
OTHER_STATUSES = {"POST": {SAVED: 201}, "DELETE": {SAVED: 204, AGAIN: 204}}


class Tables(WaitingTables):
    """All that phones do, and a program with a key."""

    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Do one of all that can be done."""
        name = data.draw(st.sampled_from([name for name, action in ACTIONS.items() if action.when(self)]), "action")
        strategies = ACTIONS[name].strategies
        getattr(self, name)(**{key: data.draw(strategy, key) for key, strategy in strategies.items()})

    @action(which=seeds, seed=seeds, times=times, at_once=st.booleans())
    def add_by_call(self, which: int, seed: int, times: int, at_once: bool) -> None:
        """A program adds a hand, perhaps only if the game is as it has read it some time ago."""
        game_id, game = self.pick(which)
        copy = self.copy_of(self.program, game_id)
        sent = Sent(copy.next_hand, 0, self.random_hand(game, seed), self.token())
        self.send_call(game_id, "POST", sent, times, copy.revision if at_once else None)

    @action(has_versions, which=seeds, seed=seeds, times=times, deleted=st.booleans(), confirmed=st.booleans())
    def change_by_call(self, which: int, seed: int, times: int, deleted: bool, confirmed: bool) -> None:
        """A program changes or deletes a version of a hand that it has read some time ago."""
        game_id, game = self.pick(which)
        copy = self.copy_of(self.program, game_id)
        hand = [*copy.numbers, copy.next_hand][seed % (len(copy.numbers) + (seed % 8 == 0) or 1)]
        facts = None if deleted else self.random_hand(game, seed)
        sent = Sent(hand, copy.numbers.get(hand, 1), facts, self.token(), confirmed)
        self.send_call(game_id, "DELETE" if deleted else "PUT", sent, times)

    def send_call(self, game_id: str, method: str, sent: Sent, times: int, revision: int | None = None) -> None:
        """Send a request with the key that the program has; if it was reset, a new one half of the time."""
        program, game = self.program, self.games[game_id]
        if times == 1 and game.role(program.number) != SCORER:
            self.take_key(game_id, SCORER)
        call = Call(game_id, method, sent, program.keys[game_id], game.rights[program.number], revision)
        self.send_often(lambda: self._call(call), times)
        if times == 1:
            program.copies.pop(game_id)

    def _call(self, call: Call) -> None:
        self.touched.add(call.game_id)
        game, sent = self.games[call.game_id], call.sent
        role, expected = game.worth(call.right), None
        if role == SCORER and call.method == "POST":
            expected = game.add(sent.facts or {}, sent.token, call.revision)
        elif role == SCORER:
            expected = game.change(sent)
        statuses = STATUSES | OTHER_STATUSES.get(call.method, {})
        answer = self.program.call(call)
        wanted = statuses[expected] if expected is not None else DENIED[role]
        assert answer.status_code == wanted, (call, expected, answer.text)
        self.outcomes[call.method, expected] += 1


#: Hypothesis likes to draw the first one: a hand more is always good.
ACTIONS = dict(sorted(actions_of(Tables).items(), key=lambda pair: pair[0] != "save_by_form"))

#: What must have happened, or the test proves too little.
HAPPENED = {
    *((way, state) for way in ("sent", "whole") for state in (SAVED, AGAIN, CONFLICT)),
    *((way, SAVED) for way in ("bid", "delete", "names", "undo", "paper", "POST")),
}


@pytest.mark.early
def test_random_tables_match_the_model(app: Flask, figures: Figures) -> None:
    Tables.outcomes.clear()
    machine = type("TablesOfApp", (Tables,), {"app": app})
    for number in rounds():
        chosen = settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=number == 0,
            database=None,
            # Its third phase, which explains, takes longest and says least here.
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(machine, settings=chosen)  # type: ignore[no-untyped-call]
    outcomes = Tables.outcomes
    figures(
        tables=outcomes["examples", None],
        steps=outcomes["steps", None],
        **{state: sum(number for (_, other), number in outcomes.items() if other == state) for state in STATUSES},
    )
    assert outcomes.keys() >= HAPPENED, HAPPENED - outcomes.keys()


def test_an_old_button_and_a_late_message_change_nothing(app: Flask) -> None:
    """What a short random run may leave out."""
    Tables.outcomes.clear()
    tables = type("TablesOfApp", (Tables,), {"app": app})()
    tables.begin(("original", 4, {"target": 2000}), "import", 5)
    tables.bid_and_result(0, 0, 8, 1, ["bid", "bid", "result"])
    tables.add_by_call(0, 5, 1, True)
    tables.change_by_call(0, 5, 1, False, True)
    for change in ("spell", "take over", "correct"):
        tables.change_and_undo(0, 0, 8, change, late=True)
    tables.note(0, 0, 3)
    tables.send(0, ["arrives"], "mine")
    for seed in range(4, 10):
        tables.correct_by_form(0, 1, seed, 1, True)
    tables.arrive_after_change(0)
    tables.teardown()
    saved = {(way, SAVED) for way in ("bid", "result", "POST", "PUT", "names", "takeover", "sent")}
    assert saved | {("undo", CONFLICT), ("sent", AGAIN)} <= tables.outcomes.keys()
