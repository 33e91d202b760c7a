// The games that this phone keeps, what waits on it, and a new game. No rules here.
import { newGame } from "./new-game.js";
import { all, flush, get, onTop, table, waiting } from "./outbox.js";
import { NOT_SENT, button, figure, h, sideNames } from "./dom.js";
import { asFarAsPossible } from "./score.js";
import { asking, counted, outboxList } from "./outbox-view.js";

// `open` shows a game within the page: there may be no network to load another.
export async function keptPage(slug, { open, go }) {
  const entries = slug ? [] : await waiting();
  const asks = await Promise.all([...new Set(asking(entries).map(({ game }) => game))].map((id) => questions(id, open)));
  const list = slug ? null : await gamesList(open);
  const fresh = await newGame(slug, go);
  return [
    h("h1", {}, slug ? (fresh?.querySelector("[name=game]")?.dataset.name || "Start a game") : "Games on this phone"),
    entries.length && !asks.length ? h("div", { className: "said", role: "status", "data-sync": "waiting" }, h("p", {}, counted(entries.length)), button("Send now", () => flush(), "tool")) : null,
    ...asks, list, fresh || h("p", { className: "lead" }, "A game can be started here after one visit with a network."),
  ].filter(Boolean);
}

async function questions(id, open) {
  const found = await table(id);
  return found && h("section", {}, h("h2", {}, gameLink(id, open, "tool", `${found.kit.facts.name}: ${found.record.players.join(", ")}`)), outboxList(found));
}

const gameLink = (id, open, className, ...inside) =>
  h("a", { className, href: `/t/${id}`, onclick: (event) => { event.preventDefault(); open(id); } }, ...inside);

export async function gamesList(open) {
  const [games, entries] = [await all("games"), await waiting()];
  games.sort((one, other) => other.seen - one.seen);
  const rows = await Promise.all(games.map(async (copy) => {
    const kit = await get("kits", copy.kit);
    return kit ? gameRow(copy, kit, entries.filter(({ game }) => game === copy.id), open) : null;
  }));
  const shown = rows.filter(Boolean);
  return shown.length ? h("ul", { className: "games" }, shown) : h("p", { className: "lead" }, "None yet.");
}

function gameRow(copy, kit, mine, open) {
  const sheet = asFarAsPossible(kit.facts, onTop(copy, mine).record);
  const state = sheet.over ? `${sideNames(sheet)} won` : `hand ${sheet.hands.length + 1}`;
  const day = new Date(copy.seen).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  const marks = [state, `seen ${day}`, copy.may_score ? "" : "watching", mine.length ? `${mine.length} ${NOT_SENT}` : ""].filter(Boolean);
  return h("li", {}, gameLink(copy.id, open, "game", h("strong", {}, kit.facts.name), kit.agreed ? h("span", { className: "facts" }, kit.agreed) : null,
    h("p", {}, sheet.sides.flatMap((side, index) => [index ? " · " : "", `${side.name} `, h("b", { className: "figure" }, figure(sheet.totals[index]))])),
    h("span", { className: "facts" }, marks.join(" · "))));
}
