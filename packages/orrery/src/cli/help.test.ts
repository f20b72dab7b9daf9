import { afterEach, expect, test, vi } from "vitest";
import { COMMANDS } from "./commands.ts";
import { flagsOf, runCommand } from "./settings/command.ts";

afterEach(() => vi.restoreAllMocks());

test.each(COMMANDS)("the help of $name fits a terminal of 80 columns", async (listed) => {
  const written: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const { command } = await listed.load();
  await runCommand(command, listed, ["--help"], COMMANDS);
  const lines = written.join("").split("\n");
  expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  for (const { name } of flagsOf(command))
    expect(lines.some((line) => line.startsWith(`  --${name}`))).toBe(true);
});
