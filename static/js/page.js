// On every page: notes of other modules, the service worker, and what this address cannot do. Nothing here is needed to keep score.
const notes = document.querySelector("[data-notes]");
const TOLD = "told about plain http";

// "rook:note": { key, words, buttons: [[label, what to do or where to go], …] }; a note without words takes back the one before.
document.addEventListener("rook:note", ({ detail: { key, words, buttons = [["All right"]] } }) => {
  notes.querySelector(`[data-key="${key}"]`)?.remove();
  if (!words) return;
  const note = Object.assign(document.createElement("div"), { className: "note" });
  note.dataset.key = key;
  note.append(Object.assign(document.createElement("p"), { textContent: words }));
  note.append(...buttons.map(([label, act]) => control(note, label, act)));
  notes.append(note);
});

function control(note, label, act) {
  if (typeof act === "string") return Object.assign(document.createElement("a"), { className: "tool", textContent: label, href: act });
  const button = Object.assign(document.createElement("button"), { className: "tool", type: "button", textContent: label });
  button.addEventListener("click", () => { note.remove(); act?.(); });
  return button;
}

function say(key, words, buttons) {
  document.dispatchEvent(new CustomEvent("rook:note", { detail: { key, words, buttons } }));
}

// The service worker serves a page from its store when there is no network, and marks it with the time of the copy.
const seen = document.documentElement.dataset.seen;
if (seen) {
  const time = new Date(seen).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  say("seen", `No network: this is how it looked at ${time}.`, [["Look again", () => location.reload()]]);
}
document.addEventListener("rook:state", ({ detail }) => { if (detail === "live") say("seen"); });

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
else if (!isSecureContext && !document.querySelector("main[data-events]")) tellOnce();

function tellOnce() {
  try { if (localStorage.getItem(TOLD)) return; } catch { return; }
  say("http", "At this address (plain http) the app cannot be installed, opened without a network, or keep the screen on. Everything else works.", [
    ["All right", () => { try { localStorage.setItem(TOLD, "yes"); } catch { return; } }],
  ]);
}

// Moments come in universal time; here they are told by the phone's own clock.
const CLOCK = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

function tellTime() {
  for (const time of document.querySelectorAll("main time[datetime]")) time.textContent = CLOCK.format(new Date(time.dateTime));
}
document.addEventListener("rook:swapped", tellTime);
tellTime();
