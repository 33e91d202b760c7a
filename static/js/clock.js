// The clock of a round: counts down to the server's moment, whatever this phone's own clock says.
import { readPreference } from "./preferences.js";

const TICK = 250; // ms
const SYNC_AGAIN = 300_000; // ms

/** How far the server's clock is ahead of this one. */
let offset = 0;
let syncedAt = Number.NEGATIVE_INFINITY;
/** The end that was announced, so that it is announced once. @type {string | undefined} */
let announced;

sync().finally(() => setInterval(tick, TICK));
document.addEventListener("visibilitychange", () => document.hidden || sync());

async function sync() {
  const sent = Date.now();
  syncedAt = sent;
  try {
    const response = await fetch("/time", { cache: "no-store" });
    const time = Number(await response.text());
    if (response.ok && time > 0) offset = time - (sent + Date.now()) / 2;
  } catch {
    // Without a network the phone's own clock must do.
  }
}

function tick() {
  if (!document.hidden && Date.now() - syncedAt > SYNC_AGAIN) sync();
  for (const place of document.querySelectorAll("[data-clock]")) {
    if (place instanceof HTMLElement) show(place);
  }
}

/** @param {HTMLElement} place */
function show(place) {
  const end = place.dataset.clock ?? "";
  const left = Math.ceil((Number(end) - Date.now() - offset) / 1000);
  const seconds = Math.max(left, 0);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (place.textContent !== text) place.textContent = text;
  place.parentElement?.classList.toggle("up", left <= 0);
  if (left > 0 || announced === end) return;
  // A page that is opened later has nothing to announce.
  if (left > -2) chime();
  announced = end;
}

async function chime() {
  if (!readPreference("sound")) return;
  const { playChime } = await import("./feedback.js");
  playChime();
}
