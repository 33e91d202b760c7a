// Dates and times as the server writes them, in the time zone of this phone.
const MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric" });
const CLOCK = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });

/** @param {Date} date "Nov 17, 2026, 3:05 PM" */
export const formatMoment = (date) => plain(MOMENT.format(date));

/** @param {Date} date "Tue, Nov 17" */
export const formatWeekday = (date) => plain(WEEKDAY.format(date));

/** @param {Date} date "3:05 PM" */
export const formatClock = (date) => plain(CLOCK.format(date));

// Some browsers put a narrow space before PM.
/** @param {string} text */
const plain = (text) => text.replaceAll("\u202f", " ");
