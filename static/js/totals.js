// The scores in the rows of the players, where a form has them.

/**
 * The scores that the shown outcome would give the players; without one, those before the hand.
 * @param {HTMLFormElement} form
 */
export function showTotals(form) {
  const [gains, totals] = ["b", "small"].map((part) => form.querySelectorAll(`[data-outcome] .many > ${part}`));
  for (const [index, total] of form.querySelectorAll("[data-total]").entries()) {
    const gain = total.parentElement?.querySelector("[data-gain]");
    total.textContent = totals[index]?.textContent ?? total.dataset.total ?? "";
    if (gain) gain.textContent = gains[index]?.textContent ?? "";
  }
}
