import { expect, test } from "vitest";
import type { EngineOperations } from "../../engine/index.ts";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import { RECORDED_BYTES_MAX, TrafficRecorder } from "./traffic-recorder.ts";

const engine = {
  environment: { now: () => 0 },
  containers: {
    read: async () => ({ resource: { id: "b", body: { partitionKey: { paths: ["/p"] } } } }),
  },
} as unknown as EngineOperations;

test("of what nobody takes, the oldest goes, many at a time, and is counted", async () => {
  const recorder = new TrafficRecorder(engine);
  recorder.start(false);
  const texts = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`t${i}`, "x".repeat(250)]));
  const body = Buffer.from(JSON.stringify({ id: "1", p: "p", ...texts }));
  const request = testRequest({ method: "POST", readBody: async () => body });
  const lines = Math.ceil(RECORDED_BYTES_MAX / body.length);
  // More lines than there is room for: an eighth of them goes at the first that is too much.
  for (let i = 0; i < lines; i++) await recorder.note(request, { status: 201, headers: {} } as never);
  const part = recorder.take(0);
  expect(part.dropped).toBeGreaterThan(lines / 9);
  expect(part.dropped + part.lines.length).toBe(lines);
  expect(part.next).toBe(lines);
});

test("an item is recorded with the digits of its numbers", async () => {
  const recorder = new TrafficRecorder(engine);
  recorder.start(false);
  const body = Buffer.from('{"id":"1","p":12345678987654321,"inside":{"x":1.0,"list":[1.0]}}');
  const request = testRequest({ method: "POST", readBody: async () => body });
  await recorder.note(request, { status: 201, headers: {} } as never);
  expect(recorder.take(0).lines[0]).toContain('"item":{"id":"1","p":12345678987654321,"inside":{"x":1.0}}');
});
