/** Advice that was asked for by the control API: one at a time for a container, few at a time for the server. */

import { WHOLE_EPK_RANGE } from "@orrerydb/keys/hash";
import type { PresentDefinition } from "../../advisor/index.ts";
import type { AdviceState } from "../../api/control-api.ts";
import type { EngineOperations, SamplePart } from "../../engine/index.ts";
import type { AdviceDesk, AdviceRequest, NamedContainer } from "../../gateway/context/key-desks.ts";
import { Failure } from "../../value/failure.ts";
import type { AdviceChunk, AdviceOutcome } from "./advice-thread.ts";

export const ADVICE_AT_ONCE_MAX = 2;
/** Of those that have ended; the oldest is forgotten. */
export const ADVICE_KEPT_MAX = 20;
export const ADVICE_ITEMS_MAX = 1_000_000;
const ITEMS_DEFAULT = 100_000;
export const ADVICE_WORKLOAD_CHARACTERS_MAX = 65_536;
export const ADVICE_MS_MAX = 15 * 60_000;
const REPLAYS_MAX = 10;
const REPLAY_SECONDS = { min: 5, max: 110 };
const ROWS_PER_CHUNK = 500;

interface Entry {
  state: "running" | "done" | "failed";
  what: string;
  part: number | null;
  readonly startedAt: string;
  endedAt: string | null;
  error: string | null;
  outcome: AdviceOutcome | undefined;
  readonly stop: AbortController;
  /** Never rejects. */
  over: Promise<void>;
}

export class ServerAdviceDesk implements AdviceDesk {
  readonly #engine: EngineOperations;
  /** By resource id, in the order in which they began. */
  readonly #entries = new Map<string, Entry>();

  constructor(engine: EngineOperations) {
    this.#engine = engine;
  }

