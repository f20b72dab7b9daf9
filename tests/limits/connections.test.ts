/** Clients that are slow, rude or many. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient, signedHeaders } from "../harness/signed-client.ts";

const ITEMS = "/dbs/db/colls/c/docs";
const IDLE_CONNECTIONS = 1000;

let server: ServerProcess;
let client: SignedClient;

beforeAll(async () => {
  server = await startProcess(["--memory", "--log-level", "error"]);
  client = new SignedClient(server.endpoint, server.key);
  await client.createContainer("db", "c");
});

afterAll(async () => {
  client.close();
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(server.errors()).toBe("");
});

async function open(): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1").setEncoding("latin1");
  await once(socket, "connect");
  // What the server does to the connection is looked at by the tests themselves.
  socket.on("error", () => undefined);
  return socket;
}

/** Everything that comes until the server closes the connection, or the status line if it does not. */
async function answerOf(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) {
    text += chunk;
    if (/\r\n\r\n.*\}$/s.test(text)) break;
  }
  return text;
}

function head(contentLength: number): string {
  const headers = {
    ...signedHeaders(server.key, "POST", ITEMS),
    "x-ms-documentdb-partitionkey": '["a"]',
    "content-length": contentLength,
    host: `127.0.0.1:${server.port}`,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${ITEMS} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

async function countItems(): Promise<number> {
  return JSON.parse((await client.send("GET", ITEMS)).text)._count;
}

let before: number;
beforeEach(async () => {
  before = await countItems();
});

test("3 MB, sent in small pieces, is refused with 413 and the connection goes on", async () => {
  const body = Buffer.from(JSON.stringify({ id: "slow", pk: "a", text: "x".repeat(3 * 1024 * 1024) }));
  const socket = await open();
  const answer = answerOf(socket);
  socket.write(head(body.length));
  for (let start = 0; start < body.length; start += 16 * 1024) {
    const piece = body.subarray(start, start + 16 * 1024);
    if (!socket.write(piece)) await once(socket, "drain");
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(await countItems()).toBe(before);
});

test("an item whose bytes come one after another is created", async () => {
  const body = Buffer.from(JSON.stringify({ id: "pieces", pk: "a", text: "é😀" }));
  const socket = await open();
  socket.setNoDelay(true);
  const answer = answerOf(socket);
  for (const byte of Buffer.concat([Buffer.from(head(body.length)), body])) {
    await new Promise((resolve) => socket.write(Buffer.of(byte), resolve));
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
  socket.destroy();
  expect(await countItems()).toBe(before + 1);
});

test("a client that hangs up halfway leaves nothing behind", async () => {
  const body = JSON.stringify({ id: "half", pk: "a", text: "x".repeat(1000) });
  for (const part of [0, 1, 500, body.length - 1]) {
    const socket = await open();
    socket.write(head(body.length) + body.slice(0, part));
    socket.destroy();
    await once(socket, "close");
  }
  expect(await countItems()).toBe(before);
});

test("a client that hangs up before the answer finds its item, whole", async () => {
  const body = JSON.stringify({ id: "gone", pk: "a" });
  const socket = await open();
  // Half closed: the request is complete, the client is not waiting.
  socket.resume().end(head(body.length) + body);
  await once(socket, "close");
  const { status } = await client.send("GET", `${ITEMS}/gone`, {
    headers: { "x-ms-documentdb-partitionkey": '["a"]' },
  });
  expect(status).toBe(200);
});

test.each([
  ["noise", "hello\r\n\r\n"],
  ["another protocol", "SSH-2.0-client\r\n"],
  ["a body of no length", "POST / HTTP/1.1\r\ncontent-length: many\r\n\r\n"],
  ["two lengths", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n"],
  ["headers without end", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(80 * 1024)}\r\n\r\n`],
])("%s is answered with 4xx as JSON, and closed", async (_, text) => {
  const socket = await open();
  const answer = answerOf(socket);
  socket.write(text);
  expect(await answer).toMatch(/^HTTP\/1\.1 4\d\d .*\r\n\r\n\{"code":.*\}$/s);
});

test("the beginning of a TLS handshake that is none closes the connection", async () => {
  const socket = await open();
  socket.write(Buffer.from([0x16, 0x03, 0x01, 0xff, 0xff, 1, 2, 3]));
  socket.end();
  await answerOf(socket);
  expect((await client.send("GET", "/")).status).toBe(200);
});

test(`${IDLE_CONNECTIONS} idle connections do not disturb anybody`, async () => {
  const idle = await Promise.all(Array.from({ length: IDLE_CONNECTIONS }, open));
  // Half of them have said something, and then nothing more.
  for (const socket of idle.slice(IDLE_CONNECTIONS / 2)) socket.write("GET / HTTP/1.1\r\n");
  const body = { id: "crowd", pk: "a" };
  const headers = { "x-ms-documentdb-partitionkey": '["a"]' };
  expect((await client.send("POST", ITEMS, { headers, body })).status).toBe(201);
  for (let i = 0; i < 100; i++) {
    expect((await client.send("GET", `${ITEMS}/crowd`, { headers })).status).toBe(200);
  }
  expect(idle.every((socket) => !socket.destroyed)).toBe(true);
  for (const socket of idle) socket.destroy();
});
