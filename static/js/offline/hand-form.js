// The server's own form of a hand, made fit for this table and this moment; what it says, and what would come of it.
import { handFacts } from "./form-values.js";
import { NOT_SENT, figure, gain, h, safe } from "./dom.js";
import { laid } from "./hand-kinds.js";
import { completed, score } from "./score.js";

// The server's own form, with this table's names.
export function madeForm(found, sheet, entry) {
  const { facts, form: text } = found.kit;
  let html = text;
  const turns = facts.hand.teams || [];
  if (turns.length > 1) {
    const now = teamsAt(found, entry);
    const names = (seats) => seats.map((seat) => `{${seat}}`).join(" &amp; ");
    html = turns[0].reduce((all, seats, index) => all.replaceAll(names(seats), `{team ${index}}`), html);
    html = now.reduce((all, seats, index) => all.replaceAll(`{team ${index}}`, names(seats)), html);
  }
  html = html.replace(/\{(\d)\}/g, (_, seat) => safe(found.record.players[seat]));
  const made = document.adoptNode(new DOMParser().parseFromString(html, "text/html").querySelector("form"));
  made.removeAttribute("action");
  return made;
}

// Who plays together in this hand.
function teamsAt({ kit: { facts }, hands }, { place }) {
  const turns = facts.hand.teams || [];
  const before = hands.slice(0, place - 1).filter(({ facts: told }) => !facts.uncounted.some((key) => key in told)).length;
  return turns[Math.floor(before / (facts.hand.together || 1)) % turns.length];
}

// Of two sides the bidders are asked, and the others take the rest; what makes the bid is told by its looks.
export function askBidders(made, found, entry) {
  const teams = teamsAt(found, entry);
  const { bidder, bid } = entry.known;
  if (teams?.length !== 2 || bidder === undefined) return;
  const team = teams.findIndex((seats) => seats.includes(bidder));
  for (const key of ["captured", "tricks"]) {
    const named = (side) => made.querySelector(`fieldset input[name="${key}[${side}]"]`)?.closest("fieldset");
    const [mine, theirs] = [named(team), named(1 - team)];
    const fold = mine?.closest("details");
    if (fold?.parentElement.parentElement === made) turnOver(fold, mine, theirs);
  }
  if (found.kit.facts.hand.tricks) return;
  for (const input of made.querySelectorAll(`fieldset input[name="captured[${team}]"]`)) {
    if (input.value) input.parentElement.className = Number(input.value) >= bid ? "made" : "set";
  }
}

function turnOver(fold, mine, theirs) {
  const rest = mine.querySelector(`input[value=""]`).parentElement;
  rest.firstElementChild.name = theirs.querySelector("input").name;
  theirs.querySelector(".row").append(rest);
  const other = [...fold.parentElement.children].find((part) => part.contains(theirs));
  fold.before(fold.lastElementChild);
  fold.querySelector("summary").textContent = `${theirs.querySelector("legend").textContent.split(":")[0]}: the rest`;
  fold.append(other);
}

