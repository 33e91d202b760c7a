// What a person does to the entries that wait: each is a step of queue.js, stored at once; then what can be sent is.
import { randomKey, reportChange, runTransaction } from "./database.js";
import { sendWaiting } from "./outbox-sender.js";
import * as queue from "./queue.js";
import { changeQueue } from "./stored-queue.js";

/** @typedef {(entries: OutboxEntry[], copy: GameCopy) => OutboxEntry[]} Step */

/**
 * @param {string} game
 * @param {Step} step
 */
async function changeAndSend(game, step) {
  await changeQueue(game, step);
  sendWaiting();
}

/**
 * Add a hand. It fails if the phone has no room: then nothing was stored.
 * @param {Omit<queue.Change, "token"> & { token?: string }} change
 */
export async function addEntry({ token = randomKey(), ...change }) {
  await changeAndSend(change.game, (entries) => queue.enterHand(entries, { ...change, token }, Date.now()));
  navigator.storage?.persist?.();
}

/**
 * Start a game on this phone; its key.
 * @param {GameRecord} record
 * @param {Kit} kit
 */
export async function addGame(record, kit) {
  const copy = { id: randomKey(), record, hands: [], next_hand: 1, revision: -1, may_score: true };
  const start = { kind: "start", record, token: copy.id, made: Date.now(), state: "waiting", sent: [], earlier: [] };
  await runTransaction(["games", "kits", "outbox"], (store) => {
    store("games").put({ ...copy, kit: kit.key, seen: Date.now() });
    store("kits").put(kit);
    store("outbox").add({ ...start, game: copy.id });
  });
  reportChange();
  sendWaiting();
  return copy.id;
}

/**
 * Send an entry again that the server refused or asked about.
 * @param {OutboxEntry} entry
 * @param {Partial<OutboxEntry>} [change]
 */
export function sendAgain({ game, n }, change = {}) {
  return changeAndSend(game, (entries) => queue.amendEntry(entries, n, change));
}

/**
 * Undo a change, if it is still the last one and was not sent meanwhile.
 * @param {OutboxEntry} meant
 */
export async function undoEntry({ game, n, token }) {
  let isUndone = false;
  await changeAndSend(game, (entries, copy) => {
    const last = queue.lastWaiting(entries);
    isUndone = last?.n === n && last.token === token;
    return last && isUndone ? queue.undoChange(copy, entries, last, randomKey()) : entries;
  });
  return isUndone;
}

/** @param {OutboxEntry} entry */
export function discardEntry({ game, n }) {
  return changeAndSend(game, (entries, copy) => queue.discardEntries(copy, entries, [n]));
}

/**
 * Decide about hands of one game that have two versions.
 * @param {OutboxEntry[]} asked
 * @param {Choice} choice
 */
export function decide(asked, choice) {
  const numbers = asked.map(({ n }) => n);
  return changeAndSend(asked[0].game, (entries, copy) => queue.decideConflicts(copy, entries, numbers, choice));
}
