// The finish of a club's game shows where its player goes next as soon as the night goes on. Nothing else on the page
// changes, and nobody is taken anywhere.
import { FOLLOW, fetchPage, swapElement } from "./swap.js";

/** @type {EventSource | null} */
let stream = null;
const place = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-next-table]"));

// A hidden page holds no connection: a browser has only six to one server.
function connect() {
  stream?.close();
  stream = null;
  const { events } = place()?.dataset ?? {};
  if (!events || document.hidden) return;
  stream = new EventSource(events);
  stream.addEventListener("revision", (event) => {
    if (Number(event.data) > Number(place()?.dataset.revision)) refresh();
  });
}

// Two changes may be fetched at once: the newer one stays, whichever answer comes last.
async function refresh() {
  try {
    const { response, page } = await fetchPage(place()?.dataset.address ?? "", FOLLOW);
    const next = /** @type {HTMLElement | null} */ (page.querySelector("[data-next-table]"));
    const old = place();
    if (response.ok && old && Number(next?.dataset.revision) > Number(old.dataset.revision)) swapElement(old, next);
  } catch {
    // The next change brings it.
  }
}

document.addEventListener("visibilitychange", connect);
document.addEventListener("rook:swapped", connect);
addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (event) => {
  if (event.persisted) connect();
});
connect();
