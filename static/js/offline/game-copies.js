// Copies of games on this phone, and the kits that it needs to continue them without a network.
import { removeDraftsOfGame } from "../drafts.js";
import { ask } from "../swap.js";
import { read, readAll, reportChange, resultOf, runTransaction } from "./database.js";
import { FORMAT } from "./facts-format.js";

const DAY = 86_400_000;
const OLDEST = 60 * DAY;
const MOST_GAMES = 100;
const ALL_KITS = `all kits ${FORMAT}`;

/**
 * @param {string} game
 * @param {number} players
 * @param {Options} [options]
 */
export const kitKey = (game, players, options) => JSON.stringify([game, players, Object.entries(options || {}).sort()]);

/**
 * @param {Kit} kit
 * @returns {Kit}
 */
const withKey = (kit) => ({ ...kit, key: kitKey(kit.facts.game, kit.facts.players, kit.options) });

/**
 * Store a game as the server has it.
 * @param {Omit<GameCopy, "kit"> & { kit?: Kit }} answer
 */
export async function storeCopy({ kit, ...copy }) {
  const key = kitKey(copy.record.game, copy.record.players.length, copy.record.options);
  await runTransaction(["games", "kits"], async (store) => {
    if (kit) store("kits").put(withKey(kit));
    const old = await resultOf(store("games").get(copy.id));
    if (!(old?.revision > copy.revision)) store("games").put({ ...copy, kit: key, seen: Date.now() });
  });
  reportChange();
}

/**
 * Fetch a game with its kit, and store both.
 * @param {string} id
 */
export async function fetchCopy(id) {
  const { response, text } = await ask(`/t/${id}/offline.json`);
  if ([403, 404].includes(response.status)) await removeCopy(id);
  if (!response.ok) throw new Error("no copy");
  await storeCopy(JSON.parse(text));
}

/**
 * A game that this phone may no longer see, unless something entered here still waits.
 * @param {string} id
 */
async function removeCopy(id) {
  const entries = await readAll("outbox");
  if (entries.some((/** @type {OutboxEntry} */ { game }) => game === id)) return;
  await runTransaction(["games"], (store) => {
    store("games").delete(id);
  });
}

// So that a game can be started without a network; fetched once a day, however long it takes, and old copies go out.
export async function fetchAllKits() {
  const lease = await read("leases", ALL_KITS);
  if (lease?.until > Date.now()) return;
  const { response, text } = await ask("/offline/kits.json", { timeout: 0 });
  if (!response.ok) return;
  /** @type {Kit[]} */
  const kits = JSON.parse(text);
  await runTransaction(["kits", "leases"], (store) => {
    for (const kit of kits) store("kits").put(withKey(kit));
    store("leases").put({ name: ALL_KITS, until: Date.now() + DAY });
  });
  await removeOldCopies();
}

// Games not seen for long, and the oldest of too many: the server has them. What waits stays.
export async function removeOldCopies(now = Date.now()) {
  const removed = await runTransaction(["games", "kits", "outbox"], async (store) => {
    /** @type {GameCopy[]} */
    const games = await resultOf(store("games").getAll());
    /** @type {Kit[]} */
    const kits = await resultOf(store("kits").getAll());
    /** @type {OutboxEntry[]} */
    const entries = await resultOf(store("outbox").getAll());
    const waiting = new Set(entries.map(({ game }) => game));
    games.sort((one, other) => other.seen - one.seen);
    const isOld = (/** @type {GameCopy} */ { id, seen }, /** @type {number} */ place) =>
      !waiting.has(id) && (now - seen > OLDEST || place >= MOST_GAMES);
    const old = games.filter(isOld);
    const usedKits = new Set(games.filter((copy) => !old.includes(copy)).map(({ kit }) => kit));
    for (const { id } of old) store("games").delete(id);
    for (const { key, options, preset } of kits) {
      if (Object.keys(options || {}).length && !preset && !usedKits.has(key)) store("kits").delete(key);
    }
    return old.map(({ id }) => id);
  });
  removed.forEach(removeDraftsOfGame);
  if (removed.length) reportChange();
}
