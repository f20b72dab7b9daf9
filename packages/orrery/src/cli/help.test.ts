import { afterEach, expect, test, vi } from "vitest";
import { COMMANDS } from "./commands.ts";

afterEach(() => vi.restoreAllMocks());

test.each(Object.entries(COMMANDS))("the help of %s fits a terminal of 80 columns", async (_, load) => {
  const written: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const { run, flags } = await load();
  await run(["--help"]);
  const lines = written.join("").split("\n");
  expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  for (const { name } of flags) expect(lines.some((line) => line.startsWith(`  --${name}`))).toBe(true);
});
