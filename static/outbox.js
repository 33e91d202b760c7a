// What this phone keeps: copies of its games, and entries that wait for the network. Sent in order, once each.
const PATIENCE = 8_000;
const AGAIN = 5_000;
const LEASE = 15_000;
const DAY = 86_400_000;
const STORES = { games: "id", kits: "key", outbox: "n", leases: "name" };

const changed = new EventTarget();
const channel = "BroadcastChannel" in window ? new BroadcastChannel("rook") : null;
const me = randomKey();
let opened = null;

export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("rook", 1);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) {
        request.result.createObjectStore(name, { keyPath, autoIncrement: name === "outbox" });
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

// One transaction; it is written down for good when this is done.
async function within(stores, work) {
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

const answer = (request) => new Promise((resolve, reject) => {
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

function tell() {
  changed.dispatchEvent(new Event("change"));
  channel?.postMessage("changed");
}
if (channel) channel.onmessage = () => changed.dispatchEvent(new Event("change"));

export const kitKey = (game, players, options) => JSON.stringify([game, players, Object.entries(options || {}).sort()]);

function kept(kit) {
  return { ...kit, key: kitKey(kit.facts.game, kit.facts.players, kit.options) };
}

// Keep a game as the server has it.
export async function keep({ kit, ...copy }) {
  const key = kitKey(copy.record.game, copy.record.players.length, copy.record.options);
  await within(["games", "kits"], (store) => {
    if (kit) store("kits").put(kept(kit));
    store("games").put({ ...copy, kit: key, seen: Date.now() });
  });
  tell();
}

export async function fetchCopy(id) {
  const reply = await fetch(`/t/${id}/offline.json`, { signal: AbortSignal.timeout(PATIENCE) });
  if ([403, 404].includes(reply.status)) await forget(id);
  if (!reply.ok) throw new Error("no copy to be had");
  await keep(await reply.json());
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

export function onTop(copy, entries) {
  let hands = copy.hands.map(({ hand, number }, index) => ({ hand, number, facts: copy.record.hands[index] }));
  let next = copy.next_hand;
  for (const entry of entries.filter(({ kind }) => kind === "hand")) {
    hands = hands.filter(({ hand }) => hand !== entry.hand);
    if (entry.facts) hands.push({ hand: entry.hand, number: entry.base + 1, facts: entry.facts, entry });
    next = Math.max(next, entry.hand + 1);
  }
  hands.sort((one, other) => one.hand - other.hand);
  return { hands, next, record: { ...copy.record, hands: hands.map(({ facts }) => facts) } };
}

// Put an entry into the outbox. It fails if the phone has no room: then nothing was kept.
export async function add({ game, hand, base, facts, token = randomKey() }) {
  await within(["outbox"], async (store) => {
    const list = (await answer(store("outbox").getAll())).filter((each) => each.game === game && each.kind === "hand");
    if (list.some((each) => each.token === token)) return;
    const before = list.filter((each) => each.hand === hand).at(-1);
    const entry = { game, kind: "hand", hand, base, facts, token, made: Date.now(), state: "waiting", fresh: base === 0 };
    // Made on top of an entry that waits itself: its number comes with that one's answer.
    store("outbox").add(before ? { ...entry, after: before.token, base: before.base + 1, fresh: before.fresh } : entry);
  });
  navigator.storage?.persist?.();
  tell();
  flush();
}

export async function begin(record, kit) {
  const copy = { id: randomKey(), record, hands: [], next_hand: 1, revision: -1, may_score: true };
  await within(["games", "kits", "outbox"], (store) => {
    store("games").put({ ...copy, kit: kit.key, seen: Date.now() });
    store("outbox").add({ game: copy.id, kind: "start", record, token: copy.id, made: Date.now(), state: "waiting" });
  });
  tell();
  flush();
  return copy.id;
}

// Change an entry that was refused, or that met another one.
export async function amend(n, change) {
  await within(["outbox"], async (store) => {
    const entry = await answer(store("outbox").get(n));
    if (entry) store("outbox").put({ ...entry, state: "waiting", errors: undefined, theirs: undefined, ...change });
  });
  tell();
  flush();
}

const onTopOf = (entry, list) => {
  const family = [entry];
  for (const each of list) if (family.some((older) => each.after && each.after === older.token && each.game === older.game)) family.push(each);
  return family;
};

// Take an entry out, with all that was made on top of it; new hands after it move up.
export async function discard(n) {
  await within(["outbox", "games"], async (store) => {
    const list = await answer(store("outbox").getAll());
    const entry = list.find((each) => each.n === n);
    if (!entry) return;
    const gone = entry.kind === "start" ? list.filter((each) => each.game === entry.game) : onTopOf(entry, list);
    gone.forEach((each) => store("outbox").delete(each.n));
    if (entry.kind === "start") store("games").delete(entry.game);
    else if (entry.fresh && !entry.after && !entry.theirs) move(store, list, entry, -1, gone);
  });
  tell();
  flush();
}

// These have never been sent: an entry that waits for a decision holds all later ones back.
function move(store, list, entry, by, besides) {
  for (const each of list) {
    const later = each.game === entry.game && each.kind === "hand" && each.n > entry.n && each.fresh && each.hand > entry.hand;
    if (later && !besides.includes(each)) store("outbox").put({ ...each, hand: each.hand + by });
  }
}

// Two phones saved a hand: keep theirs, take mine instead, or mine is the next hand.
export async function choose(n, choice) {
  const entry = (await all("outbox")).find((each) => each.n === n);
  if (!entry?.theirs) return undefined;
  if (choice === "theirs") return discard(n);
  if (choice === "mine") return amend(n, { hand: entry.theirs.hand, base: entry.theirs.number });
  await within(["outbox", "games"], async (store) => {
    const [list, copy] = [await answer(store("outbox").getAll()), await answer(store("games").get(entry.game))];
    const family = onTopOf(list.find((each) => each.n === n), list);
    const by = copy.next_hand - entry.hand;
    move(store, list, entry, by, family);
    family.forEach((each, index) => store("outbox").put({
      ...each, hand: copy.next_hand, base: index, fresh: true, ...(index ? {} : { state: "waiting", theirs: undefined }),
    }));
  });
  tell();
  return flush();
}

let running = null;
let more = false;
let alarm = 0;

// Send what waits. One page does it at a time.
export function flush() {
  clearTimeout(alarm);
  // What came in while the last look was taken must not be left lying.
  if (running) more = true;
  running ??= alone(sendAll).catch(() => false).then(async (through) => {
    const left = await waiting().catch(() => []);
    running = null;
    if (more) {
      more = false;
      return flush();
    }
    if (!through && left.some((entry) => entry.state === "waiting")) alarm = setTimeout(flush, AGAIN);
    return undefined;
  });
  return running;
}

async function alone(work) {
  if (navigator.locks) return navigator.locks.request("rook outbox", { ifAvailable: true }, (lock) => (lock ? work() : false));
  const free = await within(["leases"], async (store) => {
    const lease = await answer(store("leases").get("outbox"));
    if (lease && lease.by !== me && lease.until > Date.now()) return false;
    store("leases").put({ name: "outbox", by: me, until: Date.now() + LEASE });
    return true;
  });
  if (!free) return false;
  try {
    return await work();
  } finally {
    await lease(0);
  }
}

function lease(until) {
  return within(["leases"], (store) => store("leases").put({ name: "outbox", by: me, until }));
}

async function sendAll() {
  for (;;) {
    const heads = new Map();
    for (const entry of await waiting()) if (!heads.has(entry.game)) heads.set(entry.game, entry);
    const next = [...heads.values()].filter((entry) => entry.state === "waiting");
    if (!next.length) return true;
    for (const entry of next) await settle(entry, await send(entry));
    if (!navigator.locks) await lease(Date.now() + LEASE);
    tell();
  }
}

async function send({ game, kind, record, hand, base, facts, token, confirmed }) {
  const [path, body] = kind === "start" ? ["/sync/start", { id: game, record }] : [`/t/${game}/sync`, { hand, base, facts, token, confirmed }];
  const reply = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Rook": "sync" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (reply.status >= 500) throw new Error("not now");
  if (!reply.ok) return { state: "refused", errors: [{ message: `The server did not understand it (${reply.status}).` }] };
  const told = await reply.json();
  if (!told.state) throw new Error("not our server");
  return told;
}

async function settle(entry, told) {
  await within(["outbox", "games"], async (store) => {
    const [copy, still] = [await answer(store("games").get(entry.game)), await answer(store("outbox").get(entry.n))];
    if (told.game) store("games").put({ ...copy, ...told.game, seen: Date.now() });
    if (!["saved", "again"].includes(told.state)) {
      if (still) store("outbox").put({ ...entry, state: told.state, errors: told.errors, theirs: told.theirs, dropped: told.dropped });
      return;
    }
    store("outbox").delete(entry.n);
    const followers = (await answer(store("outbox").getAll())).filter((each) => each.game === entry.game && each.after === entry.token);
    for (const each of followers) store("outbox").put({ ...each, after: undefined, base: told.number ?? entry.base + 1 });
  });
}

// The kits of all games, so that one can be started without network.
export async function keepKits() {
  const stamp = await get("leases", "kits");
  if (stamp?.until > Date.now()) return;
  const reply = await fetch("/offline/kits.json", { signal: AbortSignal.timeout(PATIENCE) });
  if (!reply.ok) return;
  const kits = await reply.json();
  await within(["kits", "leases"], (store) => {
    for (const kit of kits) store("kits").put(kept(kit));
    store("leases").put({ name: "kits", until: Date.now() + DAY });
  });
}

addEventListener("online", flush);
document.addEventListener("visibilitychange", () => document.hidden || flush());
addEventListener("pageshow", flush);
