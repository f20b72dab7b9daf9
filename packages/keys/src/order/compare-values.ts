/**
 * The one order of values in queries: undefined < null < false < true < number < string < array < object. The server sorts by
 * it, and clients that merge rows of several keys.
 *
 * Strings compare by UTF-16 code unit, as in the SDK's own merge. Arrays compare element by element, objects by their sorted
 * keys and then values, so that the order is total and `0` means equal.
 */

type JsonMembers = Readonly<Record<string, unknown>>;

function typeRank(value: unknown): number {
  if (value === undefined) return 0;
  if (value === null) return 1;
  if (typeof value === "boolean") return value ? 3 : 2;
  if (typeof value === "number") return 4;
  if (typeof value === "string") return 5;
  return Array.isArray(value) ? 6 : 7;
}

export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const rank = typeRank(a);
  const difference = rank - typeRank(b);
  if (difference !== 0) return difference;
  switch (rank) {
    case 4:
    case 5:
      return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
    case 6:
      return compareArrays(a as readonly unknown[], b as readonly unknown[]);
    case 7:
      return compareObjects(a as JsonMembers, b as JsonMembers);
    default:
      return 0;
  }
}

function compareArrays(a: readonly unknown[], b: readonly unknown[]): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareObjects(a: JsonMembers, b: JsonMembers): number {
  const aKeys = Object.keys(a).sort();
  const bKeys = Object.keys(b).sort();
  const shorter = Math.min(aKeys.length, bKeys.length);
  for (let i = 0; i < shorter; i++) {
    const aKey = aKeys[i]!;
    const bKey = bKeys[i]!;
    if (aKey !== bKey) return aKey < bKey ? -1 : 1;
    const order = compareValues(a[aKey], b[bKey]);
    if (order !== 0) return order;
  }
  return aKeys.length - bKeys.length;
}
