// Quicker, never needed: the outcome while entering, cards laid without a reload, a draft that survives one. No rules here.
const EDITS = ["do", "put", "drop"];
const OWN = ["csrf_token", "stage", "hand", "base", "token"];
let waiting = 0;
let asked = 0;

// `data-touched` on the form tells other modules that something is entered; "rook:swapped" says that the page is another,
// "rook:cut" that the server does not answer.
document.addEventListener("rook:swapped", start);
start();

function start() {
  const form = document.querySelector("form.hand");
  if (form) begin(form);
}

function begin(form) {
  const key = "draft " + form.dataset.draft;
  forgetOthers(key);
  restore(form, key);
  enhance(form, key);
  preview(form);
}

function enhance(form, key) {
  document.documentElement.classList.add("script");
  form.addEventListener("input", () => {
    form.dataset.touched = "";
    keep(form, key);
    asked += 1;
    if (form.elements.stage.value !== "bid") say(form, "…");
    clearTimeout(waiting);
    waiting = setTimeout(() => preview(form), 120);
  });
  form.addEventListener("reset", () => setTimeout(() => clear(form, key)));
  form.addEventListener("submit", (event) => {
    if (EDITS.includes(event.submitter?.name)) {
      event.preventDefault();
      queue(event.submitter, key);
    }
  });
}

function entries(form) {
  return [...new FormData(form)].filter(([name]) => !OWN.includes(name));
}

function keep(form, key) {
  // A full or forbidden store costs only the draft.
  try { localStorage.setItem(key, JSON.stringify(entries(form))); } catch { return; }
}

function forget(form, key) {
  delete form.dataset.touched;
  try { localStorage.removeItem(key); } catch { return; }
}

// Older drafts of this hand are saved or void by now; of hands before it too, unless one of them is being corrected.
function forgetOthers(key) {
  const [, game, hand, base, stage] = key.split(" ");
  try {
    for (const other of Object.keys(localStorage)) {
      const [word, itsGame, itsHand, itsBase, itsStage] = other.split(" ");
      if (word !== "draft" || itsGame !== game) continue;
      const older = itsHand === hand && Number(itsBase) < Number(base);
      const before = Number(itsHand) < Number(hand) && stage !== "whole" && itsStage !== "whole";
      if (older || before) localStorage.removeItem(other);
    }
  } catch { return; }
}

function restore(form, key) {
  let draft = null;
  try { draft = JSON.parse(localStorage.getItem(key)); } catch { return; }
  if (!draft) return;
  // Rows of a list stand in the draft as they were left, some perhaps taken out.
  const laid = [...form.querySelectorAll('input[type=hidden][name*="["]')];
  for (const row of laid) row.remove();
  form.dataset.touched = "";
  for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = draft.some(([name]) => name === box.name);
  for (const [name, value] of draft) {
    const inputs = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    if (!inputs.length) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    for (const input of inputs) {
      if (input.type === "radio") input.checked = input.value === value;
      else if (input.type !== "hidden" && input.type !== "checkbox") input.value = value;
      if (!value) continue;
      for (let fold = input.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    }
  }
  // Cards laid before a reload: the server draws them again.
  if (laid.length || draft.some(([name]) => !form.querySelector(`[name="${CSS.escape(name)}"]:not([type=hidden])`))) edit(form, null, key);
}

// Quick fingers: each touch waits for the answer to the one before, and is meant for the row that is next then.
let editing = Promise.resolve();

function queue(button, key) {
  const same = (value) => value.replace(/\[\d+\](?=\[1\]=|=)/, "[]");
  const { name, value } = button;
  editing = editing.then(() => {
    const form = document.querySelector("form.hand");
    const buttons = [...form.querySelectorAll(`button[name="${name}"]`)];
    const now = buttons.find((each) => each.value === value) || buttons.find((each) => same(each.value) === same(value));
    return now ? edit(form, now, key) : undefined;
  });
}

// A button that changes the form: the server answers with the page, of which only the form is taken.
async function edit(form, button, key) {
  const data = new FormData(form);
  data.append(button?.name || "do", button?.value || "look");
  try {
    const answer = await fetch(form.action, { method: "POST", body: data });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector("form.hand");
    if (!next) return say(form, "The server could not do that: reload the page, what you entered is kept.");
    next.dataset.edited = "";
    form.replaceWith(document.adoptNode(next));
    enhance(next, key);
    keep(next, key);
  } catch {
    say(form, "No network just now: try once more.");
  }
}

// What was laid or called stands in a form that the server has drawn: only a new one is without it.
async function clear(form, key) {
  forget(form, key);
  say(form, "");
  if (!("edited" in form.dataset)) return;
  try {
    const answer = await fetch(document.querySelector("main").dataset.page, { headers: { "X-Follow": "yes" } });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("form.hand");
    if (!next) return;
    form.replaceWith(document.adoptNode(next));
    enhance(next, key);
  } catch {
    say(form, "No network just now: try once more.");
  }
}

function say(form, words) {
  form.querySelector("[data-outcome]").textContent = words;
}

async function preview(form) {
  if (!entries(form).some(([, value]) => value) || form.elements.stage.value === "bid") return;
  const mine = ++asked;
  try {
    const answer = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form) });
    const words = await answer.text();
    // A slow answer to an older question is not shown.
    if (answer.ok && mine === asked) form.querySelector("[data-outcome]").innerHTML = words;
  } catch {
    if (mine === asked) say(form, "No network just now: the outcome comes when it is saved.");
    document.dispatchEvent(new Event("rook:cut"));
  }
}
