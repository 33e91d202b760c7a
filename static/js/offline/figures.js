// Figures as pages and sentences print them.

/**
 * A figure with a real minus sign and commas between thousands.
 * @param {number} points
 */
export const formatFigure = (points) =>
  String(points)
    .replace(/\B(?=(\d{3})+(?!\d))/g, ",")
    .replace("-", "−");

/**
 * Points of a hand, with their sign.
 * @param {number} points
 */
export const formatGain = (points) => (points > 0 ? `+${formatFigure(points)}` : formatFigure(points));
