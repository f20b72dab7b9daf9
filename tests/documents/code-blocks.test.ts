import { describe, expect, test } from "vitest";
import { codeBlocks } from "./code-blocks.ts";
import { commandsOf, runCommand } from "./run-commands.ts";
import { ModuleRunner } from "./run-module.ts";

test("blocks are found with their fence, their heading, and what follows them", () => {
  const [first, second, third] = codeBlocks(
    [
      "# One",
      "```js",
      "a();",
      "```",
      "",
      "```text",
      "1",
      "```",
      "## Two",
      "  ```ts file=a.ts",
      "  b();",
      "  ```",
      "",
    ].join("\n"),
  );
  expect(first).toMatchObject({ line: 2, heading: "One", language: "js", note: "", text: "a();\n" });
  expect(first!.follower).toBe(second);
  expect(second).toMatchObject({ language: "text", follower: undefined });
  expect(third).toMatchObject({
    line: 10,
    heading: "Two",
    language: "ts",
    note: "file=a.ts",
    text: "b();\n",
  });
});

describe("shell blocks", () => {
  test("are split into commands, without comments", () => {
    expect(
      commandsOf(
        "npm ci && npm start   # serves\n\n# nothing\nORRERY_PORT=0 orrery \\\n  --memory\norrery &\n",
      ),
    ).toEqual(["npm ci", "npm start", "ORRERY_PORT=0 orrery    --memory", "orrery"]);
  });

  test.each([
    "rm -rf build",
    "npm run fly",
    "npm install left-pad",
    "npx vitest run",
    "npx vitest run --project unit nowhere",
    "node nothing.mjs",
    "ORRERY_NOTHING=1 npm ci",
    "orrery check --data nowhere",
    "pip install left-pad",
    "go get github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos@v0.1.0",
    "curl http://127.0.0.1:8081/nothing",
  ])("fail with %s", async (line) => {
    await expect(runCommand(line, ".")).rejects.toThrow();
  });
});

describe("modules", () => {
  test("see what those above declare, and may declare it anew", async () => {
    const runner = new ModuleRunner();
    await runner.run(
      'import { inspect } from "node:util";\nconst { a, b: c } = { a: 1, b: [2] };\nfunction f() { return inspect(c); }',
    );
    expect(await runner.run('const a: string = "new";\nconsole.log(a, c, f());')).toBe("new [ 2 ] [ 2 ]\n");
  });

  test("may not use what nobody declares or imports", async () => {
    await expect(new ModuleRunner().run("print(1);")).rejects.toThrow("print is not defined");
    await expect(new ModuleRunner().run('import { x } from "left-pad";\nx();')).rejects.toThrow("left-pad");
  });
});
