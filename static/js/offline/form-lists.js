// Lists in the form of a hand that grow and shrink without the server: cards laid, rows added, entries filled in.

import { h } from "../dom.js";
import { fillInput } from "../fill-input.js";
import { addMeld } from "../melds.js";

const MOST_ROWS = 100;
const CHECKABLE = ["radio", "checkbox"];

/**
 * @param {HTMLElement} list
 * @param {number} place
 */
const rowPath = (list, place) => `${list.dataset.list}[${place}]`;

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const inputsNamed = (form, name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];

/**
 * The button that puts something at a path.
 * @param {HTMLFormElement} form
 * @param {string} path
 */
const findPutButton = (form, path) =>
  [...form.querySelectorAll("[data-list] button[name=put]")].find(({ value }) => value.startsWith(`${path}=`));

/** @param {Element} element */
const listAround = (element) => /** @type {HTMLElement} */ (element.closest("[data-list]"));

/**
 * Enter what was entered before, as a person would.
 * @param {HTMLFormElement} form
 * @param {[string, string][]} entries
 */
export function fillForm(form, entries) {
  for (const list of form.querySelectorAll(".melds")) addMelds(list, entries);
  for (const [name, value] of entries) {
    for (let row = 0; row < MOST_ROWS && !inputsNamed(form, name).length && !findPutButton(form, name); row += 1) {
      if (!commitFirstRow(form)) break;
    }
    const button = findPutButton(form, name);
    if (button) layCard(form, `${name}=${value}`);
    for (const input of inputsNamed(form, name)) fillInput(input, value);
  }
}

/**
 * @param {HTMLElement} list
 * @param {[string, string][]} entries
 */
function addMelds(list, entries) {
  /** @type {Map<string, Record<string, string>>} */
  const melds = new Map();
  for (const [name, value] of entries) {
    const [path, part] = name.split(".");
    if (path.startsWith(`${list.dataset.list}[`)) melds.set(path, { ...melds.get(path), [part]: value });
  }
  for (const [path, meld] of melds) if ("set" in meld || "to" in meld) addMeld(list, path, meld);
}

/**
 * The buttons that change a form: a card laid, a row added, something removed.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
export function editList(form, button) {
  if (button.name === "put") layCard(form, button.value);
  else if (button.name === "drop") removeEntry(button);
  else if (button.value === "add") commitRow(listAround(button));
}

/** @type {(name: string, value: string) => HTMLInputElement} */
const hiddenInput = (name, value) => h("input", { type: "hidden", name, value });

/**
 * How many rows a list has: the place of the next one.
 * @param {HTMLElement} list
 */
const lengthOf = (list) => Number(list.dataset.length ?? 0);

/**
 * Another number of rows: the inputs and buttons for the next one follow it, not those of rows that are there.
 * @param {HTMLElement} list
 * @param {number} length
 */
function setLength(list, length) {
  const [old, next] = [rowPath(list, lengthOf(list)), rowPath(list, length)];
  list.dataset.length = String(length);
  for (const input of list.querySelectorAll("[name]:not([type=hidden], .has *)")) {
    if (input.name.startsWith(old)) input.name = next + input.name.slice(old.length);
    if (input.name === "put" && input.value.startsWith(old)) input.value = next + input.value.slice(old.length);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} value A path and a card, as the button has them.
 */
function layCard(form, value) {
  const [path, textContent] = value.split("=");
  const button = findPutButton(form, path);
  if (!button) return;
  const list = listAround(button);
  const place = lengthOf(list);
  const playerName = `${rowPath(list, place)}[0]`;
  const player = list.querySelector(`input[name="${CSS.escape(playerName)}"]:checked`);
  const name = player && h("small", player.parentElement?.textContent?.trim());
  const values = [player && hiddenInput(playerName, player.value), hiddenInput(path, textContent)];
  const card = h("span.card", name, textContent, values);
  list.querySelector(".cards .mark")?.before(card);
  setLength(list, place + 1);
}

/** @param {HTMLButtonElement} button */
function removeEntry(button) {
  const row = button.closest(".has");
  if (row) return row.remove();
  const list = listAround(button);
  list.querySelector(".cards .card:last-of-type")?.remove();
  setLength(list, Math.max(0, lengthOf(list) - 1));
  return undefined;
}

/** @param {HTMLInputElement} input */
function isFilledIn({ type, checked, value }) {
  return CHECKABLE.includes(type) ? checked && value !== "" : type !== "hidden" && value !== "";
}

/** @param {HTMLInputElement} input */
function describeInput({ type, value, parentElement }) {
  return ((type === "radio" ? parentElement?.textContent : value) ?? "").trim();
}

/**
 * A blank row that was filled in becomes one of the list's rows; a new blank one follows.
 * @param {HTMLElement} list
 */
function commitRow(list) {
  const place = lengthOf(list);
  const path = rowPath(list, place);
  const isBlankRow = (/** @type {HTMLInputElement} */ input) => input.name.startsWith(path) && !input.closest(".has");
  const inputs = [...list.querySelectorAll("input")].filter(isBlankRow);
  const filled = inputs.filter(isFilledIn);
  if (!filled.length) return false;
  const text = filled.map(describeInput).join(" ");
  const values = filled.map(({ name, value }) => hiddenInput(name, value));
  const remove = h("button.mark", { name: "drop", "aria-label": `Remove ${text}` }, "✕");
  const row = h("div.has", h("span", text), values, remove);
  list.querySelector("h3")?.after(...list.querySelectorAll(".has"), row);
  for (const input of inputs) {
    if (CHECKABLE.includes(input.type)) input.checked = false;
    else input.value = "";
  }
  setLength(list, place + 1);
  return true;
}

/** @param {HTMLFormElement} form */
function commitFirstRow(form) {
  return [...form.querySelectorAll(".rows[data-list]")].some(commitRow);
}
