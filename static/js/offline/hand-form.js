// The server's own form of a hand, made fit for this table and this moment; what it says, and what would come of it.

import { h } from "../dom.js";
import { describeHand, teamsAfter } from "./describe.js";
import { handFacts } from "./form-values.js";
import { icon } from "./page-parts.js";
import { countCards } from "./pegging-kind.js";
import { completeHand, score, totalsBefore } from "./score.js";

/** @param {string} text */
const escapeHtml = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The server's own form, with this table's names.
 * @param {OfflineTable} table
 * @param {Editing} entry
 * @returns {HTMLFormElement}
 */
export function buildForm(table, entry) {
  const teams = teamsOf(table, entry) ?? [];
  const names = (/** @type {number[]} */ seats) => seats.map((seat) => escapeHtml(table.record.players[seat]));
  const html = table.kit.form.replace(/\{(team )?(\d)\}/g, (_, isTeam, number) =>
    names(isTeam ? teams[number] : [number]).join(" &amp; "),
  );
  const page = new DOMParser().parseFromString(html, "text/html");
  return document.adoptNode(/** @type {HTMLFormElement} */ (page.querySelector("form")));
}

/**
 * Who plays together in this hand.
 * @param {OfflineTable} table
 * @param {Editing} entry
 */
function teamsOf({ kit: { facts }, record }, { place }) {
  return teamsAfter(facts, record.hands.slice(0, place - 1));
}

/**
 * Of two sides the bidders are asked, and the others take the rest; what makes the bid looks different.
 * @param {HTMLFormElement} form
 * @param {OfflineTable} table
 * @param {Editing} entry
 */
export function askBidders(form, table, entry) {
  const { fields, hand } = table.kit.facts;
  const { bidder, bid } = entry.known;
  const teams = teamsOf(table, entry);
  const team = teams?.length === 2 && teams[1].includes(bidder) ? 1 : 0;
  const halves = Object.values(fields).filter(({ rest, count }) => rest && count === 2);
  for (const { key } of halves) {
    const fold = form.querySelector(`details input[name="${key}[${team}]"]`)?.closest("details");
    fold?.querySelector('input[value=""]')?.parentElement?.remove();
    fold?.parentElement?.prepend(fold.lastElementChild ?? "");
    fold?.remove();
  }
  if (bid === undefined || hand.tricks || !halves.length) return;
  for (const input of form.querySelectorAll(`fieldset input[name="captured[${team}]"]`)) {
    if (input.value && input.parentElement) input.parentElement.className = Number(input.value) >= bid ? "made" : "set";
  }
}

/**
 * Whether a field is asked for at this moment.
 * @param {Facts} facts
 * @param {Field} field
 * @param {Pick<Editing, "stage" | "known">} entry
 */
export function isAsked(facts, field, { stage, known }) {
  if (stage === "bid") {
    return ["bid", "more"].includes(field.when) || field.excuses || [...facts.open, "adjust"].includes(field.key);
  }
  return stage === "whole" || field.when !== "bid" || (field.needed && !(field.key in known));
}

/**
 * Leave only what is asked for at this moment.
 * @param {HTMLFormElement} form
 * @param {Facts} facts
 * @param {Editing} entry
 */
export function removeUnasked(form, facts, entry) {
  for (const part of form.querySelectorAll("[data-field]")) {
    const field = facts.fields[part.dataset.field ?? ""];
    part.replaceWith(...(!field || isAsked(facts, field, entry) ? part.childNodes : []));
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Editing} entry
 */
export function labelButtons(form, { stage, place }) {
  for (const [index, button] of form.querySelectorAll(".save").entries()) {
    button.textContent = stage === "bid" && index === 0 ? "Save bid" : `Save hand ${place}`;
  }
}

/**
 * A hand without what follows from the rest of it.
 * @param {Facts} facts
 * @param {Hand} hand
 */
export function withoutCompleted(facts, hand) {
  const into = facts.hand.completes?.into;
  if (!into) return hand;
  const { [into]: completed, ...rest } = hand;
  return completed && JSON.stringify(completeHand(facts, rest)[into]) === JSON.stringify(completed) ? rest : hand;
}

/**
 * Where cards are counted as they are laid: the count, and whose turn it is.
 * @param {HTMLFormElement} form
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 * @param {Editing} entry
 */
export function showCount(form, table, sheet, entry) {
  const list = form.querySelector(".counting[data-list]");
  if (!list) return;
  const { hand, players, fields } = table.kit.facts;
  const names = table.record.players;
  /** @type {[number, number][]} */
  const plays = handFacts(form, fields, "whole", {})[list.dataset.list ?? ""] || [];
  const { count, lines, winner } = countCards(hand, plays, totalsBefore(sheet, entry.place));
  const last = lines.at(-1);
  list
    .querySelector(".count")
    ?.replaceChildren(
      h("strong", String(count)),
      last && plays.length ? h("span", `${names[last.side]}: ${last.why}`) : "",
      winner !== undefined ? h("span", `${names[winner]} won during play.`) : "",
    );
  const dealer = sheet.hands[entry.place - 1]?.dealer ?? sheet.next_dealer ?? 0;
  const from = plays.at(-1)?.[0] ?? dealer;
  const order = Array.from({ length: players }, (_, step) => (from + step + 1) % players);
  const hasCards = (/** @type {number} */ seat) =>
    plays.filter(([player]) => player === seat).length < (hand.completes?.each ?? 0);
  const turn = order.find(hasCards) ?? order[0];
  const next = list.querySelector(`input[type=radio][name$="[0]"][value="${turn}"]`);
  if (next) next.checked = true;
}

/**
 * @param {HTMLFormElement} form
 * @param {OfflineTable} table
 * @param {Pick<Editing, "stage" | "known" | "corrects">} entry
 */
export function readHand(form, { kit: { facts } }, entry) {
  return completeHand(facts, handFacts(form, facts.fields, entry.stage, entry.corrects ? {} : entry.known));
}

/**
 * The game up to a hand, with the hand as it is entered.
 * @param {OfflineTable} table
 * @param {{ hand: number }} entry
 * @param {Hand} hand
 */
export function scoreWith(table, entry, hand) {
  const others = table.hands.filter((other) => other.hand !== entry.hand);
  const hands = [...others, { hand: entry.hand, facts: hand }].sort((one, other) => one.hand - other.hand);
  const place = hands.findIndex((other) => other.hand === entry.hand) + 1;
  const played = hands.slice(0, place).map(({ facts }) => facts);
  return { place, result: score(table.kit.facts, { ...table.record, hands: played }) };
}

/**
 * The bid of the hand that is being played.
 * @param {OfflineTable} table
 * @param {Editing} entry
 * @param {HTMLElement} change
 */
export function knownBid({ record }, entry, change) {
  const description = describeHand(entry.known, record.players) || "No bid yet";
  const { trump } = entry.known;
  const [before, after] = trump ? description.split(` ${trump}`) : [description];
  const color = after === undefined ? [] : [" ", icon(trump, `shape ${trump}`, 15, 20), ` ${trump}${after}`];
  return h("div.bid", h("strong", before, ...color), change);
}
