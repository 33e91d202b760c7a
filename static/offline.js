// A table without the server: the score, the hand being entered, the hands so far, and what is not sent yet. No rules here.
import { edit, entriesOf, fill } from "./entry.js";
import { askBidders, bare, called, factsOf, label, madeForm, outcome, proposed, prune, unsaid } from "./handform.js";
import { add, all, amend, begin, choose, discard, flush, get, kitKey, onChange, onTop, table, waiting } from "./outbox.js";
import { NOT_SENT, blame, button, figure, gain, h, main, scoreBoxes, spelled, tell } from "./parts.js";
import { score } from "./score.js";
import { home } from "./swap.js";

const WORDS = {
  waiting: "waiting for the network",
  refused: "refused",
  conflict: "another phone saved this hand too",
  ends_earlier: "the game would end here",
};

let view = { id: null, editing: null, say: "" };

// A table; `at` says which hand's form stood on the page before.
export async function show(id, say = "", at = null) {
  view = { id, editing: null, say };
  const found = at && await table(id);
  const place = found ? found.hands.findIndex(({ hand }) => hand === at.hand) : -1;
  if (place >= 0 && at.stage !== "result") {
    const { hand, number, facts } = found.hands[place];
    view.editing = { stage: at.stage, hand, base: number, known: facts, place: place + 1 };
  }
  document.documentElement.classList.add("script");
  document.body.className = "at-table";
  await draw();
}

// Whatever takes long to look up is shown only if nothing else was asked for meanwhile.
async function draw() {
  const own = view;
  const found = await table(own.id);
  const waits = found && await outboxList(found);
  if (view !== own) return;
  if (!found) {
    main().replaceChildren(h("h1", {}, "No network just now"), h("p", { className: "lead" }, "This game was never opened on this phone."), await gamesList());
    return;
  }
  const sheet = scoredAsFarAsPossible(found);
  const entry = sheet.over && !view.editing ? null : entering(found, sheet);
  main().replaceChildren(
    stateLine(found),
    h("div", { className: "board" }, scoreBoxes(found, sheet), whoLine(found, sheet, entry)),
    h("div", { className: "play" }, sheet.over && !entry ? over(found, sheet) : form(found, sheet, entry)),
    waits || "",
    handsSoFar(found, sheet) || "",
    h("p", { className: "links" }, h("a", { href: "/offline" }, "Games on this phone"), h("a", { href: `/t/${view.id}` }, "To the table's own page")),
  );
  document.title = `${found.kit.facts.name}: ${sheet.sides.map((side, index) => `${side.name} ${figure(sheet.totals[index])}`).join(", ")}`;
}

// A record that does not score to its end is shown as far as it does, with the reason.
function scoredAsFarAsPossible(found) {
  const sheet = score(found.kit.facts, found.record);
  if (!sheet.errors) return sheet;
  const [{ hand, message }] = sheet.errors;
  const part = score(found.kit.facts, { ...found.record, hands: found.record.hands.slice(0, hand - 1) });
  return { ...part, trouble: `Hand ${hand}: ${message}` };
}

function stateLine({ entries }) {
  const open = entries.filter((entry) => entry.state !== "waiting");
  const words = open.length ? "Something needs your choice below." : entries.length
    ? `${count(entries.length)} ${NOT_SENT}: it is kept on this phone and goes out by itself.` : "Everything is sent.";
  return h("div", { className: "said", role: "status", "data-sync": open.length ? "asks" : entries.length ? "waiting" : "sent" },
    view.say && h("p", {}, view.say), h("p", {}, words));
}

const count = (entries) => (entries === 1 ? "1 entry" : `${entries} entries`);

function whoLine({ kit, record }, sheet, entry) {
  const { roles, players } = kit.facts;
  const past = entry && sheet.hands[entry.place - 1];
  const dealer = past ? past.dealer : sheet.next_dealer;
  if (dealer === null) return null;
  const name = (seat) => record.players[seat % players];
  const from = roles.begins_left_of === "dealer" ? dealer : entry?.known.bidder;
  const told = [["deals", name(dealer)]];
  if (roles.speaks !== null) told.push(["bids first", name(dealer + roles.speaks)]);
  if (roles.begins_left_of && from !== undefined) told.push([roles.begins, name(from + 1)]);
  return h("p", { className: "who" }, h("span", {}, "Hand ", h("b", {}, String(entry ? entry.place : sheet.hands.length + 1))),
    told.map(([what, who]) => h("span", {}, `${what} `, h("b", {}, who))));
}

function over(found, sheet) {
  return [h("h1", {}, sheet.winners.map((side) => sheet.sides[side].name).join(" and ")), h("p", { className: "lead" }, "The game is over."),
    button("Once more, same seats", () => startGame({ ...found.record, dealer: (sheet.hands.at(-1).dealer + 1) % found.kit.facts.players }, found.kit))];
}

