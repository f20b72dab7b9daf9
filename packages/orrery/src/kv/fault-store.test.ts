import { beforeEach, describe, expect, test } from "vitest";
import { FaultStore } from "./fault-store.fixture.ts";
import { describeKeyValueStore } from "./key-value.suite.ts";

describeKeyValueStore("FaultStore", async () => new FaultStore());

const bytes = (text: string) => Buffer.from(text);

async function keys(store: FaultStore): Promise<string> {
  const found: string[] = [];
  for await (const rows of store.scan(1)) for (const { key } of rows) found.push(key.toString());
  return found.join("");
}

function put(store: FaultStore, ...names: string[]): Promise<void> {
  return store.transact("lock", async (transaction) => {
    for (const name of names) transaction.put(1, bytes(name), bytes(""));
  });
}

describe("faults under disk durability", () => {
  let store: FaultStore;

  beforeEach(async () => {
    store = new FaultStore("disk");
    await put(store, "a");
  });

  test("chosen commits fail with the chosen code and leave nothing; then the store works again", async () => {
    store.failCommits("full", 2);
    await expect(put(store, "b", "c")).rejects.toMatchObject({ code: "full" });
    await expect(store.dropSpace(1)).rejects.toMatchObject({ code: "full" });
    expect(await keys(store)).toBe("a");
    await put(store, "d");
    expect(await keys(store)).toBe("ad");
  });

  test("what gathers behind a held commit that fails, fails with it and is taken back from its end", async () => {
    const sequence = ["a"];
    const undone: unknown[] = [];
    const append = (name: string) =>
      store.transact(name, async (transaction) => {
        transaction.beforeCommit(() => {
          transaction.afterFailure(() => undone.push([name, sequence.pop()]));
          sequence.push(name);
          transaction.put(1, bytes(name), bytes(sequence.join("")));
        });
      });
    const release = store.holdCommits();
    const commits = Promise.allSettled(["b", "c", "d"].map(append));
    while (sequence.length < 4) await Promise.resolve();
    expect(await keys(store)).toBe("a");
    store.failCommits("full");
    release();
    const reason = expect.objectContaining({ code: "full" });
    expect(await commits).toEqual(["b", "c", "d"].map(() => ({ status: "rejected", reason })));
    expect(undone).toEqual(["d", "c", "b"].map((name) => [name, name]));
    await append("e");
    expect((await store.get(1, bytes("e")))?.toString()).toBe("ae");
    expect(await keys(store)).toBe("ae");
  });

  test("an acknowledged commit survives a crash", async () => {
    await put(store, "b");
    store.crash();
    await expect(store.get(1, bytes("a"))).rejects.toMatchObject({ code: "unavailable" });
    await expect(put(store, "c")).rejects.toMatchObject({ code: "unavailable" });
    store.reopen();
    expect(await keys(store)).toBe("ab");
  });

  test.each([
    ["part", "a"],
    ["all", "abc"],
  ] as const)("a crash in a commit of which %s was written leaves %s", async (written, left) => {
    store.crashInCommit(written);
    await expect(put(store, "b", "c")).rejects.toMatchObject({ code: "unavailable" });
    await expect(put(store, "d")).rejects.toMatchObject({ code: "unavailable" });
    store.reopen();
    expect(await keys(store)).toBe(left);
    await put(store, "e");
    expect(await keys(store)).toBe(`${left}e`);
  });

  test("a transaction from before a crash cannot commit after it", async () => {
    const snapshot = store.snapshot();
    const late = store.transact("lock", async (transaction) => {
      transaction.put(1, bytes("b"), bytes(""));
      store.reopen();
      await put(store, "c");
    });
    await expect(late).rejects.toMatchObject({ code: "unavailable" });
    await expect(snapshot.get(1, bytes("a"))).rejects.toMatchObject({ code: "closed" });
    expect(await keys(store)).toBe("ac");
  });
});

describe("faults under process durability", () => {
  test("a crash drops what was not synced, but for the first commits that were lucky", async () => {
    for (const [kept, left] of [
      [0, "ab"],
      [1, "abc"],
      [9, "abcd"],
    ] as const) {
      const store = new FaultStore("process");
      await put(store, "a");
      await put(store, "b");
      store.sync();
      await put(store, "c");
      await put(store, "d");
      store.crash(kept);
      store.reopen();
      expect(await keys(store)).toBe(left);
    }
  });
});
