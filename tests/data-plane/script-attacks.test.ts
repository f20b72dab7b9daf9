/**
 * Scripts that try to take the server down, all at once and over the wire, while an ordinary client goes on reading.
 * What one sandbox refuses is tested beside it; here it is the server that must live on.
 */
import type { Container } from "@azure/cosmos";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal } from "../harness/refusal.ts";
import { TestServer } from "../harness/test-server.ts";

/** Each is the inside of a function, with what the refusal may be. */
const ATTACKS: Readonly<Record<string, readonly [string, readonly number[]]>> = {
  "an endless loop": ["for (;;);", [408]],
  "an endless recursion": ["(function again() { again(); })();", [400]],
  "an endless chain of promises": [
    "const again = () => Promise.resolve().then(again); return again();",
    // Each promise waits for the next: its time or its memory may end first.
    [400, 408],
  ],
  "a text without end": ["let text = 'x'; for (;;) text += text;", [400]],
  "an array without end": ["const list = []; for (;;) list.push(new Array(1000).fill(1));", [400, 408]],
  "a buffer as large as can be": ["new ArrayBuffer(2 ** 32)", [400]],
  "a catastrophic pattern": ["/^(a+)+$/.test('a'.repeat(60) + 'b')", [408]],
  "a result that is too large": ["return 'x'.repeat(8 * 1024 * 1024).split('').join(',,')", [400, 408, 413]],
  "an error that is too large": ["throw new Error('x'.repeat(4 * 1024 * 1024))", [400]],
  "an error whose message throws": ["throw { toString() { throw this; } }", [400]],
  "a getter instead of a message": [
    "throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } })",
    [400, 408],
  ],
  "a body with a cycle": ["const a = {}; a.a = a; getContext().getResponse().setBody(a)", [400]],
  "the host by its constructor": ["return this.constructor.constructor('return process')().exit()", [400]],
  "the host by an import": [
    "return import('node:fs').then((fs) => fs.rmSync('/', { recursive: true }))",
    [400],
  ],
  "the host by an eval": ["(0, eval)('process.exit()')", [400]],
};

/** As functions of a query they have no response, and are bounded by their work. */
const FUNCTION_ATTACKS: readonly (keyof typeof ATTACKS)[] = [
  "an endless loop",
  "an endless recursion",
  "a text without end",
  "an array without end",
  "a buffer as large as can be",
  "a catastrophic pattern",
  "an error that is too large",
  "an error whose message throws",
  "the host by its constructor",
  "the host by an eval",
];

let server: TestServer;
let container: Container;
beforeAll(async () => {
  server = await TestServer.start();
  container = await server.createContainer("attacked");
  await container.items.create({ id: "1", pk: "safe", n: 1 });
});
afterAll(() => server.stop());

/** Reads on until the attacks are over, and says how often it was answered. */
async function readDuring(attacks: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = attacks.finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    expect((await container.item("1", "safe").read()).resource).toMatchObject({ n: 1 });
    answered++;
  }
  await over;
  return answered;
}

test("stored procedures: all refused, nothing written, and readers are served meanwhile", async () => {
  const refused: Record<string, number> = {};
  const attacks = Object.entries(ATTACKS).map(async ([name, [text]], i) => {
    const body = `function () {
      const container = getContext().getCollection();
      container.createDocument(container.getSelfLink(), { id: "trace", pk: "attack-${i}" }, {}, () => {
        return (function () { ${text} })();
      });
      return (function () { ${text} })();
    }`;
    await container.scripts.storedProcedures.create({ id: `attack-${i}`, body });
    const attack = container.scripts.storedProcedure(`attack-${i}`).execute(`attack-${i}`, []);
    refused[name] = (await refusal(attack)).code;
  });
  expect(await readDuring(Promise.all(attacks))).toBeGreaterThan(Object.keys(ATTACKS).length);
  for (const [name, [, codes]] of Object.entries(ATTACKS)) expect(codes, name).toContain(refused[name]);
  const { resources } = await container.items.query("SELECT VALUE c.id FROM c").fetchAll();
  expect(resources).toEqual(["1"]);
});

test("functions of queries: all refused, and readers are served meanwhile", async () => {
  const refused: Record<string, number> = {};
  const attacks = FUNCTION_ATTACKS.map(async (name, i) => {
    await container.scripts.userDefinedFunctions.create({
      id: `attack${i}`,
      body: `function () { ${ATTACKS[name]![0]} }`,
    });
    const attack = container.items.query(`SELECT VALUE udf.attack${i}() FROM c`).fetchAll();
    refused[name] = (await refusal(attack)).code;
  });
  expect(await readDuring(Promise.all(attacks))).toBeGreaterThan(0);
  for (const name of FUNCTION_ATTACKS) expect(ATTACKS[name]![1], name).toContain(refused[name]);
});

test("afterwards scripts run as before, and know nothing of each other", async () => {
  await container.scripts.storedProcedures.create({
    id: "poison",
    body: `function () {
      Object.prototype.poisoned = true;
      Array.prototype.map = () => "poisoned";
      globalThis.left = "behind";
      getContext = () => "poisoned";
      JSON.stringify = () => "poisoned";
    }`,
  });
  await container.scripts.storedProcedures.create({
    id: "clean",
    body: `function () {
      getContext().getResponse().setBody([({}).poisoned === undefined, [1].map((n) => n + 1), typeof left]);
    }`,
  });
  await container.scripts
    .storedProcedure("poison")
    .execute("safe", [])
    .catch(() => undefined);
  for (let i = 0; i < 4; i++) {
    const { resource } = await container.scripts.storedProcedure("clean").execute("safe", []);
    expect(resource).toEqual([true, [2], "undefined"]);
  }
});
