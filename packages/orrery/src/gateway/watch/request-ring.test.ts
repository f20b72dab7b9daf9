import { expect, test } from "vitest";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import { REQUESTS_KEPT, RequestRing } from "./request-ring.ts";
import { servedRequest } from "./served-request.ts";

const TIMES = { atMs: 0, startMs: 0, endMs: 1 };

test("the last requests are kept, under their numbers", () => {
  const ring = new RequestRing();
  for (let status = 0; status < REQUESTS_KEPT + 3; status++)
    ring.add(servedRequest(testRequest({}), { status, headers: {} }, TIMES));
  const all = [...ring.from(0)];
  expect(all).toHaveLength(REQUESTS_KEPT);
  expect(all.every(({ number, served }) => served.status === number)).toBe(true);
  expect(ring.next).toBe(REQUESTS_KEPT + 3);
  expect([...ring.from(REQUESTS_KEPT + 1)].map(({ number }) => number)).toEqual([
    REQUESTS_KEPT + 1,
    REQUESTS_KEPT + 2,
  ]);
  expect([...ring.from(REQUESTS_KEPT + 3)]).toEqual([]);
});
