// A new game without network: any game, any number of players, with what this phone knows of house rules. No rules here.
import { whole } from "./form-values.js";
import { all, begin, kitKey } from "./outbox.js";
import { blame, h, main } from "./dom.js";

const COMPASS = ["North", "East", "South", "West"];

// The facts with other figures: the server says what each of them sets, and where.
export function tuned(kit, figures) {
  const facts = structuredClone(kit.facts);
  for (const { key, sets } of kit.tunings.filter((each) => each.key in figures)) {
    for (const [path, value] of sets) {
      const spot = path.slice(0, -1).reduce((at, step) => at[step], facts);
      spot[path.at(-1)] = value === "{}" ? figures[key] : typeof value === "string" ? value.replaceAll("{}", figures[key]) : value;
    }
  }
  const agreed = kit.tunings.filter(({ key }) => key in figures).map(({ key, label }) => `${label.toLowerCase()}: ${figures[key]}`).join(", ");
  return { ...kit, facts, agreed, options: figures, key: kitKey(facts.game, facts.players, figures) };
}

const plain = (kit) => !Object.keys(kit.options || {}).length;

// `slug` asks for one game; `go` shows the game that was started.
export async function newGame(slug, go) {
  const kits = (await all("kits")).filter((kit) => kit.tunings && (!slug || kit.facts.game === slug)).sort((one, other) => one.rank - other.rank || one.facts.players - other.facts.players);
  const names = await usualNames();
  const first = kits.filter(plain).find((kit) => kit.usual);
  if (!first) return null;
  const made = h("form", { className: "new-game" });
  const draw = (kit, chosen = {}) => made.replaceChildren(...parts(kits, kit, { names, slug, ...chosen }));
  made.addEventListener("input", () => { made.dataset.touched = ""; });
  made.addEventListener("change", ({ target }) => {
    if (!["game", "count", "kit"].includes(target.name)) return;
    const said = new FormData(made);
    const chosen = { names: said.getAll("players"), dealer: Number(said.get("dealer")), focus: [target.name, target.value] };
    if (chosen.names.every((name) => !name || [...COMPASS, ...names].includes(name) || /^Player \d$/.test(name))) delete chosen.names;
    draw(chosenKit(kits, said, target.name), chosen);
    focus(made, target);
  });
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(made, kits, go);
  });
  draw(first);
  return made;
}

function focus(made, { name, value }) {
  const same = [...made.querySelectorAll(`[name=${name}]`)];
  (same.find((each) => each.value === value) || same[0])?.focus();
}

async function usualNames() {
  const games = (await all("games")).sort((one, other) => other.seen - one.seen);
  return [...new Set(games.flatMap(({ record }) => record.players))].filter((name) => !COMPASS.includes(name) && !/^Player \d$/.test(name));
}

// What was chosen, as far as the game has it.
function chosenKit(kits, said, changed) {
  const of = kits.filter((kit) => kit.facts.game === said.get("game"));
  const count = changed !== "game" && of.filter((kit) => plain(kit) && kit.facts.players === Number(said.get("count")));
  return of.find((kit) => changed !== "game" && kit.key === said.get("kit") && kit.facts.players === Number(said.get("count")))
    || (count && count[0]) || of.find((kit) => plain(kit) && kit.usual);
}

function parts(kits, kit, chosen) {
  const of = kits.filter((each) => each.facts.game === kit.facts.game);
  const counts = [...new Set(of.map(({ facts }) => facts.players))];
  const used = of.filter((each) => each.facts.players === kit.facts.players && !plain(each));
  return [
    h("h2", {}, "Start a new game"), games(kits, kit, chosen.slug),
    counts.length > 1 ? choice("Players", "count", counts.map((count) => [count, String(count)]), kit.facts.players, "fit") : h("input", { type: "hidden", name: "count", value: String(counts[0]) }),
    used.length ? choice("House rules", "kit", [[of.find((each) => plain(each) && each.facts.players === kit.facts.players).key, "none, by the source"],
      ...used.map((each) => [each.key, each.agreed])], kit.key, "c1") : h("input", { type: "hidden", name: "kit", value: kit.key }),
    seats(kit, chosen), plain(kit) ? figures(kit) : null, h("button", { className: "button" }, "Start the game"),
    h("p", { className: "facts" }, "Other house rules are agreed before the first deal, on a game's own page: that needs the network."),
  ].filter(Boolean);
}

