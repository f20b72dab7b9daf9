/**
 * Several nodes on one database and one clock, which stands still until it is moved; clients that ask any of them, and whatever can
 * happen to nodes. What clients were told is compared with what is there. A seed always gives the same course of events.
 */
import assert from "node:assert/strict";
import { NotThere } from "../../../packages/orrery/src/cluster/serve-where-owned.ts";
import type { Container } from "../../../packages/orrery/src/engine/container/container.ts";
import { createOne, readItemById, upsertOne } from "../../../packages/orrery/src/engine/items/items.ts";
import { queryContainer } from "../../../packages/orrery/src/engine/queries/query-container.ts";
import { Failure } from "../../../packages/orrery/src/value/failure.ts";
import { CreatedItems, INITIAL, Register } from "../../cluster/history.ts";
import { integerBelow } from "../../harness/seeded-random.ts";
import { REQUEST } from "../send-writes.ts";
import { SharedDatabase } from "./shared-database.ts";
import { DATABASE, LEASE_MS, SimulatedNode, type Work, type World } from "./simulated-node.ts";

export interface NodesSimulationOptions {
  readonly random: () => number;
  /** Moves the clock, and lets everything happen that happens until then. */
  readonly advance: (ms: number) => Promise<unknown>;
  readonly isFenced?: boolean;
  /** Which faults may come; absent: all. */
  readonly kinds?: readonly string[];
}

/** What of a container is asked for. */
type Part = Parameters<SimulatedNode["serve"]>[1];

/** With their partitions at the beginning. */
const PARTITIONS: ReadonlyMap<string, number> = new Map([
  ["c0", 1],
  ["c1", 3],
  ["c2", 5],
]);
const CONTAINERS = [...PARTITIONS.keys()];
const KEYS = ["x", "y", "z", "u"];
const CLIENTS = 6;
const NODES_MAX = 5;
const TICK_MS = 20;
/** A request that takes longer is given up by its client. */
const PATIENCE_MS = 1_000;
const HEAL_MS = 60_000;

export class NodesSimulation implements World {
  readonly database: SharedDatabase;
  readonly random: () => number;
  /** What happened, in order: the same for the same seed. */
  readonly course: string[] = [];
  readonly #kinds: readonly string[] | undefined;
  readonly #advance: NodesSimulationOptions["advance"];
  readonly #nodes = new Map<string, SimulatedNode>();
  readonly #registers = new Map<string, Register>();
  readonly #items = new Map<string, CreatedItems>();
  readonly #acknowledgedAtMs = new Map<string, number>();
  readonly #beganMs = performance.now();
  readonly #found: string[] = [];
  #started = 0;
  #values = INITIAL;
  #isOver = false;

  constructor({ random, advance, isFenced = true, kinds }: NodesSimulationOptions) {
    this.#kinds = kinds;
    this.random = random;
    this.#advance = advance;
    this.database = new SharedDatabase(isFenced);
  }

