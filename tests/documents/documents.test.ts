/**
 * Every code block of every document is run. The word behind its fence says how:
 *
 * - `js`, `ts`: as a module, in the document's order; a `text` block right below is what it prints
 * - `python`, `java`, `go`: as a whole program, where the tool chain is there; else the test is skipped. `text` as above
 * - `rust`, `csharp`: nothing runs them here, and the page must say so
 * - `js file=path`, `ts file=path`, `xml file=path`: an excerpt, whose lines must stand in that file, in this order
 * - `ts new=path`, `diff file=path`: a step of a worked example, which `worked-examples.test.ts` carries out
 * - `js sketch`, `ts sketch`: what cannot stand alone, such as a method or a case; it must be well-formed
 * - `sh`: commands
 * - `js as=name`, `yaml as=name`: a file that commands below it run or read
 * - `http`: a request to the control API; a `json` block right below is its answer, with other figures
 * - `json`: must be well-formed
 * - `text`, `mermaid`, `diff`: drawings, output, and what else nothing can run
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { TestServer } from "../harness/test-server.ts";
import { type Language, toolChain } from "../harness/tool-chains.ts";
import { type CodeBlock, codeBlocks } from "./code-blocks.ts";
import { commandsOf, ROOT, runCommand, stopPostgres } from "./run-commands.ts";
import { ModuleRunner } from "./run-module.ts";
import { runProgram } from "./run-program.ts";
import { sendRequest, shapeOf } from "./send-request.ts";

/** Where documents say that a server is. */
const DOCUMENTED_ENDPOINT = "http://127.0.0.1:8081";
const DOCUMENTED_SECURE_ENDPOINT = "https://localhost:8081";
/** Where nothing is installed yet, installing counts. */
const PROGRAM_TEST_MS = 5 * 60_000;
/** What a page says of programs that nothing runs. */
const NOT_RUN = /The tests do not run/;

type Skip = (note?: string) => void;

/** Every document of the repository; the build copies one of them. */
function documents(): string[] {
  const isDocument = /^(?!(?:.*[\\/])?(?:node_modules|dist|\.[^\\/]+)[\\/]).*\.md$/;
  const tops = [".", "docs", "examples", "bench", "packages", "tests"];
  return tops
    .flatMap((top) =>
      readdirSync(join(ROOT, top), { recursive: top !== ".", encoding: "utf8" }).map((name) =>
        join(top, name),
      ),
    )
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => isDocument.test(name) && name !== "packages/orrery/README.md");
}

afterAll(stopPostgres);

test("the documents are found", () => {
  expect(documents()).toEqual(
    expect.arrayContaining([
      "README.md",
      "CONTRIBUTING.md",
      "docs/cli.md",
      "docs/synthetic-keys.md",
      "examples/README.md",
      "packages/keys/README.md",
    ]),
  );
});

describe.each(documents())("%s", (name) => {
  const page = readFileSync(join(ROOT, name), "utf8");
  const blocks = codeBlocks(page);
  if (blocks.length === 0) return test("has no code", () => {});

  const folder = temporaryFolder("document");
  const modules = new ModuleRunner();
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ controllableClock: true });
  });
  afterAll(async () => {
    await modules.close();
    await server.stop();
  });

  async function runModule({ text, note, follower }: CodeBlock): Promise<void> {
    if (note.startsWith("file=")) return expectExcerpt(text, note.slice("file=".length));
    if (note === "sketch" || note.startsWith("new=")) return expectWellFormed(text);
    if (note.startsWith("as=")) return writeFileSync(join(folder, note.slice("as=".length)), text);
    expect(note).toBe("");
    const printed = await modules.run(text.replaceAll(DOCUMENTED_ENDPOINT, server.orrery.endpoint));
    if (follower?.language === "text")
      expect(printed.replaceAll(server.orrery.endpoint, DOCUMENTED_ENDPOINT)).toBe(follower.text);
  }

  async function runForeign({ language, line, text, follower }: CodeBlock, skip: Skip): Promise<void> {
    const chain = await toolChain(language as Language, `that the program at line ${line} of ${name} works`);
    if (chain.kind === "missing") return skip(chain.why);
    const secureEndpoint = `https://localhost:${new URL(server.orrery.endpoint).port}`;
    const here = text
      .replaceAll(DOCUMENTED_ENDPOINT, server.orrery.endpoint)
      .replaceAll(DOCUMENTED_SECURE_ENDPOINT, secureEndpoint);
    const printed = await runProgram(language, here, chain, join(folder, `line-${line}`));
    expect(printed).toBe(follower?.text);
  }

  async function runRequest({ text, follower }: CodeBlock): Promise<void> {
    const answer = await sendRequest(text, server.control);
    if (follower?.language === "json") expect(shapeOf(answer)).toEqual(shapeOf(JSON.parse(follower.text)));
  }

  const ways: Readonly<Record<string, (block: CodeBlock, skip: Skip) => unknown>> = {
    js: runModule,
    ts: runModule,
    python: runForeign,
    java: runForeign,
    go: runForeign,
    rust: () => expect(page).toMatch(NOT_RUN),
    csharp: () => expect(page).toMatch(NOT_RUN),
    xml: ({ text, note }) => expectExcerpt(text, note.slice("file=".length)),
    sh: async ({ text }) => {
      for (const command of commandsOf(text)) {
        // These use a container of the server; other programs are not run against it.
        const isClient =
          /^(?:npx )?orrery (advise|record|repartition|wait|top|partitions|keys|query|import|export|reset)/.test(
            command,
          );
        const here = isClient ? command.replaceAll(DOCUMENTED_ENDPOINT, server.orrery.endpoint) : command;
        await runCommand(here, folder);
      }
    },
    yaml: ({ text, note }) => writeFileSync(join(folder, note.slice("as=".length)), text),
    http: runRequest,
    json: ({ text }) => JSON.parse(text),
    text: () => {},
    mermaid: () => {},
    diff: () => {},
  };

  test.for(blocks.map((block) => [block.line, block.heading, block] as const))(
    "line %i: %s",
    { timeout: PROGRAM_TEST_MS },
    async ([, , block], { skip }) => {
      expect(Object.keys(ways), "the word behind the fence").toContain(block.language);
      await ways[block.language]!(block, skip);
    },
  );
});

/** A line that is only `…` or `// …` stands for what is left out. */
function expectExcerpt(excerpt: string, file: string): void {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  let from = 0;
  for (const line of excerpt.split("\n").map((each) => each.trim())) {
    if (line === "" || /^(?:\/\/ )?…$/.test(line)) continue;
    const found = lines.findIndex((each, i) => i >= from && each.trim() === line);
    expect(found, `'${line}' in ${file}, after line ${from}`).toBeGreaterThanOrEqual(0);
    from = found + 1;
  }
}

/** Where a part of a program may stand. */
const PLACES: readonly ((part: string) => string)[] = [
  (part) => part,
  (part) => `class Place {\n${privateNames(part)}\n${part}\n}`,
  (part) => `class Place {\n${privateNames(part)}\nasync run() {\n${part}\n}\n}`,
  (part) => `function place() { switch (kind) {\n${part}\n} }`,
  (part) => `const place = [\n${part}\n];`,
];

function privateNames(part: string): string {
  return [...new Set(part.match(/#\w+/g))].map((name) => `${name};`).join(" ");
}

async function expectWellFormed(part: string): Promise<void> {
  const tries = await Promise.allSettled(PLACES.map((place) => transform(place(part), { loader: "ts" })));
  expect(tries.some(({ status }) => status === "fulfilled")).toBe(true);
}
