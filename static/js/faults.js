// What is wrong, at the top of a form.
import { h } from "./dom.js";

/**
 * @param {HTMLElement} form
 * @param {string[]} messages
 */
export function showFaults(form, messages) {
  form.querySelector(":scope > .faults")?.remove();
  const texts = messages.map((message) => h("p", message));
  const faults = h("div.faults", { role: "alert" }, texts);
  form.prepend(faults);
  faults.scrollIntoView({ block: "nearest" });
}
