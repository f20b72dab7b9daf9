/** The worked examples of the pages on architecture: each is carried out on one copy of the tree, compiled and tested. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { codeBlocks } from "./code-blocks.ts";
import { carryOut } from "./worked-example.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const PAGES = "docs/architecture";
const EXAMPLE_MS = 10 * 60_000;

const EXAMPLES = readdirSync(join(ROOT, PAGES))
  .flatMap((page) => codeBlocks(readFileSync(join(ROOT, PAGES, page), "utf8")))
  .reduce((examples, block) => {
    const { heading } = block;
    if (heading.startsWith("How to add ")) examples.set(heading, [...(examples.get(heading) ?? []), block]);
    return examples;
  }, new Map<string, ReturnType<typeof codeBlocks>>());

/** What the copy has of its own; the rest is linked. */
const COPIED = [
  "packages/orrery/src",
  "packages/orrery/package.json",
  "tests",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];

describe("worked examples", { timeout: EXAMPLE_MS }, () => {
  const tree = temporaryFolder("example");
  const files = new Map<string, string[]>();

  beforeAll(() => {
    for (const path of COPIED) cpSync(join(ROOT, path), join(tree, path), { recursive: true });
    linkPackages(tree);
    for (const [heading, blocks] of EXAMPLES) files.set(heading, carryOut(blocks, tree));
  });

  test("are found", () => {
    expect([...EXAMPLES.keys()]).toEqual(
      expect.arrayContaining([
        "How to add a route",
        "How to add an operation on items",
        "How to add a function",
        "How to add a store",
        "How to add a kind of index",
      ]),
    );
  });

  test.concurrent("compile", async () => {
    await succeed("typescript/bin/tsc", ["--noEmit"], tree);
  });

  test.concurrent("pass their tests, and keep the import table", async () => {
    const changed = [...files.values()].filter((paths) => paths.length > 0);
    const tests = changed.map((paths) => paths.filter((path) => path.endsWith(".test.ts")));
    expect(tests).not.toContainEqual([]);
    await succeed("vitest/vitest.mjs", ["run", "tests/import-table", ...tests.flat()], tree);
  });
});

/** As npm lays them out, but with the copy in the place of `orrerydb`. */
function linkPackages(tree: string): void {
  for (const name of ["keys", "exact-json", "repartition", "explorer"])
    symlinkSync(join(ROOT, "packages", name), join(tree, "packages", name));
  mkdirSync(join(tree, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    const target = name === "orrerydb" ? join(tree, "packages/orrery") : join(ROOT, "node_modules", name);
    symlinkSync(target, join(tree, "node_modules", name));
  }
}

/** What it has printed tells why, if it does not. */
async function succeed(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { VITEST: _, ...env } = process.env;
  const script = join(ROOT, "node_modules", program);
  const { stdout, code } = await run(process.execPath, [script, ...args], { cwd, env }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, stderr, code }) => ({ stdout: `${stdout}${stderr}`, code }),
  );
  expect(code, stdout).toBe(0);
}
