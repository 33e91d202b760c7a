// Quicker, never needed: each touch asks the server at once, and the page is drawn anew in place. No rules here.
let asked = 0;

document.addEventListener("change", (event) => {
  const form = event.target.closest("form.asking");
  // A color of the auction helper only shows its bids.
  if (form && !event.target.closest(".auction")) go(form, null);
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.asking")) return;
  event.preventDefault();
  go(event.target, event.submitter);
});

async function go(form, button) {
  const said = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  if (button?.name) said.append(button.name, button.value);
  const mine = ++asked;
  const address = `${location.pathname}?${said}`;
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== asked) return;
    const next = page.querySelector("main");
    const focused = document.activeElement?.name && [document.activeElement.name, document.activeElement.value];
    document.querySelector("main").replaceWith(document.adoptNode(next));
    history.replaceState(null, "", answer.url);
    focus(focused);
    document.querySelector(".verdict-box")?.scrollIntoView({ block: "nearest" });
  } catch {
    location.assign(address);
  }
}

function focus(wanted) {
  if (!wanted) return;
  const same = [...document.querySelectorAll(`main [name="${CSS.escape(wanted[0])}"]`)];
  (same.find((each) => each.value === wanted[1]) || same[0])?.focus({ preventScroll: true });
}
