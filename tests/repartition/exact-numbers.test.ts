/** A move to another key keeps every digit and the order of names, through copy, live changes, and in place. */
import { setTimeout } from "node:timers/promises";
import { type Repartition, repartition } from "orrerydb/repartition";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedTexts } from "../harness/stored-texts.ts";
import { TestServer } from "../harness/test-server.ts";
import { createUnusualItems, EXPECTED_TEXTS } from "../harness/unusual-items.ts";

const PATIENT = { maxLagMs: 600_000 };
let server: TestServer;
const moves: Repartition[] = [];

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(async () => {
  for (const move of moves) move.dispose();
  await server.stop();
});

function textsOf(container: string) {
  return storedTexts(server.raw, `dbs/test/colls/${container}`);
}

async function source(name: string): Promise<void> {
  const changeFeedPolicy = { retentionDuration: 60 };
  await server.createContainer(name, { partitionKey: "/customer", partitions: 2, changeFeedPolicy });
  await createUnusualItems(server, name);
}

async function moveOf(name: string, to: object): Promise<Repartition> {
  const { endpoint, key } = server.orrery;
  const place = (container: string) => ({ endpoint, key, database: "test", container });
  const move = await repartition({ from: place(name), to: place(`${name}-new`), ...to });
  moves.push(move);
  return move;
}

function put(container: string, text: string) {
  return server.raw.send("POST", `/dbs/test/colls/${container}/docs`, {
    headers: {
      "x-ms-documentdb-partitionkey": JSON.stringify([JSON.parse(text).customer]),
      "x-ms-documentdb-is-upsert": "true",
    },
    body: text,
  });
}

test("items are copied and followed with their digits", { timeout: 60_000 }, async () => {
  await source("copied");
  const move = await moveOf("copied", { key: ["/region"] });
  await move.copy();
  expect(await textsOf("copied-new")).toEqual(EXPECTED_TEXTS);
  const changed = EXPECTED_TEXTS.get("i2")!.replaceAll("9007199254740993", "9007199254740995");
  const moved = EXPECTED_TEXTS.get("i18")!.replace('"r0"', '"r7"');
  const added = EXPECTED_TEXTS.get("i9")!.replace("i9", "i99");
  for (const text of [changed, moved, added]) expect((await put("copied", text)).status).toBeLessThan(202);
  await move.follow({ untilCaughtUp: true });
  const expected = new Map([...EXPECTED_TEXTS, ["i2", changed], ["i18", moved], ["i99", added]]);
  expect(await textsOf("copied-new")).toEqual(expected);
  expect(await move.verify()).toMatchObject({ differences: 0 });
});

test("verifying finds a last digit that differs, and repairs it", { timeout: 60_000 }, async () => {
  await source("verified");
  const move = await moveOf("verified", { key: ["/region"] });
  await move.copy();
  const text = EXPECTED_TEXTS.get("i2")!.replaceAll("9007199254740993", "9007199254740992");
  const wrong = await server.raw.send("POST", "/dbs/test/colls/verified-new/docs", {
    headers: { "x-ms-documentdb-partitionkey": '["r0"]', "x-ms-documentdb-is-upsert": "true" },
    body: text,
  });
  expect(wrong.status).toBe(200);
  expect(await move.verify({ samples: 0 })).toMatchObject({ differences: 1, repaired: 0 });
  expect(await move.verify({ repair: true })).toMatchObject({ differences: 1, repaired: 1 });
  expect(await textsOf("verified-new")).toEqual(EXPECTED_TEXTS);
});

test("keys that are unusual numbers hash as doubles, and are found again", { timeout: 60_000 }, async () => {
  await source("by-number");
  const move = await moveOf("by-number", { key: ["/n"] });
  await move.copy();
  const changed = EXPECTED_TEXTS.get("i2")!.replace('"n":9007199254740993', '"n":1e3');
  expect((await put("by-number", changed)).status).toBe(200);
  await move.follow({ untilCaughtUp: true });
  expect(await textsOf("by-number-new")).toEqual(new Map([...EXPECTED_TEXTS, ["i2", changed]]));
  expect(await move.verify()).toMatchObject({ differences: 0 });
});

test("a strategy adds its key and alters nothing else", { timeout: 60_000 }, async () => {
  await source("spread");
  const strategy = {
    format: 1,
    kind: "concat",
    from: ["/region", "/n"],
    into: "/pk",
    separator: "-",
    placeholder: "none",
    partitionKeyVersion: 2,
  };
  const move = await moveOf("spread", { strategy });
  await move.copy();
  const texts = await textsOf("spread-new");
  const withoutKey = [...texts].map(([id, text]) => [id, text.replace(/,"pk":"[^"]*"\}$/, "}")] as const);
  expect(new Map(withoutKey)).toEqual(EXPECTED_TEXTS);
  expect(texts.get("i10")).toMatch(/"pk":"r0-1000"\}$/);
});

test("a move in place keeps digits there and back", { timeout: 60_000 }, async () => {
  await source("in-place");
  const path = "dbs/test/colls/in-place/repartition";
  const until = async (isReady: (body: Record<string, unknown>) => boolean) => {
    for (;;) {
      const { body } = await server.control.get(path);
      expect(body.state).not.toBe("failed");
      if (body.state === "following" && body.lagMs === 0 && isReady(body)) return;
      await setTimeout(50);
    }
  };
  await server.control.post(path, { key: ["/region"] });
  await until(() => true);
  await server.control.post(`${path}/cut-over`, PATIENT);
  await until(({ isCutOver }) => isCutOver === true);
  expect(await textsOf("in-place")).toEqual(EXPECTED_TEXTS);
  await server.control.post(`${path}/roll-back`, PATIENT);
  await until(({ isCutOver }) => isCutOver === false);
  expect(await textsOf("in-place")).toEqual(EXPECTED_TEXTS);
});
