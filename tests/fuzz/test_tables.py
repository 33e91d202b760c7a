"""Random tables on several phones, by requests to the real app, against a model that shares no code with it.

Phones start, bid, save, correct, delete, undo, rename, reset links and import; some have no network, and later their
answers are lost and their changes are sent twice. After every step the game is what the model says, version by version.
"""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.fuzz.minutes import rounds
from tests.fuzz.model import (
    AGAIN,
    CONFLICT,
    ENDS_EARLIER,
    REFUSED,
    SAVED,
    SCORER,
    Sent,
)
from tests.fuzz.phones import Phone
from tests.fuzz.started_tables import SPELLINGS, STATUSES, StartedTables, phones, seeds

#: How a change travels: it arrives; its answer is lost; it is lost itself; it comes twice.
WAYS = ("arrives", "answer lost", "lost", "twice")
EXAMPLES, STEPS = 12, 50


class Tables(StartedTables):
    """What phones do at their tables, with and without a network."""

    # Playing with a network.

    @rule(which=seeds, by=phones)
    def refresh(self, which: int, by: int) -> None:
        """A scorer looks at the table."""
        game_id, game = self.pick(which)
        self.look(self.scorer(game, by), game_id)

    @rule(which=seeds, by=phones, seed=seeds, twice=st.booleans())
    def save_by_form(self, which: int, by: int, seed: int, twice: bool) -> None:
        """A new hand, entered on a page that may be old by now."""
        game_id, game = self.pick(which)
        phone = self.scorer(game, by)
        copy = self.copy_of(phone, game_id)
        self._send_form(phone, game_id, Sent(copy.next_hand, 0, self.plain_hand(game, seed), self.token()), twice)

    @precondition(lambda self: any(game.versions for game in self.games.values()))
    @rule(which=seeds, by=phones, seed=seeds, twice=st.booleans(), confirmed=st.booleans())
    def correct_by_form(self, which: int, by: int, seed: int, twice: bool, confirmed: bool) -> None:
        """Another version of a hand, made from the one that the phone knows."""
        game_id, game = self.pick(which)
        phone = self.scorer(game, by)
        copy = self.copy_of(phone, game_id)
        if copy.numbers:
            hand, base = sorted(copy.numbers.items())[seed % len(copy.numbers)]
            facts = self.plain_hand(game, seed)
            self._send_form(phone, game_id, Sent(hand, base, facts, self.token(), confirmed), twice)

    def _send_form(self, phone: Phone, game_id: str, sent: Sent, twice: bool) -> None:
        facts = sent.facts or {}
        entered = {key: value for key, value in facts.items() if key != "captured"}
        shares = {f"captured[{side}]": points for side, points in enumerate(facts["captured"])}
        form = {"stage": "whole", "hand": sent.hand, "base": sent.base, "token": sent.token}
        more = {"confirmed": "1"} if sent.confirmed else {}
        for _ in range(1 + twice):
            expected = self.games[game_id].save(sent)
            answer = phone.post(f"/t/{game_id}/hand", form | entered | shares | more)
            assert answer.status_code == STATUSES[expected], (expected, answer.text)
            self.outcomes.update([("form", expected), ("any", expected)])
        phone.copies.pop(game_id)

    @precondition(lambda self: any(len(game.hands) > 1 for game in self.games.values()))
    @rule(which=seeds, by=phones, confirmed=st.booleans())
    def end_earlier(self, which: int, by: int, confirmed: bool) -> None:
        """Agree on so many points for the first hand that the game is over with it."""
        game_id, game = self.pick(which)
        if len(game.hands) < 2:
            return
        hand, facts = next(iter(game.hands.items()))
        current = game.current(hand)
        assert current is not None
        agreed = facts | {"adjust": [{"side": 0, "points": 500, "why": "agreed"}]}
        self._arrive(self.scorer(game, by), game_id, Sent(hand, current.number, agreed, self.token(), confirmed))

    @rule(which=seeds, by=phones, seed=seeds)
    def bid_and_result(self, which: int, by: int, seed: int) -> None:
        """The bid when it is known; the result of a hand that is open."""
        game_id, game = self.pick(which)
        phone, hands = self.scorer(game, by), game.hands
        last = max(hands, default=0)
        if "open" in hands.get(last, ()):
            current = game.current(last)
            assert current is not None
            captured = self.plain_hand(game, seed)["captured"]
            facts = {key: value for key, value in hands[last].items() if key != "open"} | {"captured": captured}
            sent, stage = Sent(last, current.number, facts, self.token()), "result"
            entered = {f"captured[{side}]": points for side, points in enumerate(captured)}
        elif game.slug in ("original", "regular"):
            entered = {"bidder": seed % len(game.names), "bid": 70 + seed % 4 * 5, "trump": "green"}
            sent, stage = Sent(game.next_hand, 0, entered | {"open": True}, self.token()), "bid"
        else:
            return
        form = {"stage": stage, "hand": sent.hand, "base": sent.base, "token": sent.token}
        expected = game.save(sent)
        answer = phone.post(f"/t/{game_id}/hand", form | entered)
        assert answer.status_code == STATUSES[expected], (expected, answer.text)
        self.outcomes[stage, expected] += 1

    @precondition(lambda self: any(game.versions for game in self.games.values()))
    @rule(which=seeds, by=phones, seed=seeds)
    def delete_by_form(self, which: int, by: int, seed: int) -> None:
        """Delete a hand, as the phone knows it."""
        game_id, game = self.pick(which)
        phone = self.scorer(game, by)
        copy = self.copy_of(phone, game_id)
        if not copy.numbers:
            return
        hand, base = sorted(copy.numbers.items())[seed % len(copy.numbers)]
        sent, current = Sent(hand, base, None, self.token()), game.current(hand)
        answer = phone.post(f"/t/{game_id}/hand/{hand}/delete", {"base": base, "token": sent.token})
        if current is not None and current.facts is None:
            assert answer.status_code == 404
            return
        assert answer.status_code == (409 if game.save(sent) == ENDS_EARLIER else 303)

    @precondition(lambda self: any(game.versions for game in self.games.values()))
    @rule(which=seeds, by=phones, twice=st.booleans())
    def undo(self, which: int, by: int, twice: bool) -> None:
        """Press the button of a page that may be old by now; perhaps twice."""
        game_id, game = self.pick(which)
        phone = self.scorer(game, by)
        button = self.copy_of(phone, game_id).undo
        for _ in range(1 + twice if button is not None else 0):
            assert button is not None
            act = game.undo_names if isinstance(button.change, int) else game.undo_hands
            is_undone = act(button.change, button.token)  # type: ignore[arg-type, operator]
            self.outcomes["undo", is_undone] += 1
            phone.copies.pop(game_id, None)
            answer = phone.post(f"/t/{game_id}/undo", {"last": button.mark, "token": button.token})
            assert answer.status_code == 303

    @rule(which=seeds, by=phones, seed=seeds, twice=st.booleans())
    def rename(self, which: int, by: int, seed: int, twice: bool) -> None:
        """Other spellings, from a page that may be old by now."""
        game_id, game = self.pick(which)
        phone = self.scorer(game, by)
        names = list(game.names)
        names[seed % len(names)] = SPELLINGS[seed // 7 % len(SPELLINGS)]
        base, token = self.copy_of(phone, game_id).namings, self.token()
        for _ in range(1 + twice):
            expected = game.rename(tuple(names), base, token)
            form = {"players": names, "kind": "spelling", "base": base, "token": token}
            answer = phone.post(f"/t/{game_id}/names", form)
            assert answer.status_code == STATUSES[expected], (expected, answer.text)
            self.outcomes["names", expected] += 1
        phone.copies.pop(game_id)

    # Playing without a network.

    @rule(which=seeds, by=phones, seed=seeds)
    def note(self, which: int, by: int, seed: int) -> None:
        """A new hand waits on a phone."""
        game_id, game = self.pick(which)
        phone = self.scorer(game, by)
        waiting = [sent.hand for waiting_for, sent in phone.queue if waiting_for == game_id]
        hand = max([self.copy_of(phone, game_id).next_hand - 1, *waiting]) + 1
        phone.queue.append((game_id, Sent(hand, 0, self.random_hand(game, seed), self.token())))

    @precondition(lambda self: any(game.versions for game in self.games.values()))
    @rule(which=seeds, by=phones, seed=seeds, deleted=st.booleans(), confirmed=st.booleans())
    def note_change(self, which: int, by: int, seed: int, deleted: bool, confirmed: bool) -> None:
        """A correction or a deletion waits on a phone."""
        game_id, game = self.pick(which)
        phone = self.scorer(game, by)
        numbers = self.copy_of(phone, game_id).numbers
        waiting = {sent.hand for waiting_for, sent in phone.queue if waiting_for == game_id}
        if free := sorted(numbers.keys() - waiting):
            hand = free[seed % len(free)]
            facts = None if deleted else self.random_hand(game, seed)
            phone.queue.append((game_id, Sent(hand, numbers[hand], facts, self.token(), confirmed)))

    @precondition(lambda self: any(phone.queue for phone in self.phones))
    @rule(number=phones, seed=seeds, deleted=st.booleans())
    def change_waiting(self, number: int, seed: int, deleted: bool) -> None:
        """What waits is changed or undone on a phone that does not know whether it had arrived."""
        queues = [phone.queue for phone in self.phones if phone.queue]
        queue = queues[number % len(queues)]
        game_id, sent = queue[place := seed % len(queue)]
        facts = None if deleted else self.random_hand(self.games[game_id], seed)
        marks = (*sent.replaces, sent.token)
        queue[place] = (game_id, Sent(sent.hand, sent.base, facts, self.token(), sent.confirmed, marks))

    @precondition(lambda self: any(phone.queue for phone in self.phones))
    @rule(number=phones, ways=st.lists(st.sampled_from(WAYS), min_size=1, max_size=4), mine=st.booleans())
    def send(self, number: int, ways: list[str], mine: bool) -> None:
        """A phone has a network again, a good one or a bad one; at a conflict its person chooses."""
        waiting = [phone for phone in self.phones if phone.queue]
        for way in ways:
            self._send_first(waiting[number % len(waiting)], way, mine)

    def _send_first(self, phone: Phone, way: str, mine: bool) -> None:
        if not phone.queue or way == "lost":
            return
        game_id, sent = phone.queue[0]
        self.touched.add(game_id)
        answers = [self._arrive(phone, game_id, sent) for _ in range(2 if way == "twice" else 1)]
        if way == "answer lost":
            return
        phone.queue.pop(0)
        phone.copies.pop(game_id, None)
        if answers[-1]["state"] == CONFLICT and mine:
            base = answers[-1]["theirs"]["number"]
            phone.queue.insert(0, (game_id, Sent(sent.hand, base, sent.facts, self.token(), sent.confirmed)))

    def _arrive(self, phone: Phone, game_id: str, sent: Sent) -> Any:
        game = self.games[game_id]
        expected = game.catch_up(sent) if game.role(phone.number) == SCORER else REFUSED
        answer = phone.sync(game_id, sent)
        assert answer["state"] == expected, (sent, answer)
        self.outcomes.update([("sent", expected), ("any", expected)])
        current = game.current(sent.hand)
        if expected == SAVED and current is not None:
            assert answer["number"] == current.number
        return answer


#: What must have happened, or the test proves too little.
HAPPENED = {
    *((way, state) for way in ("sent", "form") for state in (SAVED, AGAIN, CONFLICT)),
    ("any", REFUSED),
    ("names", SAVED),
    ("undo", True),
    ("bid", SAVED),
    ("without right", None),
}


@pytest.mark.long
def test_random_tables_match_the_model(app: Flask) -> None:
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
    assert Tables.outcomes.keys() >= HAPPENED, HAPPENED - Tables.outcomes.keys()
