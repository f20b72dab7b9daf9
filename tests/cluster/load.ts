/** Clients that do at random what the history knows, each on whichever node answers, until they are told to stop. */
import { setTimeout as sleep } from "node:timers/promises";
import { ControlClient } from "../harness/control-client.ts";
import { integerBelow } from "../harness/seeded-random.ts";
import { type Answer, SignedClient } from "../harness/signed-client.ts";
import {
  BATCH_IDS,
  BatchedItems,
  type BatchRead,
  Counter,
  CreatedItems,
  feedFaults,
  INITIAL,
  Register,
} from "./history.ts";
import { RequestLog } from "./request-log.ts";

export const DATABASE = "history";
const KEYS = 3;
/** Logical partitions with items of a batch: one in each of the first containers. Few, so that many reads meet a write. */
const BATCHES = 2;
/** Every second container has as many partitions as this throughput needs, which different nodes serve. */
const RU_PER_SECOND = { one: "400", several: "24000" };
/** Of all that clients do. */
const SHARE_OF_LISTS = 0.02;
const PAUSE_MS = 20;
/** A client waits no longer for an answer. */
const GIVE_UP_MS = 5_000;

/**
 * Queries for the items of `BATCH_IDS`. Each can be read in pages of any size: no write moves an item in the order
 * of its rows, so that the pages together show every item once.
 */
const BATCH_QUERIES = [
  'SELECT * FROM c WHERE STARTSWITH(c.id, "batch-")',
  "SELECT * FROM c WHERE c.inBatch = true ORDER BY c.id DESC",
];
/** Every write moves the items in this index: only a single page shows all of them for certain. */
const BATCH_QUERY_BY_VERSION = `SELECT * FROM c WHERE c.version >= ${INITIAL}`;
const WHOLE = 100;

/** What is known to have been refused, so that nothing was done. */
const REFUSED = new Set([429, 449]);
/** Nobody knows what became of a write, and a read may be repeated. */
const UNKNOWN = new Set([408, 503]);

export interface Endpoint {
  readonly endpoint: string;
  readonly key: string;
}

/** One logical partition of one container. */
class Place {
  readonly register = new Register();
  readonly counter = new Counter();
  readonly items = new CreatedItems();
  readonly batch = new BatchedItems();
  /** Values of the register as the change feed showed them. */
  readonly shown: number[] = [];
  readonly container: string;
  readonly key: string;

  constructor(container: string, key: string) {
    this.container = container;
    this.key = key;
  }
}

interface Shown {
  readonly id: string;
  readonly pk: string;
  readonly value?: number;
}

interface BatchItem {
  readonly id: string;
  readonly version: number;
}

export class Load {
  readonly containers: readonly string[];
  readonly #places: readonly Place[];
  readonly #batched: readonly Place[];
  readonly #random: () => number;
  /** Who takes requests now. */
  #endpoints: () => readonly Endpoint[];
  readonly #clients = new Map<string, SignedClient>();
  readonly #faults: string[] = [];
  readonly #feeds = new Map<string, Map<string, string>>();
  readonly #log = new RequestLog();
  #next = INITIAL;
  #isOver = false;
  /** By container: when a write was last acknowledged. */
  readonly acknowledgedAtMs = new Map<string, number>();
  /** By container: what a write was last answered. */
  readonly lastAnswers = new Map<string, string>();
  operations = 0;
  unknown = 0;

