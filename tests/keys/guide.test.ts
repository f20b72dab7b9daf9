import { readFileSync } from "node:fs";
import { hashSuffix, suffixHash } from "@orrerydb/keys";
import { type Orrery, startOrrery } from "orrerydb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../harness/seeded-random.ts";
import { examplesOf, runExample, type Surroundings } from "./run-example.ts";

const guide = readFileSync(new URL("../../docs/synthetic-keys.md", import.meta.url), "utf8");
const examples = examplesOf(guide);

describe("the guide to synthetic keys", () => {
  let orrery: Orrery;
  let surroundings: Surroundings;

  beforeAll(async () => {
    orrery = await startOrrery();
    const { database } = await orrery.client().databases.create({ id: "guide" });
    const definition = examples.find(({ code }) => code.includes("function spreadOf("))!;
    const { exported } = await runExample(definition.code, {}, ["spreadOf"]);
    surroundings = { database, ...exported, chance: { random: seededRandom(20180809) } };
  });

  afterAll(() => orrery.stop());

  it.each(
    examples
      .filter(({ output }) => output !== undefined)
      .map((example) => [example.heading, example] as const),
  )("%s", async (heading, { code, output }) => {
    const { printed } = await runExample(code, surroundings);
    console.log(`${heading}\n${printed}`);
    expect(printed).toBe(output!.trimEnd());
  });

  it("has the vectors of the code", () => {
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
});