  async run(faults: number): Promise<void> {
    await this.#until(this.#join());
    const [first] = this.#nodes.values();
    const prepared = first!.prepare(DATABASE, PARTITIONS);
    await this.#until(prepared);
    await this.#until(Promise.all([this.#join(), this.#join()]));
    const clients = Array.from({ length: CLIENTS }, () => this.#client());
    for (let i = 0; i < faults; i++) {
      this.#fault();
      await this.#advance(integerBelow(this.random, 2 * LEASE_MS));
      await this.#healed();
    }
    this.#isOver = true;
    await this.#until(Promise.all(clients));
  }

  /** What contradicts what clients were told. */
  async faults(): Promise<string[]> {
    for (const node of this.#nodes.values()) node.kill();
    this.#nodes.clear();
    await this.#advance(2 * LEASE_MS);
    await this.#until(this.#join());
    const [last] = this.#nodes.values();
    const found = this.#found;
    for (const name of CONTAINERS) {
      for (const key of KEYS) await this.#until(this.#read(last!, name, key));
      const there = new Set<string>();
      await this.#until(last!.serve(name, { isRead: true }, (container) => listAll(container, there)));
      found.push(...this.#itemsOf(name).faults(there, name));
    }
    for (const [where, register] of this.#registers)
      found.push(...register.faults().map((fault) => `${where}: ${fault}`));
    found.push(...(await this.#until(last!.findings())));
    return found;
  }

  async send<T>(id: string, isRead: boolean, work: (node: SimulatedNode) => Promise<T>): Promise<T> {
    await this.#latency();
    const node = this.#nodes.get(id);
    if (node === undefined) throw new NotThere("It has gone.");
    const cut = node.ended.then(() => {
      throw isRead ? new NotThere("It has gone.") : new Error("The connection was cut.");
    });
    return Promise.race([work(node), cut]);
  }

  async #join(): Promise<void> {
    const id = `n${++this.#started}`;
    const node = await SimulatedNode.start(this, id);
    this.#nodes.set(id, node);
    void node.ended.then(() => this.#nodes.delete(id));
  }

  #fault(): void {
    const nodes = [...this.#nodes.values()];
    const node = nodes[integerBelow(this.random, nodes.length)];
    // They may come to nothing, but not by a mistake of ours.
    const bug = (error: unknown) => {
      if (error instanceof TypeError || error instanceof assert.AssertionError)
        this.#found.push(String(error));
    };
    const kinds: Record<string, () => void> = {
      kill: () => node?.kill(),
      sleep: () => node?.sleep(1.5 * LEASE_MS),
      nap: () => node?.sleep(0.3 * LEASE_MS),
      leave: () => void node?.leave().catch(() => {}),
      join: () => void this.#join(),
      split: () => void this.#split().catch(bug),
      merge: () => void this.#merge().catch(bug),
    };
    const names = (this.#kinds ?? Object.keys(kinds)).filter(
      (kind) => kind !== "join" || nodes.length < NODES_MAX,
    );
    const kind = nodes.length < 2 ? "join" : names[integerBelow(this.random, names.length)]!;
    this.#note(`${kind} ${node?.id}`);
    kinds[kind]!();
  }

  async #split(): Promise<void> {
    const name = CONTAINERS[integerBelow(this.random, CONTAINERS.length)]!;
    await this.#ask(name, { isRead: false }, async (container, engine) => {
      const { partitions } = container.partitions.map;
      const { id } = partitions[integerBelow(this.random, partitions.length)]!;
      await engine.topology.split(container, id, "midpoint");
    });
  }

  async #merge(): Promise<void> {
    const name = CONTAINERS[integerBelow(this.random, CONTAINERS.length)]!;
    await this.#ask(name, { isRead: false }, async (container, engine) => {
      const [left, right] = container.partitions.all;
      if (right === undefined) return;
      await engine.topology.merge(container, [left!.id, right.id], { force: true });
    });
  }

