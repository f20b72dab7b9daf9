import { describe, expect, it } from "vitest";
import { ScriptError } from "../script-error.ts";
import { readRunState } from "./read-run-state.ts";

const newId = () => "generated";
const operation = (fields: object) => JSON.stringify({ kind: "operation", operation: fields });
const item = { by: "id", value: "a" };

describe("readRunState", () => {
  it.each([
    { kind: "create", body: { id: "a" }, indexing: "default" },
    { kind: "upsert", body: { id: "a" }, indexing: "exclude", ifMatch: '"1"' },
    { kind: "replace", item, body: {}, indexing: "include" },
    { kind: "delete", item: { by: "rid", value: "r" }, ifMatch: '"1"' },
    { kind: "read", item, ifNoneMatch: '"1"' },
    { kind: "readFeed", pageSize: 1, continuation: "next" },
    {
      kind: "query",
      query: "SELECT 1",
      parameters: [{ name: "@a", value: [1] }],
      pageSize: 1_000,
    },
  ])("passes on $kind", (fields) => {
    expect(readRunState(operation(fields), newId)).toEqual({ kind: "operation", operation: fields });
  });

  it("adds an id where one is asked for, and nothing else that was not", () => {
    const create = { kind: "create", body: { v: 1 }, indexing: "default", generateId: true, extra: 1 };
    const body = { v: 1, id: "generated" };
    const expected = { kind: "create", body, indexing: "default" };
    expect(readRunState(operation(create), newId)).toEqual({ kind: "operation", operation: expected });
  });

  it("reads the end", () => {
    const end = { request: undefined, response: "1", log: "x" };
    expect(readRunState(JSON.stringify({ kind: "done", ...end }), newId)).toEqual({ kind: "done", end });
  });

  it.each([
    "null",
    "[]",
    '"x"',
    JSON.stringify({ kind: "exit" }),
    JSON.stringify({ kind: "done", response: {}, log: "" }),
    JSON.stringify({ kind: "done" }),
    JSON.stringify({ kind: "operation" }),
    operation({ kind: "drop" }),
    operation({ kind: "create", body: [], indexing: "default" }),
    operation({ kind: "create", body: {}, indexing: "never" }),
    operation({ kind: "read", item: "a" }),
    operation({ kind: "read", item: { by: "path", value: "a" } }),
    operation({ kind: "delete", item, ifMatch: 1 }),
    operation({ kind: "readFeed", pageSize: 1e9 }),
    operation({ kind: "readFeed", pageSize: 1, continuation: {} }),
    operation({ kind: "query", query: 1, parameters: [], pageSize: 1 }),
    operation({ kind: "query", query: "", parameters: {}, pageSize: 1 }),
    operation({ kind: "query", query: "", parameters: [{ name: 1 }], pageSize: 1 }),
  ])("refuses %s", (text) => {
    expect(() => readRunState(text, newId)).toThrow(ScriptError);
  });
});
