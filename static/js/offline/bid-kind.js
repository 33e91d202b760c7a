// Hands with a bid, counters and perhaps tricks: made or failed, stopped, misdealt, thrown in.
import { counterPoints, fail, makeLine, shareOut, sum } from "./scoring.js";

/** @typedef {import("./hand-kinds.js").Situation} Situation */

/**
 * @typedef {object} Deal A hand while it is scored.
 * @property {any} rules
 * @property {Hand} hand
 * @property {Situation} situation
 * @property {number[][]} teams
 * @property {(seat: number) => number} teamOf
 * @property {number[]} counters What each team captured.
 * @property {number[]} tricks
 * @property {boolean} isMade
 */

/** @typedef {(except: number, lines: (team: number) => Line[]) => Line[]} ForOthers */

/**
 * @param {HandRules} rules
 * @param {Hand} hand
 * @param {Situation} situation
 */
export function scoreBids(rules, hand, situation) {
  const rounds = /** @type {number[][][]} */ (rules.teams);
  const rotated = rounds[Math.floor(situation.counted / (rules.together ?? 1)) % rounds.length];
  const teams = rules.called && "bidder" in hand ? calledTeams(rotated, hand) : rotated;
  const teamOf = (/** @type {number} */ seat) => teams.findIndex((seats) => seats.includes(seat));
  /** @type {Deal} */
  const deal = { rules, hand, situation, teams, teamOf, counters: [], tricks: [], isMade: false };
  const lines = hand.passed_out
    ? linesForAll(deal, rules.passed_out)
    : "misdeal" in hand
      ? misdealt(deal)
      : played(deal);
  const alone = (/** @type {Line} */ line) => teams[line.side].map((side) => ({ ...line, side }));
  const bidders = teamOf(hand.bidder);
  const sides = rules.everyone_alone ? teams[bidders] : [bidders];
  const contract = "bidder" in hand && !("misdeal" in hand) ? { sides, isMade: deal.isMade } : undefined;
  return { lines: rules.everyone_alone ? lines.flatMap(alone) : lines, contract };
}

/**
 * The bidder and the called partner, then the others.
 * @param {number[][]} seats
 * @param {Hand} hand
 */
export function calledTeams(seats, { bidder, partner }) {
  const team = partner === null || partner === undefined ? [bidder] : [bidder, partner];
  return [team, seats.flat().filter((seat) => !team.includes(seat))];
}

/**
 * @param {Deal} deal
 * @param {Reason} reason
 */
const linesForAll = (deal, reason) => deal.teams.map((_, team) => makeLine(team, 0, reason));

/**
 * Read what each team took; `isWhole`: the hand was played to its end.
 * @param {Deal} deal
 * @param {boolean} isWhole
 */
function countTaken(deal, isWhole) {
  const { rules, hand, situation } = deal;
  situation.need("captured", ...(rules.tricks ? ["tricks"] : []));
  const worth = counterPoints(rules.counters);
  deal.counters = shareOut(hand.captured, { worth, total: rules.total, isWhole, path: "captured" });
  if (!rules.tricks) return;
  deal.tricks = shareOut(hand.tricks, { total: rules.tricks.total, name: " tricks", isWhole, path: "tricks" });
}

/**
 * @param {Deal} deal
 * @param {number} team
 */
function trickLines(deal, team) {
  const { tricks } = deal.rules;
  if (!tricks) return [];
  const [count, value] = [deal.tricks[team], tricks.values[deal.hand.trump]];
  return [makeLine(team, count * value, tricks, { count, value })];
}

/**
 * @param {Deal} deal
 * @param {number} team
 * @param {Reason} reason
 */
const earnings = (deal, team, reason) => [makeLine(team, deal.counters[team], reason), ...trickLines(deal, team)];

