// What waits on this phone, entry by entry: what became of it, and what can be done.

import { copyLink } from "../copy-link.js";
import { formatClock } from "../dates.js";
import { button, h } from "../dom.js";
import { state } from "../game-state.js";
import { describeHand, describeValue, tableNames } from "./describe.js";
import { formatGain } from "./figures.js";
import { scoreWith } from "./hand-form.js";
import { decide, discardEntry, sendAgain } from "./outbox.js";
import { sendWaiting } from "./outbox-sender.js";

export const NOT_SENT = "not sent yet";
const STATE_TEXTS = {
  waiting: "waiting for the network",
  refused: "refused",
  conflict: "there are two versions",
  ends_earlier: "this would end the game",
};

/** @param {OutboxEntry[]} entries */
export const undecidedEntries = (entries) => entries.filter(({ state }) => state !== "waiting");

/** @param {OutboxEntry} entry */
export function describeState({ state }) {
  if (state === "waiting") return NOT_SENT;
  return state === "refused" ? STATE_TEXTS.refused : "to decide";
}

/**
 * @param {OutboxEntry} entry
 * @param {TableHand[]} hands
 */
const placeOf = (entry, hands) => hands.filter(({ hand }) => hand < entry.hand).length + 1;

/**
 * An entry in a few words.
 * @param {OutboxEntry} entry
 * @param {TableHand[]} hands
 * @param {string[]} names
 */
export function describeEntry(entry, hands, names) {
  if (entry.kind === "start") return "A new game";
  const hand = `Hand ${placeOf(entry, hands)}`;
  if (entry.isUndone) return `${hand} undone`;
  if (!entry.facts) return `${hand} deleted`;
  const description = describeHand(entry.facts, names);
  return description ? `${hand}, ${description}` : hand;
}

const FOREIGN = "Something else answers instead of the score keeper: this Wi-Fi may want you to sign in.";

/** @param {number} count */
export function describeWaiting(count) {
  const text =
    count === 1
      ? `1 entry ${NOT_SENT}. It is saved on this phone and will be sent automatically.`
      : `${count} entries ${NOT_SENT}. They are saved on this phone and will be sent automatically.`;
  return state.isForeign ? `${text} ${FOREIGN}` : text;
}

/**
 * Every entry that is not sent; folded if nothing is to be decided. `correct` opens the form of a refused one.
 * @param {OfflineTable} table
 * @param {{ correct?: CorrectEntry, correcting?: number }} [form]
 */
export function outboxList(table, { correct, correcting } = {}) {
  const entries = table.entries.filter(({ n }) => n !== correcting);
  if (!entries.length) return null;
  const id = `outbox-${table.copy.id}`;
  const undecided = undecidedEntries(entries).length;
  const isHeld = (/** @type {number} */ index) => undecidedEntries(entries.slice(0, index)).length > 0;
  const rows = entries.map((entry, index) => entryRow(entry, table, isHeld(index), correct));
  const list = h("ul.rows", rows);
  const canSend = entries.some(({ state }, index) => state === "waiting" && !isHeld(index));
  const send = canSend ? button("Send now", () => sendWaiting(), "btn") : null;
  const summary = h("summary", `Waiting on this phone (${entries.length})`);
  const conflicts = entries.filter(({ state }) => state === "conflict");
  return h(
    "section.outbox",
    { "aria-labelledby": id, "data-asks": String(undecided) },
    h("h2", { id }, undecided ? "You need to choose" : "Not sent yet"),
    undecided
      ? [list, conflicts.length > 1 ? choiceButtons(conflicts, ` (all ${conflicts.length} hands)`) : null, send]
      : null,
    h("div.rows.gap", undecided ? null : h("details.fold", summary, list, send), recordFold(table)),
  );
}

/**
 * The game as a record, with what waits: whatever becomes of the entries, they can be taken elsewhere.
 * @param {OfflineTable} table
 */
function recordFold({ record }) {
  const value = JSON.stringify(record, null, 1);
  const text = h("textarea", { readOnly: true, rows: 6, "aria-label": "The game as text" }, value);
  const showCopied = (/** @type {boolean} */ isCopied) => {
    copy.textContent = isCopied ? "Copied" : "Copy the selected text by hand";
  };
  const copy = button("Copy text", () => copyLink(text).then(showCopied), "btn");
  const lead = h("p.soft", "The whole game with these entries. You can paste it under Import a game.");
  return h("details.fold", h("summary", "Copy the game as text"), lead, text, copy);
}

/**
 * @param {OutboxEntry} entry
 * @param {OfflineTable} table
 * @param {boolean} isHeld
 * @param {CorrectEntry} [correct]
 */