  /** Every container is written to again. */
  async #healed(): Promise<void> {
    const sinceMs = performance.now();
    const isHealed = () =>
      CONTAINERS.every((name) => (this.#acknowledgedAtMs.get(name) ?? 0) > sinceMs) && this.#nodes.size > 0;
    while (!isHealed()) {
      assert(performance.now() < sinceMs + HEAL_MS, `nobody writes any more: ${this.course.slice(-5)}`);
      // Somebody starts nodes again.
      if (this.#nodes.size < 2) await this.#until(this.#join());
      await this.#advance(TICK_MS);
    }
  }

  async #client(): Promise<void> {
    while (!this.#isOver) {
      await this.#latency();
      const name = CONTAINERS[integerBelow(this.random, CONTAINERS.length)]!;
      const key = KEYS[integerBelow(this.random, KEYS.length)]!;
      const chance = this.random();
      if (chance < 0.4) await this.#write(name, key);
      else if (chance < 0.7) await this.#create(name, key);
      else if (chance < 0.75) await this.#list(name);
      else await this.#read(undefined, name, key);
    }
  }

  async #write(name: string, key: string): Promise<void> {
    const value = ++this.#values;
    const beginMs = performance.now();
    const isDone = await this.#tried(name, { isRead: false, key: [key] }, (container) =>
      upsertOne(container, { id: "register", pk: key, value }, { ...REQUEST, key: [key] }),
    );
    const endMs = isDone ? performance.now() : Number.POSITIVE_INFINITY;
    this.#registerOf(name, key).writes.push({ value, beginMs, endMs });
    this.#note(`${name}/${key} = ${value}: ${isDone}`);
  }

  async #create(name: string, key: string): Promise<void> {
    const id = `i${++this.#values}`;
    const items = this.#itemsOf(name);
    items.attempted.add(id);
    const isDone = await this.#tried(name, { isRead: false, key: [key] }, (container) =>
      createOne(container, { id, pk: key }, { ...REQUEST, key: [key] }),
    );
    if (isDone) items.acknowledged.add(id);
    this.#note(`${name}/${key} + ${id}: ${isDone}`);
  }

  /** What was acknowledged before it began is there, on whichever nodes the partitions are. */
  async #list(name: string): Promise<void> {
    const expected = [...this.#itemsOf(name).acknowledged];
    const there = new Set<string>();
    const isDone = await this.#tried(name, { isRead: true }, (container) => listAll(container, there));
    if (!isDone) return;
    this.#found.push(...expected.filter((id) => !there.has(id)).map((id) => `${name}: no ${id} in a list`));
    this.#note(`${name} has ${there.size}`);
  }

  async #read(node: SimulatedNode | undefined, name: string, key: string): Promise<void> {
    const beginMs = performance.now();
    let value: number = INITIAL;
    const isDone = await this.#tried(
      name,
      { isRead: true, key: [key] },
      async (container) => {
        const read = readItemById(container, "register", { ...REQUEST, key: [key] });
        value = await read.then(
          ({ item }) => item.document.value as number,
          (error: unknown) => {
            if (error instanceof Failure && error.code === "notFound") return INITIAL;
            throw error;
          },
        );
      },
      node,
    );
    if (!isDone) return;
    this.#registerOf(name, key).reads.push({ value, beginMs, endMs: performance.now() });
    this.#note(`${name}/${key} is ${value}`);
  }

  /** False: its client does not know what became of it. */
  async #tried(name: string, part: Part, work: Work<unknown>, node?: SimulatedNode): Promise<boolean> {
    const asked = node === undefined ? this.#ask(name, part, work) : node.serve(name, part, work);
    let timer: NodeJS.Timeout | undefined;
    const givenUp = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("The client has given up.")), PATIENCE_MS);
    });
    try {
      await Promise.race([asked, givenUp]);
    } catch (error) {
      assert(!(error instanceof TypeError || error instanceof assert.AssertionError), error as Error);
      return false;
    } finally {
      clearTimeout(timer);
    }
    if (!part.isRead) this.#acknowledgedAtMs.set(name, performance.now());
    return true;
  }

  /** Any node. */
  #ask<T>(name: string, part: Part, work: Work<T>): Promise<T> {
    const ids = [...this.#nodes.keys()];
    const id = ids[integerBelow(this.random, Math.max(1, ids.length))] ?? "";
    return this.send(id, part.isRead, (node) => node.serve(name, part, work));
  }

  #latency(): Promise<void> {
    const ms = this.random() * 10;
    return new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  }

  /** Lets time pass until it settles. */
  async #until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = promise.finally(() => {
      isSettled = true;
    });
    settled.catch(() => {});
    while (!isSettled) await this.#advance(TICK_MS);
    return settled;
  }

  #registerOf(name: string, key: string): Register {
    const where = `${name}/${key}`;
    const register = this.#registers.get(where) ?? new Register();
    this.#registers.set(where, register);
    return register;
  }

  #itemsOf(name: string): CreatedItems {
    const items = this.#items.get(name) ?? new CreatedItems();
    this.#items.set(name, items);
    return items;
  }

  #note(what: string): void {
    this.course.push(`${(performance.now() - this.#beganMs).toFixed(3)} ${what}`);
  }
}

/** Page after page; what is found by a try that fails in the middle was there too. */
async function listAll(container: Container, there: Set<string>): Promise<void> {
  const text = "SELECT VALUE c.id FROM c WHERE c.id != 'register'";
  let continuation: string | undefined;
  do {
    const request = { ...REQUEST, ...(continuation === undefined ? {} : { continuation }) };
    const page = await queryContainer(container, { text, parameters: [] }, request);
    for (const row of page.rows) there.add(row.value() as string);
    continuation = page.continuation;
  } while (continuation !== undefined);
}
