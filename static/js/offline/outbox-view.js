// What waits on this phone, entry by entry: what became of it, and what can be done.
import { formatClock } from "../dates.js";
import { describeHand, describeValue, tableNames } from "./describe.js";
import { button, h } from "./dom.js";
import { amendEntry, discardEntry, resolveConflict, sendWaiting } from "./outbox.js";

export const NOT_SENT = "not sent yet";
const STATE_TEXTS = {
  waiting: "waiting for the network",
  refused: "refused",
  conflict: "another phone saved this hand too",
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
  if (entry.kind === "taken") return `${hand} taken back`;
  if (!entry.facts) return `${hand} deleted`;
  const description = describeHand(entry.facts, names);
  return description ? `${hand}, ${description}` : hand;
}

/** @param {number} count */
export function describeWaiting(count) {
  return count === 1
    ? `1 entry ${NOT_SENT}. It is saved on this phone and will be sent automatically.`
    : `${count} entries ${NOT_SENT}. They are saved on this phone and will be sent automatically.`;
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
  const list = h("ul", { className: "rows" }, rows);
  const canSend = entries.some(({ state }, index) => state === "waiting" && !isHeld(index));
  const send = canSend ? button("Send now", () => sendWaiting(), "btn") : null;
  const summary = h("summary", {}, `Waiting on this phone (${entries.length})`);
  return h(
    "section",
    { className: "outbox", "aria-labelledby": id, "data-asks": String(undecided) },
    h("h2", { id }, undecided ? "You need to choose" : "Not sent yet"),
    undecided
      ? [list, send]
      : h("div", { className: "rows" }, h("details", { className: "fold" }, summary, list, send)),
  );
}

/**
 * @param {OutboxEntry} entry
 * @param {OfflineTable} table
 * @param {boolean} isHeld
 * @param {CorrectEntry} [correct]
 */
function entryRow(entry, table, isHeld, correct) {
  const { hands, copy } = table;
  const state = isHeld ? "waiting for the one above" : STATE_TEXTS[entry.state];
  return h(
    "li",
    { "data-state": entry.state },
    h("b", {}, `${describeEntry(entry, hands, copy.record.players)}: ${state}`),
    h("small", {}, formatClock(new Date(entry.made))),
    (entry.errors || []).map(({ message }) => h("p", { className: "err" }, message)),
    entryChoices(entry, table, correct && (() => correct(entry, placeOf(entry, hands)))),
  );
}

/** @param {OutboxEntry} entry */
function discardButton(entry) {
  const discard = () => (confirm("Discard this entry? You can’t get it back.") ? discardEntry(entry.n) : undefined);
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
        button("Send again", () => amendEntry(entry.n, {}), "btn quiet"),
        discardButton(entry),
      ];
    case "ends_earlier":
      return endsEarlierChoices(entry, table);
    case "conflict":
      return conflictChoices(entry, table);
    default:
      return null;
  }
}

/**
 * @param {OutboxEntry} entry
 * @param {OfflineTable} table
 */
function conflictChoices(entry, table) {
  const { theirs } = entry;
  const next = button("Save yours as the next hand", () => resolveConflict(entry.n, "next"), "btn");
  return h(
    "div",
    { className: "two" },
    h(
      "section",
      {},
      h("h3", {}, "Saved"),
      factsList(theirs?.facts ?? null, entry, table),
      h("p", { className: "soft" }, theirs?.by),
      button("Keep the saved version", () => resolveConflict(entry.n, "theirs")),
    ),
    h(
      "section",
      {},
      h("h3", {}, "Yours"),
      factsList(entry.facts, entry, table),
      button("Use yours instead", () => resolveConflict(entry.n, "mine")),
      entry.facts && entry.fresh ? next : null,
    ),
  );
}

/**
 * @param {OutboxEntry} entry
 * @param {OfflineTable} table
 */
function endsEarlierChoices(entry, table) {
  const [hands, them] = entry.dropped === 1 ? ["the last hand", "it"] : [`the last ${entry.dropped} hands`, "them"];
  return [
    factsList(entry.facts, entry, table),
    h(
      "p",
      {},
      `With this change the game ends before ${hands}. Take ${them} off the sheet? The history keeps ${them}.`,
    ),
    button("Save and end the game", () => amendEntry(entry.n, { confirmed: true })),
    button("Leave the game as it was", () => discardEntry(entry.n), "btn"),
  ];
}

/**
 * The facts of a hand, field by field.
 * @param {Hand | null} hand
 * @param {OutboxEntry} entry
 * @param {OfflineTable} table
 */
function factsList(hand, entry, { kit: { facts }, hands, record }) {
  if (!hand) return h("p", {}, "Deleted");
  const names = tableNames(facts, record.players, record.hands.slice(0, placeOf(entry, hands) - 1));
  const known = Object.entries(hand).filter(([key]) => key !== "open" && facts.fields[key]);
  const rows = known.flatMap(([key, value]) => [
    h("dt", {}, facts.fields[key].label),
    h("dd", {}, describeValue(facts.fields[key], value, facts.hand, names)),
  ]);
  return h("dl", {}, rows);
}
