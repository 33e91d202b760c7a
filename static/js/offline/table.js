// A table without the server: the score, the hand being entered, the hands played, and what is not sent yet.

import { button, h, showFaults } from "../dom.js";
import { removeDraft } from "../drafts.js";
import { changeState, onStateChange, state } from "../game-state.js";
import { onChange } from "./database.js";
import { describeHand, describeTotals, missingBidMessages } from "./describe.js";
import { draftName, entryForm, saveUnstored } from "./entry-form.js";
import { fetchCopy } from "./game-copies.js";
import { gamesList, gamesPage } from "./games-list.js";
import { knownBid, readHand, scoreWith } from "./hand-form.js";
import { currentEntry, isBidOpen } from "./hand-stage.js";
import { startGame } from "./new-game.js";
import { addEntry, undoEntry } from "./outbox.js";
import { describeEntry, outboxList, undecidedEntries } from "./outbox-view.js";
import { main, pageHead } from "./page-parts.js";
import { lastWaiting } from "./queue.js";
import { scoreAsFarAsPossible } from "./score.js";
import { loadTable } from "./stored-queue.js";
import * as view from "./table-view.js";

export { loadTable } from "./stored-queue.js";

const UNKNOWN =
  "This phone has no copy of this game that works with this version of the app. Open it once while you are online. " +
  "These work without a network:";
const NOTHING_KEPT =
  "Nothing is stored on this phone, because this is a private window or its storage can’t be opened. " +
  "What you saved is on the server.";

/**
 * @typedef {object} Shown What is shown.
 * @property {string | null} id The game; null if the page shows something else.
 * @property {Editing | null} editing The hand that is being corrected.
 * @property {string} message What was done last.
 * @property {OutboxEntry | null} undone The entry that was undone last, to be put back.
 */

/** @type {Shown} */
let shown = newShown(null);

/**
 * @param {string | null} id
 * @param {string} [message]
 * @returns {Shown}
 */
function newShown(id, message = "") {
  return { id, editing: null, message, undone: null };
}

/**
 * Show a table; `at` says which version of which hand the form on the page was for.
 * @param {string} id
 * @param {string} [message]
 * @param {{ hand: number, base: number, stage: Stage } | null} [at]
 */
export async function showTable(id, message = "", at = null) {
  shown = newShown(id, message);
  const table = at && (await loadTable(id));
  // A hand that was entered since is not asked for again.
  const place = table ? table.hands.findIndex(({ hand, number }) => hand === at.hand && number === at.base) : -1;
  if (table && place >= 0 && !table.hands[place].entry && at.stage !== "result") {
    const { hand, number: base, facts: known } = table.hands[place];
    shown.editing = { stage: at.stage, hand, base, known, place: place + 1 };
  }
  document.documentElement.classList.add("script");
  document.body.className = "at-table";
  await draw();
}

// What takes long to look up is shown only if nothing else was asked for meanwhile.
async function draw() {
  const own = shown;
  if (!own.id) return;
  const table = await loadTable(own.id);
  const games = table ? null : await gamesList(openTable);
  if (shown !== own) return;
  if (table) drawTable(table);
  else main().replaceChildren(...unknownTable(games));
  changeState({ isPhones: true, waiting: table?.entries.length ?? 0 });
}

/** @param {HTMLElement | null} games */
function unknownTable(games) {
  const lead = h("p.soft", UNKNOWN);
  return [h("h1", "You’re offline"), lead, games ?? "", view.links()];
}

/** @param {OfflineTable} table */
function drawTable(table) {
  const sheet = scoreAsFarAsPossible(table.kit.facts, table.record);
  const entry = shown.editing ?? (sheet.over ? null : currentEntry(table, sheet));
  const outbox = outboxList(table, { correct: correctEntry, correcting: shown.editing?.corrects });
  const isUndecided = undecidedEntries(table.entries).length > 0;
  const rest = isUndecided ? null : playAgain(table, sheet);
  const play = h("div.play", entry ? entrySection(table, sheet, entry) : rest);
  const hasTotals = play.querySelector("[data-total]") !== null;
  const score = hasTotals ? null : view.scoreBoxes(table, sheet);
  const parts = [
    statusLine(table),
    isUndecided ? outbox : null,
    entry || isUndecided ? null : view.finish(sheet),
    h(
      "div.table-page",
      h("div.board", score, view.rolesLine(table, sheet, entry, hasTotals)),
      play,
      view.playedHands(table, sheet, { change: changeHand, remove: removeHand }),
    ),
    isUndecided ? null : outbox,
    view.links(),
  ];
  // The game's own head, with its menu, if the server has drawn one.
  const head = main().querySelector(":scope > .head") ?? pageHead(table.kit.facts.name);
  main().replaceChildren(head, ...parts.filter((part) => part !== null));
  document.title = `${table.kit.facts.name}: ${describeTotals(sheet)}`;
}

