// At which moment a hand is: its bid, or its result.

/**
 * Whether the hand is entered in two moments: the bid, and later the result.
 * @param {Record<string, Field>} fields
 */
const hasBid = (fields) => Object.values(fields).some((field) => field.when === "bid" && field.needed);

/**
 * Calls were saved, but nobody has the bid yet.
 * @param {Record<string, Field>} fields
 * @param {Hand} hand
 */
export function isBidOpen(fields, { calls, ...known }) {
  const isMissing = (/** @type {Field} */ { when, needed, key }) => when === "bid" && needed && !(key in known);
  return Boolean(calls) && Object.values(fields).some(isMissing);
}

/**
 * Which hand the form is for, if none is being corrected: the open one, or the next.
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 * @returns {Editing}
 */
export function currentEntry(table, sheet) {
  const { fields } = table.kit.facts;
  const { hands } = table;
  const last = hands.at(-1);
  if (sheet.open && last) {
    const stage = isBidOpen(fields, last.facts) ? "bid" : "result";
    const { hand, number: base, facts: known, entry } = last;
    return { stage, hand, base, known, place: hands.length, over: entry?.token };
  }
  return { stage: hasBid(fields) ? "bid" : "result", hand: table.next, base: 0, known: {}, place: hands.length + 1 };
}
