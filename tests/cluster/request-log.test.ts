import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Answer } from "../harness/signed-client.ts";
import { RequestLog } from "./request-log.ts";

const REQUEST = {
  endpoint: "http://127.0.0.1",
  method: "GET",
  path: "/docs",
  options: undefined,
  beginMs: 1,
};
const LENGTH = 1_000;

function answer(body: unknown): Answer {
  const text = JSON.stringify(body);
  return { status: 200, headers: { "x-ms-continuation": "next" }, bytes: Buffer.from(text), text };
}

test("a long list is logged with every item, without system properties", () => {
  const items = Array.from({ length: LENGTH }, (_, i) => ({ id: `${i}`, pk: "k", version: i }));
  const received = items.map((item) => ({ ...item, _etag: '"00000000-0000-0000-0000-000000000000"' }));
  expect(logged(answer({ _rid: "", Documents: received, _count: LENGTH }))).toMatchObject({
    status: 200,
    received: { headers: { "x-ms-continuation": "next" }, body: items },
  });
});

test("any other body is logged as it was received", () => {
  const text = JSON.stringify(Array.from({ length: LENGTH }, (_, i) => ({ statusCode: 200, i })));
  expect(logged(answer(JSON.parse(text))).received.body).toBe(text);
});

function logged(outcome: Answer) {
  const log = new RequestLog();
  log.note(REQUEST, outcome);
  const line = readFileSync(log.path, "utf8");
  log.close();
  return JSON.parse(line);
}
