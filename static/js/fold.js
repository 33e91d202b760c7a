// Folds of a form.

/**
 * Open every fold around an input.
 * @param {HTMLElement} input
 */
export function unfold(input) {
  for (let fold = input.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
}
