// Lists in the form of a hand that grow and shrink without the server: cards laid, rows added, entries filled in.
import { unfold } from "../fold.js";
import { addMeld } from "../melds.js";
import { h } from "./dom.js";

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
 * @param {HTMLInputElement} input
 * @param {string} value
 */
function fillInput(input, value) {
  if (input.type === "radio") input.checked = input.value === value;
  else if (input.type === "checkbox") input.checked = true;
  else if (input.type !== "hidden") input.value = value;
  if (value) unfold(input);
}

/**
 * The buttons that change a form: a card laid, a row added, something removed.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
export function editList(form, button) {
  const { name, value } = button;
  if (name === "put") layCard(form, value);
  else if (name === "drop") removeEntry(form, value);
  else if (value === "add") commitRow(listAround(button));
}

/** @type {(name: string, value: string) => HTMLInputElement} */
const hiddenInput = (name, value) => h("input", { type: "hidden", name, value });
/** @type {(value: string, text: string, label: string) => HTMLButtonElement} */
const removeButton = (value, text, label) =>
  h("button", { className: "mark", name: "drop", value, "aria-label": label }, text);

/**
 * Inputs and buttons for the next row, not those of rows that are there.
 * @param {HTMLElement} list
 */
function nextRowControls(list) {
  return [...list.querySelectorAll("[name]")].filter((input) => input.type !== "hidden" && !input.closest(".has"));
}

/**
 * @param {HTMLElement} list
 * @param {number} from
 * @param {number} to
 */
function renumber(list, from, to) {
  const [old, next] = [rowPath(list, from), rowPath(list, to)];
  for (const input of nextRowControls(list)) {
    if (input.name.startsWith(old)) input.name = next + input.name.slice(old.length);
    if (input.name === "put" && input.value.startsWith(old)) input.value = next + input.value.slice(old.length);
  }
}

/**
 * How many rows a list has: the place of the next one.
 * @param {HTMLElement} list
 */
function lengthOf(list) {
  const controls = nextRowControls(list).filter(({ name }) => name !== "drop");
  const paths = controls.map(({ name, value }) => (name === "put" ? value : name));
  const path = paths.find((other) => other.startsWith(`${list.dataset.list}[`));
  return path ? Number.parseInt(path.slice((list.dataset.list ?? "").length + 1), 10) : 0;
}

/** @param {HTMLElement} list */
function reportListChange(list) {
  list.dispatchEvent(new CustomEvent("rook:list-changed", { bubbles: true }));
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
  const name = player && h("small", {}, player.parentElement?.textContent?.trim());
  const values = [player && hiddenInput(playerName, player.value), hiddenInput(path, textContent)];
  const card = h("span", { className: "card" }, name, textContent, values);
  cardsOf(list).append(card);
  renumber(list, place, place + 1);
  reportListChange(list);
}

/** @param {HTMLElement} list */
function cardsOf(list) {
  let cards = list.querySelector(".cards");
  if (!cards) {
    cards = h("p", { className: "cards" });
    list.append(cards);
  }
  cards.querySelector(".facts")?.remove();
  if (!list.querySelector("button[name=drop]")) {
    cards.after(removeButton(`${list.dataset.list}[last]`, "⌫", "Undo last card"));
  }
  return cards;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} value
 */
function removeEntry(form, value) {
  const button = [...form.querySelectorAll("button[name=drop]")].find((other) => other.value === value);
  if (!button) return;
  const row = button.closest(".has");
  if (row) {
    row.remove();
    return;
  }
  const list = listAround(button);
  list.querySelector(".cards .card:last-of-type")?.remove();
  const place = lengthOf(list);
  if (place) renumber(list, place, place - 1);
  reportListChange(list);
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
  const row = h("div", { className: "has" }, h("span", {}, text), values, removeButton(path, "✕", `Take out ${text}`));
  list.querySelector("h3")?.after(...list.querySelectorAll(".has"), row);
  for (const input of inputs) {
    if (CHECKABLE.includes(input.type)) input.checked = false;
    else input.value = "";
  }
  renumber(list, place, place + 1);
  return true;
}

/** @param {HTMLFormElement} form */
function commitFirstRow(form) {
  return [...form.querySelectorAll(".rows[data-list]")].some(commitRow);
}
