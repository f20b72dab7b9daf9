/** The bytes on disk, kind by kind, as docs/format.md describes them: a row that changes here cannot be read any more. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newContainer, openEngine, plain, TestClock } from "../engine/engine.fixture.ts";
import { createOne, replaceOne } from "../engine/items/items.ts";
import { MemoryStore } from "../kv/memory/memory-store.ts";
import { encodeValue } from "../value/encode-value.ts";
import { COMPOSITE } from "./indexes/composite/composite-indexes.ts";
import { FULL_TEXT } from "./indexes/full-text/full-text-indexes.ts";
import { INDEX_KINDS } from "./indexes/index-kinds.ts";
import { RANGE } from "./indexes/range/range-indexes.ts";
import { SPATIAL } from "./indexes/spatial/spatial-indexes.ts";
import { CATALOG_SPACE, CatalogKind } from "./records/catalog-space.ts";
import { Kind } from "./records/key-layout.ts";

const DOCUMENT = readFileSync(new URL("../../../../docs/format.md", import.meta.url), "utf8");

/** The first bytes of the keys in the table under a heading. */
function describedKinds(heading: string): number[] {
  const section = DOCUMENT.split("\n## ").find((text) => text.startsWith(heading))!;
  return [...section.matchAll(/^\| `([0-9A-F]{2})`/gm)].map(([, hex]) => Number.parseInt(hex!, 16));
}

test("the document has every kind of row", () => {
  expect(describedKinds("The catalogue")).toEqual(Object.values(CatalogKind));
  const kinds = [...Object.values(Kind), ...INDEX_KINDS.map(({ keyByte }) => keyByte)];
  expect(describedKinds("A physical partition")).toEqual(kinds.sort((a, b) => a - b));
  expect(new Set(kinds).size).toBe(kinds.length);
});

interface StoredRow {
  readonly key: Buffer;
  readonly value: Buffer;
}

async function rowsOf(kv: MemoryStore, space: number, kind: number): Promise<StoredRow[]> {
  const found: StoredRow[] = [];
  const range = { from: Buffer.of(kind), to: Buffer.of(kind + 1) };
  for await (const rows of kv.scan(space, range)) found.push(...rows);
  return found;
}

const SECONDS = new TestClock().ms / 1000;
/** "x" as a string: tag, UTF-8, end. */
const X = "087800";
const sha256 = (text: string, bytes: number) => hash("sha256", text).slice(0, 2 * bytes);

test("the rows of an item are as the document says", async () => {
  const kv = new MemoryStore();
  const container = await newContainer(await openEngine(kv), {
    defaultTtl: -1,
    changeFeedPolicy: { retentionDuration: 5 },
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/u"] }] },
    indexingPolicy: {
      includedPaths: [{ path: "/n/?" }, { path: "/absent/?" }],
      excludedPaths: [{ path: "/*" }],
      compositeIndexes: [[{ path: "/pk" }, { path: "/n", order: "descending" }]],
      spatialIndexes: [{ path: "/p/*", types: ["Point", "Polygon"] }],
    },
  });
  const p = { type: "Point", coordinates: [30, -60] };
  const document = { id: "i", pk: "x", n: -1.5, u: "x", ttl: 100, p };
  await createOne(container, document, plain);
  const before = (await rowsOf(kv, container.partitions.all[0]!.store.space, Kind.item))[0]!.value;
  await replaceOne(container, "i", { ...document, n: 1.5 }, { ...plain, key: ["x"] });

  const { space } = container.partitions.all[0]!.store;
  const hex = async (kind: number) =>
    (await rowsOf(kv, space, kind)).map(({ key, value }) => [key.toString("hex"), value.toString("hex")]);
  const epk = container.definition.partitionKey.epk(["x"]).toLowerCase();
  const ref = "0000000040000000";
  const [{ key, value }] = (await rowsOf(kv, space, Kind.item)) as [StoredRow];
  const json = value.subarray(28 + 16);
  const size = json.length.toString(16).padStart(12, "0");

  expect(await hex(Kind.summary)).toEqual([["01", `000000000003${"000000000001"}${size}000000000000`]]);
  expect(await hex(Kind.logical)).toEqual([
    [`10${epk}`, `0000000100000001000000000001${size}${Buffer.from('["x"]').toString("hex")}`],
  ]);
  expect(await hex(Kind.id)).toEqual([[`20${epk}69`, ref]]);
  expect(await hex(RANGE.keyByte)).toEqual(
    [
      [`40${sha256("/absent", 8)}00${ref}`, ""],
      [`40${sha256("/n", 8)}05bff8000000000000${ref}`, ""],
    ].sort(),
  );
  expect(await hex(COMPOSITE.keyByte)).toEqual([
    [`41${sha256("/pk ASC,/n DESC", 8)}${X}fa4007ffffffffffff${ref}`, ""],
  ]);
  // South of all, hence the last face.
  const cell = encodeValue(207_388_940_961_063).toString("hex");
  expect(await hex(SPATIAL.keyByte)).toEqual([
    [`42${sha256("/p Geography Point,Polygon", 8)}${cell}${ref}`, ""],
  ]);
  expect(await hex(Kind.unique)).toEqual([[`50${epk}00${sha256('["x"]', 16)}`, ref]]);
  expect(await hex(Kind.log)).toEqual([["600000000000030000", ref]]);
  expect(await hex(Kind.expiry)).toEqual([[`70${(SECONDS + 100).toString(16).padStart(12, "0")}${ref}`, ""]]);

  expect(key.toString("hex")).toBe(`30${ref}`);
  const time = SECONDS.toString(16).padStart(8, "0");
  const etag = value.toString("hex", 20, 28);
  expect(value.toString("hex", 0, 44)).toBe(`01000010${"000000000003"}0000${time}00000064${etag}${epk}`);
  const { _rid, _etag, ...rest } = JSON.parse(json.toString()) as Record<string, unknown>;
  expect(_rid).toBe(
    Buffer.concat([container.definition.ridBytes, Buffer.from(ref, "hex").reverse()]).toString("base64"),
  );
  expect(_etag).toBe(`"${etag.slice(0, 8)}-${etag.slice(8, 12)}-${etag.slice(12)}-0000-${time}0000"`);
  expect(Object.keys(rest).slice(-3)).toEqual(["_self", "_attachments", "_ts"]);

  const [created, replaced] = (await rowsOf(kv, space, Kind.version)) as [StoredRow, StoredRow];
  expect(created.key.toString("hex")).toBe("610000000000020000");
  const length = (bytes: Buffer) => bytes.length.toString(16).padStart(8, "0");
  const beforeJson = before.subarray(28 + 16);
  expect(created.value.toString("hex")).toBe(
    `01000010${time}000000000000${length(beforeJson)}${ref}${epk}${beforeJson.toString("hex")}`,
  );
  expect(replaced.value.toString("hex")).toBe(
    `01010010${time}000000000002${length(json)}${ref}${epk}${json.toString("hex")}${beforeJson.toString("hex")}`,
  );
});

