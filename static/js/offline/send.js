// On every page: what waits is shown. On a table's page: a copy is kept for days without network, and a hand that cannot be sent
// waits on the phone instead of being lost.
import { add, fetchCopy, flush, get, keepKits, onChange, table, waiting } from "./outbox.js";
import { home, parsed, swap } from "../swap.js";

const PATIENCE = 8_000;
const CALM = 3_000; // first the page itself; what is needed when the network goes comes then, or at the first touch
const SPREAD = 10_000;
const [, game] = /^\/t\/([\w-]{22})/.exec(location.pathname) || [];
let sending = false;
let ready = null;
let cutting = null;
let told = "";
let copying = 0;

const badge = Object.assign(document.createElement("a"), { className: "badge", href: "/offline" });
onChange(showBadge);
showBadge();
start();

async function showBadge() {
  const entries = await waiting().catch(() => []);
  const asks = entries.filter((entry) => entry.state !== "waiting").length;
  badge.textContent = asks ? `${asks} to decide` : `${entries.length} not sent yet`;
  badge.dataset.state = asks ? "asks" : "waiting";
  if (entries.length) document.body.append(badge);
  else badge.remove();
}

async function start() {
  if (document.querySelector("[data-shell]")) return flush();
  if (game) await fetchCopy(game).catch(() => {});
  await flush();
  if (await mine()) return takeOver();
  if (await isOld()) await home(game);
  setTimeout(prepare, CALM);
  return document.addEventListener("input", prepare, { once: true });
}

// Loaded while there is a network: without one it would be too late.
function prepare() {
  ready ??= Promise.all([game && import("./table.js"), keepKits()]).then(() => { document.documentElement.dataset.prepared = ""; }, () => { ready = null; });
}

// Something was sent after the server had made this page.
async function isOld() {
  if (location.pathname !== `/t/${game}`) return false;
  const copy = await get("games", game).catch(() => null);
  const shown = Number(document.querySelector("main input[name=last]")?.value || 0);
  return Boolean(copy?.may_score) && copy.last > shown;
}

async function mine() {
  return game ? (await waiting(game).catch(() => [])).length : 0;
}

async function takeOver(say) {
  const { show } = await import("./table.js");
  const form = document.querySelector("main form.hand");
  await show(game, say, form && { hand: Number(form.elements.hand.value), stage: form.elements.stage.value });
}

// The network has gone while a table is open: it goes on here, with what is entered so far.
async function cut() {
  if (game && document.querySelector("main form.hand") && !document.querySelector("main [data-sync]") && await table(game)) {
    await takeOver(told || "No network just now: go on, everything is kept on this phone.");
  }
}
// If not all was loaded yet, the form stays as it is.
function gone() {
  if (!sending) cutting = cut().catch(() => {});
}
addEventListener("offline", gone);
document.addEventListener("rook:swapped", ({ detail }) => {
  if (!game || detail?.kept) return;
  delete document.documentElement.dataset.prepared;
  clearTimeout(copying);
  // Who keeps the score may lose the network at once; hundreds who watch need not all ask in the same moment.
  if (document.querySelector("main form.hand, main input[name=last]")) copy();
  else copying = setTimeout(copy, CALM + Math.random() * SPREAD);
});

async function copy() {
  await fetchCopy(game).catch(() => {});
  if (ready) document.documentElement.dataset.prepared = "";
}
document.addEventListener("rook:cut", gone);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches("form.hand") || !game) return;
  event.preventDefault();
  if (!sending) send(form, event.submitter).finally(() => busy(false));
});

// "rook:sending" tells other modules that a hand of this phone is on its way.
function busy(now) {
  sending = now;
  document.dispatchEvent(new CustomEvent("rook:sending", { detail: now }));
}

async function send(form, submitter) {
  busy(true);
  const data = new URLSearchParams(new FormData(form, submitter));
  let reply;
  try {
    reply = await fetch(form.action, { method: "POST", body: data, redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    return wait(form, data);
  }
  if (reply.type === "opaqueredirect") return (await home(game, true)) ? undefined : wait(form, data);
  if (reply.status >= 500) return wait(form, data);
  return swap(await parsed(reply));
}

// No network: the hand waits on this phone, and the table goes on here.
async function wait(form, data) {
  try {
    const found = await table(game);
    const { handFacts } = await import("./form-values.js");
    const { completed } = await import("./score.js");
    const known = JSON.parse(form.dataset.known || "{}");
    const facts = completed(found.kit.facts, handFacts(form, found.kit.facts.fields, data.get("stage"), known));
    await add({ game, hand: Number(data.get("hand")), base: Number(data.get("base")), facts, token: data.get("token") });
    localStorage.removeItem(`draft ${form.dataset.draft}`);
  } catch {
    // The form may have been drawn anew meanwhile, with what was entered.
    await cutting;
    return say(document.querySelector("main form.hand") || form, "No network, and this phone has no room to keep it. What you entered stays here: save again when the network is back.");
  }
  const kept = "No network just now: it is kept on this phone and will be sent.";
  // Another release of the app came meanwhile, and its files do not fit this page's.
  const { show } = await import("./table.js").catch(() => ({ show: () => say(form, `${kept} Load the page again to go on.`) }));
  return show(game, kept);
}

// Told at the top of the form; if the table goes on without network in a form of its own, there.
function say(form, words) {
  told = words;
  form.querySelector(":scope > .faults")?.remove();
  const faults = Object.assign(document.createElement("div"), { className: "faults", textContent: words });
  faults.setAttribute("role", "alert");
  form.prepend(faults);
  faults.scrollIntoView({ block: "nearest" });
}
