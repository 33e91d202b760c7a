// What every kind of scoring uses: lines with reasons, shares of a total, errors, and who has won.
import { partsOf } from "./field-parts.js";
import { formatFigure } from "./figures.js";

/** @param {number[]} figures */
export const sum = (figures) => figures.reduce((total, figure) => total + figure, 0);

/**
 * Points with their reason; figures are filled into its sentence.
 * @param {number} side
 * @param {number} points
 * @param {Reason} reason
 * @param {Record<string, any>} [figures]
 * @returns {Line}
 */
export function makeLine(side, points, reason, figures = {}) {
  const text = (figures.count === 1 && reason.one) || reason.why;
  /** @type {Record<string, any>} */
  const values = { points, ...reason, ...figures };
  return { side, points, why: text.replace(/\{(\w+)\}/g, (_, name) => inWords(values[name])), rule: reason.rule };
}

/** @param {unknown} value */
const inWords = (value) => (typeof value === "number" ? formatFigure(value) : String(value));

/** Something that a player has to change. */
export class RecordError extends Error {
  /**
   * @param {string} message
   * @param {string} [path]
   */
  constructor(message, path) {
    super(message);
    this.path = path;
  }
}

/**
 * @param {string} message
 * @param {string} [path]
 * @returns {never}
 */
export function fail(message, path) {
  throw new RecordError(message, path);
}

/**
 * @param {Pick<End, "points" | "hands"> & Partial<End>} end
 * @param {number[]} totals
 * @param {number} hands
 * @param {Contract} [contract] The bid of the last hand.
 */
export function findWinners(end, totals, hands, contract) {
  if (end.ways) return findAgreedWinners(/** @type {End} */ (end), totals, hands, contract);
  const best = end.lowest ? Math.min(...totals) : Math.max(...totals);
  if ((end.points !== null && best < end.points) || (end.hands !== null && hands < end.hands)) return [];
  const leaders = totals.flatMap((total, side) => (total === best ? [side] : []));
  return end.shared || leaders.length === 1 ? leaders : [];
}

/**
 * The first of target, lead, floor and hands that names a winner.
 * @param {End} end
 * @param {number[]} totals
 * @param {number} hands
 * @param {Contract} [contract]
 */
function findAgreedWinners(end, totals, hands, contract) {
  const { spread, floor, bid_to_win, bidders_first } = /** @type {EndWays} */ (end.ways);
  const everybody = totals.map((_, side) => side);
  const alone = (/** @type {number[]} */ sides) => {
    const best = Math.max(...sides.map((side) => totals[side]));
    const leaders = sides.filter((side) => totals[side] === best);
    return leaders.length === 1 ? leaders : [];
  };
  const ofBidders = (/** @type {number} */ side) => contract?.sides.includes(side);
  let sides = end.points === null ? [] : everybody.filter((side) => totals[side] >= (end.points ?? 0));
  if (bid_to_win) sides = contract?.isMade ? sides.filter(ofBidders) : [];
  if (bidders_first && sides.some(ofBidders)) sides = sides.filter(ofBidders);
  const [best, second] = [...totals].sort((one, other) => other - one);
  const ways = [
    alone(sides),
    spread !== null && best - second >= spread ? alone(everybody) : [],
    floor !== null && Math.min(...totals) <= 0 - floor ? alone(everybody) : [],
    end.hands !== null && hands >= end.hands ? alone(everybody) : [],
  ];
  return ways.find(({ length }) => length) ?? [];
}

/**
 * What a player reads when a needed entry is not there.
 * @param {Field} field
 */
export const missingMessage = ({ missing, label }) => missing ?? `${label} is missing.`;

/**
 * @param {Record<string, Field>} fields
 * @param {Hand} hand
 * @param {string[]} keys
 */
export function requireKeys(fields, hand, keys) {
  for (const key of keys) {
    if (!(key in hand)) fail(missingMessage(fields[key]), key);
  }
}

const NUMBERS = ["whole", "points", "seat", "side"];

/**
 * Whether a value is whole: an input may hold words where a number is meant, and a row may be half filled in.
 * @param {Field} field
 * @param {any} value
 * @param {string} path
 */
export function checkField(field, value, path) {
  if (NUMBERS.includes(field.kind)) checkNumber(field, value, path);
  if (field.least && value.length < field.least) {
    fail(`${field.label} has ${value.length} entries. ${field.wanted}`, path);
  }
  for (const [part, entry, at] of (value !== null && partsOf(field, value, path)) || []) {
    if (entry === undefined && part.needed) fail(`${part.label} is missing.`, at);
    // The side that gets the rest, or an optional part.
    if (entry !== undefined && (entry !== null || !field.rest)) checkField(part, entry, at);
  }
}

/**
 * @param {Field} field
 * @param {any} value
 * @param {string} path
 */
function checkNumber({ label, low = 0, high = 0, step = 1, top, wanted }, value, path) {
  if (value === null) fail(`${label}: a number is missing. ${wanted}`, path);
  if (typeof value !== "number") fail(`${label}: “${value}” is not a whole number. ${wanted}`, path);
  const isOnStep = (value - low) % step === 0 || (top && value === high);
  if (value < low || value > high || !isOnStep) fail(`${label} can't be ${value}. ${wanted}`, path);
}

/**
 * Everybody's share of a total, one of which may be the rest.
 * @param {any[]} entries
 * @param {{ worth?: (entry: any) => number, total: number | null, name?: string, isWhole?: boolean, path: string }} of
 * @returns {number[]}
 */
export function shareOut(entries, { worth = (entry) => entry, total, name = "", isWhole = true, path }) {
  const given = entries.map((entry) => (entry === null ? null : worth(entry)));
  const known = sum(given.filter((share) => share !== null));
  const open = given.filter((share) => share === null).length;
  if (open > 1) fail("Only one side can get “the rest”. Enter the others.", path);
  if (open && !isWhole) fail("“The rest” can't be worked out: the hand was stopped. Count what each side took.", path);
  const [added, all, gap] = [known, total ?? 0, Math.abs(known - (total ?? 0))].map(formatFigure);
  if (total !== null && known > total) fail(`That adds up to ${added} of ${all}${name}: ${gap} too many.`, path);
  if (total !== null && isWhole && !open && known < total) {
    fail(`That adds up to ${added} of ${all}${name}: ${gap} missing.`, path);
  }
  return given.map((share) => share ?? (total ?? 0) - known);
}

/**
 * What counters are worth: told as points, or card by card.
 * @param {Record<string, number>} counters
 */
export const counterPoints = (counters) => (/** @type {number | Record<string, number>} */ entry) =>
  typeof entry === "object" ? sum(Object.entries(entry).map(([key, count]) => counters[key] * count)) : entry;
