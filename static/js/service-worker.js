// The app without a network: files of this release, a shell that shows what the phone keeps, and the last copy of every
// other page seen. `SHELL` is put in front by the server.
const FILES = `rook-files-${SHELL.release}`;
const PAGES = `rook-pages-${SHELL.release}`;
const PATIENCE = 4_000; // a network that hangs so long is none
const MOST_PAGES = 40;
// A table, a new game and the phone's own list go on without network: the shell draws them from what the phone keeps.
const GOES_ON = /^\/(t\/[\w-]{22}(\/.*)?|new\/[\w-]+|games|offline)?$/;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));

async function install() {
  await (await caches.open(FILES)).addAll([...SHELL.files, SHELL.shell, SHELL.nothing]);
  await skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("rook-") && ![FILES, PAGES].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

// Forms, streams and downloads go their own way.
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (SHELL.files.includes(pathname)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(GOES_ON.test(pathname) ? pageOrShell(request) : page(event));
  else if (request.headers.has("X-Follow")) event.respondWith(fresh(request));
});

function kept(address) {
  return caches.match(address, { cacheName: FILES, ignoreVary: true });
}

// An address with a release never changes.
async function file(request) {
  return (await kept(request)) || fetch(request);
}

async function pageOrShell(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status < 500) return answer;
  } catch { /* the shell, then */ }
  return kept(SHELL.shell);
}

async function page(event) {
  const network = fresh(event.request);
  event.waitUntil(network.catch(() => {}));
  const copy = await caches.match(event.request, { cacheName: PAGES, ignoreVary: true });
  try {
    const answer = await (copy ? Promise.race([network, late()]) : network);
    return answer.status >= 500 && copy ? marked(copy) : answer;
  } catch {
    return copy ? marked(copy) : kept(SHELL.nothing);
  }
}

function late() {
  return new Promise((_, refuse) => setTimeout(() => refuse(new Error("late")), PATIENCE));
}

async function fresh(request) {
  const answer = await fetch(request);
  const pages = await caches.open(PAGES);
  if (answer.status === 404 || answer.status === 403) await pages.delete(request.url, { ignoreVary: true });
  if (answer.ok && !answer.redirected && answer.headers.get("Content-Type")?.startsWith("text/html")) {
    await pages.put(request.url, answer.clone());
    await trim(pages);
  }
  return answer;
}

async function trim(pages) {
  const all = await pages.keys();
  await Promise.all(all.slice(0, -MOST_PAGES).map((each) => pages.delete(each, { ignoreVary: true })));
}

// The page itself says how old it is.
async function marked(copy) {
  const headers = new Headers();
  for (const name of ["Content-Type", "Content-Security-Policy"]) if (copy.headers.has(name)) headers.set(name, copy.headers.get(name));
  const seen = new Date(copy.headers.get("Date") || Date.now()).toISOString();
  return new Response((await copy.text()).replace("<html ", `<html data-seen="${seen}" `), { headers });
}
