// A new game without a network: any game, any number of players, with what this phone knows of house rules.
import "../player-names.js";
import { h, showFaults } from "../dom.js";
import { readAll } from "./database.js";
import { canRead } from "./facts-format.js";
import { formatFigure } from "./figures.js";
import { parseWhole } from "./form-values.js";
import { kitKey } from "./game-copies.js";
import { addGame } from "./outbox.js";
import { main } from "./page-parts.js";

/** @typedef {(id: string) => void} OpenGame */

const COMPASS = ["North", "East", "South", "West"];
const PLACEHOLDER = /^Player \d$/;
const NO_ROOM = "The game was not started. This phone has no room left, or this is a private window.";

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
 * The form of the shell, for the games that this phone has kits of; null if it has none.
 * @param {string} slug One game only, if not empty.
 * @param {OpenGame} open
 */
export async function newGameForm(slug, open) {
  const kits = await usableKits(slug);
  const usual = kits.filter((kit) => isStandard(kit) && kit.usual);
  const names = await usualNames();
  if (!usual.length) return null;
  const template = /** @type {HTMLTemplateElement} */ (document.querySelector("body > template"));
  const form = /** @type {HTMLFormElement} */ (template.content.firstElementChild?.cloneNode(true));
  const seats = [...form.querySelectorAll(".seat")];
  form.querySelector("select")?.append(...gameOptions(usual));
  for (const part of form.querySelectorAll("h2, select")) part.hidden = slug !== "";
  const show = (/** @type {string} */ changed) => {
    const kit = showChoices(form, kits, changed);
    showSeats(form, kit, seats, names);
    showFigures(form, kit);
  };
  form.addEventListener("input", () => {
    form.dataset.touched = "";
  });
  form.addEventListener("change", ({ target }) => {
    const { name } = /** @type {HTMLInputElement} */ (target);
    if (["game", "count", "kit"].includes(name)) show(name);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(form, chosenKit(form, kits), open);
  });
  show("game");
  return form;
}

/** @param {string} slug */
async function usableKits(slug) {
  /** @type {Kit[]} */
  const kits = await readAll("kits");
  return kits
    .filter((kit) => canRead(kit.facts) && kit.tunings && (!slug || kit.facts.game === slug))
    .sort((one, other) => one.rank - other.rank || Number(isStandard(other)) - Number(isStandard(one)));
}

async function usualNames() {
  /** @type {GameCopy[]} */
  const games = await readAll("games");
  games.sort((one, other) => other.seen - one.seen);
  const names = new Set(games.flatMap(({ record }) => record.players));
  return [...names].filter((name) => !COMPASS.includes(name) && !PLACEHOLDER.test(name));
}

/** @param {Kit[]} kits */
function gameOptions(kits) {
  const groups = [...new Set(kits.map(({ group }) => group))];
  const option = (/** @type {Kit} */ { facts }) => h("option", { value: facts.game }, facts.name);
  return groups.map((label) => h("optgroup", { label }, kits.filter(({ group }) => group === label).map(option)));
}

/**
 * @param {HTMLFormElement} form
 * @param {Kit[]} kits
 */
function chosenKit(form, kits) {
  const data = new FormData(form);
  return /** @type {Kit} */ (kits.find(({ key }) => key === data.get("kit")));
}

/**
 * Offer the numbers of players and the rules of the chosen game; the kit that is chosen then.
 * @param {HTMLFormElement} form
 * @param {Kit[]} kits
 * @param {string} changed
 */
function showChoices(form, kits, changed) {
  const ofGame = kits.filter(({ facts }) => facts.game === new FormData(form).get("game"));
  const usual = ofGame.find((kit) => isStandard(kit) && kit.usual);
  const counts = form.querySelectorAll(".counts input[name=count]");
  for (const input of counts) {
    const count = Number(input.value);
    if (changed === "game") input.checked = count === usual?.facts.players;
    input.parentElement?.toggleAttribute("hidden", !ofGame.some(({ facts }) => facts.players === count));
  }
  const count = Number(new FormData(form).get("count"));
  const ofCount = ofGame.filter(({ facts }) => facts.players === count);
  // The one that was just tapped keeps the focus.
  if (changed !== "kit") form.querySelector(".rules")?.replaceChildren(...ofCount.map(ruleChoice));
  return chosenKit(form, kits);
}

/**
 * @param {Kit} kit
 * @param {number} index
 */
function ruleChoice(kit, index) {
  const label = isStandard(kit) ? "Standard rules" : [kit.preset, kit.agreed].filter(Boolean).join(": ");
  const input = h("input", { type: "radio", name: "kit", value: kit.key, checked: index === 0 });
  return h("label", input, h("span", label));
}

/**
 * As many seats as there are players, with the names that were typed or are usual.
 * @param {HTMLFormElement} form
 * @param {Kit} kit
 * @param {HTMLElement[]} seats
 * @param {string[]} names
 */
function showSeats(form, { facts: { players, sides } }, seats, names) {
  const unnamed = seats.map((_, seat) => (players === COMPASS.length ? COMPASS[seat] : `Player ${seat + 1}`));
  const offered = [...names, ...unnamed.filter((name) => !names.includes(name))];
  for (const [seat, row] of seats.entries()) {
    const input = /** @type {HTMLInputElement} */ (row.querySelector("input[name=players]"));
    const side = sides.findIndex((other) => other.includes(seat));
    if (input.value === input.defaultValue) Object.assign(input, { defaultValue: offered[seat], value: offered[seat] });
    input.setAttribute("aria-label", `Seat ${seat + 1}${sides.length < players ? `, side ${side + 1}` : ""}`);
    row.firstElementChild?.setAttribute("class", `partner s${side}`);
    if (seat < players) form.querySelector(".names")?.append(row);
    else row.remove();
  }
  for (const mark of form.querySelectorAll(".partner, .partners")) mark.hidden = sides.length === players;
  const dealers = [...form.querySelectorAll("input[name=dealer]")];
  if (!dealers.some(({ checked }) => checked)) dealers[0].checked = true;
}

/**
 * @param {HTMLFormElement} form
 * @param {Kit} kit
 */
function showFigures(form, kit) {
  const rows = (isStandard(kit) ? kit.tunings : []).map(({ key, label, usual }) => {
    const input = h("input", {
      inputmode: "numeric",
      autocomplete: "off",
      name: `figure ${key}`,
      value: String(usual ?? ""),
    });
    return h("label.field", label, input);
  });
  form.querySelector(".figures")?.replaceChildren(...rows);
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
 * @param {Kit} kit
 * @param {OpenGame} open
 */
function submit(form, kit, open) {
  const data = new FormData(form);
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
