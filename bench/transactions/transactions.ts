/**
 * What transactions, scripts and the change feed cost beside the plain operations that do the same work: on a server
 * with a data folder, in rounds that take turns, so that the ratios hold on any machine. Writes do not wait for the
 * disk: where they do, what is done together gains much more.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess } from "../../tests/harness/server-process.ts";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { median, printTable } from "../print-table.ts";
import { CONNECTIONS, elapsedSeconds, perSecond, send } from "./load.ts";
import { BATCH, create, createAll, execute, item, query, read } from "./requests.ts";

/** The first one warms up and does not count. */
const ROUNDS = 6;
const ITEMS = 4_000;
const SINGLE_ITEMS = 1_000;
const CALLS = 400;
const SCANNED_ITEMS = 10_000;
const PAGE_ITEMS = 1_000;
/** A batch of 100 creates must be worth it. */
const BATCH_RATIO_MIN = 3;

const CREATE_SCRIPT = `function (items) {
  const container = getContext().getCollection();
  for (const item of items) {
    if (!container.createDocument(container.getSelfLink(), item)) throw new Error("not accepted");
  }
}`;

const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
const server = await startProcess(["--data", folder, "--durability", "process"]);
const client = new SignedClient(server.endpoint, server.key, CONNECTIONS);

async function createContainer(id: string): Promise<string> {
  const path = `/dbs/bench/colls/${id}`;
  const body = { id, partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } };
  await send(client, { method: "POST", path: "/dbs/bench/colls", body, status: 201 });
  const scripts = {
    "sprocs/none": "function () {}",
    "sprocs/create": CREATE_SCRIPT,
    "udfs/isEven": "function (n) { return n % 2 === 0; }",
  };
  for (const [link, text] of Object.entries(scripts)) {
    const [type, name] = link.split("/");
    const script = { id: name, body: text };
    await send(client, { method: "POST", path: `${path}/${type}`, body: script, status: 201 });
  }
  return path;
}

const items = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => item(prefix, n));

function inBatches<T>(list: readonly T[]): T[][] {
  return Array.from({ length: list.length / BATCH }, (_, i) => list.slice(i * BATCH, (i + 1) * BATCH));
}

/** Items a second, or calls, or queries. */
type Measurement = (container: string, round: number) => Promise<number>;

const writing: Readonly<Record<string, Measurement>> = {
  "single creates": (container) =>
    perSecond(
      client,
      items("single", SINGLE_ITEMS).map((one) => create(container, one)),
    ),
  "creates in batches of 100": async (container) =>
    BATCH *
    (await perSecond(
      client,
      inBatches(items("batch", ITEMS)).map((batch) => createAll(container, batch)),
    )),
  "creates by a procedure, 100 each": async (container) =>
    BATCH *
    (await perSecond(
      client,
      inBatches(items("script", ITEMS)).map((batch) => execute(container, "create", batch[0]!.pk, [batch])),
    )),
  "creates by a procedure, one each": (container) =>
    perSecond(
      client,
      items("scripted", CALLS).map((one) => execute(container, "create", one.pk, [[one]])),
    ),
  "point reads": (container) =>
    perSecond(
      client,
      items("single", SINGLE_ITEMS).map((one) => read(container, one)),
    ),
  "calls of an empty procedure": (container) =>
    perSecond(
      client,
      items("single", CALLS).map(({ pk }) => execute(container, "none", pk, [])),
    ),
};

const times = (text: string): Measurement => {
  return async (container) => 1 / (await elapsedSeconds(() => send(client, query(container, text))));
};

/** Follows a feed to its end: by its continuation, or by the ETags of its changes. */
async function readToEnd(container: string, isChangeFeed: boolean): Promise<number> {
  let count = 0;
  const seconds = await elapsedSeconds(async () => {
    for (let token: string | undefined = "", isMore = true; isMore; ) {
      const answer = await client.send("GET", `${container}/docs`, {
        headers: {
          "x-ms-max-item-count": String(PAGE_ITEMS),
          "x-ms-documentdb-partitionkeyrangeid": "0",
          ...(isChangeFeed ? { "a-im": "Incremental Feed" } : {}),
          ...(token === "" ? {} : { [isChangeFeed ? "if-none-match" : "x-ms-continuation"]: token }),
        },
      });
      if (answer.status === 200) count += (JSON.parse(answer.text) as { _count: number })._count;
      token = answer.headers[isChangeFeed ? "etag" : "x-ms-continuation"] as string | undefined;
      isMore = isChangeFeed ? answer.status === 200 : token !== undefined;
    }
  });
  if (count !== SCANNED_ITEMS) throw new Error(`${count} items were read, not ${SCANNED_ITEMS}`);
  return count / seconds;
}

const reading: Readonly<Record<string, Measurement>> = {
  "filters of 10,000 items": times("SELECT VALUE COUNT(1) FROM c WHERE c.n % 2 = 0"),
  "filters with a function": times("SELECT VALUE COUNT(1) FROM c WHERE udf.isEven(c.n)"),
  "items of the plain feed": (container) => readToEnd(container, false),
  "items of the change feed": (container) => readToEnd(container, true),
};

async function measure(): Promise<Map<string, number>> {
  await send(client, { method: "POST", path: "/dbs", body: { id: "bench" }, status: 201 });
  const scanned = await createContainer("scanned");
  await perSecond(
    client,
    inBatches(items("scanned", SCANNED_ITEMS)).map((batch) => createAll(scanned, batch)),
  );
  const results = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    const written = await createContainer(`round-${round}`);
    for (const [container, measurements] of [
      [written, writing],
      [scanned, reading],
    ] as const) {
      for (const [name, measurement] of Object.entries(measurements)) {
        const rate = await measurement(container, round);
        if (round > 0) results.set(name, [...(results.get(name) ?? []), rate]);
      }
    }
  }
  return new Map([...results].map(([name, rates]) => [name, median(rates)]));
}

const RATIOS: readonly (readonly [string, string])[] = [
  ["creates in batches of 100", "single creates"],
  ["creates by a procedure, 100 each", "single creates"],
  ["creates by a procedure, one each", "single creates"],
  ["calls of an empty procedure", "point reads"],
  ["filters with a function", "filters of 10,000 items"],
  ["items of the change feed", "items of the plain feed"],
];

try {
  const rates = await measure();
  const rate = (name: string) => rates.get(name)!;
  const digits = (value: number) =>
    value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 });
  printTable([
    ["measured", "a second", "beside", "a second", "ratio"],
    ...RATIOS.map(([name, plain]) => [
      name,
      digits(rate(name)),
      plain,
      digits(rate(plain)),
      (rate(name) / rate(plain)).toFixed(2),
    ]),
  ]);
  const ratio = rate("creates in batches of 100") / rate("single creates");
  console.log(`Batches of 100: ${ratio.toFixed(1)} times single creates (at least ${BATCH_RATIO_MIN}).`);
  if (ratio < BATCH_RATIO_MIN) process.exitCode = 1;
} finally {
  client.close();
  await server.end("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}
