import assert from "node:assert/strict";
import { describe, expect, it } from "vitest";
import { meterModule, STEPS_EXPORT } from "./meter-module.ts";

const section = (id: number, ...content: number[]): number[] => [id, content.length, ...content];
const body = (...code: number[]): number[] => [code.length + 2, 0, ...code, 0x0b];

/** One imported and one defined global, a memory, and the exports spin, recurse, fill and answer. */
const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, 3, ...[0x60, 0, 0], ...[0x60, 1, 0x7f, 0], ...[0x60, 0, 1, 0x7f]),
  ...section(2, 1, ...[1, 0x6d, 1, 0x67, 0x03, 0x7f, 0x00]),
  ...section(3, 4, 0, 0, 1, 2),
  ...section(5, 1, 0x00, 0x10),
  ...section(6, 1, ...[0x7f, 0x00, 0x41, 0x2a, 0x0b]),
  ...section(7, 4, ...[1, 0x73, 0, 0], ...[1, 0x72, 0, 1], ...[1, 0x66, 0, 2], ...[1, 0x61, 0, 3]),
  ...section(
    10,
    4,
    ...body(0x03, 0x40, 0x0c, 0x00, 0x0b), // loop, br 0, end
    ...body(0x10, 0x01), // call of itself
    ...body(0x41, 0x00, 0x41, 0x00, 0x20, 0x00, 0xfc, 0x0b, 0x00), // memory.fill(0, 0, argument)
    ...body(0x23, 0x01), // the defined global
  ),
]);

function instantiate() {
  const module = new WebAssembly.Module(meterModule(MODULE));
  const global = new WebAssembly.Global({ value: "i32", mutable: false }, 7);
  const exports = new WebAssembly.Instance(module, { m: { g: global } }).exports;
  const call = (name: string, ...args: number[]): unknown => {
    const target = exports[name];
    assert(typeof target === "function");
    return target(...args);
  };
  return { steps: exports[STEPS_EXPORT] as WebAssembly.Global, call };
}

describe("meterModule", () => {
  it("leaves what the module computes as it was", () => {
    const { steps, call } = instantiate();
    steps.value = 10;
    expect(call("a")).toBe(42);
    expect(steps.value).toBe(9);
  });

  it("stops an endless loop", () => {
    const { steps, call } = instantiate();
    steps.value = 1_000_000;
    expect(() => call("s")).toThrow(WebAssembly.RuntimeError);
    expect(steps.value).toBe(-1);
  });

  it("stops a recursion before the stack does", () => {
    const { steps, call } = instantiate();
    steps.value = 100;
    expect(() => call("r")).toThrow(WebAssembly.RuntimeError);
    expect(steps.value).toBe(-1);
  });

  it("charges a bulk write by its length", () => {
    const { steps, call } = instantiate();
    steps.value = 10_000;
    call("f", 65_536);
    expect(steps.value).toBe(10_000 - 1 - 65_536 / 16);
    expect(() => call("f", 16 * 65_536)).toThrow(WebAssembly.RuntimeError);
  });

  it("refuses an instruction that it cannot read", () => {
    const unknown = Uint8Array.from(MODULE);
    unknown[unknown.length - 3] = 0xfd;
    expect(() => meterModule(unknown)).toThrow(/unknown WebAssembly instruction 0xfd/);
  });
});
