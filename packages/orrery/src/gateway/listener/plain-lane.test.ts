import { once } from "node:events";
import { connect, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCertificate } from "./certificate.ts";
import { createListener, type Listener } from "./listener.ts";
import { LISTENER_LIMITS, type ListenerLimits } from "./listener-limits.ts";
import { type PlainExchange, PlainLane } from "./plain-lane.ts";

let listener: Listener;
let port: number;
let sockets: Socket[];
let waiting: PlainExchange[];

beforeEach(() => {
  sockets = [];
  waiting = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close();
});

function described({ method, target, body }: PlainExchange): Buffer {
  return Buffer.from(`<plain ${method} ${target} ${body}>`);
}

/** What is answered tells who served it. */
async function start(
  handlePlain = (exchange: PlainExchange) =>
    exchange.answer({ status: 200, headers: {}, body: described(exchange) }),
  limits: Partial<ListenerLimits> = {},
): Promise<void> {
  listener = createListener({
    handle: (request, response) => {
      request.resume();
      request.on("end", () => response.end(`<node ${request.method} ${request.url}>`));
    },
    handleStream: async (stream) => stream.close(),
    handlePlain,
    certificate: () => createCertificate(new Date()),
    onError: () => {},
    limits,
  });
  ({ port } = await listener.listen(0, "127.0.0.1"));
}

async function open(): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

/** What is received, as it comes. */
function received(socket: Socket): () => string {
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  return () => text;
}

function bodies(text: string): string[] {
  return [...text.matchAll(/<(.*?)>/g)].map(([, body]) => body!);
}

