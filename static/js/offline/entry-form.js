// The form of a hand on a table without the server: filled, kept as a draft, and followed as it is entered.
import { startBid } from "../bid-keys.js";
import { readDraft, removeDraft, saveDraft } from "../drafts.js";
import { start as startFields } from "../fields.js";
import { editList, fillForm } from "./form-lists.js";
import { entriesOf } from "./form-values.js";
import { askBidders, buildForm, labelButtons, removeUnasked, showCount, withoutCompleted } from "./hand-form.js";
import { fillTotals, showOutcome } from "./outcome.js";

const EDIT_BUTTONS = ["put", "drop", "do"];

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
  form.addEventListener("rook:list-changed", () => {
    showCount(form, table, sheet, entry);
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
    return update();
  });
}
