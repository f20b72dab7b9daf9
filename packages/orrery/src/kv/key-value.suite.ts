/**
 * The key-value contract as a test suite. Every implementation runs it:
 * `describeKeyValueStore("MemoryStore", async () => new MemoryStore())`.
 */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fromByteString, toByteString } from "../value/byte-string.ts";
import { describeKeyValueModel } from "./key-value-model.suite.ts";
import type { KeyValueStore, Reader, ScanOptions, Transaction } from "./key-value-store.ts";
import { NewKeys } from "./write.ts";

const S = 7;
const bytes = fromByteString;

async function scanPairs(reader: Reader, space: number, options?: ScanOptions): Promise<string[]> {
  const pairs: string[] = [];
  for await (const rows of reader.scan(space, options)) {
    for (const { key, value } of rows) pairs.push(`${toByteString(key)}=${toByteString(value)}`);
  }
  return pairs;
}

async function scanValues(reader: Reader, space: number, options: ScanOptions): Promise<string[]> {
  const values: string[] = [];
  for await (const rows of reader.scan(space, options)) {
    for (const { value } of rows) values.push(value.toString());
  }
  return values;
}

async function fill(store: KeyValueStore, pairs: Record<string, string>, space = S): Promise<void> {
  await store.transact("fill", async (transaction) => {
    for (const [key, value] of Object.entries(pairs)) transaction.put(space, bytes(key), bytes(value));
  });
}