const hasBid = (fields) => Object.values(fields).some((field) => field.when === "bid" && field.needed);

// Which hand the form is for: one that is being corrected or mended, the open one, or the next.
function entering(found, sheet) {
  const { fields } = found.kit.facts;
  if (view.editing) return view.editing;
  if (sheet.open) {
    const last = found.hands.at(-1);
    return { stage: "result", hand: last.hand, base: last.number, known: last.facts, place: found.hands.length };
  }
  return { stage: hasBid(fields) ? "bid" : "result", hand: found.next, base: 0, known: {}, place: found.hands.length + 1 };
}

const draftKey = (entry) => `draft ${view.id} ${entry.hand} ${entry.base} ${entry.stage}`;

function draftOf(entry) {
  try { return JSON.parse(localStorage.getItem(draftKey(entry))); } catch { return null; }
}

function keepDraft(entry, form) {
  const entries = [...new FormData(form)].filter(([name]) => !["stage", "hand", "base", "token"].includes(name));
  try { localStorage.setItem(draftKey(entry), JSON.stringify(entries)); } catch { /* only the draft is lost */ }
}

function forgetDraft(entry) {
  try { localStorage.removeItem(draftKey(entry)); } catch { /* it does no harm */ }
}

function form(found, sheet, entry) {
  if (!found.copy.may_score) return h("p", { className: "lead" }, "This phone only watches.");
  const made = madeForm(found, sheet, entry);
  const { fields } = found.kit.facts;
  prune(made, fields, entry);
  askBidders(made, found, entry);
  label(made, entry);
  const draft = draftOf(entry);
  made.dataset.draft = draftKey(entry).slice("draft ".length);
  if (draft) made.dataset.touched = "";
  if (draft) fill(made, draft);
  else if (entry.stage !== "result" || entry.mends) fill(made, entriesOf(bare(found.kit.facts, entry.known), fields));
  called(made, found, sheet, entry);
  const look = () => outcome(made, found, sheet, entry);
  made.addEventListener("input", () => { made.dataset.touched = ""; keepDraft(entry, made); look(); });
  made.addEventListener("rook:laid", () => { called(made, found, sheet, entry); keepDraft(entry, made); look(); });
  made.addEventListener("reset", () => { forgetDraft(entry); setTimeout(draw); });
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const { submitter } = event;
    if (!["put", "drop", "do"].includes(submitter?.name)) return save(made, found, entry);
    edit(made, submitter, submitter);
    keepDraft(entry, made);
    return look();
  });
  if (draft) look();
  return [trouble(sheet), entry.stage === "result" && entry.known.open ? knownBid(found, entry) : null, made,
    view.editing ? button("Leave it as it was", () => { forgetDraft(entry); view.editing = null; draw(); }, "tool") : null];
}

const trouble = (sheet) => (sheet.trouble ? h("div", { className: "faults", role: "alert" }, h("p", {}, sheet.trouble)) : null);

function knownBid(found, entry) {
  return h("div", { className: "bid" }, h("strong", {}, tell(entry.known, found.record.players) || "No bid yet"),
    button("change", () => { view.editing = { ...entry, stage: "bid" }; draw(); }, "tool"));
}

async function save(made, found, entry) {
  const facts = factsOf(made, found, entry);
  const { sheet } = proposed(found, entry, facts);
  const wrong = [...unsaid(found.kit.facts.fields, facts), ...(sheet.errors || []).map(({ message }) => message)];
  if (wrong.length) return blame(made, wrong);
  // A nervous finger.
  if ("saving" in made.dataset) return undefined;
  made.dataset.saving = "";
  try {
    if (entry.mends) await amend(entry.mends, { facts });
    else await add({ game: view.id, hand: entry.hand, base: entry.base, facts });
  } catch {
    delete made.dataset.saving;
    return blame(made, ["This phone has no room to keep it. What you entered stays here: make room, or wait for the network and save again."]);
  }
  forgetDraft(entry);
  view.editing = null;
  view.say = facts.open ? `${tell(facts, found.record.players)}: noted on this phone.` : `Hand ${entry.place} saved on this phone.`;
  return draw();
}

function handsSoFar(found, sheet) {
  if (!sheet.hands.length) return null;
  const rows = sheet.hands.map((hand, index) => ({ ...found.hands[index], scored: hand, place: index + 1 })).reverse();
  return h("section", { className: "so-far", "aria-labelledby": "so-far" }, h("h2", { id: "so-far" }, "Hands so far"), rows.map((row) => handFold(found, sheet, row)));
}

