/**
 * How long queries may take. What fails a query is the processor's time that it used itself, however busy the machine is;
 * a page that can end after any row ends by the process's own clock, since somebody waits for it. The clock that items live
 * by may stand still or be moved.
 */
import type { Admitted } from "../../schedule/admission.ts";
import type { ScheduledTask } from "../../schedule/scheduler.ts";
import type { TaskOwner } from "../../schedule/task-line.ts";
import type { QueryStop } from "../../sql/index.ts";
import type { Environment } from "../ground/environment.ts";

export const QUERY_TIME = {
  /** For a page that can end after any row. */
  pageMs: 5_000,
  /** For a page that cannot: an aggregate, a group, a sort. Of the processor's time. */
  wholeMs: 30_000,
  /** For the condition of a patch, which other writers wait for. Of the processor's time. */
  conditionMs: 1_000,
} as const;

export interface QueryTime {
  readonly task: ScheduledTask;
  readonly stop: QueryStop;
  /** When the page should end. */
  readonly deadlineMs: number;
}

interface QueryAsker {
  /** Absent: somebody of its own. */
  readonly owner?: TaskOwner | undefined;
  readonly isUnwanted?: (() => boolean) | undefined;
  /** Absent: it runs whatever else is under way. */
  readonly admitted?: Admitted | undefined;
}

/** Begins the query's task, when a turn has time for it: what it reads is to be decided afterwards. */
export async function queryTime(
  { scheduler }: Environment,
  usedMsMax: number,
  { owner = {}, isUnwanted, admitted }: QueryAsker = {},
): Promise<QueryTime> {
  const task = scheduler.begin(owner);
  // The turn may have been used up by others, or by one that asks again and again.
  if (task.isDue()) await task.pause();
  return {
    task,
    stop: {
      usedMsMax,
      ...(isUnwanted && { isUnwanted }),
      ...(admitted && {
        light: {
          usedMsMax: scheduler.admission.limits.lightMs,
          bytesMax: scheduler.admission.limits.lightBytes,
          turnHeavy: () => admitted.turnHeavy(),
        },
      }),
    },
    deadlineMs: task.now() + Math.min(usedMsMax, QUERY_TIME.pageMs),
  };
}
