// The phone's own store (IndexedDB): copies of games, kits to continue them, and entries that wait for the network.

/** @type {Record<StoreName, string>} */
const KEY_PATHS = { games: "id", kits: "key", outbox: "n", leases: "name" };

const changes = new EventTarget();
const channel = new BroadcastChannel("rook");
/** @type {Promise<IDBDatabase> | null} */
let opening = null;
/** A store that hangs this long is none. */
const STORE_TIMEOUT = 4_000;

/**
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
function inTime(work) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, STORE_TIMEOUT, new Error("The store does not answer."));
  });
  return Promise.race([work, /** @type {Promise<never>} */ (late)]).finally(() => clearTimeout(timer));
}

// A phone that has closed its store, or cannot open one just now, is asked again the next time.
function openDatabase() {
  opening ??= inTime(requestDatabase()).catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** @returns {Promise<IDBDatabase>} */
function requestDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("rook", 1);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(KEY_PATHS)) {
        request.result.createObjectStore(name, { keyPath, autoIncrement: name === "outbox" });
      }
    };
    request.onsuccess = () => {
      const forget = () => {
        opening = null;
      };
      request.result.onclose = forget;
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/**
 * Run `work` in one transaction; when it resolves, the data is stored.
 * @template T
 * @param {StoreName[]} stores
 * @param {(store: (name: StoreName) => IDBObjectStore) => T | Promise<T>} work
 * @param {IDBTransactionMode} [mode]
 * @returns {Promise<T>}
 */
export async function runTransaction(stores, work, mode = "readwrite") {
  const database = await openDatabase();
  const stored = new Promise((resolve, reject) => {
    const transaction = database.transaction(stores, mode, { durability: "strict" });
    /** @type {T} */
    let result;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error || new Error("not stored"));
    Promise.resolve(work((name) => transaction.objectStore(name)))
      .then(
        (value) => {
          result = value;
        },
        (error) => {
          reject(error);
          transaction.abort();
        },
      )
      .catch(() => {
        // It has ended already.
      });
  });
  return inTime(stored);
}

/**
 * @param {IDBRequest} request
 * @returns {Promise<any>}
 */
export function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @type {(name: StoreName, key: string) => Promise<any>} */
export const read = (name, key) => runTransaction([name], (store) => resultOf(store(name).get(key)), "readonly");

/** @type {(name: StoreName) => Promise<any[]>} */
export const readAll = (name) => runTransaction([name], (store) => resultOf(store(name).getAll()), "readonly");

/** @param {() => void} action */
export function onChange(action) {
  changes.addEventListener("change", action);
}

/** Tell this page and the other windows of this phone that something was stored. */
export function reportChange() {
  changes.dispatchEvent(new Event("change"));
  channel.postMessage("changed");
}
channel.onmessage = () => changes.dispatchEvent(new Event("change"));

/** A key that nobody can guess, as the server makes them. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
