import type { Value } from "@orrerydb/exact-json";
import { afterAll, describe, expect, it } from "vitest";
import { atOnce } from "../../value/at-once.ts";
import { SURE_ENVIRONMENT } from "../fake-host.fixture.ts";
import { ScriptError } from "../script-error.ts";
import { scriptLimits } from "../script-limits.ts";
import { ScriptRunner } from "../script-runner.ts";
import type { UdfRunner } from "./udf-runner.ts";

const runner = new ScriptRunner({ threads: 1, environment: SURE_ENVIRONMENT });
afterAll(() => runner.close());

async function withFunctions<T>(
  bodies: Record<string, string>,
  use: (call: (name: string, ...args: Value[]) => Value) => T,
) {
  const udfs = await runner.createUdfRunner({ getBody: (name) => bodies[name] ?? "() => 'unknown'" });
  try {
    return use((name, ...args) => udfs.call(name, args));
  } finally {
    udfs.dispose();
  }
}

describe("UdfRunner", () => {
  it.each<[string, Value[], Value]>([
    ["function tax(income) { return income * 0.4 }", [1000], 400],
    ["(s) => s.toUpperCase()", ["straße"], "STRASSE"],
    ["(s) => s + s.length", ["a\0b"], "a\0b3"],
    ["(s) => [...s].length", ["\u{1F600}"], 1],
    ["(s) => s.charCodeAt(0)", ["\ud83d"], 0xd83d],
    ["(a, b) => a < b", [1, 2], true],
    ["(a) => !a", [true], false],
    ["(a) => a", [null], null],
    ["(a) => typeof a", [undefined], "undefined"],
    ["() => {}", [], undefined],
    ["() => () => 1", [], undefined],
    ["(o) => o.list.map((x) => x * 2)", [{ list: [1, 2] }], [2, 4]],
    ["(a, o, b) => ({ ...o, a, b })", [1, { x: "\0" }, "z"], { x: "\0", a: 1, b: "z" }],
    ["(n) => n", [-0.5e-300], -0.5e-300],
    ["() => 1.3e308", [], 1.3e308],
    ["() => -1.3e308", [], -1.3e308],
    ["() => [2 ** 1020, 2 ** 1021, 2 ** 1022, 2 ** 1023][2]", [], 2 ** 1022],
    ["() => -(2 ** 1020)", [], -(2 ** 1020)],
    ["() => 0 / 0", [], null],
    ["() => 1 / 0", [], null],
    ["() => '42'", [], "42"],
    ["() => new Date(0)", [], "1970-01-01T00:00:00.000Z"],
    ["function () { return arguments.length }", [1, undefined, null], 3],
  ])("calls %s with %j", async (body, args, expected) => {
    expect(await withFunctions({ f: body }, (call) => call("f", ...args))).toEqual(expected);
  });

  it("gives functions the time and the chance of the environment", async () => {
    const startMs = Date.parse("2001-02-03T04:05:06Z");
    const past = new ScriptRunner({ threads: 1, environment: { now: () => startMs, random: () => 0.75 } });
    const look = async () => {
      const udfs = await past.createUdfRunner({ getBody: () => "() => [Date.now(), Math.random()]" });
      const [ms, chance] = udfs.call("f", []) as [number, number];
      udfs.dispose();
      expect(ms - startMs).toBeGreaterThanOrEqual(0);
      expect(ms - startMs).toBeLessThan(2_000);
      return chance;
    };
    const chance = await look();
    expect(await look()).toBe(chance);
    await past.close();
  });

  it("compiles a function once and calls it often", async () => {
    let asked = 0;
    const udfs = await runner.createUdfRunner({
      getBody: (name) => {
        asked++;
        return `(x) => '${name}' + x`;
      },
    });
    const results = [1, 2].flatMap((n) => [udfs.call("a", [n]), udfs.call("b", [n])]);
    udfs.dispose();
    expect(results).toEqual(["a1", "b1", "a2", "b2"]);
    expect(asked).toBe(2);
  });

  it("reports what a function throws, and goes on", async () => {
    await withFunctions(
      { f: "(x) => {\n  if (x) throw new Error(x);\n  return 1;\n}", g: "no function", h: "7" },
      (call) => {
        expect(() => call("f", "bad row")).toThrow(/^Error: bad row\n.*f\.js:2/);
        expect(call("f", 0)).toBe(1);
        expect(() => call("g")).toThrow(expect.objectContaining({ code: "syntax" }));
        expect(() => call("h")).toThrow(expect.objectContaining({ code: "syntax" }));
      },
    );
  });

  it("passes on the error of the one who knows the functions", async () => {
    const unknown = new Error("no such function");
    const udfs = await runner.createUdfRunner({
      getBody: () => {
        throw unknown;
      },
    });
    expect(() => udfs.call("f", [])).toThrow(unknown);
    udfs.dispose();
  });

  it("shares nothing between requests", async () => {
    const spoil =
      "() => { globalThis.kept = 1; Object.prototype.spoilt = 1; Array.prototype.map = null; Math.max = null }";
    const look = "() => [typeof kept, typeof {}.spoilt, typeof [].map, typeof Math.max]";
    await withFunctions({ spoil, look }, (call) => {
      call("spoil");
      expect(call("look")).toEqual(["number", "number", "object", "object"]);
    });
    await withFunctions({ look }, (call) => {
      expect(call("look")).toEqual(["undefined", "undefined", "function", "function"]);
    });
  });

  it("serves requests beside each other", async () => {
    const count = { getBody: () => "() => globalThis.n = (globalThis.n ?? 0) + 1" };
    const [left, right] = await Promise.all([runner.createUdfRunner(count), runner.createUdfRunner(count)]);
    expect([left.call("f", []), left.call("f", []), right.call("f", []), left.call("f", [])]).toEqual([
      1, 2, 1, 3,
    ]);
    left.dispose();
    right.dispose();
  });

  it("bounds the work of one call, of a query, and the arguments", async () => {
    await withFunctions({ spin: "() => { for (;;); }", ok: "() => 1" }, (call) => {
      expect(() => call("spin")).toThrow(expect.objectContaining({ code: "timeout" }));
      expect(() => call("ok")).toThrow(expect.objectContaining({ code: "timeout" }));
    });
    await withFunctions({ work: "() => { for (let i = 0; i < 5e5; i++); return 1 }" }, (call) => {
      const untilStopped = () => {
        for (let calls = 0; calls < 100; calls++) call("work");
      };
      expect(untilStopped).toThrow(expect.objectContaining({ code: "timeout" }));
    });
    await withFunctions({ ok: "(...all) => all.length" }, (call) => {
      const most = Array.from({ length: scriptLimits.functionArgumentsMax }, () => [0]);
      expect(call("ok", ...most)).toBe(most.length);
      expect(() => call("ok", ...most, 1)).toThrow(ScriptError);
    });
  });

  it("takes items of two megabytes, many of them", async () => {
    const item = { rows: Array.from({ length: 60_000 }, (_, n) => ({ id: `x${n}`, v: n, ok: true })) };
    await withFunctions({ f: "(item) => item.rows.length" }, (call) => {
      for (let calls = 0; calls < 12; calls++) expect(call("f", item)).toBe(60_000);
    });
  });

  it("converts a long argument once, wherever it is passed", async () => {
    const text = "x".repeat(1_900_000);
    await withFunctions({ f: "(...all) => all.length" }, (call) => {
      for (let calls = 0; calls < 3; calls++) expect(call("f", ...Array(15).fill(text), calls)).toBe(16);
      // What is read as JSON is read in each place: too much of it is refused before any is.
      const list = Array(500_000).fill(0);
      expect(call("f", list, list)).toBe(2);
      expect(() => call("f", ...Array(15).fill(list))).toThrow(expect.objectContaining({ code: "limit" }));
      expect(call("f", list)).toBe(1);
    });
  });

  it("gives each place an object of its own", async () => {
    await withFunctions({ f: "(a, b) => { a.n = 1; return b.n; }" }, (call) => {
      const same = { n: 0, text: "x".repeat(5_000) };
      expect([call("f", same, same), call("f", same, same)]).toEqual([0, 0]);
    });
  });

  it("stops a body that works while it is compiled", async () => {
    await withFunctions({ f: "(() => { for (;;); })()" }, (call) => {
      expect(() => call("f")).toThrow(expect.objectContaining({ code: "timeout" }));
    });
  });

  it("keeps no memory from call to call", async () => {
    await withFunctions({ f: "(s) => s.length" }, (call) => {
      const long = "x".repeat(1_000_000);
      for (let calls = 0; calls < 50; calls++) expect(call("f", long)).toBe(long.length);
    });
  });

  it("makes calls with much to read in another thread, with the same results", async () => {
    const long = "ab".repeat(64 * scriptLimits.functionNearValuesMax);
    const parts = Array.from({ length: 5_000 }, (_, i) => ({ sku: `sku ${i}`, "\0": i }));
    const bodies: Record<string, string> = {
      size: "(a, b, c) => [a.length, typeof b, c]",
      last: "(list) => list[list.length - 1]",
      nothing: "() => {}",
      bad: "(s) => { throw new Error(7, 'too ' + s.length) }",
      spin: "() => { for (;;); }",
    };
    const udfs = await runner.createUdfRunner({ getBody: (name) => bodies[name]! });
    const distant = (name: string, ...args: Value[]) => resultOf(udfs, name, args);
    try {
      expect(udfs.callDistant("size", ["short", 1])).toBeUndefined();
      expect(await distant("size", long, undefined, 3)).toEqual([long.length, "undefined", 3]);
      expect(await distant("last", parts)).toEqual(udfs.call("last", [parts]));
      expect(await distant("nothing", long)).toBeUndefined();
      const tooLong = "c".repeat(scriptLimits.functionCallCharactersMax);
      await expect(distant("size", tooLong, tooLong)).rejects.toMatchObject({ code: "limit" });
      await expect(distant("bad", long)).rejects.toMatchObject({ code: "thrown", number: 7 });
      expect(await Promise.all([distant("last", parts), distant("size", long)])).toEqual([
        parts.at(-1),
        [long.length, "undefined", null],
      ]);
      await expect(distant("spin", long)).rejects.toMatchObject({ code: "timeout" });
      // As here: what was stopped stays stopped.
      await expect(distant("size", long)).rejects.toMatchObject({ code: "timeout" });
    } finally {
      udfs.dispose();
    }
    const others = await runner.createUdfRunner({ getBody: () => "(s) => s.length" });
    expect(await resultOf(others, "f", [long])).toBe(long.length);
    others.dispose();
  });

  it("can be closed while a call is under way in the other thread", async () => {
    const closed = new ScriptRunner({ threads: 1, environment: SURE_ENVIRONMENT });
    const udfs = await closed.createUdfRunner({ getBody: () => "(s) => s.length" });
    const long = "ab".repeat(64 * scriptLimits.functionNearValuesMax);
    expect(await resultOf(udfs, "f", [long])).toBe(long.length);
    const underWay = expect(resultOf(udfs, "f", [long])).rejects.toThrow("closed");
    await closed.close();
    await underWay;
  });
});

async function resultOf(udfs: UdfRunner, name: string, args: readonly Value[]): Promise<Value> {
  const { json } = await atOnce(udfs.callDistant(name, args)!).result;
  return json === undefined ? undefined : JSON.parse(json);
}
