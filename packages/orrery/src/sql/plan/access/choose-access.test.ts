import { expect, test } from "vitest";
import { ArraySource } from "../../exec/array-source.ts";
import type { PathPredicate } from "../predicates/index-predicate.ts";
import { STRINGS } from "../predicates/key-interval.ts";
import { ACCESS_TUNING, chooseAccess } from "./choose-access.ts";

/** Of which the first few are there: whoever counts or samples entries sees as much as in a large index. */
const MANY = 300_000;
const SAMPLED = 2_000;

class ManyItems extends ArraySource {
  override itemCount(): number {
    return MANY;
  }
}

const source = new ManyItems(
  Array.from({ length: SAMPLED }, (_, i) => ({ id: `${i}`, name: `name ${String(i).padStart(6, "0")}` })),
);

/** How the items whose name ends with some number up to this one are found. */
async function wayToFirst(count: number): Promise<string> {
  const predicate: PathPredicate = {
    kind: "path",
    path: "/name",
    isTotal: false,
    isMany: false,
    intervals: [STRINGS],
    exact: true,
    judge: { passes: ({ value }) => Number((value as string).slice(-6)) < count },
  };
  const { access } = await chooseAccess(source, predicate, { ...ACCESS_TUNING, needsFewItems: false });
  return access.kind;
}

test("a few that pass among the first entries do not count for many: they may be all", async () => {
  expect(await wayToFirst(0)).toBe("refs");
  expect(await wayToFirst(3)).toBe("refs");
  expect(await wayToFirst(4)).toBe("refs");
});

test("where a good part of a sample passes, all items are read in their order", async () => {
  expect(await wayToFirst(MANY)).toBe("walk");
  expect(await wayToFirst(SAMPLED / 2)).toBe("walk");
});
