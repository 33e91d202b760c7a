// Scores a game from the facts that the server delivered: the hands in order, until somebody has won. What the real
// cards allow is the server's to say, when a hand is sent.
import { scoreHand } from "./hand-kinds.js";
import { checkField, fail, findWinners, makeLine, RecordError, sum } from "./scoring.js";

/**
 * The sheet of a record in the form rook-score/1, or its errors.
 * @param {Facts} facts
 * @param {GameRecord} record
 * @returns {Sheet | RecordErrors}
 */
export function score(facts, record) {
  const totals = record.opening ?? facts.sides.map(() => 0);
  /** @type {GameState} */
  const game = { facts, totals, dealer: record.dealer ?? 0, counted: 0, winners: [], hands: [], open: null };
  for (const [index, hand] of record.hands.entries()) {
    try {
      addHand(game, hand, index === record.hands.length - 1);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      return { errors: [{ hand: index + 1, path: error.path, message: error.message }] };
    }
  }
  return makeSheet(game, record);
}

/**
 * The totals before the hand at this place, counted from 1.
 * @param {Sheet} sheet
 * @param {number} place
 */
export const totalsBefore = ({ sides, opening, hands }, place) =>
  hands[place - 2]?.totals ?? opening ?? sides.map(() => 0);

/**
 * Score a record up to its first fault, with the reason.
 * @param {Facts} facts
 * @param {GameRecord} record
 * @returns {Sheet}
 */
export function scoreAsFarAsPossible(facts, record) {
  const result = score(facts, record);
  if (!("errors" in result)) return result;
  const [{ hand, message }] = result.errors;
  const sheet = scoreAsFarAsPossible(facts, { ...record, hands: record.hands.slice(0, hand - 1) });
  return { ...sheet, trouble: `Hand ${hand}: ${message}` };
}

/**
 * @param {GameState} game
 * @param {GameRecord} record
 * @returns {Sheet}
 */
function makeSheet({ facts, hands, totals, winners, dealer, open }, record) {
  const names = record.players.map((name) => name.trim());
  const isOver = winners.length > 0;
  return {
    format: "rook-score/1",
    game: facts.game,
    sides: facts.sides.map((seats) => ({ name: seats.map((seat) => names[seat]).join(" & "), seats })),
    ...(record.opening ? { opening: record.opening } : {}),
    hands,
    totals,
    over: isOver,
    winners,
    next_dealer: isOver ? null : dealer,
    ...(open ? { open } : {}),
  };
}

/**
 * @param {GameState} game
 * @param {Hand} hand
 * @param {boolean} isLast
 */
function addHand(game, hand, isLast) {
  const { facts } = game;
  if (game.winners.length) {
    fail(`The game ended before this hand (${facts.end.words}). Delete the hand, or start a new game.`);
  }
  for (const [key, field] of Object.entries(facts.fields)) if (key in hand) checkField(field, hand[key], key);
  if (hand.open) {
    if (!isLast) fail("Only the last hand can be open. Finish this one first.", "open");
    const { open: _, ...known } = hand;
    game.open = { dealer: game.dealer, ...known };
    return;
  }
  const { lines, winner, contract } = scoreHand(game, hand);
  for (const { side, points, why } of hand.adjust || []) {
    lines.push(makeLine(side, points, facts.adjust, { why: why.trim() }));
  }
  const points = facts.sides.map((_, side) =>
    sum(lines.filter((line) => line.side === side).map((line) => line.points)),
  );
  game.totals = game.totals.map((total, side) => total + points[side]);
  game.hands.push({ dealer: game.dealer, points, totals: game.totals, lines });
  passDeal(game, hand);
  game.winners = winner === undefined ? findWinners(facts.end, game.totals, game.counted, contract) : [winner];
}

/**
 * @param {GameState} game
 * @param {Hand} hand
 */
function passDeal(game, hand) {
  const { facts } = game;
  if (!facts.uncounted.some((key) => key in hand)) game.counted += 1;
  else if (facts.redeals && "misdeal" in hand) return;
  game.dealer = (game.dealer + 1) % facts.players;
}

/**
 * A hand with what follows from what was entered.
 * @param {Facts} facts
 * @param {Hand} hand
 * @returns {Hand}
 */
export function completeHand(facts, hand) {
  const how = facts.hand.completes;
  if (how?.way === "zero" && Array.isArray(hand[how.list])) {
    const fill = (/** @type {unknown} */ entry, /** @type {number} */ seat) =>
      seat === hand[how.at] && entry === null ? 0 : entry;
    const entries = hand[how.list].map(fill);
    return { ...hand, [how.list]: entries };
  }
  if (how?.way === "fill" && hand[how.when] && !(how.key in hand)) {
    return { ...hand, [how.key]: facts.hand[how.from] };
  }
  if (how?.way === "collect" && !(how.into in hand) && !(how.unless in hand)) {
    /** @type {[number, number][]} */
    const plays = hand[how.from] || [];
    const cards = facts.sides.map((_, seat) => plays.filter(([player]) => player === seat).map(([, card]) => card));
    return cards.every(({ length }) => length === how.each) ? { ...hand, [how.into]: cards } : hand;
  }
  return hand;
}
