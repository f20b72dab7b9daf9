/**
 * Shapes of queries beside their twins, on 10,000 and 100,000 items in five partitions, and two rivals with 100,000.
 * `ORRERY_BENCH_ITEMS` names another number, which is compared with a tenth of it where that is 10,000 or more; vectors
 * and rivals take part up to 100,000, for they take too long to load, and of more items there are fewer rounds. By raw
 * requests. In each round every shape and every twin has its turn, which is printed as it ends, and ratios are taken within
 * a round: of time, and of the server's processor time, which other work on the machine changes little. Rivals follow, each
 * with all shapes one after another, beside a turn of our own; what takes them too long is given up.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startProcess } from "../../tests/harness/server-process.ts";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { median, printTable } from "../print-table.ts";
import { processorMs } from "../processor-ms.ts";
import { askToEnd, type BenchQuery, SlowQuery } from "../query/ask-to-end.ts";
import { type Filling, fillContainers } from "../query/fill-container.ts";
import { itemOf, POLICY } from "./cliff-item.ts";
import { type Rival, startRivals } from "./rivals.ts";
import { type Asked, nearestTo, SHAPES, type Shape } from "./shapes.ts";
import { VECTOR_POLICY, vectorItemOf } from "./vector-item.ts";

/** With fewer, shapes that find 1,000 different values or skip 9,000 items have other answers. */
const FEWEST = 10_000;
/** Rivals and vectors take part up to here. */
const COMPARED = 100_000;
const LARGEST = Number(process.env.ORRERY_BENCH_ITEMS ?? COMPARED);
const SIZES = [LARGEST / 10, LARGEST].filter((count) => count >= FEWEST);
const VECTOR_SIZES = LARGEST > COMPARED ? [] : SIZES;
/** The first ones warm up and do not count: by then what is read again and again is in memory, as nothing is written. */
const [ROUNDS, WARMING_ROUNDS] = LARGEST > COMPARED ? [4, 2] : [7, 4];
/** A rival's query that takes longer is given up; then the rival has so long to come to an end, before it is given up too. */
const GIVE_UP_S = 20;
const SETTLE_S = 60;
/** All shapes of a rival; what is left then is not asked. */
const RIVAL_S = 180;
/** A turn takes so much of the server's processor time, or this many queries, whichever comes first. */
const TURN_MS = 200;
const TURN_QUERIES_MAX = 50;
/** Where a shape says nothing else. Cosmium takes -1, as many as fit, for a number of rows. */
const PAGE_ROWS = 1000;
const RECALL_QUERIES = 50;
const CELLS_SHARE = 0.9;
const CELLS_POLL_MS = 1000;

interface Contestant {
  readonly client: SignedClient;
  readonly pid: number;
}

interface Figure {
  readonly ms: number;
  readonly processorMs: number;
  readonly charge: number;
}

const plain = (count: number): Filling => ({
  definition: { id: `plain-${count}`, ...POLICY },
  count,
  itemOf,
});
const vectors = (count: number): Filling => ({
  definition: { id: `vectors-${count}`, ...VECTOR_POLICY },
  count,
  itemOf: vectorItemOf,
});

const data = mkdtempSync(join(tmpdir(), "orrery-bench-"));
await fillContainers(join(data, "leveldb"), [...SIZES.map(plain), ...VECTOR_SIZES.map(vectors)]);

const server = await startProcess(["--data", data, "--log-level", "error"]);
const client = new SignedClient(server.endpoint, server.key);
const ourselves: Contestant = { client, pid: server.pid };
/** By shape and size. */
const own = new Map<string, Figure[]>();

const GROWTH_MAX = 1.5;
const TWINS_MAX = 3;
const RIVALS_MIN = 10;

