// On every page: notes, the service worker, local times, and what this address cannot do. Scoring works without it.
import { formatClock, formatMoment } from "./dates.js";
import { button, h } from "./dom.js";
import { notify } from "./notify.js";
import { readItem, writeItem } from "./storage.js";

const PLAIN_HTTP_KEY = "told about plain http";
const PLAIN_HTTP_TEXT =
  "At this address (plain http) the app cannot be installed, opened without a network, or keep the screen on. " +
  "Everything else works.";

document.addEventListener("rook:note", ({ detail }) => showNote(detail));
document.addEventListener("rook:swapped", showLocalTimes);
showLocalTimes();
showAge();
// The server offers the phone's day as a date, not its own.
// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in all browsers that we support.
document.cookie = `utc_offset=${-new Date().getTimezoneOffset()};path=/;max-age=31536000;samesite=lax`;
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
else if (!isSecureContext && !document.querySelector("main[data-events]")) explainPlainHttp();

/** @param {Note} note */
function showNote({ key, text, buttons = [["OK"]] }) {
  const notes = document.querySelector("[data-notes]");
  notes?.querySelector(`[data-key="${key}"]`)?.remove();
  if (!text || !notes) return;
  const note = h("div.note", { "data-key": key }, h("p", text));
  note.append(...buttons.map((label) => noteControl(note, label)));
  notes.append(note);
}

/**
 * @param {HTMLElement} note
 * @param {NoteButton} label
 */
function noteControl(note, [text, action]) {
  if (typeof action === "string") return h("a.btn.quiet", { href: action }, text);
  const act = () => {
    note.remove();
    action?.();
  };
  return button(text, act, "btn quiet");
}

// The service worker serves a stored page when there is no network, and marks it with the time of the copy.
function showAge() {
  const { seen } = document.documentElement.dataset;
  if (!seen) return;
  const text = `No network. This page is from ${formatClock(new Date(seen))}.`;
  notify("seen", text, [["Refresh", () => location.reload()]]);
  document.addEventListener("rook:state", ({ detail }) => {
    if (detail === "live") notify("seen");
  });
}

// Told once; where that cannot be remembered, never.
function explainPlainHttp() {
  if (readItem(PLAIN_HTTP_KEY) !== null) return;
  notify("http", PLAIN_HTTP_TEXT, [["OK", () => writeItem(PLAIN_HTTP_KEY, "yes")]]);
}

// The server writes times in UTC.
function showLocalTimes() {
  for (const time of document.querySelectorAll("main time[datetime]")) {
    time.textContent = formatMoment(new Date(time.dateTime));
  }
}
