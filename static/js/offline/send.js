// On every page: how many entries wait. On a table's page: a copy is stored for the time without a network, and what
// cannot be sent waits on the phone instead of being lost: then the table goes on here.
import { h, showFaults } from "../dom.js";
import { removeDraft } from "../drafts.js";
import { changeState, onStateChange, state } from "../game-state.js";
import { notify } from "../notify.js";
import { fetchPage, swapPage } from "../swap.js";
import { onChange, readAll } from "./database.js";
import { fetchAllKits, fetchCopy, storeCopy } from "./game-copies.js";

/** First the page itself; what is needed when the network goes is loaded then, or at the first touch. */
const PREPARE_DELAY = 3_000;
const WATCHERS_SPREAD = 10_000;
/** So long a slow network may take for a save; then the hand waits on this phone. */
const SAVE_TIMEOUT = 25_000;
const STILL_SAVING_DELAY = 2_000;
const NOT_STORED =
  "No network, and this phone could not save it: it may have no room left. " +
  "What you entered stays here: save again when you are online.";
const KEPT = "No network. Saved on this phone; it will be sent automatically.";
const NO_STORE =
  "This phone can’t store games: it has no room left, or this is a private window. " +
  "Everything is saved over the network only.";
const NOT_UNDONE = "No network, so nothing was undone. Keep playing: everything is saved on this phone.";
const NAMES_NOT_SAVED = "No network. The names are not saved yet; they stay here. Save them again when you are online.";
const GOES_ON = "No network. Keep playing: everything is saved on this phone.";
const FORMS = "form.hand, form.undo, form[data-names], form[data-deletes]";

const html = document.documentElement;
/** @type {Promise<void> | null} */
let preparing = null;
/** @type {Promise<void> | null} */
let takingOver = null;
let message = GOES_ON;
let copyTimer = 0;
/** The revision that the phone has a copy of, or will have. */
let stored = state.revision;

const openGame = () => /^\/t\/([\w-]{22})/.exec(location.pathname)?.[1] ?? "";
const game = openGame();
const handForm = () => document.querySelector("main form.hand");
const badge = h("a.badge", { href: "/offline" });
onChange(countWaiting);
onStateChange(() => {
  storePage();
  takeOver();
});
start();

async function countWaiting() {
  /** @type {OutboxEntry[]} */
  const entries = await readAll("outbox").catch(() => []);
  const undecided = entries.filter((entry) => entry.state !== "waiting").length;
  badge.textContent = undecided ? `${undecided} to decide` : `${entries.length} not sent yet`;
  badge.dataset.state = undecided ? "asks" : "waiting";
  if (entries.length) document.body.append(badge);
  else badge.remove();
  changeState({ waiting: entries.filter((entry) => entry.game === openGame()).length });
}

async function start() {
  const isShell = document.querySelector("[data-shell]") !== null;
  if (game && !isShell) {
    // The page may be newer than the copy, and the network may be gone again.
    storeShown()?.catch(() => {});
    await fetchCopy(game).catch(() => state.isReachable && warnOfStore());
  }
  await countWaiting();
  if (badge.isConnected) await import("./outbox-sender.js").then(({ sendWaiting }) => sendWaiting());
  await countWaiting();
  if (isShell) return;
  if (game && state.waiting) await drawTable("");
  setTimeout(prepare, PREPARE_DELAY);
  document.addEventListener("input", prepare);
}

// Loaded while there is a network: without one it would be too late. What failed is tried again at the next touch.
function prepare() {
  preparing ??= Promise.all([game && import("./table.js"), fetchAllKits()]).then(
    () => markPrepared(),
    () => {
      preparing = null;
    },
  );
}

function markPrepared() {
  html.dataset.prepared = "";
}

// The server does not answer, or something waits: a table with its form goes on here, with what was entered. If not
// everything was loaded yet, the form stays as it is.
function takeOver() {
  const isNeeded = state.waiting > 0 || !state.isReachable;
  if (!game || !isNeeded || state.isPhones || state.isSending || takingOver || !handForm()) return;
  takingOver = drawTable(message)
    .catch(() => {})
    .finally(() => {
      takingOver = null;
    });
}

/** @param {string} text */
async function drawTable(text) {
  const { showTable, loadTable } = await import("./table.js");
  const table = await loadTable(game);
  // What the server has saved since is not asked for again.
  if (!table || state.isPhones || table.copy.revision < state.revision) return;
  const [, hand, base, stage] = handForm()?.dataset.draft?.split(" ") ?? [];
  await showTable(game, text, { hand: Number(hand), base: Number(base), stage: /** @type {Stage} */ (stage) });
  message = GOES_ON;
}

