/**
 * A move of a container to another partition key, on any endpoint that the SDK reaches: plan, copy, follow, verify,
 * mirror, cut over, roll back, complete. docs/architecture/repartition.md says why it is right whatever is killed when.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Container, CosmosClient, CosmosClientOptions } from "@azure/cosmos";
import { parseStrategy, type StrategyDescription } from "@orrerydb/keys";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { type ContainerPlace, connect, RepartitionError, type ThrottleCount } from "./account.ts";
import type { Problem } from "./apply-changes.ts";
import { forEachAtOnce } from "./at-once.ts";
import { ControlApi, type SwitchControl } from "./control.ts";
import { addedPaths, type Item } from "./item-identity.ts";
import { type Job, JobState, type RangeState } from "./job-state.ts";
import { KnownPlaces } from "./known-places.ts";
import { type RecordedRead, recordedRead, wrapContainer } from "./mirrored-reads.ts";
import { copyRanges, followRanges, type MoveContext } from "./move-items.ts";
import { type MovePlan, planMove } from "./plan-move.ts";
import { checkTarget, prepareTarget } from "./prepare-target.ts";
import { type MirrorReport, ReadMirror } from "./read-mirror.ts";
import { type Direction, directionOf, findContainer, openContainer, positionsNow } from "./sides.ts";
import { refuseProblems, type Switched, type SwitchTerms, switchSides } from "./switch-sides.ts";
import { ThroughputShare } from "./throughput-share.ts";
import { type Verification, verifyItems } from "./verify-items.ts";
import { type Alone, workAlone } from "./work-alone.ts";

export interface RepartitionOptions {
  readonly from: ContainerPlace;
  readonly to: ContainerPlace;
  /** The paths of the new key; or `strategy`. A move that has begun knows them. */
  readonly key?: readonly string[];
  readonly strategy?: StrategyDescription;
  /** RU a second on both sides together; absent: as fast as it goes. */
  readonly maxRu?: number;
  /** How long a machine that has the move may be silent before another goes on. */
  readonly leaseMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly clientOptions?: Partial<CosmosClientOptions>;
  readonly now?: () => number;
  /** Of the endpoint of both sides; absent: its control API, where it has one. */
  readonly control?: SwitchControl;
  /** The server that holds both containers does it, and goes on with it when it is started again. */
  readonly inPlace?: boolean;
}

export interface Progress {
  readonly stage: "copy" | "follow" | "verify" | "mirror";
  /** Brought over, or compared, since this process began with the stage. */
  readonly items: number;
  readonly spentRu: number;
  readonly throttled: number;
  /** How far the target is behind, in milliseconds; of following alone. */
  readonly lagMs: number;
}

export interface VerifyTerms {
  /** Brings over what differs. */
  readonly repair?: boolean;
  /** Items that are compared whole. */
  readonly samples?: number;
  /** Writes to neither container: what was not followed yet differs. */
  readonly dryRun?: boolean;
}

export interface StageOptions {
  readonly signal?: AbortSignal;
}

export interface SwitchOptions extends StageOptions, SwitchTerms {}

export interface MirrorOptions extends StageOptions {
  /** Of the reads, from 0 to 1. */
  readonly share?: number;
  readonly random?: () => number;
}

/** A container whose reads are mirrored, and what came out so far. */
export interface MirroredContainer {
  readonly container: Container;
  /** When all reads that were begun are compared. */
  report(): Promise<MirrorReport>;
}

export interface MoveStatus {
  readonly stage: Job["stage"] | "none";
  readonly isPaused: boolean;
  readonly isCutOver: boolean;
  /** The paths of the new key, and how it is computed. */
  readonly key: readonly string[];
  readonly strategy?: StrategyDescription | undefined;
  readonly startedAt?: string;
  readonly mode?: RangeState["mode"];
  readonly ranges: number;
  readonly rangesCopied: number;
  /** Brought over so far, by every process: copied and followed. */
  readonly items: number;
  readonly problems: readonly Problem[];
}

export const LEASE_MS = 15_000;
const MIRROR_SHARE = 0.1;
const READS_AT_ONCE = 8;
const POLL_MS = 200;

const FIRST_WAIT_MS = 100;

/** Where somebody else brings changes over. */
function waitFor(round: number): Promise<unknown> {
  return sleep(FIRST_WAIT_MS * 2 ** round);
}

