// Quicker, never needed: the outcome while entering, and a draft that survives a reload. No rules here.
const form = document.querySelector("form.hand");
if (form) begin(form);

function begin(form) {
  const key = "draft " + form.dataset.draft;
  forgetOthers(key);
  restore(form, key);
  document.documentElement.classList.add("script");
  let waiting = 0;
  form.addEventListener("input", () => {
    keep(form, key);
    clearTimeout(waiting);
    waiting = setTimeout(() => preview(form), 120);
  });
  form.addEventListener("submit", (event) => {
    if (!event.submitter?.name) form.dataset.sent = "yes";
  });
  preview(form);
}

function entries(form) {
  const own = ["csrf_token", "stage", "hand", "base", "token"];
  return [...new FormData(form)].filter(([name, value]) => value && !own.includes(name));
}

function keep(form, key) {
  try { localStorage.setItem(key, JSON.stringify(entries(form))); } catch { /* a full or forbidden store costs only the draft */ }
}

// Drafts of this game's other hands are saved or void by now.
function forgetOthers(key) {
  try {
    const game = key.split(" ").slice(0, 2).join(" ");
    for (const other of Object.keys(localStorage)) if (other.startsWith(game + " ") && other !== key) localStorage.removeItem(other);
  } catch { /* no store, no drafts */ }
}

function restore(form, key) {
  let draft = [];
  try { draft = JSON.parse(localStorage.getItem(key) || "[]"); } catch { return; }
  for (const [name, value] of draft) {
    for (const input of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (input.type === "radio" || input.type === "checkbox") input.checked = input.checked || input.value === value;
      else if (input.type !== "hidden") input.value = value;
      const fold = input.closest("details");
      if (fold) fold.open = true;
    }
  }
}

async function preview(form) {
  const place = form.querySelector("[data-outcome]");
  if (!entries(form).length || form.elements.stage.value === "bid") return;
  try {
    const answer = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form) });
    if (answer.ok) place.innerHTML = await answer.text();
  } catch { /* without network the outcome comes when it is saved */ }
}
