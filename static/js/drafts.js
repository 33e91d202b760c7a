// What was entered into the form of a hand and is not saved yet: it survives a reload.
import { readItem, removeItem, removeItems, writeItem } from "./storage.js";

/** Inputs that belong to the form itself. */
const OWN_INPUTS = ["csrf_token", "stage", "hand", "base", "token"];

/** @param {string} name As the form's `data-draft` has it: game, hand, version, stage. */
const draftKey = (name) => `draft ${name}`;

/**
 * @param {HTMLFormElement} form
 * @returns {[string, string][]}
 */
export function enteredValues(form) {
  const values = /** @type {[string, string][]} */ ([...new FormData(form)]);
  return values.filter(([name]) => !OWN_INPUTS.includes(name));
}

/** @param {HTMLFormElement} form */
export function saveDraft(form) {
  writeItem(draftKey(form.dataset.draft ?? ""), JSON.stringify(enteredValues(form)));
}

/**
 * @param {string} name
 * @returns {[string, string][] | null}
 */
export function readDraft(name) {
  try {
    return JSON.parse(readItem(draftKey(name)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name */
export function removeDraft(name) {
  removeItem(draftKey(name));
}

/** @param {string} game */
export function removeDraftsOfGame(game) {
  removeItems((key) => key.startsWith(draftKey(`${game} `)));
}

/**
 * Older drafts of this hand are saved or void by now; of hands before it too, unless one of them is being corrected.
 * @param {string} name
 */
export function removeOlderDrafts(name) {
  const [game, hand, base, stage] = name.split(" ");
  removeItems((key) => {
    const [word, itsGame, itsHand, itsBase, itsStage] = key.split(" ");
    if (word !== "draft" || itsGame !== game) return false;
    const isOlder = itsHand === hand && Number(itsBase) < Number(base);
    const isBefore = Number(itsHand) < Number(hand) && stage !== "whole" && itsStage !== "whole";
    return isOlder || isBefore;
  });
}
