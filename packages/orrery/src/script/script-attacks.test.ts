/**
 * The sandbox attacked. Each script must end as the table says, in a worker thread and, where it can, as a
 * user-defined function beside the server; after each, a normal script works. While a script runs in its thread, the
 * main thread goes on turning: that is counted, not timed.
 */
import { afterAll, describe, expect, it } from "vitest";
import { ALT_LINK, FakeHost, SELF_LINK, SURE_ENVIRONMENT } from "./fake-host.fixture.ts";
import { ScriptError, type ScriptErrorCode } from "./script-error.ts";
import { ScriptRunner } from "./script-runner.ts";

const runner = new ScriptRunner({ threads: 2, environment: SURE_ENVIRONMENT });
afterAll(() => runner.close());

function mayTimeOut({ ends }: Pick<Attack, "ends">): boolean {
  return "code" in ends && [ends.code].flat().includes("timeout");
}

/** An endless script is given little time; one that should meet another bound first has all it may have. */
function timeoutMs({ ends }: Attack): number {
  if (!mayTimeOut({ ends })) return 5_000;
  return "code" in ends && ends.code === "timeout" ? 60 : 500;
}

interface Attack {
  readonly name: string;
  /** Statements of the script's function; `done(value)` sets the result, `self` is the container's link. */
  readonly code: string;
  /** A code of failure, or the value that shows that the attack came to nothing. */
  readonly ends:
    | { readonly code: ScriptErrorCode | readonly ScriptErrorCode[] }
    | { readonly value: unknown };
  /** Needs the container or the response, which functions do not have. */
  readonly procedureOnly?: boolean;
}

const memory = { code: "memory" } as const;
const timeout = { code: "timeout" } as const;
const limit = { code: "limit" } as const;
const thrown = { code: "thrown" } as const;
/** Whichever bound is met first depends on the sandbox: both are refusals. */
const memoryOrTimeout = { code: ["memory", "timeout"] } as const;
const limitOrTimeout = { code: ["limit", "timeout"] } as const;
const NOTHING = "undefined,undefined,undefined,undefined";
const HOST_NAMES = "[typeof process, typeof require, typeof Buffer, typeof setTimeout].join()";

const escapes: Attack[] = [
  {
    name: "the constructor of a function's constructor",
    code: `done((() => 0).constructor.constructor("return ${HOST_NAMES}")())`,
    ends: { value: NOTHING },
  },
  { name: "new Function", code: `done(new Function("return ${HOST_NAMES}")())`, ends: { value: NOTHING } },
  { name: "indirect eval", code: `done((0, eval)("${HOST_NAMES}"))`, ends: { value: NOTHING } },
  {
    name: "the constructors of async functions and generators",
    code: `const G = (function* () {}).constructor; done(G("yield ${HOST_NAMES}")().next().value)`,
    ends: { value: NOTHING },
  },
  {
    name: "the constructor behind an API object",
    code: `const root = typeof __ === "undefined" ? console : __;
      done(root.constructor.constructor("return ${HOST_NAMES}")())`,
    ends: { value: NOTHING },
  },
  {
    name: "import()",
    code: `let loaded = "nothing"; import("node:fs").then(() => { loaded = "fs" }, () => {}); done(loaded)`,
    ends: { value: "nothing" },
  },
  {
    name: "import() awaited",
    code: `import("node:child_process").then(() => done("loaded"), (e) => done("refused"))`,
    ends: { value: "refused" },
    procedureOnly: true,
  },
  {
    name: "walking everything reachable from globalThis",
    code: `const seen = new Set(), found = [];
      (function walk(value, path, depth) {
        if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value) || depth > 12) return;
        seen.add(value);
        for (const key of Reflect.ownKeys(value)) {
          if (/process|require|binding|module|spawn|Worker|ArrayBufferView|WebAssembly|port/i.test(String(key))) found.push(path + "." + String(key));
          let next; try { next = value[key] } catch { continue }
          walk(next, path + "." + String(key), depth + 1);
        }
        walk(Object.getPrototypeOf(value), path + ".__proto__", depth + 1);
      })(globalThis, "globalThis", 0);
      done([seen.size > 100, found])`,
    ends: { value: [true, []] },
  },
  {
    name: "a stack trace formatter",
    code: `Error.prepareStackTrace = (e, frames) => frames; const { stack } = new Error("x");
      done(typeof stack === "string" && !stack.includes("node:") && !stack.includes(".ts"))`,
    ends: { value: true },
  },
  {
    name: "the caller of a function",
    code: `function f() { return f.caller === undefined || f.caller === null || f.caller.toString().length < 2000 } done(f())`,
    ends: { value: true },
  },
  {
    name: "shared memory",
    code: `done(typeof Atomics)`,
    ends: { value: "undefined" },
  },
  {
    name: "breaking out of the parentheses",
    code: `} ); throw new Error("outside"); (function () {`,
    ends: { code: ["syntax", "thrown"] },
  },
];

