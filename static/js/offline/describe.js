// A hand in words, as the server says it; a test compares the two.
import { calledTeams } from "./bid-kind.js";
import { partsOf } from "./field-parts.js";
import { formatFigure } from "./figures.js";
import { rookieOf } from "./hand-kinds.js";
import { missingMessage } from "./scoring.js";

/**
 * A hand in a few words: its bid, or what went wrong.
 * @param {Hand} hand
 * @param {string[]} names
 */
export function describeHand(hand, names) {
  if ("passed_out" in hand) return "Nobody bid";
  const bidder = "bidder" in hand ? names[hand.bidder] : "";
  const bid = "bid" in hand ? String(hand.bid) : "";
  const trump = "trump" in hand ? (hand.trump === "none" ? "without color" : `on ${hand.trump}`) : "";
  const mishaps = ["misplay", "misdeal"].filter((key) => key in hand);
  return [[bidder, bid].filter(Boolean).join(", "), trump, ...mishaps].filter(Boolean).join(" ");
}

/**
 * @param {number[]} seats
 * @param {string[]} names
 */
export const sideName = (seats, names) => seats.map((seat) => names[seat]).join(" & ");

/** @param {Sheet} sheet */
export const winnerNames = (sheet) => sheet.winners.map((side) => sheet.sides[side].name).join(" and ");

/** @param {Sheet} sheet */
export const describeTotals = (sheet) =>
  sheet.sides.map(({ name }, side) => `${name} ${formatFigure(sheet.totals[side])}`).join(", ");

/**
 * How many hands count: those thrown in or misdealt do not.
 * @param {Facts} facts
 * @param {Hand[]} hands
 */
const countHands = ({ uncounted }, hands) =>
  hands.filter((hand) => !hand.open && !uncounted.some((key) => key in hand)).length;

/**
 * Who plays together after these hands; undefined where nobody does.
 * @param {Facts} facts
 * @param {Hand[]} before
 * @returns {number[][] | undefined}
 */
export function teamsAfter(facts, before) {
  const rounds = facts.hand.teams || [];
  return rounds[Math.floor(countHands(facts, before) / (facts.hand.together || 1)) % rounds.length];
}

/**
 * Whose the seats, the sides and the entries of a list for the sides are, in the hand after these.
 * @param {Facts} facts
 * @param {string[]} players
 * @param {Hand[]} before
 * @param {Hand} hand
 * @returns {TableNames}
 */
export function tableNames(facts, players, before, hand) {
  const sides = facts.sides.map((seats) => sideName(seats, players));
  const teams = teamsAfter(facts, before);
  const called = teams && facts.hand.called && "bidder" in hand ? calledTeams(teams, hand) : teams;
  const entries = called?.map((seats) => sideName(seats, players)) ?? sides;
  return { players, sides, entries };
}

/**
 * A value in the words of its field: names for seats and sides, the labels of its parts.
 * @param {Field} field
 * @param {any} value
 * @param {HandRules} rules
 * @param {TableNames} names
 * @returns {string}
 */
export function describeValue(field, value, rules, names) {
  const parts = (value !== null && partsOf(field, value, "")) || [];
  const describe = (/** @type {[Field, any, string]} */ [part, entry]) => describeValue(part, entry, rules, names);
  switch (field.kind) {
    case "seat":
      return names.players[value] ?? String(value);
    case "side":
      return names.sides[value] ?? String(value);
    case "choice":
      return String(field.choices.find(([choice]) => choice === value)?.[1] ?? value);
    case "or-null":
    case "either":
      return parts.length ? describe(parts[0]) : "nobody";
    case "group": {
      const given = parts.filter(([, entry]) => entry !== undefined);
      return given.map((part) => `${part[0].short ?? part[0].label}: ${describe(part)}`).join(", ") || "none";
    }
    case "meld":
      return describeMeld(value, rules);
    case "pair":
      return parts.map(describe).join(" ");
    case "list":
      return parts.map(describe).join(", ");
    case "per-side":
      return parts
        .map(
          (part, index) =>
            `${names.entries[index] ?? index} ${part[1] === null ? "the rest" : describe(part) || "nothing"}`,
        )
        .join("; ");
    default:
      return plainText(value);
  }
}

