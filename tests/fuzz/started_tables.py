"""Games that phones start and share, and the check that each is what the model says."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import ClassVar

from flask import Flask
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
)

from tests.fuzz import families
from tests.fuzz.actions import action
from tests.fuzz.model import REFUSED, SAVED, SCORER, WATCHER, Facts, GameModel, Sent, Version
from tests.fuzz.phones import Call, Copy, Phone, Program, UndoButton
from tests.second_scorer import second_score

NAMES = ("Christopher", "Elizabeth", "Bartholomew", "Alexandra", "Josephine")
PHONES = 3
MOST_GAMES = 2
#: So many steps are taken before the games are compared with the model; answers are compared at once.
CHECKED_STEPS = 4
STARTS = ("form", "offline", "import", "program")
#: What somebody is answered who may not keep the score: nothing is there, or they only watch.
DENIED = {None: 404, WATCHER: 403}

seeds = st.integers(0, 2**32 - 1)
phones = st.integers(0, PHONES - 1)
tables = st.sampled_from(families.TABLES)
ways = st.sampled_from(STARTS)


class StartedTables(RuleBasedStateMachine):
    """Games and phones, who may do what, and what the model says of them."""

    app: Flask
    tokens = 0
    #: How often what became of what, over all examples.
    outcomes: ClassVar[Counter[tuple[str, object]]] = Counter()

    @initialize(table=tables, way=ways, seed=seeds)
    def begin(self, table: tuple[str, int, Facts], way: str, seed: int) -> None:
        """One game, all phones that keep its score, and a program with its key."""
        StartedTables.outcomes["examples", None] += 1
        self.phones = [Phone(number, self.app) for number in range(PHONES)]
        self.program = Program(PHONES, self.app)
        self.games: dict[str, GameModel] = {}
        self.links: dict[tuple[str, str, int], str] = {}
        self.touched: set[str] = set()
        #: How many versions and changes of names a game had when all of it was compared, and its opening totals.
        self.compared: dict[str, tuple[int, int, list[int] | None]] = {}
        #: Requests that were sent, each of which may arrive once more at any time.
        self.in_the_air: list[Callable[[], object]] = []
        #: The messages of phones among them.
        self.messages: list[tuple[Phone, str, Sent]] = []
        self.unchecked = 0
        self.start(0, table, way, seed)
        for number in range(1, PHONES):
            self.follow_link(self.phones[number], next(iter(self.games)), SCORER)

    # Small helpers.

    def token(self) -> str:
        """A mark that nothing else bears."""
        StartedTables.tokens += 1
        return f"token-{StartedTables.tokens}"

    def pick(self, number: int) -> tuple[str, GameModel]:
        """One of the games, from now on one to be checked."""
        game_id = [*self.games][number % len(self.games)]
        self.touched.add(game_id)
        return game_id, self.games[game_id]

    def scorer(self, game: GameModel, number: int = 0) -> Phone:
        """A phone that may keep the score; there is always one."""
        scorers = [phone for phone in self.phones if game.role(phone.number) == SCORER]
        return scorers[number % len(scorers)]

    def writer(self, game: GameModel, number: int) -> Phone:
        """Usually a phone that may keep the score, now and then one that can no longer, with its page still open."""
        former = [phone for phone in self.phones if game.rights.get(phone.number, ("",))[0] == SCORER]
        former = [phone for phone in former if game.role(phone.number) != SCORER]
        return former[number % len(former)] if former and number % 5 == 4 else self.scorer(game, number)

    def random_hand(self, game: GameModel, seed: int) -> Facts:
        return families.random_hand(seed, game.slug, game.options, len(game.seats))

    def copy_of(self, phone: Phone, game_id: str) -> Copy:
        """The game as a phone has it: as it was looked at last, or as it is."""
        if game_id not in phone.copies:
            game = self.games[game_id]
            numbers = {hand: version.number for hand in game.hands if (version := game.current(hand))}
            phone.copies[game_id] = Copy(numbers, game.next_hand, game.names, len(game.namings), game.revision)
        return phone.copies[game_id]

    def look(self, phone: Phone, game_id: str) -> Copy:
        """Load the table's page, with its button to undo."""
        phone.copies.pop(game_id, None)
        game, copy = self.games[game_id], self.copy_of(phone, game_id)
        button = phone.undo_button(game_id)
        assert (button is not None) == bool(game.versions or game.namings)
        if button is not None:
            assert button[0].startswith("names-") == game.names_last
            copy.undo = UndoButton(*button, len(game.namings) if game.names_last else game.versions[-1])
        return copy

    def link(self, game_id: str, role: str) -> str:
        """The link that a scorer shows by now."""
        game = self.games[game_id]
        place = game_id, role, game.resets[role]
        if place not in self.links:
            self.links[place] = self.scorer(game).link(game_id, role)
        return self.links[place]

    # Starting.

    @action(
        lambda self: len(self.games) < MOST_GAMES, number=phones, table=tables, way=st.sampled_from(STARTS), seed=seeds
    )
    def start(self, number: int, table: tuple[str, int, Facts], way: str, seed: int) -> None:
        """A new game: by its form, from a phone that had no network, or from a record with hands."""
        slug, count, options = table
        phone = self.phones[number]
        game = GameModel(slug, tuple(((1, name),) for name in NAMES[:count]), options)
        record = {"format": "rook-record/1", **game.document([])}
        if way == "form":
            game_id = self._start_by_form(phone, game)
        elif way == "offline":
            game_id = self.token().rjust(22, "_")
            answers = [phone.start_offline(game_id, record)["state"] for _ in range(1 + seed % 2)]
            assert set(answers) == {SAVED}
        else:
            game_id = self._start_with_hands(phone, game, record, way, seed)
        game.let_in(number, SCORER)
        self.games[game_id] = game
        self.touched.add(game_id)
        self.take_key(game_id, SCORER)

    def _start_by_form(self, phone: Phone, game: GameModel) -> str:
        answer = phone.post(f"/new/{game.slug}", {"players": list(game.names), "dealer": "0", **game.options})
        assert answer.status_code == 303, answer.text
        return str(answer.location).rpartition("/")[2]

    def _start_with_hands(self, phone: Phone, game: GameModel, record: Facts, way: str, seed: int) -> str:
        hands: list[Facts] = []
        for more in range(3 + seed % 4):
            hand = self.random_hand(game, seed + more)
            if "open" not in hand and not second_score(game.document([*hands, hand]))["over"]:
                hands.append(hand)
        game.versions = [Version(hand, 1, facts, f"import-{hand}") for hand, facts in enumerate(hands, 1)]
        if way == "program":
            started = self.program.client.post("/api/t", json=record | {"hands": hands})
            assert started.status_code == 201, started.text
            assert phone.follow(started.json["join"]["scorer"]).status_code == 303
            return str(started.json["id"])
        answer = phone.post("/import", {"text": json.dumps(record | {"hands": hands})})
        assert answer.status_code == 303, answer.text
        return str(answer.location).rpartition("/")[2]

    # Who may do what.

    @action(which=seeds, role=st.sampled_from([SCORER, SCORER, WATCHER]), number=st.integers(0, PHONES))
    def let_in(self, which: int, role: str, number: int) -> None:
        """A phone follows a link that a scorer shows it, or the program is given the key in the link."""
        game_id, _ = self.pick(which)
        if number == PHONES:
            self.take_key(game_id, role)
        else:
            self.follow_link(self.phones[number], game_id, role)

    def follow_link(self, phone: Phone, game_id: str, role: str) -> None:
        assert phone.follow(self.link(game_id, role)).status_code == 303
        self.games[game_id].let_in(phone.number, role)

    def take_key(self, game_id: str, role: str) -> None:
        self.program.keys[game_id] = self.link(game_id, role).rpartition("/")[2]
        self.games[game_id].rights[self.program.number] = (role, self.games[game_id].resets[role])

    @action(which=seeds, role=st.sampled_from([SCORER, SCORER, WATCHER]), by=phones)
    def reset_link(self, which: int, role: str, by: int) -> None:
        """A scorer resets a link: whoever came by it is out, with the table's page still open."""
        game_id, game = self.pick(which)
        phone, old = self.scorer(game, by), self.link(game_id, role)
        for other in self.phones:
            if role == game.role(other.number) == SCORER and self.copy_of(other, game_id).undo is None:
                self.look(other, game_id)
        assert phone.post(f"/t/{game_id}/share", {"role": role}).status_code == 303
        game.reset(phone.number, role)
        assert self.phones[by].follow(old).status_code == 404
        sent = Sent(game.next_hand, 0, self.random_hand(game, which), self.token())
        call = Call(game_id, "POST", sent, old.rpartition("/")[2], (role, game.resets[role] - 1))
        assert self.program.call(call).status_code == 404

    @action(which=seeds, number=phones, seed=seeds)
    def try_without_right(self, which: int, number: int, seed: int) -> None:
        """Somebody who may not keep the score tries to, in every way."""
        game_id, game = self.pick(which)
        others = [phone for phone in self.phones if game.role(phone.number) != SCORER]
        if not others:
            return
        phone = others[number % len(others)]
        role = game.role(phone.number)
        sent = Sent(game.next_hand, 0, self.random_hand(game, seed), self.token())
        assert phone.sync(game_id, sent)["state"] == REFUSED
        self.outcomes["without right", role] += 1
        form = {"stage": "whole", "hand": sent.hand, "base": 0, "token": sent.token, "last": "1", "role": SCORER}
        form |= {"players": list(reversed(game.names)), "kind": "spelling"}
        paths = ("hand", "undo", "hand/1/delete", "names", "share")
        statuses = [phone.post(f"/t/{game_id}/{path}", form).status_code for path in paths]
        assert statuses == [DENIED[role]] * len(paths)
        assert phone.client.get(f"/t/{game_id}").status_code == (404 if role is None else 200)
        assert phone.client.get(f"/t/{game_id}/share").status_code == DENIED[role]

    # What must be true.

    @invariant()
    def check_now_and_then(self) -> None:
        """Nothing that was ever written goes away unseen, so it is enough to look after every few steps."""
        StartedTables.outcomes["steps", None] += 1
        self.unchecked += 1
        if self.unchecked == CHECKED_STEPS:
            self.check()

    def check(self) -> None:
        """Every game that was touched is what the model says."""
        self.unchecked = 0
        for game_id in sorted(self.touched):
            game = self.games[game_id]
            stored = self.scorer(game).client.get(f"/api/t/{game_id}/versions").json
            versions = [(version.hand, version.number, version.facts) for version in game.versions]
            assert [(row["hand"], row["version"], row["facts"]) for row in stored["versions"]] == versions
            assert stored["revision"] == game.revision
            state = len(game.versions), len(game.namings), game.opening
            if self.compared.get(game_id) != state:
                self.compare(game_id, game)
                self.compared[game_id] = state
        self.touched = set()

    def compare(self, game_id: str, game: GameModel) -> None:
        """The record that a phone stores, the totals, and who played which hand."""
        client = self.scorer(game).client
        copy = client.get(f"/t/{game_id}/offline.json").json
        assert copy["record"]["hands"] == [*game.hands.values()]
        assert copy["record"]["players"] == [*game.names]
        assert copy["record"].get("opening") == game.opening
        assert copy["next_hand"] == game.next_hand
        assert {row["hand"]: row["number"] for row in copy["hands"]} == {
            version.hand: version.number for hand in game.hands if (version := game.current(hand))
        }
        assert client.get(f"/api/t/{game_id}").json["sheet"]["totals"] == game.totals
        finished = [hand for hand, facts in game.hands.items() if "open" not in facts]
        for hand in finished[:2] if game.namings else ():
            page = client.get(f"/t/{game_id}/hand/{hand}").text
            pairs = [pair for pair in zip(game.names_in(hand), game.names, strict=True) if pair[0] != pair[1]]
            assert sorted(re.findall(r"(\w+) played in (\w+)’s seat\.", page)) == sorted(pairs)
