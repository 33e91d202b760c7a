// On every page: how many entries wait. On a table's page: a copy is stored for the time without a network, and a hand
// that cannot be sent waits on the phone instead of being lost.
import { removeDraft } from "../drafts.js";
import { notify } from "../notify.js";
import { fetchPage, swapPage } from "../swap.js";
import { onChange, read } from "./database.js";
import { fetchAllKits, fetchCopy, loadTable, waitingEntries } from "./game-copies.js";
import { addEntry, sendWaiting } from "./outbox.js";
import { loadServerPage } from "./server-page.js";

/** First the page itself; what is needed when the network goes is loaded then, or at the first touch. */
const PREPARE_DELAY = 3_000;
const WATCHERS_SPREAD = 10_000;
/** So long a slow network may take for a save; then the hand waits on this phone. */
const SAVE_TIMEOUT = 25_000;
const STILL_SAVING_DELAY = 2_000;
const NO_ROOM =
  "No network, and this phone has no room left. What you entered stays here: save again when you are online.";
const KEPT = "No network. Saved on this phone; it will be sent automatically.";

const [, game = ""] = /^\/t\/([\w-]{22})/.exec(location.pathname) || [];
const html = document.documentElement;
let isSending = false;
/** @type {Promise<void> | null} */
let preparing = null;
/** @type {Promise<void> | null} */
let takingOver = null;
let lastError = "";
let copyTimer = 0;

const handForm = () => document.querySelector("main form.hand");
const badge = Object.assign(document.createElement("a"), { className: "badge", href: "/offline" });
onChange(showBadge);
showBadge();
start();

async function showBadge() {
  const entries = await waitingEntries().catch(() => /** @type {OutboxEntry[]} */ ([]));
  const undecided = entries.filter((entry) => entry.state !== "waiting").length;
  badge.textContent = undecided ? `${undecided} to decide` : `${entries.length} not sent yet`;
  badge.dataset.state = undecided ? "asks" : "waiting";
  if (entries.length) document.body.append(badge);
  else badge.remove();
}

async function start() {
  if (document.querySelector("[data-shell]")) return sendWaiting();
  if (game) await fetchCopy(game).catch(() => {});
  await sendWaiting();
  if (await hasWaiting()) return takeOver();
  if (await isOld()) await loadServerPage(game);
  setTimeout(prepare, PREPARE_DELAY);
  return document.addEventListener("input", prepare, { once: true });
}

// Loaded while there is a network: without one it would be too late.
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

// Something was sent after the server had made this page.
async function isOld() {
  if (location.pathname !== `/t/${game}`) return false;
  /** @type {GameCopy | null} */
  const copy = await read("games", game).catch(() => null);
  const shown = Number(document.querySelector("main input[name=last]")?.value || 0);
  return copy?.may_score === true && copy.last > shown;
}

async function hasWaiting() {
  return game !== "" && (await waitingEntries(game).catch(() => [])).length > 0;
}

/** @param {string} [message] */
async function takeOver(message) {
  const { showTable } = await import("./table.js");
  const form = handForm();
  const data = form && new FormData(form);
  await showTable(
    game,
    message,
    data && { hand: Number(data.get("hand")), stage: /** @type {Stage} */ (data.get("stage")) },
  );
}

// The network has gone while a table is open: it goes on here, with what was entered.
async function goOnOffline() {
  if (game && handForm() && !document.querySelector("main [data-sync]") && (await loadTable(game))) {
    await takeOver(lastError || "No network. Keep playing: everything is saved on this phone.");
  }
}

// If not everything was loaded yet, the form stays as it is.
function handleLostNetwork() {
  if (!isSending) takingOver = goOnOffline().catch(() => {});
}
addEventListener("offline", handleLostNetwork);
document.addEventListener("rook:unreachable", handleLostNetwork);

document.addEventListener("rook:swapped", ({ detail }) => {
  if (!game || detail?.kept) return;
  delete html.dataset.prepared;
  clearTimeout(copyTimer);
  // The scorer may lose the network at once; hundreds who watch need not all ask in the same moment.
  if (document.querySelector("main form.hand, main input[name=last]")) refreshCopy();
  else copyTimer = setTimeout(refreshCopy, PREPARE_DELAY + Math.random() * WATCHERS_SPREAD);
});

async function refreshCopy() {
  await fetchCopy(game).catch(() => {});
  if (preparing) markPrepared();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches("form.hand") || !game) return;
  event.preventDefault();
  if (isSending) return;
  const stopBusy = showBusy(event.submitter ?? form.querySelector(".save"));
  sendHand(form, event.submitter).finally(() => {
    stopBusy();
    setSending(false);
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
 * "rook:sending" tells other modules that a hand of this phone is on its way.
 * @param {boolean} now
 */
function setSending(now) {
  isSending = now;
  document.dispatchEvent(new CustomEvent("rook:sending", { detail: now }));
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function sendHand(form, submitter) {
  setSending(true);
  const values = /** @type {[string, string][]} */ ([...new FormData(form, submitter)]);
  const body = new URLSearchParams(values);
  try {
    const { response, page } = await fetchPage(form.action, { method: "POST", body, timeout: SAVE_TIMEOUT });
    if (response.status >= 500) return keepHand(form, body);
    // What another phone did is on the page that comes now.
    notify("live");
    if (response.redirected) history.replaceState(null, "", response.url);
    return swapPage(page);
  } catch {
    return keepHand(form, body);
  }
}

/**
 * No network: the hand waits on this phone, and the table goes on here.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} values
 */
async function keepHand(form, values) {
  try {
    await addHand(form, values);
  } catch {
    // The form may have been drawn again meanwhile, with what was entered.
    await takingOver;
    return showError(handForm() || form, NO_ROOM);
  }
  // Another release of the app came meanwhile, and its files do not fit this page's.
  const table = await import("./table.js").catch(() => null);
  return table ? table.showTable(game, KEPT) : showError(form, `${KEPT} Reload the page to continue.`);
}

/**
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} values
 */
async function addHand(form, values) {
  const table = await loadTable(game);
  if (!table) throw new Error("no copy");
  const { handFacts } = await import("./form-values.js");
  const { completeHand } = await import("./score.js");
  const { facts: gameFacts } = table.kit;
  const known = JSON.parse(form.dataset.known || "{}");
  const stage = /** @type {Stage} */ (values.get("stage"));
  const facts = isPassedOut(form, values)
    ? { passed_out: true }
    : completeHand(gameFacts, handFacts(form, gameFacts.fields, stage, known));
  const [hand, base] = [Number(values.get("hand")), Number(values.get("base"))];
  await addEntry({ game, hand, base, facts, token: values.get("token") ?? undefined });
  removeDraft(form.dataset.draft ?? "");
}

/**
 * The button that says that nobody bid was pressed.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} values
 */
const isPassedOut = (form, values) => values.has("passed_out") && !new FormData(form).has("passed_out");

/**
 * Shown at the top of the form; if the table goes on without a network in a form of its own, there.
 * @param {HTMLFormElement} form
 * @param {string} text
 */
function showError(form, text) {
  lastError = text;
  form.querySelector(":scope > .faults")?.remove();
  const faults = Object.assign(document.createElement("div"), { className: "faults", textContent: text });
  faults.setAttribute("role", "alert");
  form.prepend(faults);
  faults.scrollIntoView({ block: "nearest" });
}
