// Every page of a game, a club night or a season follows it: when anything is saved anywhere, it fetches itself again. No rules
// here.
// Tells "rook:state" (live, trying, gone) and "rook:swapped"; hears "rook:look" (look at once) and "rook:sending" (a hand of
// this phone is on its way, true, or has arrived, false: its own news are not another phone's).
import { carry } from "./carry-inputs.js";

const DEAD = 40_000; // the server speaks every 15 s: a line so long silent is a dead one
const PATIENCE = 8_000;
const WAITS = [1_000, 3_000, 8_000, 20_000];
const WORDS = { live: "live", trying: "no network: trying again", busy: "not live just now: looking again now and then", gone: "no longer live" };

let stream = null;
let alarm = 0;
let retry = 0;
let failures = 0;
let wanted = 0;
let busy = null;
let leaving = false;
let sending = false;
let gone = false;

const main = () => document.querySelector("main[data-events]");
const form = () => main().querySelector("form.hand");
const shown = () => Number(main()?.dataset.revision ?? 0);
const sign = Object.assign(document.createElement("p"), { className: "state" });

if (main()) {
  // Beside the name of the page; a room's screen has none, and keeps a line of its own for it.
  const beside = document.querySelector(".top .home");
  if (beside) beside.after(sign);
  else document.body.append(sign);
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  document.addEventListener("rook:look", () => look(shown() + 1));
  document.addEventListener("rook:sending", ({ detail }) => { sending = detail; look(wanted); });
  document.addEventListener("rook:swapped", () => { if (stream?.readyState === EventSource.CLOSED) open(); });
  addEventListener("pageshow", (event) => { leaving = false; if (event.persisted) open(); });
  addEventListener("pagehide", close);
  addEventListener("online", open);
  addEventListener("offline", () => state("trying"));
  // A form on its way brings a page of its own.
  addEventListener("submit", (event) => { leaving = !event.defaultPrevented; });
  open();
}

function state(name) {
  sign.textContent = WORDS[name];
  sign.dataset.state = name;
  document.dispatchEvent(new CustomEvent("rook:state", { detail: name }));
}

function note(words, buttons) {
  document.dispatchEvent(new CustomEvent("rook:note", { detail: { key: "live", words, buttons } }));
}

// A hidden page holds no line: a browser has only six to one server. Nor does one that asks something, such as which of two
// versions is right.
function open() {
  close();
  if (document.hidden || gone || !main()) return;
  stream = new EventSource(main().dataset.events);
  stream.addEventListener("revision", (event) => { alive(); look(Number(event.data)); });
  stream.addEventListener("ping", alive);
  stream.addEventListener("gone", later);
  // The browser tries again by itself, unless the server said no.
  stream.addEventListener("error", () => (stream.readyState === EventSource.CLOSED ? later() : state("trying")));
  guard();
}

function close() {
  stream?.close();
  clearTimeout(alarm);
  clearTimeout(retry);
}

function guard() {
  clearTimeout(alarm);
  alarm = setTimeout(() => { state("trying"); open(); }, DEAD);
}

function alive() {
  failures = 0;
  guard();
  if (sign.dataset.state !== "live") state("live");
}

// No line to be had: the page itself tells why. Then look now and then, and ask for one again.
async function later() {
  close();
  const answered = await look(shown() + 1);
  if (gone || document.hidden) return;
  if (answered) state("busy");
  clearTimeout(retry);
  retry = setTimeout(open, WAITS[Math.min(failures++, WAITS.length - 1)]);
}

// Fetch the page again until it shows what is wanted; true if the server answered.
function look(revision) {
  wanted = Math.max(wanted, revision);
  if (!main() || wanted <= shown() || leaving || sending) return Promise.resolve(true);
  busy ??= fetchPage().finally(() => { busy = null; });
  return busy;
}

async function fetchPage() {
  const asked = wanted;
  try {
    const answer = await fetch(main().dataset.page, { headers: { "X-Follow": "yes" }, signal: AbortSignal.timeout(PATIENCE) });
    if (!main()) return true;
    // Whoever is not signed in any more is sent elsewhere.
    if (answer.status === 404 || answer.status === 403 || answer.redirected) return missing();
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!main()) return true;
    if (!leaving && !sending) take(page);
  } catch {
    state("trying");
    clearTimeout(retry);
    retry = setTimeout(() => { look(asked); open(); }, WAITS[1]);
    return false;
  }
  // What the page shows is what there is, unless more was announced meanwhile.
  if (wanted === asked) wanted = shown();
  else setTimeout(() => look(wanted));
  return true;
}

