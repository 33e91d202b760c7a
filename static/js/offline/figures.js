// Figures as pages and sentences print them.

/** From here on a figure has commas: 5000, but 10,000. */
const FIRST_WITH_COMMA = 10_000;

/**
 * A figure with a real minus sign, and commas between thousands if it is long.
 * @param {number} points
 */
export function formatFigure(points) {
  const digits = String(points).replace("-", "−");
  return Math.abs(points) < FIRST_WITH_COMMA ? digits : digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/**
 * Points of a hand, with their sign.
 * @param {number} points
 */
export const formatGain = (points) => (points > 0 ? `+${formatFigure(points)}` : formatFigure(points));
