import { expect, test } from "vitest";
import { answerText, type RequestHead, readAnswer, readRequestText, requestText } from "./exchange-frames.ts";

const HEAD: RequestHead = {
  method: "GET",
  target: "/dbs/ä?x=1",
  secure: true,
  host: "localhost:8081",
  clientAddress: "::1",
  access: { kind: "full" },
  keysVersion: 3,
  body: "later",
  headers: { "x-ms-date": "now", empty: "", ":path": "/dbs" },
};

test.each<Partial<RequestHead>>([
  {},
  { secure: false, clientAddress: undefined, access: undefined, body: "here", headers: {} },
  { access: { kind: "readOnly" }, body: "gone" },
])("a request is read as it was written: %j", (part) => {
  const head = { ...HEAD, ...part };
  expect(readRequestText(requestText(head))).toEqual(head);
});

test("what a token grants is not found out in a front", () => {
  const head = { ...HEAD, access: { kind: "token", token: "t" } } as const;
  expect(readRequestText(requestText(head)).access).toBeUndefined();
});

test("an answer is read as it was written", () => {
  const headers = { "x-ms-request-charge": 1.5, etag: '"ä"', empty: "" };
  const body = Buffer.from("{}");
  expect(readAnswer(answerText({ status: 200, headers }, true), body)).toEqual({
    isAwaited: true,
    answer: { status: 200, headers: { ...headers, "x-ms-request-charge": "1.5" }, body },
  });
  expect(readAnswer(answerText({ status: 503, headers: {}, isCut: true }, false), body)).toEqual({
    isAwaited: false,
    answer: { status: 503, headers: {}, body, isCut: true },
  });
});
