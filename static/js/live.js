// Every page of a game, a club night or a season follows it: when anything is saved anywhere, it fetches itself again.
// The server's page comes back here too, when the phone's own is not needed any more. Sends "rook:state".
import { carryInputs } from "./carry-inputs.js";
import { h } from "./dom.js";
import { changeState, onStateChange, RELEASE, state } from "./game-state.js";
import { notify } from "./notify.js";
import { rememberPosition } from "./reading-position.js";
import { readItem, writeItem } from "./storage.js";
import { FOLLOW, fetchPage, pageParts, replaceMain, swapElement, swapMain } from "./swap.js";

const LONGEST_SILENCE = 40_000; // the server sends something every 15 s
const RETRY_DELAYS = [1_000, 3_000, 8_000, 20_000];
/**
 * All phones lose the server in the same moment: each comes back at its own.
 * @param {number} delay
 */
const spread = (delay) => delay * (0.5 + Math.random());
/** The release for which this phone has reloaded a page: once is enough. */
const RELOADED = "rook:release";
const STATE_TEXTS = { live: "Live", trying: "Reconnecting…", busy: "Not live", gone: "No access" };
const STATE_CLASSES = { live: "", trying: "wait", busy: "wait", gone: "off" };

/** @type {EventSource | null} */
let stream = null;
/** @type {Promise<boolean> | null} */
let refreshing = null;
let silenceTimer = 0;
let retryTimer = 0;
let failures = 0;
let isLeaving = false;
let isGone = false;

const isLive = () => document.querySelector("main[data-events]") !== null;
const livePage = () => /** @type {HTMLElement} */ (document.querySelector("main[data-events]"));
const handForm = () => document.querySelector("main form.hand");
const shownRevision = () => (isLive() ? Number(livePage().dataset.revision) : 0);
const canSwap = () => isLive() && !isGone && !isLeaving && !state.isSending;
const isEntering = () => handForm()?.hasAttribute("data-touched") ?? false;
const isIdle = () => canSwap() && !isEntering() && !state.waiting && readItem(RELOADED) !== state.release;
const isWanted = () =>
  state.isPhones ? state.isReachable && !state.waiting && !isEntering() : state.announced > shownRevision();
const stateLabel = h("p.state");
const announcer = h("p.hidden", { "aria-live": "polite", "data-announcer": "" });

if (isLive()) {
  placeStateLabel();
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
  onStateChange(follow);
  document.addEventListener("rook:swapped", () => {
    placeStateLabel();
    if (stream?.readyState === EventSource.CLOSED) connect();
  });
  addEventListener("pageshow", (event) => {
    isLeaving = false;
    if (event.persisted) connect();
  });
  addEventListener("pagehide", disconnect);
  addEventListener("online", connect);
  addEventListener("offline", () => setState("trying"));
  // A form on its way brings a page of its own.
  addEventListener("submit", (event) => {
    isLeaving = !event.defaultPrevented;
  });
  connect();
}

// Next to the name of the page or the back link; a page without them gets a line of its own.
function placeStateLabel() {
  const pageName = document.querySelector("main > .head h1, main > .head:not(:has(h1)) > :first-child, .top .home");
  if (pageName) pageName.after(stateLabel);
  else document.body.append(stateLabel);
}

/** @param {LiveState} name */
function setState(name) {
  stateLabel.textContent = STATE_TEXTS[name];
  stateLabel.className = `state status ${STATE_CLASSES[name]}`;
  stateLabel.dataset.state = name;
  document.dispatchEvent(new CustomEvent("rook:state", { detail: name }));
}

// A hidden page holds no connection: a browser has only six to one server. Nor does a page that asks something, such as
// which of two versions is right.
function connect() {
  disconnect();
  if (document.hidden || isGone || !isLive()) return;
  const source = new EventSource(livePage().dataset.events ?? "");
  stream = source;
  source.addEventListener("revision", (event) => {
    markAlive();
    changeState({ announced: Number(event.data) });
  });
  // All who watch are shown the same page, and it comes with the news.
  source.addEventListener("page", (event) => {
    markAlive();
    if (canSwap()) applyPage(new DOMParser().parseFromString(event.data, "text/html"));
  });
  source.addEventListener("release", (event) => changeState({ release: event.data }));
  source.addEventListener("ping", markAlive);
  source.addEventListener("gone", retryLater);
  // The browser tries again by itself, unless the server refused.
  source.addEventListener("error", () =>
    source.readyState === EventSource.CLOSED ? retryLater() : setState("trying"),
  );
  watchForSilence();
}

function disconnect() {
  stream?.close();
  clearTimeout(silenceTimer);
  clearTimeout(retryTimer);
}

function watchForSilence() {
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(() => {
    setState("trying");
    connect();
  }, LONGEST_SILENCE);
}

function markAlive() {
  failures = 0;
  watchForSilence();
  if (stateLabel.dataset.state !== "live") setState("live");
  changeState({ isReachable: true });
}

// No connection: the page itself says why. Then fetch it now and then, and try to connect again.
async function retryLater() {
  disconnect();
  const isAnswered = await refreshOnce();
  if (isGone || document.hidden) return;
  if (isAnswered) setState("busy");
  clearTimeout(retryTimer);
  retryTimer = setTimeout(connect, spread(RETRY_DELAYS[Math.min(failures++, RETRY_DELAYS.length - 1)]));
}

// The page is as new as what is known, and of the server's release where nobody is in the middle of something.
function follow() {
  if (state.release !== RELEASE && isIdle() && writeItem(RELOADED, state.release)) return location.reload();
  if (canSwap() && isWanted()) refreshOnce();
}

