/**
 * Random items with numbers of every form and names of every kind, written and read on every path there is, compared
 * as bytes. ORRERY_FUZZ_CASES says how many, ORRERY_TEST_SEED which.
 */

import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  quotes,
  returnedText,
  sentText,
  type TextTree,
  textTrees,
} from "../../packages/exact-json/src/json-text.fixture.ts";
import { binaryJson, textOfBinaryJson } from "../harness/binary-json.ts";
import { ControlClient } from "../harness/control-client.ts";
import { PostgresServer } from "../harness/postgres-server.ts";
import { testSeed } from "../harness/seeded-random.ts";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { changedTexts, firstDifference, storedTexts } from "../harness/stored-texts.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const COUNT = Number(process.env.ORRERY_FUZZ_CASES ?? 600);
/** Items of about a hundred to a key. */
const KEYS = Math.ceil(COUNT / 100);
/** Keys that are worked on at a time. */
const LANES = 8;
/** Sent together: as many as a batch may have. */
const GROUP = 20;

const folder = temporaryFolder("number-digits");
const data = join(folder, "data");
const CONTAINER = "dbs/db/colls/c";
const PATH = `/${CONTAINER}`;

interface Sample {
  readonly id: string;
  readonly pk: string;
  readonly tree: TextTree;
  /** The value as it is sent, with white space, and as it is returned. */
  readonly sent: string;
  readonly returned: string;
}

const samples: readonly Sample[] = fc
  .sample(fc.tuple(textTrees, fc.constantFrom("", " ", "\n "), quotes), { numRuns: COUNT, seed: testSeed() })
  .map(([tree, space, quote], i) => ({
    id: `${i}`,
    pk: `k${Math.floor(i / GROUP) % KEYS}`,
    tree,
    sent: sentText(tree, space, quote),
    returned: returnedText(tree),
  }));

function itemText({ id, pk, sent }: Sample, before = ""): string {
  return `{"id": "${id}", "pk": "${pk}"${before}, "v": ${sent}, "n": 0}`;
}

/** Without the system properties. */
function ownText(text: string): string {
  return `${text.slice(0, text.lastIndexOf(',"_rid":"'))}}`;
}

function expected({ id, pk, returned }: Sample, n = 0): string {
  return `{"id":"${id}","pk":"${pk}","v":${returned},"n":${n}}`;
}

/** The value that is sent in binary JSON, which has integers of 64 bits and doubles. */
function binaryValue(tree: TextTree): unknown {
  switch (tree.kind) {
    case "token": {
      const isInteger = /^-?\d+$/.test(tree.text) && tree.text !== "-0";
      const integer = isInteger ? BigInt(tree.text) : undefined;
      const hasIntegerForm = integer !== undefined && integer >= -(2n ** 63n) && integer < 2n ** 64n;
      return hasIntegerForm ? integer : JSON.parse(tree.text);
    }
    case "array":
      return tree.elements.map(binaryValue);
    case "object":
      return new Map(tree.members.map(([name, value]) => [name, binaryValue(value)]));
  }
}

/** The text of what was sent in binary JSON. */
function binaryText(value: unknown): string {
  if (typeof value === "bigint") return `${value}`;
  if (Object.is(value, -0)) return "-0";
  if (Array.isArray(value)) return `[${value.map(binaryText).join(",")}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  return `{${[...value].map(([name, member]) => `${JSON.stringify(name)}:${binaryText(member)}`).join(",")}}`;
}

let server: ServerProcess;
let raw: SignedClient;

async function start(...flags: string[]): Promise<void> {
  server = await startProcess(["--data", data, ...flags]);
  raw = new SignedClient(server.endpoint, server.key);
}

async function stop(): Promise<void> {
  raw.close();
  await server.end("SIGTERM");
}

beforeAll(async () => {
  await start();
  await raw.createContainer("db", "c");
});
afterAll(() => stop());

async function command(...args: string[]): Promise<void> {
  const environment = {
    ORRERY_CONNECTION_STRING: `AccountEndpoint=${server.endpoint}/;AccountKey=${server.key};`,
  };
  const { code, output, errors } = await runToEnd(args, { environment });
  expect(code, `${args.join(" ")}: ${output} ${errors}`).toBe(0);
}

const keyHeader = (pk: string) => ({ "x-ms-documentdb-partitionkey": `["${pk}"]` });

type Write = (samples: readonly Sample[]) => Promise<void>;

const inBatch =
  (operation: string, headers: Record<string, string>): Write =>
  async (group) => {
    const body = `[${group
      .map((sample) => `{"operationType":"${operation}","resourceBody":${itemText(sample)}}`)
      .join(" ,\n")}]`;
    const { status, text } = await raw.send("POST", `${PATH}/docs`, {
      headers: { ...keyHeader(group[0]!.pk), "x-ms-cosmos-is-batch-request": "True", ...headers },
      body,
    });
    expect(status, text).toBe(200);
    for (const sample of group) {
      expect(text).toContain(`"resourceBody":${expected(sample).slice(0, -1)},"_rid":"`);
    }
  };