async function closed(socket: Socket): Promise<void> {
  socket.resume();
  socket.on("end", () => socket.end());
  if (!socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
}

test("an answer has the lines that Node would write", async () => {
  await start((exchange) =>
    exchange.answer({ status: 201, headers: { date: "today", charge: 5 }, body: Buffer.from("<ä>") }),
  );
  const socket = await open();
  const text = received(socket);
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(text).toContain(">");
  expect(Buffer.from(text(), "latin1").toString()).toBe(
    "HTTP/1.1 201 Created\r\ndate: today\r\ncharge: 5\r\ncontent-length: 4\r\nConnection: keep-alive\r\nKeep-Alive: timeout=240\r\n\r\n<ä>",
  );
});

test("a header cannot end its line", async () => {
  let failure: unknown;
  await start((exchange) => {
    try {
      exchange.answer({ status: 200, headers: { etag: "a\r\nb: c" } });
    } catch (error) {
      failure = error;
      exchange.socket.destroy();
    }
  });
  const socket = await open();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await closed(socket);
  expect(String(failure)).toContain("etag");
});

test("whoever waits for the end of an answer is told of that one alone", async () => {
  const over: string[] = [];
  await start((exchange) => {
    exchange.whenOver(() => over.push(exchange.target));
    if (exchange.target === "/1") exchange.answer({ status: 200, headers: {}, body: described(exchange) });
  });
  const socket = await open();
  socket.write("GET /1 HTTP/1.1\r\nhost: a\r\n\r\nGET /2 HTTP/1.1\r\nhost: a\r\n\r\n");
  await once(socket, "data");
  expect(over).toEqual(["/1"]);
  socket.destroy();
  await expect.poll(() => over).toEqual(["/1", "/2"]);
});

test("no length and no body for what has none", async () => {
  await start((exchange) => exchange.answer({ status: 304, headers: { date: "today" } }));
  const socket = await open();
  const text = received(socket);
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(text).toMatch(/\r\n\r\n$/);
  expect(text()).not.toContain("content-length");
});

test("a body in pieces, and requests behind one another", async () => {
  await start((exchange) => waiting.push(exchange));
  const socket = await open();
  const text = received(socket);
  socket.write("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab");
  socket.write("cdefghi");
  await expect.poll(() => waiting.length).toBe(1);
  socket.write("GET /b HTTP/1.1\r\nHost: a\r\n\r\nPOST /c HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx");
  for (let i = 0; i < 3; i++) {
    await expect.poll(() => waiting.length).toBe(i + 1);
    const exchange = waiting[i]!;
    exchange.answer({ status: 200, headers: {}, body: described(exchange) });
  }
  await expect
    .poll(() => bodies(text()))
    .toEqual(["plain POST /a abcdefghi", "plain GET /b ", "plain POST /c x"]);
});

test("requests that come at once are served in a turn of the event loop each", async () => {
  let turn = 0;
  const count = () => {
    turn++;
    if (turns.length < 40) setImmediate(count);
  };
  const turns: number[] = [];
  await start((exchange) => {
    turns.push(turn);
    exchange.answer({ status: 200, headers: {}, body: described(exchange) });
  });
  const socket = await open();
  const text = received(socket);
  setImmediate(count);
  socket.write(Array.from({ length: 40 }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
  await expect.poll(() => text()).toContain("<plain GET /39 >");
  expect(text().match(/<plain GET \/\d+ >/g)).toEqual(turns.map((_, i) => `<plain GET /${i} >`));
  expect(new Set(turns).size).toBe(40);
});

test("while several clients send, requests are begun at the end of their turn, some at a time, but not of those who have gone", async () => {
  await start();
  const begun: string[] = [];
  const lane = new PlainLane({
    handle: ({ target }) => void begun.push(target),
    leave: () => {},
    limits: LISTENER_LIMITS,
    bodyBytesMax: 1_000,
  });
  const enter = (target: string) => {
    const socket = new Socket();
    sockets.push(socket);
    lane.enter(socket, Buffer.from(`GET ${target} HTTP/1.1\r\nhost: a\r\n\r\n`));
    return socket;
  };
  enter("/alone");
  enter("/first");
  expect(begun).toEqual(["/alone", "/first"]);
  await nextTurn();
  const entered = Array.from({ length: 40 }, (_, i) => enter(`/${i}`));
  entered[5]!.destroy();
  expect(begun).toHaveLength(2);
  await nextTurn();
  expect(begun).toHaveLength(2 + 31);
  await nextTurn();
  expect(begun.slice(2)).toEqual(entered.flatMap((_, i) => (i === 5 ? [] : `/${i}`)));
  lane.close();
});

test("of requests that come at once no more is read than can be kept", async () => {
  const COUNT = 8_000;
  const request = `GET /${"a".repeat(80)} HTTP/1.1\r\nHost: a\r\n\r\n`;
  let served = 0;
  let aheadMax = 0;
  await start((exchange) => {
    served++;
    aheadMax = Math.max(aheadMax, exchange.socket.bytesRead - served * request.length);
    exchange.answer({ status: 200, headers: {} });
  });
  const socket = await open();
  const text = received(socket);
  socket.write(request.repeat(COUNT));
  // One that is cut by the end of what was read is left to Node, with all that follow.
  await expect.poll(() => text().split("HTTP/1.1 200")).toHaveLength(COUNT + 1);
  expect(served).toBeGreaterThan(500);
  expect(aheadMax).toBeLessThan(300_000);
});

test.each([
  [
    "another form",
    "POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
    "node POST /b",
  ],
  [
    "a large body",
    `POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n${"x".repeat(20_000)}`,
    "node POST /b",
  ],
])("%s goes to Node, with the rest of its connection", async (_, request, expected) => {
  await start((exchange) => waiting.push(exchange));
  const socket = await open();
  const text = received(socket);
  socket.write(`GET /a HTTP/1.1\r\nHost: a\r\n\r\n${request}`);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]!.answer({ status: 200, headers: {}, body: described(waiting[0]!) });
  await expect.poll(() => bodies(text())).toEqual(["plain GET /a ", expected]);
  socket.write("GET /c HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => bodies(text())).toEqual(["plain GET /a ", expected, "node GET /c"]);
});

test("over TLS as well", async () => {
  await start();
  const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false });
  sockets.push(socket);
  await once(socket, "secureConnect");
  const text = received(socket);
  socket.write("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => bodies(text())).toEqual(["plain GET /a "]);
});

describe("a connection", () => {
  test.each([
    [
      "the rest of its body",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx",
      { headersTimeoutMs: 30, requestTimeoutMs: 30 },
      /^HTTP\/1.1 408 /,
    ],
    ["its next request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", { keepAliveTimeoutMs: 30 }, /^HTTP\/1.1 200 /],
  ])("that owes %s is closed in time", async (_, bytes, limits, answer) => {
    await start(undefined, { ...limits, timeoutCheckMs: 10 });
    const socket = await open();
    const text = received(socket);
    socket.write(bytes);
    await closed(socket);
    expect(text()).toMatch(answer);
  });

  test("that does not take its answer is closed in time, and whoever holds it is told", async () => {
    let isOver = false;
    await start(
      (exchange) => {
        exchange.whenOver(() => {
          isOver = true;
        });
        exchange.answer({ status: 200, headers: {}, body: Buffer.alloc(50_000_000) });
      },
      { answerTimeoutMs: 30, timeoutCheckMs: 10 },
    );
    const socket = await open();
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => isOver).toBe(true);
  });

  test("whose client ends before its answer is closed, and whoever works on it is told", async () => {
    let isOver = false;
    await start((exchange) => {
      exchange.whenOver(() => {
        isOver = true;
      });
      waiting.push(exchange);
    });
    const socket = await open();
    socket.resume().end("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => isOver).toBe(true);
    expect(waiting[0]!.socket.destroyed).toBe(true);
  });

  test("that is cut gets nothing", async () => {
    await start((exchange) => exchange.answer({ status: 200, headers: {}, isCut: true }));
    const socket = await open();
    const text = received(socket);
    socket.write("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
    await closed(socket);
    expect(text()).toBe("");
  });
});

test("closing lets a request end, closes the idle, and cuts off what does not end", async () => {
  await start((exchange) => waiting.push(exchange), { closeGraceMs: 200 });
  const [busy, idle, endless] = [await open(), await open(), await open()];
  const text = received(busy);
  busy.write("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => waiting.length).toBe(1);
  idle.write("GET /b HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]!.answer({ status: 200, headers: {} });
  await once(idle, "data");
  endless.write("GET /c HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => waiting.length).toBe(3);
  const closing = listener.close();
  await closed(idle);
  waiting[0]!.answer({ status: 200, headers: {}, body: described(waiting[0]!) });
  await closed(busy);
  expect(text()).toContain("Connection: close");
  expect(bodies(text())).toEqual(["plain GET /a "]);
  await closed(endless);
  await closing;
});

describe("a body that comes in pieces", () => {
  const piecesOf = (pieces: AsyncIterable<Buffer>, bytes: number) => ({
    bytes,
    [Symbol.asyncIterator]: () => pieces[Symbol.asyncIterator](),
  });

  test("is passed on as it comes, and the next request is served", async () => {
    let go = () => {};
    await start((exchange) => {
      async function* pieces() {
        yield Buffer.from("<one");
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        yield Buffer.from(` ${exchange.target}>`);
      }
      exchange.answer({ status: 200, headers: {}, pieces: piecesOf(pieces(), 7) });
    });
    const socket = await open();
    const text = received(socket);
    for (const target of ["/a", "/b"]) {
      socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`);
      await expect.poll(() => text().endsWith("<one")).toBe(true);
      go();
      await expect.poll(() => bodies(text()).at(-1)).toBe(`one ${target}`);
    }
  });

  test("is given up when the client goes, and cut off where it does not come whole", async () => {
    let givenUp = 0;
    let over = 0;
    await start((exchange) => {
      async function* pieces() {
        try {
          while (exchange.target === "/endless") yield Buffer.alloc(100_000);
          yield Buffer.from("<part");
          throw new Error("The other node is gone.");
        } finally {
          givenUp++;
        }
      }
      exchange.whenOver(() => void over++);
      exchange.answer({ status: 200, headers: {}, pieces: piecesOf(pieces(), 1e9) });
    });
    const slow = await open();
    slow.write("GET /endless HTTP/1.1\r\nhost: x\r\n\r\n");
    await once(slow, "readable");
    slow.destroy();
    await expect.poll(() => [givenUp, over]).toEqual([1, 1]);
    const cut = await open();
    const text = received(cut);
    cut.write("GET /part HTTP/1.1\r\nhost: x\r\n\r\n");
    await closed(cut);
    expect(text()).toContain("<part");
    expect([givenUp, over]).toEqual([2, 2]);
  });
});
