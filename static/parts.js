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
  const trump = facts.trump ? (facts.trump === "none" ? "without colour" : `on ${facts.trump}`) : "";
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
  const words = (field, value) => {
    if (field.kind === "seat") return names[value];
    if (value === null) return field.kind === "or-null" ? "nobody" : "the rest";
    if (Array.isArray(value)) return value.map((each) => words(field.of || field, each)).join("; ");
    return typeof value === "object" ? Object.entries(value).map(([key, each]) => `${key} ${each}`).join(", ") : String(value);
  };
  return h("dl", {}, Object.entries(facts).filter(([key]) => key !== "open").flatMap(([key, value]) =>
    [h("dt", {}, kit.facts.fields[key]?.label || key), h("dd", {}, words(kit.facts.fields[key] || {}, value))]));
}

export function scoreBoxes({ kit }, sheet) {
  const { end } = kit.facts;
  const left = (total) => (end.points === null ? end.words : total < end.points ? `${end.points - total} to go` : "over the line");
  return h("section", { className: `score s${sheet.sides.length}`, "aria-label": "Score" }, sheet.sides.map((side, index) =>
    h("div", { className: sheet.winners.includes(index) ? "side won" : "side" },
      h("span", { className: "who-side" }, side.name), h("strong", {}, figure(sheet.totals[index])),
      h("span", { className: "left" }, sheet.over ? "" : left(sheet.totals[index])))));
}