const WRITES: Readonly<Record<string, Write>> = {
  create: async (group) => {
    for (const sample of group) {
      const { status, text } = await raw.send("POST", `${PATH}/docs`, {
        headers: keyHeader(sample.pk),
        body: itemText(sample),
      });
      expect(status, text).toBe(201);
      expect(ownText(text)).toBe(expected(sample));
    }
  },
  "replace, with system properties in the body": async (group) => {
    for (const sample of group) {
      const headers = keyHeader(sample.pk);
      await raw.send("POST", `${PATH}/docs`, { headers, body: { id: sample.id, pk: sample.pk } });
      const { status, text } = await raw.send("PUT", `${PATH}/docs/${sample.id}`, {
        headers,
        body: itemText(sample, ',"_rid":"x","_ts":1'),
      });
      expect(status, text).toBe(200);
      expect(ownText(text)).toBe(expected(sample));
    }
  },
  upsert: async (group) => {
    for (const sample of group) {
      const { text } = await raw.send("POST", `${PATH}/docs`, {
        headers: { ...keyHeader(sample.pk), "x-ms-documentdb-is-upsert": "True" },
        body: itemText(sample),
      });
      expect(ownText(text)).toBe(expected(sample));
    }
  },
  "patch of the value": async (group) => {
    for (const sample of group) {
      const headers = keyHeader(sample.pk);
      await raw.send("POST", `${PATH}/docs`, {
        headers,
        body: { id: sample.id, pk: sample.pk, v: null, n: 0 },
      });
      const { text } = await raw.send("PATCH", `${PATH}/docs/${sample.id}`, {
        headers,
        body: `{"operations":[{"op":"set","path":"/v","value":${sample.sent}}]}`,
      });
      expect(ownText(text)).toBe(expected(sample));
    }
  },
  batch: inBatch("Create", { "x-ms-cosmos-batch-atomic": "True" }),
  bulk: inBatch("Upsert", { "x-ms-cosmos-batch-continue-on-error": "True" }),
};

/** Each group in another way. */
async function writeAll(): Promise<void> {
  const writes = Object.values(WRITES);
  await sideBySide(Math.ceil(samples.length / GROUP), (group) =>
    writes[group % writes.length]!(samples.slice(group * GROUP, (group + 1) * GROUP)),
  );
}

/** Runs some of the tasks at a time. Those of one key come one after another. */
async function sideBySide(count: number, task: (i: number) => Promise<void>): Promise<void> {
  const lane = async (first: number) => {
    for (let i = first; i < count; i++) if ((i % KEYS) % LANES === first) await task(i);
  };
  await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
}

/** Reads all of a key, and compares the documents of all pages as one text. */
async function pagesOf(pk: string, headers: Record<string, string>, body: string): Promise<string> {
  let documents = "";
  let continuation: string | undefined;
  do {
    const {
      status,
      text,
      headers: answered,
    } = await raw.send("POST", `${PATH}/docs`, {
      headers: {
        ...keyHeader(pk),
        "content-type": "application/query+json",
        "x-ms-documentdb-isquery": "True",
        "x-ms-max-item-count": "100",
        ...headers,
        ...(continuation !== undefined && { "x-ms-continuation": continuation }),
      },
      body,
    });
    expect(status, text).toBe(200);
    documents += `${text.slice(text.indexOf(":[") + 2, text.lastIndexOf("]"))},`;
    continuation = answered["x-ms-continuation"] as string | undefined;
  } while (continuation !== undefined);
  return documents.replace(/,+$/, "").replace(/^,+/, "");
}

