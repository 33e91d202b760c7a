// The games that this phone stores, what waits on it, and a new game.
import { formatWeekday } from "../dates.js";
import { button, h } from "../dom.js";
import { read, readAll } from "./database.js";
import { describeTotals, winnerNames } from "./describe.js";
import { newGameForm } from "./new-game.js";
import { sendWaiting } from "./outbox-sender.js";
import { describeWaiting, NOT_SENT, outboxList, undecidedEntries } from "./outbox-view.js";
import { pageHead } from "./page-parts.js";
import { applyQueue } from "./queue.js";
import { scoreAsFarAsPossible } from "./score.js";
import { loadTable, waitingEntries } from "./stored-queue.js";

/** @typedef {(id: string) => void} OpenGame Shows a game within the page: there may be no network to load another. */

/**
 * @param {string} slug Only a new game of this kind, if not empty.
 * @param {{ open: OpenGame, openNew: OpenGame }} actions
 */
export async function gamesPage(slug, { open, openNew }) {
  const entries = slug ? [] : await waitingEntries();
  const games = new Set(undecidedEntries(entries).map(({ game }) => game));
  const undecided = await Promise.all([...games].map(undecidedSection));
  const list = slug ? null : await gamesList(open);
  const form = await newGameForm(slug, openNew);
  const name = form?.querySelector("option")?.textContent;
  return [
    pageHead(slug ? name || "New game" : "Games on this phone"),
    entries.length && !undecided.length ? waitingLine(entries.length) : null,
    ...undecided,
    list,
    form || h("p.soft", "To start games without a network, open this page once while you are online."),
  ].filter((part) => part !== null);
}

/** @param {number} count */
function waitingLine(count) {
  const send = button("Send now", () => sendWaiting(), "btn quiet");
  return h("div.said", { role: "status", "data-sync": "waiting" }, h("div.grow", h("p", describeWaiting(count))), send);
}

/** @param {string} id */
async function undecidedSection(id) {
  const table = await loadTable(id);
  if (!table) return null;
  const title = `${table.kit.facts.name}: ${table.record.players.join(", ")}`;
  return h("section", h("h2", title), outboxList(table));
}

/**
 * @param {string} id
 * @param {OpenGame} open
 * @param {...(Node | string | null)} children
 */
function gameLink(id, open, ...children) {
  const onclick = (/** @type {Event} */ event) => {
    event.preventDefault();
    open(id);
  };
  return h("a", { href: `/t/${id}`, onclick }, ...children);
}

/** @param {OpenGame} open */
export async function gamesList(open) {
  /** @type {GameCopy[]} */
  const games = await readAll("games");
  const entries = await waitingEntries();
  games.sort((one, other) => other.seen - one.seen);
  const rows = await Promise.all(
    games.map(async (copy) => {
      const kit = await read("kits", copy.kit);
      const waiting = entries.filter(({ game }) => game === copy.id);
      return kit ? gameRow(copy, kit, waiting, open) : null;
    }),
  );
  const shown = rows.filter((row) => row !== null);
  return shown.length
    ? h("ul.rows.gap.gamelist", shown)
    : h("p.soft", "The games you open on this phone will be listed here.");
}

/**
 * @param {GameCopy} copy
 * @param {Kit} kit
 * @param {OutboxEntry[]} waiting
 * @param {OpenGame} open
 */
function gameRow(copy, kit, waiting, open) {
  const sheet = scoreAsFarAsPossible(kit.facts, applyQueue(copy, waiting).record);
  const { name } = kit.facts;
  const title = sheet.over ? `${winnerNames(sheet)} won` : `${name}, hand ${sheet.hands.length + 1}`;
  const unsent = waiting.length ? `${waiting.length} ${NOT_SENT}` : "";
  const day = formatWeekday(new Date(copy.seen));
  const marks = [sheet.over ? name : "", kit.agreed, day, copy.may_score ? "" : "watching", unsent].filter(Boolean);
  const texts = [h("b", title), h("small", describeTotals(sheet)), h("small", marks.join(", "))];
  return h("li", gameLink(copy.id, open, h("span.grow", texts)));
}