/** A promise and its resolver, to hold work at a known point. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

export function describeKeyValueStore(name: string, openEmpty: () => Promise<KeyValueStore>): void {
  describe(`${name} keeps the key-value contract`, () => {
    let store: KeyValueStore;

    beforeEach(async () => {
      store = await openEmpty();
    });

    afterEach(async () => {
      await store.close();
    });

    describe("get and getMany", () => {
      test("a missing key is undefined", async () => {
        expect(await store.get(S, bytes("a"))).toBeUndefined();
        expect(await store.getMany(S, [])).toEqual([]);
      });

      test("getMany answers in the order of its keys", async () => {
        await fill(store, { a: "1", b: "2" });
        expect(await store.getMany(S, [bytes("b"), bytes("x"), bytes("a"), bytes("b")])).toEqual([
          bytes("2"),
          undefined,
          bytes("1"),
          bytes("2"),
        ]);
      });

      test("empty keys and empty values are kept", async () => {
        await fill(store, { "": "empty key", a: "" });
        expect(await store.get(S, bytes(""))).toEqual(bytes("empty key"));
        expect(await store.get(S, bytes("a"))).toEqual(bytes(""));
        expect(await scanPairs(store, S)).toEqual(["=empty key", "a="]);
      });

      test("large values are kept", async () => {
        const value = Buffer.alloc(3 * 1024 * 1024, "0123456789");
        await store.transact("l", async (transaction) => transaction.put(S, bytes("a"), value));
        expect((await store.get(S, bytes("a")))?.equals(value)).toBe(true);
      });

      test("what is returned can be changed without changing the store", async () => {
        await fill(store, { a: "1" });
        (await store.get(S, bytes("a")))?.fill(0);
        for await (const rows of store.scan(S)) {
          for (const { key, value } of rows) {
            key.fill(0);
            value.fill(0);
          }
        }
        expect(await scanPairs(store, S)).toEqual(["a=1"]);
      });
    });

    describe("scan", () => {
      beforeEach(() => fill(store, { a: "1", b: "2", c: "3", d: "4", e: "5" }));

      test.each<[ScanOptions, string]>([
        [{}, "abcde"],
        [{ from: bytes("b") }, "bcde"],
        [{ to: bytes("d") }, "abc"],
        [{ from: bytes("b"), to: bytes("d") }, "bc"],
        [{ from: bytes("bb"), to: bytes("dd") }, "cd"],
        [{ from: bytes("x") }, ""],
        [{ to: bytes("a") }, ""],
        [{ from: bytes("d"), to: bytes("b") }, ""],
        [{ from: bytes("c"), to: bytes("c") }, ""],
        [{ reverse: true }, "edcba"],
        [{ from: bytes("b"), to: bytes("d"), reverse: true }, "cb"],
        [{ limit: 0 }, ""],
        [{ limit: 2 }, "ab"],
        [{ limit: 9 }, "abcde"],
        [{ limit: 2, reverse: true }, "ed"],
        [{ from: bytes("b"), limit: 3, chunkRows: 2 }, "bcd"],
      ])("%o", async (options, keys) => {
        const pairs = await scanPairs(store, S, options);
        expect(pairs.map((pair) => pair[0]).join("")).toBe(keys);
        for (const pair of pairs) expect(pair).toBe(`${pair[0]}=${pair.charCodeAt(0) - 96}`);
      });

      test("a chunk has at most chunkRows rows, and none is empty", async () => {
        const sizes: number[] = [];
        for await (const rows of store.scan(S, { chunkRows: 2 })) sizes.push(rows.length);
        expect(sizes.every((size) => size === 1 || size === 2)).toBe(true);
        expect(sizes.reduce((a, b) => a + b)).toBe(5);
      });

      test("keysOnly leaves out the values", async () => {
        expect(await scanPairs(store, S, { keysOnly: true, limit: 2 })).toEqual(["a=", "b="]);
      });

      test("valuesOnly may leave out the keys", async () => {
        const range = { from: bytes("b"), to: bytes("d"), valuesOnly: true };
        expect(await scanValues(store, S, range)).toEqual(["2", "3"]);
        expect(await scanValues(store, S, { ...range, keysOnly: true })).toEqual(["", ""]);
        await store.transact("l", async (transaction) => {
          transaction.put(S, bytes("bb"), bytes("own"));
          transaction.delete(S, bytes("c"));
          expect(await scanValues(transaction, S, range)).toEqual(["2", "own"]);
        });
      });

      test("a scan can be left early and begun again", async () => {
        for (let round = 0; round < 3; round++) {
          for await (const rows of store.scan(S, { chunkRows: 1 })) {
            expect(rows[0]?.key).toEqual(bytes("a"));
            break;
          }
        }
        expect(await scanPairs(store, S, { limit: 1 })).toEqual(["a=1"]);
      });
    });

    test("keys are ordered by unsigned bytes, a prefix before what it begins", async () => {
      const keys = [
        "",
        "\x00",
        "\x00\x00",
        "\x00\xff",
        "\x7f",
        "\x80",
        "\xff",
        "\xff\x00",
        "\xff\xff",
        "\xff\xff\xff",
      ];
      await fill(store, Object.fromEntries(keys.toReversed().map((key) => [key, "v"])));
      expect(await scanPairs(store, S)).toEqual(keys.map((key) => `${key}=v`));
      expect(await scanPairs(store, S, { reverse: true })).toEqual(
        keys.toReversed().map((key) => `${key}=v`),
      );
    });

    test("spaces share nothing", async () => {
      const spaces = [0, 1, 0xff, 0x100, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe];
      expect(await store.spaces()).toEqual([]);
      for (const space of spaces) await fill(store, { "": `${space}`, "\xff\xff": "z" }, space);
      for (const space of spaces) {
        expect(await scanPairs(store, space)).toEqual([`=${space}`, "\xff\xff=z"]);
        expect(await scanPairs(store, space, { reverse: true })).toEqual(["\xff\xff=z", `=${space}`]);
        expect(await store.get(space, bytes(""))).toEqual(bytes(`${space}`));
      }
      expect(await scanPairs(store, 2)).toEqual([]);
      expect(await store.spaces()).toEqual(spaces);
      await store.dropSpace(0xff);
      await store.dropSpace(0xffff_fffe);
      expect(await store.spaces()).toEqual([0, 1, 0x100, 0x7fff_ffff, 0x8000_0000]);
    });

    test("swap puts a value in the place of another, once for all who see the same one", async () => {
      const swap = (from: string | undefined, to: string) =>
        store.swap(S, bytes("n"), from === undefined ? undefined : bytes(from), bytes(to));
      expect(await swap("0", "1")).toBe(false);
      expect((await Promise.all([swap(undefined, "1"), swap(undefined, "2")])).sort()).toEqual([false, true]);
      const first = (await store.get(S, bytes("n")))!.toString();
      const all = await Promise.all(["a", "b", "c"].map((to) => swap(first, to)));
      expect(all.filter((isDone) => isDone)).toHaveLength(1);
      expect(await scanPairs(store, S)).toEqual([`n=${["a", "b", "c"][all.indexOf(true)]}`]);
      expect(await swap(undefined, "d")).toBe(false);
    });

    describe("dropSpace", () => {
      test("removes every key of its space and no other", async () => {
        const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`${i}`, "v"]));
        await fill(store, many, 5);
        await fill(store, { "": "a", "\xff": "b" }, 4);
        await fill(store, { "": "c" }, 6);
        await store.dropSpace(5);
        expect(await scanPairs(store, 5)).toEqual([]);
        expect(await scanPairs(store, 4)).toEqual(["=a", "\xff=b"]);
        expect(await scanPairs(store, 6)).toEqual(["=c"]);
        await store.dropSpace(5);
      });

      test("a snapshot that was requested before sees every key", async () => {
        await fill(store, { a: "1", b: "2" }, 5);
        const snapshot = store.snapshot();
        await store.dropSpace(5);
        expect(await scanPairs(snapshot, 5)).toEqual(["a=1", "b=2"]);
        snapshot.close();
        expect(await scanPairs(store, 5)).toEqual([]);
      });
    });

    describe("transact", () => {
      test("returns what its work returns", async () => {
        expect(await store.transact("l", async () => 42)).toBe(42);
        expect(
          await store.transact("l", async (transaction) => transaction.get(S, bytes("a"))),
        ).toBeUndefined();
      });

      test("commits puts and deletes of several spaces together; the last write of a key counts", async () => {
        await fill(store, { a: "1", b: "2" });
        await store.transact("l", async (transaction) => {
          transaction.put(S, bytes("a"), bytes("x"));
          transaction.delete(S, bytes("a"));
          transaction.delete(S, bytes("b"));
          transaction.put(S, bytes("b"), bytes("3"));
          transaction.delete(S, bytes("never there"));
          transaction.put(S + 1, bytes("a"), bytes("4"));
        });
        expect(await scanPairs(store, S)).toEqual(["b=3"]);
        expect(await scanPairs(store, S + 1)).toEqual(["a=4"]);
      });

      test("the bytes of a key may be reused after put", async () => {
        const key = bytes("a");
        await store.transact("l", async (transaction) => {
          transaction.put(S, key, bytes("1"));
          key.write("b");
          transaction.put(S, key, bytes("2"));
        });
        expect(await scanPairs(store, S)).toEqual(["a=1", "b=2"]);
      });

      test("reads its own writes; others do not, before the commit", async () => {
        await fill(store, { a: "1", b: "2", c: "3" });
        await store.transact("l", async (transaction) => {
          transaction.put(S, bytes("b"), bytes("own"));
          transaction.delete(S, bytes("c"));
          transaction.put(S, bytes("d"), bytes("new"));
          expect(await transaction.get(S, bytes("a"))).toEqual(bytes("1"));
          expect(await transaction.get(S, bytes("b"))).toEqual(bytes("own"));
          expect(await transaction.get(S, bytes("c"))).toBeUndefined();
          const many = await transaction.getMany(S, ["d", "c", "b", "a"].map(bytes));
          expect(many).toEqual([bytes("new"), undefined, bytes("own"), bytes("1")]);
          expect(await scanPairs(store, S)).toEqual(["a=1", "b=2", "c=3"]);
          expect(await store.get(S, bytes("d"))).toBeUndefined();
        });
        expect(await scanPairs(store, S)).toEqual(["a=1", "b=own", "d=new"]);
      });

      test.each<[ScanOptions, string[]]>([
        [{}, ["0=new", "a=1", "b=own", "bb=new", "d=4", "z=new"]],
        [{ reverse: true }, ["z=new", "d=4", "bb=new", "b=own", "a=1", "0=new"]],
        [{ limit: 3 }, ["0=new", "a=1", "b=own"]],
        [{ limit: 3, reverse: true }, ["z=new", "d=4", "bb=new"]],
        [{ from: bytes("b"), to: bytes("d") }, ["b=own", "bb=new"]],
        [{ from: bytes("e") }, ["z=new"]],
        [{ from: bytes("a"), limit: 1 }, ["a=1"]],
        [{ keysOnly: true, limit: 2 }, ["0=", "a="]],
        [{ limit: 0 }, []],
      ])("scans over its own writes: %o", async (options, expected) => {
        await fill(store, { a: "1", b: "2", c: "3", d: "4" });
        await store.transact("l", async (transaction) => {
          for (const key of ["0", "bb", "z"]) transaction.put(S, bytes(key), bytes("new"));
          transaction.put(S, bytes("b"), bytes("own"));
          transaction.delete(S, bytes("c"));
          transaction.put(S + 1, bytes("other space"), bytes(""));
          for (const chunkRows of [undefined, 1, 2, 5]) {
            const chunked = { ...options, ...(chunkRows === undefined ? {} : { chunkRows }) };
            expect(await scanPairs(transaction, S, chunked)).toEqual(expected);
          }
        });
      });

      test.each([3, 100])("%i rows that are ready are written as if each was put", async (count) => {
        await fill(store, { k1: "before" });
        const keys = new NewKeys(S);
        for (let i = 0; i < count; i++) {
          const start = keys.begin(4);
          keys.end(start + keys.bytes.write(`k${i}`, start));
        }
        const names = Array.from({ length: count }, (_, i) => `k${i}`).sort();
        const expected = names.map((text) => `${text}=`);
        await store.transact("l", async (transaction) => {
          transaction.putAll(keys.writes);
          expect(await transaction.get(S, bytes("k1"))).toEqual(bytes(""));
          expect(await scanPairs(transaction, S)).toEqual(expected);
        });
        expect(await scanPairs(store, S)).toEqual(expected);
      });

      test("writes nothing when its work throws, and passes the error on unchanged", async () => {
        await fill(store, { a: "1" });
        const error = new Error("no");
        const failing = store.transact("l", async (transaction) => {
          transaction.put(S, bytes("b"), bytes("2"));
          transaction.delete(S, bytes("a"));
          throw error;
        });
        await expect(failing).rejects.toBe(error);
        const failingLate = store.transact("l", async (transaction) => {
          transaction.put(S, bytes("b"), bytes("2"));
          transaction.beforeCommit(() => {
            throw error;
          });
        });
        await expect(failingLate).rejects.toBe(error);
        expect(await scanPairs(store, S)).toEqual(["a=1"]);
        expect(await store.transact("l", async () => "the lock is free")).toBe("the lock is free");
      });

      test("takes back what it assigned when it cannot be committed, and only then", async () => {
        let sequence = 0;
        const assign = (transaction: Transaction) =>
          transaction.beforeCommit(() => {
            const before = sequence++;
            transaction.put(S, bytes("last"), bytes(`${sequence}`));
            transaction.afterFailure(() => {
              sequence = before;
            });
          });
        await store.transact("l", async (transaction) => assign(transaction));
        const failing = store.transact("l", async (transaction) => {
          assign(transaction);
          assign(transaction);
          transaction.beforeCommit(() => {
            throw new Error(`at ${sequence}`);
          });
        });
        await expect(failing).rejects.toThrow("at 3");
        expect(sequence).toBe(1);
        await store.transact("l", async (transaction) => assign(transaction));
        expect(await store.get(S, bytes("last"))).toEqual(bytes("2"));
      });

      test("refuses writes after its end", async () => {
        let late: (() => void) | undefined;
        await store.transact("l", async (transaction) => {
          late = () => transaction.put(S, bytes("a"), bytes("1"));
        });
        expect(late).toThrow(/after the end/);
      });

      test("work under one lock takes turns in the order of arrival", async () => {
        const add = (by: number) =>
          store.transact("l", async (transaction) => {
            const before = (await transaction.get(S, bytes("list")))?.toString() ?? "";
            await transaction.get(S, bytes("x"));
            transaction.put(S, bytes("list"), bytes(`${before}${by},`));
          });
        await Promise.all(Array.from({ length: 50 }, (_, i) => add(i)));
        const list = Array.from({ length: 50 }, (_, i) => `${i},`).join("");
        expect(await store.get(S, bytes("list"))).toEqual(bytes(list));
      });

      test("work under different locks runs side by side", async () => {
        const first = gate();
        const second = gate();
        const a = store.transact("a", async () => {
          first.open();
          await second.opened;
        });
        const b = store.transact("b", async () => {
          second.open();
          await first.opened;
        });
        await Promise.all([a, b]);
      });

      test("what beforeCommit assigns is in commit order", async () => {
        let sequence = 0;
        const acknowledged: number[] = [];
        await Promise.all(
          Array.from({ length: 100 }, async (_, i) => {
            let assigned = 0;
            await store.transact(`lock ${i % 30}`, async (transaction) => {
              for (let turn = 0; turn < (i * 7) % 5; turn++) await transaction.get(S, bytes("x"));
              transaction.beforeCommit(() => {
                assigned = ++sequence;
                transaction.put(S, bytes(`log ${String(assigned).padStart(3, "0")}`), bytes(`${i}`));
                transaction.put(S, bytes("last"), bytes(`${assigned}`));
              });
            });
            acknowledged.push(assigned);
          }),
        );
        expect(await store.get(S, bytes("last"))).toEqual(bytes("100"));
        expect(await scanPairs(store, S, { from: bytes("log") })).toHaveLength(100);
        expect(acknowledged).toEqual(acknowledged.toSorted((a, b) => a - b));
      });
    });

    describe("consistent reads while writers write", () => {
      /** Two keys far apart that every commit sets to the same value, with many rows between them. */
      const setBoth = (value: string) => fill(store, { "a first": value, "z last": value });
      const between = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`m${i}`, "v"]));

      test("a scan sees one moment", async () => {
        await fill(store, between);
        await setBoth("0");
        let writes = 0;
        const seen: string[] = [];
        for await (const rows of store.scan(S, { chunkRows: 100 })) {
          await setBoth(`${++writes}`);
          for (const { key, value } of rows) if (key[0] !== 0x6d) seen.push(value.toString());
        }
        expect(seen).toEqual(["0", "0"]);
        expect(writes).toBeGreaterThan(10);
      });

      test("a snapshot sees the moment when it was made, until it is closed", async () => {
        await setBoth("0");
        const snapshot = store.snapshot();
        await setBoth("1");
        await store.transact("l", async (transaction) => transaction.delete(S, bytes("z last")));
        await fill(store, { new: "" });
        expect(await snapshot.get(S, bytes("a first"))).toEqual(bytes("0"));
        expect(await snapshot.getMany(S, [bytes("z last"), bytes("new")])).toEqual([bytes("0"), undefined]);
        expect(await scanPairs(snapshot, S)).toEqual(["a first=0", "z last=0"]);
        expect(await scanPairs(snapshot, S, { reverse: true, limit: 1 })).toEqual(["z last=0"]);
        expect(await scanPairs(store, S)).toEqual(["a first=1", "new="]);
        snapshot.close();
        await expect(snapshot.get(S, bytes("a first"))).rejects.toMatchObject({ code: "closed" });
      });

      test("a transaction's scan does not see what it writes during the scan", async () => {
        await fill(store, between);
        await store.transact("l", async (transaction) => {
          transaction.put(S, bytes("m0"), bytes("own"));
          let rowCount = 0;
          for await (const rows of transaction.scan(S, { chunkRows: 100 })) {
            rowCount += rows.length;
            for (const { key } of rows) transaction.delete(S, key);
            transaction.put(S, bytes("z"), bytes(""));
          }
          expect(rowCount).toBe(2_000);
          expect(await scanPairs(transaction, S)).toEqual(["z="]);
        });
      });
    });

    describe("close", () => {
      test("waits for running and waiting transactions, which still commit", async () => {
        const held = gate();
        const ends: string[] = [];
        const running = store.transact("l", async (transaction) => {
          await held.opened;
          await transaction.get(S, bytes("a"));
          transaction.put(S, bytes("a"), bytes("1"));
        });
        const waiting = store.transact("l", async (transaction) => transaction.get(S, bytes("a")));
        const closing = store.close().then(() => ends.push("closed"));
        await expect(store.transact("other", async () => 0)).rejects.toMatchObject({ code: "closed" });
        held.open();
        await running.then(() => ends.push("running"));
        expect(await waiting.finally(() => ends.push("waiting"))).toEqual(bytes("1"));
        await closing;
        expect(ends).toEqual(["running", "waiting", "closed"]);
      });

      test("every later call fails with code closed; closing again does nothing", async () => {
        await fill(store, { a: "1" });
        const snapshot = store.snapshot();
        await store.close();
        await store.close();
        const closed = { code: "closed" };
        await expect(store.get(S, bytes("a"))).rejects.toMatchObject(closed);
        await expect(store.getMany(S, [bytes("a")])).rejects.toMatchObject(closed);
        await expect(scanPairs(store, S)).rejects.toMatchObject(closed);
        await expect(store.transact("l", async () => 0)).rejects.toMatchObject(closed);
        await expect(store.dropSpace(S)).rejects.toMatchObject(closed);
        await expect(store.spaces()).rejects.toMatchObject(closed);
        await expect(snapshot.get(S, bytes("a"))).rejects.toMatchObject(closed);
        expect(() => store.snapshot()).toThrow(expect.objectContaining(closed));
        snapshot.close();
      });

      test("a scan under way ends with code closed", async () => {
        await fill(store, { a: "1", b: "2", c: "3" });
        const scanning = (async () => {
          for await (const rows of store.scan(S, { chunkRows: 1 })) if (rows.length > 0) await store.close();
        })();
        await expect(scanning).rejects.toMatchObject({ code: "closed" });
      });
    });

    describeKeyValueModel(openEmpty);
  });
}
