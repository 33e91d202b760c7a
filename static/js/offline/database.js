// What this phone keeps: copies of its games, kits to go on with them, and entries that wait for the network.
const PATIENCE = 8_000;
const DAY = 86_400_000;
const LONG = 60 * DAY;
const MOST_GAMES = 100;
const STORES = { games: "id", kits: "key", outbox: "n", leases: "name" };

const changed = new EventTarget();
const channel = "BroadcastChannel" in window ? new BroadcastChannel("rook") : null;
let opened = null;

export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// A phone that has shut its store, or has none to give just now, is asked again the next time.
function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("rook", 1);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) {
        request.result.createObjectStore(name, { keyPath, autoIncrement: name === "outbox" });
      }
    };
    request.onsuccess = () => {
      const shut = () => { opened = null; };
      request.result.onclose = shut;
      request.result.onversionchange = () => { request.result.close(); shut(); };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  }).catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

// One transaction; it is written down for good when this is done.
export async function within(stores, work) {
  const db = await database();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(stores, "readwrite", { durability: "strict" });
    let result;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error || new Error("not kept"));
    Promise.resolve(work((name) => transaction.objectStore(name))).then((value) => { result = value; }, (error) => {
      try { transaction.abort(); } catch { /* it has ended already */ }
      reject(error);
    });
  });
}

export const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export async function get(store, key) {
  return answer((await database()).transaction(store).objectStore(store).get(key));
}

export async function all(store) {
  return answer((await database()).transaction(store).objectStore(store).getAll());
}

export async function waiting(game) {
  return (await all("outbox")).filter((entry) => !game || entry.game === game);
}

export function onChange(act) {
  changed.addEventListener("change", act);
}

export function tell() {
  changed.dispatchEvent(new Event("change"));
  channel?.postMessage("changed");
}
if (channel) channel.onmessage = () => changed.dispatchEvent(new Event("change"));

export const kitKey = (game, players, options) => JSON.stringify([game, players, Object.entries(options || {}).sort()]);

export function keyed(kit) {
  return { ...kit, key: kitKey(kit.facts.game, kit.facts.players, kit.options) };
}

// Keep a game as the server has it.
export async function keep({ kit, ...copy }) {
  const key = kitKey(copy.record.game, copy.record.players.length, copy.record.options);
  await within(["games", "kits"], (store) => {
    if (kit) store("kits").put(keyed(kit));
    store("games").put({ ...copy, kit: key, seen: Date.now() });
  });
  tell();
}

// False if it was fetched, but this phone cannot keep it.
export async function fetchCopy(id) {
  const reply = await fetch(`/t/${id}/offline.json`, { signal: AbortSignal.timeout(PATIENCE) });
  if ([403, 404].includes(reply.status)) await forget(id);
  if (!reply.ok) throw new Error("no copy to be had");
  const copy = await reply.json();
  return keep(copy).then(() => true, () => false);
}

// A game that this phone may no longer see, unless something entered here still waits.
async function forget(id) {
  if (!(await waiting(id)).length) await within(["games"], (store) => store("games").delete(id));
}

// A game and its kit, with what waits put on top of it.
export async function table(id) {
  const [copy, entries] = [await get("games", id), await waiting(id)];
  if (!copy) return null;
  const kit = await get("kits", copy.kit);
  return kit ? { copy, kit, entries, ...onTop(copy, entries) } : null;
}

const sorted = (value) => (value && typeof value === "object" && !Array.isArray(value)
  ? Object.fromEntries(Object.entries(value).sort().map(([key, each]) => [key, sorted(each)])) : Array.isArray(value) ? value.map(sorted) : value);
const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

// An entry that was taken back here stands on the server all the same: its answer was lost on the way.
function arrived(hands, { hand, base, took }) {
  if (took === null) return hands.every((each) => each.hand !== hand);
  return hands.some((each) => each.hand === hand && each.number === base + 1 && same(each.facts, took));
}

const laidDown = (copy) => copy.hands.map(({ hand, number }, index) => ({ hand, number, facts: copy.record.hands[index] }));
export const stands = (copy, entry) => arrived(laidDown(copy), entry);

export function onTop(copy, entries) {
  let hands = laidDown(copy);
  let next = copy.next_hand;
  for (const entry of entries.filter(({ kind }) => kind !== "start")) {
    if (entry.kind === "taken" && !arrived(hands, entry)) continue;
    hands = hands.filter(({ hand }) => hand !== entry.hand);
    if (entry.facts) hands.push({ hand: entry.hand, number: entry.base + 1, facts: entry.facts, entry });
    next = Math.max(next, entry.hand + 1);
  }
  hands.sort((one, other) => one.hand - other.hand);
  return { hands, next, record: { ...copy.record, hands: hands.map(({ facts }) => facts) } };
}

// The kits of all games, so that one can be started without network; once a day, and what is old goes out.
export async function keepKits() {
  const stamp = await get("leases", "all kits");
  if (stamp?.until > Date.now()) return;
  const reply = await fetch("/offline/kits.json", { signal: AbortSignal.timeout(PATIENCE) });
  if (!reply.ok) return;
  const kits = await reply.json();
  await within(["kits", "leases"], (store) => {
    for (const kit of kits) store("kits").put(keyed(kit));
    store("leases").put({ name: "all kits", until: Date.now() + DAY });
  });
  await tidy();
}

// Games not seen for long go out, and the oldest of too many: the server has them. What waits stays.
export async function tidy(now = Date.now()) {
  const gone = await within(["games", "kits", "outbox"], async (store) => {
    const [games, kits, entries] = [await answer(store("games").getAll()), await answer(store("kits").getAll()), await answer(store("outbox").getAll())];
    const busy = new Set(entries.map(({ game }) => game));
    games.sort((one, other) => other.seen - one.seen);
    const old = games.filter(({ id, seen }, place) => !busy.has(id) && (now - seen > LONG || place >= MOST_GAMES));
    const used = new Set(games.filter((copy) => !old.includes(copy)).map(({ kit }) => kit));
    for (const { id } of old) store("games").delete(id);
    for (const { key, options } of kits) if (Object.keys(options || {}).length && !used.has(key)) store("kits").delete(key);
    return old.map(({ id }) => id);
  });
  try {
    for (const name of Object.keys(localStorage)) if (gone.some((id) => name.startsWith(`draft ${id} `))) localStorage.removeItem(name);
  } catch { /* drafts do no harm */ }
  if (gone.length) tell();
}