const poisons: Attack[] = [
  {
    name: "replacing the language's own functions",
    code: `for (const key of ["parse", "stringify"]) JSON[key] = () => "mine";
      Array.prototype.push = Array.prototype.map = Map.prototype.get = String = Object.assign = null; done(1)`,
    ends: { value: 1 },
  },
  {
    name: "a toJSON on every object",
    code: `Object.prototype.toJSON = () => "drop everything"; __.createDocument(self, { id: "a" })`,
    ends: thrown,
    procedureOnly: true,
  },
  {
    name: "an operation that does not exist",
    code: `Object.prototype.toJSON = function () { delete Object.prototype.toJSON; return { kind: "operation", operation: { kind: "drop" } } };
      __.createDocument(self, { id: "a" })`,
    ends: thrown,
    procedureOnly: true,
  },
  {
    name: "texts that are not texts",
    code: `String.prototype.slice = () => ({ kind: "drop" }); String.prototype.toString = () => 1; throw new Error("x")`,
    ends: thrown,
  },
  {
    name: "a setter on every object",
    code: `Object.defineProperty(Object.prototype, "kind", { set() { throw 1 }, get: () => "drop" }); __.readDocuments(self)`,
    ends: { value: "" },
    procedureOnly: true,
  },
  {
    name: "prototype pollution through JSON",
    code: `done(({ ...JSON.parse('{"__proto__":{"x":1}}') }).x ?? ({}).x ?? "clean")`,
    ends: { value: "clean" },
  },
  {
    name: "a then on every object",
    code: `Object.prototype.then = function (f) { for (;;) f(1) }; done(1)`,
    ends: { value: 1 },
  },
  {
    name: "frozen foundations",
    code: `Object.freeze(Object.prototype); Object.freeze(Array.prototype); Object.freeze(globalThis); done(1)`,
    ends: { value: 1 },
  },
  {
    name: "an error that lies about itself",
    code: `throw Object.assign(new Error("x"), { number: 1e308, stack: "at x.js:" + "9".repeat(400) + ":1", message: "y".repeat(1e6) })`,
    ends: thrown,
  },
];

const memoryBombs: Attack[] = [
  { name: "a string doubled", code: `let s = "x"; for (;;) s += s`, ends: memory },
  {
    name: "a string doubled and flattened",
    code: `let s = "x"; for (;;) { s += s; s.charCodeAt(1) }`,
    ends: memory,
  },
  { name: "a string repeated", code: `done("x".repeat(2 ** 29).length)`, ends: memory },
  { name: "a string padded", code: `done("x".padEnd(2 ** 30 - 1, "abc").length)`, ends: memory },
  {
    name: "an array that grows",
    code: `const a = []; for (;;) a.push(new Array(1000).fill(1))`,
    ends: memoryOrTimeout,
  },
  { name: "a sparse array filled", code: `done(Array(2 ** 32 - 1).fill(0).length)`, ends: memoryOrTimeout },
  { name: "typed arrays", code: `const a = []; for (;;) a.push(new Uint8Array(1e6))`, ends: memory },
  { name: "one huge buffer", code: `done(new ArrayBuffer(1e9).byteLength)`, ends: memory },
  {
    name: "a map that grows",
    code: `const m = new Map(); for (let i = 0; ; i++) m.set(i, {})`,
    ends: memoryOrTimeout,
  },
  {
    name: "closures over closures",
    code: `let f = () => 0; for (;;) { const g = f; f = () => g }`,
    ends: memoryOrTimeout,
  },
  { name: "bound functions", code: `let f = () => 0; for (;;) f = f.bind(null)`, ends: memory },
  {
    name: "symbols and property names",
    code: `const o = {}; for (let i = 0; ; i++) o["k" + i] = Symbol(i)`,
    ends: memoryOrTimeout,
  },
  {
    name: "a generator spread",
    code: `function* g() { for (;;) yield "x" } done([...g()].length)`,
    ends: memoryOrTimeout,
  },
  {
    name: "JSON of a graph that doubles",
    code: `let a = ["x"]; for (let i = 0; i < 40; i++) a = [a, a]; done(JSON.stringify(a).length)`,
    ends: memoryOrTimeout,
  },
  {
    name: "out of memory, caught and tried again",
    code: `for (;;) try { let s = "x"; for (;;) { s += s; s.charCodeAt(1) } } catch {}`,
    ends: timeout,
  },
  {
    name: "promises that breed",
    code: `const breed = () => Promise.resolve().then(() => { breed(); breed() }); breed()`,
    ends: memoryOrTimeout,
    procedureOnly: true,
  },
  {
    name: "documents queued without end",
    code: `for (;;) __.createDocument(self, { id: "x", body: "y".repeat(1e5) })`,
    ends: memoryOrTimeout,
    procedureOnly: true,
  },
];