  async start(container: NamedContainer, terms: AdviceRequest): Promise<AdviceState> {
    await checkTerms(terms);
    const partitions = await this.#engine.partitions.figures(container);
    if (partitions.every(({ items }) => items === 0))
      throw new Failure("conflict", "There are no items to judge by. Write some, then ask again.");
    if (this.#entries.get(container.rid)?.state === "running")
      throw new Failure(
        "conflict",
        "Advice on this container is under way. Wait for it, or DELETE it first.",
      );
    if (this.#running().length >= ADVICE_AT_ONCE_MAX) {
      throw new Failure(
        "conflict",
        `Advice on ${ADVICE_AT_ONCE_MAX} containers is under way. Wait for one of them, or DELETE it.`,
      );
    }
    const entry: Entry = {
      state: "running",
      what: "beginning",
      part: null,
      startedAt: this.#time(),
      endedAt: null,
      error: null,
      outcome: undefined,
      stop: new AbortController(),
      over: Promise.resolve(),
    };
    this.#entries.delete(container.rid);
    this.#entries.set(container.rid, entry);
    entry.over = this.#run(container, terms, entry);
    return shown(entry);
  }

  read({ rid }: NamedContainer): AdviceState {
    const entry = this.#entries.get(rid);
    return entry === undefined ? NOTHING : shown(entry);
  }

  report({ rid }: NamedContainer): string {
    const outcome = this.#entries.get(rid)?.outcome;
    if (outcome === undefined)
      throw new Failure("notFound", "There is no advice on this container yet: POST advice first.");
    return outcome.report;
  }

  async cancel({ rid }: NamedContainer): Promise<AdviceState> {
    const entry = this.#entries.get(rid);
    this.#entries.delete(rid);
    entry?.stop.abort(new Failure("conflict", "It was given up."));
    await entry?.over;
    return NOTHING;
  }

  /** Ends all that is under way. */
  async close(): Promise<void> {
    for (const { stop } of this.#running()) stop.abort(new Failure("conflict", "The server stops."));
    await Promise.all([...this.#entries.values()].map(({ over }) => over));
  }

  #running(): Entry[] {
    return [...this.#entries.values()].filter(({ state }) => state === "running");
  }

  #time(): string {
    return new Date(this.#engine.environment.now()).toISOString();
  }

  async #presentOf(container: NamedContainer): Promise<PresentDefinition> {
    const { resource } = await this.#engine.containers.read(container, { quota: false, statistics: false });
    const { partitionKey, uniqueKeyPolicy } = resource.body as {
      partitionKey?: { paths: readonly string[] };
      uniqueKeyPolicy?: { uniqueKeys?: readonly { paths: readonly string[] }[] };
    };
    return {
      key: partitionKey?.paths ?? [],
      uniqueKeys: (uniqueKeyPolicy?.uniqueKeys ?? []).map(({ paths }) => paths),
    };
  }

  async #run(container: NamedContainer, terms: AdviceRequest, entry: Entry): Promise<void> {
    const late = new Failure("badRequest", "The advice took too long. Let it look at fewer 'items'.");
    const timer = setTimeout(() => entry.stop.abort(late), ADVICE_MS_MAX);
    timer.unref();
    const sample = new ContainerSample(this.#engine, container, terms.items ?? ITEMS_DEFAULT);
    const recorded = [...(terms.recorded ?? [])];
    try {
      const { adviseInThread } = await import("./advice-thread.ts");
      entry.outcome = await adviseInThread({
        job: {
          container: container.container,
          workload: terms.workload,
          isRecorded: terms.recorded !== undefined,
          scale: terms.scale ?? {},
          replays: terms.replays,
          replaySeconds: terms.replaySeconds,
          present: await this.#presentOf(container),
        },
        next: async (what) =>
          what === "items" ? sample.next() : { rows: recorded.splice(0, ROWS_PER_CHUNK), hasMore: false },
        progress: (said, part) => Object.assign(entry, { what: said, part }),
        signal: entry.stop.signal,
      });
      entry.state = "done";
      entry.what = "done";
      entry.part = 1;
    } catch (error) {
      entry.state = "failed";
      entry.error = error instanceof Failure ? error.message : "It failed; the server's log says why.";
      if (!(error instanceof Failure))
        this.#engine.environment.log("error", `Advice on ${container.container} failed: ${stackOf(error)}`);
    } finally {
      clearTimeout(timer);
      entry.endedAt = this.#time();
      this.#forgetOldest();
    }
  }

  #forgetOldest(): void {
    const ended = [...this.#entries].filter(([, { state }]) => state !== "running");
    for (const [rid] of ended.slice(0, Math.max(0, ended.length - ADVICE_KEPT_MAX)))
      this.#entries.delete(rid);
  }
}

const NOTHING: AdviceState = {
  state: "none",
  what: null,
  part: null,
  startedAt: null,
  endedAt: null,
  error: null,
  advice: null,
};

function shown({ state, what, part, startedAt, endedAt, error, outcome }: Entry): AdviceState {
  return { state, what, part, startedAt, endedAt, error, advice: outcome?.advice ?? null };
}

function stackOf(error: unknown): string {
  return (error as Error)?.stack ?? String(error);
}

/** What is wrong is said before anything begins. */
async function checkTerms({ items, workload, scale, replays, replaySeconds }: AdviceRequest): Promise<void> {
  checkWhole("items", items, 1, ADVICE_ITEMS_MAX);
  checkWhole("replays", replays, 0, REPLAYS_MAX);
  checkWhole("replaySeconds", replaySeconds, REPLAY_SECONDS.min, REPLAY_SECONDS.max);
  // Loaded when asked for: a server needs none of it.
  const { checkScale, parseWorkload } = await import("../../advisor/index.ts");
  if (scale !== undefined) checkScale(scale);
  if (workload === undefined) return;
  if (workload.length > ADVICE_WORKLOAD_CHARACTERS_MAX) {
    throw new Failure(
      "badRequest",
      `'workload' must have at most ${ADVICE_WORKLOAD_CHARACTERS_MAX} characters, not ${workload.length}.`,
    );
  }
  parseWorkload(workload, "'workload'");
}

function checkWhole(name: string, value: number | undefined, min: number, max: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw new Failure("badRequest", `'${name}' must be a whole number from ${min} to ${max}, not ${value}.`);
}

/** Pages of all partitions in turn, so that what is read of a large container is of all of them. */
class ContainerSample {
  readonly #engine: EngineOperations;
  readonly #container: NamedContainer;
  readonly #itemsMax: number;
  readonly #parts: SamplePart[] = [{ range: WHOLE_EPK_RANGE, afterLsn: 0 }];
  #read = 0;

  constructor(engine: EngineOperations, container: NamedContainer, itemsMax: number) {
    this.#engine = engine;
    this.#container = container;
    this.#itemsMax = itemsMax;
  }

  async next(): Promise<AdviceChunk> {
    const { database, container, rid } = this.#container;
    while (this.#parts.length > 0 && this.#read < this.#itemsMax) {
      const part = this.#parts.shift()!;
      const wanted = Math.min(ROWS_PER_CHUNK, this.#itemsMax - this.#read);
      const address = { database, container, intendedRid: rid };
      const { rows, rest } = await this.#engine.feeds.sample(address, part, wanted, this);
      this.#parts.push(...rest);
      this.#read += rows.length;
      if (rows.length > 0) return { rows: rows.map(String), hasMore: true };
    }
    return { rows: [], hasMore: this.#parts.length > 0 };
  }
}