/** @param {Deal} deal */
function played(deal) {
  const { rules, hand, teamOf, teams, situation } = deal;
  situation.need("bidder", "bid", "trump", ...(rules.called ? ["partner"] : []));
  if (rules.called && hand.partner === hand.bidder) fail("The bidder can't be the partner.", "partner");
  if (hand.moon && hand.bid !== rules.total) fail(`Shooting the moon is a bid of ${rules.total}.`, "bid");
  const penalties = (hand.penalties || []).map((/** @type {any} */ { by, kind }) => ({
    team: teamOf(by),
    penalty: rules.penalties[kind],
  }));
  const instead = penalties.find((/** @type {any} */ { penalty }) => penalty.instead);
  countTaken(deal, !("misplay" in hand) && !instead);
  /** @type {ForOthers} */
  const forOthers = (except, lines) => teams.flatMap((_, team) => (team === except ? [] : lines(team)));
  if (instead) {
    const { team, penalty } = instead;
    const line = makeLine(team, 0 - hand.bid - penalty.cost, penalty, hand);
    return [line, ...forOthers(team, (other) => earnings(deal, other, rules.others))];
  }
  const lines = "misplay" in hand ? misplayed(deal, forOthers) : playedOut(deal, forOthers);
  const paid = penalties.map((/** @type {any} */ { team, penalty }) => makeLine(team, 0 - penalty.cost, penalty));
  return [...lines, ...paid];
}

/**
 * @param {Deal} deal
 * @param {ForOthers} forOthers
 */
function misplayed(deal, forOthers) {
  const { rules, hand, teamOf } = deal;
  const stake = hand.moon ? rules.result.moon.points : hand.bid;
  const [offender, cost] = [teamOf(hand.misplay), rules.misplay.cost ?? stake];
  const line = makeLine(offender, 0 - cost, rules.misplay, { cost });
  const costsBid = rules.misplay_bid && offender === teamOf(hand.bidder);
  const more = costsBid ? [makeLine(offender, 0 - hand.bid, rules.misplay_bid, { bid: hand.bid })] : [];
  return [line, ...more, ...forOthers(offender, (team) => earnings(deal, team, rules.so_far))];
}

/**
 * @param {Deal} deal
 * @param {ForOthers} forOthers
 */
function playedOut(deal, forOthers) {
  const { rules, hand, teamOf, counters } = deal;
  const { result, others } = rules;
  const earnedBy = (/** @type {number} */ team) => sum(earnings(deal, team, others).map(({ points }) => points));
  const bidders = teamOf(hand.bidder);
  if (hand.moon) {
    const { made, failed, points } = result.moon;
    deal.isMade = counters[bidders] === rules.total;
    const figures = { moon: points, earned: counters[bidders] };
    const line = makeLine(bidders, deal.isMade ? points : 0 - points, deal.isMade ? made : failed, figures);
    return [line, ...forOthers(bidders, (team) => earnings(deal, team, others))];
  }
  const figures = { bid: hand.bid, earned: result.by_counters ? counters[bidders] : earnedBy(bidders) };
  deal.isMade = figures.earned >= hand.bid;
  if (deal.isMade) {
    const line = makeLine(bidders, counters[bidders], result.made, figures);
    return [line, ...trickLines(deal, bidders), ...forOthers(bidders, (team) => earnings(deal, team, others))];
  }
  /** @type {Record<string, number>} */
  const leaves = { "less the bid": 0 - hand.bid, counters: counters[bidders], nothing: 0 };
  const otherLines = (/** @type {number} */ team) => [
    ...earnings(deal, team, others),
    ...(result.doubled ? [makeLine(team, earnedBy(team), result.doubled)] : []),
  ];
  const line = makeLine(bidders, leaves[result.leaves], result.failed, figures);
  return [line, ...forOthers(bidders, otherLines)];
}

/** @param {Deal} deal */
function misdealt(deal) {
  const { rules, hand, situation, teamOf, teams } = deal;
  const { misdeal } = rules;
  if (misdeal.late === undefined || hand.misdeal < misdeal.late) return linesForAll(deal, misdeal.early);
  const dealers = teamOf(situation.dealer);
  if (misdeal.pays) {
    const pays = makeLine(dealers, 0 - misdeal.pays.cost, misdeal.pays, { tricks: hand.misdeal });
    return linesForAll(deal, misdeal.others).map((line) => (line.side === dealers ? pays : line));
  }
  situation.need("bidder", "bid", "trump");
  const bidders = teamOf(hand.bidder);
  if (bidders === dealers || hand.captured) countTaken(deal, false);
  const otherLines = (/** @type {number} */ team) =>
    team === bidders ? [makeLine(team, hand.bid, misdeal.bid, hand)] : earnings(deal, team, misdeal.so_far);
  const others = teams.flatMap((_, team) => (team === dealers ? [] : otherLines(team)));
  return [makeLine(dealers, 0, misdeal.guilty), ...others];
}
