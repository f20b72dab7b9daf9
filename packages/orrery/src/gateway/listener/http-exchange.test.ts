/** Requests and answers over a real socket: what reading bodies and writing answers is about. */
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { HeldBytes } from "../../schedule/held-bytes.ts";
import { PROCESS_SCHEDULER } from "../../schedule/scheduler.ts";
import { Failure } from "../../value/failure.ts";
import { clientFacts } from "../exchange/client-facts.ts";
import { ExchangeMemory } from "../exchange/exchange-memory.ts";
import { GatewayRequest } from "../exchange/gateway-request.ts";
import { commonHeaders, failureResponse, type GatewayResponse } from "../exchange/gateway-response.ts";
import { BODY_BYTES_MAX } from "../exchange/read-body.ts";
import { writeResponse } from "./write-response.ts";

let server: Server;
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
});

/** Serves every request with `serve`, and failures as the gateway does. */
async function start(serve: (request: GatewayRequest) => Promise<GatewayResponse>): Promise<number> {
  server = createServer((message, response) => {
    void serve(GatewayRequest.of(message))
      .catch((error) => failureResponse(error, "activity", 0))
      .then((answer) => writeResponse(response, answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function send(port: number, method: string, body: readonly Buffer[] = [], headers = {}) {
  const request = httpRequest({ port, host: "127.0.0.1", method, path: "/dbs", headers });
  for (const chunk of body) request.write(chunk);
  request.end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const sent = request.closed ? undefined : once(request, "close");
  const text = Buffer.concat(await response.toArray()).toString();
  await sent;
  return { status: response.statusCode, headers: response.headers, text };
}

const echo = async (request: GatewayRequest): Promise<GatewayResponse> => ({
  status: 200,
  headers: commonHeaders("activity", 1.5, Date.UTC(2026, 0, 2)),
  body: await request.body(),
});

test("an answer has the common headers and its length", async () => {
  const port = await start(echo);
  const answer = await send(port, "POST", [Buffer.from('{"é'), Buffer.from('":1}')]);
  expect(answer).toMatchObject({ status: 200, text: '{"é":1}' });
  expect(answer.headers).toMatchObject({
    "content-length": "8",
    "content-type": "application/json",
    date: "Fri, 02 Jan 2026 00:00:00 GMT",
    "x-ms-activity-id": "activity",
    "x-ms-request-charge": "1.5",
    "x-ms-version": "2020-07-15",
  });
});

test("a request knows the host, the method and the target", async () => {
  const port = await start(async ({ host, method, target, secure }) => ({
    status: 200,
    headers: {},
    body: Buffer.from(JSON.stringify({ host, method, target, secure })),
  }));
  const answer = await send(port, "GET");
  expect(JSON.parse(answer.text)).toEqual({
    host: `127.0.0.1:${port}`,
    method: "GET",
    target: "/dbs",
    secure: false,
  });
});

test("an empty body is no bytes, and 204 has none", async () => {
  const port = await start(async (request) => {
    expect((await request.body()).length).toBe(0);
    return { status: 204, headers: {} };
  });
  expect(await send(port, "DELETE")).toMatchObject({ status: 204, text: "" });
});

test("a body over the limit is answered with 413 while it is still being sent", async () => {
  const port = await start(echo);
  const chunks = Array.from({ length: 50 }, () => Buffer.alloc(100_000, "a"));
  const answer = await send(port, "POST", chunks);
  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.text)).toMatchObject({
    code: "RequestEntityTooLarge",
    message: expect.stringContaining('Message: {"Errors":["Request size is too large"]}\r\n'),
  });
});

test("a body at the limit is read", async () => {
  const port = await start(echo);
  expect((await send(port, "POST", [Buffer.alloc(BODY_BYTES_MAX, "a")])).status).toBe(200);
});

test("a client that hangs up halfway is a failure, and the server goes on", async () => {
  const failures: unknown[] = [];
  let onFailure = () => {};
  const failed = new Promise<void>((resolve) => {
    onFailure = resolve;
  });
  const port = await start(async (request) => {
    if (request.method === "GET") return { status: 200, headers: {} };
    try {
      return await echo(request);
    } catch (error) {
      failures.push(error);
      onFailure();
      throw error;
    }
  });
  const socket = connect(port, "127.0.0.1");
  socket.write("POST /dbs HTTP/1.1\r\nhost: h\r\ncontent-length: 100\r\n\r\n{");
  await once(server, "request");
  socket.destroy();
  await failed;
  expect(failures).toEqual([expect.objectContaining({ code: "badRequest" })]);
  expect((await send(port, "GET")).status).toBe(200);
});

test("a body that is asked for after the client has gone is a failure, not an endless wait", async () => {
  let outcome: Promise<unknown> = Promise.resolve();
  const gone = new Promise<void>((resolve) => {
    server = createServer((message) => {
      message.on("error", () => {});
      message.on("close", () => {
        outcome = GatewayRequest.of(message)
          .body()
          .catch((error) => error);
        resolve();
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("POST /dbs HTTP/1.1\r\nhost: h\r\ncontent-length: 100\r\n\r\n{");
  await once(server, "request");
  socket.destroy();
  await gone;
  expect(await outcome).toMatchObject({ code: "badRequest" });
});

test("a failure carries its substatus, delay and details", () => {
  const failure = new Failure("tooManyRequests", "Slow down.", {
    retryAfterMs: 9.2,
    charge: 2.5,
    details: { hottest: "k" },
  });
  const { status, headers, body } = failureResponse(failure, "activity", 0);
  expect(status).toBe(429);
  expect(headers).toMatchObject({
    "x-ms-substatus": 3200,
    "x-ms-retry-after-ms": 10,
    "x-ms-request-charge": 2.5,
  });
  expect(JSON.parse(body!.toString())).toMatchObject({ code: "TooManyRequests", hottest: "k" });
});

test("a refusal says how far the partition has come, to JavaScript only where it has items", () => {
  const container = { rid: "AQIDBAUGB-g=", database: "d", container: "c" };
  const tokenFor = (userAgent: string, isEmpty: boolean) => {
    const failure = new Failure("notFound", "It is not there.");
    failure.source = { container, rangeId: "0", lsn: 1, isEmpty };
    const client = clientFacts(userAgent);
    return failureResponse(failure, "activity", 0, { client }).headers["x-ms-session-token"];
  };
  expect(tokenFor("azsdk-rust-cosmos/1.0.0", true)).toBe("0:0#1");
  expect(tokenFor("azure-cosmos-js/4.10.0", true)).toBeUndefined();
  expect(tokenFor("azure-cosmos-js/4.10.0", false)).toBe("0:0#1");
});

test("a bug's message stays inside", () => {
  const { status, body } = failureResponse(new TypeError("secret"), "activity", 0);
  expect(status).toBe(500);
  expect(body!.toString()).not.toContain("secret");
});

test("a client that hangs up is known to have gone", async () => {
  let socketClosed: Promise<unknown> | undefined;
  const arrived = new Promise<GatewayRequest>((resolve) => {
    server = createServer((message) => {
      socketClosed = once(message.socket, "close");
      resolve(GatewayRequest.of(message));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("GET /dbs HTTP/1.1\r\nhost: h\r\n\r\n");
  const request = await arrived;
  expect(request.isGone()).toBe(false);
  client.destroy();
  await socketClosed;
  expect(request.isGone()).toBe(true);
});

test("a fragment that a client did not encode is no part of the target", async () => {
  const port = await start(async ({ target }) => ({ status: 200, headers: {}, body: Buffer.from(target) }));
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /dbs/a#b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const text = Buffer.concat(await socket.toArray()).toString();
  expect(text.endsWith("\r\n\r\n/dbs/a")).toBe(true);
});

describe("memory", () => {
  const LIMITS = { heldBytesMax: 100_000, countedFromBytes: 1_000, graceMs: 5_000 };
  let nowMs: number;
  let held: HeldBytes;

  /** Answers as the gateway does, with so many bytes for each that a request had. */
  async function startCounting(factor: number, isRepeatable = true): Promise<number> {
    nowMs = 0;
    held = new HeldBytes({ now: () => nowMs }, LIMITS);
    server = createServer((message, response) => {
      const memory = new ExchangeMemory(
        { held, heap: PROCESS_SCHEDULER.heap },
        () => message.socket.destroy(),
        (go) => response.once("close", go),
      );
      const request = GatewayRequest.of(message, memory);
      const serve = async () => {
        const body = Buffer.alloc((await request.body()).length * factor);
        memory.answer(body.length, () => isRepeatable);
        return { status: 200, headers: {}, body };
      };
      void serve()
        .catch((error) => failureResponse(error, "activity", 0))
        .then((answer) => writeResponse(response, answer));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  /** A client that says how much it will send, and sends nothing of it. */
  async function promise(port: number, bytes: number): Promise<Socket> {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.write(`POST /dbs HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`);
    const before = held.bytes;
    await expect.poll(() => held.bytes).toBe(before + bytes);
    return socket;
  }

  function post(port: number, bytes: number) {
    return send(port, "POST", [Buffer.alloc(bytes)], { "content-length": bytes });
  }

  test("bodies that would be too much are refused before they are read, small ones are not", async () => {
    const port = await startCounting(0);
    const slow = await promise(port, 60_000);
    const refused = await post(port, 50_000);
    expect(refused).toMatchObject({ status: 429, headers: { "x-ms-retry-after-ms": "5000" } });
    expect(JSON.parse(refused.text).message).toContain("Repeat the request in 5 seconds.");
    expect(held.bytes).toBe(60_000);
    expect(await send(port, "GET")).toMatchObject({ status: 200 });
    slow.destroy();
    await expect.poll(() => held.bytes).toBe(0);
    expect(await post(port, 50_000)).toMatchObject({ status: 200 });
    await expect.poll(() => held.bytes).toBe(0);
  });

  test("a client that sends too slowly is cut off for another, not before its time", async () => {
    const port = await startCounting(0);
    const slow = await promise(port, 60_000);
    const closed = once(slow, "close");
    nowMs = 5_000;
    expect(await post(port, 50_000)).toMatchObject({ status: 200 });
    await closed;
  });

  test("an answer for which there is no room is refused, unless its work cannot be repeated", async () => {
    const port = await startCounting(3);
    expect(await post(port, 40_000)).toMatchObject({ status: 429 });
    await expect.poll(() => held.bytes).toBe(0);
    server.close();
    server.closeAllConnections();
    const other = await startCounting(3, false);
    expect((await post(other, 40_000)).text.length).toBe(120_000);
    await expect.poll(() => held.bytes).toBe(0);
  });
});
