// Which facts of the server this script can read.

/** The shape of the facts that this script knows. */
export const FORMAT = 3;

/**
 * Whether this script can read these facts: another release's may mean something else.
 * @param {Pick<Facts, "format">} facts
 */
export const canRead = ({ format }) => format === FORMAT;
