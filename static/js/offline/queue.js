// What waits on this phone for one game, as a list that is never changed but replaced: one entry per hand, in the order
// in which they are sent. An entry knows
//   base, facts, token  the server's version that it is made on, the whole hand, and a mark for exactly these facts
//   sent                marks of its contents that may have reached the server, their answers lost
//   earlier             what it held before, to be undone
//   state               waiting; or asking: conflict, refused, ends_earlier
// Nothing here stores, sends or draws.

/** @typedef {Pick<OutboxEntry, "game" | "hand" | "base" | "facts" | "token">} EnteredHand */
/** @typedef {EnteredHand & { over?: string, sent?: string[] }} Change */

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function sortKeys(value) {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!value || typeof value !== "object") return value;
  const entries = Object.entries(value).sort();
  return Object.fromEntries(entries.map(([key, entry]) => [key, sortKeys(entry)]));
}

/** @type {(one: unknown, other: unknown) => boolean} */
const isSame = (one, other) => JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other));

/**
 * The queue with one entry changed, or removed by null.
 * @param {OutboxEntry[]} queue
 * @param {OutboxEntry} entry
 * @param {Partial<OutboxEntry> | null} change
 */
const replaced = (queue, entry, change) =>
  queue.flatMap((other) => (other !== entry ? [other] : change ? [{ ...other, ...change }] : []));

const DECIDED = /** @type {const} */ ({ state: "waiting", errors: undefined, theirs: undefined, dropped: undefined });

/**
 * A game as the server has it, with what waits applied to it.
 * @param {GameCopy} copy
 * @param {OutboxEntry[]} queue
 */
export function applyQueue(copy, queue) {
  let next = copy.next_hand;
  /** @type {TableHand[]} */
  let hands = copy.hands.map((version, index) => ({ ...version, facts: copy.record.hands[index] }));
  for (const entry of queue.filter(({ kind }) => kind === "hand")) {
    hands = hands.filter(({ hand }) => hand !== entry.hand);
    if (entry.facts) hands.push({ hand: entry.hand, number: entry.base + 1, facts: entry.facts, entry });
    next = Math.max(next, entry.hand + 1);
  }
  hands.sort((one, other) => one.hand - other.hand);
  return { hands, next, record: { ...copy.record, hands: hands.map(({ facts }) => facts) } };
}

/**
 * Enter a hand, or correct or delete it. `over` is the mark of the entry that the form was made from: bid and result
 * become one. `sent` has its own mark if a form has carried it to the server, and no answer came. If another tab has
 * entered something else meanwhile, the table is asked.
 * @param {OutboxEntry[]} queue
 * @param {Change} change
 * @param {number} now
 * @returns {OutboxEntry[]}
 */
export function enterHand(queue, { over, ...change }, now) {
  if (queue.some(({ token, sent }) => token === change.token || sent?.includes(change.token))) return queue;
  const before = queue.find(({ kind, hand, token }) => kind === "hand" && hand === change.hand && token === over);
  const rival = before ?? queue.find(({ kind, hand }) => kind === "hand" && hand === change.hand);
  /** @type {any} The store gives it its number. */
  const fresh = { sent: [], ...change, kind: "hand", made: now, state: "waiting", earlier: [] };
  if (!rival) return [...queue, fresh];
  if (isSame(rival.facts, change.facts)) return replaced(queue, rival, DECIDED);
  if (before) return replaced(queue, before, merged(before, change, now));
  const theirs = { hand: rival.hand, number: 0, facts: rival.facts, by: "Another tab of this phone" };
  return [...queue, { ...fresh, state: "conflict", theirs }];
}

/**
 * @param {OutboxEntry} entry
 * @param {Pick<OutboxEntry, "facts" | "token">} change
 * @param {number} now
 * @returns {Partial<OutboxEntry>}
 */
function merged({ state, earlier, facts, made }, change, now) {
  const steps = state === "waiting" ? [...earlier, { facts, made }] : earlier;
  return { ...DECIDED, facts: change.facts, token: change.token, made: now, earlier: steps, isUndone: false };
}

/**
 * The last change that waits, if it can still be undone with one touch.
 * @param {OutboxEntry[]} queue
 */
export function lastWaiting(queue) {
  const hands = queue.filter(({ isUndone }) => !isUndone);
  const last = hands.sort((one, other) => one.made - other.made).at(-1);
  return last?.kind === "hand" && last.state === "waiting" ? last : null;
}

/**
 * Undo the last change. If it may have reached the server, what was before is sent after it.
 * @param {GameCopy} copy
 * @param {OutboxEntry[]} queue
 * @param {OutboxEntry} entry
 * @param {string} token
 */
export function undoChange(copy, queue, entry, token) {
  const before = entry.earlier.at(-1);
  if (before) return replaced(queue, entry, { ...before, token, earlier: entry.earlier.slice(0, -1) });
  if (!entry.sent.length) return closeGaps(copy, replaced(queue, entry, null));
  const place = copy.hands.findIndex(({ hand, number }) => hand === entry.hand && number === entry.base);
  return replaced(queue, entry, { facts: copy.record.hands[place] ?? null, token, isUndone: true });
}