function mirrorOf({ compared }: Direction, catchUp: (round: number) => Promise<unknown>): ReadMirror {
  const isItem = (row: unknown): row is Item => typeof (row as Item | null)?._rid === "string";
  return new ReadMirror((row) => (isItem(row) ? compared(row) : row), catchUp);
}

const TARGET_HAS_ITEMS = "The target holds items already: empty it, or name another.";

async function hasNoItems(container: Container): Promise<boolean> {
  return (await container.items.query("SELECT TOP 1 VALUE 1 FROM c").fetchAll()).resources.length === 0;
}

/** Opens a move, whether it has begun or not; nothing is written. */
export async function repartition(options: RepartitionOptions): Promise<Repartition> {
  if (options.key !== undefined && options.strategy !== undefined)
    throw new RepartitionError("Give the new key as paths or as a strategy, not both.");
  return new Repartition(options);
}

export class Repartition {
  readonly #options: RepartitionOptions;
  readonly #count: ThrottleCount = { throttled: 0 };
  readonly #leaseMs: number;
  readonly #known = new KnownPlaces();
  #fromClient: CosmosClient;
  #toClient: CosmosClient;
  #openState: Promise<JobState> | undefined;

  constructor(options: RepartitionOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    this.#fromClient = this.#connect(options.from);
    this.#toClient = this.#connect(options.to);
  }

  #connect(place: ContainerPlace): CosmosClient {
    const requestTimeout = this.#leaseMs;
    const maxWaitTimeInSeconds = Math.ceil(this.#leaseMs / 1000);
    const connectionPolicy = {
      requestTimeout,
      retryOptions: { maxRetryAttemptCount: 100, maxWaitTimeInSeconds, fixedRetryIntervalInMilliseconds: 0 },
    };
    return connect(place, this.#count, { connectionPolicy, ...this.#options.clientOptions });
  }

  /** What clients remember of a container goes with its name. */
  #reconnect(): void {
    this.dispose();
    this.#fromClient = this.#connect(this.#options.from);
    this.#toClient = this.#connect(this.#options.to);
    this.#openState = undefined;
    this.#known.clear();
  }

  dispose(): void {
    this.#fromClient.dispose();
    this.#toClient.dispose();
  }

  readonly #now = (): number => (this.#options.now ?? Date.now)();