function entryRow(entry, table, isHeld, correct) {
  const { hands, copy } = table;
  const state = isHeld && entry.state === "waiting" ? "waiting for the one above" : STATE_TEXTS[entry.state];
  return h(
    "li",
    { "data-state": entry.state },
    h("b", `${describeEntry(entry, hands, copy.record.players)}: ${state}`),
    h("small", formatClock(new Date(entry.made))),
    (entry.errors || []).map(({ message }) => h("p.err", message)),
    entryChoices(entry, table, correct && (() => correct(entry, placeOf(entry, hands)))),
  );
}

/** @param {OutboxEntry} entry */
function discardButton(entry) {
  const discard = () => (confirm("Discard this entry? You can’t get it back.") ? discardEntry(entry) : undefined);
  return button("Discard", discard, "btn quiet");
}

/**
 * @param {OutboxEntry} entry
 * @param {OfflineTable} table
 * @param {(() => void)} [correct]
 */
function entryChoices(entry, table, correct) {
  switch (entry.state) {
    case "refused":
      return [
        entry.facts && correct ? button("Correct it", correct, "btn") : null,
        button("Send again", () => sendAgain(entry), "btn quiet"),
        discardButton(entry),
      ];
    case "ends_earlier":
      return endsEarlierChoices(entry, table);
    case "conflict":
      return [versionsTable(entry, table), choiceButtons([entry])];
    default:
      return null;
  }
}

/**
 * @param {OutboxEntry[]} entries
 * @param {string} [which]
 */
function choiceButtons(entries, which = "") {
  const next = entries.length > 1 ? "Mine are the next hands" : "Mine is the next hand";
  const isNew = entries.every(({ base, facts }) => base === 0 && facts);
  return h(
    "div.pair.choices",
    button(`Keep mine${which}`, () => decide(entries, "mine"), "btn"),
    button(`Keep theirs${which}`, () => decide(entries, "theirs"), "btn"),
    isNew ? button(`${next}${which}`, () => decide(entries, "next"), "btn") : null,
  );
}

/**
 * The versions of a hand side by side, with their points.
 * @param {OutboxEntry} entry
 * @param {OfflineTable} table
 */
function versionsTable(entry, table) {
  const { facts, theirs } = entry;
  const versions = [facts, ...(theirs ? [theirs.facts] : [])].map((hand) => versionRows(hand, entry, table));
  const labels = [...new Set(versions.flatMap((rows) => [...rows.keys()]))];
  const rows = labels.map((label) => {
    const values = versions.map((version) => version.get(label) ?? "–");
    const cells = values.map((value) => h("td", value));
    return h(new Set(values).size > 1 ? "tr.differs" : "tr", h("th", { scope: "row" }, label), cells);
  });
  const other = theirs?.number === 0 ? ["In the other tab"] : ["On the server", h("small", theirs?.by)];
  const heads = [["Yours"], ...(theirs ? [other] : [])].map((texts) => h("th", { scope: "col" }, ...texts));
  const head = h("thead", h("tr", h("td"), heads));
  return h("table.pad.both.gap", head, h("tbody", rows));
}

/**
 * A version of a hand: every entry by its label, then the points of every side.
 * @param {Hand | null} hand
 * @param {OutboxEntry} entry
 * @param {OfflineTable} table
 * @returns {Map<string, string>}
 */
function versionRows(hand, entry, table) {
  if (!hand) return new Map([["This hand", "deleted"]]);
  const { place, result } = scoreWith(table, entry, hand);
  const points = "errors" in result || hand.open ? [] : (result.hands[place - 1]?.points ?? []);
  const names = "errors" in result ? [] : result.sides.map(({ name }) => name);
  const sides = points.map((figure, side) => [`Points: ${names[side]}`, formatGain(figure)]);
  return new Map(/** @type {[string, string][]} */ ([...factRows(hand, entry, table), ...sides]));
}

/**
 * @param {OutboxEntry} entry
 * @param {OfflineTable} table
 */
function endsEarlierChoices(entry, table) {
  const [hands, them] = entry.dropped === 1 ? ["the last hand", "it"] : [`the last ${entry.dropped} hands`, "them"];
  return [
    versionsTable(entry, table),
    h("p", `With this change the game ends before ${hands}. Take ${them} off the sheet? The history keeps ${them}.`),
    button("Save and end the game", () => sendAgain(entry, { confirmed: true })),
    button("Leave the game as it was", () => discardEntry(entry), "btn"),
  ];
}

/**
 * @param {Hand} hand
 * @param {OutboxEntry} entry
 * @param {OfflineTable} table
 * @returns {[string, string][]}
 */
function factRows(hand, entry, { kit: { facts }, hands, record }) {
  const names = tableNames(facts, record.players, record.hands.slice(0, placeOf(entry, hands) - 1), hand);
  const known = Object.entries(hand).filter(([key]) => key !== "open" && facts.fields[key]);
  return known.map(([key, value]) => [
    facts.fields[key].label,
    describeValue(facts.fields[key], value, facts.hand, names),
  ]);
}
