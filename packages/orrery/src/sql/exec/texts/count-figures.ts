/** Adds up over all ranges what full-text indexes know of their items. */
import type { RowSource } from "../../../value/rows/row-source.ts";
import type { TextFigure } from "../../plan/text-statistics.ts";
import type { QueryRun } from "../query-run.ts";
import { noWork, type QueryWork } from "../query-work.ts";
import { onlyTerm, textRefs } from "./text-refs.ts";

/** One number for each; undefined: some have to be found out by reading the items. */
export async function countFigures(
  { ranges, usage, work, start }: QueryRun,
  figures: readonly TextFigure[],
): Promise<readonly number[] | undefined> {
  const done = noWork();
  done.partitionsVisited = ranges.length;
  const totals: number[] = [];
  for (const figure of figures) {
    const counts = await Promise.all(ranges.map(({ source }) => countFigure(source, figure, done)));
    if (!counts.every((count) => count !== undefined)) return undefined;
    totals.push(counts.reduce((sum, count) => sum + count, 0));
  }
  for (const figure of figures) {
    if (figure.kind === "words") usage.use(figure.index, true);
    if (figure.kind === "hits") usage.use(figure.predicate.index, true);
  }
  // A page that goes on counts nothing again.
  if (start.rows === 0) {
    work.partitionsVisited += done.partitionsVisited;
    work.indexLookups += done.indexLookups;
    work.indexEntries += done.indexEntries;
    work.itemsLoaded += done.itemsLoaded;
    work.bytesLoaded += done.bytesLoaded;
  }
  return totals;
}

async function countFigure(
  source: RowSource,
  figure: TextFigure,
  work: QueryWork,
): Promise<number | undefined> {
  switch (figure.kind) {
    case "nothing":
      return 0;
    case "items":
      work.indexLookups++;
      return source.exactCount();
    case "words": {
      work.indexLookups++;
      const known = await source.texts.wordCount(figure.index);
      if (known !== undefined) return known;
      let words = 0;
      for await (const texts of source.texts.postings({ index: figure.index, of: { kind: "texts" } })) {
        work.indexEntries += texts.length;
        for (const { length } of texts) words += length;
      }
      return words;
    }
    case "hits": {
      const { predicate } = figure;
      const term = await onlyTerm(source, predicate);
      const known =
        term === undefined
          ? undefined
          : await source.texts.countPostings({ index: predicate.index, of: { kind: "term", term } });
      if (known !== undefined) {
        work.indexLookups++;
        work.indexEntries += known;
        return known;
      }
      return (await textRefs(source, predicate, work))?.size;
    }
  }
}
