// Settling a dispute without reloads: each touch asks the server, and the page is drawn again in place.
import { rememberPosition } from "./reading-position.js";
import { fetchPage, pageParts, replaceMain } from "./swap.js";

let questions = 0;

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof Element)) return;
  const form = target.closest("form.asking");
  // A color of the auction helper only shows its bids, a kind of meld its keys.
  if (form && !target.closest(".auction, .melds")) ask(form, null);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("form.asking")) return;
  event.preventDefault();
  ask(form, event.submitter);
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function ask(form, submitter) {
  const given = [...new FormData(form)].map(([name, value]) => [name, String(value)]).filter(([, value]) => value);
  const { name: button, value: pressed } = /** @type {Partial<HTMLButtonElement>} */ (submitter ?? {});
  const query = new URLSearchParams([...given, ...(button ? [[button, pressed ?? ""]] : [])]);
  const question = ++questions;
  const address = `${location.pathname}?${query}`;
  try {
    const { response, page } = await fetchPage(address, { timeout: 0 });
    if (question !== questions) return;
    const parts = pageParts(page);
    if (!parts) throw new Error("not one of our pages");
    const restorePosition = rememberPosition(/** @type {HTMLElement} */ (form.closest("main")));
    replaceMain(parts);
    history.replaceState(null, "", response.url);
    restorePosition();
    document.querySelector(".verdict-box")?.scrollIntoView({ block: "nearest" });
  } catch {
    location.assign(address);
  }
}
