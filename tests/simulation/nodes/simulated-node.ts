/**
 * A node without sockets: its engine, and what it owns, on a database that answers after a while by the simulated clock. It can be
 * killed, and put to sleep: what it had sent is then still done, and it learns of nothing before it wakes.
 */
import { ClusterNode } from "../../../packages/orrery/src/cluster/cluster-node.ts";
import { EngineUnits } from "../../../packages/orrery/src/cluster/engine-units.ts";
import { RoutedCatalog } from "../../../packages/orrery/src/cluster/routed-catalog.ts";
import { type Aim, serveWhereOwned } from "../../../packages/orrery/src/cluster/serve-where-owned.ts";
import type { AskedPart } from "../../../packages/orrery/src/engine/container/asked-partition.ts";
import type { Container } from "../../../packages/orrery/src/engine/container/container.ts";
import { Engine } from "../../../packages/orrery/src/engine/engine.ts";
import { GroupCommit } from "../../../packages/orrery/src/kv/group-commit.ts";
import { KeyValueError } from "../../../packages/orrery/src/kv/key-value-store.ts";
import type { Members } from "../../../packages/orrery/src/kv/members.ts";
import { schedulerOf } from "../../../packages/orrery/src/schedule/test-loop.fixture.ts";
import { Storage } from "../../../packages/orrery/src/store/storage.ts";
import { NodeStore } from "./node-store.ts";
import type { SharedDatabase } from "./shared-database.ts";

export const LEASE_MS = 3_000;
const RENEWALS_PER_LEASE = 4;
const LATENCY_MS = 4;
export const DATABASE = "db";

/** What others need of the world around a node. */
export interface World {
  readonly database: SharedDatabase;
  readonly random: () => number;
  /** Fails with NotThere where there is none of this id. */
  send<T>(id: string, isRead: boolean, work: (node: SimulatedNode) => Promise<T>): Promise<T>;
}

export type Work<T> = (container: Container, engine: Engine) => Promise<T>;

export class SimulatedNode {
  readonly id: string;
  readonly cluster: ClusterNode;
  /** Settles when it has ended, by whatever cause. */
  readonly ended: Promise<void>;
  readonly #world: World;
  #end!: () => void;
  #isOver = false;
  #awake: Promise<void> = Promise.resolve();
  #validUntilMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #engine!: Engine;
  #catalog!: RoutedCatalog;

