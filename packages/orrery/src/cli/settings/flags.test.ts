import { expect, test } from "vitest";
import { type Flag, type Flags, integerOf, oneOf, parseCommandLine, sizeOf, UsageError } from "./flags.ts";

function parseFlags(flags: readonly Flag[], args: readonly string[], variables: NodeJS.ProcessEnv): Flags {
  return parseCommandLine(flags, args, variables).flags;
}

test.each([
  ["4096", 4_096],
  ["10MB", 10 * 2 ** 20],
  ["1.5gb", 1.5 * 2 ** 30],
  ["2 KB", 2_048],
])("%s is %d bytes", (text, bytes) => {
  expect(sizeOf({ "partition-storage": text }, "partition-storage", 0)).toBe(bytes);
});

test("an absent flag has its default, a malformed one is refused", () => {
  expect(sizeOf({}, "partition-storage", 7)).toBe(7);
  for (const text of ["", "0", "-1MB", "10XB", "MB", "1e3"]) {
    expect(() => sizeOf({ "partition-storage": text }, "partition-storage", 7), text).toThrow(UsageError);
  }
});

test("one of several words, in any case", () => {
  const levels = ["Low", "Middle", "High"] as const;
  expect(oneOf({}, "level", levels, "Low")).toBe("Low");
  for (const text of ["Middle", "middle", "MIDDLE"])
    expect(oneOf({ level: text }, "level", levels, "Low")).toBe("Middle");
  expect(() => oneOf({ level: "mid" }, "level", levels, "Low")).toThrow(
    new UsageError("--level must be Low, Middle or High, not 'mid'."),
  );
});

test("flags that exclude each other: both are refused, and a typed one goes before a variable", () => {
  const flags = [
    { name: "data", value: "DIR", help: "" },
    { name: "memory", help: "", excludes: ["data"] },
  ];
  const refusal = new UsageError("--memory and --data exclude each other: give one of the two.");
  expect(() => parseFlags(flags, ["--memory", "--data", "x"], {})).toThrow(refusal);
  expect(() => parseFlags(flags, [], { ORRERY_MEMORY: "yes", ORRERY_DATA: "x" })).toThrow(
    new UsageError("ORRERY_MEMORY and ORRERY_DATA exclude each other: give one of the two."),
  );
  expect(parseFlags(flags, ["--memory"], { ORRERY_DATA: "x" })).toEqual({ memory: true });
  expect(parseFlags(flags, ["--data", "x"], { ORRERY_MEMORY: "yes" })).toEqual({ data: "x" });
});

test("a wrong value is told by the name of what gave it", () => {
  const flags = [
    { name: "port", value: "N", help: "" },
    { name: "log-level", value: "LEVEL", help: "" },
  ];
  const variables = { ORRERY_PORT: "http", ORRERY_LOG_LEVEL: "loud" };
  const portOf = (args: string[]) => integerOf(parseFlags(flags, args, variables), "port", 1, 0, 9);
  expect(() => portOf([])).toThrow(
    new UsageError("ORRERY_PORT must be a whole number from 0 to 9, not 'http'."),
  );
  expect(() => portOf(["--port", "99"])).toThrow(
    new UsageError("--port must be a whole number from 0 to 9, not '99'."),
  );
  expect(() => oneOf(parseFlags(flags, [], variables), "log-level", ["low", "high"], "low")).toThrow(
    new UsageError("ORRERY_LOG_LEVEL must be low or high, not 'loud'."),
  );
});

test("what Kubernetes sets for a service named orrery is no port", () => {
  const flags = [{ name: "port", value: "N", help: "" }];
  expect(parseFlags(flags, [], { ORRERY_PORT: "tcp://10.0.0.1:8081" })).toEqual({});
  expect(parseFlags(flags, [], { ORRERY_PORT: "9000" })).toEqual({ port: "9000" });
});
