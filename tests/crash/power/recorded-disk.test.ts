import { expect, test } from "vitest";
import { seededRandom } from "../../harness/seeded-random.ts";
import { type DiskRecord, RecordedDisk, readRecords } from "./recorded-disk.ts";

const KINDS = ["created", "written", "synced", "renamed", "removed"];

function recordBytes(kind: DiskRecord["kind"], file: number, content: string | number): Buffer {
  const bytes = Buffer.alloc(typeof content === "number" ? 8 : content.length);
  if (typeof content === "number") bytes.writeBigUInt64LE(BigInt(content));
  else bytes.write(content);
  const header = Buffer.alloc(17);
  header[0] = KINDS.indexOf(kind) + 1;
  header.writeUInt32LE(file, 9);
  header.writeUInt32LE(bytes.length, 13);
  return Buffer.concat([header, bytes]);
}

/** All that 200 failures leave after these records, each once. */
function remains(...records: Parameters<typeof recordBytes>[]): Set<string> {
  const random = seededRandom(1);
  const disk = new RecordedDisk(new Map([["old", Buffer.from("kept")]]));
  for (const each of readRecords(Buffer.concat(records.map((record) => recordBytes(...record)))))
    disk.apply(each);
  const found = new Set<string>();
  for (let i = 0; i < 200; i++) {
    const files = [...disk.fail(random)].map(([name, content]) => `${name}=${content.toString("latin1")}`);
    found.add(files.sort().join(" "));
  }
  return found;
}

test("what was synced is there, and so is its name", () => {
  const found = remains(["created", 1, "log"], ["written", 1, "abc"], ["synced", 1, 3]);
  expect(found).toEqual(new Set(["log=abc old=kept"]));
});

test("of what was not synced, the end may be dropped or zeroed", () => {
  const found = remains(["created", 1, "log"], ["written", 1, "ab"], ["synced", 1, 2], ["written", 1, "cd"]);
  const ends = ["", "c", "cd", "c\0", "\0\0"];
  expect(found).toEqual(new Set(ends.map((end) => `log=ab${end} old=kept`)));
});

test("changes of names are lost from the last one back, until a sync", () => {
  const changes: Parameters<typeof recordBytes>[] = [
    ["created", 1, "new"],
    ["renamed", 0, "new\nold"],
  ];
  expect(remains(...changes)).toEqual(new Set(["old=kept", "new= old=kept", "old="]));
  expect(remains(...changes, ["created", 2, "x"], ["synced", 2, 0], ["removed", 0, "x"])).toEqual(
    new Set(["old= x=", "old="]),
  );
});

test("a record that was cut off does not count", () => {
  const whole = recordBytes("created", 1, "log");
  expect(readRecords(Buffer.concat([whole, whole.subarray(0, -1)]))).toHaveLength(1);
});
