/** The vectors of the guide, for other languages. Its examples are run by `tests/documents`. */
import { readFileSync } from "node:fs";
import { hashSuffix, suffixHash } from "@orrerydb/keys";
import { expect, it } from "vitest";

const guide = readFileSync(new URL("../../docs/synthetic-keys.md", import.meta.url), "utf8");

it("the guide has the vectors of the code", () => {
  const rows = [...guide.matchAll(/^\| `(\[.*\])` +\| (\d+) +\| (\d+) +\|$/gm)];
  expect(rows).toHaveLength(12);
  for (const [, values, hash, suffix] of rows) {
    const parts = JSON.parse(values!);
    expect(suffixHash(parts)).toBe(Number(hash));
    const of = parts.map((_: unknown, index: number) => `/p${index}` as const);
    const item = {
      d: "d",
      ...Object.fromEntries(parts.map((value: unknown, index: number) => [`p${index}`, value])),
    };
    expect(hashSuffix({ from: ["/d"], of, suffixes: 400 }).keyOf(item)).toBe(`d.${suffix}`);
  }
});