/** @param {OfflineTable} table */
function statusLine(table) {
  const { message, undone } = shown;
  const last = undecidedEntries(table.entries).length ? null : lastWaiting(table.entries);
  return view.statusLine(table, message, [
    undone ? button("Redo", () => putBack(undone), "btn quiet") : null,
    last ? button("Undo", () => undoLast(last), "btn quiet") : null,
  ]);
}

/** @param {OutboxEntry} last */
async function undoLast(last) {
  const table = await loadTable(last.game);
  if (!table) return;
  const isUndone = await undoEntry(last);
  shown.undone = isUndone ? last : null;
  shown.message = isUndone
    ? `Undone: ${describeEntry(last, table.hands, table.record.players)}.`
    : "It was sent in the meantime. You can undo it on the game’s own page.";
  shown.editing = null;
  await draw();
}

/** @param {OutboxEntry} undone */
async function putBack({ game, hand, base, facts }) {
  const table = await loadTable(game);
  const saved = table?.hands.find((other) => other.hand === hand && !other.entry);
  const over = table?.entries.find((entry) => entry.hand === hand)?.token;
  shown.undone = null;
  shown.message = "It is back, saved on this phone.";
  await addEntry({ game, hand, base: saved?.number ?? base, facts, over });
  await draw();
}

/**
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 */
function playAgain({ copy, kit, record }, sheet) {
  if (!copy.may_score) return null;
  const dealer = ((sheet.hands.at(-1)?.dealer ?? 0) + 1) % kit.facts.players;
  return button("Rematch", () => startGame({ ...record, dealer }, kit, openNewTable));
}

/**
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 * @param {Editing} entry
 */
function entrySection(table, sheet, entry) {
  if (!table.copy.may_score) return h("p.soft", "This phone can only watch.");
  const { fields } = table.kit.facts;
  const change = button("Change", () => edit({ ...entry, stage: "bid" }), "btn quiet");
  const leave = () => {
    removeDraft(draftName(table, entry));
    edit(null);
  };
  return [
    sheet.trouble ? h("div.faults", { role: "alert" }, h("p", sheet.trouble)) : null,
    entry.stage === "result" && entry.known.open ? knownBid(table, entry, change) : null,
    entry.stage === "bid" && isBidOpen(fields, entry.known) ? view.calledSoFar(entry.known.calls) : null,
    entryForm(table, sheet, entry, { save: (form) => save(form, table, entry), redraw: draw }),
    shown.editing ? button("Cancel", leave, "btn quiet") : null,
  ];
}

/** @param {Editing | null} editing */
function edit(editing) {
  shown.editing = editing;
  return draw();
}

/**
 * @param {HTMLFormElement} form
 * @param {OfflineTable} table
 * @param {Editing} entry
 */
async function save(form, table, entry) {
  const facts = readHand(form, table, entry);
  const { result } = scoreWith(table, entry, facts);
  const errors = "errors" in result ? result.errors.map(({ message }) => message) : [];
  const messages = [...missingBidMessages(table.kit.facts.fields, facts), ...errors];
  if (messages.length) return showFaults(form, messages);
  // Ignore double taps.
  if ("saving" in form.dataset) return undefined;
  form.dataset.saving = "";
  try {
    const { hand, base, over } = entry;
    await addEntry({ game: table.copy.id, hand, base, facts, over });
  } catch {
    delete form.dataset.saving;
    return saveUnstored(form, table, entry, facts);
  }
  removeDraft(draftName(table, entry));
  shown.undone = null;
  shown.message = facts.open
    ? `${describeHand(facts, table.record.players)}: saved on this phone.`
    : `Hand ${entry.place} saved on this phone.`;
  return edit(null);
}

