// Fetch a page of the server, and put it or a part of it in the place of what is shown. Every module that does so uses
// this one.

/** A network that hangs this long is none. */
export const TIMEOUT = 8_000;

/**
 * The server's answer and the page in it; throws if there is no answer. `timeout: 0` waits as long as the browser does.
 * @param {string} address
 * @param {RequestInit & { timeout?: number }} [request]
 */
export async function fetchPage(address, { timeout = TIMEOUT, ...request } = {}) {
  const response = await fetch(address, { ...request, ...(timeout ? { signal: AbortSignal.timeout(timeout) } : {}) });
  return { response, page: new DOMParser().parseFromString(await response.text(), "text/html") };
}

/**
 * A piece of a page as text; null if the server refused.
 * @param {string} address
 * @param {FormData} body
 */
export async function fetchPiece(address, body) {
  const response = await fetch(address, { method: "POST", body });
  const text = await response.text();
  return response.ok ? text : null;
}

/** Ask for a page that follows the game without showing messages twice. */
export const FOLLOW = { headers: { "X-Follow": "yes" } };

/**
 * The parts of a page that are swapped; null if it is not one of our pages.
 * @param {Document} page
 * @returns {PageParts | null}
 */
export function pageParts(page) {
  const main = page.querySelector("main");
  return main && { main, title: page.title, bodyClass: page.body.className };
}

/**
 * Show another page without telling anybody.
 * @param {PageParts} parts
 */
export function replaceMain({ main, title, bodyClass }) {
  document.querySelector("main")?.replaceWith(document.adoptNode(main));
  document.title = title;
  document.body.className = bodyClass;
}

/**
 * Show another page, and tell the other modules. `kept`: the phone's copy of the game is as new as the page.
 * @param {PageParts} parts
 * @param {{ kept: boolean }} [detail]
 */
export function swapMain(parts, detail) {
  replaceMain(parts);
  document.dispatchEvent(new CustomEvent("rook:swapped", { detail }));
  // The page of a running game does without it; the finish that takes its place has buttons for it.
  if (parts.main.querySelector("[data-copy]")) import("./copy-link.js").catch(() => {});
}

/**
 * Show a page from its top; false if it is not one of our pages.
 * @param {Document} page
 * @param {{ kept: boolean }} [detail]
 */
export function swapPage(page, detail = { kept: false }) {
  const parts = pageParts(page);
  if (!parts) return false;
  swapMain(parts, detail);
  scrollTo({ top: 0 });
  return true;
}

/**
 * Put an element of a fetched page in the place of an old one; null if the page has none.
 * @template {HTMLElement} E
 * @param {E} old
 * @param {E | null} next
 */
export function swapElement(old, next) {
  if (next) old.replaceWith(document.adoptNode(next));
  return next;
}
