// Another page of the server takes the place of this one, without loading it anew.
import { fetchCopy } from "./offline/outbox.js";

const PATIENCE = 8_000;

export const parsed = async (reply) => new DOMParser().parseFromString(await reply.text(), "text/html");

// `kept` says that the phone's copy of the game is as new as the page.
export function swap(page, kept = false) {
  document.querySelector("main").replaceWith(document.adoptNode(page.querySelector("main")));
  document.title = page.title;
  document.body.className = page.body.className;
  document.dispatchEvent(new CustomEvent("rook:swapped", { detail: { kept } }));
  scrollTo({ top: 0 });
}

// The server's own page of a table in the place of what stands here; false if it cannot be had.
export async function home(id, anyhow = false) {
  try {
    const kept = await fetchCopy(id);
    const reply = await fetch(`/t/${id}`, { signal: AbortSignal.timeout(PATIENCE) });
    if (!reply.ok) return false;
    const page = await parsed(reply);
    // Somebody has begun to enter something meanwhile.
    if (!anyhow && document.querySelector("main form.hand[data-touched]")) return false;
    if (document.querySelector("main[data-offline]")) location.replace(`/t/${id}`);
    else {
      history.replaceState(null, "", `/t/${id}`);
      swap(page, kept);
    }
    return true;
  } catch {
    return false;
  }
}
