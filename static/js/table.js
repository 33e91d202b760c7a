// The form of a hand, quicker: the outcome while entering, cards laid without a reload, a draft that survives one.
// `data-touched` on the form tells other modules that something is entered; "rook:swapped" says that the page is
// another one.
import { startBid } from "./bid-keys.js";
import { h } from "./dom.js";
import { enteredValues, readDraft, removeDraft, removeOlderDrafts, saveDraft } from "./drafts.js";
import { fillInput } from "./fill-input.js";
import { onStateChange, state } from "./game-state.js";
import { FOLLOW, fetchPage, fetchPiece, swapElement } from "./swap.js";

const EDIT_BUTTONS = ["do", "put", "drop"];
const TYPING_PAUSE = 120;
const NO_NETWORK = "No network. What you entered stays on this page.";
let previewTimer = 0;
let previews = 0;

function start() {
  if (document.querySelector("[data-wake-lock]")) import("./wake-lock.js").catch(() => undefined);
  const form = document.querySelector("form.hand");
  if (!form) return;
  removeOlderDrafts(draftName(form));
  restoreDraft(form);
  enhance(form);
  preview(form);
}

/** @param {HTMLFormElement} form */
const draftName = (form) => form.dataset.draft ?? "";
/** @param {HTMLFormElement} form */
const isBid = (form) => inputNamed(form, "stage").value === "bid";
/** @type {(form: HTMLFormElement, name: string) => HTMLInputElement} */
const inputNamed = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** @param {HTMLFormElement} form */
function enhance(form) {
  document.documentElement.classList.add("script");
  moveReasons(form);
  if (form.querySelector("[data-fields]")) loadFields(form);
  form.addEventListener("input", () => {
    form.dataset.touched = "";
    saveDraft(form);
    previews += 1;
    clearTimeout(previewTimer);
    previewTimer = setTimeout(() => preview(form), TYPING_PAUSE);
  });
  if (form.querySelector(".bidders")) startBid(form);
  form.addEventListener("reset", () => setTimeout(() => clear(form)));
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement) || !EDIT_BUTTONS.includes(button.name)) return;
    event.preventDefault();
    queueEdit(button);
  });
}

/**
 * Without its script a figure is typed.
 * @param {HTMLFormElement} form
 */
function loadFields(form) {
  import("./fields.js").then((fields) => fields.start(form)).catch(() => undefined);
}

/** @param {HTMLFormElement} form */
function restoreDraft(form) {
  const draft = readDraft(draftName(form));
  if (!draft) return;
  // Rows of a list are in the draft as they were left, some perhaps removed.
  const rows = [...form.querySelectorAll('input[type=hidden][name*="["], .meld')];
  for (const row of rows) row.remove();
  form.dataset.touched = "";
  for (const box of form.querySelectorAll("input[type=checkbox]")) {
    box.checked = draft.some(([name]) => name === box.name);
  }
  for (const [name, value] of draft) restoreValue(form, name, value);
  // Cards laid before a reload: the server draws them again.
  const isShown = (/** @type {string} */ name) =>
    form.querySelector(`[name="${CSS.escape(name)}"]:not([type=hidden])`) !== null;
  if (rows.length || draft.some(([name]) => !isShown(name))) edit(form, null);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function restoreValue(form, name, value) {
  const inputs = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
  if (!inputs.length) form.append(h("input", { type: "hidden", name, value }));
  for (const input of inputs) fillInput(input, value);
}

/** @type {Promise<unknown>} */
let lastEdit = Promise.resolve();

/** @type {Pick<HTMLButtonElement, "name" | "value"> | null} */
let unanswered = null;
// What the server did not get is pressed again in the phone's own form.
onStateChange(() => {
  if (!state.isPhones || !unanswered) return;
  const button = findButton(unanswered);
  unanswered = null;
  button?.click();
});

/**
 * The button of the form that is shown now, for the row that is next now.
 * @param {Pick<HTMLButtonElement, "name" | "value">} pressed
 */
function findButton({ name, value }) {
  const withoutRow = (/** @type {string} */ path) => path.replace(/\[\d+\](?=\[1\]=|=)/, "[]");
  const buttons = [...(document.querySelector("form.hand")?.querySelectorAll(`button[name="${name}"]`) ?? [])];
  return (
    buttons.find((other) => other.value === value) ||
    buttons.find((other) => withoutRow(other.value) === withoutRow(value))
  );
}

/**
 * Each touch waits for the answer to the one before it.
 * @param {HTMLButtonElement} pressed
 */
function queueEdit({ name, value }) {
  lastEdit = lastEdit.then(() => {
    const form = document.querySelector("form.hand");
    const button = findButton({ name, value });
    return form && button ? edit(form, button) : undefined;
  });
}

/**
 * A button that changes the form: the server answers with the page, of which only the form is taken.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 */
async function edit(form, button) {
  if (state.isPhones) return button?.click();
  const body = new FormData(form);
  body.append(button?.name || "do", button?.value || "look");
  try {
    const { page } = await fetchPage(form.action, { method: "POST", body, timeout: 0 });
    const next = swapElement(form, page.querySelector("form.hand"));
    if (!next) return showOutcome(form, "That did not work. Reload the page; what you entered stays.");
    next.dataset.edited = "";
    enhance(next);
    saveDraft(next);
  } catch {
    unanswered = button && { name: button.name, value: button.value };
    showOutcome(form, NO_NETWORK);
  }
  return undefined;
}

/**
 * A form with cards or calls was drawn by the server: only a new one is without them.
 * @param {HTMLFormElement} form
 */
async function clear(form) {
  delete form.dataset.touched;
  removeDraft(draftName(form));
  showOutcome(form, "");
  if (!("edited" in form.dataset)) return;
  try {
    const address = document.querySelector("main")?.dataset.page ?? "";
    const { page } = await fetchPage(address, { ...FOLLOW, timeout: 0 });
    const next = swapElement(form, page.querySelector("form.hand"));
    if (next) enhance(next);
  } catch {
    showOutcome(form, NO_NETWORK);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} text
 */
function showOutcome(form, text) {
  form.querySelector("[data-outcome]")?.replaceChildren(...(text ? [h("p.out.hints", text)] : []));
  form.querySelector("[data-reasons]")?.replaceChildren();
}

/**
 * The reasons stand below the button, where their number moves nothing.
 * @param {HTMLFormElement} form
 */
function moveReasons(form) {
  form.querySelector("[data-reasons]")?.replaceChildren(...form.querySelectorAll("[data-outcome] .reasons"));
}

/** @param {HTMLFormElement} form */
async function preview(form) {
  if (!enteredValues(form).some(([, value]) => value) || isBid(form)) return;
  const number = ++previews;
  try {
    const piece = await fetchPiece(form.dataset.preview ?? "", new FormData(form));
    const outcome = form.querySelector("[data-outcome]");
    // A slow answer to an older question is not shown.
    if (piece === null || !outcome || number !== previews) return;
    outcome.innerHTML = piece;
    moveReasons(form);
  } catch {
    if (number === previews) showOutcome(form, "No network. The outcome will show when the hand is saved.");
  }
}

document.addEventListener("rook:swapped", start);
start();
