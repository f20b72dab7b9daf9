import fc from "fast-check";
import { expect, test } from "vitest";
import { NumberTable } from "./number-table.ts";

test("it finds every number with its value, and no other", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.nat(2 ** 32 - 1).map(String), fc.nat(255), { maxKeys: 3_000 }),
      (entries) => {
        const table = new NumberTable();
        for (const [number, value] of Object.entries(entries)) table.add(Number(number), value);
        table.seal();
        for (const [number, value] of Object.entries(entries)) expect(table.find(Number(number))).toBe(value);
        for (const number of [0, 1, 2 ** 31, 2 ** 32 - 1]) {
          expect(table.find(number)).toBe(entries[String(number)]);
        }
      },
    ),
    { numRuns: 30 },
  );
});
