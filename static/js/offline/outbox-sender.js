// Sends what waits in the outbox: in order, once each, from one window of this phone at a time.
import { changeState, onStateChange, state } from "../game-state.js";
import { ask } from "../swap.js";
import { randomKey } from "./database.js";
import { discardEntries, markSent, takeAnswer } from "./queue.js";
import { changeQueue, waitingEntries } from "./stored-queue.js";

const RETRY_DELAY = 5_000;

/** @type {Promise<void> | null} */
let sending = null;
let sendsAgain = false;
let retryTimer = 0;
let wasReachable = state.isReachable;

/** @returns {Promise<void>} */
export function sendWaiting() {
  clearTimeout(retryTimer);
  // What came in during the last look must not be left waiting.
  if (sending) sendsAgain = true;
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
  if (sendsAgain) {
    sendsAgain = false;
    return sendWaiting();
  }
  const isWaiting = entries.some((entry) => entry.state === "waiting");
  if (!isDone && isWaiting) retryTimer = setTimeout(sendWaiting, RETRY_DELAY * (0.5 + Math.random()));
  return undefined;
}

/**
 * False if another window of this phone sends just now. Without locks both send, and the server saves once.
 * @param {() => Promise<boolean>} work
 */
function runAlone(work) {
  if (!navigator.locks) return work();
  return navigator.locks.request("rook outbox", { ifAvailable: true }, (lock) => (lock ? work() : false));
}

async function sendAll() {
  for (;;) {
    /** @type {Map<string, OutboxEntry>} */
    const firsts = new Map();
    for (const entry of await waitingEntries()) if (!firsts.has(entry.game)) firsts.set(entry.game, entry);
    const ready = [...firsts.values()].filter((entry) => entry.state === "waiting");
    if (!ready.length) return true;
    for (const entry of ready) await sendFirst(entry);
  }
}

/**
 * Before it leaves it is marked as one that may have arrived; it may have been changed since it was looked up. A store
 * that takes nothing more holds nothing back.
 * @param {OutboxEntry} first
 */
async function sendFirst(first) {
  const { game } = first;
  const sent = await markFirst(first).catch(() => first);
  if (!sent) return;
  const answer = await post(sent);
  const take = (/** @type {OutboxEntry[]} */ entries, /** @type {GameCopy} */ copy) =>
    takeAnswer(copy, entries, sent, answer);
  await changeQueue(game, take, answer.game).catch(() => changeQueue(game, take));
  changeState(location.pathname.includes(game) ? { revision: answer.game?.revision } : {});
}

/**
 * The entry as it leaves; undefined if there is nothing to send.
 * @param {OutboxEntry} first
 */
async function markFirst({ game, n, token }) {
  /** @type {OutboxEntry | undefined} */
  let entry;
  await changeQueue(game, (entries, copy) => {
    entry = entries.find((other) => other.n === n && other.token === token && other.state === "waiting");
    // A new hand that was deleted before anybody saw it.
    const isVoid = entry?.facts === null && entry.base === 0 && !entry.sent.length;
    if (isVoid) entry = undefined;
    if (isVoid) return discardEntries(copy, entries, [n]);
    return entry && navigator.onLine ? markSent(entries, entry) : entries;
  });
  return entry;
}

/**
 * @param {OutboxEntry} entry
 * @returns {Promise<SyncAnswer>}
 */
async function post({ game, kind, record, hand, base, facts, token, confirmed, sent }) {
  const isStart = kind === "start";
  const replaces = sent.filter((mark) => mark !== token);
  const { response, text } = await ask(isStart ? "/sync/start" : `/t/${game}/sync`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Rook": "sync" },
    body: JSON.stringify(isStart ? { id: game, record } : { hand, base, facts, token, confirmed, replaces }),
  });
  if (response.ok) return JSON.parse(text);
  return { state: "refused", errors: [{ message: `The server did not understand it (${response.status}).` }] };
}

/**
 * A hand goes straight to the server where this phone can store nothing, after all that waits; null if it can't.
 * @param {Pick<OutboxEntry, "game" | "hand" | "base" | "facts">} hand
 * @returns {Promise<SyncAnswer | null>}
 */
export async function sendUnstored(hand) {
  await sendWaiting();
  if ((await waitingEntries(hand.game).catch(() => [])).length) return null;
  const answer = await post(/** @type {any} */ ({ ...hand, kind: "hand", token: randomKey(), sent: [] }));
  if (["saved", "again"].includes(answer.state)) changeState({ revision: answer.game?.revision });
  return answer;
}

onStateChange(() => {
  if (state.isReachable && !wasReachable) sendWaiting();
  wasReachable = state.isReachable;
});
document.addEventListener("visibilitychange", () => document.hidden || sendWaiting());
addEventListener("pageshow", sendWaiting);
addEventListener("online", sendWaiting);
