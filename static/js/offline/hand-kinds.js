// The kinds of arithmetic by which hands are scored. Every number, every rule and every word of a reason comes from the facts.

export const sum = (figures) => figures.reduce((total, each) => total + each, 0);
const filled = (words, figures) => words.replace(/\{(\w+)\}/g, (_, name) => figures[name]);
export const line = (side, points, reason, figures = {}) => ({
  side, points, why: filled(figures.count === 1 && reason.one || reason.why, { ...reason, ...figures }), rule: reason.rule,
});

export class Problem extends Error {
  constructor(message, path) {
    super(message);
    this.path = path;
  }
}

export function wrong(message, path) {
  throw new Problem(message, path);
}

export function winners(end, totals, hands) {
  const best = end.lowest ? Math.min(...totals) : Math.max(...totals);
  if ((end.points !== null && best < end.points) || (end.hands !== null && hands < end.hands)) return [];
  const leaders = totals.flatMap((total, side) => (total === best ? [side] : []));
  return end.shared || leaders.length === 1 ? leaders : [];
}

export function scored(game, hand) {
  const facts = game.facts.hand;
  const found = KINDS[facts.kind](facts, hand, { ...game, need: (...keys) => needed(game.facts.fields, hand, keys) });
  return Array.isArray(found) ? { lines: found } : found;
}

function needed(fields, hand, keys) {
  for (const key of keys) {
    if (!(key in hand)) wrong(`${fields[key].label} is missing: every such hand has it.`, key);
  }
}

const FIGURES = ["whole", "points", "seat", "side"];

// Whether a value is whole: a line to type in may hold words where a figure is meant, and a row may be half filled in.
export function check(field, value, path) {
  const parts = {
    "per-side": () => value.forEach((each, index) => (each === null && field.rest) || check(field.of, each, `${path}[${index}]`)),
    list: () => value.forEach((each, index) => check(field.of, each, `${path}[${index}]`)),
    pair: () => [field.first, field.second].forEach((each, index) => check(each, value[index], `${path}[${index}]`)),
    either: () => check(typeof value === "object" ? field.group : field.plain, value, path),
    "or-null": () => check(field.of, value, path),
    meld: () => check(field.forms["run" in value ? 1 : 0], value, path),
    group: () => field.fields.forEach((each) => {
      if (each.key in value) check(each, value[each.key], `${path}.${each.key}`);
      else if (each.needed) wrong(`${each.label} is missing.`, `${path}.${each.key}`);
    }),
  };
  if (FIGURES.includes(field.kind) && typeof value !== "number") {
    wrong(value === null ? `${field.label}: a figure is missing.` : `${field.label}: “${value}” is not a whole number.`, path);
  }
  if (value !== null) parts[field.kind]?.();
}

// Everybody's share of a whole, one of which may be the rest.
function shares(entries, worth, total, name, whole, path) {
  const given = entries.map((entry) => (entry === null ? null : worth(entry)));
  const known = sum(given.filter((each) => each !== null));
  const open = given.filter((each) => each === null).length;
  if (open > 1) wrong("Only one side can take “the rest”; write the others out.", path);
  if (open && !whole) wrong("“The rest” is not known here: the hand was stopped. Count what each side took.", path);
  if (total !== null && known > total) wrong(`That is ${known} of ${total}${name}: ${known - total} too many.`, path);
  if (total !== null && whole && !open && known < total) {
    wrong(`That is ${known} of ${total}${name}: ${total - known} missing.`, path);
  }
  return given.map((each) => each ?? total - known);
}

const counted = (counters) => (entry) =>
  typeof entry === "object" ? sum(Object.entries(entry).map(([key, count]) => counters[key] * count)) : entry;

const captured = (facts, hand, whole = true) =>
  shares(hand.captured, counted(facts.counters), facts.total, "", whole, "captured");

// Bids, counters and perhaps tricks: made or failed, stopped, misdealt, thrown in.
function bids(facts, hand, at) {
  const teams = facts.teams[Math.floor(at.counted / (facts.together ?? 1)) % facts.teams.length];
  const deal = { facts, hand, at, teams, of: (seat) => teams.findIndex((seats) => seats.includes(seat)) };
  const lines = hand.passed_out ? forAll(deal, facts.passed_out) : "misdeal" in hand ? misdealt(deal) : played(deal);
  if (!facts.everyone_alone) return lines;
  return lines.flatMap((each) => teams[each.side].map((side) => ({ ...each, side })));
}

const forAll = (deal, reason) => deal.teams.map((_, team) => line(team, 0, reason));

function take(deal, whole) {
  const { facts, hand, at } = deal;
  at.need("captured", ...(facts.tricks ? ["tricks"] : []));
  deal.counters = captured(facts, hand, whole);
  if (!facts.tricks) return;
  const stopped = !whole;
  deal.tricks = shares(hand.tricks, (each) => each, facts.tricks.total, " tricks", !stopped, "tricks");
}

function trick(deal, team) {
  const { tricks } = deal.facts;
  const [count, value] = [deal.tricks[team], tricks.values[deal.hand.trump]];
  return line(team, count * value, tricks, { count, value });
}

