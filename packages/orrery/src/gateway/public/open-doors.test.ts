import { expect, test } from "vitest";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import { openDoor } from "./open-doors.ts";

test.each([
  ["/_orrery/live", false, 200],
  ["/_orrery/live", true, 200],
  ["/_orrery/ready", false, 200],
  ["/_orrery/ready", true, 503],
])("%s (stopping: %s) is answered with %i and nothing else", (target, isStopping, status) => {
  const answer = openDoor(testRequest({ target }), isStopping);
  expect(answer).toMatchObject({ status, body: Buffer.alloc(0) });
  expect(() => openDoor(testRequest({ target, method: "POST" }), isStopping)).toThrow("only be read");
});

test("a browser that opens the address is led to the explorer; a client is not", () => {
  const headers = { accept: "text/html,application/xhtml+xml" };
  expect(openDoor(testRequest({ target: "/", headers }), false)).toMatchObject({
    status: 302,
    headers: { location: "/_explorer/" },
  });
  expect(openDoor(testRequest({ target: "/" }), false)).toBeUndefined();
  expect(
    openDoor(testRequest({ target: "/", headers: { ...headers, authorization: "type=master" } }), false),
  ).toBeUndefined();
  expect(openDoor(testRequest({ target: "/dbs", headers }), false)).toBeUndefined();
});
