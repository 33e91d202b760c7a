// A table without the server: the score, the hand being entered, the hands so far, and what is not sent yet. No rules here.
import { edit, entriesOf, fill } from "./form-values.js";
import { askBidders, bare, called, factsOf, label, madeForm, outcome, proposed, prune, unsaid } from "./hand-form.js";
import { gamesList, keptPage } from "./games-list.js";
import { startGame } from "./new-game.js";
import { add, amend, lastWaiting, onChange, table, takeBack } from "./outbox.js";
import { blame, button, figure, gain, h, main, scoreBoxes, sideNames, tell } from "./dom.js";
import { asFarAsPossible } from "./score.js";
import { home } from "../swap.js";
import { asking, counted, naming, outboxList, stateWords } from "./outbox-view.js";

let view = { id: null, editing: null, say: "", taken: null };

// A table; `at` says which hand's form stood on the page before.
export async function show(id, say = "", at = null) {
  view = { id, editing: null, say, taken: null };
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
  if (!own.id) return;
  const found = await table(own.id);
  const others = found ? null : await gamesList(open);
  if (view !== own) return;
  if (!found) {
    main().replaceChildren(h("h1", {}, "No network just now"), h("p", { className: "lead" }, "This game was never opened on this phone. These were:"), others, ways());
    return;
  }
  const sheet = asFarAsPossible(found.kit.facts, found.record);
  const entry = sheet.over && !view.editing ? null : entering(found, sheet);
  const waits = outboxList(found, { mend, mending: view.editing?.mends });
  const asks = asking(found.entries).length > 0;
  main().replaceChildren(...[
    stateLine(found), asks && waits, entry || asks ? null : finish(sheet),
    h("div", { className: "board" }, scoreBoxes(found, sheet), whoLine(found, sheet, entry)),
    h("div", { className: "play" }, entry ? form(found, sheet, entry) : asks ? null : again(found, sheet)),
    handsSoFar(found, sheet), !asks && waits, ways(),
  ].filter(Boolean));
  document.title = `${found.kit.facts.name}: ${sheet.sides.map((side, index) => `${side.name} ${figure(sheet.totals[index])}`).join(", ")}`;
}

const ways = () => h("p", { className: "links" }, h("a", { href: "/offline" }, "Games on this phone"), h("a", { href: location.pathname }, "Try the network again"));

// What became of what was entered here, and the last of it with one touch undone.
function stateLine({ entries, hands, copy }) {
  const asks = asking(entries).length;
  const last = !asks && lastWaiting(entries);
  const sent = hands.length && copy.may_score ? "Everything is sent. It can be undone when the network is back." : "Everything is sent.";
  const words = asks ? "Something needs your choice." : entries.length ? counted(entries.length) : sent;
  return h("div", { className: "said", role: "status", "data-sync": asks ? "asks" : entries.length ? "waiting" : "sent" },
    h("div", {}, view.say ? h("p", {}, view.say) : null, h("p", { className: view.say ? "facts" : "" }, words)),
    view.taken ? button("Put it back", putBack, "tool") : null,
    last ? button("Take it back", () => back(last), "tool") : null);
}

async function back(last) {
  const { hands, record } = await table(view.id);
  const taken = await takeBack(last.n);
  view.taken = taken;
  view.say = taken ? `Taken back: ${naming(taken, hands, record.players)}.` : "It was sent meanwhile: it can be undone on the table’s own page.";
  view.editing = null;
  await draw();
}

async function putBack() {
  const { game, hand, base, facts } = view.taken;
  const found = await table(game);
  view.taken = null;
  view.say = "It is back on this phone.";
  await add({ game, hand, base: found.hands.find((each) => each.hand === hand)?.number ?? base, facts });
  await draw();
}

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

function finish(sheet) {
  const bird = document.querySelector("header .home svg")?.cloneNode(true);
  return h("div", { className: "finish" }, bird ? h("p", { className: "crown" }, bird) : null, h("h1", {}, sideNames(sheet)), h("p", { className: "lead" }, "The game is over."));
}

function again(found, sheet) {
  const dealer = (sheet.hands.at(-1).dealer + 1) % found.kit.facts.players;
  return found.copy.may_score ? button("Once more, same seats", () => startGame({ ...found.record, dealer }, found.kit, begun)) : null;
}

const hasBid = (fields) => Object.values(fields).some((field) => field.when === "bid" && field.needed);

// Which hand the form is for: one that is being corrected or mended, the open one, or the next.
function entering(found, sheet) {
  const { fields } = found.kit.facts;
  if (view.editing) return view.editing;
  if (sheet.open) {
    const last = found.hands.at(-1);
    const stage = isUndecided(fields, last.facts) ? "bid" : "result";
    return { stage, hand: last.hand, base: last.number, known: last.facts, place: found.hands.length };
  }
  return { stage: hasBid(fields) ? "bid" : "result", hand: found.next, base: 0, known: {}, place: found.hands.length + 1 };
}

