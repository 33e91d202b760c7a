// The entries that wait, in the phone's store: every change of them is a step of queue.js, in one transaction.
import { read, readAll, reportChange, resultOf, runTransaction } from "./database.js";
import { canRead } from "./facts-format.js";
import { applyQueue, convertQueue } from "./queue.js";

/**
 * The entries that wait, of one game or of all.
 * @param {string} [game]
 * @returns {Promise<OutboxEntry[]>}
 */
export async function waitingEntries(game) {
  const entries = await readAll("outbox");
  return convertQueue(entries).filter((entry) => !game || entry.game === game);
}

/**
 * Replace the queue of a game by the next one, together with news of the server that are not older than its copy.
 * @param {string} game
 * @param {(entries: OutboxEntry[], copy: GameCopy) => OutboxEntry[]} step
 * @param {GameCopy} [news]
 */
export async function changeQueue(game, step, news) {
  const isChanged = await runTransaction(["outbox", "games"], async (store) => {
    /** @type {OutboxEntry[]} */
    const all = await resultOf(store("outbox").getAll());
    const stored = all.filter((entry) => entry.game === game);
    /** @type {GameCopy} */
    const old = await resultOf(store("games").get(game));
    const isNewer = news !== undefined && news.revision >= (old?.revision ?? 0);
    const copy = isNewer ? { ...old, ...news, seen: Date.now() } : old;
    const entries = step(convertQueue(stored), copy);
    if (isNewer) store("games").put(copy);
    const isUnstored = (/** @type {OutboxEntry} */ entry) => !stored.includes(entry);
    const gone = stored.filter(({ n }) => !entries.some((entry) => entry.n === n));
    for (const { n } of gone) store("outbox").delete(n);
    for (const entry of entries.filter(isUnstored)) store("outbox").put(entry);
    // It never started.
    if (gone.length && !entries.length && copy?.revision < 0) store("games").delete(game);
    return isNewer || gone.length > 0 || entries.some(isUnstored);
  });
  if (isChanged) reportChange();
}

/**
 * A game and its kit, with what waits applied to it; null if this phone has no copy that this script can read.
 * @param {string} id
 * @returns {Promise<OfflineTable | null>}
 */
export async function loadTable(id) {
  /** @type {[GameCopy | undefined, OutboxEntry[]]} */
  const [copy, entries] = [await read("games", id), await waitingEntries(id)];
  if (!copy) return null;
  /** @type {Kit | undefined} */
  const kit = await read("kits", copy.kit);
  return kit && canRead(kit.facts) ? { copy, kit, entries, ...applyQueue(copy, entries) } : null;
}
