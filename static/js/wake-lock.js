// Keeps the screen on while a hand is open, if this phone's owner wants it.
import { readPreference, writePreference } from "./preferences.js";

/** @type {WakeLockSentinel | null} */
let lock = null;

const findControl = () => document.querySelector("[data-wake-lock]");
const isWanted = () => findControl() !== null && readPreference("awake") === "on";

if ("wakeLock" in navigator) {
  document.addEventListener("rook:swapped", showControl);
  document.addEventListener("visibilitychange", update);
  showControl();
}

function showControl() {
  const control = findControl();
  const checkbox = control?.querySelector("input");
  if (control && checkbox) {
    control.hidden = false;
    checkbox.checked = isWanted();
    checkbox.addEventListener("change", () => {
      writePreference("awake", checkbox.checked ? "on" : "");
      update();
    });
  }
  update();
}

async function update() {
  if (!isWanted()) return release();
  // A hidden page loses the lock by itself.
  if (lock || document.hidden) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
      showState("");
    });
    showState("(on now)");
    if (!isWanted()) release();
  } catch {
    showState("(this phone does not allow it now)");
  }
}

function release() {
  lock?.release();
  showState("");
}

/** @param {string} text */
function showState(text) {
  const label = findControl()?.querySelector("[data-wake-lock-state]");
  if (label) label.textContent = text;
}
