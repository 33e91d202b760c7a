// Numbers by touch: − and + next to a figure, and one set of keys for the figures of all players.
// A figure is an input in a `.step`; in a `.tally` the columns (`data-columns`) say what the figures may be.

import { h } from "./dom.js";
import { parseNumber } from "./numbers.js";
import { showTotals } from "./totals.js";

/** So many keys are shown at once; of more values, those around the likely one. */
const MOST_KEYS = 28;
const STEPS_ASIDE = 20;

/** @typedef {{ key: string, label: string, low: number, high: number, step: number, values: number[] | null,
 *   whole: number | null, blank: number | null, is_first: boolean }} Column */

/** @param {string} text */
const toNumber = (text) => parseNumber(text) ?? Number.NaN;
/** @param {HTMLInputElement} input */
const isBlank = (input) => input.value.trim() === "";
/** @param {HTMLInputElement} input What it counts, blank or not. */
const amountOf = (input) => toNumber(isBlank(input) ? input.placeholder : input.value) || 0;

/**
 * @param {HTMLElement} tally
 * @returns {Column[]}
 */
const columnsOf = (tally) => JSON.parse(tally.dataset.columns ?? "[]");
/** @param {HTMLElement} tally */
const selectedIn = (tally) => /** @type {HTMLInputElement | null} */ (tally.querySelector("input.on"));
/** @param {Element} input */
const indexOfColumn = (input) => Number(input.closest("[data-column]")?.getAttribute("data-column"));

/**
 * The figures of all players in one column.
 * @param {HTMLElement} tally
 * @param {number} column
 */
const figuresIn = (tally, column) =>
  [...tally.querySelectorAll("input")].filter((input) => input.matches(`[data-column="${column}"] *`));

/** @param {HTMLInputElement} input */
const tallyAround = (input) => /** @type {HTMLElement | null} */ (input.closest(".tally"));

/**
 * What is left for a figure when the others have theirs; null where nothing limits it.
 * @param {HTMLElement} tally
 * @param {HTMLInputElement} input
 */
function leftFor(tally, input) {
  const { whole } = columnsOf(tally)[indexOfColumn(input)];
  if (whole === null) return null;
  const others = figuresIn(tally, indexOfColumn(input)).filter((other) => other !== input && !isBlank(other));
  return others.reduce((left, other) => left - toNumber(other.value), whole);
}

/**
 * @param {HTMLInputElement} input
 * @param {number} value
 */
