// Entries that wait for the network: put in, taken back, chosen between; sent in order, once each.
import { all, answer, onTop, randomKey, stands, tell, waiting, within } from "./database.js";

export { all, fetchCopy, get, keepKits, kitKey, onChange, onTop, table, waiting } from "./database.js";

const PATIENCE = 8_000;
const AGAIN = 5_000;
const LEASE = 15_000;
const me = randomKey();

// Put an entry into the outbox. It fails if the phone has no room: then nothing was kept.
export async function add({ game, hand, base, facts, token = randomKey() }) {
  await within(["outbox"], async (store) => {
    const list = (await answer(store("outbox").getAll())).filter((each) => each.game === game && each.kind !== "start");
    if (list.some((each) => each.token === token)) return;
    const before = list.filter((each) => each.hand === hand).at(-1);
    const number = before?.kind === "taken" ? base : before && before.base + 1;
    const entry = { game, kind: "hand", hand, base, facts, token, made: Date.now(), state: "waiting", fresh: base === 0 };
    // Made on top of an entry that waits itself: its number comes with that one's answer.
    store("outbox").add(before ? { ...entry, after: before.token, base: number, fresh: before.fresh } : entry);
  });
  navigator.storage?.persist?.();
  tell();
  flush();
}

export async function begin(record, kit) {
  const copy = { id: randomKey(), record, hands: [], next_hand: 1, revision: -1, may_score: true };
  await within(["games", "kits", "outbox"], (store) => {
    store("games").put({ ...copy, kit: kit.key, seen: Date.now() });
    store("kits").put(kit);
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

// The last change of a game that waits here, if it can still be taken back with one touch.
export const lastWaiting = (entries) => {
  const last = entries.filter(({ kind }) => kind !== "taken").at(-1);
  return last?.kind === "hand" && last.state === "waiting" ? last : null;
};

// Take it back. One that was tried may have reached the server, its answer lost on the way: then what was before is put back there.
export async function takeBack(n) {
  const taken = await within(["outbox", "games"], async (store) => {
    const entry = await answer(store("outbox").get(n));
    const entries = entry ? (await answer(store("outbox").getAll())).filter(({ game }) => game === entry.game) : [];
    if (lastWaiting(entries)?.n !== n) return null;
    store("outbox").delete(n);
    if (!entry.tried) return entry;
    const under = onTop(await answer(store("games").get(entry.game)), entries.filter((each) => each !== entry && each.n !== n));
    const before = under.hands.find(({ hand }) => hand === entry.hand)?.facts ?? null;
    store("outbox").put({ ...entry, kind: "taken", took: entry.facts, facts: before });
    return entry;
  });
  tell();
  flush();
  return taken;
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
    for (const each of next) {
      const entry = await tried(each);
      if (entry) await settle(entry, await send(entry));
    }
    if (!navigator.locks) await lease(Date.now() + LEASE);
    tell();
  }
}

// Before it leaves it is marked as one that may have arrived; it may have been taken back since it was looked up.
function tried({ n, token }) {
  return within(["outbox"], async (store) => {
    const entry = await answer(store("outbox").get(n));
    if (entry?.token !== token || entry.state !== "waiting") return null;
    const marked = { ...entry, tried: entry.tried || navigator.onLine };
    if (marked.tried !== entry.tried) store("outbox").put(marked);
    return marked;
  });
}

async function send(entry) {
  return entry.kind === "taken" ? seen(entry.game) : sent(entry);
}

// The game as the server has it: did it get what was taken back?
async function seen(game) {
  const reply = await fetch(`/t/${game}/offline.json`, { signal: AbortSignal.timeout(PATIENCE) });
  if (reply.status >= 500) throw new Error("not now");
  const { kit, ...copy } = reply.ok ? await reply.json() : {};
  return { state: "seen", game: reply.ok ? copy : undefined };
}

async function sent({ game, kind, record, hand, base, facts, token, confirmed }) {
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
    // Taken back while it was on its way.
    if (still?.kind !== entry.kind) return;
    if (told.state === "seen") await undone(store, entry, told.game && stands(told.game, entry));
    else if (["saved", "again"].includes(told.state)) await done(store, entry, told.number ?? entry.base + 1);
    else store("outbox").put({ ...entry, state: told.state, errors: told.errors, theirs: told.theirs, dropped: told.dropped });
  });
}

async function done(store, entry, base, after = undefined) {
  store("outbox").delete(entry.n);
  const followers = (await answer(store("outbox").getAll())).filter((each) => each.game === entry.game && each.after === entry.token);
  for (const each of followers) store("outbox").put({ ...each, after, base });
}

async function undone(store, entry, there) {
  if (!there) return done(store, entry, entry.base);
  const { took, tried: old, ...rest } = entry;
  const back = { ...rest, kind: "hand", base: entry.base + 1, token: randomKey(), fresh: false };
  await done(store, entry, back.base + 1, back.token);
  return store("outbox").put(back);
}

addEventListener("online", flush);
document.addEventListener("visibilitychange", () => document.hidden || flush());
addEventListener("pageshow", flush);