  get #jobId(): string {
    const { from, to } = this.#options;
    // Not by the endpoint, which may have several names.
    const names = [from, to].map(({ database, container }) => [database, container]);
    return createHash("sha256").update(JSON.stringify(names)).digest("hex").slice(0, 16);
  }

  #keyDefinition(): PartitionKeyDefinition {
    const { key, strategy } = this.#options;
    if (key === undefined && strategy === undefined) {
      throw new RepartitionError(
        "Say which key the target is to have: --key PATHS or --strategy FILE (in a program: key or strategy).",
      );
    }
    const paths = key ?? parseStrategy(strategy).into;
    return { paths: [...paths], kind: paths.length > 1 ? "MultiHash" : "Hash", version: 2 };
  }

  /** Reads both sides, and writes nothing. */
  async plan(): Promise<MovePlan> {
    const { to, maxRu = Number.POSITIVE_INFINITY } = this.#options;
    const job = await this.#find();
    if (job !== undefined) this.#checkSameKey(job);
    // The former container has the target's name then, and nobody is to be told to delete it.
    if (job !== undefined && (await this.#isCutOver(job)))
      throw new RepartitionError("It was cut over already: complete it, or roll back.");
    const from = await openContainer(this.#fromClient, this.#options.from);
    const { key, strategy } = job ?? { key: this.#keyDefinition(), strategy: this.#options.strategy };
    this.#checkStrategy(from.definition.partitionKey);
    const target = await findContainer(this.#toClient, to);
    if (target !== undefined) checkTarget(from, target, key);
    const plan = await planMove({ from, to, toClient: this.#toClient, key, strategy, maxRu });
    if (job !== undefined || target === undefined || (await hasNoItems(target.container))) return plan;
    return { ...plan, warnings: [...plan.warnings, TARGET_HAS_ITEMS] };
  }

  /** What is asked for must be what was begun. */
  #checkSameKey(job: Job): void {
    const { key, strategy } = this.#options;
    const asked = key ?? (strategy && parseStrategy(strategy).into);
    if (asked === undefined || asked.join() === job.key.paths.join()) return;
    throw new RepartitionError(
      `This move began with the key ${job.key.paths.join(", ")}, not ${asked.join(", ")}: leave the key out to go on, or cancel the move and begin another.`,
    );
  }

  /** Undefined where the move has not begun. */
  #find(): Promise<Job | undefined> {
    return JobState.find(this.#toClient.database(this.#options.to.database), this.#jobId);
  }

  #checkStrategy(source: PartitionKeyDefinition): void {
    const { strategy } = this.#options;
    const added = strategy === undefined ? [] : addedPaths(parseStrategy(strategy));
    const clash = source.paths.find((path) => added.includes(path));
    if (clash === undefined) return;
    throw new RepartitionError(
      `The strategy puts its key at ${clash}, where the source has its own: give it another path ('into').`,
    );
  }

  /** Copies all items; begins the move, or goes on with it. */
  async copy(options: StageOptions = {}): Promise<void> {
    await this.#toClient.databases.createIfNotExists({ id: this.#options.to.database });
    const state = await this.#state();
    await this.#run(state, "copy", options, async (context) => {
      const ranges = await state.ranges(context.direction.live.rid);
      await copyRanges(context, ranges);
      await state.change((job) => (job.stage === "copying" ? { ...job, stage: "following" } : job));
    });
  }

  /** Brings changes over until the signal aborts, or with `untilCaughtUp` until there are none left. */
  async follow(options: StageOptions & { readonly untilCaughtUp?: boolean } = {}): Promise<void> {
    const state = await this.#existing("following");
    await this.#run(state, "follow", options, async (context) => {
      const ranges = await state.ranges(context.direction.live.rid);
      await followRanges(context, ranges, options.untilCaughtUp === true ? "caughtUp" : "never");
    });
  }

  /** Compares both sides, while the application goes on. */
  async verify(options: StageOptions & VerifyTerms = {}): Promise<Verification> {
    const state = await this.#existing("following");
    return this.#run(state, "verify", options, (context) => this.#verify(state, context, options));
  }

  async #verify(
    state: JobState,
    context: MoveContext,
    { repair = false, samples = 100, dryRun = false }: VerifyTerms,
  ): Promise<Verification> {
    const { rid } = context.direction.live;
    const catchUp = async () => {
      if (!dryRun) await followRanges(context, await state.ranges(rid), "caughtUp");
    };
    await catchUp();
    // What still is one is found again.
    const repairs = repair && !dryRun;
    if (repairs) await state.forgetProblems();
    return verifyItems(context, { ranges: await state.ranges(rid), repair: repairs, samples, catchUp });
  }

  /**
   * Asks the other container for a share of the reads that an Orrery server answers from the live one, until the signal
   * aborts, and compares. It follows meanwhile; in place, the server does.
   */
  async mirror(options: MirrorOptions = {}): Promise<MirrorReport> {
    const state = await this.#existing("following");
    const job = (await state.read())!;
    if (job.inPlace !== undefined) return this.#mirror(state, await this.#direction(job), options, waitFor);
    // Its end is no failure: so the signal ends what is mirrored, not the work.
    return this.#run(state, "follow", {}, async (context) => {
      const { rid } = context.direction.live;
      const follow = async () => followRanges(context, await state.ranges(rid), "caughtUp");
      let following: Promise<void> | undefined;
      const catchUp = () => {
        following ??= follow().finally(() => (following = undefined));
        return following;
      };
      return this.#mirror(state, context.direction, options, catchUp);
    });
  }

  async #mirror(
    state: JobState,
    direction: Direction,
    { signal, share = MIRROR_SHARE, random = Math.random }: MirrorOptions,
    catchUp: (round: number) => Promise<unknown>,
  ): Promise<MirrorReport> {
    const { database, container } = direction.live.place;
    const control = await ControlApi.at(direction.live.place);
    if (control === undefined)
      throw new RepartitionError(
        "The endpoint of the live container records no traffic. Let the application mirror its reads: see `mirrored` in docs/repartition.md.",
      );
    const mirror = mirrorOf(direction, catchUp);
    let next = await control.startRecording();
    try {
      while (signal?.aborted !== true) {
        const job = await state.read();
        if (job === undefined) throw new RepartitionError("The move was cancelled.");
        if (job.isPaused) throw new RepartitionError("The move is paused: resume it first.");
        const part = await control.takeRecording(next);
        next = part.next;
        const reads = (part.operations as readonly RecordedRead[])
          .filter((each) => each.container === `${database}/${container}` && random() < share)
          .flatMap((each) => recordedRead(each, direction) ?? []);
        await forEachAtOnce(reads, READS_AT_ONCE, (read) => mirror.compare(read));
        this.#options.onProgress?.({
          stage: "mirror",
          items: mirror.reads,
          spentRu: mirror.spentRu,
          throttled: this.#count.throttled,
          lagMs: 0,
        });
        if (part.operations.length === 0) await sleep(POLL_MS, undefined, { signal }).catch(() => {});
      }
    } finally {
      await control.stopRecording();
    }
    return mirror.report();
  }

  /** The same for an application on any endpoint: its own container of the SDK, whose reads are mirrored. */
  async mirrored(
    container: Container,
    { share = MIRROR_SHARE, random = Math.random }: MirrorOptions = {},
  ): Promise<MirroredContainer> {
    const state = await this.#existing("following");
    const direction = await this.#direction((await state.read())!);
    const mirror = mirrorOf(direction, waitFor);
    const begun = new Set<Promise<void>>();
    const onRead = (read: Promise<void>) => {
      begun.add(read);
      void read.then(() => begun.delete(read));
    };
    return {
      container: wrapContainer(container, { direction, mirror, share, random, onRead }),
      report: async () => {
        await Promise.all(begun);
        return mirror.report();
      },
    };
  }

  /** Makes the target the live container. */
  async cutOver(options: SwitchOptions = {}): Promise<Switched> {
    return this.#switch(false, options);
  }

  /** Makes the source the live container again, with all that was written since the cut-over. */
  async rollBack(options: SwitchOptions = {}): Promise<Switched> {
    return this.#switch(true, options);
  }

  async #switch(isBack: boolean, options: SwitchOptions): Promise<Switched> {
    const state = await this.#existing("following");
    const switched = await this.#run(state, "follow", options, async (context) => {
      if (context.direction.isReverse !== isBack) {
        throw new RepartitionError(
          isBack
            ? "There was no cut-over to roll back."
            : "It was cut over already: complete it, or roll back.",
        );
      }
      refuseProblems(await state.problems());
      return switchSides(context, options, {
        verify: (repair) => this.#verify(state, context, { repair }),
        control: async (place) => this.#options.control ?? ControlApi.at(place),
      });
    });
    this.#reconnect();
    return switched;
  }

  async pause(): Promise<void> {
    await (await this.#existing()).change((job) => ({ ...job, isPaused: true }));
  }

  async resume(): Promise<void> {
    await (await this.#existing()).change((job) => ({ ...job, isPaused: false }));
  }

  /** Forgets the move; both containers stay as they are. Refused after a cut-over: roll back or complete. */
  async cancel(): Promise<void> {
    const state = await this.#existing();
    if (await this.#isCutOver((await state.read())!))
      throw new RepartitionError("It was cut over: roll back, or complete.");
    await state.remove();
  }

  /** Ends the move after a cut-over: the former container is no longer followed, and stays as it is. */
  async complete(): Promise<void> {
    const state = await this.#existing();
    const { isReverse } = await this.#direction((await state.read())!);
    if (!isReverse) throw new RepartitionError("It was not cut over: cut over, or cancel.");
    await state.remove();
  }

  async status(): Promise<MoveStatus> {
    const job = await this.#find();
    if (job === undefined) {
      return {
        stage: "none",
        isPaused: false,
        isCutOver: false,
        key: [],
        ranges: 0,
        rangesCopied: 0,
        items: 0,
        problems: [],
      };
    }
    const state = await this.#state();
    const { live, isReverse } = await this.#direction(job);
    const ranges = await state.ranges(live.rid);
    return {
      stage: job.stage,
      isPaused: job.isPaused,
      isCutOver: isReverse,
      key: job.key.paths,
      strategy: job.strategy,
      startedAt: job.startedAt,
      ...(ranges[0] === undefined ? {} : { mode: ranges[0].mode }),
      ranges: ranges.length,
      rangesCopied: ranges.filter(({ isCopied }) => isCopied).length,
      items: ranges.reduce((sum, { items }) => sum + items, 0),
      problems: await state.problems(),
    };
  }

  /** One for all stages, so that it knows whether others were at it meanwhile. */
  #state(): Promise<JobState> {
    this.#openState ??= JobState.open(this.#toClient.database(this.#options.to.database), this.#jobId);
    return this.#openState;
  }

  async #existing(stage?: Job["stage"]): Promise<JobState> {
    const job = await this.#find();
    if (job === undefined) throw new RepartitionError("No such move has begun: copy first.");
    if (stage !== undefined && job.stage !== stage)
      throw new RepartitionError("The copy is not complete yet: run copy again, and let it come to its end.");
    return this.#state();
  }

  /** The job is written last: whoever finds it finds the positions from which the source is followed. */
  async #begin(state: JobState): Promise<Job> {
    const { from, to, strategy } = this.#options;
    const source = await openContainer(this.#fromClient, from);
    const key = this.#keyDefinition();
    this.#checkStrategy(source.definition.partitionKey);
    const target = await prepareTarget(source, this.#toClient, to, key);
    if (!(await hasNoItems(target.container))) throw new RepartitionError(TARGET_HAS_ITEMS);
    const positions = await positionsNow(source);
    await state.replaceRanges(
      source.rid,
      positions.map((position) => ({ ...position, isCopied: false, isExact: true, items: 0 })),
    );
    const job: Job = {
      id: "job",
      job: this.#jobId,
      stage: "copying",
      key,
      strategy,
      sourceRid: source.rid,
      targetRid: target.rid,
      isSwitched: false,
      isPaused: false,
      startedAt: new Date(this.#now()).toISOString(),
      ...(this.#options.inPlace === true
        ? { inPlace: { from: from.container, to: to.container, maxRu: this.#options.maxRu } }
        : {}),
    };
    await state.write(job);
    return job;
  }

  async #direction(job: Job): Promise<Direction> {
    const from = await openContainer(this.#fromClient, this.#options.from);
    const to = await openContainer(this.#toClient, this.#options.to);
    if (from.rid !== job.sourceRid && from.rid !== job.targetRid) {
      throw new RepartitionError(
        "The source is another container than the one that the move began with: cancel it.",
      );
    }
    return directionOf(job, from, to, this.#now);
  }

  /** False where one of the containers is no longer the one that the move began with. */
  async #isCutOver(job: Job): Promise<boolean> {
    try {
      return (await this.#direction(job)).isReverse;
    } catch (error) {
      if (error instanceof RepartitionError) return false;
      throw error;
    }
  }

  async #run<T>(
    state: JobState,
    stage: Progress["stage"],
    { signal }: StageOptions,
    work: (context: MoveContext) => Promise<T>,
  ): Promise<T> {
    return workAlone(state, this.#leaseMs, signal, async (alone) => {
      if (!alone.isUndisturbed) this.#known.clear();
      const known = await state.read();
      if (known === undefined && stage !== "copy") throw new RepartitionError("The move was cancelled.");
      if (known?.isPaused) throw new RepartitionError("The move is paused: resume it first.");
      if (known !== undefined) this.#checkSameKey(known);
      const job = known ?? (await this.#begin(state));
      return work(this.#context(state, stage, await this.#direction(job), alone));
    });
  }

  #context(
    state: JobState,
    stage: Progress["stage"],
    direction: Direction,
    { check, wait }: Alone,
  ): MoveContext {
    const share = new ThroughputShare(this.#options.maxRu ?? Number.POSITIVE_INFINITY, this.#now, wait);
    const lags = new Map<string, number>();
    let items = 0;
    const tell = () =>
      this.#options.onProgress?.({
        stage,
        items,
        spentRu: share.spent,
        throttled: this.#count.throttled,
        lagMs: Math.max(0, ...lags.values()),
      });
    return {
      direction,
      state,
      share,
      known: this.#known,
      check,
      wait,
      now: this.#now,
      moved: (count) => {
        items += count;
        tell();
      },
      lag: (range, ms) => {
        lags.set(range, ms);
        tell();
      },
    };
  }
}
