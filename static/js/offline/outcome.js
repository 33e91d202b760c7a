// What would come of a hand on a table without the server: the outcome by its button, and the scores in its rows.

import { h } from "../dom.js";
import { showTotals } from "../totals.js";
import { winnerNames } from "./describe.js";
import { formatFigure, formatGain } from "./figures.js";
import { readHand, scoreWith } from "./hand-form.js";
import { NOT_SENT } from "./outbox-view.js";
import { totalsBefore } from "./score.js";
import { lineRow } from "./table-view.js";

/**
 * The scores before the hand, in the rows of those who play.
 * @param {HTMLFormElement} form
 * @param {Sheet} sheet
 * @param {Editing} entry
 */
export function fillTotals(form, sheet, { place }) {
  const totals = totalsBefore(sheet, place);
  for (const [side, row] of form.querySelectorAll("[data-total]").entries()) {
    row.dataset.total = formatFigure(totals[side]);
  }
  showTotals(form);
}

/**
 * @param {HTMLFormElement} form
 * @param {OfflineTable} table
 * @param {Editing} entry
 */
export function showOutcome(form, table, entry) {
  const facts = readHand(form, table, entry);
  const isOpen = entry.stage === "bid" && facts.open;
  const { outcome, reasons } = isOpen ? { outcome: [], reasons: [] } : outcomeOf(table, entry, facts);
  form.querySelector("[data-outcome]")?.replaceChildren(...outcome);
  form.querySelector("[data-outcome]")?.toggleAttribute("hidden", isOpen);
  // The reasons stand below the button, where their number moves nothing.
  form.querySelector("[data-reasons]")?.replaceChildren(...reasons);
  showTotals(form);
}

/**
 * @param {OfflineTable} table
 * @param {Editing} entry
 * @param {Hand} facts
 * @returns {{ outcome: HTMLElement[], reasons: HTMLElement[] }}
 */
function outcomeOf(table, entry, facts) {
  const { result, place } = scoreWith(table, entry, facts);
  const hand = "errors" in result ? null : result.hands[place - 1];
  // No faults while the hand is being entered: they appear when it is saved.
  if ("errors" in result || !hand) return { outcome: [], reasons: [] };
  const rows = result.sides.flatMap((side, index) => [
    h("span", side.name),
    h("b", formatGain(hand.points[index])),
    h("small", formatFigure(hand.totals[index])),
  ]);
  const lines = hand.lines.map((line) => lineRow(result, line));
  const won = winnerNames(result);
  const winner = won ? h("p", h("strong", `${won} won the game.`)) : null;
  const unsent = `${NOT_SENT[0].toUpperCase()}${NOT_SENT.slice(1)}; the server checks the cards when it is sent.`;
  const isMany = result.sides.length > 2;
  return {
    outcome: [
      ...(isMany ? [summary(table, result, hand, facts)] : []),
      h(isMany ? "div.out.many" : "div.out", rows, winner),
    ],
    reasons: [h("ul.reasons", lines), h("p.soft", unsent)],
  };
}

/**
 * A hand of many players in one line: what became of the bid, and that everything is counted.
 * @param {OfflineTable} table
 * @param {Sheet} result
 * @param {ScoredHand} hand
 * @param {Hand} facts
 */
function summary({ kit }, result, hand, facts) {
  const { fields, hand: rules } = kit.facts;
  const wholes = Object.entries(fields).filter(([key, { whole }]) => key in facts && typeof whole === "number");
  const check = wholes.map(([, { whole, label, of }]) => {
    const figure = formatFigure(whole ?? 0);
    return `${figure} of ${figure} ${(of.plain ?? of).kind === "points" ? "points" : label.toLowerCase()}`;
  });
  const bid = hand.lines.find(({ rule }) => [rules.result?.made.rule, rules.result?.failed.rule].includes(rule));
  const word = bid?.rule === rules.result?.made.rule ? "made" : "missed";
  const bidResult = bid ? `${result.sides[bid.side].name} ${word} ${facts.bid}` : "";
  const names = winnerNames(result);
  const wins = names && `${names} ${result.winners.length > 1 ? "win" : "wins"} the game.`;
  const gains = result.sides.map(({ name }, side) => hand.points[side] && `${name} ${formatGain(hand.points[side])}`);
  const headline = wins || bidResult || (check.length ? "" : gains.filter(Boolean).join(", "));
  return h("p.out.sum", headline ? h("strong", headline) : null, h("span", check.join(", ")));
}
