// Who won the bid, with the trump color, in one touch. The touch that completes a new bid saves it.

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const chosen = (form, name) => new FormData(form).get(name);

/** @param {HTMLFormElement} form */
function showPressed(form) {
  const value = `bidder=${chosen(form, "bidder")}&trump=${chosen(form, "trump")}`;
  for (const key of form.querySelectorAll("button[aria-pressed]"))
    key.setAttribute("aria-pressed", String(key.value === value));
}

/**
 * A saved bid is changed by its button alone.
 * @param {HTMLFormElement} form
 */
const isComplete = (form) =>
  form.dataset.draft?.endsWith(" bid") &&
  !("bid" in JSON.parse(form.dataset.known || "{}")) &&
  ["bidder", "bid", "trump", "partner"].every((name) => !form.elements.namedItem(name) || chosen(form, name));

/**
 * The partner is asked for after the bid, where many rows push the question below the button.
 * @param {HTMLFormElement} form
 */
const showPartners = (form) =>
  chosen(form, "partner") ||
  form.querySelector("[name=partner]")?.closest("fieldset")?.scrollIntoView({ block: "center" });

/** @param {HTMLFormElement} form */
export function startBid(form) {
  // The keyboard walks through the choices and must not save one on the way.
  let isTouched = false;
  form.addEventListener("pointerdown", () => {
    isTouched = true;
  });
  form.addEventListener("keydown", () => {
    isTouched = false;
  });
  form.addEventListener("click", (event) => {
    const key = event.target instanceof Element && event.target.closest("button[aria-pressed]");
    if (!(key instanceof HTMLButtonElement)) return;
    event.preventDefault();
    for (const [name, value] of new URLSearchParams(key.value)) {
      const choices = form.elements.namedItem(name);
      if (choices instanceof RadioNodeList) choices.value = value;
    }
    key.dispatchEvent(new Event("input", { bubbles: true }));
  });
  form.addEventListener("input", ({ target }) => {
    showPressed(form);
    const isOfBid = target instanceof Element && target.matches(".bidders *, [name=bid], [name=partner]");
    if (isTouched && isOfBid && isComplete(form)) form.requestSubmit(form.querySelector(".act .save"));
    else if (isTouched && target instanceof Element && target.matches("[name=bid]")) showPartners(form);
  });
  form.addEventListener("reset", () => setTimeout(showPressed, 0, form));
  showPressed(form);
}
