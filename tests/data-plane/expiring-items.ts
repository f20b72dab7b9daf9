/**
 * A client of items that expire. It owns one partition key and sends one request at a time, so it knows the last second
 * of life of each of its items, and which responses are possible. What it cannot know is the exact time at which the
 * server looked at an item: a request that meets the end of a life may find either.
 */
import assert from "node:assert/strict";
import type { ControlClient } from "../harness/control-client.ts";
import { integerBelow } from "../harness/seeded-random.ts";
import type { Answer, SignedClient } from "../harness/signed-client.ts";

export const DEFAULT_TTL = 3;
/** Undefined: the container's default. */
const TTLS = [undefined, undefined, 1, 1, 2, 5, -1];
/** No item that expires lives longer, and one second more for the second in which its time ends. */
export const LONGEST_LIFE_SECONDS = 7;
const IDS = 12;
/** Of a unique key: so few that items stand in each other's way. */
const NAMES = 16;
const CROWD = 30;

/** The clock of a server that only one client moves. */
export class MovedClock {
  readonly #control: ControlClient;
  #sentMs = 0;
  #acknowledgedMs = 0;

  constructor(control: ControlClient) {
    this.#control = control;
  }

  async advance(ms: number): Promise<void> {
    this.#sentMs += ms;
    const { status } = await this.#control.post("clock", { advanceMs: ms });
    assert.equal(status, 200);
    this.#acknowledgedMs += ms;
  }