// The page of a scorer carries a copy of the game, for the network may go at once; hundreds who watch need not all ask
// for one in the same moment.
function storePage() {
  if (!game || state.revision <= stored) return;
  stored = state.revision;
  // The answer to an entry was stored with it.
  if (state.isPhones) return;
  delete html.dataset.prepared;
  clearTimeout(copyTimer);
  const storing = storeShown();
  if (storing) storing.then(markStored, warnOfStore);
  else copyTimer = setTimeout(() => fetchCopy(game).then(markStored, () => {}), watcherDelay());
}

function storeShown() {
  const copy = document.querySelector("[data-game-copy]")?.textContent;
  return copy ? storeCopy(JSON.parse(copy)) : null;
}

const watcherDelay = () => PREPARE_DELAY + Math.random() * WATCHERS_SPREAD;

function warnOfStore() {
  if (handForm()) notify("store", NO_STORE);
}

// The kits may still be on their way.
function markStored() {
  preparing?.then(() => preparing && markPrepared());
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches(FORMS) || !game) return;
  event.preventDefault();
  if (state.isSending) return;
  changeState({ isSending: true });
  const stopBusy = form.matches("form.hand") ? showBusy(event.submitter ?? form.querySelector(".save")) : () => {};
  sendForm(form, event.submitter).finally(() => {
    stopBusy();
    changeState({ isSending: false });
  });
});

/**
 * The button works at once, and says so again if it takes long; the function returned ends it.
 * @param {HTMLElement | null} button
 */
function showBusy(button) {
  if (!button) return () => {};
  const { textContent } = button;
  const show = (/** @type {string | null} */ text) => Object.assign(button, { textContent: text });
  button.setAttribute("aria-busy", "true");
  show("Saving…");
  const timer = setTimeout(show, STILL_SAVING_DELAY, "Still saving…");
  return () => {
    clearTimeout(timer);
    button.removeAttribute("aria-busy");
    show(textContent);
  };
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function sendForm(form, submitter) {
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form, submitter)]));
  // From another page than the table's, the table is loaded as a whole.
  const redirect = form.matches(".hand, .undo") ? "follow" : "manual";
  const mayArrive = navigator.onLine;
  try {
    const { response, page } = await fetchPage(form.action, { method: "POST", body, redirect, timeout: SAVE_TIMEOUT });
    if (response.type === "opaqueredirect") return location.assign(`/t/${game}`);
    // What another phone did is on the page that comes now.
    notify("live");
    if (swapPage(page) && response.redirected) history.replaceState(null, "", response.url);
  } catch {
    await keep(form, body, mayArrive);
  }
  return undefined;
}

/**
 * The server did not answer: a hand waits on this phone.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} values
 * @param {boolean} mayArrive
 */
async function keep(form, values, mayArrive) {
  if (form.matches("[data-names]")) return showFaults(form, [NAMES_NOT_SAVED]);
  if (form.matches(".undo")) {
    message = NOT_UNDONE;
    return undefined;
  }
  try {
    await addHand(form, values, mayArrive);
  } catch {
    message = NOT_STORED;
    return showFaults(form, [NOT_STORED]);
  }
  removeDraft(form.dataset.draft ?? "");
  // Another release of the app came meanwhile, and its files do not fit this page's.
  const table = await import("./table.js").catch(() => null);
  return table ? table.showTable(game, KEPT) : showFaults(form, [`${KEPT} Reload the page to continue.`]);
}

/**
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} values
 * @param {boolean} mayArrive
 */
async function addHand(form, values, mayArrive) {
  const facts = form.matches("[data-deletes]") ? null : await handOf(form, values);
  const hand = Number(values.get("hand") ?? form.dataset.deletes);
  const token = values.get("token") ?? undefined;
  const sent = mayArrive && token ? [token] : [];
  const { addEntry } = await import("./outbox.js");
  await addEntry({ game, hand, base: Number(values.get("base")), facts, token, sent });
}

/**
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} values
 */
async function handOf(form, values) {
  const [{ loadTable }, { readHand }] = await Promise.all([import("./stored-queue.js"), import("./hand-form.js")]);
  const table = await loadTable(game);
  if (!table) throw new Error("no copy");
  // The button that says that nobody bid was pressed.
  if (values.has("passed_out") && !new FormData(form).has("passed_out")) return { passed_out: true };
  const stage = /** @type {Stage} */ (values.get("stage"));
  return readHand(form, table, { stage, known: JSON.parse(form.dataset.known || "{}") });
}
