// Fetch a page of the server, and put it or a part of it in the place of what is shown. Every module that does so uses
// this one.
import { changeState, state } from "./game-state.js";

/** A network that hangs this long is none. */
export const TIMEOUT = 8_000;

/**
 * The server's answer and the page in it; throws if there is none, or if it cannot answer now. `timeout: 0` waits as
 * long as the browser does.
 * @param {string} address
 * @param {RequestInit & { timeout?: number }} [request]
 */
export async function fetchPage(address, request) {
  const { response, text } = await ask(address, request);
  return { response, page: new DOMParser().parseFromString(text, "text/html") };
}

/** Every response of ours carries its release; one without comes from a proxy, or from a Wi-Fi that wants a login. */
const MARK = "Rook-Release";
const TOO_MANY = 429;

/**
 * Every request to the server shows whether it can be reached.
 * @param {string} address
 * @param {RequestInit & { timeout?: number }} [request]
 */
export async function ask(address, { timeout = TIMEOUT, ...request } = {}) {
  try {
    const signal = timeout ? { signal: AbortSignal.timeout(timeout) } : {};
    const response = await fetch(address, { ...request, ...signal });
    const text = await response.text();
    const release = response.headers.get(MARK);
    const isForeign = release === null && response.type !== "opaqueredirect";
    changeState({ isForeign, release: release ?? state.release });
    if (isForeign || response.status >= 500 || response.status === TOO_MANY) throw new Error(String(response.status));
    changeState({ isReachable: true });
    return { response, text };
  } catch (error) {
    changeState({ isReachable: false });
    throw error;
  }
}

/**
 * A piece of a page as text; null if the server refused.
 * @param {string} address
 * @param {FormData} body
 */
export async function fetchPiece(address, body) {
  const { response, text } = await ask(address, { method: "POST", body });
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
 * Show a page of the server, and tell the other modules; false if it is older than what this phone knows.
 * @param {PageParts} parts
 */
export function swapMain(parts) {
  const { revision } = parts.main.dataset;
  if (revision && Number(revision) < state.revision) return false;
  replaceMain(parts);
  changeState({ revision: Number(revision ?? 0), isPhones: false });
  document.dispatchEvent(new CustomEvent("rook:swapped"));
  // The page of a running game does without it; the finish that takes its place has buttons for it.
  if (parts.main.querySelector("[data-copy]")) import("./copy-link.js").catch(() => {});
  if (parts.main.querySelector("[data-next-table]")) import("./next-table.js").catch(() => {});
  return true;
}

/**
 * Show a page from its top; false if it is too old, or not one of our pages.
 * @param {Document} page
 */
export function swapPage(page) {
  const parts = pageParts(page);
  if (!parts || !swapMain(parts)) return false;
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