  constructor(containers: number, random: () => number, endpoints: () => readonly Endpoint[]) {
    this.#random = random;
    this.#endpoints = endpoints;
    this.containers = Array.from({ length: containers }, (_, i) => `c${i}`);
    this.#places = this.containers.flatMap((container) =>
      Array.from({ length: KEYS }, (_, i) => new Place(container, `k${i}`)),
    );
    this.#batched = this.#places.filter((_, i) => i % KEYS === 0).slice(0, BATCHES);
  }

  /** The containers, with what is counted and overwritten. */
  async prepare(): Promise<void> {
    await this.#expect(201, "POST", "/dbs", { body: { id: DATABASE } });
    for (const [i, id] of this.containers.entries())
      await this.#expect(201, "POST", `/dbs/${DATABASE}/colls`, {
        headers: { "x-ms-offer-throughput": i % 2 === 0 ? RU_PER_SECOND.several : RU_PER_SECOND.one },
        body: { id, partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } },
      });
    for (const place of this.#places) {
      await this.#expect(201, "POST", docs(place), put(place, { id: "register", value: INITIAL }));
      await this.#expect(201, "POST", docs(place), put(place, { id: "counter", value: 0 }));
    }
    for (const place of this.#batched)
      await this.#expect(200, "POST", docs(place), batchOf(place, versionOf(place, "Create", INITIAL)));
  }

  /** Resolves when `stop` was called and all have ended. */
  async run(clients: number): Promise<void> {
    const followers = this.containers.map((container) => this.#follow(container));
    await Promise.all([...Array.from({ length: clients }, () => this.#act()), ...followers]);
  }

  stop(): void {
    this.#isOver = true;
  }

  /** The responses that showed the items of a batch. */
  get batchSnapshots(): number {
    return this.#batched
      .flatMap(({ batch }) => batch.reads)
      .reduce((sum, { pages }) => sum + pages.length, 0);
  }

  /** At the end, when nobody writes: what is there must be what the history says. `readers`: who is asked now. */
  async faults(readers = this.#endpoints()): Promise<string[]> {
    this.#endpoints = () => readers;
    const found: string[] = [];
    await Promise.all(
      this.#batched.flatMap((place) => [
        this.#queryBatch(place, BATCH_QUERIES[0]!, WHOLE),
        this.#readInBatch(place),
      ]),
    );
    for (const container of this.containers) {
      await this.#readFeed(container);
      for (const place of this.#places.filter((each) => each.container === container)) {
        const where = (fault: string) => `${container} ${place.key}: ${fault}`;
        await this.#readRegister(place);
        await this.#readCounter(place);
        const ids = await this.#idsOf(place);
        const items = new Set([...ids].filter((id) => !OVERWRITTEN.has(id)));
        found.push(
          ...place.register.faults().map(where),
          ...place.counter.faults().map(where),
          ...place.batch.faults().map(where),
          ...place.items.faults(items, "the container").map(where),
          ...place.items.faults(this.#fed(place), "the feed").map(where),
          ...feedFaults(place.shown, place.register).map(where),
        );
      }
    }
    // The last reads may have found some of these.
    found.unshift(...this.#faults);
    if (found.length > 0) found.push(`all requests are in ${this.#log.keep()}`);
    return found;
  }

  close(): void {
    this.#log.close();
    for (const client of this.#clients.values()) client.close();
  }

  async #act(): Promise<void> {
    while (!this.#isOver) {
      const place = this.#places[integerBelow(this.#random, this.#places.length)]!;
      const batched = this.#batched[integerBelow(this.#random, this.#batched.length)]!;
      const acts = [
        () => this.#write(place),
        () => this.#readRegister(place),
        () => this.#increment(place),
        () => this.#readCounter(place),
        () => this.#create(place),
        () => this.#createPair(place),
        () => this.#readBatch(batched),
        () => this.#readBatchDuringWrite(batched),
        () => this.#readBatchDuringWrite(batched),
      ];
      const act =
        this.#random() < SHARE_OF_LISTS
          ? () => this.#listAll(place.container)
          : acts[integerBelow(this.#random, acts.length)]!;
      const isDone = await act();
      this.operations++;
      if (!isDone) await sleep(PAUSE_MS);
    }
  }

  #write(place: Place): Promise<boolean> {
    return this.#overwrite(place, place.register, (value) =>
      this.#send("PUT", `${docs(place)}/register`, put(place, { id: "register", value })),
    );
  }

  async #overwrite(
    place: Place,
    { writes }: Pick<Register, "writes">,
    send: (value: number) => Promise<Answer | undefined>,
  ): Promise<boolean> {
    const value = ++this.#next;
    const beginMs = performance.now();
    const answer = await send(value);
    if (isNotDone(answer)) return false;
    const isDone = answer?.status === 200;
    this.#note(place, answer, isDone);
    writes.push({ value, beginMs, endMs: isDone ? performance.now() : Number.POSITIVE_INFINITY });
    return isDone;
  }

  async #readRegister(place: Place): Promise<boolean> {
    const read = await this.#read(place, "register");
    if (read !== undefined) place.register.reads.push(read);
    return read !== undefined;
  }

  async #increment(place: Place): Promise<boolean> {
    const beginMs = performance.now();
    const answer = await this.#send("PATCH", `${docs(place)}/counter`, {
      headers: keyHeader(place),
      body: { operations: [{ op: "incr", path: "/value", value: 1 }] },
    });
    if (isNotDone(answer)) return false;
    const isDone = answer?.status === 200;
    this.#note(place, answer, isDone);
    const value = isDone ? (JSON.parse(answer.text).value as number) : Number.NaN;
    place.counter.increments.push({
      value,
      beginMs,
      endMs: isDone ? performance.now() : Number.POSITIVE_INFINITY,
    });
    return isDone;
  }

  async #readCounter(place: Place): Promise<boolean> {
    const read = await this.#read(place, "counter");
    if (read !== undefined) place.counter.reads.push(read);
    return read !== undefined;
  }

  async #create(place: Place): Promise<boolean> {
    const id = `${++this.#next}`;
    place.items.attempted.add(id);
    const answer = await this.#send("POST", docs(place), put(place, { id }));
    if (isNotDone(answer)) return false;
    const isDone = answer?.status === 201;
    this.#note(place, answer, isDone);
    if (isDone) place.items.acknowledged.add(id);
    return isDone;
  }

  /** Both or none. */
  async #createPair(place: Place): Promise<boolean> {
    const number = ++this.#next;
    const ids = [`a-${number}`, `b-${number}`];
    for (const id of ids) place.items.attempted.add(id);
    const creates = ids.map((id) => ({ operationType: "Create", resourceBody: { id, pk: place.key } }));
    const answer = await this.#send("POST", docs(place), batchOf(place, creates));
    if (isNotDone(answer)) return false;
    const isDone = answer?.status === 200;
    this.#note(place, answer, isDone);
    if (isDone) for (const id of ids) place.items.acknowledged.add(id);
    return isDone;
  }

  /** All at the same version, or none. */
  #writeBatch(place: Place): Promise<boolean> {
    const kind = this.#random() < 0.5 ? "Upsert" : "Replace";
    return this.#overwrite(place, place.batch, (version) =>
      this.#send("POST", docs(place), batchOf(place, versionOf(place, kind, version))),
    );
  }

  async #readBatchDuringWrite(place: Place): Promise<boolean> {
    const areDone = await Promise.all([this.#writeBatch(place), this.#readBatch(place)]);
    // The caller counts the other one.
    this.operations++;
    return areDone.every(Boolean);
  }

  /** In one of all the ways in which they can be read together. */
  #readBatch(place: Place): Promise<boolean> {
    const query = () => BATCH_QUERIES[integerBelow(this.#random, BATCH_QUERIES.length)]!;
    const ways = [
      () => this.#queryBatch(place, query(), 1 + integerBelow(this.#random, 2)),
      () => this.#queryBatch(place, query(), WHOLE),
      () => this.#queryBatch(place, BATCH_QUERY_BY_VERSION, WHOLE, 1),
      () => this.#readInBatch(place),
    ];
    return ways[integerBelow(this.#random, ways.length)]!();
  }

  async #queryBatch(
    place: Place,
    query: string,
    pageSize: number,
    pagesMax = Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    const pages: BatchRead["pages"][number][] = [];
    let continuation: string | undefined = "";
    while (continuation !== undefined && pages.length < pagesMax) {
      const beginMs = performance.now();
      const answer = await this.#send("POST", docs(place), {
        headers: {
          ...keyHeader(place),
          "content-type": "application/query+json",
          "x-ms-documentdb-isquery": "true",
          "x-ms-max-item-count": `${pageSize}`,
          ...(continuation === "" ? {} : { "x-ms-continuation": continuation }),
        },
        body: JSON.stringify({ query }),
      });
      if (!this.#isRead(place, answer)) break;
      pages.push({
        items: JSON.parse(answer.text).Documents as BatchItem[],
        beginMs,
        endMs: performance.now(),
      });
      continuation = answer.headers["x-ms-continuation"] as string | undefined;
    }
    const isComplete = continuation === undefined;
    place.batch.reads.push({ pages, isComplete });
    return isComplete;
  }

  async #readInBatch(place: Place): Promise<boolean> {
    const beginMs = performance.now();
    const reads = BATCH_IDS.map((id) => ({ operationType: "Read", id }));
    const answer = await this.#send("POST", docs(place), batchOf(place, reads));
    if (!this.#isRead(place, answer)) return false;
    const results = JSON.parse(answer.text) as { readonly resourceBody: BatchItem }[];
    const items = results.map(({ resourceBody }) => resourceBody);
    place.batch.reads.push({ pages: [{ items, beginMs, endMs: performance.now() }], isComplete: true });
    return true;
  }

  /** A refusal that has no reason here is a fault. */
  #isRead(place: Place, answer: Answer | undefined): answer is Answer {
    if (answer?.status === 200) return true;
    if (answer !== undefined && !isNotDone(answer) && !UNKNOWN.has(answer.status))
      this.#faults.push(`${place.container} ${place.key}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return false;
  }

  async #read(place: Place, id: string) {
    const beginMs = performance.now();
    const answer = await this.#send("GET", `${docs(place)}/${id}`, { headers: keyHeader(place) });
    if (answer?.status === 404) this.#faults.push(`${place.container} ${place.key}: ${id} is gone`);
    if (answer?.status !== 200) return undefined;
    return { value: JSON.parse(answer.text).value as number, beginMs, endMs: performance.now() };
  }

  /** All partitions in one list: what was acknowledged before it began is there. */
  async #listAll(container: string): Promise<boolean> {
    const places = this.#places.filter((each) => each.container === container);
    const expected = places.flatMap(({ key, items }) => [...items.acknowledged].map((id) => `${key} ${id}`));
    const listed = new Set<string>();
    for (let continuation: string | undefined = ""; continuation !== undefined; ) {
      const answer = await this.#send("GET", docs(places[0]!), {
        headers: {
          "x-ms-max-item-count": "1000",
          ...(continuation === "" ? {} : { "x-ms-continuation": continuation }),
        },
      });
      if (answer?.status !== 200) return false;
      for (const { id, pk } of JSON.parse(answer.text).Documents as Shown[]) listed.add(`${pk} ${id}`);
      continuation = answer.headers["x-ms-continuation"] as string | undefined;
    }
    for (const each of expected)
      if (!listed.has(each)) this.#faults.push(`${container}: no ${each} in a list`);
    return true;
  }

  async #idsOf(place: Place): Promise<Set<string>> {
    const ids = new Set<string>();
    for (let continuation: string | undefined = ""; continuation !== undefined; ) {
      const answer: Answer = await this.#expect(200, "GET", docs(place), {
        headers: {
          ...keyHeader(place),
          "x-ms-max-item-count": "1000",
          ...(continuation === "" ? {} : { "x-ms-continuation": continuation }),
        },
      });
      for (const { id } of JSON.parse(answer.text).Documents as { id: string }[]) ids.add(id);
      continuation = answer.headers["x-ms-continuation"] as string | undefined;
    }
    return ids;
  }

  readonly #fedIds = new Map<Place, Set<string>>();

  #fed(place: Place): Set<string> {
    const fed = this.#fedIds.get(place) ?? new Set();
    this.#fedIds.set(place, fed);
    return fed;
  }

  async #follow(container: string): Promise<void> {
    while (!this.#isOver) {
      await this.#readFeed(container).catch(() => {});
      await sleep(PAUSE_MS);
    }
  }

  /** What is new in the change feed of a container, range by range; children go on where their parents were. */
  async #readFeed(container: string): Promise<void> {
    const path = `/dbs/${DATABASE}/colls/${container}`;
    const ranges = JSON.parse((await this.#expect(200, "GET", `${path}/pkranges`)).text)
      .PartitionKeyRanges as {
      readonly id: string;
      readonly parents: readonly string[];
    }[];
    const positions = this.#feeds.get(container) ?? new Map<string, string>();
    this.#feeds.set(container, positions);
    for (const { id, parents } of ranges) {
      const ofParents = parents.flatMap((each) => positions.get(each) ?? []);
      // Of several the first, so that nothing is missed; what was shown is shown again.
      const known = positions.get(id) ?? ofParents.sort((a, b) => lsnOf(a) - lsnOf(b))[0];
      await this.#readRange(container, id, known, positions);
    }
  }

  async #readRange(
    container: string,
    range: string,
    from: string | undefined,
    positions: Map<string, string>,
  ): Promise<void> {
    for (let position = from; ; ) {
      const answer = await this.#expect([200, 304], "GET", `/dbs/${DATABASE}/colls/${container}/docs`, {
        headers: {
          "a-im": "Incremental feed",
          "x-ms-documentdb-partitionkeyrangeid": range,
          ...(position === undefined ? {} : { "if-none-match": position }),
        },
      });
      position = answer.headers.etag as string;
      if (answer.status === 200) this.#show(container, JSON.parse(answer.text).Documents as Shown[]);
      positions.set(range, position);
      if (answer.status === 304) return;
    }
  }

  #show(container: string, rows: readonly Shown[]): void {
    for (const { id, pk, value } of rows) {
      const place = this.#places.find((each) => each.container === container && each.key === pk)!;
      if (id === "register") place.shown.push(value!);
      else if (!OVERWRITTEN.has(id)) this.#fed(place).add(id);
    }
  }

  /** Undefined: the connection failed, and nobody knows what became of it. */
  async #send(...[method, path, options]: Parameters<SignedClient["send"]>): Promise<Answer | undefined> {
    const endpoints = this.#endpoints();
    const endpoint = endpoints[integerBelow(this.#random, endpoints.length)];
    if (endpoint === undefined) return NOBODY;
    const request = { endpoint: endpoint.endpoint, method, path, options, beginMs: performance.now() };
    const answered = this.#clientOf(endpoint)
      .send(method, path, options)
      .then(
        (answer) => {
          this.#log.note(request, answer);
          return answer;
        },
        (error: Error & { code?: string }) => {
          this.#log.note(request, `${error.code ?? error.message}`);
          return error.code === "ECONNREFUSED" ? NOBODY : undefined;
        },
      );
    const given = await Promise.race([answered, sleep(GIVE_UP_MS, GIVEN_UP, { ref: false })]);
    if (given !== GIVEN_UP) return given;
    this.#log.note(request, "given up");
    return undefined;
  }

  /** Asks until it is answered so. */
  async #expect(
    status: number | readonly number[],
    ...request: Parameters<SignedClient["send"]>
  ): Promise<Answer> {
    const wanted = [status].flat();
    for (let left = 200; ; left--) {
      const answer = await this.#send(...request);
      if (answer !== undefined && wanted.includes(answer.status)) return answer;
      if (left === 0 || this.#isLasting(answer))
        throw new Error(`${request[0]} ${request[1]} was answered ${answer?.status}: ${answer?.text}`);
      await sleep(10 * PAUSE_MS);
    }
  }

  #isLasting(answer: Answer | undefined): boolean {
    return answer !== undefined && [400, 401, 403, 410].includes(answer.status);
  }

  #clientOf({ endpoint, key }: Endpoint): SignedClient {
    let client = this.#clients.get(endpoint);
    if (client === undefined) this.#clients.set(endpoint, (client = new SignedClient(endpoint, key, 64)));
    return client;
  }

  /** What cannot be answered to anything that is done here is a fault. */
  #note(place: Place, answer: Answer | undefined, isDone: boolean): void {
    this.lastAnswers.set(place.container, `${answer?.status} ${answer?.text.slice(0, 200)}`);
    if (isDone) this.acknowledgedAtMs.set(place.container, performance.now());
    else this.unknown++;
    if (answer !== undefined && !isDone && !UNKNOWN.has(answer.status))
      this.#faults.push(`${place.container} ${place.key}: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
}