const samplesByKey = new Map<string, Sample[]>();
for (const sample of samples) {
  samplesByKey.set(sample.pk, [...(samplesByKey.get(sample.pk) ?? []), sample]);
}
const ofKey = (pk: string) => samplesByKey.get(pk) ?? [];

/** Reads every item in every way. `n` is what the other member is by now. */
async function compareAll(n: number): Promise<void> {
  const every = new Map(samples.map((sample) => [sample.id, expected(sample, n)]));
  expect(firstDifference(await storedTexts(raw, CONTAINER), every)).toBeUndefined();
  expect(firstDifference(await changedTexts(raw, CONTAINER), every)).toBeUndefined();
  await sideBySide(KEYS, async (i) => {
    const pk = `k${i}`;
    for (const sample of ofKey(pk)) {
      const { text } = await raw.send("GET", `${PATH}/docs/${sample.id}`, { headers: keyHeader(pk) });
      expect(ownText(text)).toBe(expected(sample, n));
    }
    const returned = ofKey(pk).map((sample) => sample.returned);
    const query = (text: string) => pagesOf(pk, {}, JSON.stringify({ query: text }));
    expect(await query("SELECT VALUE c.v FROM c")).toBe(returned.join(","));
    expect(await query("SELECT VALUE [c.v, c['v']] FROM c")).toBe(
      returned.map((each) => `[${each},${each}]`).join(","),
    );
    expect(await query("SELECT VALUE { a: c.v, b: { c: c.v } } FROM c")).toBe(
      returned.map((each) => `{"a":${each},"b":{"c":${each}}}`).join(","),
    );
    expect(await query("SELECT VALUE t FROM c JOIN (SELECT VALUE c.v) AS t")).toBe(returned.join(","));
    // From the index, as far as it knows the digits.
    const numbers = await query("SELECT VALUE c.v FROM c WHERE IS_NUMBER(c.v)");
    expect(numbers.split(",").sort()).toEqual(returned.filter((each) => /^-?\d/.test(each)).sort());
    const all = await query("SELECT * FROM c");
    for (const sample of ofKey(pk)) {
      expect(all).toContain(`${expected(sample, n).slice(0, -1)},"_rid":"`);
    }
  });
}