function handFold(found, sheet, { hand, number, facts, entry, scored, place }) {
  const told = tell(facts, found.record.players);
  const points = sheet.sides.map((side, index) => `${side.name} ${gain(scored.points[index])}`).join(", ");
  const lines = scored.lines.map((line) => h("li", {}, h("span", { className: "who-side" }, sheet.sides[line.side].name),
    h("b", { className: "figure" }, gain(line.points)), h("p", {}, line.why)));
  const change = () => { view.editing = { stage: "whole", hand, base: number, known: facts, place }; draw().then(() => scrollTo({ top: 0 })); };
  const remove = () => (confirm(`Delete hand ${place}? It can be brought back from the history.`) ? drop(hand, number) : undefined);
  return h("details", { className: "fold hand-row", "data-hand": String(place) },
    h("summary", {}, `${place}${told ? ` · ${told}` : ""}: ${points}`, entry ? h("em", { className: "unsent" }, ` ${entry.state === "waiting" ? NOT_SENT : WORDS[entry.state]}`) : null),
    h("ul", { className: "lines" }, lines), facts.note ? h("p", { className: "ruling" }, facts.note) : null,
    found.copy.may_score && !(entry && entry.state !== "waiting") ? [button(`Change hand ${place}`, change, "button quiet"), button(`Delete hand ${place}`, remove, "tool")] : null);
}

async function drop(hand, base) {
  await add({ game: view.id, hand, base, facts: null });
  view.say = "Hand deleted on this phone.";
  await draw();
}

// Every entry that is not sent, what became of it, and what can be done.
async function outboxList({ entries, kit, copy, hands }) {
  if (!entries.length) return null;
  return h("section", { className: "outbox", "aria-labelledby": "outbox" }, h("h2", { id: "outbox" }, "Not sent yet"),
    h("ul", { className: "versions" }, entries.map((entry, index) => entryRow(entry, kit, copy, hands, entries.slice(0, index).some(({ state }) => state !== "waiting")))),
    entries.some((entry) => entry.state === "waiting") ? button("Send now", () => flush(), "button quiet") : null);
}

function entryRow(entry, kit, copy, hands, held) {
  const place = hands.findIndex(({ hand }) => hand === entry.hand) + 1;
  const what = entry.kind === "start" ? "A new game" : entry.facts === null ? "A hand deleted" : `Hand ${place || ""}`;
  const time = new Date(entry.made).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return h("li", { "data-state": entry.state }, h("b", {}, `${what}: ${held ? "waits for the one above" : WORDS[entry.state]}`), h("span", { className: "facts" }, ` ${time}`),
    (entry.errors || []).map(({ message }) => h("p", { className: "wrong" }, message)), choices(entry, kit, copy, place));
}

const out = (entry) => button("Discard it", () => (confirm("Discard what was entered? It cannot be brought back.") ? discard(entry.n) : undefined), "tool");

function choices(entry, kit, copy, place) {
  const names = copy.record.players;
  if (entry.state === "refused") return [entry.facts ? button("Mend it", () => mend(entry, place), "button quiet") : null, out(entry)];
  if (entry.state === "ends_earlier") {
    return [h("p", {}, `With this the game is over before ${entry.dropped === 1 ? "the last hand" : `the last ${entry.dropped} hands`}.`),
      button("Save and end the game", () => amend(entry.n, { confirmed: true })), out(entry)];
  }
  if (entry.state !== "conflict") return null;
  return h("div", { className: "both" },
    h("div", {}, h("h3", {}, "Already saved"), spelled(entry.theirs.facts, kit, names), h("p", { className: "facts" }, entry.theirs.by), button("Keep this one", () => choose(entry.n, "theirs"))),
    h("div", {}, h("h3", {}, "Entered here"), spelled(entry.facts, kit, names), button("Take mine instead", () => choose(entry.n, "mine")),
      entry.facts && entry.fresh ? button("Mine is the next hand", () => choose(entry.n, "next"), "button quiet") : null));
}

function mend(entry, place) {
  view.editing = { stage: entry.facts.open ? "bid" : "whole", hand: entry.hand, base: entry.base, known: entry.facts, place: place || 1, mends: entry.n };
  draw().then(() => scrollTo({ top: 0 }));
}

// The games that this phone keeps, what waits on it, and a new game.
export async function showAll(slug = "") {
  const own = view = { id: null, editing: null, say: "" };
  const lists = await Promise.all([...new Set((await waiting()).map((entry) => entry.game))].map(async (id) => {
    const found = await table(id);
    return found && h("section", {}, h("h2", {}, h("a", { href: `/t/${id}` }, `${found.kit.facts.name}: ${found.record.players.join(", ")}`)), await outboxList(found));
  }));
  const [kept, fresh] = [slug ? "" : await gamesList(), await newGame(slug)];
  if (view !== own) return;
  main().replaceChildren(h("h1", {}, slug ? "Start a game" : "Games on this phone"), ...lists.filter(Boolean), kept, fresh || "");
}