function games(kits, kit, slug) {
  if (slug) return h("input", { type: "hidden", name: "game", value: slug, "data-name": kit.facts.name });
  const each = kits.filter((one) => plain(one) && one.usual);
  const groups = [...new Set(each.map(({ group }) => group))];
  return h("select", { name: "game", "aria-label": "Game" }, groups.map((group) => h("optgroup", { label: group },
    each.filter((one) => one.group === group).map(({ facts }) => h("option", { value: facts.game, selected: facts.game === kit.facts.game }, facts.name)))));
}

function choice(legend, name, options, now, look = "") {
  return h("fieldset", { className: "choose" }, h("legend", {}, legend), h("div", { className: `row ${look}` }, options.map(([value, words]) =>
    h("label", {}, h("input", { type: "radio", name, value: String(value), checked: value === now }), h("span", {}, words)))));
}

function seats({ facts }, { names, dealer = 0 }) {
  const count = facts.players;
  const usual = count === COMPASS.length ? COMPASS : Array.from({ length: count }, (_, seat) => `Player ${seat + 1}`);
  const shown = [...names, ...usual.filter((name) => !names.includes(name))];
  const partners = facts.sides.length < count;
  const side = (seat) => facts.sides.findIndex((each) => each.includes(seat));
  return h("fieldset", { className: "seats" }, h("legend", {}, `Seats, clockwise${partners ? "; partners share a mark" : ""}`), Array.from({ length: count }, (_, seat) =>
    h("div", { className: partners ? `seat side-${side(seat)}` : "seat" },
      h("label", { className: "name" }, h("span", { className: "hidden" }, `Seat ${seat + 1}`), h("input", { name: "players", value: shown[seat], maxlength: "40", autocomplete: "off", autocapitalize: "words" })),
      h("label", { className: "deals" }, h("input", { type: "radio", name: "dealer", value: String(seat), checked: seat === (dealer < count ? dealer : 0) }),
        h("span", {}, "deals first", h("span", { className: "hidden" }, `: seat ${seat + 1}`))))));
}

function figures({ tunings }) {
  if (!tunings.length) return null;
  return h("details", { className: "fold" }, h("summary", {}, "Agreed options"), tunings.map(({ key, label, usual }) =>
    h("div", { className: "line" }, h("label", {}, h("span", {}, label), h("input", { type: "text", inputmode: "numeric", name: `figure ${key}`, value: usual === null ? "" : String(usual), autocomplete: "off" })))));
}

// What was agreed and is not the usual figure; what is wrong with it is told.
function agreed({ tunings }, said) {
  const found = {};
  const wrong = [];
  for (const { key, label, usual, low, high } of tunings) {
    const value = whole(said.get(`figure ${key}`) ?? "");
    if (value === "" || value === usual) continue;
    if (typeof value !== "number" || value < low || value > high) wrong.push(`${label}: a whole number from ${low} on.`);
    found[key] = value;
  }
  for (const { key, label, against } of tunings) {
    const other = key in found && tunings.find((each) => against.includes(each.key) && each.key in found);
    if (other && !wrong.length) wrong.push(`“${label}” and “${other.label}” exclude each other: keep one of them.`);
  }
  return { found, wrong };
}

function submit(made, kits, go) {
  const said = new FormData(made);
  const kit = chosenKit(kits, said, "");
  const { found, wrong } = plain(kit) ? agreed(kit, said) : { found: {}, wrong: [] };
  const players = said.getAll("players").map((name) => name.trim());
  const alike = new Set(players.map((name) => name.toLowerCase())).size < players.length;
  if (alike || players.some((name) => !name)) wrong.push("Every player needs a name of his own.");
  if (wrong.length) return blame(made, wrong);
  const fit = Object.keys(found).length ? tuned(kit, found) : kit;
  return startGame({ game: fit.facts.game, players, dealer: Number(said.get("dealer")), options: fit.options }, fit, go);
}

export async function startGame({ game, players, dealer, options }, kit, go) {
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  const record = { format: "rook-record/1", game, players, dealer, ...(options && Object.keys(options).length ? { options } : {}), date, hands: [] };
  let id;
  try {
    id = await begin(record, { ...kit, key: kitKey(game, players.length, options) });
  } catch {
    return blame(main(), ["This phone cannot keep a game: it has no room, or this is a private window. Nothing was started."]);
  }
  return go(id);
}
