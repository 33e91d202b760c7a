// What a value is made of, by its field. Checking a hand, filling a form and describing a hand walk through it alike.

/**
 * The parts of a value, each with its field and its path; null if it has none.
 * @param {Field} field
 * @param {any} value
 * @param {string} path
 * @returns {[field: Field, value: any, path: string][] | null}
 */
export function partsOf(field, value, path) {
  switch (field.kind) {
    case "per-side":
    case "list":
      return value.map((/** @type {any} */ entry, /** @type {number} */ index) => [
        field.of,
        entry,
        `${path}[${index}]`,
      ]);
    case "pair":
      return [field.first, field.second].map((part, index) => [part, value[index], `${path}[${index}]`]);
    case "either":
      return [[typeof value === "object" ? field.group : field.plain, value, path]];
    case "or-null":
      return [[field.of, value, path]];
    case "meld":
      return [[field.forms["run" in value ? 1 : 0], value, path]];
    case "group":
      return field.fields.map((part) => [part, value[part.key], `${path}.${part.key}`]);
    default:
      return null;
  }
}