/** True if the server answered. */
function refreshOnce() {
  refreshing ??= refresh().finally(() => {
    refreshing = null;
    // More was announced meanwhile, or the page that came was too old.
    if (canSwap() && isWanted() && state.isReachable) setTimeout(follow, RETRY_DELAYS[0] / 4);
  });
  return refreshing;
}

async function refresh() {
  if (!canSwap()) return true;
  const { page: address = "", home = "" } = livePage().dataset;
  const { announced } = state;
  try {
    const { response, page } = await fetchPage(state.isPhones ? home : address, FOLLOW);
    if (!canSwap()) return true;
    // Somebody who is not signed in any more is sent elsewhere.
    if (response.status === 404 || response.status === 403 || response.redirected) return explainMissing();
    if (!response.ok) throw new Error(String(response.status));
    applyPage(page);
  } catch {
    setState("trying");
    clearTimeout(retryTimer);
    retryTimer = setTimeout(connect, spread(RETRY_DELAYS[1]));
    return false;
  }
  // What the page shows is what there is, unless more was announced meanwhile.
  if (state.announced === announced) state.announced = Math.max(shownRevision(), state.revision);
  return true;
}

function explainMissing() {
  const { page, home = "/", homeName } = livePage().dataset;
  if (page !== home && !state.isPhones) {
    // Nothing newer will come here.
    copyRevision(livePage(), state.announced);
    notify("live", "This has been deleted.", [[`Go to ${homeName}`, home]]);
    return true;
  }
  isGone = true;
  disconnect();
  setState("gone");
  const text =
    `This phone can no longer see ${homeName}: someone signed out, reset the link or deleted it. ` +
    "This is the last version it saw.";
  notify("live", text, [["All games", "/"]]);
  return true;
}

/** @param {Document} page */
function applyPage(page) {
  const parts = pageParts(page);
  if (!parts?.main.matches("[data-events]")) return;
  const next = parts.main;
  const revision = Number(next.dataset.revision);
  if (state.isPhones) return comeBack(parts);
  const news = next.dataset.latest === livePage().dataset.latest ? "" : (next.dataset.latest ?? "");
  if (revision <= shownRevision() || revision < state.revision) return;
  const form = handForm();
  if (!isEntering() && carryInputs(livePage(), next)) {
    swapInPlace(parts);
    announce(news);
  } else if (!form) {
    copyRevision(next);
    warn(parts, "Another phone changed this page.");
  } else if (next.querySelector("form.hand")?.dataset.draft === form.dataset.draft) {
    updateAroundForm(next);
    if (news) notify("live", `${news} Your entry is not affected.`);
  } else {
    copyRevision(next);
    warn(parts, news);
  }
}

/**
 * Nothing waits, and the server answers.
 * @param {PageParts} parts
 */
function comeBack(parts) {
  if (state.waiting || isEntering() || !swapMain(parts)) return;
  history.replaceState(null, "", parts.main.dataset.home);
  scrollTo({ top: 0 });
}

/**
 * The hand that is being entered here was changed elsewhere: nothing is lost, nothing is hidden.
 * @param {PageParts} parts
 * @param {string} news
 */
function warn(parts, news) {
  const { title, body } = document;
  const own = { main: livePage(), title, bodyClass: body.className };
  const goBack = () => {
    replaceMain(own);
    placeStateLabel();
    handForm()?.dispatchEvent(new Event("input"));
    warn(parts, news);
  };
  const look = () => {
    swapInPlace(parts);
    notify("live", "This is what is saved now.", [["Back to my entry", goBack], ["OK"]]);
  };
  const text = `${news || "Another phone changed this hand."} Check it before you save.`;
  notify("live", text, [["Show it", look], ["Keep entering"]]);
}

/**
 * Score and hands are new; the form under the finger stays as it is.
 * @param {HTMLElement} next
 */
function updateAroundForm(next) {
  for (const selector of [".menu:not([open])", ".board", ".so-far"]) {
    const old = livePage().querySelector(selector);
    if (old) swapElement(old, next.querySelector(selector));
  }
  const totals = next.querySelectorAll("[data-total]");
  for (const [index, row] of livePage().querySelectorAll("[data-total]").entries()) {
    row.dataset.total = totals[index]?.dataset.total ?? row.dataset.total;
  }
  handForm()?.dispatchEvent(new Event("input"));
  copyRevision(next);
}

/**
 * @param {HTMLElement} next
 * @param {number} [revision]
 */
function copyRevision(next, revision = Number(next.dataset.revision)) {
  livePage().dataset.revision = String(revision);
  livePage().dataset.latest = next.dataset.latest;
  const [old, copy] = [livePage(), next].map((main) => main.querySelector("[data-game-copy]"));
  if (old && copy !== old) swapElement(old, copy);
  changeState({ revision });
}

/** @param {PageParts} parts */
function swapInPlace(parts) {
  const restorePosition = rememberPosition(livePage());
  // The message about the last action stays to be read. Its Undo, and that of an open menu, still means what it meant.
  const message = livePage().querySelector(":scope > .said");
  if (message) parts.main.querySelector(":scope > .head")?.after(message);
  const menu = livePage().querySelector(".menu[open]");
  if (menu) parts.main.querySelector(".menu")?.replaceWith(menu);
  swapMain(parts);
  restorePosition();
}

/**
 * For people who hear the page.
 * @param {string} text
 */
function announce(text) {
  if (!announcer.isConnected) document.body.append(announcer);
  announcer.textContent = text;
}
