"""Games that phones start and share, and the check that each is what the model says."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import ClassVar

from flask import Flask
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from tests.fuzz.model import (
    AGAIN,
    CONFLICT,
    ENDS_EARLIER,
    REFUSED,
    SAVED,
    SCORER,
    WATCHER,
    Facts,
    GameModel,
    Sent,
    Version,
)
from tests.fuzz.phones import Copy, Phone, UndoButton
from tests.second_records import random_hand
from tests.second_scorer import second_score

#: Short games, so that many of them end.
TABLES: dict[str, tuple[int, Facts]] = {
    "original": (4, {"target": 200}),
    "regular": (3, {"target": 90}),
    "high14": (4, {"target": 60}),
    "flip": (3, {}),
}
NAMES = ("Christopher", "Elizabeth", "Bartholomew", "Alexandra")
SPELLINGS = ("Christopher", "Elizabeth", "Bartholomew", "Alexandra", "Chris", "Liz", "Bart", "Alex", "liz")
PHONES = 3
MOST_GAMES = 2
#: What a form answers.
STATUSES = {SAVED: 303, AGAIN: 303, CONFLICT: 409, ENDS_EARLIER: 409, REFUSED: 422}
STARTS = ("form", "offline", "import")

seeds = st.integers(0, 2**32 - 1)
phones = st.integers(0, PHONES - 1)


class StartedTables(RuleBasedStateMachine):
    """Games and phones, who may do what, and what the model says of them."""

    app: Flask
    tokens = 0
    #: How often what became of what, over all examples.
    outcomes: ClassVar[Counter[tuple[str, object]]] = Counter()

    @initialize(slug=st.sampled_from(sorted(TABLES)), way=st.sampled_from(STARTS), seed=seeds)
    def begin(self, slug: str, way: str, seed: int) -> None:
        """One game, and a second phone that keeps its score."""
        self.phones = [Phone(number, self.app) for number in range(PHONES)]
        self.games: dict[str, GameModel] = {}
        self.touched: set[str] = set()
        self.start(0, slug, way, seed)
        self.follow_link(0, SCORER, 1)

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

    def random_hand(self, game: GameModel, seed: int) -> Facts:
        return random_hand(random.Random(seed), game.slug, game.options, len(game.names), 0)

    def plain_hand(self, game: GameModel, seed: int) -> Facts:
        """A hand as a form sends it, with points for every side."""
        dice = random.Random(seed)
        if game.slug in ("original", "regular"):
            total, sides = (120, 2) if game.slug == "original" else (100, len(game.names))
            bid = {"bidder": dice.randrange(len(game.names)), "bid": dice.randrange(70, 101, 5), "trump": "green"}
        else:
            total, sides, bid = (60 if game.slug == "high14" else 23), len(game.names), {}
        shares = [0] * sides
        for _ in range(total // 5):
            shares[dice.randrange(sides)] += 5
        shares[0] += total - sum(shares)
        return bid | {"captured": shares}

    def copy_of(self, phone: Phone, game_id: str) -> Copy:
        return phone.copies.get(game_id) or self.look(phone, game_id)

    def look(self, phone: Phone, game_id: str) -> Copy:
        """Load the table's page."""
        game = self.games[game_id]
        button = phone.undo_button(game_id)
        undo = None
        if button is not None:
            undo = UndoButton(*button, len(game.namings) if game.names_last else game.versions[-1])
            assert button[0].startswith("names-") == game.names_last
        else:
            assert not game.versions
            assert not game.namings
        numbers = {hand: version.number for hand in game.hands if (version := game.current(hand))}
        copy = phone.copies[game_id] = Copy(numbers, game.next_hand, len(game.namings), undo)
        return copy

    # Starting.

    @precondition(lambda self: len(self.games) < MOST_GAMES)
    @rule(number=phones, slug=st.sampled_from(sorted(TABLES)), way=st.sampled_from(STARTS), seed=seeds)
    def start(self, number: int, slug: str, way: str, seed: int) -> None:
        """A new game: by its form, from a phone that had no network, or from a record with hands."""
        count, options = TABLES[slug]
        phone, game = self.phones[number], GameModel(slug, NAMES[:count], options)
        record = {"format": "rook-record/1", **game.document([])}
        if way == "form":
            game_id = self._start_by_form(phone, game)
        elif way == "offline":
            game_id = self.token().rjust(22, "_")
            answers = [phone.start_offline(game_id, record)["state"] for _ in range(1 + seed % 2)]
            assert set(answers) == {SAVED}
        else:
            game_id = self._import(phone, game, record, seed)
        game.let_in(number, SCORER)
        self.games[game_id] = game
        self.touched.add(game_id)

    def _start_by_form(self, phone: Phone, game: GameModel) -> str:
        answer = phone.post(f"/new/{game.slug}", {"players": list(game.names), "dealer": "0", **game.options})
        assert answer.status_code == 303, answer.text
        return str(answer.location).rpartition("/")[2]

    def _import(self, phone: Phone, game: GameModel, record: Facts, seed: int) -> str:
        hands: list[Facts] = []
        for more in range(seed % 7):
            hand = self.random_hand(game, seed + more)
            if not second_score(game.document([*hands, hand]))["over"]:
                hands.append(hand)
        answer = phone.post("/import", {"text": json.dumps(record | {"hands": hands})})
        assert answer.status_code == 303, answer.text
        game.versions = [Version(hand, 1, facts, f"import-{hand}") for hand, facts in enumerate(hands, 1)]
        return str(answer.location).rpartition("/")[2]

    # Who may do what.

    @rule(which=seeds, role=st.sampled_from([SCORER, WATCHER]), number=phones)
    def follow_link(self, which: int, role: str, number: int) -> None:
        """A phone follows a link that a scorer shows it."""
        game_id, game = self.pick(which)
        assert self.phones[number].follow(self.scorer(game).link(game_id, role)).status_code == 303
        game.let_in(number, role)

    @rule(which=seeds, role=st.sampled_from([SCORER, WATCHER]), by=phones)
    def reset_link(self, which: int, role: str, by: int) -> None:
        """A scorer resets a link: whoever came by it is out."""
        game_id, game = self.pick(which)
        phone = self.scorer(game, by)
        assert phone.post(f"/t/{game_id}/share", {"role": role}).status_code == 303
        game.reset(phone.number, role)

    @rule(which=seeds, number=phones, seed=seeds)
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
        refused = 404 if role is None else 403
        self.outcomes["without right", role] += 1
        form = {"stage": "whole", "hand": sent.hand, "base": 0, "token": sent.token, "last": "1", "role": ""}
        statuses = [phone.post(f"/t/{game_id}/{path}", form).status_code for path in ("hand", "undo", "hand/1/delete")]
        assert statuses == [refused] * 3
        assert phone.client.get(f"/t/{game_id}").status_code == (404 if role is None else 200)
        assert phone.client.get(f"/t/{game_id}/share").status_code == refused

    # What must be true.

    @invariant()
    def equal(self) -> None:
        """Every game that was touched is what the model says."""
        for game_id in sorted(self.touched):
            game = self.games[game_id]
            client = self.scorer(game).client
            stored = client.get(f"/api/t/{game_id}/versions").json
            versions = [(version.hand, version.number, version.facts) for version in game.versions]
            assert [(row["hand"], row["version"], row["facts"]) for row in stored["versions"]] == versions
            assert stored["revision"] == game.revision
            copy = client.get(f"/t/{game_id}/offline.json").json
            assert copy["record"]["hands"] == [*game.hands.values()]
            assert copy["record"]["players"] == [*game.names]
            assert copy["next_hand"] == game.next_hand
            assert client.get(f"/api/t/{game_id}").json["sheet"]["totals"] == game.totals
        self.touched = set()
