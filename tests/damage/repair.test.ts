/** What is whole of a damaged folder is saved into a new one, the rest is listed, and the old folder stays as it is. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startOrrery } from "orrerydb";
import { beforeAll, expect, test } from "vitest";
import { runToEnd } from "../harness/server-process.ts";
import { storedTexts } from "../harness/stored-texts.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { TestServer } from "../harness/test-server.ts";
import { createUnusualItems, EXPECTED_TEXTS } from "../harness/unusual-items.ts";
import { freshCopy, makeSample, type Sample } from "./damaged-folder.ts";
import { type Answers, readEverything } from "./sample-data.ts";

const root = temporaryFolder("repair");
const folder = join(root, "damaged");
const repaired = join(root, "repaired");
/** Each case reads everything that there is. */
const TIMEOUT_MS = 300_000;
let sample: Sample;

beforeAll(async () => {
  sample = await makeSample(root);
});

async function repair(): Promise<{ readonly code: number | null; readonly output: string }> {
  rmSync(repaired, { recursive: true, force: true });
  return runToEnd(["repair", "--data", folder, "--to", repaired]);
}

function filesOf(pattern: RegExp): string[] {
  const store = join(folder, "leveldb");
  return readdirSync(store)
    .filter((name) => pattern.test(name))
    .map((name) => join(store, name));
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}

async function answersOf(data: string): Promise<Answers> {
  const orrery = await startOrrery({ data, direct: false });
  try {
    return await readEverything(orrery);
  } finally {
    await orrery.stop();
  }
}

function linesOf(name: string): { readonly id?: string; readonly reason?: string }[] {
  const path = join(repaired, name);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id?: string });
}

/** Returns the ids of items that are not there any more; what is there is right. */
function missingItems(answers: Answers): string[] {
  const missing: string[] = [];
  for (const [name, answer] of answers) {
    const id = /^item (.*)$/.exec(name)?.[1];
    if (id === undefined || answer === sample.truth.get(name)) continue;
    expect(answer, name).toBeUndefined();
    missing.push(id);
  }
  return missing.sort();
}

test("a folder that is whole is saved whole", { timeout: TIMEOUT_MS }, async () => {
  freshCopy(sample.killed, folder);
  const { code, output } = await repair();
  expect(output).toMatch(/Nothing else was found/);
  expect(code).toBe(0);
  expect(await answersOf(repaired)).toEqual(sample.truth);
});

test("what is in damaged blocks is listed, and all else is saved", { timeout: TIMEOUT_MS }, async () => {
  freshCopy(sample.closed, folder);
  // All of them: some tables may be left over from a compaction that a stop interrupted, and are not in use.
  const tables = filesOf(/\.ldb$/);
  for (const table of tables) flip(table, Math.floor(readFileSync(table).length / 2));
  const damaged = tables.map((table) => readFileSync(table));
  const { code, output } = await repair();
  expect(output).toMatch(/does not match its checksum/);
  expect(code).toBe(1);
  expect(tables.every((table, i) => readFileSync(table).equals(damaged[i]!))).toBe(true);
  const missing = missingItems(await answersOf(repaired));
  expect(missing.length).toBeGreaterThan(0);
  expect(missing.length).toBeLessThan(50);
  const listed = new Set(linesOf("lost.jsonl").map(({ id }) => id));
  expect(missing.filter((id) => !listed.has(id))).toEqual([]);
});

test("without CURRENT and the manifest all is found", { timeout: TIMEOUT_MS }, async () => {
  freshCopy(sample.closed, folder);
  for (const path of filesOf(/^(CURRENT|MANIFEST)/)) rmSync(path);
  expect((await repair()).code).toBe(1);
  expect(missingItems(await answersOf(repaired))).toEqual([]);
});

test("a folder that is not empty is not written to", async () => {
  freshCopy(sample.closed, folder);
  const { code, errors } = await runToEnd(["repair", "--data", folder, "--to", sample.killed]);
  expect(code).toBe(1);
  expect(errors).toMatch(/is not empty/);
});

test("numbers are saved with their digits", async () => {
  const data = join(root, "digits");
  const before = await TestServer.start({ data });
  await before.createContainer("items", { partitionKey: "/customer" });
  await createUnusualItems(before, "items");
  await before.stop();
  rmSync(repaired, { recursive: true, force: true });
  expect((await runToEnd(["repair", "--data", data, "--to", repaired])).code).toBe(0);
  const after = await TestServer.start({ data: repaired });
  expect(await storedTexts(after.raw, "dbs/test/colls/items")).toEqual(EXPECTED_TEXTS);
  await after.stop();
});