/**
 * New hands follow the last one without a gap: one before them may be gone.
 * @param {GameCopy} copy
 * @param {OutboxEntry[]} queue
 */
function closeGaps(copy, queue) {
  let next = copy.next_hand;
  return queue.map((entry) => {
    if (entry.kind !== "hand" || entry.base !== 0) return entry;
    const hand = Math.min(entry.hand, next);
    next = Math.max(next, hand + 1);
    return hand === entry.hand ? entry : { ...entry, hand };
  });
}

/**
 * Remove entries; a game that never started goes with all that it has.
 * @param {GameCopy} copy
 * @param {OutboxEntry[]} queue
 * @param {number[]} numbers
 */
export function discardEntries(copy, queue, numbers) {
  const isRemoved = (/** @type {OutboxEntry} */ { n }) => numbers.includes(n);
  if (queue.some((entry) => entry.kind === "start" && isRemoved(entry))) return [];
  const left = queue.filter((entry) => !isRemoved(entry));
  return closeGaps(copy, left);
}

/**
 * @param {OutboxEntry[]} queue
 * @param {number} number
 * @param {Partial<OutboxEntry>} change
 */
export const amendEntry = (queue, number, change) =>
  queue.map((entry) => (entry.n === number ? { ...entry, ...DECIDED, ...change } : entry));

/** @type {(queue: OutboxEntry[], entry: OutboxEntry) => OutboxEntry[]} */
export const markSent = (queue, entry) =>
  entry.sent.includes(entry.token) ? queue : replaced(queue, entry, { sent: [...entry.sent, entry.token] });

/**
 * What the server said to an entry, as it was sent; it may have been changed since.
 * @param {GameCopy} copy
 * @param {OutboxEntry[]} queue
 * @param {OutboxEntry} sent
 * @param {SyncAnswer} answer
 */
export function takeAnswer(copy, queue, sent, { state, number, errors, theirs, dropped }) {
  const entry = queue.find(({ n }) => n === sent.n);
  if (!entry) return queue;
  const isNow = entry.token === sent.token;
  if (state === "saved" || state === "again") {
    const change = isNow ? null : { base: number ?? sent.base + 1, sent: [], earlier: [] };
    return closeGaps(copy, replaced(queue, entry, change));
  }
  const marks = entry.sent.filter((token) => token !== sent.token);
  if (!isNow) return replaced(queue, entry, { sent: marks });
  const asking = replaced(queue, entry, { state, errors, theirs, dropped, sent: marks });
  return state === "conflict" ? findConflicts(copy, asking) : asking;
}

/**
 * The other hands that another phone has saved too, so that all of them are decided at once.
 * @param {GameCopy} copy
 * @param {OutboxEntry[]} queue
 * @returns {OutboxEntry[]}
 */
function findConflicts(copy, queue) {
  return queue.flatMap((entry) => {
    const place = copy.hands.findIndex(({ hand }) => hand === entry.hand);
    const isOpen = entry.kind === "hand" && entry.state === "waiting" && !entry.sent.length;
    if (!isOpen || place < 0 || copy.hands[place].number === entry.base) return [entry];
    const theirs = { ...copy.hands[place], facts: copy.record.hands[place], by: "" };
    return isSame(theirs.facts, entry.facts) ? [] : [{ ...entry, state: "conflict", theirs }];
  });
}

/**
 * Two versions of some hands: keep theirs, keep mine, or mine are the next hands.
 * @param {GameCopy} copy
 * @param {OutboxEntry[]} queue
 * @param {number[]} numbers
 * @param {Choice} choice
 * @returns {OutboxEntry[]}
 */
export function decideConflicts(copy, queue, numbers, choice) {
  const chosen = queue.filter(({ n, state }) => numbers.includes(n) && state === "conflict");
  if (!chosen.length || choice === "theirs") return discardEntries(copy, queue, numbers);
  return choice === "next" ? moveToNext(copy, queue, chosen[0]) : chosen.reduce(keepMine(copy), queue);
}

/** @param {GameCopy} copy */
const keepMine = (copy) => (/** @type {OutboxEntry[]} */ queue, /** @type {OutboxEntry} */ entry) => {
  const rival = queue.find((other) => other.hand === entry.hand && other.kind === "hand" && other !== entry);
  if (rival) return replaced(replaced(queue, entry, null), rival, merged(rival, entry, entry.made));
  const saved = copy.hands.find(({ hand }) => hand === entry.hand);
  return replaced(queue, entry, { ...DECIDED, base: entry.theirs?.number || saved?.number || 0 });
};

/**
 * New hands from this one on come after all that are there.
 * @param {GameCopy} copy
 * @param {OutboxEntry[]} queue
 * @param {OutboxEntry} first
 */
function moveToNext(copy, queue, first) {
  const place = queue.indexOf(first);
  let next = applyQueue(copy, queue.slice(0, place)).next;
  return queue.map((entry, index) => {
    const isNewHand = entry.kind === "hand" && entry.base === 0 && entry.facts !== null;
    if (index < place || (!isNewHand && entry !== first)) return entry;
    next += 1;
    return { ...entry, ...DECIDED, hand: next - 1, base: 0 };
  });
}
