/**
 * Queries on containers of 10,000 and 100,000 items of 1 KB, and of a million with `ORRERY_BENCH_MILLION=1`, by raw
 * requests and through the SDK; the query of one logical partition also against a rival; a full scan against parsing
 * the same items. In each round every contestant has its turn, and ratios are taken within a round.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess } from "../../tests/harness/server-process.ts";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { median, printTable } from "../print-table.ts";
import { rival, start } from "../spine/contestant.ts";
import { rivalFolder } from "../spine/rival.ts";
import type { BenchQuery } from "./ask-to-end.ts";
import { type Asker, rawAsker, sdkAsker } from "./asker.ts";
import { fillByRequests } from "./fill-by-requests.ts";
import { fillContainers, PARTITIONS, partitionKeyOf } from "./fill-container.ts";
import { GROUPS, INDEXING_POLICY, itemOf, ROWS } from "./item.ts";

const SMALL = 10_000;
const SIZES = [SMALL, 100_000, ...(process.env.ORRERY_BENCH_MILLION === "1" ? [1_000_000] : [])];
/** The first one warms up and does not count. */
const ROUNDS = 6;
/** A turn is this long, or this many queries, whichever comes first. */
const TURN_MS = 400;
const TURN_QUERIES_MAX = 300;
const RIVAL_KEY = Buffer.from("a key for measurements").toString("base64");

interface Kind {
  readonly name: string;
  readonly query: (count: number, turn: number) => BenchQuery;
  readonly rows: number;
  /** Meant to cost the same at every size. */
  readonly isIndexed: boolean;
}

const ONE_PARTITION: Kind = {
  name: `one logical partition, ${ROWS} rows`,
  query: (count, turn) => {
    const partitionKey = partitionKeyOf((turn * 104_729 * ROWS) % count);
    // The key stands in the filter too: the rival does not heed the header.
    return { text: `SELECT * FROM c WHERE c.pk = '${partitionKey}'`, partitionKey };
  },
  rows: ROWS,
  isIndexed: true,
};

const FULL_SCAN: Kind = {
  name: "filter without an index",
  query: () => ({ text: "SELECT * FROM c WHERE c.hidden = -1" }),
  rows: 0,
  isIndexed: false,
};

const KINDS: readonly Kind[] = [
  ONE_PARTITION,
  {
    name: `indexed equality on ${PARTITIONS} partitions, ${ROWS} rows`,
    query: (count, turn) => ({
      text: `SELECT * FROM c WHERE c.code = 'code-${(turn * 31) % (count / ROWS)}'`,
    }),
    rows: ROWS,
    isIndexed: true,
  },
  {
    name: "range, ORDER BY, TOP 10",
    query: (count, turn) => ({
      text: `SELECT TOP 10 * FROM c WHERE c.price > ${(turn * 17) % (count / 2)} ORDER BY c.price`,
    }),
    rows: 10,
    isIndexed: true,
  },
  {
    name: "COUNT of everything",
    query: () => ({ text: "SELECT VALUE COUNT(1) FROM c" }),
    rows: 1,
    isIndexed: false,
  },
  FULL_SCAN,
  {
    name: `GROUP BY, ${GROUPS} groups`,
    query: () => ({ text: "SELECT c.category, COUNT(1) AS count FROM c GROUP BY c.category" }),
    rows: GROUPS,
    isIndexed: false,
  },
];

/** Milliseconds per query, one after another. */
async function turn(asker: Asker, kind: Kind, container: string, count: number): Promise<number> {
  const startMs = performance.now();
  let queries = 0;
  do {
    const rows = await asker.ask(container, kind.query(count, queries));
    if (rows !== kind.rows) throw new Error(`${kind.name}, ${asker.name}: ${rows} rows of ${kind.rows}`);
    queries++;
  } while (performance.now() - startMs < TURN_MS && queries < TURN_QUERIES_MAX);
  return (performance.now() - startMs) / queries;
}

/** Milliseconds to parse as many items as a scan reads, from the bytes that the store holds. */
function parseAll(texts: readonly Buffer[]): number {
  const startMs = performance.now();
  let found = 0;
  for (const text of texts) if ((JSON.parse(text.toString()) as { hidden: number }).hidden === -1) found++;
  if (found > 0) throw new Error("an item that no item is");
  return performance.now() - startMs;
}

