// Parts of the pages that the phone draws itself.
import { h } from "../dom.js";

export const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));

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
