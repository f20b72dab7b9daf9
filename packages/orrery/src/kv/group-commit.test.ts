import { beforeEach, expect, test } from "vitest";
import { toByteString } from "../value/byte-string.ts";
import { GroupCommit } from "./group-commit.ts";
import { OwnWrites } from "./own-writes.ts";

/** Writes that wait until the test ends them. */
let written: { keys: string; end: (error?: Error) => void }[];
let commits: GroupCommit;

beforeEach(() => {
  written = [];
  commits = new GroupCommit(
    (group) =>
      new Promise((resolve, reject) => {
        const keys = group
          .flat()
          .map(({ key }) => toByteString(key, 4))
          .join("");
        written.push({ keys, end: (error) => (error === undefined ? resolve() : reject(error)) });
      }),
  );
});

function commit(key: string, bytes = 1, undo = () => {}): Promise<void> {
  const writes = new OwnWrites();
  writes.set(1, Buffer.from(key), Buffer.alloc(bytes));
  return commits.commit(writes, undo);
}

test("what comes while a write is under way goes into the next one, in order", async () => {
  const first = commit("a");
  const later = ["b", "c", "d"].map((key) => commit(key));
  expect(written.map(({ keys }) => keys)).toEqual(["a"]);
  written[0]?.end();
  await first;
  expect(written.map(({ keys }) => keys)).toEqual(["a", "bcd"]);
  written[1]?.end();
  await Promise.all(later);
  void commit("e");
  expect(written[2]?.keys).toBe("e");
});

test("a group fails as a whole and with all behind it, is undone from its end, and the next one is tried", async () => {
  const undone: string[] = [];
  const undoable = (key: string) => commit(key, 1, () => undone.push(key));
  const first = undoable("a");
  const group = [undoable("b"), undoable("c")];
  written[0]?.end();
  await first;
  const failing = Promise.allSettled([...group, undoable("d")]);
  written[1]?.end(new Error("no"));
  const reason = expect.objectContaining({ message: "no" });
  expect(await failing).toEqual(["b", "c", "d"].map(() => ({ status: "rejected", reason })));
  expect(undone).toEqual(["d", "c", "b"]);
  const later = undoable("e");
  expect(written[2]?.keys).toBe("e");
  written[2]?.end();
  await later;
});

test("a group is bounded in bytes", async () => {
  const first = commit("a");
  const large = Promise.all(["b", "c", "d", "e"].map((key) => commit(key, 2.5 * 1024 * 1024)));
  written[0]?.end();
  await first;
  expect(written[1]?.keys).toBe("bc");
  written[1]?.end();
  await expect.poll(() => written[2]?.keys).toBe("de");
  written[2]?.end();
  await large;
});

test("nothing is written while it is held: not before what is under way has ended, and what comes waits", async () => {
  const events: string[] = [];
  const first = commit("a").then(() => events.push("a is written"));
  let release = () => {};
  const held = commits.hold(() => {
    events.push("held");
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  written[0]?.end();
  await first;
  await expect.poll(() => events).toEqual(["a is written", "held"]);
  const second = commit("b");
  expect(written).toHaveLength(1);
  release();
  await held;
  await expect.poll(() => written[1]?.keys).toBe("b");
  written[1]?.end();
  await second;
});

test("while it refuses, what waits and what comes fails at once, and what is being written goes on", async () => {
  const undone: string[] = [];
  const undoable = (key: string) => commit(key, 1, () => undone.push(key));
  const first = undoable("a");
  const waiting = Promise.allSettled([undoable("b"), undoable("c")]);
  commits.refuse(new Error("away"));
  expect(undone).toEqual(["c", "b"]);
  const late = undoable("d");
  expect(undone).toEqual(["c", "b", "d"]);
  await expect(late).rejects.toThrow("away");
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  written[0]?.end();
  await first;
  commits.accept();
  const later = undoable("e");
  expect(written[1]?.keys).toBe("e");
  written[1]?.end();
  await later;
});