try {
  for (const count of VECTOR_SIZES) await cellsMade(count);
  for (let round = 0; round < ROUNDS; round++) {
    console.log(`\nRound ${round + 1} of ${ROUNDS}${round < WARMING_ROUNDS ? ", which does not count" : ""}`);
    for (const shape of SHAPES) await runShape(shape, round >= WARMING_ROUNDS);
  }
  for (const count of VECTOR_SIZES) {
    console.log(
      `Of the nearest of ${count.toLocaleString("en-US")} vectors, ${await recall(count)} are found.`,
    );
  }
  for (const count of SIZES) printFigures(count);
  if (LARGEST <= COMPARED) await compare();
} finally {
  client.close();
  await server.end("SIGTERM");
  rmSync(data, { recursive: true, force: true });
}

/** The server makes them in the background; before, every vector is read, and costs as much as where that is asked for. */
async function cellsMade(count: number): Promise<void> {
  const charge = async (exact: "" | ", true") =>
    (await askToEnd(client, `vectors-${count}`, nearestTo(0, exact))).charge;
  const exact = await charge(", true");
  while ((await charge("")) > exact * CELLS_SHARE) await setTimeout(CELLS_POLL_MS);
}

async function runShape(shape: Shape, isCounted: boolean): Promise<void> {
  for (const count of sizesOf(shape)) {
    const container = `${shape.items}-${count}`;
    const figure = await turn(ourselves, container, shape, count);
    const twin = await turn(ourselves, container, shape.twin, count);
    const text = [figure, twin]
      .map(({ processorMs }) => processorMs.toFixed(1))
      .join(" ms of the processor, twin ");
    console.log(`${count.toLocaleString("en-US")}, ${shape.name}: ${text} ms`);
    if (!isCounted) continue;
    push(own, `${shape.name} ${count}`, figure);
    push(own, `twin of ${shape.name} ${count}`, twin);
  }
}

/** Milliseconds and charge of a query, one after another. */
async function turn(
  { client, pid }: Contestant,
  container: string,
  asked: Asked,
  count: number,
  giveUpMs?: number,
): Promise<Figure> {
  const startMs = performance.now();
  const startProcessorMs = processorMs(pid);
  let usedMs: number;
  let queries = 0;
  let charged = 0;
  do {
    let found = 0;
    for (const query of asked.queries(count, queries)) {
      const { rows, charge, pages } = await askToEnd(
        client,
        container,
        { pageRows: PAGE_ROWS, ...query },
        giveUpMs,
      );
      const { holds } = query;
      if (holds && !holds.some((word) => pages[0]!.includes(word)))
        throw new Error(`other rows: ${query.text}`);
      found += rows;
      charged += charge;
    }
    if (found !== asked.rows) throw new Error(`${found} rows of ${asked.rows}: ${asked.name}`);
    queries++;
    usedMs = processorMs(pid) - startProcessorMs;
  } while (usedMs < TURN_MS && queries < TURN_QUERIES_MAX);
  const ms = performance.now() - startMs;
  return { ms: ms / queries, processorMs: usedMs / queries, charge: charged / queries };
}

/** The mean share of the right answers. */
async function recall(count: number): Promise<number> {
  const idsOf = async (query: BenchQuery) => {
    const { pages } = await askToEnd(client, `vectors-${count}`, query);
    return pages.flatMap((page) => (JSON.parse(page) as { Documents: { id: string }[] }).Documents);
  };
  let found = 0;
  let right = 0;
  for (let turn = 0; turn < RECALL_QUERIES; turn++) {
    const ids = new Set((await idsOf(nearestTo(turn, ""))).map(({ id }) => id));
    for (const { id } of await idsOf(nearestTo(turn, ", true"))) {
      right++;
      if (ids.has(id)) found++;
    }
  }
  return found / right;
}

async function compare(): Promise<void> {
  const rivals = await startRivals([{ ...plain(LARGEST), definition: { id: `plain-${LARGEST}` } }]);
  try {
    console.log(
      `\nTimes as fast as others, and by processor time, ${LARGEST.toLocaleString("en-US")} items\n`,
    );
    for (const rival of rivals) await compareWith(rival);
  } finally {
    for (const { stop } of rivals) await stop();
  }
}

