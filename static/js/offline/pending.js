// A game as the server has it, with the entries that wait on this phone applied to it.

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
 * @param {GameCopy} copy
 * @returns {TableHand[]}
 */
const savedHands = (copy) =>
  copy.hands.map(({ hand, number }, index) => ({ hand, number, facts: copy.record.hands[index] }));

/**
 * An entry that was undone here is on the server all the same: its answer was lost on the way.
 * @param {TableHand[]} hands
 * @param {OutboxEntry} entry
 */
function hasArrivedAmong(hands, { hand, base, took }) {
  if (took === null) return hands.every((other) => other.hand !== hand);
  return hands.some((other) => other.hand === hand && other.number === base + 1 && isSame(other.facts, took));
}

/**
 * @param {GameCopy} copy
 * @param {OutboxEntry} entry
 */
export const hasArrived = (copy, entry) => hasArrivedAmong(savedHands(copy), entry);

/**
 * @param {GameCopy} copy
 * @param {OutboxEntry[]} entries
 */
export function applyPending(copy, entries) {
  let hands = savedHands(copy);
  let next = copy.next_hand;
  for (const entry of entries.filter(({ kind }) => kind !== "start")) {
    if (entry.kind === "taken" && !hasArrivedAmong(hands, entry)) continue;
    hands = hands.filter(({ hand }) => hand !== entry.hand);
    if (entry.facts) hands.push({ hand: entry.hand, number: entry.base + 1, facts: entry.facts, entry });
    next = Math.max(next, entry.hand + 1);
  }
  hands.sort((one, other) => one.hand - other.hand);
  return { hands, next, record: { ...copy.record, hands: hands.map(({ facts }) => facts) } };
}
