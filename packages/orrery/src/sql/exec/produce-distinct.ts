/**
 * DISTINCT: every page begins at the beginning, passes over the rows that were answered before, and ends when it is
 * full. Nothing else could tell a value that is new from one that an earlier page has shown.
 */
import type { CandidateStream } from "./candidate-stream.ts";
import { hasMore } from "./candidate-stream.ts";
import type { Continuation } from "./continuation.ts";
import { DistinctSet } from "./distinct-set.ts";
import { ITEM_SLOT } from "./environment.ts";
import { printRow } from "./produce-rows.ts";
import type { QueryRun } from "./query-run.ts";
import { RowCursor } from "./row-cursor.ts";

export async function produceDistinct(
  run: QueryRun,
  stream: CandidateStream,
): Promise<Continuation | undefined> {
  const { compiled, context, environment, pacer, page, start, work } = run;
  const seen = new DistinctSet();
  const cursor = new RowCursor(compiled.steps, environment);
  const limit = compiled.offset + compiled.limit;
  let rows = 0;
  const addRow = (): boolean => {
    const value = compiled.project(environment);
    if (value === undefined || !seen.add(value)) return true;
    if (rows >= start.rows && rows >= compiled.offset && !page.add(printRow(run, value))) return false;
    rows++;
    return true;
  };
  while (rows < limit) {
    const item = stream.head();
    if (item === undefined) {
      if (!(await stream.fill())) return undefined;
      continue;
    }
    context.startItem();
    environment[ITEM_SLOT] = item.value();
    cursor.start();
    while (rows < limit && cursor.next()) {
      if (compiled.steps.length > 0) work.tuples++;
      if (compiled.where !== undefined && compiled.where(environment) !== true) continue;
      if (!addRow()) return { segments: [], rows };
      if (pacer.isDue()) await pacer.pause();
    }
    stream.take();
    if (pacer.isDue()) await pacer.pause();
    if (page.isFull && rows < limit) {
      return (await hasMore(stream)) ? { segments: [], rows } : undefined;
    }
  }
  return undefined;
}