/** Of a position in a change feed. */
function lsnOf(etag: string): number {
  return Number(etag.replaceAll('"', ""));
}

const OVERWRITTEN: ReadonlySet<string> = new Set(["register", "counter", ...BATCH_IDS]);
const GIVEN_UP = Symbol("given up");
const NOBODY: Answer = { status: 0, headers: {}, bytes: Buffer.alloc(0), text: "" };

function isNotDone(answer: Answer | undefined): boolean {
  return answer === NOBODY || (answer !== undefined && REFUSED.has(answer.status));
}

function docs({ container }: Place): string {
  return `/dbs/${DATABASE}/colls/${container}/docs`;
}

function keyHeader({ key }: Place): Record<string, string> {
  return { "x-ms-documentdb-partitionkey": JSON.stringify([key]) };
}

function put(place: Place, item: object) {
  return { headers: keyHeader(place), body: { ...item, pk: place.key } };
}

function versionOf({ key }: Place, operationType: "Create" | "Replace" | "Upsert", version: number) {
  return BATCH_IDS.map((id) => ({
    operationType,
    id,
    resourceBody: { id, pk: key, inBatch: true, version },
  }));
}

function batchOf(place: Place, operations: readonly object[]) {
  return {
    headers: {
      ...keyHeader(place),
      "x-ms-cosmos-is-batch-request": "true",
      "x-ms-cosmos-batch-atomic": "true",
      "content-type": "application/json",
    },
    body: operations,
  };
}

/** Splits and merges of a container, through any node. */
export async function changePartitions(
  { endpoint, key }: Endpoint,
  container: string,
  random: () => number,
): Promise<string> {
  const control = new ControlClient({ endpoint, key });
  const path = `dbs/${DATABASE}/colls/${container}`;
  const { body, status } = await control.get(`${path}/partitions`);
  if (status !== 200) return `not asked: ${status}`;
  const ids = (body.partitions as { id: string }[]).map(({ id }) => id);
  const at = integerBelow(random, ids.length);
  if (ids.length > 1 && random() < 0.5) {
    const first = Math.min(at, ids.length - 2);
    const answer = await control.post(`${path}/merge`, {
      partitions: ids.slice(first, first + 2),
      force: true,
    });
    return `merge: ${answer.status}`;
  }
  return `split: ${(await control.post(`${path}/partitions/${ids[at]}/split`)).status}`;
}
