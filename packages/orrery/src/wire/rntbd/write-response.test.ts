import { expect, test } from "vitest";
import type { Frame } from "./frame.ts";
import { FrameReader } from "./frame-reader.ts";
import { COPIES, parseReplicaPath, replicaPath } from "./replica-path.ts";
import { HEADER_TOKENS, ResponseToken, writeResponse } from "./write-response.ts";

const LIMITS = { frameBytesMax: 1e6, tokensMax: 100, payloadBytesMax: 1e6, discardedBytesMax: 0 };

function answer(status: number, headers: Record<string, string | number>, body?: Buffer): Frame {
  const activityId = "00112233-4455-6677-8899-aabbccddeeff";
  const reader = new FrameReader(LIMITS, ResponseToken.payloadPresent);
  reader.push(writeResponse({ status, headers, body, activityId, transportRequestId: 7 }));
  return reader.next()!;
}

test("status, payload and transport request id", () => {
  const { code, payload, tokens } = answer(201, {}, Buffer.from("{}"));
  expect([code, payload?.toString(), tokens.get(0), tokens.get(0x35)]).toEqual([201, "{}", 1, 7]);
  expect(answer(204, {}).payload).toBeUndefined();
  expect(answer(200, {}, Buffer.alloc(0)).tokens.get(0)).toBe(0);
});

test("headers become tokens", () => {
  const { tokens } = answer(200, {
    "x-ms-continuation": "next",
    etag: '"1"',
    "x-ms-request-charge": 2.5,
    "x-ms-request-duration-ms": 0.25,
    "x-ms-item-count": 3,
    "x-ms-documentdb-partitionkeyrangeid": "4",
    "x-ms-session-token": "4:0#12",
    "x-ms-alt-content-path": "dbs/ä",
    "content-type": "application/json",
  });
  expect([0x03, 0x04, 0x15, 0x51, 0x14, 0x21, 0x3e, 0x17].map((id) => tokens.get(id))).toEqual([
    "next",
    '"1"',
    2.5,
    0.25,
    3,
    "4",
    "0#12",
    "dbs/ä",
  ]);
});

test("of four copies, each has everything", () => {
  const { tokens } = answer(200, { lsn: 12, "x-ms-item-lsn": 9 });
  const lsns = [0x13, 0x1a, 0x29, 0x3a, 0x3b].map((id) => tokens.get(id));
  expect(lsns).toEqual([12n, 12n, 12n, 12n, 12n]);
  expect([0x32, 0x3c].map((id) => tokens.get(id))).toEqual([9n, 9n]);
  expect([0x1e, 0x1f, 0x30].map((id) => tokens.get(id))).toEqual([3, 4, 0]);
});

test.each([
  [401, {}, 1],
  [404, {}, 1],
  [404, { lsn: 1 }, undefined],
  [410, {}, undefined],
  [503, {}, undefined],
  [200, {}, undefined],
])("%i with %o is a refusal of the request itself: %s", (status, headers, mark) => {
  expect(answer(status, headers).tokens.get(ResponseToken.requestValidationFailure)).toBe(mark);
});

test("a text too long for its token is left out", () => {
  const { tokens } = answer(200, { "x-ms-documentdb-query-metrics": "x".repeat(70_000), etag: "e" });
  expect([tokens.get(0x28), tokens.get(0x04)]).toEqual([undefined, "e"]);
});

test("no two headers share a token", () => {
  const ids = [...HEADER_TOKENS.map(({ id }) => id), ...Object.values(ResponseToken)];
  expect(new Set(ids).size).toBe(ids.length);
});

test("the path of an address says which partition is meant", () => {
  const replica = { containerRid: "AQIDBAUGB-g=", rangeId: "12" };
  for (const copy of COPIES) {
    expect(parseReplicaPath(replicaPath(replica, copy))).toEqual(replica);
    // Clients take the slash away.
    expect(parseReplicaPath(replicaPath(replica, copy).slice(0, -1))).toEqual(replica);
    expect(parseReplicaPath(replicaPath("master", copy))).toBe("master");
  }
  for (const path of [
    "",
    "/",
    "/apps/a/services/b/partitions/0/replicas/1p",
    "/apps/orrery/services//partitions/0",
  ])
    expect(parseReplicaPath(path)).toBeUndefined();
});