function missing() {
  wanted = 0;
  const { page, home, homeName } = main().dataset;
  if (page !== home) {
    note("What this page showed is no longer there.", [[`To ${homeName}`, home]]);
    return true;
  }
  gone = true;
  close();
  state("gone");
  note(`This phone can no longer see ${homeName}: somebody signed out, its link was made anew, or it was put away. Below is how it looked last.`, [["All games", "/"]]);
  return true;
}

function take(page) {
  const next = page.querySelector("main[data-events]");
  // What goes on without network on this phone comes back by itself.
  if (!next || main().querySelector("[data-sync]")) return;
  const news = next.dataset.latest === main().dataset.latest ? "" : next.dataset.latest;
  if (Number(next.dataset.revision) <= shown()) return;
  if (!form()?.hasAttribute("data-touched") && carry(main(), next)) {
    swap(next, page);
    hear(news);
  } else if (!form()) {
    stamp(next);
    warn(next, page, "This page was changed on another phone.");
  } else if (next.querySelector("form.hand")?.dataset.draft === form().dataset.draft) {
    besides(next);
    if (news) note(`${news} What you are entering is not touched by it.`);
  } else {
    stamp(next);
    warn(next, page, news);
  }
}

// The hand that is being entered here was changed elsewhere: nothing is taken away, nothing is hidden.
function warn(next, page, news) {
  const mine = main();
  const [title, className] = [document.title, document.body.className];
  note(`${news || "This hand was changed on another phone."} Look at it before you save.`, [
    ["Look at it", () => {
      swap(next, page);
      note("This is what is saved now.", [["Back to what I entered", () => {
        main().replaceWith(mine);
        Object.assign(document, { title });
        document.body.className = className;
        form()?.dispatchEvent(new Event("input"));
        warn(next, page, news);
      }], ["All right"]]);
    }],
    ["Keep entering"],
  ]);
}

// Score and hands are new, the form stays as it is under the finger.
function besides(next) {
  for (const name of [".board", ".so-far"]) {
    const [old, fresh] = [main().querySelector(name), next.querySelector(name)];
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
  }
  stamp(next);
}

function stamp(next) {
  main().dataset.revision = next.dataset.revision;
  main().dataset.latest = next.dataset.latest;
}

function swap(next, page) {
  const back = bookmark();
  // What was said about the last deed stays to be read; what can be undone may be another deed by now.
  const said = main().querySelector(":scope > .said");
  if (said && !said.querySelector("form")) next.prepend(said);
  main().replaceWith(document.adoptNode(next));
  document.title = page.title;
  document.body.className = page.body.className;
  document.dispatchEvent(new CustomEvent("rook:swapped"));
  back();
}

// Where the reader was: how far down, what stood open, what had the focus.
function bookmark() {
  const [left, top] = [scrollX, scrollY];
  const aside = main().querySelector(".scroll")?.scrollLeft;
  const open = [...main().querySelectorAll("details[open] > summary")].map(face);
  const focused = main().contains(document.activeElement) ? face(document.activeElement) : null;
  return () => {
    for (const summary of main().querySelectorAll("summary")) if (open.includes(face(summary))) summary.parentElement.open = true;
    if (aside) main().querySelector(".scroll")?.scrollTo(aside, 0);
    if (focused) [...main().querySelectorAll("a, button, input, summary, textarea, [tabindex]")].find((node) => face(node) === focused)?.focus({ preventScroll: true });
    scrollTo({ left, top, behavior: "instant" });
  };
}

function face(node) {
  return [node.tagName, node.name, node.type === "radio" && node.value, node.getAttribute("href"), !node.name && node.textContent].join(" ");
}

// For those who hear the page.
function hear(words) {
  let place = document.querySelector("[data-heard]");
  if (!place) {
    place = Object.assign(document.createElement("p"), { className: "hidden" });
    place.setAttribute("aria-live", "polite");
    place.dataset.heard = "";
    document.body.append(place);
  }
  place.textContent = words;
}
