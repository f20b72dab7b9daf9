/** Each program of `examples/`, run by Node as its reader runs it, on the build. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = join(ROOT, "examples");

/** What each prints. */
const OUTPUT: Readonly<Record<string, RegExp>> = {
  "change-feed.mjs":
    /^from the beginning:\n {2}ada\/1: ordered\n {2}ada\/2: ordered\nfrom the token:\n(?=[\s\S]* {2}ada\/1: sent\n)(?=[\s\S]* {2}grace\/3: ordered\n)(?: {2}.*\n){2}$/,
  "first-container.mjs": /^created 1 for \d+(?:\.\d+)? RU\nread 7 for 1 RU\ntotals of ada: 30, 12\n$/,
  "hot-partition-key.mjs":
    /^key \/date: [1-9]\d* of 2000 writes refused with 429\nkey date and suffix: 0 of 2000 writes refused with 429\nread VIN7 from 2018-08-09\.\d+ for 1 RU\n$/,
  "in-a-test.mjs": /# pass 2\n# fail 0\n/,
  "split-while-reading.mjs":
    /^before: 0 \(500 items\)\nafter: 1 \(\d+ items\) 2 \(\d+ items\)\nfound in each round: 500\n$/,
};

const programs = readdirSync(FOLDER).filter((name) => name !== "README.md");

test("every example is run here, and told of in examples/README.md", () => {
  expect(programs).toEqual(Object.keys(OUTPUT));
  const readme = readFileSync(join(FOLDER, "README.md"), "utf8");
  for (const name of programs) expect(readme).toContain(`(${name})`);
});

test.each(programs)("%s says in two lines what it shows and prints", (name) => {
  expect(readFileSync(join(FOLDER, name), "utf8")).toMatch(/^\/\/ [A-Z].*[.:]\n\/\/ Prints .*\.\nimport /);
});

test.each(programs)("node examples/%s", async (name) => {
  const { stdout } = await run(process.execPath, [join("examples", name)], { cwd: ROOT });
  expect(stdout).toMatch(OUTPUT[name]!);
});

test("an example runs in a clone that was not built", async () => {
  const { stdout } = await run("npm", ["run", "--silent", "example", "examples/first-container.mjs"], {
    cwd: ROOT,
    shell: process.platform === "win32",
  });
  expect(stdout).toMatch(OUTPUT["first-container.mjs"]!);
});
