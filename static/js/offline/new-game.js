// A new game without a network: any game, any number of players, with what this phone knows of house rules.
import { showFaults } from "../faults.js";
import "../player-names.js";
import { readAll } from "./database.js";
import { h, main } from "./dom.js";
import { canRead } from "./facts-format.js";
import { formatFigure } from "./figures.js";
import { parseWhole } from "./form-values.js";
import { kitKey } from "./game-copies.js";
import { addGame } from "./outbox.js";

/** @typedef {(id: string) => void} OpenGame */
/** @typedef {{ names: string[], slug: string, dealer?: number }} Chosen */

const COMPASS = ["North", "East", "South", "West"];
const PLACEHOLDER = /^Player \d$/;
const NO_ROOM = "The game was not started. This phone has no room left, or this is a private window.";
const OTHER_RULES = "To change other house rules, start the game when you are online.";

/** @param {Kit} kit */
const isStandard = (kit) => !Object.keys(kit.options || {}).length;

/**
 * The kit with other figures: the server says what each of them sets, and where.
 * @param {Kit} kit
 * @param {Record<string, number>} figures
 * @returns {Kit}
 */
export function tuneKit(kit, figures) {
  const facts = structuredClone(kit.facts);
  const tunings = kit.tunings.filter(({ key }) => key in figures);
  for (const { key, sets } of tunings) {
    for (const [path, value] of sets) {
      const spot = path.slice(0, -1).reduce((/** @type {any} */ part, step) => part[step], facts);
      spot[/** @type {string} */ (path.at(-1))] = tunedValue(value, figures[key]);
    }
  }
  const tuned = tunings.map(({ key, label }) => `${label.toLowerCase()}: ${formatFigure(figures[key])}`);
  const agreed = [kit.agreed, ...tuned].filter(Boolean).join(", ");
  const options = { ...kit.options, ...figures };
  return { ...kit, facts, agreed, options, key: kitKey(facts.game, facts.players, options) };
}

/**
 * @param {unknown} value
 * @param {number} figure
 */
function tunedValue(value, figure) {
  if (value === "{}") return figure;
  return typeof value === "string" ? value.replaceAll("{}", formatFigure(figure)) : value;
}

/**
 * @param {string} slug One game only, if not empty.
 * @param {OpenGame} open
 */
export async function newGameForm(slug, open) {
  const kits = await usableKits(slug);
  const names = await usualNames();
  const first = kits.filter(isStandard).find((kit) => kit.usual);
  if (!first) return null;
  const form = h("form", { className: "new-game", "data-new-game": "" });
  const draw = (/** @type {Kit} */ kit, /** @type {Partial<Chosen>} */ chosen = {}) =>
    form.replaceChildren(...formParts(kits, kit, { names, slug, ...chosen }));
  form.addEventListener("input", () => {
    form.dataset.touched = "";
  });
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (!["game", "count", "kit"].includes(target.name)) return;
    const data = new FormData(form);
    draw(chooseKit(kits, data, target.name), chosenSeats(data, names));
    focusSame(form, target);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(form, kits, open);
  });
  draw(first);
  return form;
}

/** @param {string} slug */
async function usableKits(slug) {
  /** @type {Kit[]} */
  const kits = await readAll("kits");
  return kits
    .filter((kit) => canRead(kit.facts) && kit.tunings && (!slug || kit.facts.game === slug))
    .sort((one, other) => one.rank - other.rank || one.facts.players - other.facts.players);
}

/**
 * The dealer, and the names if somebody has typed one.
 * @param {FormData} data
 * @param {string[]} usual
 * @returns {Partial<Chosen>}
 */
function chosenSeats(data, usual) {
  const names = data.getAll("players").map(String);
  const isOffered = (/** @type {string} */ name) =>
    !name || [...COMPASS, ...usual].includes(name) || PLACEHOLDER.test(name);
  return { dealer: Number(data.get("dealer")), ...(names.every(isOffered) ? {} : { names }) };
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement | HTMLSelectElement} input
 */
function focusSame(form, { name, value }) {
  const same = [...form.querySelectorAll(`[name=${name}]`)];
  (same.find((input) => input.value === value) || same[0])?.focus();
}

async function usualNames() {
  /** @type {GameCopy[]} */
  const games = await readAll("games");
  games.sort((one, other) => other.seen - one.seen);
  const names = new Set(games.flatMap(({ record }) => record.players));
  return [...names].filter((name) => !COMPASS.includes(name) && !PLACEHOLDER.test(name));
}

