// What was touched in the forms of a page goes on into the page that replaces it: names ticked, words typed. If
// something has no place there, nothing is carried, and the old page has to stay.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Input */

const IGNORED_TYPES = ["hidden", "submit", "button", "fieldset"];

/** @param {Input} input */
const isCheckable = (input) => input.type === "checkbox" || input.type === "radio";

/**
 * @param {HTMLFormElement} form
 * @returns {Input[]}
 */
function inputsOf(form) {
  const inputs = /** @type {Input[]} */ ([...form.elements]);
  return inputs.filter((input) => input.name && !IGNORED_TYPES.includes(input.type));
}

/**
 * A list in which nothing is marked shows its first line.
 * @param {HTMLSelectElement} select
 */
function defaultIndex(select) {
  return Math.max(
    0,
    [...select.options].findIndex((option) => option.defaultSelected),
  );
}

/** @param {Input} input */
function isTouched(input) {
  if (input instanceof HTMLSelectElement) return input.selectedIndex !== defaultIndex(input);
  if (input instanceof HTMLInputElement && isCheckable(input)) return input.checked !== input.defaultChecked;
  return input.value !== input.defaultValue;
}

/** @type {(one: HTMLFormElement, other: HTMLFormElement) => boolean} */
const isSameForm = (one, other) => one.getAttribute("action") === other.getAttribute("action");
/** @type {(one: Input, other: Input) => boolean} */
const isSameInput = (one, other) =>
  one.name === other.name && one.type === other.type && (!isCheckable(one) || one.value === other.value);

/**
 * The one at the same place among those like it.
 * @template T
 * @param {T} node
 * @param {T[]} own
 * @param {T[]} others
 * @param {(one: T, other: T) => boolean} isSame
 * @returns {T | undefined}
 */
function findCounterpart(node, own, others, isSame) {
  const place = own.filter((other) => isSame(other, node)).indexOf(node);
  return others.filter((other) => isSame(other, node))[place];
}

/**
 * True if everything that was touched in `page` has its place in `next`.
 * @param {HTMLElement} page
 * @param {HTMLElement} next
 */
export function carryInputs(page, next) {
  const [forms, nextForms] = [page, next].map((root) => [...root.querySelectorAll("form:not(.hand)")]);
  const pairs = forms.flatMap((form) => {
    const nextForm = findCounterpart(form, forms, nextForms, isSameForm);
    const nextInputs = nextForm ? inputsOf(nextForm) : [];
    const inputs = inputsOf(form);
    return inputs
      .filter(isTouched)
      .map((input) => ({ input, target: findCounterpart(input, inputs, nextInputs, isSameInput) }));
  });
  if (pairs.some(({ target }) => !target)) return false;
  for (const { input, target } of pairs) copyValue(input, /** @type {Input} */ (target));
  return true;
}

/**
 * @param {Input} input
 * @param {Input} target
 */
function copyValue(input, target) {
  if (isCheckable(input)) Object.assign(target, { checked: /** @type {HTMLInputElement} */ (input).checked });
  else target.value = input.value;
}
