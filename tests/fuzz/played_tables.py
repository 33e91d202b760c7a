"""What phones do at their tables with a network: forms of pages that may be old by now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from tests.fuzz import families
from tests.fuzz.actions import action
from tests.fuzz.model import (
    AGAIN,
    CONFLICT,
    ENDS_EARLIER,
    MISSING,
    REFUSED,
    SAVED,
    SCORER,
    Facts,
    GameModel,
    Sent,
)
from tests.fuzz.phones import Copy, Phone
from tests.fuzz.started_tables import DENIED, StartedTables, seeds

SPELLINGS = ("Chris", "Liz", "Bart", "Alex", "Jo", "Elizabeth", "liz", "Christopher", "Walt", "Ruth", "Pearl")
#: What a form answers; whoever deletes is sent back to the table, which says what became of it.
STATUSES = {SAVED: 303, AGAIN: 303, CONFLICT: 409, ENDS_EARLIER: 409, REFUSED: 422, MISSING: 404}
DELETE_STATUSES = STATUSES | {CONFLICT: 303, REFUSED: 303}
writers = st.integers(0, 9)
times = st.integers(1, 2)
#: What is sent of one hand, one after the other.
STAGES = st.sampled_from([["bid"], ["bid", "result"], ["bid", "bid", "result"], ["result"]])


def has_versions(tables: StartedTables) -> bool:
    """Some hand was saved."""
    return any(game.versions for game in tables.games.values())


def has_change(tables: StartedTables) -> bool:
    """Something can be undone."""
    return has_versions(tables) or any(game.namings for game in tables.games.values())


def flat(facts: Facts) -> Iterator[tuple[str, Any]]:
    """The names of a form's inputs with their values."""
    for key, value in facts.items():
        if isinstance(value, list):
            yield from ((f"{key}[{index}]", share) for index, share in enumerate(value))
        elif key != "open":
            yield key, value


