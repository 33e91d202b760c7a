// The kinds of arithmetic by which hands are scored. Every number, rule and sentence of a reason comes from the facts.
import { scoreBids } from "./bid-kind.js";
import { scorePegging } from "./pegging-kind.js";
import { counterPoints, fail, makeLine, requireKeys, shareOut, sum } from "./scoring.js";

/**
 * @typedef {GameState & { need: (...keys: string[]) => void }} Situation The game before the hand; `need` fails if the
 * hand lacks one of the keys.
 * @typedef {{ lines: Line[], winner?: number, contract?: Contract }} HandResult
 */

/** @type {Record<string, (rules: HandRules, hand: Hand, situation: Situation) => Line[] | HandResult>} */
const KINDS = {
  bids: scoreBids,
  sale: scoreSale,
  shares: scoreShares,
  lists: scoreLists,
  winner: scoreWinner,
  melds: scoreMelds,
  pegging: scorePegging,
};

/**
 * @param {GameState} game
 * @param {Hand} hand
 * @returns {HandResult}
 */
export function scoreHand(game, hand) {
  const rules = game.facts.hand;
  const need = (/** @type {string[]} */ ...keys) => requireKeys(game.facts.fields, hand, keys);
  const result = KINDS[rules.kind](rules, hand, { ...game, need });
  return Array.isArray(result) ? { lines: result } : result;
}

/**
 * Counters, and a contract that the dealer sold or declined to sell.
 * @param {HandRules} rules
 * @param {Hand} hand
 * @param {Situation} situation
 */
function scoreSale(rules, hand, situation) {
  situation.need("captured", "trump");
  const worth = counterPoints(rules.counters);
  const isWhole = !("misplay" in hand);
  const points = shareOut(hand.captured, { worth, total: rules.total, isWhole, path: "captured" });
  const others = (/** @type {number} */ except) =>
    points.flatMap((share, seat) => (seat === except ? [] : [makeLine(seat, share, rules.others)]));
  if (hand.offer) situation.need("sold");
  else if ("sold" in hand) fail("Nobody made an offer, so nothing was sold or declined.", "sold");
  const { by, bid } = hand.offer ?? {};
  const price = hand.sold ? [makeLine(situation.dealer, bid, rules.price, { bid })] : [];
  if (!isWhole) return [...price, ...misplayLines(rules, hand), ...others(hand.misplay)];
  if (!hand.offer) return others(-1);
  const maker = hand.sold ? by : situation.dealer;
  const share = points[maker];
  const reasons = hand.sold ? rules.bought : rules.declined;
  const isMade = share >= bid;
  const figures = { bid, captured: share };
  return [
    ...price,
    makeLine(maker, isMade ? share : 0 - bid, isMade ? reasons.made : reasons.short, figures),
    ...(rules.keeps && !isMade ? [makeLine(maker, share, rules.others)] : []),
    ...others(maker),
  ];
}

/**
 * What a misplay costs, where the table has agreed on it.
 * @param {HandRules} rules
 * @param {Hand} hand
 */
const misplayLines = (rules, hand) => [makeLine(hand.misplay, 0 - rules.misplay.cost, rules.misplay)];

/**
 * Everybody scores a share.
 * @param {HandRules} rules
 * @param {Hand} hand
 * @param {Situation} situation
 */
function scoreShares(rules, hand, situation) {
  situation.need(rules.key);
  const worth = counterPoints(rules.counters);
  const isWhole = !("misplay" in hand);
  const points = shareOut(hand[rules.key], { worth, total: rules.total, isWhole, path: rules.key });
  if (rules.nobody && !sum(points)) fail(rules.nobody, rules.key);
  const lines = points.map((share, seat) => makeLine(seat, share, rules.each));
  return isWhole ? lines : [...misplayLines(rules, hand), ...lines.filter(({ side }) => side !== hand.misplay)];
}

/**
 * Lists of things that everybody has: the most of them, or each of them, counts.
 * @param {HandRules} rules
 * @param {Hand} hand
 * @param {Situation} situation
 */
function scoreLists(rules, hand, { totals, need }) {
  const lists = rules.lists.map((/** @type {any} */ list) => {
    if (!list.if_any) need(list.key);
    const given = hand[list.key] ?? totals.map(() => 0);
    return { ...list, held: shareOut(given, { total: list.total, name: ` ${list.key}`, path: list.key }) };
  });
  return totals.flatMap((_, seat) => lists.flatMap((/** @type {any} */ list) => listLines(list, seat)));
}

