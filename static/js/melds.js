// Melds without a reload: a number adds a row, and a wild card replaces a natural one in a Rookie.

/** @param {Element} element */
const listAround = (element) => /** @type {HTMLElement} */ (element.closest(".melds"));

/**
 * @param {HTMLElement} list
 * @param {string} path
 * @param {string} part
 */
const valueAt = (list, path, part) => {
  const inputs = [...list.querySelectorAll(`[name="${CSS.escape(`${path}.${part}`)}"]`)];
  return inputs.find((input) => input.type !== "radio" || input.checked)?.value ?? "";
};

/**
 * Where the next meld goes.
 * @param {HTMLElement} list
 */
const nextPath = (list) => list.querySelector('button[name="put"]')?.value.split(/\.\w+=/, 1)[0] ?? "";

/**
 * Give the keys the place after `path`.
 * @param {HTMLElement} list
 * @param {string} path
 */
function moveKeys(list, path) {
  const next = path.replace(/\d+(?=\]$)/, (place) => String(Number(place) + 1));
  for (const control of list.querySelectorAll(":is(button, input)[name]:not(.meld *)")) {
    if (control.name.startsWith(`${path}.`)) control.name = next + control.name.slice(path.length);
    if (control.name === "put") control.value = control.value.replaceAll(`${path}.`, `${next}.`);
  }
}

/**
 * A row for a meld, from the template of its kind.
 * @param {HTMLElement} list
 * @param {string} path
 * @param {Record<string, string>} meld
 */
export function addMeld(list, path, meld) {
  const template = list.querySelectorAll("template")["run" in meld ? 1 : 0];
  const row = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  const place = /\d+(?=\]$)/.exec(path)?.[0] ?? "0";
  for (const control of row.querySelectorAll("[name]")) {
    control.name = control.name.replace("#", place);
    if (control.name === "drop") control.value = path;
    else control.value = meld[control.name.split(".").at(-1) ?? ""] ?? "";
  }
  const title = "run" in meld ? `${meld.run} ${meld.from}–${meld.to}` : `${meld.set}s`;
  const name = row.querySelector("b");
  if (name) name.textContent = title;
  row.querySelector(".mark")?.setAttribute("aria-label", `Remove ${title}`);
  if ("run" in meld) {
    const shape = list.querySelector(`.for-run input[value="${meld.run}"] + span svg`);
    if (shape) name?.prepend(shape.cloneNode(true));
  }
  list.querySelector(".laid-melds")?.prepend(row);
  labelMeld(row);
  moveKeys(list, path);
  return row;
}

/**
 * Show whether it is a Rookie, next to the number.
 * @param {HTMLElement} row
 */
function labelMeld(row) {
  const [cards, least, pure, mixed, inRun] = JSON.parse(listAround(row).dataset.rookie ?? "[]");
  const label = row.querySelector("small");
  const hidden = Object.fromEntries(
    [...row.querySelectorAll("input")].map(({ name, value }) => [name.split(".").at(-1), Number(value)]),
  );
  const { natural, wild = 0, from, to } = hidden;
  const isRookie =
    natural === undefined ? to - from + 1 >= cards : natural + wild >= cards && (!wild || natural >= least);
  if (label) label.textContent = isRookie ? (natural === undefined ? inRun : wild ? mixed : pure) : "";
}

/**
 * The form is no longer as the server drew it.
 * @param {HTMLElement} list
 */
function report(list) {
  const form = list.closest("form");
  if (form) form.dataset.edited = "";
  list.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {HTMLButtonElement} button */
function put(button) {
  const list = listAround(button);
  const path = nextPath(list);
  const given = Object.fromEntries(button.value.split("&").map((entry) => entry.slice(path.length + 1).split("=")));
  const isRun = "to" in given;
  const from = valueAt(list, path, "from");
  if (isRun && !from) return;
  const run = { run: valueAt(list, path, "run"), from, ...given };
  for (const first of list.querySelectorAll('.for-run input[name$=".from"]')) first.checked = false;
  addMeld(list, path, isRun ? run : given);
  report(list);
}

/** @param {HTMLButtonElement} button */
function drop(button) {
  const list = listAround(button);
  button.closest(".meld")?.remove();
  report(list);
}

/**
 * The kind of meld, touched again, lets go of the first card of a run.
 * @param {HTMLInputElement} input
 */
function releaseFirst(input) {
  if (!input.matches(".kinds input")) return;
  for (const first of listAround(input).querySelectorAll('.for-run input[name$=".from"]')) first.checked = false;
}

/**
 * Next to the last cards: the first card of the run.
 * @param {HTMLInputElement} input
 */
function showFirst(input) {
  const note = input.closest(".for-run")?.querySelector(".legend small");
  if (note && input.name.endsWith(".from")) note.textContent = `from ${input.value}; tap Run to change`;
}

/**
 * One more wild card in a full Rookie takes the place of a natural one.
 * @param {HTMLElement} row
 */
function swapNatural(row) {
  const [natural, wild] = /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll(".step input")]);
  const [cards, least] = JSON.parse(listAround(row).dataset.rookie ?? "[]");
  const [held, replaced] = [Number(natural.value), Number(wild.value)];
  if (held + replaced > cards && held + replaced - 1 === cards && held > least) natural.value = String(held - 1);
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (event.target instanceof HTMLInputElement) releaseFirst(event.target);
    if (!button?.closest(".melds form, form .melds")) return;
    if (button.name === "put") put(button);
    else if (button.name === "drop") drop(button);
    else return;
    event.preventDefault();
  },
  true,
);
document.addEventListener(
  "input",
  ({ target }) => {
    if (target instanceof HTMLInputElement) showFirst(target);
    const row = target instanceof HTMLInputElement ? target.closest(".meld") : null;
    if (!(row instanceof HTMLElement) || !(target instanceof HTMLInputElement)) return;
    if (target.name.endsWith(".wild") && document.activeElement !== target) swapNatural(row);
    labelMeld(row);
  },
  true,
);
