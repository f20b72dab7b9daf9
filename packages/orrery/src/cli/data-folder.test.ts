import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDataFolder, makeDataFolder } from "./data-folder.ts";
import { UsageError } from "./settings.ts";

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "orrery-data-folder-"));
  writeFileSync(join(root, "file"), "");
});

afterAll(() => rmSync(root, { recursive: true }));

test("a folder is made with those above it, and may be there", async () => {
  const folder = join(root, "a/b/c");
  await makeDataFolder(folder);
  await makeDataFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
  await checkDataFolder(folder);
});

test("a file is no folder, nor can one be below it", async () => {
  const file = join(root, "file");
  const refusal = new UsageError(`${file} is not a folder. Name a folder for the data with --data.`);
  await expect(makeDataFolder(file)).rejects.toThrow(refusal);
  await expect(makeDataFolder(join(file, "below"))).rejects.toThrow(refusal);
  await expect(checkDataFolder(file)).rejects.toThrow(refusal);
});

test("what is not there is not checked", async () => {
  await expect(checkDataFolder(join(root, "nowhere"))).rejects.toThrow("There is no folder");
});

test.skipIf(!existsSync("/proc/self"))("where no folder can be made, it ends all the same", async () => {
  await expect(makeDataFolder("/proc/nope/below")).rejects.toThrow(
    "The data folder /proc/nope/below cannot be made",
  );
});
