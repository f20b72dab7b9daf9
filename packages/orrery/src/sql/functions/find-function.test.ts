import { describe, expect, it } from "vitest";
import { allFunctions, findFunction } from "./find-function.ts";
import { TEST_CONTEXT } from "./function-cases.suite.ts";

describe("the table of functions", () => {
  it("finds names in any case, and nothing else", () => {
    expect(findFunction("array_Contains")?.name).toBe("ARRAY_CONTAINS");
    expect(findFunction("nosuch")).toBeUndefined();
    expect(findFunction("constructor")).toBeUndefined();
  });

  it("has every form of call that its argument counts allow", () => {
    for (const fn of allFunctions()) {
      expect(fn.minArgs, fn.name).toBeLessThanOrEqual(fn.maxArgs);
      const positional = [fn.call0, fn.call1, fn.call2, fn.call3];
      positional.forEach((call, count) => {
        if (call) expect(count >= fn.minArgs && count <= fn.maxArgs, `${fn.name} call${count}`).toBe(true);
      });
    }
  });

  const samples = [undefined, null, true, -1, 0.5, 1e300, "", "abc", [], [1, "a", null], {}, { a: 1 }];

  it.each(allFunctions().map((fn) => [fn.name, fn] as const))(
    "%s never throws, whatever it is given",
    (_name, fn) => {
      for (let count = fn.minArgs; count <= Math.min(fn.maxArgs, fn.minArgs + 2); count++) {
        for (let i = 0; i < samples.length; i++) {
          const args = Array.from(
            { length: count },
            (_, position) => samples[(i * (position + 1) + position) % samples.length],
          );
          const result = fn.call(args, TEST_CONTEXT);
          expect(["undefined", "boolean", "number", "string", "object"]).toContain(typeof result);
        }
      }
    },
  );
});
