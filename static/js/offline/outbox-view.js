// What waits on this phone, entry by entry: what became of it, and what can be done. No rules here.
import { amend, choose, discard, flush } from "./outbox.js";
import { NOT_SENT, button, h, spelled, tell } from "./dom.js";

const WORDS = {
  waiting: "waiting for the network",
  refused: "refused",
  conflict: "another phone saved this hand too",
  ends_earlier: "the game would end here",
};

export const asking = (entries) => entries.filter(({ state }) => state !== "waiting");
export const stateWords = ({ state }) => (state === "waiting" ? NOT_SENT : state === "refused" ? WORDS.refused : "to decide");

export const placeOf = (entry, hands) => hands.filter(({ hand }) => hand < entry.hand).length + 1;

// An entry in a few words.
export function naming(entry, hands, names) {
  if (entry.kind === "start") return "A new game";
  const hand = `Hand ${placeOf(entry, hands)}`;
  if (entry.kind === "taken") return `${hand} taken back`;
  if (!entry.facts) return `${hand} deleted`;
  const told = tell(entry.facts, names);
  return told ? `${hand}, ${told}` : hand;
}

export function counted(entries) {
  return entries === 1 ? `1 entry ${NOT_SENT}: it is kept on this phone and goes out by itself.`
    : `${entries} entries ${NOT_SENT}: they are kept on this phone and go out by themselves.`;
}

// Every entry that is not sent; folded if nothing is asked. `mend` opens the form of a refused one.
export function outboxList({ entries, kit, copy, hands }, { mending = null, mend = null } = {}) {
  const shown = entries.filter(({ n }) => n !== mending);
  if (!shown.length) return null;
  const asks = asking(shown).length;
  const list = h("ul", { className: "versions" }, shown.map((entry, index) => entryRow(entry, { kit, copy, hands, mend, held: asking(shown.slice(0, index)).length })));
  const now = shown.some(({ state }, index) => state === "waiting" && !asking(shown.slice(0, index)).length) ? button("Send now", () => flush(), "button quiet") : null;
  const title = asks ? "Your choice is needed" : "Not sent yet";
  return h("section", { className: "outbox", "aria-labelledby": `outbox-${copy.id}`, "data-asks": String(asks) }, h("h2", { id: `outbox-${copy.id}` }, title),
    asks ? [list, now] : h("details", { className: "fold" }, h("summary", {}, `What waits on this phone (${shown.length})`), list, now));
}

function entryRow(entry, { kit, copy, hands, mend, held }) {
  const time = new Date(entry.made).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const state = held ? "waits for the one above" : WORDS[entry.state];
  return h("li", { "data-state": entry.state }, h("b", {}, `${naming(entry, hands, copy.record.players)}: ${state}`), h("span", { className: "facts" }, time),
    (entry.errors || []).map(({ message }) => h("p", { className: "wrong" }, message)), choices(entry, kit, copy, mend && (() => mend(entry, placeOf(entry, hands)))));
}

function out(entry, words = "Discard it") {
  return button(words, () => (confirm("Discard what was entered? It cannot be brought back.") ? discard(entry.n) : undefined), "tool");
}

function choices(entry, kit, copy, mend) {
  const names = copy.record.players;
  if (entry.state === "refused") {
    const again = button("Send it again", () => amend(entry.n, {}), "tool");
    return [entry.facts && mend ? button("Mend it", mend, "button quiet") : null, again, out(entry)];
  }
  if (entry.state === "ends_earlier") return endsEarlier(entry, kit, names);
  if (entry.state !== "conflict") return null;
  return h("div", { className: "both" },
    h("section", {}, h("h3", {}, "Already saved"), spelled(entry.theirs.facts, kit, names), h("p", { className: "facts" }, entry.theirs.by), button("Keep this one", () => choose(entry.n, "theirs"))),
    h("section", {}, h("h3", {}, "Entered here"), spelled(entry.facts, kit, names), button("Take mine instead", () => choose(entry.n, "mine")),
      entry.facts && entry.fresh ? button("Mine is the next hand", () => choose(entry.n, "next"), "button quiet") : null));
}

function endsEarlier(entry, kit, names) {
  const one = entry.dropped === 1;
  return [spelled(entry.facts, kit, names),
    h("p", {}, `With this the game is over before ${one ? "the last hand" : `the last ${entry.dropped} hands`}. Shall ${one ? "it" : "they"} be taken out? The history keeps ${one ? "it" : "them"}.`),
    button("Save and end the game", () => amend(entry.n, { confirmed: true })), button("Leave the game as it was", () => discard(entry.n), "button quiet")];
}
