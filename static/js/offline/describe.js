// A hand in words, as the server says it; a test compares the two.

/** @param {number} points */
export const formatFigure = (points) =>
  String(points)
    .replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f")
    .replace("-", "−");

/** @param {number} points */
export const formatGain = (points) => (points > 0 ? `+${formatFigure(points)}` : formatFigure(points));

/**
 * A hand in a few words, as far as it has a bid or went wrong.
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

/**
 * A value in the words of its field: names for seats and sides, the labels of its parts.
 * @param {Field} field
 * @param {any} value
 * @param {Facts} facts
 * @param {string[]} names
 * @returns {string}
 */
export function describeValue(field, value, facts, names) {
  const describe = (/** @type {Field} */ part, /** @type {any} */ entry) => describeValue(part, entry, facts, names);
  const describeParts = (/** @type {Field[]} */ parts) =>
    parts
      .filter(({ key }) => key in value)
      .map((part) => `${part.label.toLowerCase()}: ${describe(part, value[part.key])}`)
      .join(", ");
  if (value === null) return field.kind === "or-null" ? "nobody" : "the rest";
  switch (field.kind) {
    case "seat":
      return names[value] ?? String(value);
    case "side":
      return sideName(facts.sides[value] ?? [], names);
    case "choice":
      return String(field.choices.find(([choice]) => choice === value)?.[1] ?? value);
    case "flag":
    case "yesno":
      return value ? "yes" : "no";
    case "whole":
    case "points":
    case "any-whole":
      return formatFigure(value);
    case "or-null":
      return describe(field.of, value);
    case "either":
      return describe(typeof value === "object" ? field.group : field.plain, value);
    case "group":
      return describeParts(field.fields);
    case "meld":
      return describeParts(field.forms["run" in value ? 1 : 0].fields);
    case "pair":
      return `${describe(field.first, value[0])} ${describe(field.second, value[1])}`;
    case "per-side":
      return value
        .map((/** @type {any} */ entry, /** @type {number} */ index) => {
          const owner = sideName(entryOwners(facts, value.length)[index] ?? [], names);
          return `${owner} ${entry === null ? "the rest" : describe(field.of, entry)}`;
        })
        .join("; ");
    case "list":
      return value.map((/** @type {any} */ entry) => describe(field.of, entry)).join("; ");
    default:
      return Array.isArray(value) ? value.join(" ") : String(value);
  }
}

/**
 * Whose each entry of a list for the sides is; where partners change, they differ from hand to hand.
 * @param {Facts} facts
 * @param {number} count
 */
function entryOwners(facts, count) {
  const rounds = facts.hand.teams || [];
  const teams = rounds.length === 1 ? rounds[0] : facts.sides;
  return teams.length === count ? teams : [];
}

/**
 * How far a side is from the end of the game.
 * @param {Facts} facts
 * @param {Hand[]} hands
 * @param {number} total
 */
export function describeRest({ end, uncounted }, hands, total) {
  if (end.points !== null) return total < end.points ? `${formatFigure(end.points - total)} to go` : "over the line";
  const counted = hands.filter((hand) => !hand.open && !uncounted.some((key) => key in hand)).length;
  const left = Math.max(0, (end.hands ?? 0) - counted);
  return `${left} ${left === 1 ? "hand" : "hands"} to go`;
}

/**
 * Who deals, bids first and leads: pairs of a role and a name.
 * @param {Facts} facts
 * @param {string[]} names
 * @param {number} dealer
 * @param {number | undefined} bidder
 * @returns {[string, string][]}
 */
export function describeRoles({ roles, players }, names, dealer, bidder) {
  const name = (/** @type {number} */ seat) => names[seat % players];
  const leftOf = roles.begins_left_of === "dealer" ? dealer : bidder;
  /** @type {[string, string][]} */
  const described = [["deals", name(dealer)]];
  if (roles.speaks !== null) described.push(["bids first", name(dealer + roles.speaks)]);
  if (roles.begins_left_of && leftOf !== undefined) described.push([roles.begins, name(leftOf + 1)]);
  return described;
}

/**
 * What is missing in a bid.
 * @param {Record<string, Field>} fields
 * @param {Hand} hand
 */
export function missingBidMessages(fields, hand) {
  if (!hand.open || hand.calls) return [];
  const needed = Object.values(fields).filter(({ when, needed, key }) => when === "bid" && needed && key !== "trump");
  return needed.filter(({ key }) => !(key in hand)).map(({ label }) => `${label}: touch one.`);
}
