// A hand's form without the server: read into facts, filled from facts, lists that grow. Names of inputs are the engine's paths.
const ABSENT = Symbol("nothing entered");

const given = (entries) => entries.filter((value) => value !== ABSENT);
const topKey = (name) => name.split(/[.[]/, 1)[0];

export function whole(text) {
  const tidy = text.trim().replaceAll("−", "-").replaceAll("\u202f", "");
  return /^[+-]?\d{1,15}$/.test(tidy) ? Number(tidy) : text;
}

const figure = (field, data, path) => (said(data, path) ? whole(said(data, path)) : ABSENT);
const said = (data, path) => (data.get(path) || "").trim();

function group(fields, data, path) {
  const found = fields.map((each) => [each.key, read(each, data, `${path}.${each.key}`)]).filter(([, value]) => value !== ABSENT);
  return found.length ? Object.fromEntries(found) : ABSENT;
}

function rowsOf(data, path) {
  const found = new Set();
  for (const name of data.keys()) {
    const match = name.startsWith(`${path}[`) && /^\d{1,4}(?=\])/.exec(name.slice(path.length + 1));
    if (match) found.add(Number(match[0]));
  }
  return [...found].sort((one, other) => one - other);
}

const READERS = {
  whole: figure, "any-whole": figure, points: figure, seat: figure, side: figure,
  text: (field, data, path) => said(data, path) || ABSENT,
  flag: (field, data, path) => (said(data, path) ? true : ABSENT),
  yesno: (field, data, path) => ({ true: true, false: false, "": ABSENT })[said(data, path)],
  choice: (field, data, path) => {
    const text = said(data, path);
    const found = field.choices.find(([value]) => String(value) === text);
    return text ? (found ? found[0] : text) : ABSENT;
  },
  "or-null": (field, data, path) => (said(data, path) === "null" ? null : read(field.of, data, path)),
  either: (field, data, path) => {
    const parts = read(field.group, data, path);
    return parts === ABSENT ? read(field.plain, data, path) : parts;
  },
  group: (field, data, path) => group(field.fields, data, path),
  "per-side": (field, data, path) => {
    const found = Array.from({ length: field.count }, (_, index) => read(field.of, data, `${path}[${index}]`));
    const nothing = found.every((value) => value === ABSENT || (Array.isArray(value) && !value.length));
    if (nothing && !(field.needed && field.of.kind === "list")) return ABSENT;
    return found.map((value) => (value === ABSENT ? field.blank : value));
  },
  list: (field, data, path) => {
    const found = given(rowsOf(data, path).map((index) => read(field.of, data, `${path}[${index}]`)));
    return found.length || field.key === "" ? found : ABSENT;
  },
  pair: (field, data, path) => {
    const [first, second] = [read(field.first, data, `${path}[0]`), read(field.second, data, `${path}[1]`)];
    return second === ABSENT ? ABSENT : [first === ABSENT ? null : first, second];
  },
  call: (field, data, path) => {
    const text = said(data, path).toLowerCase();
    if (!text || text === "pass") return text || ABSENT;
    const [amount, ...color] = text.split(" ");
    return field.colors ? [whole(amount), color.join(" ").trim()] : whole(text);
  },
  meld: (field, data, path) => {
    const [ofSet, ofRun] = field.forms;
    const run = read(ofRun, data, path);
    return run === ABSENT || Object.keys(run).join() === "run" ? read(ofSet, data, path) : run;
  },
};

function read(field, data, path) {
  return READERS[field.kind](field, data, path);
}

// What the form says, by key; `asked` are the keys that it asks for at all.
export function entered(form, fields) {
  const data = new FormData(form);
  const asked = new Set([...form.querySelectorAll("input, textarea, button[name=put]")].map((each) => topKey(each.name === "put" ? each.value : each.name)));
  const facts = {};
  for (const [key, field] of Object.entries(fields)) {
    if (!asked.has(key)) continue;
    const value = read(field, data, key);
    if (value !== ABSENT) facts[key] = value;
  }
  return { facts, asked };
}

// The facts of a hand at one of its moments: what was known of it, and what the form says now.
export function handFacts(form, fields, stage, known) {
  const { facts, asked } = entered(form, fields);
  const has = (mark) => Object.keys(facts).some((key) => fields[key][mark]);
  if (has("alone")) return facts;
  const kept = Object.fromEntries(Object.entries(known).filter(([key]) => key !== "open" && !asked.has(key)));
  const stillOpen = stage === "bid" && !has("excuses") && (!Object.keys(known).length || known.open);
  return { ...kept, ...facts, ...(stillOpen ? { open: true } : {}) };
}

// A value as the entries of a form.
function spread(field, value, path) {
  if (value === null || value === undefined) return field.kind === "or-null" ? [[path, "null"]] : [];
  switch (field.kind) {
    case "or-null": return spread(field.of, value, path);
    case "either": return spread(typeof value === "object" ? field.group : field.plain, value, path);
    case "group": return field.fields.flatMap((each) => spread(each, value[each.key], `${path}.${each.key}`));
    case "meld": return spread(field.forms["run" in value ? 1 : 0], value, path);
    case "pair": return [...spread(field.first, value[0], `${path}[0]`), ...spread(field.second, value[1], `${path}[1]`)];
    case "call": return [[path, Array.isArray(value) ? value.join(" ") : String(value)]];
    case "per-side": case "list": return value.flatMap((each, index) => spread(field.of, each, `${path}[${index}]`));
    default: return [[path, String(value)]];
  }
}

