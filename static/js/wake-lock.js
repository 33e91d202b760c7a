// Keeps the screen on while a hand is open, if this phone's person wants it; off again when the hand is closed.
const WISH = "keep the screen on";
let lock = null;

const place = () => document.querySelector("[data-awake]");
const wished = () => { try { return localStorage.getItem(WISH) === "yes"; } catch { return false; } };

if ("wakeLock" in navigator) {
  document.addEventListener("rook:swapped", begin);
  document.addEventListener("visibilitychange", update);
  begin();
}

function begin() {
  const tick = place()?.querySelector("input");
  if (tick) {
    place().hidden = false;
    tick.checked = wished();
    tick.addEventListener("change", () => {
      try { localStorage.setItem(WISH, tick.checked ? "yes" : "no"); } catch { return; }
      update();
    });
  }
  update();
}

async function update() {
  if (!place() || !wished()) return release();
  // A hidden page loses the lock by itself.
  if (lock || document.hidden) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; say(""); });
    say("(it stays on now)");
    if (!place() || !wished()) release();
  } catch {
    say("(this phone refuses, perhaps to save its battery)");
  }
}

function release() {
  lock?.release();
  say("");
}

function say(words) {
  const said = place()?.querySelector("[data-awake-said]");
  if (said) said.textContent = words;
}