/**
 * What was chosen, as far as the game has it.
 * @param {Kit[]} kits
 * @param {FormData} data
 * @param {string} changed
 * @returns {Kit}
 */
function chooseKit(kits, data, changed) {
  const ofGame = kits.filter((kit) => kit.facts.game === data.get("game"));
  const ofCount = ofGame.filter((kit) => kit.facts.players === Number(data.get("count")));
  const chosen =
    changed !== "game" &&
    (ofCount.find((kit) => kit.key === data.get("kit")) || ofCount.find((kit) => isStandard(kit)));
  return chosen || /** @type {Kit} */ (ofGame.find((kit) => isStandard(kit) && kit.usual));
}

/**
 * @param {Kit[]} kits
 * @param {Kit} kit
 * @param {Chosen} chosen
 * @returns {HTMLElement[]}
 */
function formParts(kits, kit, chosen) {
  const ofGame = kits.filter((other) => other.facts.game === kit.facts.game);
  const parts = [
    chosen.slug ? null : h("h2", {}, "New game"),
    gameChoice(kits, kit, chosen.slug),
    countChoice(ofGame, kit),
    rulesChoice(ofGame, kit),
    seats(kit, chosen),
    isStandard(kit) ? figures(kit) : null,
    h("p", { className: "soft" }, OTHER_RULES),
    h("div", { className: "act stay" }, h("button", { className: "btn primary" }, "Start game")),
  ];
  return parts.filter((part) => part !== null);
}

/**
 * @param {Kit[]} ofGame
 * @param {Kit} kit
 */
function countChoice(ofGame, kit) {
  const counts = [...new Set(ofGame.map(({ facts }) => facts.players))];
  if (counts.length === 1) return h("input", { type: "hidden", name: "count", value: String(counts[0]) });
  const options = counts.map((count) => /** @type {[number, string]} */ ([count, String(count)]));
  return choice("Number of players", "count", options, kit.facts.players, "counts");
}

/**
 * @param {Kit[]} ofGame
 * @param {Kit} kit
 */
function rulesChoice(ofGame, kit) {
  const ofCount = ofGame.filter((other) => other.facts.players === kit.facts.players);
  const used = ofCount.filter((other) => !isStandard(other));
  const standard = ofCount.find(isStandard);
  if (!used.length || !standard) return h("input", { type: "hidden", name: "kit", value: kit.key });
  const options = used.map(
    (other) => /** @type {[string, string]} */ ([other.key, [other.preset, other.agreed].filter(Boolean).join(": ")]),
  );
  return choice("Rules", "kit", [[standard.key, "Standard rules"], ...options], kit.key, "n1");
}

/**
 * @param {Kit[]} kits
 * @param {Kit} kit
 * @param {string} slug
 */
function gameChoice(kits, kit, slug) {
  if (slug) return h("input", { type: "hidden", name: "game", value: slug, "data-name": kit.facts.name });
  const usual = kits.filter((other) => isStandard(other) && other.usual);
  const groups = [...new Set(usual.map(({ group }) => group))];
  const option = (/** @type {Kit} */ { facts: { game, name } }) =>
    h("option", { value: game, selected: game === kit.facts.game }, name);
  const optgroup = (/** @type {string} */ label) =>
    h("optgroup", { label }, usual.filter(({ group }) => group === label).map(option));
  return h("select", { name: "game", "aria-label": "Game" }, groups.map(optgroup));
}

/**
 * @template {string | number} T
 * @param {string} legend
 * @param {string} name
 * @param {[T, string][]} options
 * @param {T} chosen
 * @param {string} className
 */
function choice(legend, name, options, chosen, className) {
  const labels = options.map(([value, text]) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name, value: String(value), checked: value === chosen }),
      h("span", {}, text),
    ),
  );
  return h(
    "fieldset",
    { className: "pick" },
    h("legend", {}, legend),
    h("div", { className: `g ${className}` }, labels),
  );
}

/**
 * @param {Kit} kit
 * @param {Chosen} chosen
 */
