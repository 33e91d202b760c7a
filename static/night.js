// A page of a club night looks now and then whether it is old, and fetches itself again. Nothing that is being touched goes.
const PAUSE = 4_000;
const sign = () => document.querySelector("[data-night]");
const touched = () => document.querySelector("main input:checked:not([type=hidden]), main details[open] :is(input, textarea):focus, main textarea:focus");

async function look() {
  try {
    const answer = document.hidden ? null : await fetch(sign().dataset.night);
    if (answer?.ok && (await answer.text()) !== sign().dataset.revision && !touched()) await take();
  } catch { /* No network just now: the next look comes by itself. */ }
  setTimeout(look, PAUSE);
}

async function take() {
  const answer = await fetch(location.href);
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (!answer.ok || !next?.querySelector("[data-night]")) return;
  const open = [...document.querySelectorAll("main details")].map((each) => each.open);
  document.querySelector("main").replaceWith(document.adoptNode(next));
  document.querySelectorAll("main details").forEach((each, index) => { each.open = open[index] ?? each.open; });
}

if (sign()) setTimeout(look, PAUSE);
