import { once } from "node:events";
import { Agent, type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { request as requestHttps, Agent as SecureAgent } from "node:https";
import { connect, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Certificate, createCertificate } from "./certificate.ts";
import { createListener, type Listener, type ListenerOptions } from "./listener.ts";

let certificate: Certificate;
let listener: Listener;
let port: number;
let certificatesAsked: number;
let errors: unknown[];
let sockets: Socket[];

beforeAll(async () => {
  certificate = await createCertificate(new Date());
});

beforeEach(() => {
  certificatesAsked = 0;
  errors = [];
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close();
});

/** Answers with scheme, method, path and the length of the body. */
function describeRequest(request: IncomingMessage, response: ServerResponse): void {
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
  });
  request.on("end", () => {
    const scheme = (request.socket as TLSSocket).encrypted ? "https" : "http";
    response.end(`${scheme} ${request.method} ${request.url} ${length}`);
  });
}

async function start(options: Partial<ListenerOptions> = {}): Promise<void> {
  listener = createListener({
    handle: describeRequest,
    handleStream: async (stream) => stream.close(),
    certificate: async () => {
      certificatesAsked++;
      return certificate;
    },
    onError: (error) => errors.push(error),
    ...options,
  });
  ({ port } = await listener.listen(0, "127.0.0.1"));
}

interface Exchange {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
  readonly agent?: Agent;
}

async function exchange(scheme: "http" | "https", options: Exchange = {}): Promise<string> {
  const send = scheme === "http" ? requestHttp : requestHttps;
  const { body, ...rest } = options;
  const request = send({ host: "127.0.0.1", port, path: "/", agent: false, ca: certificate.cert, ...rest });
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return read(response);
}

async function read(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function open(): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

/** Everything that the server sends until it closes; a reset counts as closing. */
async function readToClose(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("end", () => socket.end());
  // Not `once` of node:events, which fails with a reset.
  if (!socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(chunks).toString();
}

function expectJsonError(answer: string, status: number, code: string): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain("Content-Type: application/json");
  expect(JSON.parse(body)).toEqual({ code, message: expect.stringMatching(/\.$/) });
}

describe("one port, both schemes", () => {
  test("serves both, and asks for a certificate only when TLS comes", async () => {
    await start();
    expect(await exchange("http", { path: "/a" })).toBe("http GET /a 0");
    expect(certificatesAsked).toBe(0);
    expect(await exchange("https", { path: "/b" })).toBe("https GET /b 0");
    expect(await exchange("https", { path: "/c" })).toBe("https GET /c 0");
    expect(await exchange("http", { path: "/d" })).toBe("http GET /d 0");
    expect(certificatesAsked).toBe(1);
  });

  test("many at once, each of which is told", async () => {
    let connections = 0;
    await start({ onConnection: () => connections++ });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => exchange(i % 2 === 0 ? "http" : "https", { path: `/${i}` })),
    );
    expect(answers).toEqual(answers.map((_, i) => `${i % 2 === 0 ? "http" : "https"} GET /${i} 0`));
    expect(certificatesAsked).toBe(1);
    expect(connections).toBe(40);
  });

  test.each(["http", "https"] as const)("%s keeps connections alive and loses no byte", async (scheme) => {
    await start();
    const agent =
      scheme === "http"
        ? new Agent({ keepAlive: true, maxSockets: 1 })
        : new SecureAgent({ keepAlive: true, maxSockets: 1 });
    const connections = new Set<Socket>();
    agent.on("free", (socket: Socket) => connections.add(socket));
    for (const length of [0, 1, 100_000, 3_000_000, 5]) {
      const answer = await exchange(scheme, { method: "POST", body: Buffer.alloc(length, "x"), agent });
      expect(answer).toBe(`${scheme} POST / ${length}`);
    }
    expect(connections.size).toBe(1);
    agent.destroy();
  });

  test("a request that comes byte by byte, and one that comes with the next behind it", async () => {
    await start();
    const slow = await open();
    slow.setNoDelay(true);
    const text = "POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab";
    for (const byte of Buffer.from(text))
      await new Promise((resolve) => slow.write(Buffer.of(byte), resolve));
    const [answer] = await once(slow, "data");
    expect(String(answer)).toMatch(/http POST \/slow 2$/);

    const eager = await open();
    eager.write("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect((await readToClose(eager)).match(/http GET \/. 0/g)).toEqual(["http GET /1 0", "http GET /2 0"]);
  });

  test("a certificate that cannot be made costs only the connection that wanted it", async () => {
    let isBroken = true;
    await start({
      certificate: () => (isBroken ? Promise.reject(new Error("no room")) : Promise.resolve(certificate)),
    });
    await expect(exchange("https")).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(errors).toEqual([new Error("no room")]);
    expect(await exchange("http")).toBe("http GET / 0");
    isBroken = false;
    expect(await exchange("https")).toBe("https GET / 0");
  });

  test("a busy port is refused with the system's code", async () => {
    await start();
    const second = createListener({
      handle: describeRequest,
      handleStream: async (stream) => stream.close(),
      certificate: async () => certificate,
      onError: () => {},
    });
    await expect(second.listen(port, "127.0.0.1")).rejects.toMatchObject({ code: "EADDRINUSE" });
    await second.close();
  });
});

