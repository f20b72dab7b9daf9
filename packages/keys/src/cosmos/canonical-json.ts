/** One text for equal values: the order of properties does not matter. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).filter(([, inside]) => inside !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inside]) => `${JSON.stringify(name)}:${canonicalJson(inside)}`).join()}}`;
}
