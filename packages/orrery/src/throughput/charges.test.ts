import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  batchCharge,
  createCharge,
  deleteCharge,
  emptyReadCharge,
  patchCharge,
  readCharge,
  refusedCharge,
  replaceCharge,
  scriptCharge,
} from "./charges.ts";

const KB = 1024;

/** Size in KB, read, write: as published. */
const PUBLISHED = [
  [1, 1.0, 4.95],
  [2, 1.04, 6.29],
  [4, 1.14, 6.67],
  [8, 1.33, 7.04],
  [16, 1.67, 9.52],
  [32, 2.19, 11.23],
  [64, 4.76, 22.67],
  [128, 9.95, 48.19],
  [256, 20.28, 98.29],
  [512, 40.95, 184.57],
  [1024, 145.9, 625],
  [2048, 291.8, 1250],
] as const;

const oneKilobyte = { bytesBefore: KB, bytesAfter: KB, termsRemoved: 2, termsAdded: 2 };

describe("the published table", () => {
  it.each(PUBLISHED)("%i KB: a read costs exactly %f, a write within 2 %% of %f", (size, read, write) => {
    expect(readCharge(size * KB, 1)).toBe(read);
    expect(Math.abs(createCharge(size * KB, 0) / write - 1)).toBeLessThan(0.02);
  });

  it("differs from it in one figure only, where the formulas contradict it", () => {
    const different = PUBLISHED.filter(([size, , write]) => createCharge(size * KB, 0) !== write);
    expect(different.map(([size]) => size)).toEqual([1]);
  });
});

describe("a refused operation", () => {
  it("costs its lookup: a read's by the consistency level, a write's always the same", () => {
    const charges = (["read", "query", "create", "delete"] as const).map((kind) => [
      refusedCharge({ kind }, 1),
      refusedCharge({ kind }, 2),
    ]);
    expect(charges).toEqual([
      [1, 2],
      [1, 2],
      [1.24, 1.24],
      [1.24, 1.24],
    ]);
  });
});

describe("the published formulas, exactly", () => {
  it("creates and deletes 1 KB with ten terms for 7", () => {
    expect(createCharge(KB, 10)).toBe(7);
    expect(deleteCharge(KB, 10)).toBe(7);
  });

  it("replaces 1 KB with two changed terms for 10.8, and patches it for 11.6", () => {
    expect(replaceCharge(oneKilobyte)).toBe(10.8);
    expect(patchCharge(oneKilobyte, 2)).toBe(11.6);
  });
});

describe("between the sizes", () => {
  it("is flat up to 1 KB", () => {
    expect(readCharge(0, 1)).toBe(1);
    expect(readCharge(KB - 1, 1)).toBe(1);
    expect(createCharge(2, 0)).toBe(5);
  });

  it("is linear", () => {
    expect(readCharge(1.5 * KB, 1)).toBe(1.02);
    expect(readCharge(96 * KB, 1)).toBe(7.36);
    expect(readCharge(100 * KB, 1)).toBe(7.68);
    expect(createCharge(1.5 * KB, 0)).toBe(5.65);
  });

  it("goes on above 2 MB", () => {
    expect(readCharge(3072 * KB, 1)).toBe(437.7);
  });

  it("never costs less for more bytes", () => {
    const size = fc.integer({ min: 0, max: 2 ** 21 });
    fc.assert(
      fc.property(size, size, (a, b) => {
        const [small, large] = a < b ? [a, b] : [b, a];
        expect(readCharge(small, 1)).toBeLessThanOrEqual(readCharge(large, 1));
        expect(createCharge(small, 3)).toBeLessThanOrEqual(createCharge(large, 3));
      }),
    );
  });
});

describe("what multiplies and adds up", () => {
  it("doubles reads and failed lookups on two replicas, before it rounds", () => {
    expect(readCharge(KB, 2)).toBe(2);
    expect(readCharge(1.6 * KB, 1)).toBe(1.02);
    expect(readCharge(1.6 * KB, 2)).toBe(2.05);
    expect([emptyReadCharge(1), emptyReadCharge(2)]).toEqual([1, 2]);
  });

  it("charges a batch its operations, without the dust of binary fractions", () => {
    expect(batchCharge([0.1, 0.2])).toBe(0.3);
    expect(batchCharge([7, 10.8, 1])).toBe(18.8);
  });

  it("charges a script its call, its operations and its run time", () => {
    expect(scriptCharge(0, 0)).toBe(1);
    expect(scriptCharge(18.8, 250_000)).toBe(20.7);
  });
});
