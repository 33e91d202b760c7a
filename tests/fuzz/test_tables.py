"""Random tables on several phones, by requests to the real app, against a model that shares no code with it.

Phones start, bid, save, correct, delete, undo, rename, hand over seats, reset links and import, and a program does the
same over the JSON API. Some phones have no network: what waits on them stays until it is saved, is sent late, twice and
out of order, and any request may arrive again at any time. After every step the game is what the model says, version by
version.
"""

from __future__ import annotations

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test

from tests.conftest import Figures
from tests.fuzz.minutes import rounds
from tests.fuzz.model import AGAIN, CONFLICT, ENDS_EARLIER, MISSING, REFUSED, SAVED, SCORER, Sent
from tests.fuzz.phones import Call
from tests.fuzz.played_tables import HAS_VERSIONS
from tests.fuzz.started_tables import DENIED, seeds
from tests.fuzz.waiting_tables import WaitingTables

EXAMPLES, STEPS = 30, 30
#: What the API answers; a new hand has 201, and a deleted one 204.
STATUSES = {SAVED: 200, AGAIN: 200, CONFLICT: 412, ENDS_EARLIER: 409, REFUSED: 422, MISSING: 404}
OTHER_STATUSES = {"POST": {SAVED: 201}, "DELETE": {SAVED: 204, AGAIN: 204}}


class Tables(WaitingTables):
    """All that phones do, and a program with a key."""

    @rule(which=seeds, seed=seeds, times=st.integers(1, 2), at_once=st.booleans())
    def add_by_call(self, which: int, seed: int, times: int, at_once: bool) -> None:
        """A program adds a hand, perhaps only if the game is as it has read it some time ago."""
        game_id, game = self.pick(which)
        copy = self.copy_of(self.program, game_id)
        sent = Sent(copy.next_hand, 0, self.random_hand(game, seed), self.token())
        self.send_call(game_id, "POST", sent, times, copy.revision if at_once else None)

    @HAS_VERSIONS
    @rule(which=seeds, seed=seeds, times=st.integers(1, 2), deleted=st.booleans(), confirmed=st.booleans())
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


#: What must have happened, or the test proves too little.
HAPPENED = {
    *((way, state) for way in ("sent", "whole") for state in (SAVED, AGAIN, CONFLICT)),
    *((way, SAVED) for way in ("bid", "result", "delete", "names", "takeover", "undo", "POST", "PUT", "DELETE")),
    *((way, None) for way in ("whole", "without right")),
    ("sent", REFUSED),
}


@pytest.mark.long
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