class PlayedTables(StartedTables):
    """Saving, correcting, deleting, undoing and renaming by forms."""

    def send_form(self, phone: Phone, game_id: str, sent: Sent, stage: str = "whole") -> None:
        """Send the form of a hand; the answer is what the model says."""
        form = {
            "stage": stage,
            "hand": sent.hand,
            "base": sent.base,
            "token": sent.token,
            **dict(flat(sent.facts or {})),
        }
        form |= {"confirmed": "1"} if sent.confirmed else {}
        self._send(phone, game_id, "hand", form, STATUSES, lambda: self.games[game_id].save(sent), stage)

    def _send(
        self,
        phone: Phone,
        game_id: str,
        path: str,
        form: dict[str, Any],
        statuses: dict[str, int],
        act: Callable[[], str],
        what: str,
    ) -> None:
        self.touched.add(game_id)
        role = self.games[game_id].role(phone.number)
        expected = act() if role == SCORER else None
        answer = phone.post(f"/t/{game_id}/{path}", form)
        wanted = statuses[expected] if expected is not None else DENIED[role]
        assert answer.status_code == wanted, (expected, form, answer.text)
        self.outcomes[what, expected] += 1
        phone.copies.pop(game_id, None)

    def send_often(self, send: Callable[[], object], times: int) -> None:
        """Send something once or twice; later it may arrive again."""
        for _ in range(times):
            send()
        self.in_the_air.append(send)

    @action(which=seeds, by=writers, seed=seeds, times=times)
    def save_by_form(self, which: int, by: int, seed: int, times: int) -> None:
        """A new hand, entered on a page that may be old by now."""
        game_id, game = self.pick(which)
        phone = self.writer(game, by)
        facts = families.plain_hand(seed, game.slug, len(game.seats))
        sent = Sent(self.copy_of(phone, game_id).next_hand, 0, facts, self.token())
        self.send_often(lambda: self.send_form(phone, game_id, sent), times)

    @action(has_versions, which=seeds, by=writers, seed=seeds, times=times, confirmed=st.booleans())
    def correct_by_form(self, which: int, by: int, seed: int, times: int, confirmed: bool) -> None:
        """Another version of a hand, made from the one that the phone knows."""
        game_id, game = self.pick(which)
        phone = self.writer(game, by)
        numbers = sorted(self.copy_of(phone, game_id).numbers.items())
        if numbers:
            hand, base = numbers[seed % len(numbers)]
            facts = families.plain_hand(seed, game.slug, len(game.seats))
            sent = Sent(hand, base, facts, self.token(), confirmed)
            self.send_often(lambda: self.send_form(phone, game_id, sent), times)

    @action(which=seeds, by=writers, seed=seeds, times=times, stages=STAGES)
    def bid_and_result(self, which: int, by: int, seed: int, times: int, stages: list[str]) -> None:
        """The bid when it is known; then another bid, or the result, from any phone."""
        game_id, game = self.pick(which)
        for number, stage in enumerate(stages if game.slug in families.BIDS else ()):
            phone = self.scorer(game, by + number)
            sent = self._stage(game, self.copy_of(phone, game_id), stage, seed + number)
            for _ in range(times if sent is not None else 0):
                self.send_form(phone, game_id, sent, stage)

    def _stage(self, game: GameModel, copy: Copy, stage: str, seed: int) -> Sent | None:
        """The bid of the open hand or of a new one, or the result of the open one."""
        last, players = max(game.hands, default=0), len(game.seats)
        is_open, base = "open" in game.hands.get(last, ()), copy.numbers.get(last, 0)
        if stage == "bid":
            bid = families.random_bid(seed, game.slug, players) | {"open": True}
            return Sent(last, base, bid, self.token()) if is_open else Sent(copy.next_hand, 0, bid, self.token())
        if not is_open:
            return None
        known = {key: value for key, value in game.hands[last].items() if key != "open"}
        return Sent(last, base, known | families.plain_result(seed, game.slug, players), self.token())

    @action(has_versions, which=seeds, by=writers, seed=seeds, times=times, confirmed=st.booleans())
    def delete_by_form(self, which: int, by: int, seed: int, times: int, confirmed: bool) -> None:
        """Delete a hand, as the phone knows it."""
        game_id, game = self.pick(which)
        phone = self.writer(game, by)
        numbers = sorted(self.copy_of(phone, game_id).numbers.items())
        if not numbers:
            return
        hand, base = numbers[seed % len(numbers)]
        sent = Sent(hand, base, None, self.token(), confirmed)
        form = {"base": base, "token": sent.token} | ({"confirmed": "1"} if confirmed else {})
        path = f"hand/{hand}/delete"
        delete = lambda: game.delete(sent)  # noqa: E731
        self.send_often(lambda: self._send(phone, game_id, path, form, DELETE_STATUSES, delete, "delete"), times)

    @action(has_change, which=seeds, by=writers, times=st.integers(0, 2))
    def undo(self, which: int, by: int, times: int) -> None:
        """Look at the table, then or later press the button of the page, perhaps twice."""
        game_id, game = self.pick(which)
        phone = self.writer(game, by)
        button = self.copy_of(phone, game_id).undo
        if button is None and game.role(phone.number) == SCORER:
            button = self.look(phone, game_id).undo
        if button is None or not times:
            return
        form, change, token = {"last": button.mark, "token": button.token}, button.change, button.token

        def act() -> str:
            is_undone = game.undo_names(change, token) if isinstance(change, int) else game.undo_hands(change, token)
            return SAVED if is_undone else CONFLICT

        self.send_often(lambda: self._send(phone, game_id, "undo", form, DELETE_STATUSES, act, "undo"), times)

    @action(which=seeds, by=writers, seed=seeds, times=times)
    def bring_totals(self, which: int, by: int, seed: int, times: int) -> None:
        """The score from paper, entered or corrected whenever somebody finds the paper, or cleared."""
        game_id, game = self.pick(which)
        phone = self.writer(game, by)
        opening = [seed // (side + 1) % 7 * 20 - 40 * (seed % 3) for side in range(len(game.totals))]
        act = lambda: game.set_opening(opening)  # noqa: E731
        form = {"total": [*map(str, opening)]}
        self.send_often(lambda: self._send(phone, game_id, "paper", form, STATUSES, act, "paper"), times)

    @action(which=seeds, by=writers, seed=seeds, times=times, spells=st.booleans())
    def rename(self, which: int, by: int, seed: int, times: int, spells: bool) -> None:
        """Other spellings, or another player from a hand on, from a page that may be old by now."""
        game_id, game = self.pick(which)
        phone = self.writer(game, by)
        copy, token = self.copy_of(phone, game_id), self.token()
        names = list(copy.names)
        names[seed % len(names)] = SPELLINGS[seed // 7 % len(SPELLINGS)]
        hands = [*game.takeover_hands, 1]
        hand = hands[seed // 64 % len(hands)] if not spells else None
        form: dict[str, Any] = {"players": names, "base": copy.namings, "token": token}
        form |= {"kind": "takeover", "hand": hand} if not spells else {"kind": "spelling"}
        base, what = copy.namings, "names" if spells else "takeover"
        act = lambda: game.rename(tuple(names), base, token, hand)  # noqa: E731
        self.send_often(lambda: self._send(phone, game_id, "names", form, STATUSES, act, what), times)
        if not spells:
            # Before somebody undoes it.
            self.check()
