/**
 * Numbers that the server acts on, in every form of JSON: an integer counts however it is written, and what is out of
 * range or no integer is refused with 400.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASE, TestServer } from "../harness/test-server.ts";

const COLLECTIONS = `/dbs/${DATABASE}/colls`;
const DOCS = `${COLLECTIONS}/numbers/docs`;
const KEY = { "x-ms-documentdb-partitionkey": '["k"]' };

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.createContainer("numbers", { partitions: 1, defaultTtl: -1 });
});
afterAll(() => server.stop());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.raw.send(method, path, { headers, ...(body !== undefined && { body }) });
const item = (id: string) => send("GET", `${DOCS}/${id}`, undefined, KEY);

/** Creates a container; its body may have further members. */
let containers = 0;
function create(members: string, headers: Record<string, string> = {}) {
  const body = `{"id":"c${containers++}","partitionKey":{"paths":["/pk"],"version":2.0}${members}}`;
  return send("POST", COLLECTIONS, body, headers);
}

const NO_TTL = ["0", "-0", "0.0", "-2", "1.5", "2147483648", "9007199254740993", "1e10", '"1"'];

describe("a time to live", () => {
  test.each([
    ["1.0", 1],
    ["1e1", 10],
    ["20e-1", 2],
    ["2147483647.0", 2_147_483_647],
    ["-1.0", -1],
  ])("of %s is %i", async (text, seconds) => {
    const { status, text: answer } = await create(`,"defaultTtl":${text}`);
    expect(status, answer).toBe(201);
    expect(answer).toContain(`"defaultTtl":${seconds},`);
    const created = await send("POST", DOCS, `{"id":"ttl${text}","pk":"k","ttl":${text}}`, KEY);
    expect(created.status, created.text).toBe(201);
    expect(created.text).toContain(`"ttl":${text},`);
  });

  test.each(NO_TTL)("of %s is refused", async (text) => {
    expect((await create(`,"defaultTtl":${text}`)).status).toBe(400);
    expect((await send("POST", DOCS, `{"id":"no","pk":"k","ttl":${text}}`, KEY)).status).toBe(400);
  });

  test("is acted on in every form, also after a patch", async () => {
    for (const [id, ttl] of [
      ["short", "1e1"],
      ["long", "100.0"],
      ["lasting", "-1.0"],
    ])
      await send("POST", DOCS, `{"id":"${id}","pk":"k","ttl":${ttl}}`, KEY);
    await send("POST", DOCS, '{"id":"patched","pk":"k","ttl":1e3}', KEY);
    const patch = '{"operations":[{"op":"incr","path":"/ttl","value":-99e1}]}';
    expect((await send("PATCH", `${DOCS}/patched`, patch, KEY)).text).toContain('"ttl":10,');
    const beyond = '{"operations":[{"op":"incr","path":"/ttl","value":2147483647}]}';
    expect((await send("PATCH", `${DOCS}/patched`, beyond, KEY)).status).toBe(400);
    await server.control.post("clock", { advanceMs: 12_000 });
    expect((await item("short")).status).toBe(404);
    expect((await item("patched")).status).toBe(404);
    expect((await item("long")).status).toBe(200);
    await server.control.post("clock", { advanceMs: 100_000 });
    expect((await item("long")).status).toBe(404);
    expect((await item("lasting")).status).toBe(200);
  });
});

