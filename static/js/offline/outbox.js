// Entries that wait for the network: added, undone, chosen between. Sending them is in outbox-sender.js.
import { randomKey, readAll, reportChange, resultOf, runTransaction } from "./database.js";
import { sendWaiting } from "./outbox-sender.js";
import { applyPending } from "./pending.js";

export { sendWaiting } from "./outbox-sender.js";

/** @typedef {(name: StoreName) => IDBObjectStore} Stores */

function reportAndSend() {
  reportChange();
  return sendWaiting();
}

/**
 * @param {Stores} store
 * @returns {Promise<OutboxEntry[]>}
 */
const allEntries = (store) => resultOf(store("outbox").getAll());

/**
 * Add a hand. It fails if the phone has no room: then nothing was stored.
 * @param {Pick<OutboxEntry, "game" | "hand" | "base" | "facts"> & { token?: string }} entry
 */
export async function addEntry({ game, hand, base, facts, token = randomKey() }) {
  await runTransaction(["outbox"], async (store) => {
    const entries = (await allEntries(store)).filter((entry) => entry.game === game && entry.kind !== "start");
    if (entries.some((entry) => entry.token === token)) return;
    const before = entries.filter((entry) => entry.hand === hand).at(-1);
    const fresh = {
      game,
      kind: "hand",
      hand,
      base,
      facts,
      token,
      made: Date.now(),
      state: "waiting",
      fresh: base === 0,
    };
    store("outbox").add(before ? { ...fresh, ...followUp(before, base) } : fresh);
  });
  navigator.storage?.persist?.();
  reportAndSend();
}

/**
 * Made on top of an entry that waits itself: its number comes with that one's answer.
 * @param {OutboxEntry} before
 * @param {number} base
 */
function followUp(before, base) {
  return { after: before.token, base: before.kind === "taken" ? base : before.base + 1, fresh: before.fresh };
}

/**
 * Start a game on this phone; its key.
 * @param {GameRecord} record
 * @param {Kit} kit
 */
export async function addGame(record, kit) {
  const copy = { id: randomKey(), record, hands: [], next_hand: 1, revision: -1, may_score: true };
  await runTransaction(["games", "kits", "outbox"], (store) => {
    store("games").put({ ...copy, kit: kit.key, seen: Date.now() });
    store("kits").put(kit);
    store("outbox").add({ game: copy.id, kind: "start", record, token: copy.id, made: Date.now(), state: "waiting" });
  });
  reportAndSend();
  return copy.id;
}

/**
 * Change an entry that was refused, or that met another one.
 * @param {number} n
 * @param {Partial<OutboxEntry>} change
 */
export async function amendEntry(n, change) {
  await runTransaction(["outbox"], async (store) => {
    const entry = await resultOf(store("outbox").get(n));
    if (entry) store("outbox").put({ ...entry, state: "waiting", errors: undefined, theirs: undefined, ...change });
  });
  reportAndSend();
}

/**
 * The last change of a game that waits here, if it can still be undone with one touch.
 * @param {OutboxEntry[]} entries
 */
export function lastWaiting(entries) {
  const last = entries.filter(({ kind }) => kind !== "taken").at(-1);
  return last?.kind === "hand" && last.state === "waiting" ? last : null;
}

/**
 * Undo an entry. One that was tried may have reached the server, its answer lost on the way: then what was before is
 * put back there.
 * @param {number} n
 * @returns {Promise<OutboxEntry | null>}
 */
export async function undoEntry(n) {
  const undone = await runTransaction(["outbox", "games"], async (store) => {
    /** @type {OutboxEntry | undefined} */
    const entry = await resultOf(store("outbox").get(n));
    const entries = (await allEntries(store)).filter(({ game }) => game === entry?.game);
    if (!entry || lastWaiting(entries)?.n !== n) return null;
    store("outbox").delete(n);
    if (!entry.tried) return entry;
    const copy = await resultOf(store("games").get(entry.game));
    const { hands } = applyPending(
      copy,
      entries.filter((other) => other.n !== n),
    );
    const before = hands.find(({ hand }) => hand === entry.hand)?.facts ?? null;
    store("outbox").put({ ...entry, kind: "taken", took: entry.facts, facts: before });
    return entry;
  });
  reportAndSend();
  return undone;
}

/**
 * An entry and all that were made on top of it.
 * @param {OutboxEntry} entry
 * @param {OutboxEntry[]} entries
 */
function withFollowUps(entry, entries) {
  const family = [entry];
  for (const other of entries) {
    const isFollowUp = family.some(({ token, game }) => other.after && other.after === token && other.game === game);
    if (isFollowUp) family.push(other);
  }
  return family;
}

/**
 * Remove an entry, with all that was made on top of it; new hands after it move up.
 * @param {number} n
 */
export async function discardEntry(n) {
  await runTransaction(["outbox", "games"], async (store) => {
    const entries = await allEntries(store);
    const entry = entries.find((other) => other.n === n);
    if (!entry) return;
    const isStart = entry.kind === "start";
    const removed = isStart ? entries.filter(({ game }) => game === entry.game) : withFollowUps(entry, entries);
    for (const other of removed) store("outbox").delete(other.n);
    if (isStart) store("games").delete(entry.game);
    else if (entry.fresh && !entry.after && !entry.theirs) moveLaterHands(store, entries, entry, -1, removed);
  });
  reportAndSend();
}

/**
 * These have never been sent: an entry that waits for a decision holds all later ones back.
 * @param {Stores} store
 * @param {OutboxEntry[]} entries
 * @param {OutboxEntry} entry
 * @param {number} by
 * @param {OutboxEntry[]} except
 */
function moveLaterHands(store, entries, entry, by, except) {
  for (const other of entries) {
    const isNewHand = other.game === entry.game && other.kind === "hand" && other.fresh;
    const isLater = isNewHand && other.n > entry.n && other.hand > entry.hand;
    if (isLater && !except.includes(other)) store("outbox").put({ ...other, hand: other.hand + by });
  }
}

/**
 * Two phones saved a hand: keep theirs, take mine instead, or mine is the next hand.
 * @param {number} n
 * @param {"theirs" | "mine" | "next"} choice
 */
export async function resolveConflict(n, choice) {
  /** @type {OutboxEntry[]} */
  const entries = await readAll("outbox");
  const entry = entries.find((other) => other.n === n);
  if (!entry?.theirs) return;
  if (choice === "theirs") await discardEntry(n);
  else if (choice === "mine") await amendEntry(n, { hand: entry.theirs.hand, base: entry.theirs.number });
  else await moveToNextHand(entry);
}

/** @param {OutboxEntry} entry */
async function moveToNextHand(entry) {
  await runTransaction(["outbox", "games"], async (store) => {
    const entries = await allEntries(store);
    /** @type {GameCopy} */
    const copy = await resultOf(store("games").get(entry.game));
    const family = withFollowUps(entries.find(({ n }) => n === entry.n) ?? entry, entries);
    moveLaterHands(store, entries, entry, copy.next_hand - entry.hand, family);
    family.forEach((other, index) => {
      const decided = index ? {} : { state: "waiting", theirs: undefined };
      store("outbox").put({ ...other, hand: copy.next_hand, base: index, fresh: true, ...decided });
    });
  });
  await reportAndSend();
}