// Calls were noted, but nobody has the bid yet.
const isUndecided = (fields, { calls, ...known }) => Boolean(calls) && Object.values(fields).some(({ when, needed, key }) => when === "bid" && needed && !(key in known));

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
  const begun = entry.stage === "bid" && isUndecided(fields, entry.known);
  return [trouble(sheet), entry.stage === "result" && entry.known.open ? knownBid(found, entry) : null,
    begun ? h("p", { className: "facts" }, `Called so far: ${entry.known.calls.map((call) => [call].flat().join(" ")).join(", ")}. Go on with the calls below, or take them out there and tell the bid alone.`) : null, made,
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
    return blame(made, ["This phone cannot keep it: there is no room to keep it, or this is a private window. What you entered stays here: make room, or wait for the network and save again."]);
  }
  forgetDraft(entry);
  view.editing = null;
  view.taken = null;
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
  const remove = () => (confirm(`Delete hand ${place}? It can be brought back from the history.`) ? drop(hand, number, place) : undefined);
  return h("details", { className: "fold hand-row", "data-hand": String(place) },
    h("summary", {}, h("span", {}, h("b", {}, String(place)), told ? ` ${told}` : "", h("small", {}, points)), entry ? h("em", { className: "unsent" }, stateWords(entry)) : null),
    h("ul", { className: "lines" }, lines), facts.note ? h("p", { className: "ruling" }, facts.note) : null,
    found.copy.may_score && !(entry && entry.state !== "waiting") ? [button(`Change hand ${place}`, change, "button quiet"), button(`Delete hand ${place}`, remove, "tool")] : null);
}

async function drop(hand, base, place) {
  view.taken = null;
  try {
    await add({ game: view.id, hand, base, facts: null });
    view.say = `Hand ${place} deleted on this phone.`;
  } catch {
    view.say = "This phone cannot keep it: nothing was deleted.";
  }
  await draw();
}

function mend(entry, place) {
  view.editing = { stage: entry.facts.open ? "bid" : "whole", hand: entry.hand, base: entry.base, known: entry.facts, place: place || 1, mends: entry.n };
  draw().then(() => scrollTo({ top: 0 }));
}

// The games that this phone keeps, what waits on it, and a new game.
export async function showAll(slug = "") {
  const own = view = { id: null, editing: null, say: "", taken: null };
  const parts = await keptPage(slug, { open, go: begun });
  if (view === own) main().replaceChildren(...parts);
}

// Within the page: there may be no network to load another.
function open(id, say = "") {
  history.pushState(null, "", `/t/${id}`);
  return show(id, say);
}

const begun = (id) => open(id, "The game runs on this phone.");

// What is shown follows what is kept, unless somebody is entering something: then only the lines beside the form.
let drawing = Promise.resolve();
onChange(() => { drawing = drawing.then(refresh, refresh); });

async function refresh() {
  if (!view.id) return main().querySelector("form.hand, form.new-game[data-touched]") || !main().hasAttribute("data-offline") ? undefined : showAll();
  const found = await table(view.id);
  if (!found) return undefined;
  const touched = main().querySelector("form.hand[data-touched]");
  const waited = main().querySelector("[data-sync]")?.dataset.sync !== "sent";
  if (!touched && waited && !found.entries.length && await home(view.id)) return void (view = { id: null });
  if (!touched) return draw();
  const [old, fresh] = [main().querySelector(".outbox"), outboxList(found, { mend, mending: view.editing?.mends })];
  main().querySelector("[data-sync]")?.replaceWith(stateLine(found));
  if (old) old.replaceWith(fresh || "");
  else if (fresh) main().querySelector(".play").after(fresh);
  return undefined;
}

// The network is back, and nothing was entered meanwhile: the server's own page again.
async function comeHome() {
  const idle = view.id && !view.editing && main().querySelector("[data-sync]") && !main().querySelector("form.hand[data-touched]");
  const found = idle && await table(view.id);
  if (found && !found.entries.length && await home(view.id)) view = { id: null };
}
const inTurn = () => { drawing = drawing.then(comeHome, comeHome); };
addEventListener("online", inTurn);
document.addEventListener("rook:state", ({ detail }) => detail === "live" && inTurn());

addEventListener("popstate", () => main().hasAttribute("data-offline") && route());

function route() {
  const [, id] = /^\/t\/([\w-]{22})/.exec(location.pathname) || [];
  const [, slug] = /^\/new\/([\w-]+)/.exec(location.pathname) || [];
  return (id ? show(id) : showAll(slug)).catch(nothingKept);
}

function nothingKept() {
  main().replaceChildren(h("h1", {}, "No network just now"), h("p", { className: "lead" },
    "This phone keeps nothing: this is a private window, or its store cannot be opened. What was saved is on the server."), ways());
}

if (document.querySelector("main [data-shell]")) {
  main().dataset.offline = "";
  route();
}
