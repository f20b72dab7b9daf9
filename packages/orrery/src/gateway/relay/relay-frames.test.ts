import { expect, test } from "vitest";
import {
  type ReadRequest,
  readRequestText,
  readResponse,
  requestText,
  responseText,
} from "./relay-frames.ts";

const REQUEST: ReadRequest = {
  method: "GET",
  target: "/dbs/ä?x=1",
  secure: true,
  host: "localhost:8081",
  clientAddress: "::1",
  access: { kind: "full" },
  keysVersion: 3,
  aim: undefined,
  bodyPlace: "later",
  headers: { "x-ms-date": "now", empty: "", ":path": "/dbs" },
};

test.each<Partial<ReadRequest>>([
  {},
  { secure: false, clientAddress: undefined, access: undefined, headers: {}, bodyPlace: "here" },
  { access: { kind: "readOnly" }, aim: "named", bodyPlace: "gone" },
  { access: { kind: "token", token: "type=resource&sig=a\nb: ä€" }, aim: 12 },
])("a request is read as it was written: %j", (part) => {
  const request = { ...REQUEST, ...part };
  expect(readRequestText(requestText(request, request, request.bodyPlace))).toEqual(request);
});

test("a response is read as it was written", () => {
  const headers = { "x-ms-request-charge": 1.5, etag: '"ä"', empty: "" };
  const body = Buffer.from("{}");
  expect(readResponse(responseText({ status: 200, headers }, true), body)).toEqual({
    isAwaited: true,
    response: { status: 200, headers: { ...headers, "x-ms-request-charge": "1.5" }, body },
    chunkedBytes: undefined,
  });
  expect(readResponse(responseText({ status: 503, headers: {}, isCut: true }, false), body)).toEqual({
    isAwaited: false,
    response: { status: 503, headers: {}, body, isCut: true },
    chunkedBytes: undefined,
  });
  expect(readResponse(responseText({ status: 200, headers: {} }, true, 100_000), body).chunkedBytes).toBe(
    100_000,
  );
});
