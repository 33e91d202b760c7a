// Sends what waits in the outbox: in order, once each, from one window of this phone at a time.
import { TIMEOUT } from "../swap.js";
import { randomKey, reportChange, resultOf, runTransaction } from "./database.js";
import { waitingEntries } from "./game-copies.js";
import { hasArrived } from "./pending.js";

/** @typedef {(name: StoreName) => IDBObjectStore} Stores */

const RETRY_DELAY = 5_000;
const LEASE_TIME = 15_000;
const ownKey = randomKey();

/** @type {Promise<void> | null} */
let sending = null;
let sendAgain = false;
let retryTimer = 0;

/** @returns {Promise<void>} */
export function sendWaiting() {
  clearTimeout(retryTimer);
  // What came in during the last look must not be left waiting.
  if (sending) sendAgain = true;
  sending ??= runAlone(sendAll)
    .catch(() => false)
    .then(finishSending);
  return sending;
}

/**
 * @param {boolean} isDone
 * @returns {Promise<void>}
 */
async function finishSending(isDone) {
  const entries = await waitingEntries().catch(() => /** @type {OutboxEntry[]} */ ([]));
  sending = null;
  if (sendAgain) {
    sendAgain = false;
    return sendWaiting();
  }
  if (!isDone && entries.some(({ state }) => state === "waiting")) retryTimer = setTimeout(sendWaiting, RETRY_DELAY);
  return undefined;
}

/**
 * False if another window of this phone sends just now.
 * @param {() => Promise<boolean>} work
 */
async function runAlone(work) {
  if (navigator.locks) {
    return navigator.locks.request("rook outbox", { ifAvailable: true }, (lock) => (lock ? work() : false));
  }
  const isFree = await runTransaction(["leases"], async (store) => {
    const lease = await resultOf(store("leases").get("outbox"));
    if (lease && lease.by !== ownKey && lease.until > Date.now()) return false;
    store("leases").put({ name: "outbox", by: ownKey, until: Date.now() + LEASE_TIME });
    return true;
  });
  if (!isFree) return false;
  try {
    return await work();
  } finally {
    await setLease(0);
  }
}

/** @param {number} until */
function setLease(until) {
  return runTransaction(["leases"], (store) => {
    store("leases").put({ name: "outbox", by: ownKey, until });
  });
}

async function sendAll() {
  for (;;) {
    /** @type {Map<string, OutboxEntry>} */
    const firsts = new Map();
    for (const entry of await waitingEntries()) if (!firsts.has(entry.game)) firsts.set(entry.game, entry);
    const ready = [...firsts.values()].filter((entry) => entry.state === "waiting");
    if (!ready.length) return true;
    for (const { n, token } of ready) {
      const entry = await markTried(n, token);
      if (entry) await storeAnswer(entry, await (entry.kind === "taken" ? askForGame(entry.game) : sendEntry(entry)));
    }
    if (!navigator.locks) await setLease(Date.now() + LEASE_TIME);
    reportChange();
  }
}

/**
 * Before it leaves it is marked as one that may have arrived; it may have been undone since it was looked up.
 * @param {number} n
 * @param {string} token
 * @returns {Promise<OutboxEntry | null>}
 */
function markTried(n, token) {
  return runTransaction(["outbox"], async (store) => {
    /** @type {OutboxEntry | undefined} */
    const entry = await resultOf(store("outbox").get(n));
    if (entry?.token !== token || entry.state !== "waiting") return null;
    const marked = { ...entry, tried: entry.tried || navigator.onLine };
    if (marked.tried !== entry.tried) store("outbox").put(marked);
    return marked;
  });
}

/**
 * The game as the server has it: did it get what was undone?
 * @param {string} game
 * @returns {Promise<SyncAnswer>}
 */
async function askForGame(game) {
  const response = await fetch(`/t/${game}/offline.json`, { signal: AbortSignal.timeout(TIMEOUT) });
  if (response.status >= 500) throw new Error("not now");
  if (!response.ok) return { state: "seen" };
  const { kit: _, ...copy } = await response.json();
  return { state: "seen", game: copy };
}

/**
 * @param {OutboxEntry} entry
 * @returns {Promise<SyncAnswer>}
 */
async function sendEntry({ game, kind, record, hand, base, facts, token, confirmed }) {
  const isStart = kind === "start";
  const response = await fetch(isStart ? "/sync/start" : `/t/${game}/sync`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Rook": "sync" },
    body: JSON.stringify(isStart ? { id: game, record } : { hand, base, facts, token, confirmed }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (response.status >= 500) throw new Error("not now");
  if (!response.ok) {
    return { state: "refused", errors: [{ message: `The server did not understand it (${response.status}).` }] };
  }
  const answer = await response.json();
  if (!answer.state) throw new Error("not our server");
  return answer;
}

/**
 * @param {OutboxEntry} entry
 * @param {SyncAnswer} answer
 */
async function storeAnswer(entry, answer) {
  const { state, game, number, errors, theirs, dropped } = answer;
  await runTransaction(["outbox", "games"], async (store) => {
    const copy = await resultOf(store("games").get(entry.game));
    const current = await resultOf(store("outbox").get(entry.n));
    if (game) store("games").put({ ...copy, ...game, seen: Date.now() });
    // Undone while it was on its way.
    if (current?.kind !== entry.kind) return;
    if (state === "seen") await finishUndo(store, entry, game !== undefined && hasArrived(game, entry));
    else if (state === "saved" || state === "again") await removeEntry(store, entry, number ?? entry.base + 1);
    else store("outbox").put({ ...entry, state, errors, theirs, dropped });
  });
}

/**
 * @param {Stores} store
 * @param {OutboxEntry} entry
 * @param {number} base The version that its follow-ups are made on.
 * @param {string} [after] The entry that they wait for.
 */
async function removeEntry(store, entry, base, after) {
  store("outbox").delete(entry.n);
  /** @type {OutboxEntry[]} */
  const entries = await resultOf(store("outbox").getAll());
  for (const other of entries) {
    if (other.game === entry.game && other.after === entry.token) store("outbox").put({ ...other, after, base });
  }
}

/**
 * @param {Stores} store
 * @param {OutboxEntry} entry
 * @param {boolean} isThere
 */
async function finishUndo(store, entry, isThere) {
  if (!isThere) return removeEntry(store, entry, entry.base);
  const { took: _took, tried: _tried, ...rest } = entry;
  const back = { ...rest, kind: "hand", base: entry.base + 1, token: randomKey(), fresh: false };
  await removeEntry(store, entry, back.base + 1, back.token);
  store("outbox").put(back);
  return undefined;
}

addEventListener("online", sendWaiting);
document.addEventListener("visibilitychange", () => document.hidden || sendWaiting());
addEventListener("pageshow", sendWaiting);
