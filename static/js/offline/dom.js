// Pieces of a page, and a hand in words.
export const NOT_SENT = "not sent yet";
export const main = () => document.querySelector("main");
const minus = (text) => text.replace("-", "−");
export const figure = (points) => minus(String(points).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f"));
export const gain = (points) => (points > 0 ? `+${figure(points)}` : figure(points));
export const safe = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// A piece of a page: h("p", { className: "lead" }, "words", other pieces).
export function h(tag, traits, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(traits)) {
    if (name in node && typeof value !== "string") node[name] = value;
    else if (name === "className") node.className = value;
    else node.setAttribute(name, value);
  }
  node.append(...inside.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return node;
}

export const button = (words, act, className = "button") => h("button", { type: "button", className, onclick: act }, words);

export function tell(facts, names) {
  if (facts.passed_out) return "Nobody bid";
  const bidder = "bidder" in facts ? names[facts.bidder] : "";
  const bid = "bid" in facts ? String(facts.bid) : "";
  const trump = facts.trump ? (facts.trump === "none" ? "without color" : `on ${facts.trump}`) : "";
  const mishaps = ["misplay", "misdeal"].filter((key) => key in facts);
  return [[bidder, bid].filter(Boolean).join(", "), trump, ...mishaps].filter(Boolean).join(" ");
}

export function blame(made, messages) {
  made.querySelector(":scope > .faults")?.remove();
  const faults = h("div", { className: "faults", role: "alert" }, messages.map((message) => h("p", {}, message)));
  made.prepend(faults);
  faults.scrollIntoView({ block: "nearest" });
}

// The facts of a hand, entry by entry.
export function spelled(facts, kit, names) {
  if (!facts) return h("p", {}, "deleted");
  const { fields } = kit.facts;
  return h("dl", {}, Object.entries(facts).filter(([key]) => key !== "open" && fields[key]).flatMap(([key, value]) =>
    [h("dt", {}, fields[key].label), h("dd", {}, words(fields[key], value, kit, names))]));
}

// A value in the words of its field: names for seats and sides, the labels of its parts.
function words(field, value, kit, names) {
  const told = (part, each) => words(part, each, kit, names);
  const group = (parts) => parts.filter(({ key }) => key in value).map((part) => `${part.label.toLowerCase()}: ${told(part, value[part.key])}`).join(", ");
  if (value === null) return field.kind === "or-null" ? "nobody" : "the rest";
  switch (field.kind) {
    case "seat": return names[value] ?? String(value);
    case "side": return sideName(kit.facts.sides[value], names);
    case "choice": return String(field.choices.find(([each]) => each === value)?.[1] ?? value);
    case "flag": case "yesno": return value ? "yes" : "no";
    case "whole": case "points": case "any-whole": return figure(value);
    case "or-null": return told(field.of, value);
    case "either": return told(typeof value === "object" ? field.group : field.plain, value);
    case "group": return group(field.fields);
    case "meld": return group(field.forms["run" in value ? 1 : 0].fields || []);
    case "pair": return `${told(field.first, value[0])} ${told(field.second, value[1])}`;
    case "per-side": return value.map((each, index) => `${sideName(sharers(kit, value.length)[index], names)} ${told({ ...field.of, kind: each === null ? "" : field.of.kind }, each)}`).join("; ");
    case "list": return value.map((each) => told(field.of, each)).join("; ");
    default: return Array.isArray(value) ? value.join(" ") : String(value);
  }
}

const sideName = (seats, names) => (seats || []).map((seat) => names[seat]).join(" & ");

// Whose each entry of a list for the sides is; where partners change, the seats that share one are not the same in every hand.
function sharers(kit, count) {
  const turns = kit.facts.hand.teams || [];
  const teams = turns.length === 1 ? turns[0] : kit.facts.sides;
  return teams.length === count ? teams : [];
}

export const sideNames = (sheet) => sheet.winners.map((side) => sheet.sides[side].name).join(" and ");

export function scoreBoxes({ kit, record }, sheet) {
  const { end, uncounted } = kit.facts;
  const played = record.hands.filter((hand) => !hand.open && !uncounted.some((key) => key in hand)).length;
  const hands = end.hands === null ? 0 : Math.max(0, end.hands - played);
  const left = (total) => (end.points === null ? `${hands} ${hands === 1 ? "hand" : "hands"} to go` : total < end.points ? `${figure(end.points - total)} to go` : "over the line");
  return h("section", { className: `score s${sheet.sides.length}`, "aria-label": "Score" }, sheet.sides.map((side, index) =>
    h("div", { className: sheet.winners.includes(index) ? "side won" : "side" },
      h("span", { className: "who-side" }, side.name), h("strong", {}, figure(sheet.totals[index])),
      h("span", { className: "left" }, sheet.over ? "" : left(sheet.totals[index])), end.points === null ? null : way(sheet.totals[index] / end.points))));
}

const SVG = "http://www.w3.org/2000/svg";

// How far it is to the end, as a line.
function way(share) {
  const drawing = document.createElementNS(SVG, "svg");
  const traits = { class: "way", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" };
  for (const [name, value] of Object.entries(traits)) drawing.setAttribute(name, value);
  for (const [width, look] of [[100, "rail"], [Math.max(0, Math.min(100, Math.round(100 * share))), ""]]) {
    const bar = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ width, height: 4, class: look })) bar.setAttribute(name, value);
    drawing.append(bar);
  }
  return drawing;
}
