// What is wrong, at the top of a form.

/**
 * @param {HTMLElement} form
 * @param {string[]} messages
 */
export function showFaults(form, messages) {
  form.querySelector(":scope > .faults")?.remove();
  const faults = Object.assign(document.createElement("div"), { className: "faults" });
  faults.append(...messages.map((textContent) => Object.assign(document.createElement("p"), { textContent })));
  faults.setAttribute("role", "alert");
  form.prepend(faults);
  faults.scrollIntoView({ block: "nearest" });
}