/**
 * @param {any} list
 * @param {number} seat
 */
function listLines(list, seat) {
  const count = list.held[seat];
  if (list.each) return list.if_any && !count ? [] : [makeLine(seat, count * list.each.value, list.each, { count })];
  const most = Math.max(...list.held);
  if (count !== most) return [];
  const isTied = list.held.filter((/** @type {number} */ held) => held === most).length > 1;
  const reason = isTied ? list.tied : list.most;
  return [makeLine(seat, reason.value, reason, { count })];
}

/**
 * Somebody has won the hand: a mark, or all that the others still have.
 * @param {HandRules} rules
 * @param {Hand} hand
 * @param {Situation} situation
 */
function scoreWinner(rules, hand, { totals, need }) {
  const list = typeof rules.points === "string" ? rules.points : null;
  need(rules.who, ...(list ? [list] : []));
  const points = list ? sum(hand[list]) : rules.points;
  return totals.map((_, seat) =>
    seat === hand[rules.who]
      ? makeLine(seat, points, rules.won, { points })
      : makeLine(seat, 0, rules.others, { count: list && hand[list][seat] }),
  );
}

/**
 * Melds on the table, what they make, and what is left in hand.
 * @param {HandRules} rules
 * @param {Hand} hand
 * @param {Situation} situation
 */
function scoreMelds(rules, hand, { facts, need }) {
  need("out", "melds", "rooks", "in_hand");
  const isLeftOut = (/** @type {any} */ held) => held === null || held === undefined;
  if (facts.sides.some((_, side) => isLeftOut(hand.in_hand[side])))
    fail("Enter what each side has left in hand.", "in_hand");
  return facts.sides.flatMap((seats, side) => meldLines(rules, hand, side, seats.includes(hand.out)));
}

/** @param {any} meld */
const naturalCards = (meld) => ("run" in meld ? meld.to - meld.from + 1 : meld.natural);

/**
 * The Rookie that a meld makes, if any.
 * @param {any} rookies
 * @param {any} meld
 * @returns {Reason | null}
 */
export function rookieOf(rookies, meld) {
  const [natural, wild] = [naturalCards(meld), meld.wild || 0];
  if (natural + wild < rookies.cards) return null;
  if ("run" in meld) return rookies.run;
  if (!wild) return rookies.all_natural;
  return natural >= rookies.natural ? rookies.with_wild : null;
}

/**
 * @param {HandRules} rules
 * @param {Hand} hand
 * @param {number} side
 * @param {boolean} isOut
 */
function meldLines(rules, hand, side, isOut) {
  const worth = (/** @type {number} */ natural, /** @type {number} */ wild) =>
    natural * rules.values.natural + wild * rules.values.wild;
  const [melds, held] = [hand.melds[side], hand.in_hand[side]];
  const rookies = melds.flatMap((/** @type {any} */ meld) => rookieOf(rules.rookies, meld) ?? []);
  const isEnough = rookies.length >= rules.rookies.needed;
  if (isOut && !isEnough) {
    fail("Going out takes more Rookies. Add this side's melds, or say that nobody went out.", "out");
  }
  const left = typeof held === "object" ? worth(held.natural || 0, held.wild || 0) : held;
  const onTable = sum(melds.map((/** @type {any} */ meld) => worth(naturalCards(meld), meld.wild || 0)));
  return [
    ...(isOut ? [makeLine(side, rules.out.points, rules.out)] : []),
    ...rookies.map((/** @type {Reason} */ rookie) => makeLine(side, rookie.points, rookie)),
    ...rookLines(rules.rooks, hand.rooks[side], side, isEnough),
    makeLine(side, onTable, rules.table),
    makeLine(side, 0 - left, rules.in_hand),
  ];
}

/**
 * @param {any} rooks
 * @param {number} count
 * @param {number} side
 * @param {boolean} isEnough
 */
function rookLines(rooks, count, side, isEnough) {
  if (!count) return [];
  if (!isEnough) return [makeLine(side, 0, rooks.nothing, { count })];
  const bonus = makeLine(side, rooks.points[count], rooks.bonus, { count });
  const { value } = rooks;
  return value ? [bonus, makeLine(side, count * value, rooks.each, { count, value })] : [bonus];
}
