// Points made while the cards go down, which may win at once; then sums in the hands.
import { fail, findWinners, makeLine, sum } from "./scoring.js";

/** @typedef {import("./hand-kinds.js").Situation} Situation */
/** @typedef {import("./hand-kinds.js").HandResult} HandResult */

/**
 * @param {HandRules} rules
 * @param {Hand} hand
 * @param {Situation} situation
 * @returns {HandResult}
 */
export function scorePegging(rules, hand, { totals, need }) {
  if (!hand.plays && !hand.pegged) fail(`${rules.ways.pegged}.`, "pegged");
  const play = hand.plays ? countCards(rules, hand.plays, totals) : scorePegged(rules, hand.pegged, totals);
  if (play.winner !== undefined) {
    const scorers = new Set(play.lines.map(({ side }) => side));
    const others = totals.flatMap((_, seat) => (scorers.has(seat) ? [] : [makeLine(seat, 0, rules.silent)]));
    return { lines: [...play.lines, ...others], winner: play.winner };
  }
  if (!hand.hands && !hand.shown) fail(`${rules.ways.hands}.`, "hands");
  need(hand.shown ? "shown" : "hands");
  return { lines: [...play.lines, ...(hand.shown ? shownLines(rules, hand.shown) : sumLines(rules, hand.hands))] };
}

/**
 * @param {HandRules} rules
 * @param {number[]} shown
 */
const shownLines = (rules, shown) => shown.map((points, seat) => makeLine(seat, points, rules.shown));

/**
 * @param {HandRules} rules
 * @param {number[][]} hands
 */
function sumLines({ sums }, hands) {
  return hands.map((cards, seat) => {
    const count = countSums(cards, sums.sum);
    return makeLine(seat, count * sums.value, sums, { count });
  });
}

/**
 * @param {HandRules} rules
 * @param {number[]} totals
 */
const leaders = (rules, totals) => findWinners({ points: rules.target, hands: null }, totals, 0);

/**
 * @param {HandRules} rules
 * @param {number[]} points
 * @param {number[]} totals
 * @returns {HandResult}
 */
function scorePegged(rules, points, totals) {
  const sums = totals.map((total, seat) => total + points[seat]);
  const [winner] = leaders(rules, sums);
  return { lines: points.map((share, seat) => makeLine(seat, share, rules.pegged)), winner };
}

/**
 * The cards as they are laid: the count, the lines up to now, and who has won by them.
 * @param {HandRules} rules
 * @param {[number, number][]} plays
 * @param {number[]} before
 * @returns {HandResult & { count: number }}
 */
export function countCards(rules, plays, before) {
  /** @type {Line[]} */
  const lines = [];
  const totals = [...before];
  let count = 0;
  /** @type {number | null} */
  let last = null;
  /** @type {(seat: number, points: number, reason: Reason, figures?: Record<string, number>) => boolean} */
  const score = (seat, points, reason, figures) => {
    lines.push(makeLine(seat, points, reason, figures));
    totals[seat] += points;
    return leaders(rules, totals)[0] === seat;
  };
  for (const [index, [seat, card]] of plays.entries()) {
    if (count + card > rules.limit) {
      const isGo = count !== rules.limit;
      count = 0;
      if (isGo && last !== null && score(last, rules.go.points, rules.go)) return { lines, count, winner: last };
    }
    count += card;
    last = seat;
    const points = rules.counts.points[count];
    if (points && score(seat, points, rules.counts, { count, points })) return { lines, count, winner: seat };
    const isLast = index + 1 === rules.last?.plays && count !== rules.limit;
    if (isLast && score(seat, rules.last.points, rules.last)) return { lines, count, winner: seat };
  }
  return { lines, count };
}

/**
 * In how many ways two or more of the cards make a sum.
 * @param {number[]} cards
 * @param {number} wanted
 */
function countSums(cards, wanted) {
  let ways = 0;
  for (let chosen = 1; chosen < 2 ** cards.length; chosen += 1) {
    const some = cards.filter((_, index) => chosen & (2 ** index));
    if (some.length > 1 && sum(some) === wanted) ways += 1;
  }
  return ways;
}
