// Numbers as people type them. `scorekeeper/web/parse.py` reads the same; a test compares the two.

/** Longer digits are no number that anybody means. */
const INTEGER = /^[+-]?\d{1,18}$/;
const SUM = /^[+-]?\d{1,9}(?: *[+-] *\d{1,9})+$/;
const LONGEST_SUM = 100;

/**
 * A whole number, also one typed as a sum ("12+11+7"), or null.
 * @param {string} text
 */
export function parseNumber(text) {
  const tidy = text.trim().replaceAll("−", "-").replaceAll("\u202f", "");
  if (INTEGER.test(tidy)) return Number(tidy);
  return tidy.length <= LONGEST_SUM && SUM.test(tidy) ? addUp(tidy) : null;
}

/** @param {string} text */
const addUp = (text) =>
  (text.replaceAll(" ", "").match(/[+-]?\d+/g) ?? []).reduce((total, term) => total + Number(term), 0);
