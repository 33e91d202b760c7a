"""What a phone keeps: games with other figures are the server's own, and old copies go out."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.script_facts import facts

DAY = 86_400_000
NOW = 2_000 * DAY

#: The facts of every kit of the server with these figures.
TUNED = """async (text) => {
  const { tuneKit } = await import("/static/any/js/offline/new-game.js");
  const kits = await (await fetch("/offline/kits.json")).json();
  const having = (key) => kits.filter((kit) => kit.tunings.some((each) => each.key === key));
  return JSON.stringify(JSON.parse(text).flatMap(([key, figure]) => having(key)
    .map((kit) => [kit, { ...kit.options, [key]: figure }, tuneKit(kit, { [key]: figure })])
    .map(([{ facts }, ...more]) => [facts.game, facts.players, ...more])));
}"""

#: Put games, kits and entries into the phone's store, tidy it, and tell what is left of them.
TIDY = """async ([games, kits, entries, now]) => {
  const { readAll, runTransaction } = await import("/static/any/js/offline/database.js");
  const { removeOldCopies } = await import("/static/any/js/offline/game-copies.js");
  await runTransaction(["games", "kits", "outbox"], (store) => {
    for (const name of ["games", "kits", "outbox"]) store(name).clear();
    games.forEach(([id, seen, kit]) => store("games").put({ id, seen, kit }));
    kits.forEach(([key, options]) => store("kits").put({ key, options }));
    entries.forEach((game) => store("outbox").add({ game, kind: "hand", state: "waiting" }));
  });
  localStorage.setItem("draft old 1 0 bid", "[]");
  localStorage.setItem("draft new 1 0 bid", "[]");
  await removeOldCopies(now);
  const left = await Promise.all([readAll("games"), readAll("kits"), readAll("outbox")]);
  return [left[0].map(({ id }) => id).sort(), left[1].map(({ key }) => key).sort(), left[2].length,
    Object.keys(localStorage).filter((name) => name.startsWith("draft ")).sort()];
}"""

#: Load a table; at the very moment at which its copy was read, the server's answer to the bid that waits is stored.
LOAD = """async ([facts, bid]) => {
  const { runTransaction } = await import("/static/any/js/offline/database.js");
  const { changeQueue, loadTable } = await import("/static/any/js/offline/stored-queue.js");
  const copy = { id: "g", kit: "k", record: { hands: [] }, hands: [], next_hand: 1, revision: 1 };
  const answer = { id: "g", record: { hands: [bid] }, hands: [{ hand: 1, number: 1 }], next_hand: 2, revision: 2 };
  await runTransaction(["games", "kits", "outbox"], (store) => {
    store("games").put(copy);
    store("kits").put({ key: "k", facts });
    store("outbox").add({ game: "g", kind: "hand", hand: 1, base: 0, facts: bid, sent: [], state: "waiting" });
  });
  const { get } = IDBObjectStore.prototype;
  let storing = null;
  IDBObjectStore.prototype.get = function (...key) {
    const request = get.apply(this, key);
    if (this.name === "games" && !storing) {
      request.addEventListener("success", () => { storing ??= changeQueue("g", () => [], answer); });
    }
    return request;
  };
  const shown = ({ record, next, entries }) => [record.hands, next, entries.length];
  const during = shown(await loadTable("g"));
  await storing;
  return [during, shown(await loadTable("g"))];
}"""


def _own(slug: str, players: int, options: dict[str, Any]) -> tuple[Any, str]:
    """The facts by the engine."""
    game = BY_SLUG[slug]
    return json.loads(json.dumps(facts(*game.setting(players, game.with_defaults(options))))), game.slug


def test_other_figures_make_the_very_facts_of_the_server(module: Page) -> None:
    asked = [("target", 777), ("target", 7), ("hands", 20)]
    kits = json.loads(module.evaluate(TUNED, json.dumps(asked)))
    for slug, players, options, kit in kits:
        assert (kit["facts"], kit["facts"]["game"]) == _own(slug, players, options), (slug, players, options)
        assert kit["options"] == options
    # Every game with a target can have another one, with any number of players; two may have hands instead.
    wanted = {(game.slug, n) for game in GAMES if "target" in game.defaults for n in game.players}
    assert {(slug, n) for slug, n, options, _ in kits if "target" in options} == wanted
    by_hands = {slug for slug, _, options, _ in kits if options.get("hands") == 20}
    assert by_hands == {"original", "house"}


def test_games_unopened_for_sixty_days_are_removed_unless_entries_wait(module: Page) -> None:
    games = [
        ["new", NOW - 60 * DAY, "a"],
        ["old", NOW - 60 * DAY - 1, "b"],
        ["old but waiting", NOW - 300 * DAY, "c"],
    ]
    kits = [["a", {"target": 1}], ["b", {"target": 2}], ["c", {"target": 3}], ["usual", {}]]
    left = module.evaluate(TIDY, [games, kits, ["old but waiting"], NOW])
    assert left == [["new", "old but waiting"], ["a", "c", "usual"], 1, ["draft new 1 0 bid"]]


def test_of_more_than_a_hundred_games_the_oldest_go_out(module: Page) -> None:
    games = [[f"game {age:03}", NOW - age, "usual"] for age in range(104)]
    left = module.evaluate(TIDY, [games, [["usual", {}]], ["game 102"], NOW])
    assert left[0] == [*(f"game {age:03}" for age in range(100)), "game 102"]
    assert left[2] == 1


#: A stored game of which the kit has this format: whether the phone goes on with it.
READABLE = """async (formats) => {
  const { runTransaction } = await import("/static/any/js/offline/database.js");
  const { loadTable } = await import("/static/any/js/offline/stored-queue.js");
  const kits = await (await fetch("/offline/kits.json")).json();
  const readable = [];
  for (const format of formats) {
    const facts = { ...kits[0].facts, format: format ?? kits[0].facts.format };
    await runTransaction(["games", "kits"], (store) => {
      store("kits").put({ ...kits[0], facts, key: "kit" });
      store("games").put({ id: "game", kit: "kit", record: { hands: [] }, hands: [], next_hand: 1, revision: 0 });
    });
    readable.push((await loadTable("game")) !== null);
  }
  return readable;
}"""


def test_facts_of_another_format_are_refused(module: Page) -> None:
    # None stands for the server's own.
    assert module.evaluate(READABLE, [None, 0, 99]) == [True, False, False]


def test_a_table_is_loaded_as_it_was_at_one_moment(module: Page) -> None:
    bid = {"bidder": 1, "bid": 95, "trump": "red", "open": True}
    kit = json.loads(module.evaluate(TUNED, json.dumps([("hands", 20)])))[0][3]
    # The bid waits, or the server has it: there is no moment at which it is neither.
    assert module.evaluate(LOAD, [kit["facts"], bid]) == [[[bid], 2, 1], [[bid], 2, 0]]