  /** The server's clock has reached this second. */
  get earliest(): number {
    return Math.floor((Date.now() + this.#acknowledgedMs) / 1000);
  }

  /** The server's clock has not passed this second. */
  get latest(): number {
    return Math.floor((Date.now() + this.#sentMs) / 1000);
  }
}

interface Body {
  readonly id: string;
  readonly pk: string;
  readonly version: number;
  readonly name: string;
  readonly ttl?: number | undefined;
}

type StoredBody = Body & { readonly _ts: number };

/** A row of the change feed of all versions. */
export interface FeedRow {
  readonly current: Partial<StoredBody>;
  readonly metadata: {
    readonly operationType: "create" | "replace" | "delete";
    readonly crts: number;
    readonly id?: string;
    readonly timeToLiveExpired?: boolean;
  };
}

interface Operation {
  readonly operationType: "Create" | "Upsert" | "Patch";
  readonly id?: string;
  readonly resourceBody: object;
}

interface OperationResult {
  readonly statusCode: number;
  readonly resourceBody?: StoredBody;
}

/** The last second in which readers see an item. */
export function lastSecondOf({ _ts, ttl = DEFAULT_TTL }: Pick<StoredBody, "_ts" | "ttl">): number {
  return ttl < 0 ? Number.POSITIVE_INFINITY : _ts + ttl;
}

/** What a request can have found: an item, none, or one of the two. */
class Sight {
  readonly #from: number;
  readonly #until: number;

  constructor(from: number, until: number) {
    this.#from = from;
    this.#until = until;
  }

  mayFind(item: StoredBody | undefined): boolean {
    return item !== undefined && lastSecondOf(item) >= this.#from;
  }

  mayMiss(item: StoredBody | undefined): boolean {
    return item === undefined || lastSecondOf(item) < this.#until;
  }

  /** Whether a response has a time at which the server can have carried out the request. */
  includes(seconds: number): boolean {
    return seconds >= this.#from && seconds <= this.#until;
  }
}

export interface ExpiringItemsOptions {
  readonly key: string;
  readonly path: string;
  readonly client: SignedClient;
  readonly clock: MovedClock;
  readonly random: () => number;
}

export class ExpiringItems {
  readonly key: string;
  readonly #path: string;
  readonly #client: SignedClient;
  readonly #clock: MovedClock;
  readonly #random: () => number;
  readonly #items = new Map<string, StoredBody>();
  /** Acknowledged writes that the change feed has not shown yet. */
  readonly #acknowledged: string[] = [];
  /** The items as the change feed has shown them. */
  readonly #inFeed = new Map<string, StoredBody>();
  #version = 0;
  acknowledgements = 0;
  expirations = 0;
  /** Requests on items that had expired. */
  requestsAfterExpiry = 0;

  constructor({ key, path, client, clock, random }: ExpiringItemsOptions) {
    this.key = key;
    this.#path = path;
    this.#client = client;
    this.#clock = clock;
    this.#random = random;
  }

  /** Items that are left when all others have expired. */
  get lasting(): number {
    return [...this.#items.values()].filter(({ ttl }) => ttl === -1).length;
  }

  async step(): Promise<void> {
    const id = `${this.#below(IDS)}`;
    const steps = [
      () => this.#create(id),
      () => this.#create(id),
      () => this.#upsert(id),
      () => this.#replace(id),
      () => this.#replace(id),
      () => this.#patch(id),
      () => this.#patch(id),
      () => this.#delete(id),
      () => this.#read(id),
      () => this.#read(id),
      () => this.#writeTogether(id, `${this.#below(IDS)}`),
      () => this.#writeTogether(id, `${this.#below(IDS)}`),
      () => this.#createCrowd(),
      () => this.#query(),
      () => this.#query(),
    ];
    await steps[this.#below(steps.length)]!();
  }

  /** Compares the rows of the change feed that follow those of the last call with what was acknowledged. */
  compareFeed(rows: readonly FeedRow[]): void {
    const written: string[] = [];
    for (const { current, metadata } of rows) {
      const { operationType, timeToLiveExpired, crts } = metadata;
      const id = (current.id ?? metadata.id)!;
      const before = this.#inFeed.get(id);
      const name = `${this.key}/${id}`;
      assert.equal(before === undefined, operationType === "create", `${name}: ${operationType}`);
      if (timeToLiveExpired) {
        assert(
          lastSecondOf(before!) < crts,
          `${name}: removed at ${crts}, lives to ${lastSecondOf(before!)}`,
        );
        this.expirations++;
      } else {
        written.push(`${operationType} ${id} ${current.version ?? ""}`);
      }
      if (operationType === "delete") this.#inFeed.delete(id);
      else this.#inFeed.set(id, current as StoredBody);
    }
    assert.deepEqual(written, this.#acknowledged, `the change feed of ${this.key}`);
    this.#acknowledged.length = 0;
  }

  /** Once all that can expire has been removed: what is left in the change feed. */
  assertOnlyLastingInFeed(): void {
    const left = [...this.#inFeed.values()].filter(({ ttl }) => ttl !== -1);
    assert.deepEqual(left, [], `items of ${this.key} that were not removed`);
  }

  async #create(id: string): Promise<void> {
    const body = this.#body(id);
    const { status, sight, item } = await this.#send("POST", "", { body });
    const holders = [this.#items.get(id), ...this.#holdersOf(body)];
    this.#assertStatus(`create ${id}`, status, [
      holders.every((holder) => sight.mayMiss(holder)) && 201,
      holders.some((holder) => sight.mayFind(holder)) && 409,
    ]);
    if (item !== undefined) this.#wrote("create", item, sight);
  }

  async #upsert(id: string): Promise<void> {
    const body = this.#body(id);
    const headers = { "x-ms-documentdb-is-upsert": "true" };
    const { status, sight, item } = await this.#send("POST", "", { body, headers });
    const isFree = this.#holdersOf(body).every((holder) => sight.mayMiss(holder));
    this.#assertStatus(`upsert ${id}`, status, [
      isFree && sight.mayFind(this.#items.get(id)) && 200,
      isFree && sight.mayMiss(this.#items.get(id)) && 201,
      this.#holdersOf(body).some((holder) => sight.mayFind(holder)) && 409,
    ]);
    if (item !== undefined) this.#wrote(status === 201 ? "create" : "replace", item, sight);
  }

  async #replace(id: string): Promise<void> {
    const body = this.#body(id);
    const { status, sight, item } = await this.#send("PUT", id, { body });
    const isFound = sight.mayFind(this.#items.get(id));
    this.#assertStatus(`replace ${id}`, status, [
      isFound && this.#holdersOf(body).every((holder) => sight.mayMiss(holder)) && 200,
      isFound && this.#holdersOf(body).some((holder) => sight.mayFind(holder)) && 409,
      sight.mayMiss(this.#items.get(id)) && 404,
    ]);
    if (item !== undefined) this.#wrote("replace", item, sight);
  }

  async #patch(id: string): Promise<void> {
    const { status, sight, item } = await this.#send("PATCH", id, { body: this.#patchBody() });
    this.#assertFound(`patch ${id}`, status, 200, sight, id);
    if (item !== undefined) this.#wrote("replace", item, sight);
  }

  async #delete(id: string): Promise<void> {
    const { status, sight } = await this.#send("DELETE", id);
    this.#assertFound(`delete ${id}`, status, 204, sight, id);
    if (status !== 204) return;
    this.#items.delete(id);
    this.#acknowledge(`delete ${id} `);
  }

  async #read(id: string): Promise<void> {
    const { status, sight, item } = await this.#send("GET", id);
    this.#assertFound(`read ${id}`, status, 200, sight, id);
    if (item !== undefined) assert.deepEqual(item, this.#items.get(id), `read ${this.key}/${id}`);
  }

  /** A patch and an upsert in one transaction. */
  async #writeTogether(patched: string, upserted: string): Promise<void> {
    if (patched === upserted) return;
    const body = this.#body(upserted);
    const { status, sight, results } = await this.#sendBatch([
      { operationType: "Patch", id: patched, resourceBody: this.#patchBody() },
      { operationType: "Upsert", resourceBody: body },
    ]);
    const target = this.#items.get(patched);
    const holders = this.#holdersOf(body);
    this.#assertStatus(`batch of ${patched} and ${upserted}`, status, [
      sight.mayFind(target) && holders.every((holder) => sight.mayMiss(holder)) && 200,
      (sight.mayMiss(target) || holders.some((holder) => sight.mayFind(holder))) && 207,
    ]);
    if (status !== 200) return;
    this.#wrote("replace", results[0]!.resourceBody!, sight);
    const isNew = results[1]!.statusCode === 201;
    const before = this.#items.get(upserted);
    assert(isNew ? sight.mayMiss(before) : sight.mayFind(before), `upsert ${upserted} in a batch`);
    this.#wrote(isNew ? "create" : "replace", results[1]!.resourceBody!, sight);
  }

  /** Work for the sweep: many items that expire at once. */
  async #createCrowd(): Promise<void> {
    const { status, sight, results } = await this.#sendBatch(
      Array.from({ length: CROWD }, () => {
        const version = ++this.#version;
        const name = `crowd-${version}`;
        return {
          operationType: "Create",
          resourceBody: { id: name, pk: this.key, version, name, ttl: 1 },
        } as const;
      }),
    );
    this.#assertStatus("batch of creates", status, [200]);
    for (const { resourceBody } of results) this.#wrote("create", resourceBody!, sight);
  }

  async #query(): Promise<void> {
    const text = [
      "SELECT VALUE c FROM c",
      "SELECT VALUE c FROM c WHERE c.version > 0",
      "SELECT VALUE c FROM c ORDER BY c.version DESC",
      "SELECT VALUE COUNT(1) FROM c",
      "SELECT VALUE COUNT(1) FROM c WHERE c.version > 0",
    ][this.#below(5)]!;
    const headers = {
      "content-type": "application/query+json",
      "x-ms-documentdb-isquery": "true",
      "x-ms-max-item-count": "10000",
    };
    const { status, sight, answer } = await this.#send("POST", "", {
      body: { query: text, parameters: [] },
      headers,
    });
    this.#assertStatus(text, status, [200]);
    const { Documents: rows } = JSON.parse(answer.text) as { Documents: (number | StoredBody)[] };
    const items = [...this.#items.values()];
    const least = items.filter((item) => !sight.mayMiss(item));
    const most = items.filter((item) => sight.mayFind(item));
    if (text.includes("COUNT")) {
      const count = rows[0] as number;
      assert(count >= least.length && count <= most.length, `${text}: ${count} of ${this.key}`);
      return;
    }
    const found = new Map((rows as StoredBody[]).map((row) => [row.id, row]));
    assert.equal(found.size, rows.length, `${text}: items of ${this.key} twice`);
    for (const item of least)
      assert.deepEqual(found.get(item.id), item, `${text}: ${this.key}/${item.id} is missing`);
    for (const row of found.values()) {
      assert.deepEqual(row, this.#items.get(row.id));
      assert(sight.mayFind(row), `${text}: ${this.key}/${row.id} has expired`);
    }
    for (const [id, item] of this.#items) if (!sight.mayFind(item)) this.#items.delete(id);
  }

  #below(limit: number): number {
    return integerBelow(this.#random, limit);
  }

  #ttl(): number | undefined {
    return TTLS[this.#below(TTLS.length)];
  }

  #body(id: string): Body {
    const ttl = this.#ttl();
    const name = `name-${this.#below(NAMES)}`;
    return { id, pk: this.key, version: ++this.#version, name, ...(ttl === undefined ? {} : { ttl }) };
  }

  #patchBody(): object {
    const ttl = this.#ttl();
    const version = { op: "set", path: "/version", value: ++this.#version };
    return {
      operations: ttl === undefined ? [version] : [version, { op: "set", path: "/ttl", value: ttl }],
    };
  }

  /** Other items with the same name. */
  #holdersOf({ id, name }: Body): StoredBody[] {
    return [...this.#items.values()].filter((item) => item.id !== id && item.name === name);
  }

  async #sendBatch(operations: readonly Operation[]) {
    const headers = { "x-ms-cosmos-is-batch-request": "true", "x-ms-cosmos-batch-atomic": "true" };
    const sent = await this.#send("POST", "", { body: operations, headers });
    return { ...sent, results: JSON.parse(sent.answer.text) as readonly OperationResult[] };
  }

  async #send(
    method: string,
    id: string,
    { body, headers }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<{ status: number; answer: Answer; sight: Sight; item: StoredBody | undefined }> {
    const from = this.#clock.earliest;
    const answer = await this.#client.send(method, `${this.#path}/docs${id === "" ? "" : `/${id}`}`, {
      headers: { "x-ms-documentdb-partitionkey": JSON.stringify([this.key]), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const { status, text } = answer;
    const isItem = (status === 200 || status === 201) && text.startsWith('{"id"');
    const item = isItem ? (JSON.parse(text) as StoredBody) : undefined;
    return { status, answer, sight: new Sight(from, this.#clock.latest), item };
  }

  #wrote(operation: "create" | "replace", item: StoredBody, sight: Sight): void {
    assert(sight.includes(item._ts), `${this.key}/${item.id} was written at ${item._ts}`);
    this.#items.set(item.id, item);
    this.#acknowledge(`${operation} ${item.id} ${item.version}`);
  }

  #acknowledge(write: string): void {
    this.#acknowledged.push(write);
    this.acknowledgements++;
  }

  #assertFound(what: string, status: number, success: number, sight: Sight, id: string): void {
    const item = this.#items.get(id);
    if (item !== undefined && !sight.mayFind(item)) this.requestsAfterExpiry++;
    this.#assertStatus(what, status, [sight.mayFind(item) && success, sight.mayMiss(item) && 404]);
  }

  #assertStatus(what: string, status: number, possible: readonly (number | false)[]): void {
    assert(
      possible.includes(status),
      `${what} of ${this.key}: ${status} instead of ${possible.filter(Boolean)}`,
    );
  }
}
