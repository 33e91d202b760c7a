// localStorage, where it is allowed: a full or forbidden store costs only what would have been remembered.

/**
 * Null if nothing is stored under this key, undefined if nothing can be read at all.
 * @param {string} key
 */
export function readItem(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/**
 * True if it was stored.
 * @param {string} key
 * @param {string} value
 */
export function writeItem(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** @param {(key: string) => boolean} isUnwanted */
export function removeItems(isUnwanted) {
  try {
    for (const key of Object.keys(localStorage)) if (isUnwanted(key)) localStorage.removeItem(key);
  } catch {
    // What stays does no harm.
  }
}

/** @param {string} key */
export function removeItem(key) {
  removeItems((other) => other === key);
}