describe("digits of numbers and the order of names", { timeout: 120_000 + 20 * COUNT }, () => {
  test("are returned by every write", writeAll);

  test("are returned by every read", () => compareAll(0));

  test("are returned in binary JSON, as far as it has them", async () => {
    const docs = "/dbs/db/colls/binary/docs";
    await raw.createContainer("db", "binary");
    const send = async (method: string, path: string, pk: string, body?: unknown) => {
      const asked = { ...keyHeader(pk), "x-ms-cosmos-supported-serialization-formats": "CosmosBinary" };
      const sent = { headers: asked, ...(body !== undefined && { body: binaryJson(body) }) };
      const answer = await raw.send(method, path, sent);
      expect(answer.status, answer.text).toBeLessThan(300);
      // The server answers in text where half of a surrogate pair may be in it, which binary JSON cannot hold.
      return ownText(answer.text.includes("\\ud") ? answer.text : textOfBinaryJson(answer.bytes));
    };
    await sideBySide(samples.length, async (i) => {
      const { id, pk, tree } = samples[i]!;
      const v = binaryValue(tree);
      const text = (member: string) => `{"id":"${id}","pk":"${pk}","${member}":${binaryText(v)}}`;
      expect(await send("POST", docs, pk, { id, pk, v })).toBe(text("v"));
      const read = await raw.send("GET", `${docs}/${id}`, { headers: keyHeader(pk) });
      expect(ownText(read.text)).toBe(text("v"));
      const operations = [{ op: "move", from: "/v", path: "/w" }];
      expect(await send("PATCH", `${docs}/${id}`, pk, { operations })).toBe(text("w"));
      expect(await send("GET", `${docs}/${id}`, pk)).toBe(text("w"));
      const set = [{ op: "set", path: "/w", value: v }];
      expect(await send("PATCH", `${docs}/${id}`, pk, { operations: set })).toBe(text("w"));
    });
  });

  test("stay when another member is patched", async () => {
    await sideBySide(samples.length, async (i) => {
      const { id, pk } = samples[i]!;
      const { status, text } = await raw.send("PATCH", `${PATH}/docs/${id}`, {
        headers: keyHeader(pk),
        body: { operations: [{ op: "incr", path: "/n", value: 1 }] },
      });
      expect(status, text).toBe(200);
    });
    await compareAll(1);
  });

  test("stay where a script leaves a member as it was", async () => {
    const headers = keyHeader("script");
    const item = '{"id":"s","pk":"script","n":0,"big":9223372036854775807,"o":{"b":1.50,"10":[1e3]}}';
    await raw.send("POST", `${PATH}/docs`, { headers, body: item });
    const increment = `function () {
      const c = getContext().getCollection();
      c.queryDocuments(c.getSelfLink(), "SELECT * FROM c WHERE c.id = 's'", (error, [found]) => {
        found.n++;
        c.replaceDocument(found._self, found);
      });
    }`;
    const trigger =
      "function () { const r = getContext().getRequest(), b = r.getBody(); b.n++; r.setBody(b); }";
    await raw.send("POST", `${PATH}/sprocs`, { body: { id: "increment", body: increment } });
    const definition = { id: "t", body: trigger, triggerType: "Pre", triggerOperation: "All" };
    await raw.send("POST", `${PATH}/triggers`, { body: definition });
    const run = await raw.send("POST", `${PATH}/sprocs/increment`, { headers, body: [] });
    expect(run.status, run.text).toBe(200);
    const read = await raw.send("GET", `${PATH}/docs/s`, { headers });
    expect(ownText(read.text)).toBe(item.replace('"n":0', '"n":1'));
    const triggered = await raw.send("PUT", `${PATH}/docs/s`, {
      headers: { ...headers, "x-ms-documentdb-pre-trigger-include": "t" },
      body: item,
    });
    expect(ownText(triggered.text)).toBe(item.replace('"n":0', '"n":1'));
    await raw.send("DELETE", `${PATH}/docs/s`, { headers });
  });

  test("stay when the partition is split and the server is started again", async () => {
    const control = new ControlClient(server);
    const partitions = "dbs/db/colls/c/partitions";
    const { body } = await control.get(partitions);
    const split = await control.post(`${partitions}/${body.partitions[0].id}/split`, { at: "data" });
    expect(split.status, JSON.stringify(split.body)).toBeLessThan(300);
    await expect
      .poll(async () => (await control.get(partitions)).body.partitions.length, { timeout: 60_000 })
      .toBe(2);
    await stop();
    await start();
    await compareAll(1);
  });

  test("stay through export, import and a move to another key", async () => {
    const stored = await storedTexts(raw, CONTAINER);
    expect(stored.size).toBe(COUNT);
    const file = join(folder, "items.ndjson");
    await command("export", "db/c", "--out", file);
    await command("import", "db/imported", file, "--partition-key", "/pk");
    expect(firstDifference(await storedTexts(raw, "dbs/db/colls/imported"), stored)).toBeUndefined();
    const place = (container: string) => `${server.endpoint}/db/${container}`;
    await command("repartition", "--from", place("c"), "--to", place("moved"), "--key", "/id");
    expect(firstDifference(await storedTexts(raw, "dbs/db/colls/moved"), stored)).toBeUndefined();
  });

  test("are kept in PostgreSQL", async ({ skip }) => {
    const postgres = await PostgresServer.start("digits of numbers in PostgreSQL");
    if (postgres === undefined) return skip();
    await stop();
    server = await startProcess(["--store", await postgres.newDatabase()]);
    raw = new SignedClient(server.endpoint, server.key);
    try {
      await raw.createContainer("db", "c");
      await writeAll();
      await compareAll(0);
    } finally {
      await stop();
      await postgres.stop();
      await start();
    }
  });

  test("stay in a backup", async () => {
    await stop();
    const backups = join(folder, "backups");
    const restored = join(folder, "restored");
    expect((await runToEnd(["backup", "--data", data, "--to", backups])).errors).toBe("");
    expect((await runToEnd(["restore", "--from", backups, "--to", restored])).errors).toBe("");
    const checked = await runToEnd(["check", "--data", restored]);
    expect(checked.code, checked.output + checked.errors).toBe(0);
    server = await startProcess(["--data", restored]);
    raw = new SignedClient(server.endpoint, server.key);
    await compareAll(1);
  });
});