const endless: Attack[] = [
  { name: "an empty loop", code: `for (;;);`, ends: timeout },
  { name: "a loop in a getter", code: `done({ get x() { for (;;); } }.x)`, ends: timeout },
  { name: "a loop in toJSON", code: `done({ toJSON() { for (;;); } })`, ends: timeout },
  {
    name: "a loop in toString of an error",
    code: `throw { toString() { for (;;); }, toJSON() { for (;;); } }`,
    ends: timeout,
  },
  { name: "a loop in a proxy", code: `done(new Proxy({}, { ownKeys() { for (;;); } }))`, ends: timeout },
  {
    name: "a loop that catches everything",
    code: `for (;;) try { for (;;); } catch {} finally { continue }`,
    ends: timeout,
  },
  {
    name: "a generator without end",
    code: `function* g() { for (;;) yield } for (const x of g());`,
    ends: timeout,
  },
  {
    name: "promise jobs without end",
    code: `(async () => { for (;;) await null })()`,
    ends: timeout,
    procedureOnly: true,
  },
  {
    name: "a loop in a callback",
    code: `__.readDocuments(self, () => { for (;;); })`,
    ends: timeout,
    procedureOnly: true,
  },
  {
    name: "a search through an endless list, in native code",
    code: `done([].indexOf.call({ length: 2 ** 53 - 1 }, 1))`,
    ends: timeout,
  },
  {
    name: "a join of four billion holes, in native code",
    code: `done(Array(2 ** 32 - 1).join(""))`,
    ends: timeout,
  },
  {
    name: "multiplying large numbers, in native code",
    code: `let n = 3n; for (;;) n *= n`,
    ends: { code: ["timeout", "thrown", "memory"] },
  },
  {
    name: "copying a long string again and again",
    code: `const s = "a".repeat(4e6); for (;;) s.slice(1) + "b"`,
    ends: timeout,
  },
  {
    name: "a catastrophic regular expression",
    code: `done(/(a+)+$/.test("a".repeat(60) + "b"))`,
    ends: timeout,
  },
  {
    name: "catastrophic back references",
    code: `done(/(?:(a|aa|a*)*\\1*)*c$/.test("a".repeat(60)))`,
    ends: { code: ["timeout", "memory", "limit"] },
  },
  {
    name: "sorting with a comparison that lies",
    code: `for (;;) Array.from({ length: 1e4 }, Math.random).sort(() => Math.random() - 0.5)`,
    ends: timeout,
  },
  {
    name: "operations that ask for each other",
    code: `(function again() { __.readDocuments(self, again) })(); done("ended")`,
    ends: { value: "ended" },
    procedureOnly: true,
  },
];

const deep: Attack[] = [
  { name: "a function that calls itself", code: `(function f() { return f() + 1 })()`, ends: limit },
  { name: "a getter that reads itself", code: `({ get x() { return this.x } }).x`, ends: limit },
  {
    name: "a constructor that constructs itself",
    code: `class A { constructor() { new A() } } new A()`,
    ends: limit,
  },
  {
    name: "recursion caught and tried again",
    code: `for (;;) try { (function f() { f() })() } catch {}`,
    ends: timeout,
  },
  { name: "brackets within brackets in source", code: `eval("(".repeat(2e5))`, ends: limitOrTimeout },
  { name: "brackets within brackets in JSON", code: `JSON.parse("[".repeat(2e5))`, ends: limitOrTimeout },
  {
    name: "groups within groups in a pattern",
    code: `new RegExp("(?:".repeat(1e5) + ")".repeat(1e5))`,
    ends: limitOrTimeout,
  },
  {
    name: "a list within a list, written",
    code: `let a = []; for (let i = 0; i < 3e4; i++) a = [a]; done(a)`,
    ends: limitOrTimeout,
  },
  {
    name: "a proxy of a proxy of a proxy",
    code: `let p = {}; for (let i = 0; i < 3e4; i++) p = new Proxy(p, {}); done(p.x)`,
    ends: limitOrTimeout,
  },
];

