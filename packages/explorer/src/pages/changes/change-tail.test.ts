import type { PartitionFigures } from "orrerydb/control-api";
import { expect, test } from "vitest";
import type { OrreryClient } from "../../client/orrery-client.ts";
import { CHANGES_KEPT, ChangeTail, cutAtBorders } from "./change-tail.ts";

const partition = (id: string, minInclusive: string, maxExclusive: string, lsn: number) =>
  ({ id, minInclusive, maxExclusive, lsn }) as PartitionFigures;

const PLACE = { database: "db", container: "c" };

/** A feed in which the LSNs of a range up to the partition's are its items. */
function fakeClient(partitions: () => readonly PartitionFigures[], asked: string[] = []): OrreryClient {
  const data = async (_: string, __: string[], { headers }: { headers: Record<string, string> }) => {
    const min = headers["x-ms-start-epk"]!;
    const after = Number(headers["if-none-match"]!.replaceAll('"', ""));
    asked.push(`${min}-${headers["x-ms-end-epk"]} after ${after}`);
    const { lsn } = partitions().find((each) => each.minInclusive <= min && min < each.maxExclusive)!;
    const last = Math.min(lsn, after + 100);
    const Documents = Array.from({ length: last - after }, (_each, i) => ({
      current: { id: `${min}/${after + i + 1}` },
      metadata: { lsn: after + i + 1, crts: after + i + 1 },
    }));
    const body = Documents.length === 0 ? undefined : { Documents };
    return { body, text: JSON.stringify(body), headers: new Headers({ etag: `"${last}"` }), charge: 1 };
  };
  return { partitions: async () => partitions(), data } as unknown as OrreryClient;
}

test("it begins with what comes next, and asks only where something was written", async () => {
  let lsns = [5, 5];
  const asked: string[] = [];
  const client = fakeClient(
    () => [partition("0", "", "20", lsns[0]!), partition("1", "20", "FF", lsns[1]!)],
    asked,
  );
  const tail = new ChangeTail(client, PLACE, { mode: "latest", start: "now" });
  await tail.readOn();
  expect([asked, tail.changes]).toEqual([[], []]);
  lsns = [5, 7];
  await tail.readOn();
  expect(asked).toEqual(["20-FF after 5", "20-FF after 7"]);
  expect(tail.changes.map(({ id, partition, number }) => [id, partition, number])).toEqual([
    ["20/7", "1", 1],
    ["20/6", "1", 0],
  ]);
  expect(tail.charge).toBe(2);
});

test("it goes on over a split, and reads nothing twice", async () => {
  let now = [partition("0", "", "FF", 2)];
  const asked: string[] = [];
  const tail = new ChangeTail(
    fakeClient(() => now, asked),
    PLACE,
    { mode: "allVersions", start: "beginning" },
  );
  await tail.readOn();
  expect(tail.seen).toBe(2);
  now = [partition("1", "", "20", 2), partition("2", "20", "FF", 3)];
  asked.length = 0;
  await tail.readOn();
  expect(asked).toEqual(["20-FF after 2", "20-FF after 3"]);
  expect(tail.seen).toBe(3);
});

test("a long feed is read in turns, and only the newest changes are kept", async () => {
  const tail = new ChangeTail(
    fakeClient(() => [partition("0", "", "FF", 900)]),
    PLACE,
    { mode: "latest", start: "beginning" },
  );
  await tail.readOn();
  expect(tail.seen).toBe(300);
  await tail.readOn();
  await tail.readOn();
  expect(tail.seen).toBe(900);
  expect(tail.changes).toHaveLength(CHANGES_KEPT);
  expect(tail.changes[0]!.id).toBe("/900");
});

test("parts are cut at borders and stay within a merged partition", () => {
  const parts = [
    { min: "", max: "20", position: 3 },
    { min: "20", max: "FF", position: 9 },
  ];
  expect(cutAtBorders(parts, [{ minInclusive: "", maxExclusive: "FF" }])).toEqual(parts);
  expect(
    cutAtBorders(parts, [
      { minInclusive: "", maxExclusive: "10" },
      { minInclusive: "10", maxExclusive: "FF" },
    ]),
  ).toEqual([{ min: "", max: "10", position: 3 }, { min: "10", max: "20", position: 3 }, parts[1]]);
});
