// Tap two names to swap them: the second tap sends the form, and the new seating takes the place of the old one.
import { rememberPosition } from "./reading-position.js";
import { fetchPage, pageParts, swapMain } from "./swap.js";

const FORM = "form[data-seating]";

document.addEventListener("change", ({ target }) => {
  const form = target instanceof HTMLElement ? target.closest(FORM) : null;
  if (form instanceof HTMLFormElement) tap(form);
});
document.addEventListener("rook:swapped", prepare);
prepare();

// Without script there is a button to swap; with it, the taps are enough.
function prepare() {
  for (const form of document.querySelectorAll(FORM)) {
    form.querySelector("[data-swap]")?.setAttribute("hidden", "");
    form.querySelector("[data-other]")?.removeAttribute("hidden");
  }
}

/** @param {HTMLFormElement} form */
function tap(form) {
  const tapped = [...form.querySelectorAll("input[name=swap]:checked")];
  const names = tapped.map((input) => input.nextElementSibling?.textContent ?? "");
  const status = form.querySelector("[data-swap-status] span");
  if (tapped.length === 2) swap(form);
  if (!status) return;
  if (tapped.length === 1) status.textContent = `${names[0]} is selected. Tap another name to swap them.`;
  else status.textContent = tapped.length ? `Swapping ${names.join(" and ")}…` : "Tap two names to swap them.";
}

/** @param {HTMLFormElement} form */
async function swap(form) {
  const main = form.closest("main");
  try {
    const { page } = await fetchPage(form.action, { method: "POST", body: new FormData(form) });
    const parts = pageParts(page);
    if (!main || !parts) throw new Error("no page");
    const restorePosition = rememberPosition(main);
    swapMain(parts);
    restorePosition();
  } catch {
    form.submit();
  }
}
