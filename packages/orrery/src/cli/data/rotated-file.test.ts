import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FILES_KEPT, RotatedFile } from "./rotated-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-rotated-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a full file is followed by another, a former one is kept, and the oldest are deleted", async () => {
  const path = join(folder, "traffic");
  await writeFile(path, "before\n");
  const file = new RotatedFile(path, 8);
  await file.write(["one\n", "two\n", "three\n"]);
  expect(await readFile(path, "utf8")).toBe("three\n");
  expect(await readFile(`${path}.1`, "utf8")).toBe("one\ntwo\n");
  expect(await readFile(`${path}.2`, "utf8")).toBe("before\n");
  for (let i = 0; i < 10; i++) await file.write([`line ${i} of many\n`]);
  await file.close();
  expect(await readdir(folder)).toHaveLength(1 + FILES_KEPT);
});