function enter(input, value) {
  input.value = String(value).replace("-", "−");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * @param {HTMLButtonElement} button
 */
function step(button) {
  const box = /** @type {HTMLElement} */ (button.closest(".step"));
  const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
  const sign = button === box.firstElementChild ? -1 : 1;
  const tally = tallyAround(input);
  const values = tally && columnsOf(tally)[indexOfColumn(input)].values;
  const now = amountOf(input);
  const next = values ? nextOf(values, now, sign) : now + sign * Number(box.dataset.by || 1);
  const left = (tally && leftFor(tally, input)) ?? Number.POSITIVE_INFINITY;
  const [low, high] = [limit(box.dataset.low, -1), Math.min(limit(box.dataset.high, 1), left)];
  if (tally) select(tally, input);
  if (next >= low && (next <= high || sign < 0)) enter(input, next);
}

/**
 * @param {string | undefined} text
 * @param {1 | -1} sign
 */
const limit = (text, sign) => (text ? Number(text) : sign * Number.POSITIVE_INFINITY);

/**
 * @param {number[]} values
 * @param {number} now
 * @param {number} sign
 */
const nextOf = (values, now, sign) =>
  (sign > 0 ? values.find((value) => value > now) : values.findLast((value) => value < now)) ?? now;

/**
 * The keys belong to this figure now.
 * @param {HTMLElement} tally
 * @param {HTMLInputElement} input
 */
function select(tally, input) {
  const before = selectedIn(tally);
  if (before === input) return;
  before?.classList.remove("on");
  input.classList.add("on");
  drawKeys(tally, likelyStart(tally, input));
}

/**
 * All values that a figure may have, as far as keys go.
 * @param {Column} column
 */
function valuesOf({ values, low, high, step: by }) {
  if (values) return values;
  const count = Math.min(Math.floor((high - low) / by) + 1, 1000);
  return Array.from({ length: count }, (_, index) => low + index * by);
}

/**
 * Where the keys begin, if there are too many values: around an even share of what is left.
 * @param {HTMLElement} tally
 * @param {HTMLInputElement} input
 */
function likelyStart(tally, input) {
  const column = columnsOf(tally)[indexOfColumn(input)];
  const left = leftFor(tally, input);
  if (left === null || valuesOf(column).length <= MOST_KEYS) return 0;
  const open = figuresIn(tally, indexOfColumn(input)).filter((other) => other === input || isBlank(other)).length;
  return Math.max(0, Math.round(left / open / column.step) - MOST_KEYS / 2);
}

/**
 * @param {HTMLElement} tally
 * @param {number} start
 */
function drawKeys(tally, start) {
  const input = selectedIn(tally);
  const place = /** @type {HTMLElement | null} */ (tally.querySelector("[data-keys]"));
  if (!input || !place) return;
  const all = valuesOf(columnsOf(tally)[indexOfColumn(input)]);
  const isCut = all.length > MOST_KEYS;
  const from = isCut ? Math.max(0, Math.min(start, all.length - MOST_KEYS + 2)) : 0;
  const keys = all.slice(from, isCut ? from + MOST_KEYS - 2 : undefined).map(key);
  if (isCut) {
    keys.unshift(arrow("‹", "Lower numbers", from ? from - STEPS_ASIDE : null));
    keys.push(arrow("›", "Higher numbers", from + keys.length <= all.length ? from + STEPS_ASIDE : null));
  }
  const title = h("p.legend", input.getAttribute("aria-label") ?? "", h("small"));
  // Fewer keys take no less room: what is below does not move.
  place.style.minHeight = `${place.offsetHeight}px`;
  place.replaceChildren(title, h("div.row.c7", keys));
  refresh(tally);
}

/** @param {number} value */
const key = (value) => h("button.key-card", { type: "button", "data-value": String(value) }, String(value));

/**
 * @param {string} text
 * @param {string} label
 * @param {number | null} start
 */
const arrow = (text, label, start) =>
  h(
    "button.key-card",
    { type: "button", "data-start": String(start ?? ""), disabled: start === null, "aria-label": label },
    text,
  );

/** @param {HTMLButtonElement} pressed */
function press(pressed) {
  const tally = /** @type {HTMLElement} */ (pressed.closest(".tally"));
  const input = selectedIn(tally);
  if (pressed.dataset.start) drawKeys(tally, Number(pressed.dataset.start));
  if (!input || pressed.dataset.value === undefined) return;
  enter(input, Number(pressed.dataset.value));
  makeRoom(tally, input);
  advance(tally, input);
}

/**
 * Somebody has changed a figure to more than the others leave: the last of them are blank again, and get the rest.
 * @param {HTMLElement} tally
 * @param {HTMLInputElement} input
 */
function makeRoom(tally, input) {
  const others = figuresIn(tally, indexOfColumn(input)).filter((other) => other !== input && !isBlank(other));
  for (const other of others.reverse()) {
    if ((leftFor(tally, input) ?? Number.POSITIVE_INFINITY) >= amountOf(input)) return;
    other.value = "";
    other.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/**
 * On to the next player without a figure; the last one gets the rest.
 * @param {HTMLElement} tally
 * @param {HTMLInputElement} input
 */
function advance(tally, input) {
  const { whole, blank } = columnsOf(tally)[indexOfColumn(input)];
  const figures = figuresIn(tally, indexOfColumn(input));
  const open = figures.filter(isBlank);
  const isDone = whole !== null && (open.length < 2 || leftFor(tally, open[0]) === 0);
  if (isDone || !open.length || blank !== null) return;
  const place = figures.indexOf(input);
  select(tally, [...figures.slice(place), ...figures].find(isBlank) ?? open[0]);
}

/**
 * What is left stands in the blanks, and keys that are not possible cannot be pressed.
 * @param {HTMLElement} tally
 */
function refresh(tally) {
  columnsOf(tally).forEach((column, index) => {
    const open = figuresIn(tally, index).filter(isBlank);
    for (const input of open) {
      const left = leftFor(tally, input);
      if (column.blank !== null || left === null) continue;
      input.placeholder = open.length === 1 || left === 0 ? String(Math.max(0, left)) : "";
    }
  });
  const input = selectedIn(tally);
  if (!input) return;
  const left = leftFor(tally, input);
  // A player who has a figure can get more: the others make room.
  const most = isBlank(input) ? left : columnsOf(tally)[indexOfColumn(input)].whole;
  for (const button of tally.querySelectorAll("button[data-value]")) {
    const value = Number(button.dataset.value);
    button.disabled = most !== null && value > most;
    button.setAttribute("aria-pressed", String(!isBlank(input) && value === toNumber(input.value)));
  }
  const note = tally.querySelector("[data-keys] small");
  if (note) note.textContent = left === null || left < 0 ? "" : `${left} left`;
}

/**
 * The rows show the scores that the outcome would give, whenever it changes.
 * @param {HTMLFormElement} form
 */
export function start(form) {
  startTallies(form);
  const outcome = form.querySelector("[data-total]") && form.querySelector("[data-outcome]");
  if (!outcome) return;
  showTotals(form);
  new MutationObserver(() => showTotals(form)).observe(outcome, { childList: true });
}

/**
 * Begin with the first figure that must be entered; without a keyboard, for there are keys.
 * @param {HTMLFormElement} root
 */
function startTallies(root) {
  for (const tally of root.querySelectorAll(".tally")) {
    const first = columnsOf(tally).findIndex((column) => column.is_first);
    for (const input of tally.querySelectorAll("input[aria-label]")) input.inputMode = "none";
    const figures = first < 0 ? [] : figuresIn(tally, first);
    if (figures.length) select(tally, figures.find(isBlank) ?? figures[0]);
    refresh(tally);
    tally.dataset.ready = "";
  }
  if (root.querySelector(".melds")) import("./melds.js").catch(() => undefined);
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (button?.closest("[data-keys]")) press(button);
  else if (button?.closest(".step")) step(button);
});
document.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest(".step")) return;
  const tally = tallyAround(target);
  if (tally) select(tally, target);
  target.select();
});
document.addEventListener("input", ({ target }) => {
  const tally = target instanceof HTMLInputElement && tallyAround(target);
  if (tally) refresh(tally);
});
// A typed sum becomes its result when the figure is left.
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest(".step") || !/\d *[+−-]/.test(target.value)) return;
  const total = parseNumber(target.value);
  if (total !== null) enter(target, total);
});
document.addEventListener("reset", ({ target }) =>
  setTimeout(() => target instanceof HTMLFormElement && startTallies(target)),
);
