// Scores a game from the facts that the server delivered: the hands in order, until somebody has won. No rules here.
// What the real cards allow is the server's to say, when a hand is sent.
import { Problem, check, line, scored, sum, winners, wrong } from "./hand-kinds.js";

// The sheet of a record in the form rook-score/1, or {errors: [{hand, path, message}]}.
export function score(facts, record) {
  const game = {
    facts, totals: facts.sides.map(() => 0), dealer: record.dealer ?? 0, counted: 0, winners: [], hands: [], open: null,
  };
  const errors = [];
  record.hands.forEach((hand, index) => {
    if (errors.length) return;
    try {
      add(game, hand, index === record.hands.length - 1);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      errors.push({ hand: index + 1, path: problem.path, message: problem.message });
    }
  });
  return errors.length ? { errors } : sheet(game, record);
}

// A record that does not score to its end is scored as far as it does, with the reason.
export function asFarAsPossible(facts, record) {
  const whole = score(facts, record);
  if (!whole.errors) return whole;
  const [{ hand, message }] = whole.errors;
  return { ...score(facts, { ...record, hands: record.hands.slice(0, hand - 1) }), trouble: `Hand ${hand}: ${message}` };
}

function sheet(game, record) {
  const names = record.players.map((name) => name.trim());
  const made = {
    format: "rook-score/1",
    game: game.facts.game,
    sides: game.facts.sides.map((seats) => ({ name: seats.map((seat) => names[seat]).join(" & "), seats })),
    hands: game.hands,
    totals: game.totals,
    over: game.winners.length > 0,
    winners: game.winners,
    next_dealer: game.winners.length ? null : game.dealer,
  };
  return game.open ? { ...made, open: game.open } : made;
}

function add(game, hand, last) {
  const { facts } = game;
  if (game.winners.length) wrong(`The game was over before this hand (${facts.end.words}): delete it, or start a new game.`);
  for (const [key, field] of Object.entries(facts.fields)) if (key in hand) check(field, hand[key], key);
  if (hand.open) {
    if (!last) wrong("Only the last hand can be open: finish this one first.", "open");
    const { open, ...known } = hand;
    game.open = { dealer: game.dealer, ...known };
    return;
  }
  const { lines, winner } = scored(game, hand);
  for (const entry of hand.adjust || []) {
    lines.push(line(entry.side, entry.points, facts.adjust, { why: entry.why.trim() }));
  }
  const points = facts.sides.map((_, side) => sum(lines.filter((each) => each.side === side).map((each) => each.points)));
  game.totals = game.totals.map((total, side) => total + points[side]);
  game.hands.push({ dealer: game.dealer, points, totals: game.totals, lines });
  pass(game, hand);
  game.winners = winner === undefined ? winners(facts.end, game.totals, game.counted) : [winner];
}

function pass(game, hand) {
  const { facts } = game;
  if (!facts.uncounted.some((key) => key in hand)) game.counted += 1;
  else if (facts.redeals && "misdeal" in hand) return;
  game.dealer = (game.dealer + 1) % facts.players;
}

// A hand with what follows from what was told.
export function completed(facts, hand) {
  const how = facts.hand.completes;
  if (how?.way === "zero" && Array.isArray(hand[how.list])) {
    return { ...hand, [how.list]: hand[how.list].map((each, seat) => (seat === hand[how.at] && each === null ? 0 : each)) };
  }
  if (how?.way === "collect" && !(how.into in hand) && !(how.unless in hand)) {
    const found = facts.sides.map((_, seat) => (hand[how.from] || []).filter(([who]) => who === seat).map(([, card]) => card));
    return found.every((cards) => cards.length === how.each) ? { ...hand, [how.into]: found } : hand;
  }
  return hand;
}
