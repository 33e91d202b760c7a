// The app without a network: files of this release, a shell that shows what the phone stores, and the last copy of
// every other page seen. The server puts `SHELL` in front.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const FILES = `rook-files-${SHELL.release}`;
const PAGES = `rook-pages-${SHELL.release}`;
/** Pages seen while somebody is signed in: they go when they sign out. */
const ACCOUNT_PAGES = `rook-account-${SHELL.release}`;
const PATIENCE = 8_000; // a network that gives nothing at all for this long is none
const MOST_PAGES = 40;
/** A table, a new game and the phone's own list work without a network: the shell draws them from what is stored. */
const OFFLINE_PATHS = /^\/(t\/[\w-]{22}(\/.*)?|new\/[\w-]+|games|offline)?$/;
/** Every response of ours carries it. */
const MARK = "Rook-Release";
/** Pages that show a link or an account carry it: no copy of them is stored. */
const NO_COPY = "Rook-Copy";
const SIGNED_IN = "Rook-Account";
const SIGN_OUT = "/account/out";
const COPIED_HEADERS = ["Content-Type", "Content-Security-Policy"];

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));

async function install() {
  const files = await caches.open(FILES);
  await files.addAll([...SHELL.files, SHELL.shell, SHELL.nothing]);
  await worker.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("rook-") && ![FILES, PAGES, ACCOUNT_PAGES].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

// Forms, streams and downloads are left to the browser.
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin === location.origin && pathname === SIGN_OUT) event.waitUntil(caches.delete(ACCOUNT_PAGES));
  if (request.method !== "GET" || origin !== location.origin) return;
  if (SHELL.files.includes(pathname)) event.respondWith(fileOrNetwork(request));
  else if (request.mode === "navigate") {
    event.respondWith(OFFLINE_PATHS.test(pathname) ? networkOrShell(request) : networkOrCopy(request));
  } else if (request.headers.has("X-Follow") && !OFFLINE_PATHS.test(pathname))
    event.respondWith(fetchAndStore(request));
});

/**
 * @param {Request | string} address
 * @returns {Promise<Response>}
 */
async function storedFile(address) {
  return (await caches.match(address, { cacheName: FILES, ignoreVary: true })) ?? Response.error();
}

/**
 * An address with a release never changes.
 * @param {Request} request
 */
async function fileOrNetwork(request) {
  const file = await storedFile(request);
  return file.ok ? file : fetch(request);
}

/**
 * Any page of the phone's own is better than half a page of the server's.
 * @param {Request} request
 */
async function networkOrShell(request) {
  try {
    const response = await fetchWhole(request);
    await forgetAccount(response);
    if (response.status < 500) return response;
  } catch {
    // The shell, then.
  }
  return storedFile(SHELL.shell);
}

/** @param {Request} request */
async function networkOrCopy(request) {
  const response = await fetchWhole(request).catch(() => null);
  if (response && response.status < 500) return store(request, response);
  const copy = (await storedPage(request, ACCOUNT_PAGES)) ?? (await storedPage(request, PAGES));
  return copy ? markCopy(copy) : (response ?? storedFile(SHELL.nothing));
}

/**
 * @param {Request} request
 * @param {string} cacheName
 */
function storedPage(request, cacheName) {
  return caches.match(request, { cacheName, ignoreVary: true });
}

/**
 * Delete stored pages when the account is signed out, in any way.
 * @param {Response} response
 */
async function forgetAccount({ headers }) {
  if (headers.has(MARK) && !headers.has(SIGNED_IN)) await caches.delete(ACCOUNT_PAGES);
}

/**
 * The network's answer when all of it is here. Slow is not offline: it may take its time as long as something comes.
 * @param {Request} request
 */
async function fetchWhole(request) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), PATIENCE);
  try {
    const response = await fetch(request, { signal: silence.signal });
    if (!response.body) return response;
    const pieces = [];
    for (const reader = response.body.getReader(); ; ) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), PATIENCE);
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
    }
    const { status, statusText, headers } = response;
    return new Response(new Blob(pieces), { status, statusText, headers });
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Request} request */
async function fetchAndStore(request) {
  const response = await fetch(request);
  return store(request, response);
}

/**
 * Only our own pages are copied: a proxy or the login page of a guest network may answer in our place.
 * @param {Request} request
 * @param {Response} response
 */
async function store(request, response) {
  const { headers } = response;
  if (!headers.has(MARK)) return response;
  await forgetAccount(response);
  const pages = await caches.open(headers.has(SIGNED_IN) ? ACCOUNT_PAGES : PAGES);
  if (response.status === 404 || response.status === 403) await pages.delete(request.url, { ignoreVary: true });
  const isPage = headers.get("Content-Type")?.startsWith("text/html") && !headers.has(NO_COPY);
  if (response.ok && !response.redirected && isPage) {
    await pages.put(request.url, response.clone());
    await removeOldest(pages);
  }
  return response;
}

/** @param {Cache} pages */
async function removeOldest(pages) {
  const requests = await pages.keys();
  const oldest = requests.slice(0, -MOST_PAGES);
  await Promise.all(oldest.map((request) => pages.delete(request, { ignoreVary: true })));
}

/**
 * The page itself says how old it is.
 * @param {Response} copy
 */
async function markCopy(copy) {
  const headers = new Headers();
  for (const name of COPIED_HEADERS) {
    const value = copy.headers.get(name);
    if (value) headers.set(name, value);
  }
  const date = new Date(copy.headers.get("Date") || Date.now()).toISOString();
  return new Response((await copy.text()).replace("<html ", `<html data-seen="${date}" `), { headers });
}