/** @param {Editing} editing */
async function editFromTop(editing) {
  await edit(editing);
  scrollTo({ top: 0 });
}

/**
 * @param {TableHand} hand
 * @param {number} place
 */
function changeHand({ hand, number, facts, entry }, place) {
  return editFromTop({ stage: "whole", hand, base: number, known: facts, place, over: entry?.token });
}

/**
 * @param {OutboxEntry} entry
 * @param {number} place
 */
function correctEntry({ n, hand, base, facts, token }, place) {
  const known = facts ?? {};
  return editFromTop({ stage: known.open ? "bid" : "whole", hand, base, known, place, corrects: n, over: token });
}

/**
 * @param {TableHand} hand
 * @param {number} place
 */
async function removeHand({ hand, number, entry }, place) {
  if (!shown.id || !confirm(`Delete hand ${place}? It can be brought back from the history.`)) return;
  shown.undone = null;
  try {
    await addEntry({ game: shown.id, hand, base: number, facts: null, over: entry?.token });
    shown.message = `Hand ${place} deleted on this phone.`;
  } catch {
    shown.message = "This phone could not save that. Nothing was deleted.";
  }
  await draw();
}

// The games that this phone stores, what waits on it, and a new game.
export async function showGames(slug = "") {
  const own = newShown(null);
  shown = own;
  const parts = await gamesPage(slug, { open: openTable, openNew: openNewTable });
  if (shown === own) main().replaceChildren(...parts);
}

/**
 * Within the page: there may be no network to load another.
 * @param {string} id
 * @param {string} [message]
 */
function openTable(id, message = "") {
  history.pushState(null, "", `/t/${id}`);
  return showTable(id, message);
}

/** @param {string} id */
const openNewTable = (id) => openTable(id, "The game runs on this phone.");

/** @type {Promise<unknown>} */
let updating = Promise.resolve();
onChange(() => {
  updating = updating.then(refresh, refresh);
});
document.addEventListener("rook:swapped", () => {
  shown = newShown(null);
});

const isEntering = () => main().querySelector("form.hand:is([data-touched], [data-saving])") !== null;

// The page follows what is stored. While somebody is entering a hand, only the lines outside the form do.
async function refresh() {
  if (!shown.id) return refreshGames();
  const table = isEntering() ? await loadTable(shown.id) : null;
  return table && isEntering() ? refreshAroundForm(table) : draw();
}

function refreshGames() {
  const isEntering = main().querySelector("form.hand, form.new-game[data-touched]") !== null;
  return isEntering || !main().hasAttribute("data-offline") ? undefined : showGames();
}

/** @param {OfflineTable} table */
function refreshAroundForm(table) {
  const old = main().querySelector(".outbox");
  const outbox = outboxList(table, { correct: correctEntry, correcting: shown.editing?.corrects });
  main().querySelector("[data-sync]")?.replaceWith(statusLine(table));
  if (old) old.replaceWith(outbox ?? "");
  else if (outbox) main().querySelector(".play")?.after(outbox);
}

// The page of the service worker does not follow the game: when nothing waits, the server's own page is loaded.
let isLeaving = false;
const isIdle = () => shown.id && state.isPhones && state.isReachable && !state.waiting && !isEntering();
onStateChange(async () => {
  const { id } = shown;
  if (!id || !isIdle() || isLeaving || !main().hasAttribute("data-offline")) return;
  isLeaving = true;
  try {
    await fetchCopy(id);
    // Something may have been entered meanwhile.
    isLeaving = Boolean(isIdle());
    if (isLeaving) location.replace(`/t/${id}`);
  } catch {
    isLeaving = false;
    changeState({ isReachable: false });
  }
});

addEventListener("popstate", () => main().hasAttribute("data-offline") && route());

function route() {
  const [, id] = /^\/t\/([\w-]{22})/.exec(location.pathname) || [];
  const [, slug] = /^\/new\/([\w-]+)/.exec(location.pathname) || [];
  return (id ? showTable(id) : showGames(slug)).catch(showNothingKept);
}

function showNothingKept() {
  const lead = h("p.lead", NOTHING_KEPT);
  main().replaceChildren(h("h1", "You’re offline"), lead, view.links());
}

if (document.querySelector("main [data-shell]")) {
  main().dataset.offline = "";
  route();
}