const giants: Attack[] = [
  {
    name: "a response over the limit",
    code: `__.response.setBody("x".repeat(4 * 1024 * 1024 + 1))`,
    ends: limit,
    procedureOnly: true,
  },
  {
    name: "a response appended over the limit",
    code: `for (;;) __.response.appendBody("x".repeat(1e6))`,
    ends: limit,
    procedureOnly: true,
  },
  {
    name: "a response enlarged after it was set",
    code: `const b = {}; __.response.setBody(b); b.x = "x".repeat(5e6)`,
    ends: limit,
    procedureOnly: true,
  },
  { name: "a result over the limit", code: `done("x".repeat(5e6))`, ends: limitOrTimeout },
  { name: "a response with cycles", code: `const b = {}; b.b = b; done(b)`, ends: thrown },
  {
    name: "a log without end",
    code: `for (;;) console.log("x".repeat(100))`,
    ends: limit,
    procedureOnly: true,
  },
  {
    name: "a log of one giant line",
    code: `console.log("\\uD800".repeat(1e6))`,
    ends: limit,
    procedureOnly: true,
  },
  {
    name: "a giant document",
    code: `__.createDocument(self, { id: "a", s: "x".repeat(9e6) })`,
    ends: limit,
    procedureOnly: true,
  },
  { name: "a giant error", code: `throw new Error("x".repeat(1e6))`, ends: thrown },
  {
    name: "another container's link",
    code: `__.readDocument("dbs/shop/colls/other/docs/a")`,
    ends: thrown,
    procedureOnly: true,
  },
  {
    name: "a link that climbs",
    code: `__.readDocument(__.getAltLink() + "/docs/../../other/docs/a")`,
    ends: thrown,
    procedureOnly: true,
  },
];

const attacks = [...escapes, ...poisons, ...memoryBombs, ...endless, ...deep, ...giants];

/** The value that a script ends with, or the failure of it. */
type Ending = { readonly value: unknown } | { readonly error: unknown };

function expectEnding(ending: Ending, { ends }: Attack): void {
  if ("value" in ends) {
    expect(ending).toEqual({ value: ends.value });
    return;
  }
  const error = "error" in ending ? ending.error : ending;
  expect(error).toBeInstanceOf(ScriptError);
  expect([ends.code].flat()).toContain((error as ScriptError).code);
  expect((error as ScriptError).message.length).toBeLessThan(20_000);
}

async function runProcedure(code: string, timeoutMs = 5_000): Promise<Ending> {
  const body = `function () { const self = __.getSelfLink(), done = (value) => __.response.setBody(value); ${code} }`;
  const options = {
    selfLink: SELF_LINK,
    altLink: ALT_LINK,
    parameters: [],
    enableLogging: true,
    timeoutMs,
  };
  return runner.runStoredProcedure({ ...options, body, host: new FakeHost() }).then(
    ({ body: value }) => ({ value }),
    (error) => ({ error }),
  );
}

async function runFunction(code: string): Promise<Ending> {
  const body = `function () { let result; const done = (value) => { result = value }; ${code}; return result }`;
  const udfs = await runner.createUdfRunner({ getBody: () => body });
  try {
    return { value: udfs.call("attack", []) };
  } catch (error) {
    return { error };
  } finally {
    udfs.dispose();
  }
}

/** Counts the turns of the main thread's event loop until the work is done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let working = true;
  const turn = (): void => {
    turns++;
    if (working) setImmediate(turn);
  };
  setImmediate(turn);
  await work;
  working = false;
  return turns;
}

/** Sees whether anything of an earlier script is left. */
const NORMAL = `const own = Object.keys(globalThis).filter((name) => !["getContext", "__", "console", "ErrorCodes"].includes(name));
  done([1, 2, 3].map((n) => n * 2).concat(own, Object.keys(Object.prototype), JSON.stringify({ a: typeof {}.toJSON })))`;
const NORMAL_RESULT = { value: [2, 4, 6, '{"a":"undefined"}'] };

it("has at least forty attacks, each with a name of its own", () => {
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  expect(attacks.length).toBeGreaterThanOrEqual(40);
});

describe("attacks in a stored procedure", () => {
  it.each(attacks)("$name", async (attack) => {
    const attacked = runProcedure(attack.code, timeoutMs(attack));
    const turns = await countTurns(attacked);
    expectEnding(await attacked, attack);
    // What runs until it is stopped leaves the main thread many turns; a quick refusal may come within one.
    if (mayTimeOut(attack)) expect(turns).toBeGreaterThan(1);
    expect(await runProcedure(NORMAL)).toEqual(NORMAL_RESULT);
  });
});

describe("attacks in a user-defined function", () => {
  it.each(attacks.filter(({ procedureOnly }) => !procedureOnly))("$name", async (attack) => {
    expectEnding(await runFunction(attack.code), attack);
    expect(await runFunction(NORMAL)).toEqual(NORMAL_RESULT);
  });
});

it("serves other scripts while one does not end", async () => {
  const endlessRun = runProcedure("for (;;);", 500);
  for (let run = 0; run < 5; run++) expect(await runProcedure("done(1)")).toEqual({ value: 1 });
  expect(await endlessRun).toMatchObject({ error: { code: "timeout" } });
});
