// The names or totals of a game, quicker: a touch selects the whole entry, Enter goes on to the next one, and another
// number of players or a preset needs no new page. Everything works without it.
import { fetchPage, swapElement } from "./swap.js";

const NAME = "[data-names] :is(input[name=players], input[name=total])";
/** @type {HTMLInputElement | null} */
let entered = null;

document.addEventListener("focusin", ({ target }) => {
  entered = nameInput(target);
  entered?.select();
});
// A touch puts the cursor into the name after it has got the focus.
document.addEventListener("click", ({ target }) => {
  const input = nameInput(target);
  if (input && input === entered) input.select();
  entered = null;
});
document.addEventListener("keydown", (event) => {
  const input = nameInput(event.target);
  if (!input || event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  const inputs = [...document.querySelectorAll(NAME)];
  const next = inputs[inputs.indexOf(input) + 1] ?? document.querySelector("[data-names] .primary");
  next?.focus();
});
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!(button instanceof HTMLButtonElement) || !["count", "preset"].includes(button.name)) return;
  event.preventDefault();
  changeForm(button);
});
// The page may have opened with the cursor in a name.
nameInput(document.activeElement)?.select();

/**
 * @param {EventTarget | null} target
 * @returns {HTMLInputElement | null}
 */
function nameInput(target) {
  return target instanceof HTMLInputElement && target.matches(NAME) ? target : null;
}

/**
 * The server answers with the page for another choice, of which only the form is taken.
 * @param {HTMLButtonElement} button
 */
async function changeForm(button) {
  const form = /** @type {HTMLFormElement} */ (button.form);
  try {
    const { page } = await fetchPage(form.action, { method: "POST", body: new FormData(form, button) });
    const next = swapElement(form, page.querySelector("form[data-new-game]"));
    next?.querySelector(`button[name=${button.name}][aria-current]`)?.focus();
  } catch {
    button.focus();
  }
}