const earnings = (deal, team, reason) =>
  [line(team, deal.counters[team], reason), ...(deal.facts.tricks ? [trick(deal, team)] : [])];

function played(deal) {
  const { facts, hand, of, teams } = deal;
  deal.at.need("bidder", "bid", "trump");
  const fines = (hand.penalties || []).map((fine) => [of(fine.by), facts.penalties[fine.kind]]);
  const instead = fines.find(([, fine]) => fine.instead);
  take(deal, !("misplay" in hand) && !instead);
  const others = (besides, tell) => teams.flatMap((_, team) => (team === besides ? [] : tell(team)));
  if (instead) {
    const [team, fine] = instead;
    return [line(team, 0 - hand.bid - fine.cost, fine, hand), ...others(team, (each) => earnings(deal, each, facts.others))];
  }
  const lines = "misplay" in hand ? misplayed(deal, others) : ended(deal, others);
  return [...lines, ...fines.map(([team, fine]) => line(team, 0 - fine.cost, fine))];
}

function misplayed({ facts, hand, of, ...deal }, others) {
  const [offender, cost] = [of(hand.misplay), facts.misplay.cost ?? hand.bid];
  const took = others(offender, (team) => earnings({ facts, hand, ...deal }, team, facts.so_far));
  return [line(offender, 0 - cost, facts.misplay, { cost }), ...took];
}

function ended(deal, others) {
  const { facts, hand, of, counters } = deal;
  const { result } = facts;
  const all = (team) => sum(earnings(deal, team, facts.others).map((each) => each.points));
  const bidders = of(hand.bidder);
  const [bid, earned] = [hand.bid, all(bidders)];
  if (earned >= bid) {
    const first = line(bidders, counters[bidders], result.made, { bid, earned });
    const tricks = facts.tricks ? [trick(deal, bidders)] : [];
    return [first, ...tricks, ...others(bidders, (team) => earnings(deal, team, facts.others))];
  }
  const left = { "less the bid": 0 - bid, counters: counters[bidders], nothing: 0 }[result.leaves];
  const theirs = (team) => [
    ...earnings(deal, team, facts.others), ...(result.doubled ? [line(team, all(team), result.doubled)] : []),
  ];
  return [line(bidders, left, result.failed, { bid, earned }), ...others(bidders, theirs)];
}

function misdealt(deal) {
  const { facts: { misdeal }, hand, at, of } = deal;
  if (misdeal.late === undefined || hand.misdeal < misdeal.late) return forAll(deal, misdeal.early);
  if (misdeal.pays) {
    const pays = line(of(at.dealer), 0 - misdeal.pays.cost, misdeal.pays, { tricks: hand.misdeal });
    return forAll(deal, misdeal.others).map((each) => (each.side === pays.side ? pays : each));
  }
  at.need("bidder", "bid", "trump");
  const guilty = of(at.dealer);
  if (of(hand.bidder) === guilty || hand.captured) take(deal, false);
  return [line(guilty, 0, misdeal.guilty), ...deal.teams.flatMap((_, team) => {
    if (team === guilty) return [];
    return team === of(hand.bidder) ? [line(team, hand.bid, misdeal.bid, hand)] : earnings(deal, team, misdeal.so_far);
  })];
}

// Counters, and a contract that the dealer sold or declined to sell.
function sale(facts, hand, at) {
  at.need("captured", "trump");
  const points = captured(facts, hand);
  const others = (besides) =>
    points.flatMap((share, seat) => (seat === besides ? [] : [line(seat, share, facts.others)]));
  if (!hand.offer) return others(-1);
  at.need("sold");
  const { by, bid } = hand.offer;
  const maker = hand.sold ? by : at.dealer;
  const share = points[maker];
  const words = hand.sold ? facts.bought : facts.declined;
  const made = share >= bid;
  return [
    ...(hand.sold ? [line(at.dealer, bid, facts.price, { bid })] : []),
    line(maker, made ? share : 0 - bid, made ? words.made : words.short, { bid, captured: share }),
    ...others(maker),
  ];
}

// Everybody scores his share.
function shared(facts, hand, at) {
  at.need(facts.key);
  const points = shares(hand[facts.key], counted(facts.counters), facts.total, "", true, facts.key);
  return points.map((share, seat) => line(seat, share, facts.each));
}

// Lists of things that everybody has: the most of them, or each of them, counts.
function lists(facts, hand, at) {
  const had = facts.lists.map((list) => {
    if (!list.if_any) at.need(list.key);
    const given = hand[list.key] ?? at.totals.map(() => 0);
    return { ...list, held: shares(given, (each) => each, list.total, ` ${list.key}`, true, list.key) };
  });
  return at.totals.flatMap((_, seat) => had.flatMap((list) => {
    const count = list.held[seat];
    if (list.each) return list.if_any && !count ? [] : [line(seat, count * list.each.value, list.each, { count })];
    const most = Math.max(...list.held);
    if (count !== most) return [];
    const reason = list.held.filter((each) => each === most).length > 1 ? list.tied : list.most;
    return [line(seat, reason.value, reason, { count })];
  }));
}