async function startRival(folder: string) {
  const server = await start(rival(folder));
  const client = new SignedClient(server.endpoint, RIVAL_KEY);
  await fillByRequests(client, { definition: { id: containerOf(SMALL) }, count: SMALL, itemOf });
  client.close();
  return { server, asker: rawAsker(server.endpoint, RIVAL_KEY) };
}

const data = mkdtempSync(join(tmpdir(), "orrery-bench-"));
const loadedMs = performance.now();
await fillContainers(
  join(data, "leveldb"),
  SIZES.map((count) => ({
    definition: { id: containerOf(count), indexingPolicy: INDEXING_POLICY },
    count,
    itemOf,
  })),
);
const items = SIZES.reduce((sum, count) => sum + count, 0);
console.log(`Loaded ${whole(items)} items in ${((performance.now() - loadedMs) / 1000).toFixed(0)} s.\n`);

const server = await startProcess(["--data", data, "--log-level", "error"]);
const askers = [rawAsker(server.endpoint, server.key), sdkAsker(server.endpoint, server.key)];
const folder = rivalFolder();
const other = folder === undefined ? undefined : await startRival(folder);
const texts = Array.from({ length: SMALL }, (_, index) => Buffer.from(JSON.stringify(itemOf(index, SMALL))));

/** By kind, asker and size: milliseconds per query, one figure for each round. */
const measured = new Map<string, number[]>();
const rivalMs: number[] = [];
const parseMs: number[] = [];
const nameOf = (kind: Kind, asker: Asker, count: number) => `${kind.name}|${asker.name}|${count}`;

try {
  for (let round = 0; round < ROUNDS; round++) await runRound(round > 0);
} finally {
  for (const asker of askers) asker.close();
  other?.asker.close();
  await other?.server.stop();
  await server.end("SIGTERM");
  rmSync(data, { recursive: true, force: true });
}

async function runRound(counts: boolean): Promise<void> {
  for (const kind of KINDS) {
    for (const asker of askers) {
      for (const count of SIZES) {
        const ms = await turn(asker, kind, containerOf(count), count);
        const name = nameOf(kind, asker, count);
        if (counts) measured.set(name, [...(measured.get(name) ?? []), ms]);
      }
    }
    if (kind === ONE_PARTITION && other !== undefined) {
      const ms = await turn(other.asker, kind, containerOf(SMALL), SMALL);
      if (counts) rivalMs.push(ms);
    }
    if (kind === FULL_SCAN) {
      const ms = parseAll(texts);
      if (counts) parseMs.push(ms);
    }
  }
}

printTable([
  ["milliseconds per query", ...SIZES.map((count) => `${whole(count)} items`), "largest / smallest"],
  ...KINDS.flatMap((kind) =>
    askers.map((asker) => [
      `${kind.name}; ${asker.name}`,
      ...SIZES.map((count) => median(measured.get(nameOf(kind, asker, count))!).toFixed(2)),
      ratio(kind, asker).toFixed(2),
    ]),
  ),
]);
console.log();
const [raw] = askers as [Asker];
const own = measured.get(nameOf(ONE_PARTITION, raw, SMALL))!;
const scan = measured.get(nameOf(FULL_SCAN, raw, SMALL))!;
printTable([
  ["aim", "wanted", "measured", "reached"],
  ...KINDS.filter(({ isIndexed }) => isIndexed).map((kind) =>
    aim(`${kind.name}: largest / smallest`, "<=", 2, ratio(kind, raw)),
  ),
  ...(rivalMs.length === 0
    ? []
    : [
        aim(
          `one logical partition of ${whole(SMALL)} items: times as often as the rival`,
          ">=",
          100,
          median(rivalMs.map((ms, round) => ms / own[round]!)),
        ),
      ]),
  aim(
    "full scan: speed of parsing in a loop",
    ">=",
    0.5,
    median(parseMs.map((ms, round) => ms / scan[round]!)),
  ),
]);

function containerOf(count: number): string {
  return `items-${count}`;
}

function ratio(kind: Kind, asker: Asker): number {
  const small = measured.get(nameOf(kind, asker, SMALL))!;
  const large = measured.get(nameOf(kind, asker, SIZES.at(-1)!))!;
  return median(large.map((ms, round) => ms / small[round]!));
}

function aim(name: string, relation: ">=" | "<=", wanted: number, figure: number): string[] {
  const reached = relation === ">=" ? figure >= wanted : figure <= wanted;
  return [name, `${relation} ${wanted}`, figure.toFixed(2), reached ? "yes" : "no"];
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
