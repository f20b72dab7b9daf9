/**
 * Advice in a thread of its own: it computes for long, and the server's thread has others to serve. The thread asks for
 * items and for recorded lines as it needs them, and ends when it has told the outcome.
 */
import { Worker } from "node:worker_threads";
import type { Advice, PresentDefinition } from "../../advisor/index.ts";
import { workerEntry } from "../../schedule/worker-entry.ts";
import { Failure } from "../../value/failure.ts";

/** What the thread is told at its start. */
export interface AdviceJob {
  readonly container: string;
  readonly workload: string | undefined;
  readonly isRecorded: boolean;
  readonly scale: Readonly<Record<string, number>>;
  readonly replays: number | undefined;
  readonly replaySeconds: number | undefined;
  readonly present: PresentDefinition;
}

export type Wanted = "items" | "recorded";

/** Rows of JSON; none: there are no more. */
export interface AdviceChunk {
  readonly rows: readonly string[];
  /** Of the last chunk of items: whether some were not read. */
  readonly hasMore: boolean;
}

export type FromAdviceThread =
  | { readonly kind: "want"; readonly what: Wanted }
  | { readonly kind: "progress"; readonly what: string; readonly part: number | null }
  | { readonly kind: "done"; readonly advice: Advice; readonly report: string }
  | { readonly kind: "refused"; readonly message: string };

export interface AdviceOutcome {
  readonly advice: Advice;
  readonly report: string;
}

interface ThreadTerms {
  readonly job: AdviceJob;
  next(what: Wanted): Promise<AdviceChunk>;
  progress(what: string, part: number | null): void;
  readonly signal: AbortSignal;
}

export const ADVICE_HEAP_MB_MAX = 1_024;

/** Rejects with a Failure for what the user can mend, and when the signal aborts. */
export async function adviseInThread({ job, next, progress, signal }: ThreadTerms): Promise<AdviceOutcome> {
  const worker = new Worker(workerEntry("cli/jobs/advice-worker", import.meta.url), {
    execArgv: [],
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: ADVICE_HEAP_MB_MAX },
  });
  let onAbort = () => {};
  try {
    return await new Promise<AdviceOutcome>((resolve, reject) => {
      onAbort = () => reject(signal.reason);
      if (signal.aborted) onAbort();
      signal.addEventListener("abort", onAbort);
      worker.on("error", (error) => reject(tooLarge(error) ?? error));
      worker.on("exit", () => reject(new Error("the thread of the advice ended unexpectedly")));
      worker.on("message", (message: FromAdviceThread) => {
        if (message.kind === "want") {
          next(message.what).then((chunk) => worker.postMessage(chunk), reject);
        } else if (message.kind === "progress") progress(message.what, message.part);
        else if (message.kind === "done") resolve(message);
        else reject(new Failure("badRequest", message.message));
      });
    });
  } finally {
    signal.removeEventListener("abort", onAbort);
    await worker.terminate();
  }
}

function tooLarge(error: unknown): Failure | undefined {
  if ((error as { code?: string }).code !== "ERR_WORKER_OUT_OF_MEMORY") return undefined;
  return new Failure("badRequest", "The advice needed too much memory. Let it look at fewer 'items'.");
}
