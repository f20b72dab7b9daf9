/**
 * The most that Node can do: a server that checks the signature as the protocol demands, reads the body, and answers
 * every request with the bytes and headers that Orrery gave to one like it. Nothing is kept, unless it is told where: in memory
 * a create puts as many rows, of the same sizes, as Orrery writes for one, into the same sorted map; with a folder it is answered
 * when LevelDB has synced them, and what comes meanwhile is written together.
 */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { openDatabase } from "../../packages/orrery/src/kv/level-folder.ts";
import { MemorySpaces } from "../../packages/orrery/src/kv/memory-spaces.ts";
import { Write } from "../../packages/orrery/src/kv/write.ts";
import type { CreateRow } from "./create-rows.ts";

/** Instead of a folder. */
const IN_MEMORY = "memory";

export interface BareAnswers {
  readonly key: string;
  readonly read: BareAnswer;
  readonly create: BareAnswer;
  /** Written by every create, if they are kept. */
  readonly rows: readonly CreateRow[];
}

export interface BareAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const { key, read, create, rows } = JSON.parse(process.argv[3]!) as BareAnswers;
const place = process.argv[4];
const secret = createSecretKey(Buffer.from(key, "base64"));
const readBody = Buffer.from(read.body);
const createBody = Buffer.from(create.body);

const memory = place === IN_MEMORY ? new MemorySpaces() : undefined;
const level = place === undefined || place === IN_MEMORY ? undefined : await openDatabase(place);
const parts = rows.map(({ key: name, value, isRewritten }) => ({
  key: Buffer.from(name, "base64"),
  value: Buffer.from(value, "base64"),
  isRewritten,
}));
let waiting: (() => void)[] = [];
let isWriting = false;
let writes = 0;

function write(answer: () => void): void {
  waiting.push(answer);
  if (!isWriting) void writeAll();
}

async function writeAll(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    const batch = level!.batch();
    for (const _ of group) {
      writes++;
      for (const part of parts) batch.put(part.isRewritten ? part.key : another(part.key), part.value);
    }
    await batch.write({ sync: true });
    for (const answer of group) answer();
  }
  isWriting = false;
}

function keep(spaces: MemorySpaces): void {
  writes++;
  spaces.apply(
    parts.map(({ key: name, value, isRewritten }) => new Write(value, isRewritten ? name : another(name))),
  );
}

/** It differs at its end, where refs are, and in the middle of its value, so that keys come in no order. */
function another(name: Buffer): Buffer {
  const made = Buffer.from(name);
  if (made.length > 24) made.writeUInt16BE((writes * 40_503) & 0xffff, 16);
  made.writeUInt32BE(writes, made.length - 4);
  return made;
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
      JSON.parse(Buffer.concat(chunks).toString());
      const answer = () =>
        response
          .writeHead(201, { ...create.headers, date, "content-length": createBody.length })
          .end(createBody);
      if (memory !== undefined) keep(memory);
      if (level === undefined) answer();
      else write(answer);
    });
  }
});
server.listen(Number(process.argv[2]), "127.0.0.1");