describe("throughput", () => {
  async function replaceOffer(member: string) {
    const { _rid } = JSON.parse((await send("GET", `${COLLECTIONS}/numbers`)).text) as { _rid: string };
    const { Offers } = JSON.parse((await send("GET", "/offers")).text) as {
      readonly Offers: readonly { readonly offerResourceId: string; readonly _self: string }[];
    };
    const { _self, ...offer } = Offers.find(({ offerResourceId }) => offerResourceId === _rid)!;
    const body = JSON.stringify({ ...offer, _self, content: "content" });
    return send("PUT", `/${_self}`, body.replace('"content":"content"', `"content":{${member}}`));
  }

  test.each(["500.0", "5e2"])("of an offer can be %s", async (text) => {
    const { status, text: answer } = await replaceOffer(`"offerThroughput":${text}`);
    expect(status, answer).toBe(200);
    expect(answer).toContain('"offerThroughput":500,');
  });

  test.each(["500.5", "9007199254740993", "-5e2", "1e-300"])("of an offer cannot be %s", async (text) => {
    expect((await replaceOffer(`"offerThroughput":${text}`)).status).toBe(400);
    const settings = `"offerAutopilotSettings":{"maxThroughput":${text}}`;
    expect((await replaceOffer(settings)).status).toBe(400);
  });

  test.each(["400.0", "4e2", "9007199254740993", "0x190"])("of a header cannot be %s", async (text) => {
    expect((await create("", { "x-ms-offer-throughput": text })).status).toBe(400);
  });

  test.each([
    ["1000.0", 201],
    ["1e3", 201],
    ["9007199254740993", 400],
    ["1e400", 400],
  ])("of autoscale in a header: %s is %i", async (text, status) => {
    const headers = { "x-ms-cosmos-offer-autopilot-settings": `{"maxThroughput":${text}}` };
    expect((await create("", headers)).status).toBe(status);
  });
});

describe("positions", () => {
  beforeAll(() => send("POST", DOCS, '{"id":"1","pk":"k"}', KEY));

  test.each([
    ["9007199254740993", 404],
    ["9223372036854775807", 404],
    ["10000000000000000000000", 400],
    ["1.0", 400],
    ["1e1", 400],
  ])("a session at LSN %s is %i", async (lsn, status) => {
    const { headers } = await item("1");
    const range = String(headers["x-ms-session-token"]).split(":")[0];
    const session = { "x-ms-session-token": `${range}:0#${lsn}`, "x-ms-consistency-level": "Session" };
    const answer = await send("GET", `${DOCS}/1`, undefined, { ...KEY, ...session });
    expect(answer.status, answer.text).toBe(status);
    if (status === 404) expect(answer.headers["x-ms-substatus"]).toBe("1002");
  });

  test.each([
    ["9007199254740993", 304],
    ["9223372036854775807", 304],
    ["1.0", 400],
    ["1e1", 400],
  ])("a change feed after LSN %s is %i", async (lsn, status) => {
    const feed = { ...KEY, "a-im": "Incremental feed", "if-none-match": `"${lsn}"` };
    expect((await send("GET", DOCS, undefined, feed)).status).toBe(status);
  });

  test.each(["9007199254740993", "1.0", "1e1"])("a page cannot have %s items", async (count) => {
    const page = { ...KEY, "x-ms-max-item-count": count };
    expect((await send("GET", DOCS, undefined, page)).status).toBe(400);
  });

  test("an ETag is text: another with the same number of digits or the same value does not match", async () => {
    const etag = String((await item("1")).headers.etag);
    const count = Number.parseInt(etag.slice(1, 9), 16);
    for (const other of [`"${count}"`, `${count}.0`, etag.toUpperCase().replace("-0000-", "-0-"), "1e1"]) {
      const answer = await send("PUT", `${DOCS}/1`, '{"id":"1","pk":"k"}', { ...KEY, "if-match": other });
      expect(answer.status, other).toBe(412);
    }
    const put = await send("PUT", `${DOCS}/1`, '{"id":"1","pk":"k"}', { ...KEY, "if-match": etag });
    expect(put.status).toBe(200);
  });
});

test("system properties in a body are ignored, whatever they are", async () => {
  const body =
    '{"_ts":9007199254740993,"id":"sent","_etag":1.0,"pk":"k","b":{"_ts":1.0},"10":1,"_rid":[1e3],"_self":{"2":1},"_lsn":2.0}';
  const created = await send("POST", DOCS, body, KEY);
  expect(created.text).toMatch(
    /^\{"id":"sent","pk":"k","b":\{"_ts":1\.0\},"10":1,"_lsn":2\.0,"_rid":"[^"]+","_self":"[^"]+","_etag":"[^}]+","_attachments":"attachments\/","_ts":\d{10}\}$/,
  );
  const query = { ...KEY, "content-type": "application/query+json", "x-ms-documentdb-isquery": "True" };
  const text = "SELECT VALUE [c] FROM c WHERE c.id = 'sent'";
  expect((await send("POST", DOCS, { query: text }, query)).text).toContain(`[[${created.text}]]`);
  expect((await item("sent")).text).toBe(created.text);
});
