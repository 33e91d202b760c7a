// The rules of a new game, as they are chosen: what they come to and what contradicts itself is shown at once, and a
// preset needs no new page. Everything works without it.
import "./fields.js";
import { fetchPage, swapElement } from "./swap.js";

/** So long after the last touch the server is asked. */
const PAUSE = 150;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let asked = 0;

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest(".options") || !target.form) return;
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE, target.form);
});
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!(button instanceof HTMLButtonElement) || button.name !== "preset" || !button.form) return;
  event.preventDefault();
  choose(button.form, button.value);
});

/**
 * The page that the server would show after this button.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
async function ask(form, name, value) {
  const body = new FormData(form);
  body.append(name, value);
  const { page } = await fetchPage(form.action, { method: "POST", body });
  return page;
}

/**
 * Show the sum of the rules, and what is wrong beside each of them; a later answer takes the place of an earlier one.
 * @param {HTMLFormElement} form
 */
async function check(form) {
  asked += 1;
  const mine = asked;
  const page = await ask(form, "do", "check").catch(() => null);
  if (!page || mine !== asked) return;
  for (const part of form.querySelectorAll("[data-shown]")) {
    const next = page.getElementById(part.id);
    if (next) part.replaceChildren(...next.childNodes);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} value
 */
async function choose(form, value) {
  const page = await ask(form, "preset", value).catch(() => null);
  const next = page && swapElement(form, page.querySelector("form[data-new-game]"));
  next?.querySelector(".presets [aria-current]")?.focus();
}
