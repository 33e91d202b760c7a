// The server's own page of a table in the place of what is shown.
import { fetchPage, swapPage } from "../swap.js";
import { fetchCopy } from "./game-copies.js";

/**
 * False if it cannot be loaded. `force` replaces a form in which something is entered.
 * @param {string} id
 * @param {boolean} [force]
 */
export async function loadServerPage(id, force = false) {
  try {
    const kept = await fetchCopy(id);
    const { response, page } = await fetchPage(`/t/${id}`);
    if (!response.ok) return false;
    // Somebody has begun to enter something meanwhile.
    if (!force && document.querySelector("main form.hand[data-touched]")) return false;
    if (document.querySelector("main[data-offline]")) {
      location.replace(`/t/${id}`);
      return true;
    }
    history.replaceState(null, "", `/t/${id}`);
    return swapPage(page, { kept });
  } catch {
    return false;
  }
}
