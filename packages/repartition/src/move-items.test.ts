import { expect, test } from "vitest";
import { changesToCopy, News } from "./move-items.ts";

const items = [1, 2, 3].map((_lsn) => ({ id: `${_lsn}`, _lsn }));
const at = (lsn: number, rangeId = "0") => ({ rangeId, lsn });

test("what was changed since following began is left to it", () => {
  const { changes, isExact } = changesToCopy({ items, place: at(9) }, at(2));
  expect(changes).toEqual(items.slice(0, 2).map((item) => ({ kind: "put", item, isNew: true })));
  expect(isExact).toBe(true);
});

test.each([
  ["the partition is another one since", at(9, "1"), at(2)],
  ["the endpoint does not tell", undefined, at(2)],
  ["it is not known where following began", at(9), undefined],
])("all are copied, and the target asked, where %s", (_, place, begun) => {
  const { changes, isExact } = changesToCopy({ items, place }, begun);
  expect(changes).toEqual(items.map((item) => ({ kind: "put", item, isNew: false })));
  expect(isExact).toBe(false);
});

const page = (lsns: number[], place: { rangeId: string; lsn: number } | undefined) => ({
  changes: lsns.map((lsn) => ({ kind: "put" as const, item: { id: `${lsn}` }, isNew: true })),
  lsns,
  place,
});
const newIn = (news: News, ...of: Parameters<typeof page>) =>
  news.marked(page(...of)).map((change) => change.kind === "put" && change.isNew);

test("a creation is news after the first look at its partition", () => {
  const news = new News(false);
  expect(newIn(news, [1, 2], at(3))).toEqual([false, false]);
  expect(newIn(news, [3, 4], at(5))).toEqual([false, true]);
  expect(newIn(news, [5], at(5, "1"))).toEqual([false]);
  expect(newIn(news, [6], undefined)).toEqual([false]);
});

test("all are news after the copy, until a page has to be tried again", () => {
  const news = new News(true);
  expect(newIn(news, [1, 2], at(3))).toEqual([true, true]);
  news.doubt();
  expect(newIn(news, [3, 4], at(4))).toEqual([false, false]);
  expect(newIn(news, [5], at(6))).toEqual([true]);
});
