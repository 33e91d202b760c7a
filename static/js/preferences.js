// Preferences of this device, in the cookies that the preferences page sets.

const FIVE_YEARS = 5 * 365 * 24 * 3600;

/** @param {string} name */
export function readPreference(name) {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) ?? "";
}

/**
 * The empty value is the default and has no cookie.
 * @param {string} name
 * @param {string} value
 */
export function writePreference(name, value) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it too, and plain http has no other way.
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${value ? FIVE_YEARS : 0}${secure}`;
}
