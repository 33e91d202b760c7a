// Notes at the foot of the page. Page.js shows them.

/**
 * Show a note; one without text removes the note of the same key.
 * @param {string} key
 * @param {string} [text]
 * @param {NoteButton[]} [buttons]
 */
export function notify(key, text, buttons) {
  document.dispatchEvent(new CustomEvent("rook:note", { detail: { key, text, buttons } }));
}
