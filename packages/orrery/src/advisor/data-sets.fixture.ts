/** Data sets from seeds, each with a workload and a key that is right for a known reason. */
import type { JsonObject } from "@orrerydb/exact-json";
import { type Random, seededRandom } from "./ground/random.ts";
import type { SizedItem } from "./items/read-item-file.ts";

export interface DataSet {
  readonly name: string;
  readonly items: () => Generator<SizedItem>;
  readonly workload: string;
  readonly scale: Readonly<Record<string, number>>;
}

const START = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;

function sized(item: JsonObject): SizedItem {
  return { item, bytes: Buffer.byteLength(JSON.stringify(item)) };
}

function padding(random: Random, characters: number): string {
  let text = "";
  while (text.length < characters) text += random().toString(36).slice(2);
  return text.slice(0, characters);
}

function generate(
  name: string,
  count: number,
  seed: number,
  one: (i: number, random: Random) => JsonObject,
): DataSet["items"] {
  return function* () {
    const random = seededRandom(seed);
    for (let i = 0; i < count; i++) yield sized({ id: `${name}-${i}`, ...one(i, random) });
  };
}

const isoAt = (ms: number) => new Date(ms).toISOString();

/** Three tenants of ten orders belong to one giant: the tenant alone is too hot, its customers divide it. */
export function shop(count = 20_000): DataSet {
  return {
    name: "shop",
    items: generate("order", count, 11, (i, random) => {
      const tenant = random() < 0.31 ? 0 : 1 + Math.floor(random() * 400);
      const customer = tenant === 0 ? Math.floor(random() * 5_000) : Math.floor(random() * 50);
      return {
        tenantId: `tenant-${tenant}`,
        customerId: `customer-${tenant}-${customer}`,
        placedAt: isoAt(START + (i / count) * 30 * DAY),
        status: ["open", "paid", "sent"][Math.floor(random() * 3)]!,
        total: Math.round(random() * 10_000) / 100 + 0.001,
        note: padding(random, 500),
      };
    }),
    workload: `operations:
  - name: place an order
    do: create
    perSecond: 1500
  - name: orders of a customer
    do: query
    text: SELECT * FROM c WHERE c.tenantId = @tenantId AND c.customerId = @customerId
    perSecond: 600
  - name: read an order
    do: read
    by: [/id, /tenantId, /customerId]
    perSecond: 800
`,
    scale: { itemsPerDay: 40_000_000, retentionDays: 60 },
  };
}

/**
 * Vehicles send all day, and one test vehicle sends fifty times as much. The date is one key for all writes of a day,
 * the test vehicle's VIN grows past 20 GB; both together do neither.
 */
export function telemetry(count = 20_000): DataSet {
  return {
    name: "telemetry",
    items: generate("reading", count, 12, (i, random) => {
      const at = START + (i / count) * 20 * DAY;
      return {
        vin: `VIN${String(random() < 0.02 ? 0 : 1 + Math.floor(random() * 2_000)).padStart(6, "0")}`,
        date: isoAt(at).slice(0, 10),
        at: isoAt(at),
        speed: random() * 130,
        fuel: random(),
        payload: padding(random, 300),
      };
    }),
    workload: `operations:
  - name: store a reading
    do: create
    perSecond: 1000
  - name: a vehicle's day
    do: query
    text: SELECT * FROM c WHERE c.vin = @vin AND c.date = @date
    perSecond: 300
`,
    scale: { itemsPerDay: 8_000_000, retentionDays: 400 },
  };
}

/** A few authors have most of the readers: their posts must be on several keys, but few enough to list them. */
export function feed(count = 20_000): DataSet {
  return {
    name: "feed",
    items: generate("post", count, 13, (i, random) => ({
      authorId: `author-${Math.floor(random() * 300)}`,
      topic: `topic-${Math.floor(random() * 30)}`,
      postedAt: isoAt(START + (i / count) * 30 * DAY),
      text: padding(random, 300),
      likes: Math.floor(random() * 1000),
    })),
    workload: `operations:
  - name: post
    do: create
    perSecond: 200
  - name: read a post
    do: read
    by: [/id, /authorId]
    perSecond: 12000
    skew: zipf 1 on /authorId
  - name: posts of an author
    do: query
    text: SELECT TOP 20 * FROM c WHERE c.authorId = @authorId
    perSecond: 600
    skew: zipf 1 on /authorId
`,
    scale: { itemsPerDay: 8_000_000, retentionDays: 365 },
  };
}

/** Debit and credit of an account are one transaction. */
export function ledger(count = 20_000): DataSet {
  return {
    name: "ledger",
    items: generate("entry", count, 14, (i, random) => ({
      accountId: `account-${Math.floor(random() * 4_000)}`,
      branch: `branch-${Math.floor(random() * 20)}`,
      bookedAt: isoAt(START + (i / count) * 30 * DAY),
      amount: Math.round(random() * 1000) + 0.25,
      text: padding(random, 200),
    })),
    workload: `operations:
  - name: book
    do: batch
    by: [/accountId]
    items: 2
    perSecond: 800
  - name: statement
    do: query
    text: SELECT * FROM c WHERE c.accountId = @accountId
    perSecond: 200
  - name: read an entry
    do: read
    by: [/id, /accountId]
    perSecond: 500
`,
    scale: { itemsPerDay: 30_000_000, retentionDays: 365 },
  };
}

/** Written all at once under the hour that it is, read by the hour: few suffixes divide the writes and keep reads narrow. */
export function audit(count = 20_000): DataSet {
  return {
    name: "audit",
    items: generate("event", count, 15, (i, random) => {
      const at = START + (i / count) * 10 * DAY;
      return {
        hour: isoAt(at).slice(0, 13),
        at: isoAt(at),
        actor: `user-${Math.floor(random() * 9_000)}`,
        action: ["login", "read", "write", "export"][Math.floor(random() * 4)]!,
        detail: padding(random, 600),
      };
    }),
    workload: `operations:
  - name: record
    do: create
    perSecond: 300
  - name: the events of an hour
    do: query
    text: SELECT TOP 50 * FROM c WHERE c.hour = @hour
    perSecond: 400
`,
    scale: { itemsPerDay: 25_000_000, retentionDays: 90, budget: 20_000 },
  };
}

/** Everything belongs to one of three states, must be booked together in it, and nothing may divide it. */
export function hopeless(count = 5_000): DataSet {
  return {
    name: "hopeless",
    items: generate("job", count, 16, (i, random) => ({
      state: random() < 0.8 ? "open" : "done",
      queuedAt: isoAt(START + (i / count) * 10 * DAY),
      urgent: random() < 0.5,
      text: padding(random, 900),
    })),
    workload: `operations:
  - name: move jobs together
    do: batch
    by: [/state]
    items: 5
    perSecond: 2000
`,
    scale: { itemsPerDay: 100_000_000, retentionDays: 30 },
  };
}
