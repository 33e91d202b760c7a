// The form of a hand on a table without the server: filled, kept as a draft, and followed as it is entered.

import { startBid } from "../bid-keys.js";
import { showFaults } from "../dom.js";
import { readDraft, removeDraft, saveDraft } from "../drafts.js";
import { start as startFields } from "../fields.js";
import { editList, fillForm } from "./form-lists.js";
import { entriesOf } from "./form-values.js";
import { askBidders, buildForm, labelButtons, removeUnasked, showCount, withoutCompleted } from "./hand-form.js";
import { sendUnstored } from "./outbox-sender.js";
import { fillTotals, showOutcome } from "./outcome.js";

const EDIT_BUTTONS = ["put", "drop", "do"];
const CANNOT_SAVE =
  "This phone could not save it: it has no room left, or this is a private window. " +
  "What you entered stays on this page. Free up some space, or save again when you are online.";
const CHANGED_ELSEWHERE = "Another phone has saved this hand meanwhile. Reload the page to see it.";

/**
 * @param {OfflineTable} table
 * @param {Editing} entry
 */
export const draftName = ({ copy }, entry) => `${copy.id} ${entry.hand} ${entry.base} ${entry.stage}`;

/**
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 * @param {Editing} entry
 * @param {{ save: (form: HTMLFormElement) => unknown, redraw: () => unknown }} actions
 */
export function entryForm(table, sheet, entry, actions) {
  const { facts } = table.kit;
  const form = buildForm(table, entry);
  removeUnasked(form, facts, entry);
  askBidders(form, table, entry);
  labelButtons(form, entry);
  form.dataset.draft = draftName(table, entry);
  form.dataset.known = JSON.stringify(entry.known);
  const draft = readDraft(form.dataset.draft);
  if (draft) {
    form.dataset.touched = "";
    fillForm(form, draft);
  } else if (entry.stage !== "result" || entry.corrects) {
    fillForm(form, entriesOf(withoutCompleted(facts, entry.known), facts.fields));
  }
  startFields(form);
  startBid(form);
  fillTotals(form, sheet, entry);
  showCount(form, table, sheet, entry);
  listen(form, table, sheet, entry, actions);
  if (draft) showOutcome(form, table, entry);
  return form;
}

/**
 * @param {HTMLFormElement} form
 * @param {OfflineTable} table
 * @param {Sheet} sheet
 * @param {Editing} entry
 * @param {{ save: (form: HTMLFormElement) => unknown, redraw: () => unknown }} actions
 */
function listen(form, table, sheet, entry, { save, redraw }) {
  const update = () => {
    saveDraft(form);
    showOutcome(form, table, entry);
  };
  form.addEventListener("input", () => {
    form.dataset.touched = "";
    update();
  });
  form.addEventListener("reset", () => {
    removeDraft(draftName(table, entry));
    setTimeout(redraw);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const pressed = event.submitter;
    if (!(pressed instanceof HTMLButtonElement) || !EDIT_BUTTONS.includes(pressed.name)) return save(form);
    editList(form, pressed);
    showCount(form, table, sheet, entry);
    return update();
  });
}

/**
 * This phone can store nothing more: the server, if it answers, saves the hand as if there were no phone between.
 * @param {HTMLFormElement} form
 * @param {OfflineTable} table
 * @param {Editing} entry
 * @param {Hand} facts
 */
export async function saveUnstored(form, table, { hand, base, ...entry }, facts) {
  const answer = await sendUnstored({ game: table.copy.id, hand, base, facts }).catch(() => null);
  if (!answer) return showFaults(form, [CANNOT_SAVE]);
  if (!["saved", "again"].includes(answer.state)) {
    return showFaults(form, answer.errors?.map(({ message }) => message) ?? [CHANGED_ELSEWHERE]);
  }
  removeDraft(draftName(table, { hand, base, ...entry }));
  return location.assign(`/t/${table.copy.id}`);
}