describe("bad clients", () => {
  test.each([
    ["a byte that begins nothing", Buffer.from([0xff, 0, 1, 2, 3])],
    ["words that are not HTTP", "hello, is it me you are looking for?\r\n\r\n"],
    ["an impossible length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: many\r\n\r\n"],
  ])("%s is answered with a JSON error", async (_, bytes) => {
    await start();
    const socket = await open();
    socket.write(bytes);
    expectJsonError(await readToClose(socket), 400, "BadRequest");
    expect(await exchange("http")).toBe("http GET / 0");
  });

  test("nonsense behind a request does not get into its answer", async () => {
    await start({ handle: (_request, response) => response.write("the beginning of") });
    const socket = await open();
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const [answer] = await once(socket, "data");
    socket.write("nonsense\r\n\r\n");
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
    expect(await readToClose(socket)).not.toContain("400");
  });

  test("headers may be large, not endless", async () => {
    await start();
    expect(await exchange("http", { headers: { "x-ms-continuation": "c".repeat(20_000) } })).toBe(
      "http GET / 0",
    );
    const socket = await open();
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nx: ${"x".repeat(70_000)}\r\n\r\n`);
    expectJsonError(await readToClose(socket), 431, "BadRequest");
  });

  test("what begins like TLS and is not is closed", async () => {
    await start();
    const socket = await open();
    socket.write(Buffer.from([0x16, 3, 1, 0, 4, 0, 0, 0, 0, 0xff, 0xff]));
    await readToClose(socket);
    expect(await exchange("https")).toBe("https GET / 0");
    expect(errors).toEqual([]);
  });

  test("a TLS client that trusts nobody does no harm", async () => {
    await start();
    const socket = connectTls({ port, host: "127.0.0.1" });
    sockets.push(socket);
    expect(await once(socket, "error")).toMatchObject([{ code: "DEPTH_ZERO_SELF_SIGNED_CERT" }]);
    expect(await exchange("https")).toBe("https GET / 0");
  });

  test("one that ends without a word is closed", async () => {
    await start();
    const socket = await open();
    socket.end();
    expect(await readToClose(socket)).toBe("");
  });

  test("one that ends in the middle of a request is closed, and the handler learns of it", async () => {
    const cut: Promise<unknown>[] = [];
    await start({
      handle: (request) => {
        cut.push(once(request, "error"));
        request.resume();
      },
    });
    const socket = await open();
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nonly this");
    await expect.poll(() => cut.length).toBe(1);
    socket.destroy();
    expect(await cut[0]).toMatchObject([{ code: "ECONNRESET" }]);
  });

  test.each([
    ["a word", "", { firstByteTimeoutMs: 30 }, undefined],
    ["the rest of its headers", "GET / HTTP/1.1\r\nHost:", { headersTimeoutMs: 30 }, 408],
    [
      "the rest of its body",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx",
      { headersTimeoutMs: 30, requestTimeoutMs: 30 },
      408,
    ],
    ["the rest of its handshake", Buffer.from([0x16, 3, 1, 2, 0, 1]), { handshakeTimeoutMs: 30 }, undefined],
    ["its next request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", { keepAliveTimeoutMs: 30 }, 200],
  ])("one that owes %s is closed in time", async (_, bytes, limits, status) => {
    await start({ limits: { ...limits, timeoutCheckMs: 10 } });
    const socket = await open();
    if (bytes.length > 0) socket.write(bytes);
    const answer = await readToClose(socket);
    if (status === undefined) expect(answer).toBe("");
    else if (status === 408) expectJsonError(answer, 408, "RequestTimeout");
    else expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test("one that does not read its answer is closed in time", async () => {
    const closed: Promise<unknown>[] = [];
    await start({
      limits: { answerTimeoutMs: 30 },
      handle: (request, response) => {
        closed.push(once(request.socket, "close"));
        response.end(Buffer.alloc(50_000_000));
      },
    });
    const socket = await open();
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => closed.length).toBe(1);
    await closed[0];
  });

  test.each([
    ["CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", 405, "MethodNotAllowed"],
    ["GET / HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n", 417, "ExpectationFailed"],
  ])("%j is refused in JSON", async (text, status, code) => {
    await start();
    const socket = await open();
    socket.write(text);
    expectJsonError(await readToClose(socket), status, code);
    expect(await exchange("http")).toBe("http GET / 0");
  });

  test.each(["TLSv1", "TLSv1.1"] as const)("%s is refused, for HTTP/1.1 and HTTP/2", async (version) => {
    await start();
    for (const ALPNProtocols of [["http/1.1"], ["h2"]]) {
      const socket = connectTls({
        port,
        host: "127.0.0.1",
        ca: certificate.cert,
        ALPNProtocols,
        minVersion: version,
        maxVersion: version,
        // What OpenSSL would refuse to offer by itself.
        ciphers: "DEFAULT:@SECLEVEL=0",
      });
      sockets.push(socket);
      expect(await once(socket, "error")).toMatchObject([
        { code: expect.stringMatching(/PROTOCOL_VERSION/) },
      ]);
    }
  });

  test.each(["connectionsMax", "connectionsPerAddressMax"])(
    "more connections than %s are closed as they come",
    async (limit) => {
      await start({ limits: { [limit]: 2 } });
      const first = await open();
      await open();
      expect(await readToClose(await open())).toBe("");
      first.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      expect(String((await once(first, "data"))[0])).toMatch(/http GET \/ 0$/);
    },
  );
});

describe("close", () => {
  test.each(["http", "https"] as const)("lets a request over %s end, and closes the rest", async (scheme) => {
    const waiting: ServerResponse[] = [];
    await start({ handle: (_request, response) => waiting.push(response) });
    const silent = await open();
    const handshaking = await open();
    handshaking.write(Buffer.from([0x16, 3, 1, 2, 0, 1]));
    const idle = await open();
    idle.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.end();
    await once(idle, "data");

    const answer = exchange(scheme, {
      agent: scheme === "http" ? new Agent({ keepAlive: true }) : new SecureAgent({ keepAlive: true }),
    });
    await expect.poll(() => waiting.length).toBe(2);
    let isClosed = false;
    const closed = listener.close().then(() => {
      isClosed = true;
    });
    await Promise.all([readToClose(silent), readToClose(handshaking), readToClose(idle)]);
    await expect(exchange("http")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(isClosed).toBe(false);
    waiting[1]?.end("done");
    expect(await answer).toBe("done");
    await closed;
    await listener.close();
  });

  test("cuts off what does not end", async () => {
    const waiting: ServerResponse[] = [];
    await start({ handle: (_request, response) => waiting.push(response), limits: { closeGraceMs: 30 } });
    const socket = await open();
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => waiting.length).toBe(1);
    await listener.close();
    expect(await readToClose(socket)).toBe("");
  });
});

test("a client that does not wait for answers has a few requests under way, and all of them answered in order", async () => {
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  await start({
    limits: { pipelinedMax: 3 },
    handle: (request, response) => {
      begun.push(request.url!);
      answers.push(() => response.end(`<${request.url}>`));
    },
  });
  const socket = await open();
  const urls = Array.from({ length: 200 }, (_, i) => `/${i}`);
  for (const url of urls) socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`);
  let text = "";
  socket.on("data", (piece: Buffer) => {
    text += piece.toString("latin1");
  });
  for (let i = 0; i < urls.length; i++) {
    await expect.poll(() => begun.length).toBe(Math.min(i + 3, urls.length));
    answers[i]!();
  }
  await expect.poll(() => text).toContain("</199>");
  expect([...text.matchAll(/<(.*?)>/g)].map(([, url]) => url)).toEqual(urls);
});

test("all requests of a client that did not wait for answers are told when its connection closes", async () => {
  const responses: ServerResponse[] = [];
  let closed = 0;
  await start({
    limits: { pipelinedMax: 3 },
    handle: (_request, response) => {
      responses.push(response);
      response.once("close", () => closed++);
    },
  });
  const socket = await open();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3));
  await expect.poll(() => responses.length).toBe(3);
  socket.destroy();
  await expect.poll(() => closed).toBe(3);
  expect(responses.every(({ destroyed }) => destroyed)).toBe(true);
});
