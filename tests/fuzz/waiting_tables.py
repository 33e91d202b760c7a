"""What phones do without a network: hands wait, are sent late, twice or out of order, and stay until they are saved."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tests.fuzz.actions import action
from tests.fuzz.model import (
    AGAIN,
    CONFLICT,
    ENDS_EARLIER,
    REFUSED,
    SAVED,
    SCORER,
    Sent,
)
from tests.fuzz.phones import WAITING, Entry, Phone
from tests.fuzz.played_tables import PlayedTables, has_versions, writers
from tests.fuzz.started_tables import phones, seeds

#: How a change travels: it arrives; its answer is lost, and perhaps it is changed before it is sent again; it is lost
#: itself; it comes twice.
WAYS = ("arrives", "arrives", "answer lost", "changed", "lost", "twice")
#: What a person answers when a phone asks: this version after all, the other one, or another hand after it.
CHOICES = ("mine", "mine", "theirs", "next")
#: What is undone at once.
CHANGES = ("correct", "delete", "end", "take over", "spell")
way_lists = st.lists(st.sampled_from(WAYS), min_size=1, max_size=4)


def has_waiting(tables: PlayedTables) -> bool:
    """Something waits on a phone."""
    return any(phone.queue for phone in tables.phones)


def has_hands(tables: PlayedTables) -> bool:
    """Some game has more than one hand."""
    return any(len(game.hands) > 1 for game in tables.games.values())


class WaitingTables(PlayedTables):
    """Hands that wait on phones, and requests that come late."""

    def waiting(self, phone: Phone, game_id: str) -> list[int]:
        """The hands of a game that wait on a phone; there is one entry for each."""
        return [entry.sent.hand for entry in phone.queue if entry.game_id == game_id]

    def busy_phone(self, number: int) -> Phone:
        """A phone on which something waits."""
        busy = [phone for phone in self.phones if phone.queue]
        return busy[number % len(busy)]

    @action(which=seeds, by=writers, seed=seeds)
    def note(self, which: int, by: int, seed: int) -> None:
        """A new hand waits on a phone."""
        game_id, game = self.pick(which)
        phone = self.writer(game, by)
        hand = max([self.copy_of(phone, game_id).next_hand - 1, *self.waiting(phone, game_id)]) + 1
        phone.queue.append(Entry(game_id, Sent(hand, 0, self.random_hand(game, seed), self.token())))

    @action(has_versions, which=seeds, by=writers, seed=seeds, deleted=st.booleans(), confirmed=st.booleans())
    def note_change(self, which: int, by: int, seed: int, deleted: bool, confirmed: bool) -> None:
        """A correction or a deletion waits on a phone."""
        game_id, game = self.pick(which)
        phone = self.writer(game, by)
        numbers = self.copy_of(phone, game_id).numbers
        if free := sorted(numbers.keys() - {*self.waiting(phone, game_id)}):
            hand = free[seed % len(free)]
            facts = None if deleted else self.random_hand(game, seed)
            phone.queue.append(Entry(game_id, Sent(hand, numbers[hand], facts, self.token(), confirmed)))

    @action(has_waiting, number=phones, seed=seeds, deleted=st.booleans())
    def change_waiting(self, number: int, seed: int, deleted: bool) -> None:
        """What waits is changed or undone on a phone that does not know whether it had arrived."""
        phone = self.busy_phone(number)
        entry = phone.queue[seed % len(phone.queue)]
        facts = None if deleted else self.random_hand(self.games[entry.game_id], seed)
        marks = (*entry.sent.replaces, entry.sent.token)
        entry.sent, entry.state = replace(entry.sent, facts=facts, token=self.token(), replaces=marks), WAITING

    @action(has_waiting, number=phones, ways=way_lists, choice=st.sampled_from(CHOICES))
    def send(self, number: int, ways: list[str], choice: str) -> None:
        """A phone has a network again, a good one or a bad one; where it asks, its person chooses."""
        phone = self.busy_phone(number)
        for way in ways:
            if phone.queue and way != "lost":
                self._send_first(phone, way, choice)

    def _send_first(self, phone: Phone, way: str, choice: str) -> None:
        entry = next((entry for entry in phone.queue if entry.state == WAITING), phone.queue[0])
        if entry.state != WAITING and not self._decide(phone, entry, choice):
            return
        sent, game_id = entry.sent, entry.game_id
        for _ in range(2 if way == "twice" else 1):
            answer = self.arrive(phone, game_id, sent)
        self.in_the_air.append(lambda: self.arrive(phone, game_id, sent))
        self.messages.append((phone, game_id, sent))
        if way == "answer lost":
            return
        if way == "changed":
            facts = self.random_hand(self.games[game_id], len(self.in_the_air))
            marks = (*sent.replaces, sent.token)
            sent = entry.sent = replace(sent, facts=facts, token=self.token(), replaces=marks)
            answer = self.arrive(phone, game_id, sent)
        self._take_answer(phone, entry, answer)

    def _take_answer(self, phone: Phone, entry: Entry, answer: Any) -> None:
        """What is not saved stays on the phone."""
        entry.state, entry.theirs = answer["state"], answer.get("theirs", {}).get("number", 0)
        if entry.state in (SAVED, AGAIN):
            phone.queue.remove(entry)
        phone.copies.pop(entry.game_id, None)

    def _decide(self, phone: Phone, entry: Entry, choice: str) -> bool:
        """What becomes of an entry that the server did not save; False if it is given up."""
        if choice == "theirs":
            phone.queue.remove(entry)
        elif entry.state == CONFLICT and choice == "next":
            hand = max([self.games[entry.game_id].next_hand - 1, *self.waiting(phone, entry.game_id)]) + 1
            entry.sent = Sent(hand, 0, entry.sent.facts, self.token())
        elif entry.state == CONFLICT:
            entry.sent = replace(entry.sent, base=entry.theirs, token=self.token(), replaces=())
        elif entry.state == ENDS_EARLIER:
            entry.sent = replace(entry.sent, confirmed=True)
        entry.state = WAITING
        return entry in phone.queue

    def arrive(self, phone: Phone, game_id: str, sent: Sent) -> Any:
        """One message of a phone reaches the server."""
        self.touched.add(game_id)
        game = self.games[game_id]
        is_let_in = game.role(phone.number) == SCORER
        expected = game.catch_up(sent) if is_let_in else REFUSED
        answer = phone.sync(game_id, sent)
        assert answer["state"] == expected, (sent, answer)
        self.outcomes["sent" if is_let_in else "sent after reset", expected] += 1
        current = game.current(sent.hand)
        if expected == SAVED and current is not None:
            assert answer["number"] == current.number
        return answer

    @action(lambda self: self.in_the_air, seed=seeds)
    def arrive_late(self, seed: int) -> None:
        """A form, a message or a call that was sent before arrives again, whatever has happened since."""
        self.in_the_air[-1 - seed % min(len(self.in_the_air), 8)]()

    @action(lambda self: self.outdated, seed=seeds)
    def arrive_after_change(self, seed: int) -> None:
        """A message arrives again whose hand somebody has changed meanwhile."""
        self.arrive(*self.outdated[seed % len(self.outdated)])

    @property
    def outdated(self) -> list[tuple[Phone, str, Sent]]:
        """Messages that were saved, and something else was saved for the same hand since."""
        outdated: set[tuple[str, str]] = set()
        for game_id, game in self.games.items():
            newest = {version.hand: version.token for version in game.versions}
            outdated |= {(game_id, version.token) for version in game.versions if newest[version.hand] != version.token}
        return [message for message in self.messages if (message[1], message[2].token) in outdated]

    @action(has_hands, which=seeds, by=phones, confirmed=st.booleans())
    def end_earlier(self, which: int, by: int, confirmed: bool) -> None:
        """Agree on so many points for the first hand that the game is over with it."""
        game_id, game = self.pick(which)
        if len(game.hands) < 2 or "open" in next(iter(game.hands.values())):
            return
        hand, facts = next(iter(game.hands.items()))
        current = game.current(hand)
        assert current is not None
        agreed = facts | {"adjust": [{"side": 0, "points": 500, "why": "agreed"}]}
        self.arrive(self.scorer(game, by), game_id, Sent(hand, current.number, agreed, self.token(), confirmed))

    @action(has_hands, which=seeds, by=writers, seed=seeds, change=st.sampled_from(CHANGES), late=st.booleans())
    def change_and_undo(self, which: int, by: int, seed: int, change: str, late: bool) -> None:
        """A phone changes something, and another one undoes it at once, or presses an older button too late."""
        game_id, game = self.pick(which)
        other = (by + 1) % 3
        if late:
            self._change_somehow(which, by, seed + 85, change)
            self.look(self.writer(game, other), game_id)
            by = other + 1
        self._change_somehow(which, by, seed, change)
        if not late:
            self.writer(game, other).copies.pop(game_id, None)
        self.undo(which, other, 1 + seed % 2)

    def _change_somehow(self, which: int, by: int, seed: int, change: str) -> None:
        if change == "correct":
            self.correct_by_form(which, by, seed, 1, True)
        elif change == "delete":
            self.delete_by_form(which, by, seed, 1, True)
        elif change == "end":
            self.end_earlier(which, by, True)
        else:
            self.rename(which, by, seed, 1, change == "spell")

    def teardown(self) -> None:
        """At last every phone is let in again and has a network; what still waits is sent, and all is compared."""
        if sys.exc_info()[0] is not None or not hasattr(self, "games"):
            return
        for phone in self.phones:
            for entry in list(phone.queue):
                self._send_at_last(phone, entry)
        self.check()

    def _send_at_last(self, phone: Phone, entry: Entry) -> None:
        """It is saved as its person wants it, or the rules are against it."""
        if self.games[entry.game_id].role(phone.number) != SCORER:
            self.follow_link(phone, entry.game_id, SCORER)
        was_refused = entry.state == REFUSED
        for _ in range(3):
            if entry.state != WAITING:
                self._decide(phone, entry, "mine")
            self._take_answer(phone, entry, self.arrive(phone, entry.game_id, entry.sent))
            if entry not in phone.queue:
                self.outcomes["at last", was_refused] += 1
                return
        assert entry.state == REFUSED, entry