test("the rows of a full-text index are as the document says", async () => {
  const kv = new MemoryStore();
  const container = await newContainer(await openEngine(kv), {
    indexingPolicy: { fullTextIndexes: [{ path: "/t" }] },
    fullTextPolicy: { defaultLanguage: "de-DE", fullTextPaths: [{ path: "/t" }] },
  });
  const long = "x".repeat(300);
  await createOne(container, { id: "i", pk: "x", t: `a – b a ${"b ".repeat(200)}a ${long}` }, plain);
  const { space } = container.partitions.all[0]!.store;
  const ref = "0000000040000000";
  const index = sha256("/t de-DE", 8);
  const row = (term: string, value: string) => [`43${index}${term}00${ref}`, value];
  const rows = await rowsOf(kv, space, FULL_TEXT.keyByte);
  const places = `0102${"01".repeat(199)}`;
  expect(rows.map(({ key, value }) => [key.toString("hex"), value.toString("hex")])).toEqual([
    row("", "ce01"),
    row("61", "ce01" + "00" + "02" + "c901"),
    row("62", `ce01${places}`),
    row(`${"78".repeat(239)}01${sha256(long, 16)}`, "ce01cc01"),
  ]);
  const [summary] = await rowsOf(kv, space, Kind.summary);
  const [logical] = await rowsOf(kv, space, Kind.logical);
  const words = `${index}0000000000ce`;
  expect(summary!.value.toString("hex", 24)).toBe(words);
  expect(logical!.value.toString("hex", 20)).toBe(`${Buffer.from('["x"]').toString("hex")}00${words}`);
});

test("the rows of the catalogue are as the document says", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  await createOne(container, { id: "i", pk: "x" }, plain);
  const texts = async (kind: number) =>
    (await rowsOf(kv, CATALOG_SPACE, kind)).map(({ key, value }) => [
      key.toString("hex"),
      value.toString("hex"),
    ]);
  const format = Buffer.from('{"dataFormat":1}').toString("hex");
  expect(await texts(CatalogKind.format)).toEqual([["00", format]]);
  expect((await texts(CatalogKind.resource)).map(([key]) => key)).toEqual([
    "01000000000000",
    "01000000000001",
    "01000000000002",
  ]);
  expect(await texts(CatalogKind.nextSpace)).toEqual([["03", "00000011"]]);
  const rid = Buffer.from(container.definition.rid).toString("hex");
  expect(await texts(CatalogKind.logicalNumbers)).toEqual([[`04${rid}`, "000003e8"]]);
  expect(await texts(CatalogKind.firstLsn)).toEqual([]);
  await engine.containers.delete({ database: "db", container: "c" });
  expect(await texts(CatalogKind.firstLsn)).toEqual([[`05${sha256("db/c", 2)}`, "000000010002"]]);
});
