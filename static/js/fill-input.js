// What was entered before comes back into a form.

/**
 * Fill an input as a person would; folds around it open.
 * @param {HTMLInputElement} input
 * @param {string} value
 */
export function fillInput(input, value) {
  if (input.type === "radio") input.checked = input.value === value;
  else if (input.type === "checkbox") input.checked = true;
  else if (input.type !== "hidden") input.value = value;
  if (value) unfold(input);
}

/** @param {HTMLElement} input */
function unfold(input) {
  for (let fold = input.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
}
