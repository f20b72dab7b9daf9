/** Random histories on a store, compared step by step with a plain sorted list of pairs. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KeyValueStore, Reader, ScanOptions, Snapshot } from "./key-value-store.ts";

const SPACES = [1, 2] as const;

/** Hexadecimal keys sort as their bytes do. */
type Model = Map<string, string>;

interface Step {
  readonly kind: "put" | "delete" | "get" | "scan";
  readonly space: number;
  readonly key: string;
  readonly value: string;
  readonly to: string;
  readonly flags: number;
}

const keyHex = fc
  .uint8Array({ maxLength: 3 })
  .map((bytes) => Buffer.from(bytes.map((byte) => [0, 1, 127, 255][byte & 3] as number)).toString("hex"));

const step = fc.record<Step>({
  kind: fc.constantFrom("put", "put", "put", "delete", "get", "scan"),
  space: fc.constantFrom(...SPACES),
  key: keyHex,
  value: fc.string({ maxLength: 4 }),
  to: keyHex,
  flags: fc.nat(63),
});

const transaction = fc.record({
  steps: fc.array(step, { maxLength: 12 }),
  end: fc.constantFrom("commit", "commit", "commit", "throw"),
  before: fc.constantFrom("nothing", "nothing", "nothing", "snapshot", "drop"),
});

export function describeKeyValueModel(openEmpty: () => Promise<KeyValueStore>): void {
  describe("random histories", () => {
    test("agree with a sorted list of pairs", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 20 }), async (history) => {
          const store = await openEmpty();
          try {
            await run(store, history);
          } finally {
            await store.close();
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}

async function run(store: KeyValueStore, history: readonly fcTransaction[]): Promise<void> {
  let committed: Model = new Map();
  let snapshot: { reader: Snapshot; model: Model } | undefined;
  for (const { steps, end, before } of history) {
    if (before === "snapshot") {
      snapshot?.reader.close();
      snapshot = { reader: store.snapshot(), model: committed };
    } else if (before === "drop") {
      await store.dropSpace(1);
      committed = new Map([...committed].filter(([key]) => !key.startsWith("1:")));
    }
    const own: Model = new Map(committed);
    const stop = new Error("stop");
    const done = store.transact("lock", async (transaction) => {
      for (const { kind, space, key, value, ...rest } of steps) {
        if (kind === "put") {
          transaction.put(space, Buffer.from(key, "hex"), Buffer.from(value));
          own.set(`${space}:${key}`, value);
        } else if (kind === "delete") {
          transaction.delete(space, Buffer.from(key, "hex"));
          own.delete(`${space}:${key}`);
        } else if (kind === "get") {
          await expectGet(transaction, own, space, key);
          await expectGet(store, committed, space, key);
        } else {
          const options = scanOptions(key, rest.to, rest.flags);
          await expectScan(transaction, own, space, options);
          await expectScan(store, committed, space, options);
        }
      }
      if (end === "throw") throw stop;
    });
    if (end === "throw") await expect(done).rejects.toBe(stop);
    else await done;
    if (end === "commit") committed = own;
    for (const space of SPACES) {
      await expectScan(store, committed, space, {});
      if (snapshot !== undefined) await expectScan(snapshot.reader, snapshot.model, space, {});
    }
  }
}

type fcTransaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never;

function scanOptions(from: string, to: string, flags: number): ScanOptions {
  return {
    ...(flags & 1 ? { from: Buffer.from(from, "hex") } : {}),
    ...(flags & 2 ? { to: Buffer.from(to, "hex") } : {}),
    ...(flags & 4 ? { limit: flags & 3 } : {}),
    ...(flags & 8 ? { chunkRows: 1 + (flags & 1) } : {}),
    reverse: (flags & 16) !== 0,
    keysOnly: (flags & 32) !== 0,
  };
}

async function expectGet(reader: Reader, model: Model, space: number, key: string): Promise<void> {
  expect((await reader.get(space, Buffer.from(key, "hex")))?.toString()).toBe(model.get(`${space}:${key}`));
}

async function expectScan(reader: Reader, model: Model, space: number, options: ScanOptions): Promise<void> {
  const from = options.from === undefined ? "" : Buffer.from(options.from).toString("hex");
  const to = options.to === undefined ? "g" : Buffer.from(options.to).toString("hex");
  const expected = [...model]
    .filter(([key]) => key.startsWith(`${space}:`))
    .map(([key, value]) => [key.slice(2), options.keysOnly ? "" : value] as const)
    .filter(([key]) => key >= from && key < to)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (options.reverse) expected.reverse();
  const rows: (readonly [string, string])[] = [];
  for await (const chunk of reader.scan(space, options)) {
    expect(chunk.length).toBeGreaterThan(0);
    expect(chunk.length).toBeLessThanOrEqual(options.chunkRows ?? Number.POSITIVE_INFINITY);
    for (const { key, value } of chunk) rows.push([key.toString("hex"), value.toString()]);
  }
  expect(rows).toEqual(expected.slice(0, options.limit));
}
