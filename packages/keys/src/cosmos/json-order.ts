/*
 * The order and the equality of JSON values in queries: undefined, null, false, true, numbers, strings, arrays,
 * objects. Merging the results of single keys needs both.
 */

/** `undefined` stands for a property that is not there. Strings compare by UTF-16 units, as in the SDK's own merge. */
export function compareJson(a: unknown, b: unknown): number {
  const byType = rankOf(a) - rankOf(b);
  if (byType !== 0) return byType;
  if (typeof a === "number") return a - (b as number);
  if (typeof a === "string") return compareText(a, b as string);
  if (typeof a !== "object" || a === null) return 0;
  const [left, right] = [elementsOf(a), elementsOf(b as object)];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = compareJson(left[index], right[index]);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** An object compares as the list of its properties, sorted by name. */
function elementsOf(value: object): readonly unknown[] {
  return Array.isArray(value) ? value : Object.entries(value).sort(([a], [b]) => compareText(a, b));
}

/** One text for equal values: the order of properties does not matter. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).filter(([, inside]) => inside !== undefined);
  entries.sort(([a], [b]) => compareText(a, b));
  return `{${entries.map(([name, inside]) => `${JSON.stringify(name)}:${canonicalJson(inside)}`).join()}}`;
}

function rankOf(value: unknown): number {
  switch (typeof value) {
    case "undefined":
      return 0;
    case "boolean":
      return value ? 3 : 2;
    case "number":
      return 4;
    case "string":
      return 5;
    default:
      return value === null ? 1 : Array.isArray(value) ? 6 : 7;
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
