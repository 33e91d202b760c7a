// Elements of a page.

export const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element: h("p", { className: "lead" }, "text", other elements).
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "className" || (name in element && typeof value !== "string"))
      Object.assign(element, { [name]: value });
    else element.setAttribute(name, value);
  }
  const isShown = (/** @type {Child} */ child) => child !== null && child !== undefined && child !== false;
  element.append(.../** @type {(Node | string)[]} */ (children.flat().filter(isShown)));
  return element;
}

/**
 * @param {string} text
 * @param {() => unknown} action
 * @param {string} [className]
 */
export const button = (text, action, className = "btn primary") =>
  h("button", { type: "button", className, onclick: action }, text);

/**
 * The head of a page that no game owns, with the way back.
 * @param {string} title
 */
export function pageHead(title) {
  const back = h("a", { className: "btn quiet", href: "/", "aria-label": "Play" }, icon("back"));
  return h("div", { className: "head" }, back, h("h1", {}, title));
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
