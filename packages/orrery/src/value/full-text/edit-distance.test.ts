import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../../../tests/harness/seeded-random.ts";
import { NearWords } from "./edit-distance.ts";

/** Edits between two words, by the textbook. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return Math.max(a.length, b.length);
  const rest = [a.slice(1), b.slice(1)] as const;
  if (a[0] === b[0]) return distance(...rest);
  return 1 + Math.min(distance(...rest), distance(a, rest[1]), distance(rest[0], b));
}

const random = seededRandom(11);
const word = (): string =>
  Array.from({ length: Math.floor(random() * 6) }, () => "abc"[Math.floor(random() * 3)]).join("");

describe.each([0, 1, 2])("words within %i edits", (edits) => {
  const pairs = Array.from({ length: 100 }, () => [word(), word()] as const);

  test("are those that the textbook finds", () => {
    for (const [a, b] of pairs)
      expect(new NearWords(a, edits).has(b), `${a} ${b}`).toBe(distance(a, b) <= edits);
  });

  test("never begin with what is passed over", () => {
    for (const [a, b] of pairs) {
      const dead = new NearWords(a, edits).deadPrefix(b);
      if (dead === undefined) continue;
      expect(b.startsWith(dead)).toBe(true);
      for (const [c, d] of pairs) {
        for (const other of [c, d, a]) {
          if (other.startsWith(dead)) expect(distance(a, other), `${a} ${other}`).toBeGreaterThan(edits);
        }
      }
    }
  });
});

test("a character is one edit, whatever its code", () => {
  expect(new NearWords("😀a", 1).has("😁a")).toBe(true);
});
