// An announced time is meant where it is announced: calendars elsewhere have to know the time zone.
for (const input of document.querySelectorAll("input[data-time-zone]")) {
  /** @type {HTMLInputElement} */ (input).value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
}