// One has won the hand: a mark, or all that the others still have.
function winner(facts, hand, at) {
  const list = typeof facts.points === "string" ? facts.points : null;
  at.need(facts.who, ...(list ? [list] : []));
  const points = list ? sum(hand[list]) : facts.points;
  return at.totals.map((_, seat) => (seat === hand[facts.who]
    ? line(seat, points, facts.won, { points })
    : line(seat, 0, facts.others, { count: list && hand[list][seat] })));
}

// Melds on the table, what they make, and what is left in hand.
function melds(facts, hand, at) {
  at.need("out", "melds", "rooks", "in_hand");
  return at.facts.sides.flatMap((seats, side) => meldLines(facts, hand, side, seats.includes(hand.out)));
}

const naturals = (meld) => ("run" in meld ? meld.to - meld.from + 1 : meld.natural);

function rookie(facts, meld) {
  const [natural, wild] = [naturals(meld), meld.wild || 0];
  if (natural + wild < facts.cards) return [];
  if ("run" in meld) return [facts.run];
  if (!wild) return [facts.all_natural];
  return natural >= facts.natural ? [facts.with_wild] : [];
}

function meldLines(facts, hand, side, out) {
  const worth = (natural, wild) => natural * facts.values.natural + wild * facts.values.wild;
  const [laid, held] = [hand.melds[side], hand.in_hand[side]];
  const rookies = laid.flatMap((meld) => rookie(facts.rookies, meld));
  const enough = rookies.length >= facts.rookies.needed;
  if (out && !enough) wrong("Going out needs more Rookies: add this side's melds, or say that nobody went out.", "out");
  const against = typeof held === "object" ? worth(held.natural || 0, held.wild || 0) : held;
  return [
    ...(out ? [line(side, facts.out.points, facts.out)] : []),
    ...rookies.map((kind) => line(side, kind.points, kind)),
    ...rookLines(facts.rooks, hand.rooks[side], side, enough),
    line(side, sum(laid.map((meld) => worth(naturals(meld), meld.wild || 0))), facts.table),
    line(side, 0 - against, facts.in_hand),
  ];
}

function rookLines(facts, count, side, enough) {
  if (!count) return [];
  if (!enough) return [line(side, 0, facts.nothing, { count })];
  const bonus = line(side, facts.points[count], facts.bonus, { count });
  return facts.value ? [bonus, line(side, count * facts.value, facts.each, { count, value: facts.value })] : [bonus];
}

// Points made while the cards go down, which may win at once; then sums in the hands.
function pegging(facts, hand, at) {
  if (!hand.plays && !hand.pegged) wrong(`${facts.ways.pegged}: one of the two is needed.`, "pegged");
  const play = hand.plays ? laid(facts, hand.plays, at.totals) : pegged(facts, hand.pegged, at.totals);
  if (play.winner !== undefined) {
    const told = new Set(play.lines.map((each) => each.side));
    const silent = at.totals.flatMap((_, seat) => (told.has(seat) ? [] : [line(seat, 0, facts.silent)]));
    return { lines: [...play.lines, ...silent], winner: play.winner };
  }
  if (!hand.hands && !hand.shown) wrong(`${facts.ways.hands}: one of the two is needed.`, "hands");
  at.need(hand.shown ? "shown" : "hands");
  const shown = hand.shown
    ? hand.shown.map((points, seat) => line(seat, points, facts.shown))
    : hand.hands.map((cards, seat) => {
      const count = sums(cards, facts.sums.sum);
      return line(seat, count * facts.sums.value, facts.sums, { count });
    });
  return [...play.lines, ...shown];
}

const ahead = (facts, totals) => winners({ points: facts.target, hands: null }, totals, 0);

function pegged(facts, points, totals) {
  const [won] = ahead(facts, totals.map((total, seat) => total + points[seat]));
  return { lines: points.map((each, seat) => line(seat, each, facts.pegged)), winner: won };
}

// The cards as they are laid: the count, the lines so far, and who has won by them.
export function laid(facts, plays, before) {
  const [lines, totals] = [[], [...before]];
  let [count, last] = [0, null];
  const mark = (seat, points, reason, figures) => {
    lines.push(line(seat, points, reason, figures));
    totals[seat] += points;
    return ahead(facts, totals)[0] === seat;
  };
  for (const [seat, card] of plays) {
    if (count + card > facts.limit) {
      const go = count !== facts.limit;
      count = 0;
      if (go && last !== null && mark(last, facts.go.points, facts.go)) return { lines, count, winner: last };
    }
    [count, last] = [count + card, seat];
    const points = facts.counts.points[count];
    if (points && mark(seat, points, facts.counts, { count, points })) return { lines, count, winner: seat };
  }
  return { lines, count };
}

// In how many ways two or more of the cards make a sum.
function sums(cards, wanted) {
  let found = 0;
  for (let chosen = 1; chosen < 2 ** cards.length; chosen += 1) {
    const some = cards.filter((_, index) => chosen & (2 ** index));
    if (some.length > 1 && sum(some) === wanted) found += 1;
  }
  return found;
}

const KINDS = { bids, sale, shares: shared, lists, winner, melds, pegging };
