/** What every client program does, and what it must see. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import type { ToolChain } from "../harness/tool-chains.ts";
import { type ClientRun, type Facts, PROGRAM_MS_MAX, runClient } from "./client-run.ts";
import { ClientServer } from "./client-server.ts";
import { byValue, type RandomItems, writeRandomItems } from "./random-items.ts";

/** To build a program. */
const BUILD_MS_MAX = 60_000;

/** 0 to count - 1. */
export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

export type Checks = Readonly<Record<string, { readonly what: string; readonly facts: Facts }>>;

const CHECKS: Checks = {
  create: {
    what: "items are created, read, replaced, patched and deleted, and refusals have their statuses",
    facts: { read: 1, replaced: 2, patched: 3, conflict: 409, stale: 412, deleted: 404 },
  },
  digits: {
    what: "integers of 64 bits come back as they were written, after a patch of another member too",
    facts: {
      read: ["9007199254740993", "9223372036854775807"],
      patched: ["9007199254740993", "9223372036854775807"],
      queried: "9007199254740993",
    },
  },
  query: {
    what: "queries cross partitions in order, count, take parameters and are resumed",
    facts: {
      ordered: numbers(60),
      count: 60,
      distinct: ["blue", "green", "red"],
      filtered: 20,
      resumed: [1, 13, 25, 37, 49],
    },
  },
  batch: {
    what: "a batch is done whole or not at all",
    facts: { done: [201, 201, 200], refused: [424, 409], left: 2 },
  },
  bulk: {
    what: "many items are written at once, and read at once",
    facts: { written: 300, counted: 300, many: 100 },
  },
  changes: {
    what: "the change feed tells every change, and later ones when it goes on",
    facts: { first: numbers(100), later: numbers(120).slice(100) },
  },
  splits: {
    what: "writes, queries and the change feed pass through splits",
    facts: { partitions: 4, repeated: 0, queried: numbers(240), changes: numbers(240) },
  },
  throttle: {
    what: "a request that got 429 is repeated by the client",
    facts: { written: 3, refused: expect.toSatisfy((count: number) => count > 0) },
  },
  restart: {
    what: "a client goes on when the server is back, with its tokens",
    facts: { read: 1, written: 5, resumed: [1, 2, 3, 4], changes: [5] },
  },
};

export interface Client {
  /** The language, and the mode where there are several. */
  readonly name: string;
  readonly source: string;
  readonly toolChain: ToolChain;
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether the client sends the text that it is given. Others parse it, and print numbers in their own way. */
  readonly sendsText: boolean;
  /** Checks of this client alone. */
  readonly also?: Checks;
}

export function describeClient({
  name,
  source,
  toolChain,
  settings = {},
  sendsText,
  also = {},
}: Client): void {
  describe.skipIf(toolChain.kind === "missing")(name, { timeout: PROGRAM_MS_MAX }, () => {
    let server: ClientServer;
    let run: ClientRun;
    let items: RandomItems;

    beforeAll(async () => {
      if (toolChain.kind === "missing") return;
      const folder = temporaryFolder("client");
      const command = await toolChain.build(source, `${folder}/program`);
      server = await ClientServer.start(`${folder}/data`);
      const file = `${folder}/items.ndjson`;
      items = writeRandomItems(file);
      run = await runClient(command, server, { ...settings, ORRERY_ITEMS: file });
    }, BUILD_MS_MAX + PROGRAM_MS_MAX);

    afterAll(() => server?.stop());

    test.each(
      Object.entries({ ...CHECKS, ...also }).map(([check, { what, facts }]) => [check, what, facts] as const),
    )("%s: %s", (check, _what, facts) => {
      const seen = run.checks.get(check) ?? { failed: run.end };
      expect(seen.failed).toBeUndefined();
      expect(seen).toEqual(facts);
    });

    test("random items come back to the program as it wrote them", () => {
      const { failed, ...seen } = run.checks.get("items") ?? { failed: run.end };
      expect(failed).toBeUndefined();
      expect(seen).toEqual({ written: items.count, patched: items.count, same: items.count });
    });

    test("random items are stored with the digits, names and order that the client sent", async () => {
      const stored = await server.storedTexts("random");
      expect(stored.size).toBe(items.count);
      for (const [id, text] of items.expected) {
        if (sendsText) expect(stored.get(id)).toBe(text);
        else expect(byValue(stored.get(id)!)).toBe(byValue(text));
      }
    });
  });
}
