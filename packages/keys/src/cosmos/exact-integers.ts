/** Refuses to write an item back that the client may have altered when it read it. */
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";

/** A double holds every integer up to 2^53; beyond that it may be another one than is stored. */
export function assertExactIntegers(item: { readonly id: string }): void {
  const path = pathOfInexact(item);
  if (path === undefined) return;
  throw new SyntheticKeyError(
    "InexactInteger",
    `The item "${item.id}" has an integer beyond 2^53 at ${path}, which JavaScript rounds: moving it could store another number. Move it with \`orrery repartition\` or a client that keeps 64-bit integers, or store it as a string.`,
  );
}

function pathOfInexact(value: unknown): string | undefined {
  if (typeof value === "number")
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? "" : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const path = pathOfInexact(member);
    if (path !== undefined) return `/${name}${path}`;
  }
  return undefined;
}