function seats({ facts }, { names, dealer = 0 }) {
  const count = facts.players;
  const numbers = Array.from({ length: count }, (_, seat) => seat);
  const usual = count === COMPASS.length ? COMPASS : numbers.map((seat) => `Player ${seat + 1}`);
  const shown = [...names, ...usual.filter((name) => !names.includes(name))];
  const hasPartners = facts.sides.length < count;
  const side = (/** @type {number} */ seat) => facts.sides.findIndex((other) => other.includes(seat));
  const rows = numbers.map((seat) => {
    const isDealer = seat === (dealer < count ? dealer : 0);
    return seatRow(seat, shown[seat], isDealer, hasPartners ? side(seat) : null);
  });
  const legend = h("legend", {}, `Players, clockwise${hasPartners ? " (matching marks are partners)" : ""}`);
  return h("fieldset", { className: "names pick" }, legend, rows);
}

/**
 * @param {number} seat
 * @param {string} name
 * @param {boolean} isDealer
 * @param {number | null} side The side in a game with partners.
 */
function seatRow(seat, name, isDealer, side) {
  const typing = { maxlength: "40", autocomplete: "off", autocapitalize: "words", enterkeyhint: "next" };
  const label = side === null ? `Seat ${seat + 1}` : `Seat ${seat + 1}, side ${side + 1}`;
  const radio = h("input", { type: "radio", name: "dealer", value: String(seat), checked: isDealer });
  const deals = h("span", {}, "Deals", h("span", { className: "hidden" }, ` first: seat ${seat + 1}`));
  return h(
    "div",
    { className: "seat" },
    side === null ? null : h("span", { className: `partner s${side}`, "aria-hidden": "true" }),
    h("input", { name: "players", value: name, "aria-label": label, ...typing }),
    h("label", {}, radio, deals),
  );
}

/** @param {Kit} kit */
function figures({ tunings }) {
  if (!tunings.length) return null;
  const rows = tunings.map(({ key, label, usual }) => {
    const value = usual === null ? "" : String(usual);
    const typing = { type: "text", inputmode: "numeric", autocomplete: "off" };
    const input = h("input", { ...typing, name: `figure ${key}`, value });
    return h("label", { className: "field" }, label, input);
  });
  return h(
    "div",
    { className: "rows gap" },
    h("details", { className: "fold" }, h("summary", {}, "House rules"), rows),
  );
}

/**
 * The figures that are not the usual ones, and what is wrong with them.
 * @param {Kit} kit
 * @param {FormData} data
 */
function readFigures({ tunings }, data) {
  /** @type {Record<string, any>} */
  const figures = {};
  const messages = [];
  for (const { key, label, usual, low, high } of tunings) {
    const value = parseWhole(String(data.get(`figure ${key}`) ?? ""));
    if (value === "" || value === usual) continue;
    const isRight = typeof value === "number" && value >= low && value <= high;
    if (!isRight) messages.push(`${label}: enter a whole number, ${low} or more.`);
    figures[key] = value;
  }
  for (const { key, label, against } of tunings) {
    const other = key in figures && tunings.find((tuning) => against.includes(tuning.key) && tuning.key in figures);
    if (other && !messages.length) {
      messages.push(`“${label}” and “${other.label}” cannot be used together. Keep one of them.`);
    }
  }
  return { figures, messages };
}

/**
 * @param {HTMLFormElement} form
 * @param {Kit[]} kits
 * @param {OpenGame} open
 */
function submit(form, kits, open) {
  const data = new FormData(form);
  const kit = chooseKit(kits, data, "");
  const { figures, messages } = isStandard(kit) ? readFigures(kit, data) : { figures: {}, messages: [] };
  const players = data.getAll("players").map((name) => String(name).trim());
  const isRepeated = new Set(players.map((name) => name.toLowerCase())).size < players.length;
  if (isRepeated || players.some((name) => !name)) messages.push("Every player needs a different name.");
  if (messages.length) return showFaults(form, messages);
  const tuned = Object.keys(figures).length ? tuneKit(kit, figures) : kit;
  const dealer = Number(data.get("dealer"));
  return startGame({ game: tuned.facts.game, players, dealer, options: tuned.options }, tuned, open);
}

/**
 * @param {Pick<GameRecord, "game" | "players" | "dealer" | "options">} seating
 * @param {Kit} kit
 * @param {OpenGame} open
 */
export async function startGame({ game, players, dealer, options }, kit, open) {
  const agreed = options && Object.keys(options).length ? { options } : {};
  const record = { format: "rook-record/1", game, players, dealer, ...agreed, date: localDay(new Date()), hands: [] };
  let id;
  try {
    id = await addGame(record, { ...kit, key: kitKey(game, players.length, options) });
  } catch {
    return showFaults(main(), [NO_ROOM]);
  }
  return open(id);
}

/** @param {Date} day */
function localDay(day) {
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