  private constructor(world: World, id: string) {
    this.#world = world;
    this.id = id;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.cluster = new ClusterNode({
      members: this.#members(),
      isCurrent: () => this.isCurrent,
      askToPass: (from, unit) => world.send(from.id, false, (node) => node.cluster.pass(unit, id)),
      spendAt: (to, asked) => world.send(to.id, true, (node) => node.#engine.partitions.spend(asked)),
    });
  }

  static async start(world: World, id: string): Promise<SimulatedNode> {
    const node = new SimulatedNode(world, id);
    await node.#begin();
    return node;
  }

  get isCurrent(): boolean {
    return performance.now() < this.#validUntilMs;
  }

  /** What a client asks of this node is done here, or where the partition of the key is served. */
  serve<T>(
    name: string,
    asked: AskedPart & { readonly isRead: boolean },
    work: Work<T>,
    forwarded?: Aim,
  ): Promise<T> {
    const { isRead } = asked;
    return serveWhereOwned(this.cluster, {
      find: () => {
        const container = this.#catalog.container({ database: DATABASE, container: name });
        return container && this.#catalog.targetOf(container, () => asked);
      },
      aim: forwarded ?? "named",
      isRead,
      isForwarded: forwarded !== undefined,
      here: async () => {
        const answer = await work(await this.#engine.openContainer(DATABASE, name), this.#engine);
        if (!this.isCurrent) throw new KeyValueError("unavailable", "The lease is over.");
        return answer;
      },
      forward: (node, aim) =>
        this.#world.send(node.id, isRead, (other) => other.serve(name, asked, work, aim)),
    });
  }

  /** `containers`: how many partitions each has. */
  async prepare(database: string, containers: ReadonlyMap<string, number>): Promise<void> {
    await this.#engine.databases.create({ id: database });
    for (const [id, partitions] of containers) {
      const definition = { id, partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } };
      await this.#engine.containers.create(database, definition, {
        ruPerSecond: 400,
        knowsPartitionKeys: true,
        partitions,
      });
    }
  }

  /** Of all partitions that there are, as far as it knows. */
  units(): readonly string[] {
    return this.#catalog.unitsIn(undefined);
  }

  /** What a check of all that is stored finds. */
  async findings(): Promise<string[]> {
    const found: string[] = [];
    for await (const { range, report } of this.#engine.check())
      found.push(...report.findings.map((finding) => `partition ${range}: ${JSON.stringify(finding)}`));
    return found;
  }

  /** Nothing of it goes on. */
  kill(): void {
    this.#isOver = true;
    this.#engine?.stop();
    clearInterval(this.#timer);
    this.#end();
  }

  sleep(ms: number): void {
    this.#awake = new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  }

  /** As when it is told to end. */
  async leave(): Promise<void> {
    await this.cluster.end();
    await this.ask(() => this.#world.database.nodes.delete(this.id));
    this.kill();
  }

  /** Something that the database does: sent, done, answered. */
  async ask<T>(work: () => T): Promise<Awaited<T>> {
    await this.#running();
    await this.#latency();
    let answer: () => Awaited<T>;
    try {
      const value = await work();
      answer = () => value;
    } catch (error) {
      answer = () => {
        // As the process does when it hears of it.
        if (error instanceof KeyValueError && error.code === "locked") this.kill();
        throw error;
      };
    }
    await this.#latency();
    await this.#running();
    return answer();
  }

  async #begin(): Promise<void> {
    const { database } = this.#world;
    const sentMs = performance.now();
    await this.ask(() => {
      const expiresAtMs = performance.now() + LEASE_MS;
      database.nodes.set(this.id, { address: undefined, isLeaving: false, expiresAtMs });
    });
    this.#validUntilMs = sentMs + LEASE_MS;
    this.#timer = setInterval(() => void this.#renew().catch(() => {}), LEASE_MS / RENEWALS_PER_LEASE);
    const commits = new GroupCommit((group) => this.ask(() => database.commit(this.id, group.flat())));
    const store = new NodeStore(
      database.spaces,
      (work) => this.ask(work),
      (writes, undo) => commits.commit(writes, undo),
      (...swap) => this.ask(() => database.swap(this.id, ...swap)),
    );
    this.#engine = await Engine.open({
      storage: new Storage(store),
      ownership: this.cluster,
      environment: {
        now: () => Date.now(),
        random: this.#world.random,
        log: () => {},
        scheduler: schedulerOf(() => performance.now()),
      },
      cacheBytes: 100_000,
      throttle: "observe",
    });
    const units = new EngineUnits(this.#engine);
    this.cluster.use(units);
    this.#catalog = new RoutedCatalog(this.#engine, units, this.cluster);
    this.#engine.resume();
    await this.cluster.begin(this.id);
  }

  async #renew(): Promise<void> {
    const sentMs = performance.now();
    await this.ask(() => this.#world.database.renew(this.id, LEASE_MS));
    this.#validUntilMs = sentMs + LEASE_MS;
  }

  #members(): Members {
    const { database } = this.#world;
    const row = () => database.nodes.get(this.id);
    return {
      id: this.id,
      leaseMs: LEASE_MS,
      look: () => this.ask(() => database.look()),
      removeSilent: () => this.ask(() => database.removeSilent()),
      announce: (address) => this.ask(() => void Object.assign(row() ?? {}, { address })),
      leave: () => this.ask(() => void Object.assign(row() ?? {}, { isLeaving: true })),
      take: (unit, last) => this.ask(() => database.take(unit, this.id, last?.term ?? 0)),
      pass: (unit, term, to) => this.ask(() => database.pass(unit, this.id, term, to)),
      forget: (unit, term) => this.ask(() => database.forget(unit, this.id, term)),
    };
  }

  /** Never settles for one that was killed. */
  async #running(): Promise<void> {
    for (let awake: Promise<void> | undefined; awake !== this.#awake; ) {
      awake = this.#awake;
      await awake;
    }
    if (this.#isOver) await new Promise(() => {});
  }

  #latency(): Promise<void> {
    const ms = this.#world.random() * LATENCY_MS;
    return new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  }
}
