// Where the reader is on a page: how far down, what is unfolded, what has the focus.

const CONTROLS = "a, button, input, summary, textarea, [tabindex]";

/**
 * Remember it; the function returned goes back there on the page that is shown then.
 * @param {HTMLElement} main
 */
export function rememberPosition(main) {
  const [left, top] = [scrollX, scrollY];
  const sideways = main.querySelector(".scroll")?.scrollLeft;
  const unfolded = [...main.querySelectorAll("details[open] > summary")].map(describe);
  const { activeElement } = document;
  const focused = activeElement && main.contains(activeElement) ? describe(activeElement) : null;
  return () => {
    const next = document.querySelector("main");
    for (const summary of next?.querySelectorAll("summary") ?? []) {
      const fold = summary.closest("details");
      if (fold && unfolded.includes(describe(summary))) fold.open = true;
    }
    if (sideways) next?.querySelector(".scroll")?.scrollTo(sideways, 0);
    if (focused) findDescribed(next, focused)?.focus({ preventScroll: true });
    scrollTo({ left, top, behavior: "instant" });
  };
}

/**
 * @param {HTMLElement | null} main
 * @param {string} description
 */
function findDescribed(main, description) {
  return [...(main?.querySelectorAll(CONTROLS) ?? [])].find((node) => describe(node) === description);
}

/**
 * What tells a control from the others, on this page and on the one after it.
 * @param {Element} node
 */
function describe(node) {
  const { name, type, value } = /** @type {HTMLInputElement} */ (node);
  const choice = type === "radio" && value;
  return [node.tagName, name, choice, node.getAttribute("href"), !name && node.textContent].join(" ");
}
