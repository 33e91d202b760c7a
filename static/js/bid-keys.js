// Who won the bid, with the trump color, in one touch. The touch that completes a new bid saves it.

/** Whether a finger or a mouse made the change: keys walk through the choices and must not save one on the way. */
let isTouched = false;

/** @param {Element | null} element */
const bidForm = (element) => {
  const form = element?.closest("form");
  return form instanceof HTMLFormElement && form.querySelector(".bidders") ? form : null;
};

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const chosen = (form, name) => new FormData(form).get(name);

/**
 * The keys of the bid, as far as it is chosen.
 * @param {HTMLFormElement} form
 */
export function showPressed(form) {
  const now = `bidder=${chosen(form, "bidder")}&trump=${chosen(form, "trump")}`;
  for (const key of form.querySelectorAll("button[aria-pressed]"))
    key.setAttribute("aria-pressed", String(key.value === now));
}

/** @param {HTMLButtonElement} key */
function press(key) {
  for (const [name, value] of new URLSearchParams(key.value)) {
    const radio = key.form?.querySelector(`input[name="${name}"][value="${value}"]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
  }
  key.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * A bid with all its facts needs no other touch; one that is being changed does.
 * @param {HTMLFormElement} form
 */
function saveComplete(form) {
  const isNew = form.dataset.draft?.endsWith(" bid") && !("bid" in JSON.parse(form.dataset.known || "{}"));
  if (!isNew || !["bidder", "bid", "trump"].every((name) => chosen(form, name))) return;
  form.requestSubmit(form.querySelector(".act .save"));
}

document.addEventListener("pointerdown", () => {
  isTouched = true;
});
document.addEventListener("keydown", () => {
  isTouched = false;
});
document.addEventListener(
  "click",
  (event) => {
    const key = event.target instanceof Element ? event.target.closest(".bidder button") : null;
    if (!(key instanceof HTMLButtonElement)) return;
    event.preventDefault();
    press(key);
  },
  true,
);
document.addEventListener("input", ({ target }) => {
  const form = target instanceof Element ? bidForm(target) : null;
  if (!form || !(target instanceof Element)) return;
  showPressed(form);
  if (isTouched && target.matches(".bidders *, [name=bid]")) saveComplete(form);
});
document.addEventListener("reset", ({ target }) =>
  setTimeout(() => target instanceof HTMLFormElement && bidForm(target) && showPressed(target)),
);
