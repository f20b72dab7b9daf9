/**
 * The most that Node can do: a server that checks the signature as the protocol demands, reads the body, and answers
 * every request with the bytes and headers that Orrery gave to one like it. Nothing is kept, unless it is told where: then a
 * create looks whether its id is there, makes its rows, and puts them into the sorted map in memory; or with a folder it is
 * answered when LevelDB has synced them, and what comes meanwhile is written together.
 */

import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { JsonObject } from "@orrerydb/exact-json";
import { openDatabase } from "../../packages/orrery/src/kv/level/level-folder.ts";
import { MemorySpaces } from "../../packages/orrery/src/kv/memory/memory-spaces.ts";
import { spaceKey } from "../../packages/orrery/src/kv/space-key.ts";
import type { Write } from "../../packages/orrery/src/kv/write.ts";
import { RowMaker } from "./row-maker.ts";

/** Instead of a folder. */
const IN_MEMORY = "memory";

export interface BareAnswers {
  readonly key: string;
  readonly read: BareAnswer;
  readonly create: BareAnswer;
}

export interface BareAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const { key, read, create } = JSON.parse(process.argv[3]!) as BareAnswers;
const place = process.argv[4];
const secret = createSecretKey(Buffer.from(key, "base64"));
const readBody = Buffer.from(read.body);
const createBody = Buffer.from(create.body);

const memory = place === IN_MEMORY ? new MemorySpaces() : undefined;
const level = place === undefined || place === IN_MEMORY ? undefined : await openDatabase(place);
/** By the paths of containers. */
const makers = new Map<string, RowMaker>();
let waiting: { readonly rows: readonly Write[]; answer(): void }[] = [];
let isWriting = false;

function makerOf(container: string): RowMaker {
  let maker = makers.get(container);
  if (maker === undefined) makers.set(container, (maker = new RowMaker(makers.size)));
  return maker;
}

/** Answers when it is kept. */
function keep(container: string, document: JsonObject, answer: () => void): void {
  const maker = makerOf(container);
  const idKey = maker.idKey(document);
  if (idKey !== undefined) {
    const found = level?.getSync(spaceKey(maker.space, idKey)) ?? memory?.get(maker.space, idKey);
    if (found !== undefined) throw new Error("the bench creates no item twice");
  }
  const rows = maker.rows(document);
  if (memory !== undefined) {
    memory.apply(rows);
    answer();
    return;
  }
  waiting.push({ rows, answer });
  if (!isWriting) void writeAll();
}

async function writeAll(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    const batch = level!.batch();
    for (const { rows } of group) for (const { key: name, value } of rows) batch.put(name, value!);
    await batch.write({ sync: true });
    for (const { answer } of group) answer();
  }
  isWriting = false;
}

function isSigned(method: string, url: string, date: string, authorization: string): boolean {
  const path = decodeURIComponent(url).split("/").filter(Boolean);
  const isFeed = path.length % 2 === 1;
  const type = path.at(isFeed ? -1 : -2) ?? "";
  const link = (isFeed ? path.slice(0, -1) : path).join("/");
  const text = `${method.toLowerCase()}\n${type}\n${link}\n${date.toLowerCase()}\n\n`;
  const expected = Buffer.from(createHmac("sha256", secret).update(text).digest("base64"));
  const given = Buffer.from(decodeURIComponent(authorization).slice("type=master&ver=1.0&sig=".length));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const server = createServer((request, response) => {
  const { authorization = "" } = request.headers;
  const date = (request.headers["x-ms-date"] as string | undefined) ?? "";
  if (!isSigned(request.method!, request.url!, date, authorization)) {
    response.writeHead(401, { "content-length": 0 }).end();
  } else if (request.method === "GET") {
    response.writeHead(200, { ...read.headers, date, "content-length": readBody.length }).end(readBody);
  } else {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const document = JSON.parse(Buffer.concat(chunks).toString()) as JsonObject;
      const answer = () =>
        response
          .writeHead(201, { ...create.headers, date, "content-length": createBody.length })
          .end(createBody);
      const isKept = place !== undefined && request.url!.endsWith("/docs");
      if (isKept) keep(request.url!, document, answer);
      else answer();
    });
  }
});
server.listen(Number(process.argv[2]), "127.0.0.1");
