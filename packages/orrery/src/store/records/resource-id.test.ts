import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ridBytes, ridText } from "../../value/resource-id-text.ts";
import { LOGICAL_NUMBERS, logicalNumberOf, makeRef, SEQUENCES } from "./key-layout.ts";
import { childRid, containerRid, databaseRid, itemRid, refOfItemRid, userRid } from "./resource-id.ts";

const container = containerRid(databaseRid(0x5cfd2600), 0x1dc7f800);

test("lengths and type bits are the service's", () => {
  expect(ridText(databaseRid(1))).toHaveLength(8);
  expect(ridText(container)).toHaveLength(12);
  expect(container[4]! & 0x80).toBe(0x80);
  expect(userRid(databaseRid(1), 0xffffffff)[4]! & 0x80).toBe(0);
  expect(childRid(container, "storedProcedure", 3)[15]).toBe(0x80);
  expect(childRid(container, "trigger", 3)[15]).toBe(0x70);
  expect(childRid(container, "partitionKeyRange", 3)[15]).toBe(0x50);
});

test("published resource ids are read as they were made", () => {
  const item = ridBytes("n7AmAPTJ480GAAAAAAAAAA==")!;
  expect(refOfItemRid(item.subarray(0, 8), item)).toBe(makeRef(0, 6));
  const conflict = ridBytes("k6d9ALgBmD8BAAAAAAAAQA==")!;
  expect(refOfItemRid(conflict.subarray(0, 8), conflict)).toBeUndefined();
});

const number = fc.integer({ min: 0, max: LOGICAL_NUMBERS - 1 });
const sequence = fc.integer({ min: 0, max: SEQUENCES - 1 });

test("an item's address is in its resource id, and addresses sort by logical partition, then by sequence", () => {
  fc.assert(
    fc.property(number, sequence, number, sequence, (n1, s1, n2, s2) => {
      const ref = makeRef(n1, s1);
      expect(logicalNumberOf(ref)).toBe(n1);
      const rid = ridBytes(ridText(itemRid(container, ref)))!;
      expect(refOfItemRid(container, rid)).toBe(ref);
      const other = makeRef(n2, s2);
      expect(ref < other).toBe(n1 < n2 || (n1 === n2 && s1 < s2));
    }),
  );
});

test.each(["", "abc", "n7AmAPTJ480GAAAAAAAAAA=", "n7Am/AAA", "dbs"])("%j is no resource id", (text) => {
  expect(ridBytes(text)).toBeUndefined();
});
