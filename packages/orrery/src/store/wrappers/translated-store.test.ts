import { expect, test } from "vitest";
import { KeyValueError, type KeyValueErrorCode } from "../../kv/key-value-store.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { Corruption } from "../../value/corruption.ts";
import { Failure } from "../../value/failure.ts";
import { TranslatedStore } from "./translated-store.ts";

const KEY = Buffer.of(1);

/** A store of which every call fails. */
function failing(code: KeyValueErrorCode): TranslatedStore {
  const kv = new MemoryStore();
  const fail = () => {
    throw new KeyValueError(code, "The test wants it so.");
  };
  kv.get = kv.getMany = kv.transact = kv.dropSpace = kv.caughtUp = kv.close = async () => fail();
  kv.snapshot = fail;
  kv.scan = () => ({ [Symbol.asyncIterator]: () => ({ next: async () => fail() }) });
  return new TranslatedStore(kv);
}

const calls: Record<string, (store: TranslatedStore) => Promise<unknown> | unknown> = {
  get: (store) => store.get(1, KEY),
  getMany: (store) => store.getMany(1, [KEY]),
  scan: async (store) => {
    for await (const _ of store.scan(1));
  },
  snapshot: async (store) => store.snapshot(),
  transact: (store) => store.transact("lock", async () => {}),
  dropSpace: (store) => store.dropSpace(1),
  caughtUp: (store) => store.caughtUp(),
  close: (store) => store.close(),
};

test.each([
  ["full", "storageFull"],
  ["unavailable", "unavailable"],
  ["locked", "unavailable"],
  ["closed", "unavailable"],
  ["corrupt", "corrupt"],
] as const)("'%s' becomes '%s', whatever was called", async (code, expected) => {
  for (const [name, call] of Object.entries(calls)) {
    const error = await Promise.resolve(call(failing(code))).catch((thrown: unknown) => thrown);
    expect([name, (error as Failure).code]).toEqual([name, expected]);
    expect(error).toBeInstanceOf(code === "corrupt" ? Corruption : Failure);
    expect((error as Failure).cause).toBeInstanceOf(KeyValueError);
  }
});

test("a closed snapshot fails as the store does", async () => {
  const snapshot = new TranslatedStore(new MemoryStore()).snapshot();
  snapshot.close();
  await expect(snapshot.get(1, KEY)).rejects.toMatchObject({ name: "Failure", code: "unavailable" });
});

test("inside a transaction's work failures are the kv's, and other errors come out unchanged", async () => {
  const kv = new MemoryStore();
  const store = new TranslatedStore(kv);
  const own = new Error("own");
  await expect(store.transact("lock", () => Promise.reject(own))).rejects.toBe(own);
  const full = new KeyValueError("full", "The test wants it so.");
  const outside = store.transact("lock", async () => {
    await Promise.reject(full).catch((error: unknown) => expect(error).toBe(full));
    throw full;
  });
  await expect(outside).rejects.toMatchObject({ code: "storageFull", cause: full });
});

test("leaving a scan early frees it", async () => {
  const kv = new MemoryStore();
  let isFreed = false;
  kv.scan = async function* () {
    try {
      yield [];
    } finally {
      isFreed = true;
    }
  };
  for await (const _ of new TranslatedStore(kv).scan(1)) break;
  expect(isFreed).toBe(true);
});