/** @param {any} value */
function plainText(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(" ") : String(value);
}

/**
 * @param {any} meld
 * @param {HandRules} rules
 */
function describeMeld(meld, { rookies }) {
  const wild = meld.wild ? ` + ${meld.wild} wild` : "";
  const cards = "run" in meld ? `${meld.run} ${meld.from} to ${meld.to}` : `${meld.natural} × ${meld.set}${wild}`;
  const rookie = rookieOf(rookies, meld);
  return rookie ? `${cards}: ${rookie.why}, ${formatFigure(rookie.points)}` : cards;
}

/**
 * How far a side is from the end of the game.
 * @param {Facts} facts
 * @param {Hand[]} hands
 * @param {number} total
 */
export function describeRest(facts, hands, total) {
  const { end } = facts;
  if (end.points !== null) return total < end.points ? `${formatFigure(end.points - total)} to go` : "past the target";
  const left = (end.hands ?? 0) - countHands(facts, hands);
  if (left <= 0 && !end.shared) return "tied: one more hand";
  return left === 1 ? "one hand to go" : `${Math.max(0, left)} hands to go`;
}

/**
 * The players clockwise, and who deals after these hands. The deal passes left in the new seats.
 * @param {Facts} facts
 * @param {GameRecord} record
 * @param {Hand[]} before
 */
export function seatsAfter(facts, record, before) {
  const { teams = [], together = 1 } = facts.hand;
  let seats = record.players.map((_, seat) => seat);
  let dealer = record.dealer ?? 0;
  for (const [index, hand] of before.entries()) {
    if (record.moves_seats && teams.length > 1) {
      const counted = countHands(facts, before.slice(0, index + 1));
      const [one, other] = teams[Math.min(Math.floor(counted / together), teams.length - 1)];
      seats = [one[0], other[0], one[1], other[1]];
    }
    if (!(facts.redeals && "misdeal" in hand)) dealer = seats[(seats.indexOf(dealer) + 1) % seats.length];
  }
  return { seats, dealer };
}

/**
 * Who deals, bids first and leads: pairs of a role and a name.
 * @param {Facts} facts
 * @param {string[]} names
 * @param {number} dealer
 * @param {number | undefined} bidder
 * @param {number[]} seats The players clockwise.
 * @returns {[string, string][]}
 */
export function describeRoles({ roles, players }, names, dealer, bidder, seats = names.map((_, seat) => seat)) {
  const name = (/** @type {number} */ player, ahead = 0) => names[seats[(seats.indexOf(player) + ahead) % players]];
  const leftOf = roles.begins_left_of === "dealer" ? dealer : bidder;
  /** @type {[string, string][]} */
  const described = [["deals", name(dealer)]];
  if (roles.speaks !== null) described.push(["bids first", name(dealer, roles.speaks)]);
  if (roles.begins_left_of && leftOf !== undefined) described.push([roles.begins, name(leftOf, 1)]);
  const people = [...new Set(described.map(([, person]) => person))];
  const rolesOf = (/** @type {string} */ person) =>
    described.flatMap(([role, other]) => (other === person ? [role] : []));
  return people.map((person) => [rolesOf(person).join(" and "), person]);
}

/**
 * What is missing in a bid.
 * @param {Record<string, Field>} fields
 * @param {Hand} hand
 */
export function missingBidMessages(fields, hand) {
  if (!hand.open || hand.calls) return [];
  const needed = Object.values(fields).filter(({ when, needed, key }) => when === "bid" && needed && key !== "trump");
  return needed.filter(({ key }) => !(key in hand)).map(missingMessage);
}
