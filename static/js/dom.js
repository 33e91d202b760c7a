// Elements of a page.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element: h("p.lead", "text", other elements), or with attributes h("a.btn", { href: "/" }, "Start").
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} name The tag, then its classes.
 * @param {...(Child | Child[] | Record<string, any>)} rest
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(/** @type {Tag} */ (tag));
  element.classList.add(...classes);
  for (const part of rest.flat()) {
    if (typeof part === "string" || part instanceof Node) element.append(part);
    else for (const [key, value] of Object.entries(part || {})) setAttribute(element, key, value);
  }
  return element;
}

/** @type {(element: HTMLElement, key: string, value: any) => void} */
function setAttribute(element, key, value) {
  if (key in element && typeof value !== "string") Object.assign(element, { [key]: value });
  else element.setAttribute(key, value);
}

/**
 * @param {string} text
 * @param {() => unknown} action
 * @param {string} [className]
 */
export const button = (text, action, className = "btn primary") =>
  h("button", { type: "button", class: className, onclick: action }, text);

/**
 * What is wrong, at the top of a form.
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
