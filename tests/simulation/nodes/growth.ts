/** Nodes on one simulated database, to which more are added while their containers get more partitions. */
import { setTimeout } from "node:timers/promises";
import { CATALOG_UNIT } from "../../../packages/orrery/src/cluster/cluster-node.ts";
import { NotThere } from "../../../packages/orrery/src/cluster/serve-where-owned.ts";
import { readItemById, upsertOne } from "../../../packages/orrery/src/engine/items/items.ts";
import { queryContainer } from "../../../packages/orrery/src/engine/queries/query-container.ts";
import { Failure } from "../../../packages/orrery/src/value/failure.ts";
import { integerBelow } from "../../harness/seeded-random.ts";
import { REQUEST } from "../send-writes.ts";
import { SharedDatabase } from "./shared-database.ts";
import { DATABASE, SimulatedNode, type World } from "./simulated-node.ts";

const CONTAINERS = ["c0", "c1", "c2", "c3"];
const KEYS = 50;
const TICK_MS = 50;

interface Taken {
  /** Until all partitions were there and shared out evenly, by the simulated clock. */
  readonly seconds: number;
  /** Partitions that went from one node to another. */
  readonly moves: number;
}

export class Growth implements World {
  readonly database = new SharedDatabase(true);
  readonly random: () => number;
  readonly #advance: (ms: number) => Promise<unknown>;
  readonly #nodes: SimulatedNode[] = [];
  /** What each key has, by container. */
  readonly #written = new Map<string, number>();
  #value = 0;
  #started = 0;

  constructor(random: () => number, advance: (ms: number) => Promise<unknown>) {
    this.random = random;
    this.#advance = advance;
  }

  async send<T>(id: string, _isRead: boolean, work: (node: SimulatedNode) => Promise<T>): Promise<T> {
    const node = this.#nodes.find((each) => each.id === id);
    if (node === undefined) throw new NotThere("It has gone.");
    return work(node);
  }

  /** So many nodes, and so many partitions of each container, while all keys are written to. */
  async to(nodes: number, partitions: number): Promise<Taken> {
    const [beganMs, before] = [performance.now(), this.database.moves];
    const isFirst = this.#nodes.length === 0;
    while (this.#nodes.length < nodes) {
      const node = await this.#until(SimulatedNode.start(this, `n${++this.#started}`));
      this.#nodes.push(node);
      if (isFirst) await this.#until(node.prepare(DATABASE, new Map(CONTAINERS.map((name) => [name, 1]))));
    }
    const growing = CONTAINERS.map((name) =>
      asOftenAsAsked(() =>
        this.#any().serve(name, { isRead: false }, (container, engine) =>
          engine.topology.shareOut(container, partitions),
        ),
      ),
    );
    await this.#until(Promise.all([...growing, this.#writeAll()]));
    await this.#settled();
    return this.#taken(beganMs, before);
  }

  /** One of them ends as planned. */
  async leave(): Promise<Taken> {
    const [beganMs, before] = [performance.now(), this.database.moves];
    const [node] = this.#nodes.splice(-1);
    await this.#until(node!.leave());
    await this.#settled();
    return this.#taken(beganMs, before);
  }

  partitionsOfNodes(): number[] {
    return this.#nodes.map(
      ({ id }) =>
        [...this.database.owners].filter(([unit, { node }]) => unit !== CATALOG_UNIT && node === id).length,
    );
  }

  /** Every key has what was written to it last, alone and in a query over all partitions. */
  async faults(): Promise<string[]> {
    const found: string[] = [];
    for (const name of CONTAINERS) {
      const values = new Map<string, number>();
      await this.#until(
        this.#any().serve(name, { isRead: true }, async (container) => {
          let continuation: string | undefined;
          do {
            const request = { ...REQUEST, ...(continuation === undefined ? {} : { continuation }) };
            const page = await queryContainer(
              container,
              { text: "SELECT * FROM c", parameters: [] },
              request,
            );
            for (const row of page.rows) {
              const { pk, value } = row.value() as { pk: string; value: number };
              values.set(pk, value);
            }
            continuation = page.continuation;
          } while (continuation !== undefined);
        }),
      );
      for (let i = 0; i < KEYS; i++) {
        const key = `k${i}`;
        const read = this.#any().serve(name, { isRead: true, key: [key] }, (container) =>
          readItemById(container, "1", { ...REQUEST, key: [key] }),
        );
        const { value } = (await this.#until(read)).item.document;
        const expected = this.#written.get(`${name}/${key}`);
        if (value !== expected) found.push(`${name}/${key} is ${value}, not ${expected}`);
        if (values.get(key) !== expected) found.push(`${name}/${key} is ${values.get(key)} in a query`);
      }
    }
    return found;
  }

  async #writeAll(): Promise<void> {
    const writes = CONTAINERS.flatMap((name) =>
      Array.from({ length: KEYS }, async (_, i) => {
        const key = `k${i}`;
        const value = ++this.#value;
        await asOftenAsAsked(() =>
          this.#any().serve(name, { isRead: false, key: [key] }, (container) =>
            upsertOne(container, { id: "1", pk: key, value }, { ...REQUEST, key: [key] }),
          ),
        );
        this.#written.set(`${name}/${key}`, value);
      }),
    );
    await Promise.all(writes);
  }

  async #settled(): Promise<void> {
    const isEven = () => {
      const each = this.partitionsOfNodes();
      return Math.max(...each) - Math.min(...each) <= 1 && this.#isServed();
    };
    while (!isEven()) await this.#advance(TICK_MS);
  }

  #taken(beganMs: number, movesBefore: number): Taken {
    return {
      seconds: Math.round((performance.now() - beganMs) / 1000),
      moves: this.database.moves - movesBefore,
    };
  }

  /** Whether every partition that there is has an owner, and no other has. */
  #isServed(): boolean {
    const units = this.#nodes[0]!.units();
    const owned = [...this.database.owners.keys()].filter((unit) => unit !== CATALOG_UNIT);
    return owned.length === units.length && units.every((unit) => this.database.owners.has(unit));
  }

  #any(): SimulatedNode {
    return this.#nodes[integerBelow(this.random, this.#nodes.length)]!;
  }

  async #until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = promise.finally(() => {
      isSettled = true;
    });
    settled.catch(() => {});
    while (!isSettled) await this.#advance(TICK_MS);
    return settled;
  }
}

/** A request that waits longer than its deadline while partitions move is refused, and told to come again: clients do. */
async function asOftenAsAsked<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Failure && error.code === "unavailable")) throw error;
      await setTimeout(TICK_MS);
    }
  }
}
