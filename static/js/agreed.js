// The rules of a new game, as they are chosen: what they come to and what contradicts itself is shown at once.
// Everything works without it.
import "./fields.js";
import { fetchPage } from "./swap.js";

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

/**
 * Show the rules in words, and the fault at each of them; a later response replaces an earlier one.
 * @param {HTMLFormElement} form
 */
async function check(form) {
  asked += 1;
  const mine = asked;
  const body = new FormData(form);
  body.append("do", "check");
  const answer = await fetchPage(form.action, { method: "POST", body }).catch(() => null);
  if (!answer || mine !== asked) return;
  for (const part of form.querySelectorAll("[data-shown]")) {
    const next = answer.page.getElementById(part.id);
    if (next) part.replaceChildren(...next.childNodes);
  }
}