export function entriesOf(facts, fields) {
  return Object.entries(facts).flatMap(([key, value]) => (fields[key] ? spread(fields[key], value, key) : []));
}

const named = (form, name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];

// Enter what was entered before, as a finger would.
export function fill(form, entries) {
  for (const [name, value] of entries) {
    let room = 100;
    while (!named(form, name).length && !putter(form, name) && room-- && commitOne(form));
    const key = putter(form, name);
    if (key) put(form, `${name}=${value}`);
    for (const input of named(form, name)) {
      if (input.type === "radio") input.checked = input.value === value;
      else if (input.type === "checkbox") input.checked = true;
      else if (input.type !== "hidden") input.value = value;
      if (value) unfold(input);
    }
  }
}

function unfold(input) {
  for (let fold = input.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

const putter = (form, name) => [...form.querySelectorAll("button[name=put]")].find((each) => each.value.startsWith(`${name}=`));

// The buttons that change a form: a card laid, a row added, something taken out.
export function edit(form, { name, value }, button) {
  if (name === "put") put(form, value);
  else if (name === "drop") drop(form, value);
  else if (value === "add") commit(button.closest("[data-list]"));
}

function hidden(name, value) {
  return Object.assign(document.createElement("input"), { type: "hidden", name, value });
}

function renumber(list, from, to) {
  const [old, next] = [`${list.dataset.list}[${from}]`, `${list.dataset.list}[${to}]`];
  for (const each of list.querySelectorAll("[name]")) {
    if (each.type === "hidden" || each.closest(".has")) continue;
    if (each.name.startsWith(old)) each.name = next + each.name.slice(old.length);
    if (each.name === "put" && each.value.startsWith(old)) each.value = next + each.value.slice(old.length);
  }
}

// How many a list has so far, told by the place of the next one.
function lengthOf(list) {
  const next = [...list.querySelectorAll("[name]")].filter((each) => each.type !== "hidden" && !each.closest(".has") && each.name !== "drop");
  const place = next.map((each) => (each.name === "put" ? each.value : each.name)).find((path) => path.startsWith(`${list.dataset.list}[`));
  return place ? Number.parseInt(place.slice(list.dataset.list.length + 1), 10) : 0;
}

function put(form, value) {
  const [path, figureSaid] = value.split("=");
  const list = putter(form, path).closest("[data-list]");
  const place = lengthOf(list);
  const here = `${list.dataset.list}[${place}]`;
  const turn = list.querySelector(`[name="${CSS.escape(`${here}[0]`)}"]:checked`);
  const card = Object.assign(document.createElement("span"), { className: "card", textContent: figureSaid });
  if (turn) card.prepend(Object.assign(document.createElement("small"), { textContent: turn.parentElement.textContent.trim() }));
  card.append(...(turn ? [hidden(`${here}[0]`, turn.value)] : []), hidden(path, figureSaid));
  cardsOf(list).append(card);
  renumber(list, place, place + 1);
  list.dispatchEvent(new CustomEvent("rook:laid", { bubbles: true }));
}

function cardsOf(list) {
  let cards = list.querySelector(".cards");
  if (!cards) list.append(cards = Object.assign(document.createElement("p"), { className: "cards" }));
  cards.querySelector(".facts")?.remove();
  if (!list.querySelector("button[name=drop]")) {
    const back = Object.assign(document.createElement("button"), { className: "mark", name: "drop", value: `${list.dataset.list}[last]`, textContent: "⌫" });
    back.setAttribute("aria-label", "Take the last card back");
    cards.after(back);
  }
  return cards;
}

function drop(form, value) {
  const row = [...form.querySelectorAll("button[name=drop]")].find((each) => each.value === value);
  if (row.closest(".has")) return row.closest(".has").remove();
  const list = row.closest("[data-list]");
  list.querySelector(".cards .card:last-of-type")?.remove();
  const place = lengthOf(list);
  if (place) renumber(list, place, place - 1);
  list.dispatchEvent(new CustomEvent("rook:laid", { bubbles: true }));
}

const filledIn = (input) => (["radio", "checkbox"].includes(input.type) ? input.checked && input.value : input.type !== "hidden" && input.value);

// A blank row that was filled in becomes one of the list's rows; a new blank one follows.
function commit(list) {
  const place = lengthOf(list);
  const blank = [...list.querySelectorAll("input")].filter((input) => input.name.startsWith(`${list.dataset.list}[${place}]`) && !input.closest(".has"));
  const values = blank.filter(filledIn);
  if (!values.length) return false;
  const row = Object.assign(document.createElement("div"), { className: "has" });
  const words = values.map((input) => (input.type === "radio" ? input.parentElement.textContent : input.value).trim());
  const out = Object.assign(document.createElement("button"), { className: "mark", name: "drop", value: `${list.dataset.list}[${place}]`, textContent: "✕" });
  out.setAttribute("aria-label", `Take out ${words.join(" ")}`);
  row.append(Object.assign(document.createElement("span"), { textContent: words.join(" ") }), ...values.map((input) => hidden(input.name, input.value)), out);
  list.querySelector("h3")?.after(...list.querySelectorAll(".has"), row);
  for (const input of blank) {
    if (["radio", "checkbox"].includes(input.type)) input.checked = false;
    else input.value = "";
  }
  renumber(list, place, place + 1);
  return true;
}

function commitOne(form) {
  return [...form.querySelectorAll(".rows[data-list]")].some(commit);
}