async function gamesList() {
  const [games, entries] = [await all("games"), await waiting()];
  games.sort((one, other) => other.seen - one.seen);
  const rows = await Promise.all(games.map(async (copy) => {
    const kit = await get("kits", copy.kit);
    const mine = entries.filter(({ game }) => game === copy.id);
    const sheet = scoredAsFarAsPossible({ kit, ...onTop(copy, mine) });
    const state = sheet.over ? `${sheet.winners.map((side) => sheet.sides[side].name).join(" and ")} won` : `hand ${sheet.hands.length + 1}`;
    return h("li", {}, h("a", { className: "game", href: `/t/${copy.id}`, onclick: (event) => open(event, copy.id) }, h("strong", {}, kit.facts.name),
      h("p", {}, sheet.sides.map((side, index) => `${side.name} ${figure(sheet.totals[index])}`).join(" · ")),
      h("span", { className: "facts" }, mine.length ? `${state} · ${mine.length} ${NOT_SENT}` : state)));
  }));
  return rows.length ? h("ul", { className: "games" }, rows) : h("p", { className: "lead" }, "None yet.");
}

// Within the page: there may be no network to load another.
function open(event, id) {
  event.preventDefault();
  history.pushState(null, "", `/t/${id}`);
  show(id);
}

async function newGame(slug) {
  const kits = (await all("kits")).filter((kit) => !slug || kit.facts.game === slug);
  if (!kits.length) return null;
  const select = h("select", { name: "kit", "aria-label": "Game" }, kits.map((kit) => h("option", { value: kit.key }, `${kit.facts.name}, ${kit.facts.players} players${optionWords(kit)}`)));
  const seats = h("div", {});
  const made = h("form", { className: "new-game" }, h("h2", {}, "Start a new game"), select, seats, h("button", { className: "button" }, "Start the game"));
  const chosen = () => kits.find((kit) => kit.key === select.value);
  const names = (await all("games")).at(-1)?.record.players || [];
  const ask = () => seats.replaceChildren(...Array.from({ length: chosen().facts.players }, (_, seat) => h("div", { className: "seat" },
    h("label", { className: "name" }, h("span", { className: "hidden" }, `Seat ${seat + 1}`), h("input", { name: "players", value: names[seat] || `Player ${seat + 1}`, maxlength: "40", autocomplete: "off" })),
    h("label", { className: "deals" }, h("input", { type: "radio", name: "dealer", value: String(seat), checked: seat === 0 }), h("span", {}, "deals first")))));
  select.addEventListener("change", ask);
  ask();
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(made);
    const players = data.getAll("players").map((name) => name.trim());
    const same = new Set(players.map((name) => name.toLowerCase())).size < players.length;
    if (same || players.some((name) => !name)) return blame(made, ["Every player needs a name of his own."]);
    return startGame({ game: chosen().facts.game, players, dealer: Number(data.get("dealer")), options: chosen().options }, chosen());
  });
  return made;
}

const optionWords = (kit) => Object.entries(kit.options || {}).map(([key, value]) => `, ${key} ${value}`).join("");

async function startGame({ game, players, dealer, options }, kit) {
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  const record = { format: "rook-record/1", game, players, dealer, ...(options && Object.keys(options).length ? { options } : {}), date, hands: [] };
  try {
    const id = await begin(record, { ...kit, key: kitKey(game, players.length, options) });
    history.pushState(null, "", `/t/${id}`);
    await show(id, "The game runs on this phone.");
  } catch {
    blame(main(), ["This phone has no room to keep a game."]);
  }
}

// What is shown follows what is kept, unless somebody is entering something: then only the lines beside the form.
let drawing = Promise.resolve();
onChange(() => { drawing = drawing.then(refresh, refresh); });

async function refresh() {
  if (!view.id) return main().querySelector("form.hand") || !main().hasAttribute("data-offline") ? undefined : showAll();
  const found = await table(view.id);
  if (!found) return undefined;
  const touched = main().querySelector("form.hand[data-touched]");
  const waited = main().querySelector("[data-sync]")?.dataset.sync !== "sent";
  if (!touched && waited && !found.entries.length && await home(view.id)) return void (view = { id: null });
  if (!touched) return draw();
  const [old, fresh] = [main().querySelector(".outbox"), await outboxList(found)];
  main().querySelector("[data-sync]")?.replaceWith(stateLine(found));
  if (old) old.replaceWith(fresh || "");
  else if (fresh) main().querySelector(".play").after(fresh);
  return undefined;
}

addEventListener("popstate", () => main().hasAttribute("data-offline") && route());

function route() {
  const [, id] = /^\/t\/([\w-]{22})/.exec(location.pathname) || [];
  const [, slug] = /^\/new\/([\w-]+)/.exec(location.pathname) || [];
  return id ? show(id) : showAll(slug);
}

if (document.querySelector("main [data-shell]")) {
  main().dataset.offline = "";
  route();
}
