/**
 * What is known of a move, in a container of the target's database, so that any machine can go on with it. One runs it
 * at a time, by a lease.
 *
 * No clocks are compared: whoever finds a lease waits as long as one lasts, twice; if its holder has not renewed it in
 * that time, it is taken. A holder that could not renew its lease for as long as it lasts stops, and whatever it has
 * under way is aborted or over by then.
 */
import { randomUUID } from "node:crypto";
import type { Container, Database, FeedRange } from "@azure/cosmos";
import type { StrategyDescription } from "@orrerydb/keys";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { RepartitionError } from "./account.ts";
import type { Problem } from "./apply-changes.ts";
import type { FollowMode, Place } from "./change-feed.ts";
import { STATE_CONTAINER } from "./state-container.ts";

export type Stage = "copying" | "following" | "completed";

export interface Job {
  readonly id: "job";
  readonly job: string;
  readonly stage: Stage;
  readonly key: PartitionKeyDefinition;
  readonly strategy?: StrategyDescription | undefined;
  /** Of the containers that the move began with. */
  readonly sourceRid: string;
  readonly targetRid: string;
  /** On endpoints that cannot exchange names: whether writers use the target now. */
  readonly isSwitched: boolean;
  readonly isPaused: boolean;
  readonly startedAt: string;
  /** Of a move that the server itself does. */
  readonly inPlace?: InPlaceJob;
}

/** Two containers of one database, by their names. */
export interface InPlaceJob {
  readonly from: string;
  readonly to: string;
  readonly maxRu?: number | undefined;
}

/** How far a feed range of a source is. `source` is the resource id of the container that is followed. */
export interface RangeState {
  readonly id: string;
  readonly job: string;
  readonly source: string;
  readonly range: FeedRange;
  readonly mode: FollowMode;
  readonly isCopied: boolean;
  readonly copyToken?: string | undefined;
  readonly followToken: string;
  /** Where following began: what has a later LSN there comes again. */
  readonly begun?: Place | undefined;
  /** The target has what the source had when following began, or nothing of an item: nobody has followed yet. */
  readonly isExact?: boolean;
  readonly items: number;
}

interface Lease {
  readonly id: "lease";
  readonly job: string;
  /** Empty when it was given back. */
  readonly owner: string;
  /** Another one each time that it is renewed. */
  readonly beat: string;
}

/** Of a database in which some move has begun: those that its server does itself. */
export async function inPlaceJobs(database: Database): Promise<InPlaceJob[]> {
  const query = "SELECT VALUE c.inPlace FROM c WHERE c.id = 'job' AND IS_DEFINED(c.inPlace)";
  return (await database.container(STATE_CONTAINER).items.query<InPlaceJob>(query).fetchAll()).resources;
}

export class JobState {
  readonly #container: Container;
  readonly #job: string;
  readonly #owner = randomUUID();
  /** The lease as it was given back. */
  #leftLease: string | undefined;

  private constructor(container: Container, job: string) {
    this.#container = container;
    this.#job = job;
  }

  /** Makes the container for it, if it is not there. */
  static async open(database: Database, job: string): Promise<JobState> {
    const partitionKey = { paths: ["/job"], version: 2 };
    const { container } = await database.containers.createIfNotExists({ id: STATE_CONTAINER, partitionKey });
    return new JobState(container, job);
  }

  /** Undefined where no move has begun. */
  static async find(database: Database, job: string): Promise<Job | undefined> {
    return new JobState(database.container(STATE_CONTAINER), job).read();
  }

  async read(): Promise<Job | undefined> {
    return this.#read<Job>("job");
  }

  async write(job: Job): Promise<void> {
    await this.#container.items.upsert(job);
  }

