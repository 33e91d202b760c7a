// Elements of a page.

export const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));

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
 * The head of a page that no game owns, with the way back.
 * @param {string} title
 */
export function pageHead(title) {
  const back = h("a.btn.quiet", { href: "/", "aria-label": "Play" }, icon("back"));
  return h("div.head", back, h("h1", title));
}

/**
 * A picture of the sprite that the bar has its pictures from.
 * @param {string} name
 * @param {string} [className]
 * @param {number} [width]
 * @param {number} [height]
 */
export function icon(name, className = "", width = 24, height = 24) {
  const sprite = document.querySelector("nav use")?.getAttribute("href")?.split("#")[0] ?? "";
  const picture = svg("svg", { class: className, width, height, "aria-hidden": "true" });
  picture.append(svg("use", { href: `${sprite}#${name}` }));
  return picture;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * How far it is to the end, as a line.
 * @param {number} share
 */
export function progressLine(share) {
  const percent = Math.max(0, Math.min(100, Math.round(100 * share)));
  const line = svg("svg", { class: "way", viewBox: "0 0 100 5", preserveAspectRatio: "none", "aria-hidden": "true" });
  line.append(svg("rect", { width: 100, height: 5 }), svg("rect", { width: percent, height: 5 }));
  return line;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