async function compareWith(rival: Rival): Promise<void> {
  const endMs = performance.now() + RIVAL_S * 1000;
  let isGivenUp = false;
  // The first is the hardest: whoever does not come to its end has answered all others.
  const [first, ...others] = SHAPES.filter(({ items }) => items === "plain");
  for (const shape of [...others, first!]) {
    const say = (words: string) => console.log(`${rival.name}, ${shape.name}: ${words}`);
    if (isGivenUp || performance.now() > endMs) {
      say(isGivenUp ? "not asked, it does not come to the end of another" : `not asked within ${RIVAL_S} s`);
      continue;
    }
    const ours = await turn(ourselves, `plain-${LARGEST}`, shape, LARGEST);
    try {
      const theirs = await turn(rival, `plain-${LARGEST}`, shape, LARGEST, GIVE_UP_S * 1000);
      const times = [theirs.ms / ours.ms, theirs.processorMs / ours.processorMs];
      const ratios = times.map((figure) => judged(figure, figure >= RIVALS_MIN)).join(", ");
      say(`${ratios} (${theirs.ms.toFixed(1)} and ${ours.ms.toFixed(1)} ms)`);
    } catch (error) {
      if (error instanceof SlowQuery) {
        say(`over ${((GIVE_UP_S * 1000) / ours.ms).toFixed(0)}, over ${GIVE_UP_S} s`);
        isGivenUp = !(await settles(error));
      } else {
        say(`refused or wrong, ${(error as Error).message.replaceAll("\n", " ").slice(0, 120)}`);
      }
    }
  }
}

/** Else what was given up would go on beside the next shape. */
function settles({ settled }: SlowQuery): Promise<boolean> {
  return Promise.race([settled.then(() => true), setTimeout(SETTLE_S * 1000, false, { ref: false })]);
}

function sizesOf({ items }: Shape): readonly number[] {
  return items === "vectors" ? VECTOR_SIZES : SIZES;
}

function push<T>(lists: Map<string, T[]>, name: string, figure: T): void {
  lists.set(name, [...(lists.get(name) ?? []), figure]);
}

function printFigures(count: number): void {
  console.log(`\n${count.toLocaleString("en-US")} items\n`);
  printTable([
    [
      "shape",
      "ms",
      "processor",
      "RU",
      "twin",
      "ms",
      "processor",
      "RU",
      "× twin",
      "by processor",
      "growth of 10",
      "by processor",
    ],
    ...SHAPES.filter((shape) => sizesOf(shape).includes(count)).map((shape) => {
      const figures = own.get(`${shape.name} ${count}`)!;
      const twins = own.get(`twin of ${shape.name} ${count}`)!;
      const smaller = own.get(`${shape.name} ${count / 10}`);
      const growthMax = shape.isFlat ? GROWTH_MAX : Number.POSITIVE_INFINITY;
      return [
        shape.name,
        ...cells(figures),
        shape.twin.name,
        ...cells(twins),
        ...ratios(figures, twins, TWINS_MAX),
        ...(smaller ? ratios(figures, smaller, growthMax) : ["", ""]),
      ];
    }),
  ]);
}

function cells(figures: readonly Figure[]): string[] {
  const ms = median(figures.map((figure) => figure.ms));
  const processor = median(figures.map((figure) => figure.processorMs));
  return [ms.toFixed(1), processor.toFixed(1), figures[0]!.charge.toFixed(1)];
}

/** Of time and of processor time, round by round. */
function ratios(figures: readonly Figure[], others: readonly Figure[], max: number): string[] {
  return (["ms", "processorMs"] as const).map((unit) => {
    const times = median(figures.map((figure, round) => figure[unit] / others[round]![unit]));
    return judged(times, times <= max);
  });
}

/** What misses its aim has a mark. */
function judged(figure: number, isReached: boolean): string {
  return isReached ? figure.toFixed(2) : `${figure.toFixed(2)} (!)`;
}
