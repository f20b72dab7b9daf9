import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "../settings/flags.ts";
import { checkDataFolder, checkFolder, makeDataFolder, storeFolder } from "./data-folder.ts";

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "orrery-data-folder-"));
  writeFileSync(join(root, "file"), "");
});

afterAll(() => rmSync(root, { recursive: true }));

test("a folder is made with those above it, and may be there", async () => {
  const folder = join(root, "a/b/c");
  makeDataFolder(folder);
  makeDataFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
  await checkFolder(folder);
});

test("a file is no folder, nor can one be below it", async () => {
  const file = join(root, "file");
  const refusal = new UsageError(`${file} is not a folder. Name a folder for the data with --data.`);
  expect(() => makeDataFolder(file)).toThrow(refusal);
  expect(() => makeDataFolder(join(file, "below"))).toThrow(refusal);
  await expect(checkFolder(file)).rejects.toThrow(refusal);
});

test("what is not there is not checked", async () => {
  await expect(checkFolder(join(root, "nowhere"))).rejects.toThrow("There is no folder");
});

test("a folder without data is named, and left as it is", async () => {
  const folder = join(root, "without");
  mkdirSync(folder);
  await expect(checkDataFolder(folder)).rejects.toThrow(`There is no data of Orrery in ${folder}.`);
  expect(readdirSync(folder)).toEqual([]);
  mkdirSync(storeFolder(folder));
  await expect(checkDataFolder(folder)).rejects.toThrow("There is no data");
  writeFileSync(join(storeFolder(folder), "CURRENT"), "");
  await checkDataFolder(folder);
});

test("a folder of a development version is refused, unless there is current data beside it", async () => {
  const folder = join(root, "development");
  mkdirSync(join(folder, "store"), { recursive: true });
  // A folder of that name alone may be anything.
  await expect(checkDataFolder(folder)).rejects.toThrow("There is no data of Orrery");
  writeFileSync(join(folder, "store", "CURRENT"), "");
  const refusal = `The data in ${folder} was written by a development version of Orrery`;
  await expect(checkDataFolder(folder)).rejects.toThrow(refusal);
  expect(() => makeDataFolder(folder)).toThrow(refusal);
  expect(readdirSync(folder)).toEqual(["store"]);
  mkdirSync(storeFolder(folder));
  makeDataFolder(folder);
});

test.skipIf(!existsSync("/proc/self"))("where no folder can be made, it ends all the same", async () => {
  expect(() => makeDataFolder("/proc/nope/below")).toThrow("The data folder /proc/nope/below cannot be made");
});
