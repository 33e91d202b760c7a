// The parts of a table's page other than the form, drawn from what the phone stores.

import { button, h } from "../dom.js";
import { describeHand, describeRest, describeRoles, seatsAfter, winnerNames } from "./describe.js";
import { formatFigure, formatGain } from "./figures.js";
import { describeState, describeWaiting, undecidedEntries } from "./outbox-view.js";
import { icon, progressLine } from "./page-parts.js";

export const links = () =>
  h(
    "p.pair",
    h("a.btn.quiet", { href: "/offline" }, "Games on this phone"),
    h("a.btn.quiet", { href: location.pathname }, "Try again"),
  );

/**
 * What became of what was entered here.
 * @param {OfflineTable} table
 * @param {string} message
 * @param {(HTMLElement | null)[]} buttons
 */
export function statusLine({ entries, hands, copy }, message, buttons) {
  const undecided = undecidedEntries(entries).length;
  const sync = undecided ? "asks" : entries.length ? "waiting" : "sent";
  const undo = hands.length && copy.may_score ? " You can undo it when you are online." : "";
  const texts = {
    asks: "You need to choose.",
    waiting: describeWaiting(entries.length),
    sent: `Everything was sent.${undo}`,
  };
  return h(
    "div.said",
    { role: "status", "data-sync": sync },
    h("div.grow", message ? h("p", message) : null, h("p.soft", texts[sync])),
    buttons,
  );
}

/**
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 */
export function scoreBoxes({ kit: { facts }, record }, sheet) {
  const boxes = sheet.sides.map((side, index) => {
    const total = sheet.totals[index];
    const isWinner = sheet.winners.includes(index);
    const over = isWinner ? "won" : "";
    return h(
      isWinner ? "p.won" : "p",
      h("span", side.name),
      h("strong", { "data-side": String(index) }, formatFigure(total)),
      h("small", sheet.over ? over : describeRest(facts, record.hands, total)),
      facts.end.points === null ? null : progressLine(total / facts.end.points),
    );
  });
  return h(`section.score.${columnsOf(sheet.sides.length)}`, { "aria-label": "Score" }, boxes);
}

/** @param {number} sides */
const columnsOf = (sides) => `n${sides < 4 ? sides : sides === 5 || sides === 6 ? 3 : 4}`;

/**
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 * @param {Editing | null} entry
 * @param {boolean} withEnd Whether it says how long the game is.
 */
export function rolesLine({ kit, record }, sheet, entry, withEnd) {
  const past = entry && sheet.hands[entry.place - 1];
  if (!past && sheet.next_dealer === null) return null;
  const place = entry ? entry.place : sheet.hands.length + 1;
  const { seats, dealer } = seatsAfter(kit.facts, record, record.hands.slice(0, place - 1));
  const roles = describeRoles(kit.facts, record.players, dealer, entry?.known.bidder, seats);
  const number = String(place);
  return h(
    "p.facts",
    h("b", `Hand ${number}`),
    roles.map(([role, name], index) =>
      h("span", index ? null : [icon("dealer", "tr", 19, 19), " "], h("b", name), ` ${role}`),
    ),
    withEnd ? h("span", "Game: ", h("b", kit.facts.end.words)) : null,
  );
}

/** @param {(string | number | (string | number)[])[]} calls */
export function calledSoFar(calls) {
  const called = calls.map((call) => [call].flat().join(" ")).join(", ");
  const text = `Called so far: ${called}. Go on with the bidding below, or clear it there and enter the bid alone.`;
  return h("p.soft", text);
}

/** @param {Sheet} sheet */
export function finish(sheet) {
  const bird = document.querySelector("header .brand svg")?.cloneNode(true);
  const [winner] = sheet.winners;
  const verb = sheet.winners.length > 1 ? "share the win" : sheet.sides[winner].seats.length > 1 ? "win" : "wins";
  return h(
    "div.felt.mid.finish",
    bird ?? null,
    h("h2.num.center", `${winnerNames(sheet)} ${verb}!`),
    h("p.soft", "The game is over."),
  );
}

/** @typedef {(hand: TableHand, place: number) => unknown} HandAction */

/**
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 * @param {{ change: HandAction, remove: HandAction }} actions
 */
export function playedHands(table, sheet, actions) {
  if (!sheet.hands.length && !sheet.opening) return null;
  const folds = sheet.hands.map((scored, index) => handFold(table, sheet, scored, index, actions)).reverse();
  const title = h("h2", { id: "so-far" }, "Score sheet");
  return h("section", { "aria-labelledby": "so-far" }, title, h("div.rows", folds, openingLine(sheet)));
}

/**
 * The totals of a game begun on paper.
 * @param {Sheet} sheet
 */
function openingLine({ opening, sides }) {
  if (!opening) return null;
  const totals = sides.map(({ name }, side) => `${name} ${formatFigure(opening[side])}`).join(", ");
  return h("p.soft", `Brought from paper: ${totals}`);
}

/**
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 * @param {ScoredHand} scored
 * @param {number} index
 * @param {{ change: HandAction, remove: HandAction }} actions
 */
function handFold(table, sheet, scored, index, { change, remove }) {
  const hand = table.hands[index];
  const { facts, entry } = hand;
  const place = index + 1;
  const canChange = table.copy.may_score && !(entry && entry.state !== "waiting");
  const buttons = [
    button(`Change hand ${place}`, () => change(hand, place), "btn"),
    button(`Delete hand ${place}`, () => remove(hand, place), "btn quiet"),
  ];
  return h(
    "details.fold",
    { "data-hand": String(place) },
    handSummary(table, sheet, scored, index),
    h(
      "ul.reasons",
      scored.lines.map((line) => lineRow(sheet, line)),
    ),
    facts.note ? h("p.soft", facts.note) : null,
    canChange ? h("div.pair", buttons) : null,
  );
}

/**
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 * @param {ScoredHand} scored
 * @param {number} index
 */
function handSummary({ hands, record }, sheet, scored, index) {
  const { facts, entry } = hands[index];
  const description = describeHand(facts, record.players);
  const points = sheet.sides.map((side, place) => `${side.name} ${formatGain(scored.points[place])}`).join(", ");
  return h(
    "summary",
    h("span", h("b", String(index + 1)), description ? ` ${description}` : "", h("small", points)),
    entry ? h("em.unsent", describeState(entry)) : null,
  );
}

/**
 * @param {Sheet} sheet
 * @param {Line} line
 */
export function lineRow(sheet, line) {
  return h("li", h("span.num", formatGain(line.points)), h("span", ` ${sheet.sides[line.side].name}: ${line.why}`));
}