function keyOf(element) {
  const named = [element, ...element.querySelectorAll("[name]")].find((each) => each.name && !["do", "drop", "put"].includes(each.name));
  const path = named ? named.name : element.querySelector("[name=put]")?.value;
  return path?.split(/[.[=]/, 1)[0];
}

// Only what is asked for at this moment stays.
export function prune(made, fields, { stage, known }) {
  const asked = (field) => {
    if (stage === "bid") return ["bid", "more"].includes(field.when) || field.excuses || ["penalties", "adjust"].includes(field.key);
    return stage === "whole" || field.when !== "bid" || (field.needed && !(field.key in known));
  };
  const fold = [...made.children].find((part) => part.matches("details") && part.querySelector(":scope > .button"));
  for (const part of [...made.children, ...(fold?.children || [])]) {
    const field = part !== fold && !part.matches("input, button, summary") && fields[keyOf(part)];
    if (field && !asked(field)) part.remove();
  }
  made.querySelector(".look")?.remove();
}

export function label(made, { stage, place }) {
  const [first, second] = made.querySelectorAll(".button:not([name])");
  first.textContent = stage === "bid" ? "Start the play" : `Save hand ${place}`;
  if (second) second.textContent = stage === "bid" ? `Save hand ${place} as it is` : first.textContent;
}

// A hand without what follows from the rest of it.
export function bare(facts, hand) {
  const into = facts.hand.completes?.into;
  const { [into]: follows, ...rest } = hand;
  return follows && JSON.stringify(completed(facts, rest)[into]) === JSON.stringify(follows) ? rest : hand;
}

// Where cards are counted as they are laid: the count, and whose turn it is.
export function called(made, found, sheet, entry) {
  const list = made.querySelector(".counting[data-list]");
  if (!list) return;
  const { hand, players } = found.kit.facts;
  const { facts } = { facts: handFacts(made, found.kit.facts.fields, "whole", {}) };
  const plays = facts[list.dataset.list] || [];
  const before = sheet.hands[entry.place - 2]?.totals || sheet.sides.map(() => 0);
  const play = laid(hand, plays, before);
  const last = play.lines.at(-1);
  list.querySelector(".count").replaceChildren(h("strong", {}, String(play.count)),
    last && plays.length ? h("span", {}, `${found.record.players[last.side]}: ${last.why}`) : "",
    play.winner !== undefined ? h("span", {}, `${found.record.players[play.winner]} has won in play.`) : "");
  const dealer = sheet.hands[entry.place - 1]?.dealer ?? sheet.next_dealer;
  const from = plays.length ? plays.at(-1)[0] : dealer;
  const order = Array.from({ length: players }, (_, step) => (from + step + 1) % players);
  const turn = order.find((seat) => plays.filter(([who]) => who === seat).length < hand.completes.each) ?? order[0];
  const next = list.querySelector(`input[type=radio][name$="[0]"][value="${turn}"]`);
  if (next) next.checked = true;
}

export function factsOf(made, found, entry) {
  const { facts } = found.kit;
  return completed(facts, handFacts(made, facts.fields, entry.stage, entry.mends ? {} : entry.known));
}

export function proposed(found, entry, hand) {
  const others = found.hands.filter((each) => each.hand !== entry.hand);
  const hands = [...others, { hand: entry.hand, facts: hand }].sort((one, other) => one.hand - other.hand);
  const place = hands.findIndex((each) => each.hand === entry.hand) + 1;
  return { place, sheet: score(found.kit.facts, { ...found.record, hands: hands.slice(0, place).map(({ facts }) => facts) }) };
}

export function outcome(made, found, before, entry) {
  const place = made.querySelector("[data-outcome]");
  const facts = factsOf(made, found, entry);
  if (entry.stage === "bid" && facts.open) return place.replaceChildren();
  const { sheet, place: at } = proposed(found, entry, facts);
  if (sheet.errors) {
    return place.replaceChildren(h("div", { className: "out waiting" }, sheet.errors.map(({ message }) => h("span", { className: "note" }, message))));
  }
  const hand = sheet.hands[at - 1];
  if (!hand) return place.replaceChildren();
  const rows = sheet.sides.flatMap((side, index) => [h("span", {}, side.name), h("b", {}, gain(hand.points[index])), h("small", {}, figure(hand.totals[index]))]);
  const won = sheet.winners.map((side) => sheet.sides[side].name).join(" and ");
  return place.replaceChildren(h("div", { className: "out" }, rows,
    h("ul", {}, hand.lines.map((line) => h("li", {}, `${sheet.sides[line.side].name}: ${line.why}`))),
    won && h("p", {}, h("strong", {}, `${won} won the game.`)),
    h("p", { className: "facts" }, `${NOT_SENT[0].toUpperCase()}${NOT_SENT.slice(1)}; the server checks the cards when it is sent.`)));
}

export function unsaid(fields, facts) {
  if (!facts.open || facts.calls) return [];
  return Object.values(fields).filter((field) => field.when === "bid" && field.needed && field.key !== "trump" && !(field.key in facts))
    .map((field) => `${field.label}: touch one.`);
}
