/**
 * Bytes of a data folder change: one anywhere, pages of zeroes, an end that is missing, a file that is missing. Whatever
 * is answered afterwards is right, or says that the data is damaged; or the server does not start, and says why.
 *
 * ORRERY_FLIPS says how many bytes are changed, one at a time.
 */
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { freshCopy, makeSample, type Outcome, outcomeOf, type Sample } from "./damaged-folder.ts";

const FLIPS = Number(process.env.ORRERY_FLIPS ?? 40);
const TIMEOUT_MS = 120_000 + FLIPS * 3_000;
const PAGE_BYTES = 4_096;

const root = temporaryFolder("damage");
const folder = join(root, "damaged");
const seed = testSeed();
let sample: Sample;

beforeAll(async () => {
  sample = await makeSample(root);
});

interface StoredFile {
  readonly name: string;
  readonly size: number;
}

function filesOf(of: string): StoredFile[] {
  return (
    readdirSync(of, { recursive: true, withFileTypes: true })
      // What only keeps room says nothing.
      .filter((entry) => entry.isFile() && entry.name !== "room.reserve")
      .map((entry) => join(entry.parentPath, entry.name).slice(of.length + 1))
      .map((name) => ({ name, size: statSync(join(of, name)).size }))
      .filter(({ size }) => size > 0)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  );
}

/** Half of them anywhere, half of them in one of the files, small or large: manifest and log would be met too rarely. */
function placeOf(files: readonly StoredFile[], random: () => number): { name: string; at: number } {
  if (random() < 0.5) {
    const { name, size } = files[integerBelow(random, files.length)]!;
    return { name, at: integerBelow(random, size) };
  }
  let at = integerBelow(
    random,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  for (const { name, size } of files) {
    if (at < size) return { name, at };
    at -= size;
  }
  throw new Error("There is no such byte.");
}

test(`${FLIPS} changed bytes: none is served`, { timeout: TIMEOUT_MS }, async () => {
  const random = seededRandom(seed);
  const table: Record<string, number> = {};
  for (let i = 0; i < FLIPS; i++) {
    const from = i % 2 === 0 ? sample.closed : sample.killed;
    freshCopy(from, folder);
    const { name, at } = placeOf(filesOf(from), random);
    const path = join(folder, name);
    const bytes = readFileSync(path);
    bytes[at]! ^= 1 + integerBelow(random, 255);
    writeFileSync(path, bytes);
    const outcome = await outcomeOf(folder, sample.truth).catch((error: Error) => {
      throw new Error(`flip ${i} of seed ${seed}, byte ${at} of ${name}: ${error.message}`, { cause: error });
    });
    // A folder that is refused is left as it is, for whoever wants to rescue something.
    if (outcome === "start refused") expect(readFileSync(path).equals(bytes)).toBe(true);
    const row = `${name.replace(/\d+/, "N").replace(/^store\//, "")}: ${outcome}`;
    table[row] = (table[row] ?? 0) + 1;
  }
  const rows = Object.entries(table).sort();
  console.log(
    `${FLIPS} changed bytes, none served (seed ${seed})\n${rows.map(([row, n]) => `  ${row} ${n}`).join("\n")}`,
  );
});

describe.each(["closed", "killed"] as const)("a folder that was %s", (state) => {
  const damaged: [string, RegExp, (path: string, size: number) => void][] = [
    ["zeroed pages of tables", /\.ldb$/, (path, size) => zeroPage(path, Math.floor(size / 2))],
    ["zeroed pages of the log", /\.log$/, (path, size) => zeroPage(path, Math.floor(size / 2))],
    ["tables cut short", /\.ldb$/, (path, size) => truncateSync(path, size - 1_000)],
    ["a log cut short", /\.log$/, (path, size) => truncateSync(path, size - 10)],
    ["a manifest cut short", /MANIFEST/, (path, size) => truncateSync(path, size - 10)],
    ["missing tables", /\.ldb$/, (path) => rmSync(path)],
    ["a missing log", /\.log$/, (path) => rmSync(path)],
    ["a missing manifest", /MANIFEST/, (path) => rmSync(path)],
    ["an empty manifest", /MANIFEST/, (path) => truncateSync(path, 0)],
    ["a missing CURRENT", /CURRENT/, (path) => rmSync(path)],
    ["an empty CURRENT", /CURRENT/, (path) => truncateSync(path, 0)],
  ];

  test.each(damaged)("%s", async (_, pattern, damage) => {
    freshCopy(sample[state], folder);
    // All of them: some tables may be left over from a compaction that a stop interrupted, and are not in use.
    for (const { name, size } of filesOf(folder)) {
      if (pattern.test(name)) damage(join(folder, name), size);
    }
    const outcome = await outcomeOf(folder, sample.truth);
    expect<Outcome[]>(["start refused", "reported at the start"]).toContain(outcome);
    if (state === "closed") expect(outcome).toBe("start refused");
  });

  test("nothing", async () => {
    freshCopy(sample[state], folder);
    expect(await outcomeOf(folder, sample.truth)).toBe("harmless");
  });
});

function zeroPage(path: string, near: number): void {
  const bytes = readFileSync(path);
  const start = near - (near % PAGE_BYTES);
  writeFileSync(path, bytes.fill(0, start, start + PAGE_BYTES));
}
