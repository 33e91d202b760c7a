// The form of a hand read into facts, and facts as values of a form. Names of inputs are the engine's paths.
import { parseNumber } from "../numbers.js";
import { partsOf } from "./field-parts.js";

const ABSENT = Symbol("nothing entered");

/** @typedef {(field: any, data: FormData, path: string) => any} Reader */

/**
 * A whole number, or the text itself if it is none.
 * @param {string} text
 */
export const parseWhole = (text) => parseNumber(text) ?? text;

/**
 * @param {FormData} data
 * @param {string} path
 */
const textAt = (data, path) => String(data.get(path) ?? "").trim();

/** @type {Reader} */
const readWhole = (_field, data, path) => (textAt(data, path) ? parseWhole(textAt(data, path)) : ABSENT);

/**
 * The numbers of the rows that a list has in the form.
 * @param {FormData} data
 * @param {string} path
 */
function rowNumbers(data, path) {
  const numbers = new Set();
  for (const name of data.keys()) {
    const match = name.startsWith(`${path}[`) && /^\d{1,4}(?=\])/.exec(name.slice(path.length + 1));
    if (match) numbers.add(Number(match[0]));
  }
  return [...numbers].sort((one, other) => one - other);
}

/** @type {Reader} */
function readGroup(field, data, path) {
  const entries = field.fields
    .map((/** @type {Field} */ part) => [part.key, readField(part, data, `${path}.${part.key}`)])
    .filter((/** @type {[string, any]} */ [, value]) => value !== ABSENT);
  return entries.length ? Object.fromEntries(entries) : ABSENT;
}

/** @type {Reader} */
function readPerSide(field, data, path) {
  const values = Array.from({ length: field.count }, (_, index) => readField(field.of, data, `${path}[${index}]`));
  const isBlank = values.every((value) => value === ABSENT || (Array.isArray(value) && !value.length));
  if (isBlank && !(field.needed && (field.of.kind === "list" || field.blank !== null))) return ABSENT;
  return withZeros(
    field,
    values.map((value) => (value === ABSENT ? field.blank : value)),
  );
}

/**
 * Where nothing is left for those without an entry, they have 0; one alone has the rest.
 * @param {Field} field
 * @param {any[]} values
 */
function withZeros({ whole }, values) {
  const open = values.filter((value) => value === null);
  const numbers = values.filter((value) => typeof value === "number");
  const isFull = whole !== null && numbers.reduce((sum, value) => sum + value, 0) === whole;
  if (open.length < 2 || open.length + numbers.length < values.length || !isFull) return values;
  return values.map((value) => value ?? 0);
}

/** @type {Reader} */
function readList(field, data, path) {
  const rows = rowNumbers(data, path).map((index) => readField(field.of, data, `${path}[${index}]`));
  const values = rows.filter((value) => value !== ABSENT);
  return values.length || field.key === "" ? values : ABSENT;
}

/** @type {Reader} */
function readPair(field, data, path) {
  const [first, second] = [readField(field.first, data, `${path}[0]`), readField(field.second, data, `${path}[1]`)];
  return second === ABSENT ? ABSENT : [first === ABSENT ? null : first, second];
}

/** @type {Reader} */
function readChoice(field, data, path) {
  const text = textAt(data, path);
  const choice = field.choices.find((/** @type {[unknown, string]} */ [value]) => String(value) === text);
  return text ? (choice ? choice[0] : text) : ABSENT;
}

/** @type {Reader} */
function readCall(field, data, path) {
  const text = textAt(data, path).toLowerCase();
  if (!text || text === "pass") return text || ABSENT;
  const [amount, ...color] = text.split(" ");
  return field.colors ? [parseWhole(amount), color.join(" ").trim()] : parseWhole(text);
}

/** @type {Reader} */
function readMeld(field, data, path) {
  const [ofSet, ofRun] = field.forms;
  const run = readField(ofRun, data, path);
  return run === ABSENT || Object.keys(run).join() === "run" ? readField(ofSet, data, path) : run;
}

/** @type {Reader} */
function readEither(field, data, path) {
  const group = readField(field.group, data, path);
  return group === ABSENT ? readField(field.plain, data, path) : group;
}

/** @type {Record<string, any>} */
const YES_NO = { true: true, false: false, "": ABSENT };

/** @type {Record<string, Reader>} */
const READERS = {
  whole: readWhole,
  "any-whole": readWhole,
  points: readWhole,
  seat: readWhole,
  side: readWhole,
  text: (_field, data, path) => textAt(data, path) || ABSENT,
  flag: (_field, data, path) => (textAt(data, path) ? true : ABSENT),
  yesno: (_field, data, path) => YES_NO[textAt(data, path)],
  choice: readChoice,
  "or-null": (field, data, path) => (textAt(data, path) === "null" ? null : readField(field.of, data, path)),
  either: readEither,
  group: readGroup,
  "per-side": readPerSide,
  list: readList,
  pair: readPair,
  call: readCall,
  meld: readMeld,
};

/** @type {Reader} */
function readField(field, data, path) {
  return READERS[field.kind](field, data, path);
}

/** @param {string} path */
const topKey = (path) => path.split(/[.[]/, 1)[0];

/**
 * What the form says, by key; `asked` are the keys that it asks for at all.
 * @param {HTMLFormElement} form
 * @param {Record<string, Field>} fields
 */
function readForm(form, fields) {
  const data = new FormData(form);
  const inputs = [...form.querySelectorAll("input, textarea, button[name=put]")];
  const asked = new Set(inputs.map(({ name, value }) => topKey(name === "put" ? value : name)));
  /** @type {Hand} */
  const facts = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = asked.has(key) ? readField(field, data, key) : ABSENT;
    if (value !== ABSENT) facts[key] = value;
  }
  return { facts, asked };
}

/**
 * The facts of a hand at one of its moments: what was known of it, and what the form says now.
 * @param {HTMLFormElement} form
 * @param {Record<string, Field>} fields
 * @param {Stage} stage
 * @param {Hand} known
 * @returns {Hand}
 */
export function handFacts(form, fields, stage, known) {
  const { facts, asked } = readForm(form, fields);
  const keys = Object.keys(facts);
  if (keys.some((key) => fields[key].alone)) return facts;
  const kept = Object.fromEntries(Object.entries(known).filter(([key]) => key !== "open" && !asked.has(key)));
  const isEnded = keys.some((key) => fields[key].excuses);
  const isOpen = stage === "bid" && !isEnded && (!Object.keys(known).length || known.open);
  return { ...kept, ...facts, ...(isOpen ? { open: true } : {}) };
}

/**
 * A value as the entries of a form.
 * @param {Field} field
 * @param {any} value
 * @param {string} path
 * @returns {[string, string][]}
 */
function spread(field, value, path) {
  if (value === null || value === undefined) return field.kind === "or-null" ? [[path, "null"]] : [];
  const parts = partsOf(field, value, path);
  if (parts) return parts.flatMap(([part, entry, at]) => spread(part, entry, at));
  return [[path, Array.isArray(value) ? value.join(" ") : String(value)]];
}

/**
 * @param {Hand} facts
 * @param {Record<string, Field>} fields
 */
export function entriesOf(facts, fields) {
  return Object.entries(facts).flatMap(([key, value]) => (fields[key] ? spread(fields[key], value, key) : []));
}
