/**
 * An application that goes on writing while its container is moved: creates, changes, moves in either key, deletes. It
 * knows what it was told is written, and no two of its requests are about one item at a time.
 */
import { setTimeout } from "node:timers/promises";
import type { Container } from "@azure/cosmos";
import { integerBelow } from "../harness/seeded-random.ts";

export interface Order {
  readonly id: string;
  readonly customer: string;
  readonly region: string;
  readonly n: number;
}

/** A writer's pause after each write: whoever follows must be able to come to an end, on a slow machine too. */
const PAUSE_MS = 25;

export class BusyApplication {
  readonly #container: Container;
  readonly #random: () => number;
  /** What is there. */
  readonly orders = new Map<string, Order>();
  /** What the key may be at present. */
  keys: readonly ("customer" | "region")[] = ["customer"];
  #next = 0;
  #isStopped = false;
  #running: Promise<void>[] = [];

  constructor(container: Container, random: () => number) {
    this.#container = container;
    this.#random = random;
  }

  start(writers: number): void {
    this.#isStopped = false;
    this.#running = Array.from({ length: writers }, (_, i) => this.#run(i, writers));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  async create(): Promise<void> {
    const order = this.#order(`${this.#next++}`);
    await this.#container.items.create({ ...order });
    this.orders.set(order.id, order);
  }

  /** A writer has the items of its own number, and so never meets another. */
  async #run(writer: number, writers: number): Promise<void> {
    while (!this.#isStopped) {
      const own = [...this.orders.keys()].filter((id) => Number(id) % writers === writer);
      const id = own[this.#below(Math.max(1, own.length))];
      if (id === undefined || this.#below(4) === 0) await this.create();
      else await this.#change(this.orders.get(id)!);
      await setTimeout(PAUSE_MS);
    }
  }

  async #change(order: Order): Promise<void> {
    const next = { ...order, n: order.n + 1 };
    switch (this.#below(5)) {
      case 0:
        return this.#replaceBy(order, undefined);
      case 1:
        return this.#replaceBy(order, { ...next, region: this.#region() });
      case 2:
        return this.#replaceBy(order, { ...next, customer: this.#customer() });
      default:
        await this.#container.items.upsert({ ...next });
        this.orders.set(next.id, next);
    }
  }

  /** What may be the key cannot be changed: the item is deleted, and created again. */
  async #replaceBy(order: Order, next: Order | undefined): Promise<void> {
    const isKept = next !== undefined && this.keys.every((name) => order[name] === next[name]);
    if (!isKept) {
      await this.#delete(order);
      this.orders.delete(order.id);
    }
    if (next === undefined) return;
    await this.#container.items.upsert({ ...next });
    this.orders.set(next.id, next);
  }

  async #delete({ id, customer, region }: Order): Promise<void> {
    // A cut-over may come between two tries.
    for (const key of [customer, region, customer, region]) {
      const isDone = await this.#container
        .item(id, key)
        .delete()
        .then(
          () => true,
          (error: { code?: number }) => {
            if (error.code !== 404) throw error;
            return false;
          },
        );
      if (isDone) return;
    }
    throw new Error(`The order ${id} is lost.`);
  }

  #order(id: string): Order {
    return { id, customer: this.#customer(), region: this.#region(), n: 0 };
  }

  #below(limit: number): number {
    return integerBelow(this.#random, limit);
  }

  #customer(): string {
    return `c${this.#below(40)}`;
  }

  #region(): string {
    return `r${this.#below(12)}`;
  }
}
