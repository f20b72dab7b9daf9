/**
 * A client with two keys of its own. Under the first it counts: every way to write several items in one transaction
 * (a batch, a stored procedure, a trigger) adds one to two counters and leaves an entry. Under the second it puts
 * items, some of which expire, and now and then deletes them all by their key.
 */
import assert from "node:assert/strict";
import type { SignedClient } from "../harness/signed-client.ts";

export const CONTAINER_PATH = "/dbs/db/colls/t";
export const PROCEDURE = "count";
export const TRIGGER = "count-entry";

export interface StoredItem {
  readonly id: string;
  readonly pk: string;
  readonly n?: number;
  readonly epoch?: number;
  readonly ttl?: number;
}

/** Runs on the server, as a stored procedure with an entry and as a trigger on one. */
export const COUNT_SCRIPT = `function count(entry) {
  const context = getContext(), container = context.getCollection(), link = container.getSelfLink();
  for (const id of ["left", "right"]) {
    container.queryDocuments(link, "SELECT * FROM c WHERE c.id = '" + id + "'", (error, [item]) => {
      if (error) throw error;
      item.n++;
      container.replaceDocument(item._self, item);
    });
  }
  if (entry) container.createDocument(link, entry);
}`;

const DROP_SHARE = 0.05;
const COUNT_SHARE = 0.5;

let lastNumber = 0;

export class TransactionWriter {
  readonly #client: SignedClient;
  readonly #key: string;
  readonly #random: () => number;
  /** Acknowledged additions, and whether one more was sent. */
  #counted = 0;
  #isCounting = false;
  /** Grows with every deletion of the second key. */
  #epoch = 0;
  #isDropping = false;
  /** Acknowledged items of this epoch that never expire. */
  #kept = new Set<string>();
  acknowledgements = 0;

  constructor(name: string, client: SignedClient, random: () => number) {
    this.#key = name;
    this.#client = client;
    this.#random = random;
  }

  /** Before the first kill. */
  async begin(): Promise<void> {
    for (const id of ["left", "right"]) await this.#create(this.#key, { id, n: 0 });
  }

  /** The same writer, on a server that was started again. */
  resume(client: SignedClient): TransactionWriter {
    const writer = new TransactionWriter(this.#key, client, this.#random);
    writer.#counted = this.#counted;
    writer.#epoch = this.#epoch;
    writer.#kept = this.#kept;
    writer.acknowledgements = this.acknowledgements;
    return writer;
  }

  async step(): Promise<void> {
    const choice = this.#random();
    if (choice < COUNT_SHARE) await this.#count();
    else if (choice < COUNT_SHARE + DROP_SHARE) await this.#drop();
    else await this.#put();
    this.acknowledgements++;
  }

  /** Compares what is there with what was acknowledged, and takes over what only was sent. */
  reconcile(items: readonly StoredItem[]): void {
    const own = items.filter(({ pk }) => pk === this.#key);
    const counters = ["left", "right"].map((id) => own.find((item) => item.id === id)?.n);
    const entries = own.length - 2;
    assert.deepEqual(counters, [entries, entries], `${this.#key}: half of a transaction is there`);
    const isExpected = entries === this.#counted || (this.#isCounting && entries === this.#counted + 1);
    assert(isExpected, `${this.#key}: ${entries} additions, ${this.#counted} acknowledged`);
    this.#counted = entries;
    this.#isCounting = false;

    const put = items.filter(({ pk, ttl }) => pk === `${this.#key}-put` && ttl === undefined);
    for (const { id, epoch } of put) assert.equal(epoch, this.#epoch, `${this.#key}: ${id} came back`);
    const lost = [...this.#kept].filter((id) => !put.some((item) => item.id === id));
    if (lost.length > 0) {
      assert(this.#isDropping && put.length === 0, `${this.#key}: lost ${lost.join(", ")}`);
      this.#epoch++;
    } else if (this.#isDropping && put.length === 0) {
      this.#epoch++;
    }
    this.#kept = new Set(put.map(({ id }) => id));
    this.#isDropping = false;
  }

  async #count(): Promise<void> {
    this.#isCounting = true;
    const entry = { id: `entry-${++lastNumber}`, pk: this.#key };
    const means = Math.floor(this.#random() * 3);
    if (means === 0) await this.#countByBatch(entry);
    else if (means === 1) await this.#send("POST", `/sprocs/${PROCEDURE}`, this.#key, 200, [entry]);
    else {
      const headers = { "x-ms-documentdb-post-trigger-include": TRIGGER };
      await this.#send("POST", "/docs", this.#key, 201, entry, headers);
    }
    this.#counted++;
    this.#isCounting = false;
  }

  async #countByBatch(entry: object): Promise<void> {
    const resourceBody = { operations: [{ op: "incr", path: "/n", value: 1 }] };
    const operations = [
      { operationType: "Patch", id: "left", resourceBody },
      { operationType: "Create", resourceBody: entry },
      { operationType: "Patch", id: "right", resourceBody },
    ];
    const headers = { "x-ms-cosmos-is-batch-request": "true", "x-ms-cosmos-batch-atomic": "true" };
    await this.#send("POST", "/docs", this.#key, 200, operations, headers);
  }

  async #put(): Promise<void> {
    const id = `put-${++lastNumber}`;
    const isShort = this.#random() < 0.5;
    await this.#create(`${this.#key}-put`, { id, epoch: this.#epoch, ...(isShort ? { ttl: 1 } : {}) });
    if (!isShort) this.#kept.add(id);
  }

  async #drop(): Promise<void> {
    this.#isDropping = true;
    await this.#send("POST", "/operations/partitionkeydelete", `${this.#key}-put`, 200);
    this.#epoch++;
    this.#kept = new Set();
    this.#isDropping = false;
  }

  #create(pk: string, item: object): Promise<void> {
    return this.#send("POST", "/docs", pk, 201, { ...item, pk });
  }

  async #send(
    method: string,
    path: string,
    pk: string,
    expected: number,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { status, text } = await this.#client.send(method, `${CONTAINER_PATH}${path}`, {
      headers: { "x-ms-documentdb-partitionkey": JSON.stringify([pk]), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    assert.equal(status, expected, text);
  }
}