  /** Changes it, whoever else does so meanwhile. */
  async change(change: (job: Job) => Job): Promise<Job> {
    for (;;) {
      const { resource, etag } = await this.#container.item("job", this.#job).read<Job>();
      if (resource === undefined) throw new RepartitionError("The move was cancelled.");
      const next = change(resource);
      if ((await this.#replaceIf(next, etag)) !== undefined) return next;
    }
  }

  async ranges(source: string): Promise<RangeState[]> {
    const query = "SELECT * FROM c WHERE c.source = @source ORDER BY c.id";
    const parameters = [{ name: "@source", value: source }];
    const options = { partitionKey: this.#job };
    return (await this.#container.items.query<RangeState>({ query, parameters }, options).fetchAll())
      .resources;
  }

  async writeRange(range: RangeState): Promise<void> {
    await this.#container.items.upsert(range);
  }

  /** In the place of all that were there of a source. */
  async replaceRanges(
    source: string,
    ranges: readonly Omit<RangeState, "id" | "job" | "source">[],
  ): Promise<void> {
    const next = ranges.map((range, i) => ({
      ...range,
      id: this.#rangeId(source, i),
      job: this.#job,
      source,
    }));
    const gone = (await this.ranges(source)).filter(({ id }) => !next.some((each) => each.id === id));
    for (const range of next) await this.writeRange(range);
    for (const { id } of gone) await this.#container.item(id, this.#job).delete();
  }

  #rangeId(source: string, i: number): string {
    return `range-${source.replaceAll(/[/\\?#=]/g, "-")}-${String(i).padStart(5, "0")}`;
  }

  async addProblems(problems: readonly Problem[]): Promise<void> {
    for (const problem of problems) {
      const id = `problem-${Buffer.from(problem.identity).toString("base64url").slice(0, 200)}`;
      await this.#container.items.upsert({ id, job: this.#job, problem });
    }
  }

  async problems(): Promise<Problem[]> {
    const query = "SELECT VALUE c.problem FROM c WHERE IS_DEFINED(c.problem)";
    const options = { partitionKey: this.#job };
    return (await this.#container.items.query<Problem>(query, options).fetchAll()).resources;
  }

  async forgetProblems(): Promise<void> {
    await this.#removeAll("SELECT VALUE c.id FROM c WHERE IS_DEFINED(c.problem)");
  }

  /** Of this move; the container stays, for others. */
  async remove(): Promise<void> {
    await this.#removeAll("SELECT VALUE c.id FROM c");
  }

  async #removeAll(query: string): Promise<void> {
    const ids = (await this.#container.items.query<string>(query, { partitionKey: this.#job }).fetchAll())
      .resources;
    for (const id of ids) await this.#container.item(id, this.#job).delete().catch(ignoreMissing);
  }

  /**
   * Waits for the one who has it, and takes it when he is gone. `wait` fails when nobody wants it any more. Returns
   * whether nobody else had it since it was given back here.
   */
  async takeLease(leaseMs: number, wait: (ms: number) => Promise<void>): Promise<boolean> {
    for (;;) {
      const lease = this.#lease(this.#owner);
      const { resource, etag } = await this.#container.item("lease", this.#job).read<Lease>();
      if (resource === undefined) {
        const isCreated = await this.#container.items.create(lease).then(() => true, conflictIsUndefined);
        if (isCreated) return false;
        continue;
      }
      if (resource.owner !== "" && resource.owner !== this.#owner) {
        await wait(2 * leaseMs);
        const again = await this.#container.item("lease", this.#job).read<Lease>();
        if (again.etag !== etag) continue;
      }
      if ((await this.#replaceIf(lease, etag)) !== undefined) return etag === this.#leftLease;
    }
  }

  /** False when somebody else has it. */
  async renewLease(): Promise<boolean> {
    const { resource, etag } = await this.#container.item("lease", this.#job).read<Lease>();
    if (resource?.owner !== this.#owner) return false;
    return (await this.#replaceIf(this.#lease(this.#owner), etag)) !== undefined;
  }

  async giveLeaseBack(): Promise<void> {
    const { resource, etag } = await this.#container.item("lease", this.#job).read<Lease>();
    if (resource?.owner === this.#owner) this.#leftLease = await this.#replaceIf(this.#lease(""), etag);
  }

  #lease(owner: string): Lease {
    return { id: "lease", job: this.#job, owner, beat: randomUUID() };
  }

  /** Returns the new ETag; undefined where it was changed meanwhile. */
  async #replaceIf(body: { readonly id: string }, etag: string): Promise<string | undefined> {
    const condition = { accessCondition: { type: "IfMatch", condition: etag } };
    return this.#container
      .item(body.id, this.#job)
      .replace(body, condition)
      .then((response) => response.etag, conflictIsUndefined);
  }

  async #read<T>(id: string): Promise<T | undefined> {
    try {
      return (await this.#container.item(id, this.#job).read()).resource as T | undefined;
    } catch (error) {
      ignoreMissing(error);
      return undefined;
    }
  }
}

function ignoreMissing(error: unknown): void {
  if ((error as { code?: number }).code !== 404) throw error;
}

function conflictIsUndefined(error: unknown): undefined {
  const { code } = error as { code?: number };
  if (code === 409 || code === 412) return undefined;
  throw error;
}
