/** The thread of an advice: asks the server's thread for items, and tells it how far it is and what came out. */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { advise, checkScale, htmlReport, type SizedItem, sizedItem } from "../../advisor/index.ts";
import { Failure } from "../../value/failure.ts";
import type { AdviceChunk, AdviceJob, FromAdviceThread, Wanted } from "./advice-thread.ts";

const port = parentPort!;
const job = workerData as AdviceJob;
const tell = (message: FromAdviceThread) => port.postMessage(message);

let hasMore = false;

async function* pulled(what: Wanted): AsyncGenerator<SizedItem> {
  for (;;) {
    tell({ kind: "want", what });
    const [chunk] = (await once(port, "message")) as [AdviceChunk];
    if (chunk.rows.length === 0) {
      hasMore ||= chunk.hasMore;
      return;
    }
    for (const row of chunk.rows) yield sizedItem(JSON.parse(row));
  }
}

/** Between two tellings of how far it is. */
const TELL_MS = 100;
let toldMs = 0;

void giveAdvice();

async function giveAdvice(): Promise<void> {
  try {
    const advice = await advise({
      items: pulled("items"),
      hasMore: () => hasMore,
      ...(job.workload === undefined ? {} : { workload: { text: job.workload, name: "'workload'" } }),
      ...(job.isRecorded ? { traffic: { lines: pulled("recorded"), container: job.container } } : {}),
      scale: checkScale(job.scale),
      present: job.present,
      ...(job.replays === undefined ? {} : { replays: job.replays }),
      ...(job.replaySeconds === undefined ? {} : { replaySeconds: job.replaySeconds }),
      progress: (what, part) => {
        if (performance.now() - toldMs < TELL_MS) return;
        toldMs = performance.now();
        tell({ kind: "progress", what, part: part ?? null });
      },
    });
    tell({ kind: "done", advice, report: htmlReport(advice) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    tell({ kind: "refused", message: error.message });
  } finally {
    port.close();
  }
}
