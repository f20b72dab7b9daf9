/**
 * DISTINCT and GROUP BY from an index that has their rows in the order of their keys: reads one key after another from
 * all ranges together, answers its row, and goes on there on the next page. Where the index would pass over too much
 * that is out of scope, the rows are computed from the items instead, in the same order.
 */
import { isIndexPassable } from "../../plan/access/choose-access.ts";
import type { KeyedPlan } from "../../plan/execution-plan.ts";
import { type Continuation, START } from "../continuation.ts";
import type { QueryRun } from "../query-run.ts";
import { addWork, noWork } from "../query-work.ts";
import { KeyProgress } from "./key-progress.ts";
import { KeyedReader } from "./keyed-reader.ts";
import { printRow } from "./produce-rows.ts";
import { produceWhole } from "./produce-whole.ts";

export async function produceKeyed(run: QueryRun, plan: KeyedPlan): Promise<Continuation | undefined> {
  const { bound, keyed } = plan;
  const { ranges, start } = run;
  if (!ranges.every(({ source }) => isIndexPassable(source))) {
    const input = { kind: "items", inRefOrder: false } as const;
    return produceWhole(run, { bound, input, ...(bound.distinct && { keyOrder: keyed }) });
  }
  // What is read of a key is counted when all of its rows are on the page.
  const work = noWork();
  const reader = new KeyedReader(run, { bound, keyed, ranges, start, work });
  try {
    const next = await fillPage(run, reader, new KeyProgress(run, keyed.reverse), () => {
      addWork(run.work, work);
      Object.assign(work, noWork());
    });
    if (next === undefined) addWork(run.work, work);
    return next;
  } finally {
    await reader.close();
  }
}

async function fillPage(
  run: QueryRun,
  reader: KeyedReader,
  progress: KeyProgress,
  keyDone: () => void,
): Promise<Continuation | undefined> {
  const { bound, page, pacer, start } = run;
  const end = bound.offset + bound.limit;
  let { rows } = start;
  while (rows < end && (await reader.hasNext())) {
    if (page.isFull || pacer.isLate) return token(progress.after(), rows);
    const { key } = reader;
    for (const value of await reader.take()) {
      progress.next(key);
      if (progress.isAnswered) continue;
      if (rows >= bound.offset && !page.add(printRow(run, value))) return token(progress.before(), rows);
      if (++rows >= end) break;
    }
    keyDone();
    if (pacer.isDue()) await pacer.pause();
  }
  return undefined;
}

function token(
  { key, segments, within }: Pick<Continuation, "key" | "segments" | "within">,
  rows: number,
): Continuation {
  return { ...START, rows, ...(key !== undefined && { key }), segments, within };
}
