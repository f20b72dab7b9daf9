/** The rule for the names of test support in `packages/`, which CONTRIBUTING.md tells. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SUPPORT = /\.(?:fixture|cases|suite)\.ts$/;
const TEST = /\.test\.ts$/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;
/** Where programs begin: what these lead to is shipped. */
const ENTRIES = [
  "packages/keys/src/index.ts",
  "packages/keys/src/hash/index.ts",
  "packages/keys/src/cosmos/index.ts",
  "packages/exact-json/src/index.ts",
  "packages/exact-json/src/cosmos/exact-numbers.ts",
  "packages/repartition/src/index.ts",
  "packages/orrery/src/index.ts",
  "packages/orrery/src/repartition.ts",
  "packages/orrery/src/cli/jobs/advice-worker.ts",
  "packages/orrery/src/cli/program.ts",
  "packages/orrery/src/gateway/fronts/front-process.ts",
  "packages/orrery/src/script/threads/worker.ts",
  "packages/orrery/src/script/functions/function-worker.ts",
  "packages/orrery/src/testing/index.ts",
  "packages/orrery/src/testing/jest.ts",
  "packages/orrery/src/testing/node.ts",
  "packages/orrery/src/testing/vitest.ts",
];

function sources(): string[] {
  return ["keys", "exact-json", "repartition", "orrery"].flatMap((name) => {
    const folder = `packages/${name}/src`;
    return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`);
  });
}

function shipped(): Set<string> {
  const found = new Set(ENTRIES);
  for (const path of found) {
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const [, specifier] of text.matchAll(IMPORT))
      if (specifier!.endsWith(".ts")) found.add(posix.join(posix.dirname(path), specifier!));
  }
  return found;
}

test("what only tests load is named x.fixture.ts, x.cases.ts or x.suite.ts, and nothing else is", () => {
  const ships = shipped();
  expect([...ships].filter((path) => SUPPORT.test(path) || TEST.test(path))).toEqual([]);
  const others = sources().filter((path) => !TEST.test(path) && !SUPPORT.test(path) && !ships.has(path));
  expect(others).toEqual([]);
});
