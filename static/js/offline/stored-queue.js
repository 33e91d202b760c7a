// The entries that wait, in the phone's store: every change of them is a step of queue.js, in one transaction.
import { readAll, reportChange, resultOf, runTransaction } from "./database.js";
import { canRead } from "./facts-format.js";
import { applyQueue } from "./queue.js";

/**
 * The entries that wait, of one game or of all.
 * @param {string} [game]
 * @returns {Promise<OutboxEntry[]>}
 */
export async function waitingEntries(game) {
  return ofGame(await readAll("outbox"), game);
}

/**
 * @param {OutboxEntry[]} entries
 * @param {string} [game]
 */
const ofGame = (entries, game) => entries.filter((entry) => !game || entry.game === game);

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
    const entries = step(stored, copy);
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
 * A game and its kit, with what waits applied to it; null if this phone has no copy that this script can read. All is
 * of one moment: an entry that is answered meanwhile is either among those that wait or in the copy.
 * @param {string} id
 * @returns {Promise<OfflineTable | null>}
 */
export function loadTable(id) {
  const load = async (/** @type {(name: StoreName) => IDBObjectStore} */ store) => {
    /** @type {GameCopy | undefined} */
    const copy = await resultOf(store("games").get(id));
    const entries = ofGame(await resultOf(store("outbox").getAll()), id);
    /** @type {Kit | undefined} */
    const kit = copy && (await resultOf(store("kits").get(copy.kit)));
    return copy && kit && canRead(kit.facts) ? { copy, kit, entries, ...applyQueue(copy, entries) } : null;
  };
  return runTransaction(["games", "outbox", "kits"], load, "readonly");
}
